/** The ring of large screens: five areas 72° apart from the top, 180 px around the logo (see `.area-ring` in home.css). */
import { Link } from 'react-router'
import { useCompany } from '#site/page-company.ts'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { Logo } from '#site/ui/logo.tsx'
import { type AreaWords, businessAreas } from './areas.ts'

export function AreaRing({ cards }: { cards: AreaWords }) {
  const { logo } = useCompany()
  return (
    <nav className="area-ring" aria-label="Business areas around the company">
      <svg viewBox="0 0 520 520" className="ring-ground" fill="none" stroke="#d9d0bb" aria-hidden="true">
        <circle cx="260" cy="260" r="250" />
        <circle cx="260" cy="260" r="180" strokeWidth="12" strokeDasharray="2 8" stroke="#e0a526" />
        <circle cx="260" cy="260" r="96" />
        <path d="M260 166l94 94-94 94-94-94zM260 120l140 140-140 140-140-140z" />
      </svg>
      <span className="ring-centre">
        <Logo src={logo} />
      </span>
      <ul>
        {businessAreas.map(({ id, icon, to }, index) => (
          <li key={id}>
            <Link to={to} className={cx('ring-node', `ring-${index + 1}`)}>
              <Icon name={icon} />
              {cards[id].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
