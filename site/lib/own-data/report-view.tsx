/** A report about a person as a page to read and to print; it is in no cache and on no disk of the device. */
import { useEffect, useId, useRef } from 'react'
import { type DataReport, dataReportTitle, type ReportPart, type ReportSection } from '#domain/data-report.ts'
import { groupThousands } from '#domain/numbers.ts'
import { Button } from '#site/ui/button.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { Notice } from '#site/ui/panel.tsx'

interface ReportViewProps {
  report: DataReport
  onClose: () => void
  /** The browser puts the page aside; when it brings it back, nothing of the report is shown any more. */
  onHide: () => void
}

export function ReportView({ report, onClose, onHide }: ReportViewProps) {
  const titleId = useId()
  const article = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // Styles alone open what is folded in new browsers only.
  useEffect(() => {
    let folded: HTMLDetailsElement[] = []
    const unfold = () => {
      folded = [...(article.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])]
      for (const one of folded) one.open = true
    }
    const fold = () => {
      for (const one of folded) one.open = false
    }
    window.addEventListener('beforeprint', unfold)
    window.addEventListener('afterprint', fold)
    return () => {
      window.removeEventListener('beforeprint', unfold)
      window.removeEventListener('afterprint', fold)
    }
  }, [])

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
    window.addEventListener('pagehide', onHide)
    return () => window.removeEventListener('pagehide', onHide)
  }, [])

  return (
    <article ref={article} className="data-report" aria-labelledby={titleId}>
      <h3 id={titleId} ref={heading} tabIndex={-1}>
        {dataReportTitle}
      </h3>
      {report.lead.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {report.withheld.map((words) => (
        <Notice key={words}>
          <p>{words}</p>
        </Notice>
      ))}
      <ReportActions onClose={onClose} />
      <div>
        {number(report.sections).map(([nr, section]) => (
          <Section key={nr} section={section} isOpen={nr === 0} />
        ))}
      </div>
      {report.nothing && <p>{report.nothing}</p>}
      <ReportActions onClose={onClose} />
    </article>
  )
}

function ReportActions({ onClose }: { onClose: () => void }) {
  return (
    <div className="no-print flex flex-wrap gap-3">
      <Button size="sm" variant="outline" onClick={() => window.print()}>
        Print it
      </Button>
      <Button size="sm" variant="outline" onClick={onClose}>
        Close it
      </Button>
    </div>
  )
}

/** Folded, since all of a few registrations is forty screens of a phone; on paper each is open. */
function Section({ section, isOpen }: { section: ReportSection; isOpen: boolean }) {
  const {
    title,
    since,
    storedFor,
    parts,
    entries = { none: 'Only counted', one: '1 entry', many: 'entries' },
  } = section
  const count = parts.reduce((sum, { facts, isCounted }) => sum + (isCounted ? 0 : facts.length), 0)
  return (
    <Fold
      isOpenAtFirst={isOpen}
      summary={
        <div className="grid gap-1">
          <h4>{title}</h4>
          <p className="num flex flex-wrap gap-x-4 text-sm text-stone">
            {since && <span>Since {since}</span>}
            <span>
              {count === 0
                ? entries.none
                : count === 1
                  ? entries.one
                  : `${groupThousands(String(count))} ${entries.many}`}
            </span>
          </p>
        </div>
      }
    >
      <p className="text-sm text-stone">Kept: {storedFor}</p>
      {number(parts).map(([nr, part]) => (
        <Part key={nr} part={part} />
      ))}
    </Fold>
  )
}

function Part({ part: { title, facts, photo } }: { part: ReportPart }) {
  return (
    <div className="data-report-part">
      {title && <h5>{title}</h5>}
      {photo && <img src={photo.image} alt={photo.words} />}
      <dl>
        {number(facts).map(([nr, { term, detail }]) => (
          <div key={nr}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** They never change their places, and several may say the same. */
function number<Item>(items: readonly Item[]): [nr: number, item: Item][] {
  return items.map((item, nr) => [nr, item])
}
