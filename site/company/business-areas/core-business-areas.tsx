/** "Core Business Areas": the ring on large screens, icons on small ones, and a card for each area. */
import { Link } from 'react-router'
import { TickList } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { AreaRing } from './area-ring.tsx'
import { type AreaWords, type BusinessArea, businessAreas } from './areas.ts'

interface CoreBusinessAreasProps {
  eyebrow: string
  title: string
  lead: string
  cards: AreaWords
}

export function CoreBusinessAreas({ eyebrow, title, lead, cards }: CoreBusinessAreasProps) {
  return (
    <section className="section" id="core-business-areas">
      <div className="wrap">
        <div className="split areas-head">
          <div className="section-head">
            <p className="eyebrow">{eyebrow}</p>
            <h2>{title}</h2>
            <p className="lead">{lead}</p>
          </div>
          <AreaRing cards={cards} />
        </div>
        <AreaIcons cards={cards} />
        <div className="areas">
          {businessAreas.map((area, index) => (
            <AreaCard key={area.id} area={area} words={cards[area.id]} isFarDown={index > 2} />
          ))}
        </div>
      </div>
    </section>
  )
}

function AreaIcons({ cards }: { cards: AreaWords }) {
  return (
    <ul className="area-icons">
      {businessAreas.map(({ id, icon, to }) => (
        <li key={id}>
          <Link to={to}>
            <Icon name={icon} />
            {cards[id].title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface AreaCardProps {
  area: BusinessArea
  words: AreaWords[BusinessArea['id']]
  isFarDown: boolean
}

function AreaCard({ area: { icon, Picture, to }, words: { title, text, lines }, isFarDown }: AreaCardProps) {
  return (
    <article className="area">
      {isFarDown ? <LazyPicture {...Picture.file} /> : <Picture />}
      <div className="area-body">
        <h3>
          <Icon name={icon} />
          {title}
        </h3>
        <p>{text}</p>
        <h4>Our Portfolio:</h4>
        <TickList lines={lines} />
        <ButtonLink to={to} variant="outline" size="sm" aria-label={`Learn More about ${title}`}>
          Learn More
        </ButtonLink>
      </div>
    </article>
  )
}

/** A file that is fetched when a visitor comes near: 0.3 kB less of the page. */
function LazyPicture({ url, label }: { url: string; label: string }) {
  return <img className="scene" src={url} alt={label} width={480} height={360} loading="lazy" />
}
