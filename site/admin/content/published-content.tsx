/** What was published before: who, when and what. */
import { useQuery } from '@tanstack/react-query'
import type { PublishedContent } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { usePublishedRows } from './content-rows.ts'
import { describePublished } from './describe-change.ts'

export function PublishedContentList() {
  const query = useQuery({
    queryKey: ['content_drafts', 'published'],
    queryFn: () => callAdmin<PublishedContent[]>('list_published_content', { max_rows: 20 }),
  })
  const rows = usePublishedRows(
    query.data?.flatMap(({ changes }) => changes?.map(({ table }) => table) ?? []) ?? [],
  )
  return (
    <Panel title="Published before">
      <QueryState query={query} errorText="What was published could not be loaded.">
        {(result) =>
          result.length === 0 ? (
            <p className="text-stone">Nothing yet. The pages show what the site brings.</p>
          ) : (
            <ul className="ruled">
              {result.map(({ id, title, changes, version, published_at, published_by }) => (
                <li key={id} className="grid grid-cols-1 gap-1 wrap-anywhere">
                  <strong>{version ? `${capitalise(title)}, version ${version}` : title}</strong>
                  <span className="num text-sm text-stone">
                    {formatDateTime(published_at)}, {published_by ?? 'somebody who is gone'}
                  </span>
                  {changes && (
                    <ul className="text-sm">
                      {changes.map((change) => (
                        <li key={JSON.stringify(change)}>{describePublished(change, rows)}</li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  )
}
