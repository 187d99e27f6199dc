/** The colleagues that a typed @ offers, chosen by keyboard or by a click; the box keeps the focus. */
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Assignee } from '#domain/admin/admin.ts'
import { findMentionStart, type MentionStart, matchColleagues } from './find-mention.ts'

interface MentionListProps {
  box: RefObject<HTMLTextAreaElement | null>
  people: readonly Assignee[]
}

export function MentionList({ box, people }: MentionListProps) {
  const listId = useId()
  const [start, setStart] = useState<MentionStart | null>(null)
  const [active, setActive] = useState(0)
  const offered = start ? matchColleagues(people, start.typed) : []
  const isOpen = offered.length > 0
  const index = Math.min(active, offered.length - 1)

  const findMention = useEffectEvent(() => {
    const element = box.current
    const next =
      element && element.selectionStart === element.selectionEnd
        ? findMentionStart(element.value, element.selectionStart)
        : null
    if (next?.at !== start?.at || next?.typed !== start?.typed) setActive(0)
    setStart(next)
  })

  function choose(person: Assignee) {
    const element = box.current
    if (!element || !start) return
    element.setRangeText(`@${person.full_name} `, start.at, element.selectionStart, 'end')
    element.focus()
    // The form saves what is typed on the device when it gets the event.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    setStart(null)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.isComposing) return
    const person = offered[index]
    const takes: Partial<Record<string, () => void>> = {
      ArrowDown: () => setActive((index + 1) % offered.length),
      ArrowUp: () => setActive((index + offered.length - 1) % offered.length),
      Enter: () => person && choose(person),
      Tab: () => person && choose(person),
      Escape: () => setStart(null),
    }
    const take = event.shiftKey ? undefined : takes[event.key]
    if (!take) return
    // Escape closes the list, and not the drawer around it.
    event.preventDefault()
    event.stopPropagation()
    take()
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    // What was typed while this was loaded.
    findMention()
    const listeners = new AbortController()
    const { signal } = listeners
    element.addEventListener('input', () => findMention(), { signal })
    element.addEventListener('click', () => findMention(), { signal })
    element.addEventListener('keydown', (event) => press(event), { signal })
    element.addEventListener(
      'keyup',
      ({ key }) => {
        if (/^(Arrow(Left|Right)|Home|End)$/.test(key)) findMention()
      },
      { signal },
    )
    element.addEventListener('blur', () => setStart(null), { signal })
    return () => listeners.abort()
  }, [box])

  useEffect(() => {
    const element = box.current
    if (!element || !isOpen) return
    element.setAttribute('aria-controls', listId)
    element.setAttribute('aria-activedescendant', `${listId}-${index}`)
    return () => {
      element.removeAttribute('aria-controls')
      element.removeAttribute('aria-activedescendant')
    }
  }, [box, isOpen, index, listId])

  return (
    <>
      {isOpen && (
        <div id={listId} role="listbox" aria-label="Colleagues" className="mention-list">
          {offered.map((person, at) => (
            <div
              key={person.user_id}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              // The box keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              {person.full_name}
            </div>
          ))}
        </div>
      )}
      <p className="sr-only" role="status">
        {isOpen ? `${offered.length} colleagues to choose from` : ''}
      </p>
    </>
  )
}
