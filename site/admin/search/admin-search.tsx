/** The search over everything, in the bar above each page of the admin area: by click, or by Ctrl+K from anywhere. */
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AdminHelp } from '#site/admin/records/loaded-dialogs.ts'
import { WaitingPart } from '#site/registrations/records/waiting-part.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Modal } from '#site/ui/modal.tsx'
import type { Begun } from './command-palette.tsx'
import { useRememberedRecords } from './recent-records.ts'

const loadPalette = async () => (await import('./command-palette.tsx')).Palette
/** Where it does not come, what says so is in its place, until it is fetched again. */
const askForPalette = () =>
  lazy<ComponentType<ShownPaletteProps>>(async () => ({
    default: await loadPalette().catch(() => LostPalette),
  }))
let Palette = askForPalette()
/** Before it is wanted; without a line it is loaded, or fetched again, once it is. */
const fetchPalette = () => void loadPalette().catch(() => {})

export function AdminSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  const begun = useRef<Begun>({ text: '', isEntered: false })
  const [, setAttempt] = useState(0)
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
        onPointerEnter={fetchPalette}
        onFocus={fetchPalette}
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
          <Suspense fallback={<ComingPalette begun={begun.current} onClose={close} />}>
            <Palette
              begun={begun.current}
              onClose={close}
              onKeys={() => {
                close()
                setAreKeysOpen(true)
              }}
              onRetry={() => {
                Palette = askForPalette()
                setAttempt((count) => count + 1)
              }}
            />
          </Suspense>
        )}
      </Modal>
      <AdminHelp decisions={undefined} isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />
    </>
  )
}

interface ShownPaletteProps {
  begun: Begun
  onClose: () => void
  onKeys: () => void
  onRetry: () => void
}

function LostPalette({ begun, onClose, onRetry }: ShownPaletteProps) {
  return <ComingPalette begun={begun} onClose={onClose} retry={onRetry} />
}

interface ComingPaletteProps {
  begun: Begun
  /** Once it could not be loaded. */
  retry?: () => void
  onClose: () => void
}

/** Stands there at once, so that what is typed reaches it, and no key decides about a record behind it. */
function ComingPalette({ begun, retry, onClose }: ComingPaletteProps) {
  return (
    <>
      <div className="palette-head">
        <Icon name="search" />
        <input
          data-focus=""
          type="text"
          defaultValue={begun.text}
          aria-label="Name, phone, code, amount, bank reference, or a place of the desk"
          autoComplete="off"
          maxLength={100}
          onChange={({ target }) => {
            begun.text = target.value
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') begun.isEntered = true
          }}
        />
        <button type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {retry && (
        <div className="palette-state">
          <WaitingPart retry={retry} />
        </div>
      )}
    </>
  )
}
