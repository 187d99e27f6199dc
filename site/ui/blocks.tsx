/** Blocks that content pages are laid out with: figures, cells of lists, a closing call. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '#site/ui/cx.ts'
import { Icon, type IconName } from '#site/ui/icons.tsx'

export interface Figure {
  value: string
  label: string
  /** Where it comes from and of which day, when that is known. */
  note?: string
}

/** Large numbers, each with what it counts; a note that holds for all of them is said once. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const first = figures[0]?.note
  const isShared = figures.length > 1 && figures.every(({ note }) => note === first)
  return (
    <>
      <dl className="figures">
        {figures.map(({ value, label, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {note && !isShared && <dd className="figure-note">{note}</dd>}
          </div>
        ))}
      </dl>
      {isShared && first && <p className="figure-note">{first}</p>}
    </>
  )
}

export interface ListCell {
  icon: IconName
  title: string
  text?: string
  lines?: readonly string[]
}

/** Ruled boxes, each with a short list. */
export function ListCells({ cells }: { cells: readonly ListCell[] }) {
  return (
    <div className="cells">
      {cells.map(({ icon, title, text, lines }) => (
        <article key={title} className="cell">
          <Icon name={icon} />
          <h3>{title}</h3>
          {text && <p>{text}</p>}
          {lines && <TickList lines={lines} />}
        </article>
      ))}
    </div>
  )
}

export interface LinkCell {
  icon: IconName
  title: string
  text: string
  to: string
  /** What the person gets by going there. */
  action: string
}

/** Ruled boxes that are ways in: the whole box is the link. */
export function LinkCells({ cells }: { cells: readonly LinkCell[] }) {
  return (
    <div className="cells">
      {cells.map(({ icon, title, text, to, action }) => (
        <Link key={to} to={to} className="cell">
          <Icon name={icon} />
          <h3>{title}</h3>
          <p>{text}</p>
          <span className="go">
            {`${action} `}
            <Icon name="right" />
          </span>
        </Link>
      ))}
    </div>
  )
}

/** `wide` lets the list run in columns where there is room. */
export function TickList({ lines, wide = false }: { lines: readonly string[]; wide?: boolean }) {
  return (
    <ul className={cx('ticks', wide && 'ticks-wide')}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The closing call of a page. */
export function Callout({ title, text, actions }: { title: string; text: ReactNode; actions: ReactNode }) {
  return (
    <div className="callout">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="actions">{actions}</div>
    </div>
  )
}
