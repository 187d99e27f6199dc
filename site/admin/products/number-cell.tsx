/** A number of a list that is changed where it stands: a click opens it, Enter saves, Esc leaves it as it was. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import type { Action } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'

interface NumberCellProps {
  /** "Price of Ginger" */
  label: string
  /** What stands above the box, where its label does not say enough. With another question the box begins again. */
  question?: string
  /** As it is read, and as it is typed. */
  shown: string
  typed: string
  action: Action
  /** Under which name the palette leads to it. */
  step?: 'price' | 'stock'
  /** A colleague set another one meanwhile, and that was said: saved now, it is saved all the same. */
  isOverriding: boolean
  /** What is shown is what the change is made from, whatever a colleague sets while the box is open. */
  onOpen: () => void
  /** Answers whether it was saved. */
  save: (text: string) => Promise<boolean>
  /** Above the box, and below it by what stands in it. */
  children?: ReactNode
  renderBelow?: (text: string) => ReactNode
  onClose?: () => void
}

export function NumberCell(props: NumberCellProps) {
  const {
    label,
    question,
    shown,
    typed,
    action,
    step,
    isOverriding,
    save,
    children,
    renderBelow,
    onOpen,
    onClose,
  } = props
  const { can } = usePermissions()
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = text !== null
  const [answered, setAnswered] = useState(question)
  if (answered !== question) {
    setAnswered(question)
    if (isOpen) setText(typed)
  }

  function open() {
    onOpen()
    setText(typed)
  }

  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) box.current?.select()
    // Back to where it was opened, unless the user went elsewhere while it was saved.
    else if (wasOpen.current && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function close() {
    setText(null)
    action.reset()
    onClose?.()
  }

  async function submit() {
    if (text !== null && !action.isBusy && (await save(text))) close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // Held down, it does not say "all the same" to what nobody can have read.
      if (!event.repeat) void submit()
    }
  }

  // Who may only read the products reads the number.
  if (!can('products.write')) return shown
  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        className="number-cell"
        data-step={step}
        aria-label={`Change: ${label}, ${shown}`}
        onClick={open}
      >
        {shown}
      </button>
    )
  return (
    <div className="number-form" onKeyDown={onKeyDown}>
      {step === 'price' && <SecondStepNotice what="A new price" />}
      {children}
      {question && (
        <label htmlFor={id} className="field-label">
          {question} <span className="sr-only">{label}</span>
        </label>
      )}
      <input
        ref={box}
        id={id}
        className="input"
        aria-label={question ? undefined : label}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {renderBelow?.(text)}
      <Button size="sm" busy={action.isBusy} busyLabel="Saving..." onClick={() => void submit()}>
        {isOverriding ? 'Set it all the same' : 'Save'}
      </Button>
      <Refusal action={action} />
    </div>
  )
}
