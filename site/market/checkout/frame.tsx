/** What the steps of the checkout share: their frame, and the way back to the cart. */
import type { ReactNode } from 'react'
import { checkoutWords as words } from '#domain/market/checkout-questions.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'

export function Frame({ children }: { children: ReactNode }) {
  return <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">{children}</div>
}

export function BackToCart() {
  return (
    <div>
      <ButtonLink to={paths.cart} variant="outline" size="sm">
        {words.backToCart}
      </ButtonLink>
    </div>
  )
}
