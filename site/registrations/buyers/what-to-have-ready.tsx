/** Beside the start page: what each of the two buyer forms requires. */

const kinds = [
  {
    title: 'Individual buyer',
    text: 'You buy for yourself, a shop or a restaurant.',
    needs: ['Your name, e-mail and phone', 'Where you are', 'What you buy, and how much on average'],
  },
  {
    title: 'Corporate buyer',
    text: 'You buy for a registered company, to process, distribute or export.',
    needs: [
      'The registration number',
      'A contact person and their title',
      'Yearly volume, products and markets',
    ],
  },
]

export function WhatToHaveReady() {
  return (
    <aside aria-labelledby="ready-title" className="grid content-start gap-6">
      <h2 id="ready-title" className="text-xl">
        Have ready
      </h2>
      {kinds.map(({ title, text, needs }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className="text-sm text-stone">{text}</p>
          <ul className="mt-2 border-t border-ink">
            {needs.map((need) => (
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
