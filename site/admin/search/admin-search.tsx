/** The search over everything, in the bar above each page of the admin area: by click, or by Ctrl+K from anywhere. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AdminHelp } from '#site/admin/records/loaded-dialogs.ts'
import { Icon } from '#site/ui/icons.tsx'
import { Modal } from '#site/ui/modal.tsx'
import { useRememberedRecords } from './recent-records.ts'

const loadPalette = () => import('./command-palette.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))

/** What was typed while the palette was on its way. */
export interface Begun {
  text: string
  isEntered: boolean
}

export function AdminSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  const begun = useRef<Begun>({ text: '', isEntered: false })
  useRememberedRecords()

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  function close() {
    begun.current = { text: '', isEntered: false }
    setIsOpen(false)
  }

  return (
    <>
      <button
        type="button"
        className="search-opener"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        <span>
          <span className="sr-only">Find: </span>
          Name, phone, code, amount, bank reference
        </span>
        <kbd>Ctrl K</kbd>
      </button>
      <Modal open={isOpen} onClose={close} closesBeside className="palette" aria-label="Find anything">
        {isOpen && (
          <Suspense fallback={<ComingPalette begun={begun.current} />}>
            <Palette
              begun={begun.current}
              onClose={close}
              onKeys={() => {
                close()
                setAreKeysOpen(true)
              }}
            />
          </Suspense>
        )}
      </Modal>
      <AdminHelp decisions={undefined} isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />
    </>
  )
}

/** Stands there at once, so that what is typed reaches it, and no key decides about a record behind it. */
function ComingPalette({ begun }: { begun: Begun }) {
  return (
    <div className="palette-head">
      <Icon name="search" />
      <input
        data-focus=""
        type="text"
        aria-label="Name, phone, code, amount, bank reference, or a place"
        autoComplete="off"
        maxLength={100}
        onChange={({ target }) => {
          begun.text = target.value
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') begun.isEntered = true
        }}
      />
    </div>
  )
}
