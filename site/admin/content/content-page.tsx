/** Content of the pages: changed in a draft, looked at as a page, then published as a whole. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { ContentDraft } from '#domain/admin/admin.ts'
import { AdminTabs } from '#site/admin/admin-tabs.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { contentLabels } from './content-labels.ts'
import { contentTables } from './content-tables.ts'
import { DraftPanel } from './draft-panel.tsx'
import { type BroughtTexts, LegalTexts } from './legal-texts.tsx'
import { PageTextsList } from './page-texts-list.tsx'
import { PublishedContentList } from './published-content.tsx'
import { TableEditor } from './table-editor.tsx'

async function readDraft(): Promise<ContentDraft | null> {
  const { data, error } = await (await getSupabase())
    .from('content_drafts')
    .select('id,title,changes,author_id,created_at,updated_at,published_at')
    .is('published_at', null)
    .order('updated_at', { ascending: false })
    .limit(1)
    .maybeSingle()
  if (error) throw error
  return data as ContentDraft | null
}

export function ContentPage({ broughtTexts }: { broughtTexts: BroughtTexts }) {
  const [params, setParams] = useSearchParams()
  const draft = useQuery({ queryKey: ['content_drafts'], queryFn: readDraft })
  const named = params.get('of')
  const isKnown = named === 'legal' || contentTables.some(({ table }) => table === named)
  const shown = (isKnown && named) || (contentTables[0]?.table ?? '')
  const row = params.get('row')
  const back = readBack(params.get('back'))
  return (
    <QueryState query={draft} errorText="The draft could not be loaded.">
      {(result) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {back && (
            <p>
              <Link to={back}>Back to the page</Link>
            </p>
          )}
          <DraftPanel draft={result} back={back} />
          <AdminTabs
            label="Content"
            keepAlive={false}
            value={shown}
            onValueChange={(of) =>
              setParams({ of, ...(back && { back }) }, { replace: true, preventScrollReset: true })
            }
            tabs={[
              ...contentTables.map((table) => ({
                id: table.table,
                label: table.label,
                panel:
                  table.table === 'page_texts' ? (
                    <PageTextsList table={table} draft={result} />
                  ) : (
                    <TableEditor
                      table={table}
                      draft={result}
                      firstOpened={table.table === shown ? row : null}
                    />
                  ),
              })),
              { id: 'legal', label: contentLabels.legal, panel: <LegalTexts brought={broughtTexts} /> },
            ]}
          />
          <PublishedContentList />
        </div>
      )}
    </QueryState>
  )
}

/** The page that the editor came from to edit it: a path of this site, and nothing else. */
function readBack(text: string | null): string | null {
  return text !== null && /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/.test(text) ? text : null
}
