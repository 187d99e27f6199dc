/** A quote further below the list price than a role may quote: the buyer hears of it when a second person has approved it. */
import { useQuery } from '@tanstack/react-query'
import type { Json } from '#domain/database.generated.ts'
import type { OrderQuote } from '#domain/market/order.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin, rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import type { AppClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { BelowListSentences } from './below-list-sentences.tsx'

/** Answers what became of it: open, waiting, or unchanged where it is one of `shown`, of which the buyer was notified before. */
export async function sendQuote(client: AppClient, orderId: string, quote: Json, shown: readonly string[]) {
  const quoted = await client.rpc('quote_order', { order_id: orderId, quote })
  if (quoted.error) return quoted
  const { data } = await client.from('quotes').select('status').eq('id', quoted.data).maybeSingle()
  const isRepeat = data?.status === 'open' && shown.includes(quoted.data)
  return { data: isRepeat ? 'unchanged' : (data?.status ?? null), error: null }
}

export function describeQuoted(outcome: unknown) {
  if (outcome === 'unchanged') return { title: 'This quote was sent before', text: 'Nothing has changed.' }
  if (outcome === 'waiting')
    return {
      title: 'The quote waits for a second person',
      text: 'It has no list price, or is below it by more than your role may quote alone. The buyer has not been told.',
    }
  return { title: 'Quote sent', text: 'The buyer has been told.' }
}

export function WaitingQuote({ quote: { id: quoteId } }: { quote: Pick<OrderQuote, 'id'> }) {
  const { can } = usePermissions()
  const { data: why } = useQuery({
    queryKey: ['orders', 'waiting-quote', quoteId, 'why'],
    queryFn: () => callAdmin<string[]>('why_quote_waits', { quote_id: quoteId }),
    enabled: can('orders.decide'),
  })
  const { data: obstacle, isError } = useQuery({
    queryKey: ['orders', 'waiting-quote', quoteId],
    queryFn: () => callAdmin<string | null>('waiting_quote_obstacle', { quote_id: quoteId }),
    enabled: can('orders.decide'),
  })
  const tables = ['orders', 'admin_notices']
  const approving = useAction({
    tables,
    done: { title: 'Quote approved', text: 'The buyer has been told.' },
  })
  const refusing = useAction({
    tables,
    done: { title: 'Quote dropped', text: 'The buyer does not hear of it.' },
  })
  const decide = (action: typeof approving, isApproved: boolean) =>
    action.run((client) =>
      rpcAdmin(client, 'decide_waiting_quote', { quote_id: quoteId, is_approved: isApproved }),
    )
  return (
    <Notice>
      <div className="grid gap-2">
        <div className="grid gap-2" data-step="waiting-quote" tabIndex={-1}>
          {why && <BelowListSentences sentences={why} />}
          <p>
            Its author may not quote that alone. Somebody else, whose role may quote that price, approves it,
            and the buyer hears of it then.
          </p>
        </div>
        {obstacle && <p>{obstacle}</p>}
        <Refusal action={approving} />
        <Refusal action={refusing} />
        {can('orders.decide') && (
          <div className="flex flex-wrap gap-3">
            {/* Without an answer the decision itself says what stands against it. */}
            {(obstacle === null || (isError && obstacle === undefined)) && (
              <Button
                size="sm"
                busy={approving.isBusy}
                busyLabel="Approving..."
                onClick={() => decide(approving, true)}
              >
                Approve and send it
              </Button>
            )}
            <Button
              size="sm"
              variant="outline"
              busy={refusing.isBusy}
              busyLabel="Dropping..."
              onClick={() => decide(refusing, false)}
            >
              Drop it
            </Button>
          </div>
        )}
      </div>
    </Notice>
  )
}
