// What lists are searched in, as views that PostgreSQL checks, with an index of letters for each table.
import { adminRecordTypes } from '../../domain/admin/admin.ts'
import { type SearchedTable, searchedColumns, searchedWith } from '../../domain/admin/searched-texts.ts'
import type { GeneratedFile } from './sql.ts'

/** What is of another kind than the list takes a right of its own: nobody is to find out by a search whose number it is. One of these, asked once for each search. */
const rightsTo = (table: SearchedTable): readonly string[] =>
  table === 'farmers' ? ['farmers.read', 'products.write'] : [`${table}.read`]

const whereMay = (...permissions: readonly string[]) =>
  ` where (select ${permissions.map((permission) => `private.has_permission('${permission}')`).join(' or ')})`

/** Nobody types what stands between two columns, so that no match arises where they meet. Nothing is null. */
const joinColumns = (columns: readonly string[], row = '') =>
  columns.map((column) => `coalesce(${row}${column}, '')`).join(' || chr(31) || ')

function writeView(list: SearchedTable): string {
  const arms = [
    `select t.id, ${joinColumns(searchedColumns[list], 't.')} as words from public.${list} as t`,
    ...(searchedWith[list] ?? []).map(({ table, by, of }) => {
      const words = joinColumns(searchedColumns[table], 's.')
      return by
        ? `select s.${by}, ${words} from public.${table} as s`
        : `select t.id, ${words} from public.${table} as s join public.${list} as t on t.${of} = s.id${whereMay(...rightsTo(table))}`
    }),
  ]
  return `create view private.${list}_texts with (security_invoker = true) as
  ${arms.join('\n  union all ')};
`
}

/** The column by which a row beside a record names it. */
const recordColumns = new Map(
  Object.values(searchedWith)
    .flat()
    .flatMap(({ table, by }) => (by ? [[table, by] as const] : [])),
)

export function writeSearchedTexts(): GeneratedFile {
  const tables = Object.keys(searchedColumns) as SearchedTable[]
  const lists = tables.filter(
    (table) => table === 'newsletter_subscriptions' || adminRecordTypes.some((type) => type === table),
  )
  // Their columns, cut to those that a mail could be searched by.
  const addressees = tables
    .filter((table) => table !== 'newsletter_subscriptions')
    .map((table) => ({ table, columns: searchedColumns[table] as readonly string[] }))
    .filter(({ columns }) => columns.some((column) => /^(contact_)?email$/.test(column)))
    .map(({ table, columns }) => {
      const addresses = columns.filter((column) => /(email|phone)$/.test(column))
      const named = columns.filter((column) => /(name|person|email|phone|reference)$/.test(column))
      const right = `${recordColumns.has(table) ? 'orders' : table}.read`
      return `select array[${addresses.join(', ')}]::text[] as addresses, ${joinColumns(columns)} as words,
    ${joinColumns(named)} as names from public.${table}${whereMay(right)}`
    })
  // A list that few search has none.
  const indexed = tables.filter((table) => table !== 'newsletter_subscriptions')
  const sources = indexed.map(
    (table) =>
      `select '${table}' as source, t.${recordColumns.get(table) ?? 'id'} as id, ${joinColumns(searchedColumns[table], 't.')} as words from public.${table} as t`,
  )
  const views = [...lists.map((list) => `${list}_texts`), 'addressees', 'searched_texts']
  return {
    path: 'supabase/schemas/73_searched_texts.generated.sql',
    text: `-- Generated from domain/admin/searched-texts.ts by npm run generate.

${lists.map(writeView).join('\n')}
-- Where somebody is written to, by all that they are searched by and by what names them, to those who may read that.
create view private.addressees with (security_invoker = true) as
  ${addressees.join('\n  union all ')};

-- Each table's own texts, for the search over everything; what stands beside a record has the record's id.
create view private.searched_texts with (security_invoker = true) as
  ${sources.join('\n  union all ')};

${views.map((view) => `revoke all on table private.${view} from public, anon, authenticated, service_role;`).join('\n')}

-- Where pg_trgm is not installed, a search reads every row.
do $$
declare
  search_path_before text := current_setting('search_path');
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  perform set_config('search_path', extnamespace::regnamespace::text, true) from pg_extension where extname = 'pg_trgm';
${indexed
  .map(
    (table) => `  create index ${table}_searched_idx on public.${table}
    using gin ((${joinColumns(searchedColumns[table])}) gin_trgm_ops);
`,
  )
  .join('')}  perform set_config('search_path', search_path_before, true);
end $$;
`,
  }
}
