/**
 * Sections out of what staff have entered or records say: courses, seasons, projects, stories, photographs, facts. The server
 * draws them; a browser does so only on the way from another page of the open site (page-blocks.tsx).
 */
import { Figures } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { Section } from '#site/ui/page.tsx'
import type { PageBlock, Picture, Season, Term } from './page-block-types.ts'

export default function DrawnBlocks({ blocks }: { blocks: readonly PageBlock[] }) {
  return blocks.map((block) => <Block key={block.id} {...block} />)
}

function Block({
  id,
  eyebrow,
  title,
  lead,
  isDemo,
  map,
  calendar,
  empty,
  note,
  action,
  ...lists
}: PageBlock) {
  const { paragraphs = [], figures, entries, ledgers, steps, pictures = [] } = lists
  return (
    <Section id={id} eyebrow={eyebrow} title={title} lead={lead} className="block">
      {isDemo && <Demo />}
      {map && (
        <svg viewBox="-1 -1 482 390" className="states" role="img" aria-label={map.label}>
          {map.outlines.map(({ state, outline, isReached }) => (
            <path key={state} d={outline} className={cx(isReached && 'reached')} />
          ))}
        </svg>
      )}
      <Paragraphs texts={paragraphs} />
      {figures && <Figures figures={figures} />}
      {entries && (
        <ul className="entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <p className="entry-mark">{entry.mark}</p>
              <div>
                {entry.isDemo && <Demo />}
                <h3>{entry.title}</h3>
                <Paragraphs texts={entry.paragraphs} />
                {entry.picture && <PictureOf {...entry.picture} />}
              </div>
              <Terms terms={entry.terms} />
            </li>
          ))}
        </ul>
      )}
      {ledgers && (
        <div className="ledgers">
          {ledgers.map(({ heading, terms }) => (
            <div key={heading}>
              {heading && <h3>{heading}</h3>}
              <Terms terms={terms} />
            </div>
          ))}
        </div>
      )}
      {calendar && <Calendar seasons={calendar} />}
      {steps && (
        <ol className="steps">
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      )}
      {pictures.length > 0 && (
        <div className="pictures">
          {pictures.map((picture) => (
            <PictureOf key={picture.src} {...picture} />
          ))}
        </div>
      )}
      {empty && <p>{empty}</p>}
      {note && <p className="figure-note">{note}</p>}
      {action && (
        <p className="actions">
          <ButtonLink to={action.to} variant="outline">
            {action.label}
          </ButtonLink>
        </p>
      )}
    </Section>
  )
}

function Demo() {
  return (
    <p>
      <span className="tag tag-demo">Demo</span>
    </p>
  )
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>)
}

function Terms({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className="facts">
      {terms.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note && <dd className="figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

function PictureOf({ src, alt, caption }: Picture) {
  return (
    <figure>
      <img src={src} alt={alt} loading="lazy" width="640" height="480" />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

const monthLetters = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D']

/** A table that folds on phones; its roles are said again, since a folded table loses them. */
function Calendar({ seasons }: { seasons: readonly Season[] }) {
  const isBoth = seasons.some(({ months }) => months.includes('b'))
  return (
    <>
      {/* Explains the coloured months, which are for the eye alone: the words stand in the table. */}
      <ul className="months-key" aria-hidden="true">
        <li className="month-p">Planting</li>
        <li className="month-h">Harvest</li>
        {isBoth && <li className="month-b">Both</li>}
      </ul>
      <table role="table" className="calendar">
        <thead role="rowgroup">
          <tr role="row">
            {['Crop', 'States', 'Planting', 'Harvest'].map((head) => (
              <th key={head} role="columnheader" scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {seasons.map(({ id, crop, states, planting, harvest, months, note, isDemo, source }) => (
            <tr key={id} role="row">
              <th role="rowheader" scope="row">
                {crop}
                {isDemo && <span className="tag tag-demo ms-2">Demo</span>}
                <span className="months" aria-hidden="true">
                  {[...months].map((kind, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: twelve months, always in this order
                    <span key={index} className={cx(kind !== ' ' && `month-${kind}`)}>
                      {monthLetters[index]}
                    </span>
                  ))}
                </span>
              </th>
              <td role="cell">
                {states}
                {note && <span className="figure-note">{note}</span>}
                {source && <span className="figure-note">Source: {source}</span>}
              </td>
              <td role="cell" data-label="Planting">
                {planting}
              </td>
              <td role="cell" data-label="Harvest">
                {harvest}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
