/** Individual or corporate: the two buyer registrations and what each asks for. */
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'

const types = [
  {
    title: 'Individual buyer',
    text: 'You buy for yourself, a shop or a restaurant.',
    needs: ['Your name, e-mail and phone', 'Where you are', 'What you buy, and how much on average'],
    to: paths.buyerFormIndividual,
  },
  {
    title: 'Corporate buyer',
    text: 'You buy for a registered company, to process, distribute or export.',
    needs: [
      'The registration number',
      'A contact person and their title',
      'Yearly volume, products and markets',
    ],
    to: paths.buyerFormCorporate,
  },
]

export function BuyerTypes() {
  return (
    <ul className="grid gap-6 lg:grid-cols-2">
      {types.map(({ title, text, needs, to }) => (
        <li key={to} className="panel grid content-start gap-4 p-6 lg:p-8">
          <h2>{title}</h2>
          <p>{text}</p>
          <div>
            <p className="eyebrow">Have ready</p>
            <ul className="mt-2 border-t border-line">
              {needs.map((need) => (
                <li key={need} className="border-b border-line py-2">
                  {need}
                </li>
              ))}
            </ul>
          </div>
          <div className="mt-auto pt-2">
            <ButtonLink to={to}>Register as {title.toLowerCase()}</ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  )
}
