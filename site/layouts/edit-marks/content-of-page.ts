/** The rows of content that a page may show, as staff who may edit them read them. */
import { readMyPermissions } from '#site/account/my-permissions.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import type { EditableRow } from './find-blocks.ts'

interface Source {
  table: string
  keys: readonly string[]
  /** The column whose words the page shows. */
  text: string
  /** The pages on which its rows stand; `own`: the page that the row names; `button`: so, or all where it names none. */
  pages: readonly string[] | 'own' | 'button'
}

/** Area pages and what lies beside them. */
const sources: readonly Source[] = [
  { table: 'board_members', keys: ['id'], text: 'name', pages: ['board'] },
  { table: 'career_positions', keys: ['id'], text: 'title', pages: ['careers'] },
  { table: 'career_categories', keys: ['id'], text: 'title', pages: ['careers'] },
  { table: 'impact_figures', keys: ['id'], text: 'label', pages: 'own' },
  { table: 'stories', keys: ['id'], text: 'title', pages: 'own' },
  { table: 'photographs', keys: ['id'], text: 'caption', pages: 'own' },
  { table: 'page_facts', keys: ['id'], text: 'label', pages: 'own' },
  {
    table: 'courses',
    keys: ['id'],
    text: 'title',
    pages: ['poultry-training', 'rural-education', 'sustainable-farming'],
  },
  { table: 'crop_seasons', keys: ['id'], text: 'crop', pages: ['agriculture'] },
  {
    table: 'projects',
    keys: ['id'],
    text: 'title',
    pages: ['real-estate-construction', 'general-contract', 'company-representation', 'agriculture'],
  },
  { table: 'page_actions', keys: ['label', 'page'], text: 'label', pages: 'button' },
]

interface LooseQuery extends PromiseLike<{ data: Record<string, unknown>[] | null; error: unknown }> {
  eq(column: string, value: string): LooseQuery
  in(column: string, values: readonly string[]): LooseQuery
}
interface LooseClient {
  from(table: string): { select(columns: string): { limit(rows: number): LooseQuery } }
}

/** Null: this person edits no content. */
export async function listEditableRows(page: string): Promise<EditableRow[] | null> {
  const { permissions } = await readMyPermissions()
  if (!permissions.includes('content.write')) return null
  const client = (await getSupabase()) as unknown as LooseClient
  const own = sources.filter(({ pages }) => typeof pages === 'string' || pages.includes(page))
  const lists = await Promise.all(
    own.map(async ({ table, keys, text, pages }) => {
      const query = client
        .from(table)
        .select([...keys, text].join(','))
        .limit(200)
      const isButton = pages === 'button'
      const { data, error } = await (isButton
        ? query.in('page', [page, ''])
        : pages === 'own'
          ? query.eq('page', page)
          : query)
      if (error) throw error
      const rows = data ?? []
      // Where the page has a button of its own, that of all pages does not count.
      const isReplaced = (row: Record<string, unknown>) =>
        isButton && row.page === '' && rows.some((one) => one.page === page && one[text] === row[text])
      return rows
        .filter((row) => !isReplaced(row))
        .map((row) => ({
          table,
          key: keys.map((key) => String(row[key])).join('|'),
          text: String(row[text] ?? ''),
          isButton,
        }))
    }),
  )
  return lists.flat()
}
