/** Previous and next page as links, so that the page lives in the address. */
import { formatCount } from '#domain/numbers.ts'
import { ButtonLink } from '#site/ui/button.tsx'

interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  total?: number
  hrefFor: (page: number) => string
  label?: string
}

export function Pagination({ page, pageCount, total, hrefFor, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 ? (
        <ButtonLink to={hrefFor(page - 1)} variant="outline" size="sm" rel="prev">
          Previous
        </ButtonLink>
      ) : (
        <span className="btn btn-sm" aria-hidden="true" />
      )}
      <p className="num text-sm text-stone" aria-live="polite">
        Page {page} of {pageCount}
        {total !== undefined && ` · ${formatCount(total)} in all`}
      </p>
      {page < pageCount ? (
        <ButtonLink to={hrefFor(page + 1)} variant="outline" size="sm" rel="next">
          Next
        </ButtonLink>
      ) : (
        <span className="btn btn-sm" aria-hidden="true" />
      )}
    </nav>
  )
}
