/** A form of the admin area: the one form mechanism joined to one action. What is wrong stands beside the button, or at its box. */
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { fillBoxes } from '#site/lib/form/form-values.ts'
import { type Form, useForm } from '#site/lib/form/use-form.ts'
import { checkBoxes, focusBox, type ReadBoxes } from '#site/lib/form/use-small-form.ts'
import { useWordDraft } from './records/word-drafts.ts'
import { type Action, type ActionOptions, useAction } from './use-action.ts'

interface ActionFormOptions extends ActionOptions {
  /** Ids of the boxes start with this. */
  id: string
  /** What is typed, as the call that sends it. */
  read: ReadBoxes<Parameters<Action['run']>[0]>
  /** The boxes that show their own problem, which is then not said beside the button. */
  atField?: readonly string[]
  /** The boxes that are empty again when it is done; the others stay as they are. */
  empties?: readonly string[]
  /** Under which name what is typed stays on the device until it is done; left out: it does not. */
  draft?: string
}

export interface ActionForm {
  ref: RefObject<HTMLFormElement | null>
  fieldId: (name: string) => string
  problemOf: (name: string) => string | undefined
  takeBack: Form['takeBack']
  /** For <Refusal>. */
  action: Action
  isBusy: boolean
  /** What was asked about before it is sent, once the answer is yes: the focus is led as after a press of the form's button. */
  send: (call: Parameters<Action['run']>[0]) => void
  /** Saves what is typed, where it has a name. */
  update: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export function useActionForm(options: ActionFormOptions): ActionForm {
  const { id, read, atField = [], empties = [], onDone } = options
  const form = useForm((name) => `${id}-${name}`)
  const draft = useWordDraft(form.ref, options.draft)
  const action = useAction({
    ...options,
    onDone(data) {
      fillBoxes(form.ref.current, Object.fromEntries(empties.map((name) => [name, ''])))
      draft.forget()
      onDone?.(data)
    },
  })
  /** What the database refuses by the name of a box. */
  const refused = action.refusal && action.field && atField.includes(action.field) ? action.field : null

  useEffect(() => {
    if (refused && !action.isBusy) focusBox(form.fieldId(refused))
  }, [refused, action.refusal, action.isBusy])

  const button = useRef<HTMLElement>(null)
  const pressed = useRef<HTMLElement>(null)
  // A button that is busy loses the focus: it goes to the refusal, or back.
  useEffect(() => {
    const place = pressed.current
    if (action.isBusy || !place) return
    pressed.current = null
    if (document.activeElement !== document.body) return
    const refusal = form.ref.current?.querySelector<HTMLElement>('.error-message')
    if (refusal) refusal.tabIndex = -1
    ;(refusal ?? place).focus()
  }, [action.isBusy, form.ref])

  function submit(element: HTMLFormElement): void {
    if (form.isBusy.current || action.isBusy) return
    button.current = document.activeElement as HTMLElement
    const { problems, answers } = checkBoxes(element, read)
    const [first] = problems
    if (problems.length > 0) action.reset()
    form.refuse(problems)
    const beside = problems.find(({ field }) => !atField.includes(field))
    if (beside) action.refuse(beside.message)
    if (first) focusBox(form.fieldId(first.field))
    if (answers) send(answers)
  }

  function send(call: Parameters<Action['run']>[0]): void {
    pressed.current = button.current
    void form.sending(() => action.run(call))
  }

  return {
    ref: form.ref,
    fieldId: form.fieldId,
    problemOf: (name) =>
      form.problemOf(name) ?? (name === refused ? (action.refusal ?? undefined) : undefined),
    takeBack: form.takeBack,
    action: { ...action, refusal: refused ? null : action.refusal },
    isBusy: action.isBusy,
    send,
    update: draft.update,
    onSubmit(event) {
      event.preventDefault()
      submit(event.currentTarget)
    },
  }
}
