/** The sentence about prices, in the words of the specification; and what to do without scripts. */
import { OrderWithoutScripts } from '#site/market/order-without-scripts.tsx'
import { Notice } from '#site/ui/panel.tsx'

export function PriceDisclaimer() {
  return (
    <>
      <Notice>
        All prices indicated may fluctuate due to daily market conditions. Final prices will be confirmed upon
        order.
      </Notice>
      <noscript>{import.meta.env.SSR && <OrderWithoutScripts what="The cart" />}</noscript>
    </>
  )
}
