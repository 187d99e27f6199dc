/** Beside the start page: what each of the two buyer forms requires. */
import { buyerKinds, buyerStartWords } from '#domain/registrations/buyer-start.ts'

export function WhatToHaveReady() {
  return (
    <aside aria-labelledby="ready-title" className="grid content-start gap-6">
      <h2 id="ready-title" className="text-xl">
        {buyerStartWords.haveReady}
      </h2>
      {Object.values(buyerKinds).map(({ title, text, ready }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className="text-sm text-stone">{text}</p>
          <ul className="mt-2 border-t border-ink">
            {ready.map((need) => (
              <li key={need} className="border-b border-line py-2">
                {need}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  )
}
