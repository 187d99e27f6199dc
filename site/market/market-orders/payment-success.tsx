/** 'Payment Successful!': what the buyer's word is worth until the money stands on the statement, and where to go on. */
import { type ReactNode, useEffect, useRef } from 'react'
import { orderLimits } from '#site/market/order-limits.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { ContactSupport } from './help-contact.tsx'

interface PaymentSuccessProps {
  code: string
  /** Alone on its page it is the page's heading. */
  level: 'h1' | 'h2'
  /** Shown again later, by a reload or by Back: where the payment stands by then, the order says. */
  isAgain?: boolean
  /** What the buyer should save: it stands before the ways on. */
  children?: ReactNode
}

export function PaymentSuccess({ code, level: Heading, isAgain = false, children }: PaymentSuccessProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { claimHoldHours: hours } = orderLimits
  return (
    <section className="grid max-w-read grid-cols-1 gap-5 border-t-4 border-leaf bg-leaf-tint p-6">
      <Heading ref={heading} tabIndex={-1} className="flex gap-2 text-3xl">
        {isAgain ? (
          'You told us that you have paid'
        ) : (
          <>
            <Icon name="check" className="mt-[0.15em] shrink-0 text-leaf" /> Payment Successful!
          </>
        )}
      </Heading>
      <p>
        Your order <strong className="code whitespace-nowrap">{code}</strong> has been placed
        {isAgain ? (
          '. Open it to see whether we have found your transfer.'
        ) : (
          <>
            , and you told us that you have paid. <strong>We will confirm against our bank statement.</strong>{' '}
            If we have not found it within {hours === 1 ? 'an hour' : `${hours} hours`}, we ask you.
          </>
        )}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.marketplace} variant={children ? 'outline' : 'primary'}>
          Continue Shopping
        </ButtonLink>
        <ContactSupport code={code} />
      </div>
    </section>
  )
}
