/** "Which door is yours?": the ways in by who one is, right under the hero. */
import { Link } from 'react-router'
import type { homeWords } from '#domain/company/page-words/home.ts'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'

const doors = [
  { id: 'farm', icon: 'agriculture', to: paths.farmerRegistration },
  { id: 'training', icon: 'poultry', to: paths.poultryTraining },
  { id: 'buy', icon: 'marketplace', to: paths.marketplace },
  { id: 'invest', icon: 'investor', to: paths.investorForm },
  { id: 'work', icon: 'careers', to: paths.careers },
  { id: 'partner', icon: 'franchise', to: paths.franchisePartnership },
] as const

interface DoorsProps {
  title: string
  cells: Record<keyof typeof homeWords.doors.cells, { title: string; text: string }>
}

export function Doors({ title, cells }: DoorsProps) {
  return (
    <section id="doors" className="doors" aria-labelledby="doors-title">
      <div className="wrap">
        <h2 id="doors-title">{title}</h2>
        <ul>
          {doors.map(({ id, icon, to }) => (
            <li key={id}>
              <Link to={to}>
                <Icon name={icon} />
                <span>
                  <strong>{cells[id].title}</strong>
                  <span className="door-what">{cells[id].text}</span>
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
