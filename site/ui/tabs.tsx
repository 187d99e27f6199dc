/** Tabs by the ARIA pattern: one stop for Tab, arrow keys move and choose, a visited panel stays mounted. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface TabItem {
  id: string
  label: ReactNode
  panel: ReactNode
}

interface TabsProps {
  /** Names the list of tabs for assistive technology. */
  label: string
  tabs: readonly TabItem[]
  value: string
  onValueChange: (id: string) => void
  /** Keep a panel mounted once it was opened (default). */
  keepAlive?: boolean
  /** Until scripts listen, say: a tap would go nowhere. */
  disabled?: boolean
}

export function Tabs({ label, tabs, value, onValueChange, keepAlive = true, disabled }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const visited = useRef(new Set<string>())
  visited.current.add(value)

  function moveByKey(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === value)
    const target = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const next = target === undefined ? undefined : tabs[target]
    if (!next) return
    event.preventDefault()
    onValueChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }

  return (
    <div>
      <div ref={list} className="tablist" role="tablist" aria-label={label} onKeyDown={moveByKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tab"
            disabled={disabled}
            id={`${base}-${tab.id}-tab`}
            data-tab={tab.id}
            aria-selected={tab.id === value}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onValueChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => {
        const isOpen = tab.id === value
        const isMounted = isOpen || (keepAlive && visited.current.has(tab.id))
        return (
          <div
            key={tab.id}
            role="tabpanel"
            id={`${base}-${tab.id}-panel`}
            aria-labelledby={`${base}-${tab.id}-tab`}
            hidden={!isOpen}
          >
            {isMounted && tab.panel}
          </div>
        )
      })}
    </div>
  )
}
