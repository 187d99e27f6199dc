/** The sentence about prices, in the words of the specification; and what to do without scripts. */
import { useCompany } from '#site/page-company.ts'
import { Notice } from '#site/ui/panel.tsx'

export function PriceDisclaimer() {
  const { phones } = useCompany()
  return (
    <>
      <Notice>
        All prices indicated may fluctuate due to daily market conditions. Final prices will be confirmed upon
        order.
      </Notice>
      <noscript>
        <p className="mt-4">
          The cart needs JavaScript.{' '}
          {phones[0]
            ? `Without it you can order by phone: ${phones[0]}.`
            : 'Without it you can order in bulk.'}
        </p>
      </noscript>
    </>
  )
}
