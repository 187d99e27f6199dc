/** A box for a note in which @ offers colleagues, chosen by keyboard or by a click. */
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Assignee } from '#domain/admin/admin.ts'
import { TextArea } from '#site/ui/inputs.tsx'
import { findMentionStart, type MentionStart, matchColleagues } from './mentions.ts'

interface MentionBoxProps extends Omit<ComponentProps<typeof TextArea>, 'ref'> {
  people: readonly Assignee[]
}

export function MentionBox({ people, ...rest }: MentionBoxProps) {
  const listId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [start, setStart] = useState<MentionStart | null>(null)
  const [active, setActive] = useState(0)
  const offered = start ? matchColleagues(people, start.typed) : []
  const isOpen = offered.length > 0
  const index = Math.min(active, offered.length - 1)

  function findMention() {
    const element = box.current
    const next =
      element && element.selectionStart === element.selectionEnd
        ? findMentionStart(element.value, element.selectionStart)
        : null
    if (next?.at !== start?.at || next?.typed !== start?.typed) setActive(0)
    setStart(next)
  }

  function choose(person: Assignee) {
    const element = box.current
    if (!element || !start) return
    element.setRangeText(`@${person.full_name} `, start.at, element.selectionStart, 'end')
    element.focus()
    // The form saves what is typed on the device when it gets the event.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    setStart(null)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isOpen || event.nativeEvent.isComposing) return
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
  }

  return (
    <div className="mention-box">
      <TextArea
        {...rest}
        ref={box}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${index}` : undefined}
        onInput={findMention}
        onClick={findMention}
        onKeyDown={press}
        onKeyUp={(event) => {
          if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) findMention()
        }}
        onBlur={() => setStart(null)}
      />
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
    </div>
  )
}
