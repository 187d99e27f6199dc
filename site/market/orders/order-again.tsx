/** On the page of a bulk order: 'Order again', and the same saved as a template: as it was agreed, or else requested. */
import { useQueryClient } from '@tanstack/react-query'
import { orderAgainWords as words } from '#domain/market/order-again-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { knownRequestQuery } from './known-request.ts'
import { SaveTemplate } from './save-template.tsx'

export default function OrderAgain({ orderId, isAgreed }: { orderId: string; isAgreed: boolean }) {
  const { userId = '' } = useAuth()
  const client = useQueryClient()
  return (
    <Panel title={words.title}>
      <div className="grid gap-6">
        <div className="grid justify-items-start gap-4">
          <p>{words.text(isAgreed)}</p>
          <ButtonLink to={`${paths.order}?again=${orderId}`} variant="outline">
            {words.again}
          </ButtonLink>
        </div>
        <SaveTemplate
          userId={userId}
          readAnswers={async () =>
            (await client.fetchQuery(knownRequestQuery(userId, { again: orderId, template: null }))).answers
          }
        />
      </div>
    </Panel>
  )
}
