/** "Which door is yours?": the ways in by who one is, right under the hero. */
import { Link } from 'react-router'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'

const doors = [
  {
    icon: 'agriculture',
    who: 'I farm',
    what: 'Register your farm. It is free.',
    to: paths.farmerRegistration,
  },
  {
    icon: 'poultry',
    who: 'I want training',
    what: 'Learn to keep poultry that pays.',
    to: paths.poultryTraining,
  },
  { icon: 'marketplace', who: 'I buy', what: 'By the bag, or in bulk by contract.', to: paths.marketplace },
  {
    icon: 'investor',
    who: 'I invest',
    what: 'Three ways, and what each asks.',
    to: paths.investorForm,
  },
  { icon: 'careers', who: 'I look for work', what: 'Open positions, and how to apply.', to: paths.careers },
  {
    icon: 'franchise',
    who: 'I want to partner',
    what: 'Franchise or representation.',
    to: paths.franchisePartnership,
  },
] as const

export function Doors() {
  return (
    <section id="doors" className="doors" aria-labelledby="doors-title">
      <div className="wrap">
        <h2 id="doors-title">Which door is yours?</h2>
        <ul>
          {doors.map(({ icon, who, what, to }) => (
            <li key={who}>
              <Link to={to}>
                <Icon name={icon} />
                <span>
                  <strong>{who}</strong>
                  <span className="door-what">{what}</span>
                </span>
                <Icon name="right" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
