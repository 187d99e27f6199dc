/** The three ways to register as an investor, as rows of a ledger. */
import { Link } from 'react-router'
import { paths } from '#site/paths.ts'

const ways = [
  {
    title: 'Individual Investors',
    text: 'People who want to invest in agriculture, livestock, agritech or infrastructure.',
    to: paths.investorFormIndividual,
  },
  {
    title: 'Corporate Partners',
    text: 'Companies interested in partnership and corporate investment.',
    to: paths.investorFormCorporate,
  },
  {
    title: 'Crypto Investors',
    text: 'Investors using SIDRA cryptocurrency assets.',
    to: paths.investorFormCrypto,
  },
]

export function InvestorCards() {
  return (
    <ul className="grid gap-px border border-line bg-line lg:grid-cols-3">
      {ways.map(({ title, text, to }, index) => (
        <li key={to} className="bg-sheet">
          <Link
            to={to}
            className="group grid h-full content-start gap-3 px-6 py-8 text-ink no-underline hover:bg-sand focus-visible:outline-offset-[-3px]"
          >
            <span className="num font-serif text-3xl font-semibold text-leaf" aria-hidden="true">
              {index + 1}
            </span>
            <h2 className="text-xl group-hover:underline">{title}</h2>
            <p className="text-stone">{text}</p>
            <span className="mt-auto font-semibold text-indigo">Open the form</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
