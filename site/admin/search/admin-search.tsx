/** The search over everything, in the bar above each page of the admin area: by click, or by Ctrl+K from anywhere. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '#site/ui/icons.tsx'
import { useRememberedRecords } from './recent-records.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazy(() => loadPalette().then((module) => ({ default: module.CommandPalette })))

export function AdminSearch() {
  const [isOpen, setIsOpen] = useState(false)
  /** Loaded with the first use; closed it stays, with its answers. */
  const [isUsed, setIsUsed] = useState(false)
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
      setIsUsed(true)
      setIsOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <button
        type="button"
        className="search-opener"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => {
          setIsUsed(true)
          setIsOpen(true)
        }}
      >
        <Icon name="search" />
        <span>
          <span className="sr-only">Find: </span>
          Name, phone, code, amount, bank reference
        </span>
        <kbd>Ctrl K</kbd>
      </button>
      {isUsed && (
        <Suspense>
          <CommandPalette isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
