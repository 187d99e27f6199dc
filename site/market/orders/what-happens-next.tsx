/** Beside the form: the promises and what each one means, as a ledger. */
import { promises } from '#domain/limits.ts'

const steps = [
  { when: 'At once', what: 'You get an order code on the screen and by e-mail.' },
  { when: `Within ${promises.orderFirstContactHours} hours`, what: 'We call the number you give us.' },
  { when: `Within ${promises.orderConfirmationHours} hours`, what: 'You have our written answer.' },
  { when: 'Any time', what: 'Your account shows where the order stands.' },
]

export function WhatHappensNext() {
  return (
    <aside aria-labelledby="next-title" className="grid content-start gap-4 lg:pt-2">
      <h2 id="next-title" className="text-xl">
        What happens next
      </h2>
      <ol className="border-t border-ink">
        {steps.map(({ when, what }) => (
          <li key={when} className="border-b border-line py-4">
            <p className="eyebrow">{when}</p>
            <p className="mt-1">{what}</p>
          </li>
        ))}
      </ol>
      <p className="text-sm text-stone">
        An order form is a request, not a sale: prices and dates are agreed with you before anything is due.
      </p>
    </aside>
  )
}
