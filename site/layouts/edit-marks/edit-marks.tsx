/**
 * "Edit" at each block of a public page, for staff who may edit content: a layer over the page, which stays as it is.
 * Fetched only once the user is known to be staff; its looks are written here, so that no stylesheet of a page carries them.
 */
import { type ComponentType, type CSSProperties, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#site/paths.ts'
import { listEditableRows } from './content-of-page.ts'
import { buttonSelector, type EditableRow, findBlocks } from './find-blocks.ts'

interface Mark {
  id: string
  to: string
  name: string
  top: number
  /** From the right edge of the page. */
  right: number
}

const style: CSSProperties = {
  position: 'absolute',
  zIndex: 15,
  padding: '0.1rem 0.5rem',
  minHeight: '1.5rem',
  border: '1px solid currentcolor',
  borderRadius: '3px',
  background: '#fffefb',
  color: '#27386b',
  fontSize: '0.8rem',
  lineHeight: '1.3rem',
  textDecoration: 'none',
}

export function EditMarks() {
  const { pathname } = useLocation()
  const [rows, setRows] = useState<{ of: string; rows: readonly EditableRow[] } | null>(null)
  const [marks, setMarks] = useState<readonly Mark[]>([])

  useEffect(() => {
    let isWanted = true
    listEditableRows(pathname.slice(1) || 'home')
      .then((placedBlocks) => isWanted && setRows(placedBlocks && { of: pathname, rows: placedBlocks }))
      .catch((error: unknown) => console.error('What can be edited here could not be loaded', error))
    return () => {
      isWanted = false
    }
  }, [pathname])

  const shown = rows?.of === pathname ? rows.rows : null
  useEffect(() => {
    if (!shown) return setMarks([])
    let frame = 0
    const place = () => setMarks(listMarks(pathname, shown))
    // What folds, loads or wraps again moves what is below it.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    })
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [pathname, shown])

  return (
    <>
      {marks.length > 0 && (
        <nav aria-label="Edit this page" className="edit-marks no-print">
          {marks.map(({ id, to, name, top, right }) => (
            <Link key={id} to={to} aria-label={`Edit: ${name}`} style={{ ...style, top, right }}>
              Edit
            </Link>
          ))}
        </nav>
      )}
      {shown && <LateEditTexts pathname={pathname} />}
    </>
  )
}

/** With the texts of all pages: fetched on a page that may have some. */
function LateEditTexts({ pathname }: { pathname: string }) {
  const [Texts, setTexts] = useState<ComponentType<{ pathname: string }> | null>(null)
  useEffect(() => {
    import('./edit-texts.tsx')
      .then((module) => setTexts(() => module.EditTexts))
      .catch((error: unknown) => console.error('The texts could not be loaded for editing', error))
  }, [])
  return Texts && <Texts pathname={pathname} />
}

function listMarks(pathname: string, rows: readonly EditableRow[]): Mark[] {
  const main = document.getElementById('main')
  if (!main) return []
  const toEditor = (of: string, row?: string) =>
    `${paths.adminContent}?${new URLSearchParams({ of, ...(row && { row }), back: pathname })}`
  const placedBlocks = findBlocks(main, rows).map(({ row, element }) => ({
    id: `${row.table} ${row.key}`,
    to: toEditor(row.table, row.key),
    name: row.text,
    element,
  }))
  const legal = pathname === paths.terms || pathname === paths.privacy
  const heading = main.querySelector('h1')
  const footer = document.querySelector('.site-foot')
  return [
    ...placedBlocks,
    ...(legal && heading
      ? [{ id: 'legal', to: toEditor('legal'), name: 'this text', element: heading }]
      : []),
    ...(footer
      ? [{ id: 'facts', to: toEditor('company_facts'), name: 'facts of the company', element: footer }]
      : []),
  ].flatMap(({ element, ...mark }) => {
    const box = element.getBoundingClientRect()
    if (box.width === 0) return []
    return {
      ...mark,
      // Above a button, which it would hide.
      top: Math.round(box.top + window.scrollY) + (element.matches(buttonSelector) ? -26 : 4),
      right: Math.max(4, Math.round(document.documentElement.clientWidth - box.right) + 4),
    }
  })
}
