/** The open positions, grouped by department; every card leads to its own application. */
import { levelFilter } from '#domain/company/careers.ts'
import type { CareerCategory, CareerPosition } from '#domain/company/content.ts'
import { careerPath } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { Fold } from '#site/ui/fold.tsx'
import { Icon, readIconName } from '#site/ui/icons.tsx'

export function Departments({ categories }: { categories: readonly CareerCategory[] }) {
  return (
    <div className="departments">
      {categories.some(({ positions }) => positions.length > 0) && (
        <>
          <fieldset className="level-filter no-print">
            <legend className="sr-only">{levelFilter.label}</legend>
            {levelFilter.options.map((level) => (
              <label key={level} className="tag">
                <input type="radio" name="level" value={level} defaultChecked={level === levelFilter.all} />
                {level}
              </label>
            ))}
          </fieldset>
          <nav aria-label="Departments" className="no-print">
            <ul className="tags">
              {categories.map(({ id, title }) => (
                <li key={id}>
                  <a className="tag department-link" href={`#${id}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </>
      )}
      {categories.map((category) => (
        <section
          key={category.id}
          id={category.id}
          className="department"
          aria-labelledby={`${category.id}-title`}
        >
          {category.positions.length === 0 ? (
            <DepartmentHead category={category} />
          ) : (
            <Fold isOpenOnDesktop summary={<DepartmentHead category={category} />}>
              <ul className="positions">
                {category.positions.map((position) => (
                  <li key={position.id} className="position" data-level={position.level}>
                    <PositionCard position={position} />
                  </li>
                ))}
              </ul>
            </Fold>
          )}
        </section>
      ))}
    </div>
  )
}

function DepartmentHead({ category }: { category: CareerCategory }) {
  const { id, title, icon, colour, backgroundColour, positions } = category
  return (
    <div className={cx('department-head', `ink-${colour}`, `ground-${backgroundColour}`)}>
      <Icon name={readIconName(icon, 'careers')} />
      <h3 id={`${id}-title`}>{title}</h3>
      <p>{countPositions(positions.length)}</p>
    </div>
  )
}

function countPositions(count: number): string {
  if (count === 0) return 'No open position just now'
  return count === 1 ? '1 open position' : `${count} open positions`
}

function PositionCard({ position }: { position: CareerPosition }) {
  return (
    <>
      <h4>{position.title}</h4>
      <PositionFacts position={position} />
      <p>{position.description}</p>
      <ButtonLink to={careerPath(position.id)} size="sm" aria-label={`Apply Now for ${position.title}`}>
        Apply Now
      </ButtonLink>
    </>
  )
}

export function PositionFacts({ position: { level, location, type, isDemo } }: { position: CareerPosition }) {
  return (
    <ul className="tags">
      <li className="tag">{level}</li>
      <li className="tag">
        <Icon name="pin" />
        {location}
      </li>
      <li className="tag">
        <Icon name="clock" />
        {type}
      </li>
      {isDemo && <li className="tag tag-demo">Demo</li>}
    </ul>
  )
}
