/** Above the order form: the templates that it can begin with. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orderAgainWords } from '#domain/market/order-again-words.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { deleteOrderTemplate, orderTemplatesQuery } from './order-templates.ts'

const words = orderAgainWords.template

export function TemplateList({ userId }: { userId: string }) {
  const client = useQueryClient()
  const query = orderTemplatesQuery(userId)
  const { data = [], isError, refetch } = useQuery(query)
  if (isError && data.length === 0)
    return <RetryNotice onRetry={() => void refetch()}>{words.failed}</RetryNotice>
  if (data.length === 0) return null
  return (
    <section aria-labelledby="templates-title" className="grid grid-cols-1 gap-3">
      <h2 id="templates-title" className="text-xl">
        {words.listTitle}
      </h2>
      <ul className="border-t border-ink">
        {data.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <ButtonLink
              to={`${paths.order}?template=${id}`}
              size="sm"
              variant="outline"
              aria-label={words.describeUse(name)}
            >
              {words.useLabel}
            </ButtonLink>
            <ConfirmButton
              label={words.deleteLabel}
              ariaLabel={words.describeDelete(name)}
              variant="outline"
              size="sm"
              title={words.deleteTitle(name)}
              confirmLabel={words.deleteLabel}
              busyLabel={words.deletingLabel}
              run={() => deleteOrderTemplate(id)}
              onDone={() => void client.invalidateQueries(query)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
