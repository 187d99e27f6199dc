/** Pages whose texts can be changed: the way to each, and what was changed there. The texts themselves are changed on the page. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ContentDraft } from '#domain/admin/admin.ts'
import { nameWordedPage, pathOfWordedPage, wordedPages } from '#domain/company/page-texts.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { contentRowsQuery } from './content-rows.ts'
import type { ContentRow, ContentTable } from './content-table.ts'

interface PageTextsListProps {
  table: ContentTable
  draft: ContentDraft | null
}

export function PageTextsList({ table, draft }: PageTextsListProps) {
  const rows = useQuery(contentRowsQuery(table))
  return (
    <QueryState query={rows} errorText="The texts could not be loaded.">
      {(result) => (
        <ul className="ruled pt-4" aria-label="Pages with texts">
          {wordedPages.map((page) => (
            <li key={page} className="flex items-center gap-x-3">
              <span className="me-auto wrap-anywhere">
                <strong className="font-medium">{nameWordedPage(page)}</strong>{' '}
                <span className="text-stone">{describePage(page, result)}</span>{' '}
                {isDrafted(page, draft) && <span className="status status-pending">In the draft</span>}
              </span>
              <Link
                className="flex-none"
                to={`${pathOfWordedPage(page)}#edit-texts`}
                aria-label={`Edit the texts of ${pathOfWordedPage(page)}`}
              >
                Edit this page
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}

function describePage(page: string, rows: readonly ContentRow[]): string {
  const changed = rows.filter((row) => row.page === page).length
  if (changed === 0) return 'the original texts'
  return `${changed} ${changed === 1 ? 'text' : 'texts'} changed`
}

const isDrafted = (page: string, draft: ContentDraft | null) =>
  draft?.changes.some(({ table, key }) => table === 'page_texts' && key?.page === page) ?? false
