/** While a claim of a part waits: the account, for what is due now beside it. */
import { useQuery } from '@tanstack/react-query'
import { sayRestOfClaim } from '#domain/market/released-words.ts'
import { formatMoney } from '#domain/money.ts'
import { Panel } from '#site/ui/panel.tsx'
import { BankDetails } from './bank-details.tsx'
import { type OrderClient, readAgainMs } from './order-client.ts'

export default function RestToPay({ orderClient, restKobo }: { orderClient: OrderClient; restKobo: number }) {
  const { data: details } = useQuery({
    queryKey: [...orderClient.key, 'rest', restKobo],
    queryFn: orderClient.readPaymentDetails,
    refetchInterval: readAgainMs,
  })
  if (!details?.ok) return null
  const words = sayRestOfClaim(formatMoney(restKobo, details.currency))
  return (
    <Panel title="Pay the rest">
      <p>{words}</p>
      <BankDetails
        // What is still to come in all has the claimed part in it.
        details={{ ...details, dueKobo: restKobo }}
        dueNow={{ isEarly: false, amountKobo: restKobo, words: 'Amount', sentence: words }}
      />
    </Panel>
  )
}
