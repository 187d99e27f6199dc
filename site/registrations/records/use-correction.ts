/** What a correction knows: which questions it shows, whether it takes a code, and what becomes of its answers. */
import { type FormEvent, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { changeWords, correctionWords } from '#domain/registrations/correction-words.ts'
import { findGuard } from '#domain/registrations/guards.ts'
import type { AnswerChange, CodeChannel, ConsentInput } from '#domain/registrations/intake.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { useForm } from '#site/lib/form/use-form.ts'
import type { FormValue, FormValues, LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import {
  listConsents,
  listFields,
  listVisibleFields,
  readAnswers,
  readBoxes,
} from '#site/registrations/long-form/values.ts'
import { toast } from '#site/ui/toast.tsx'
import { hasAnswer } from './answers-list.tsx'
import {
  forgetCorrection,
  recallCodeSent,
  recallCorrection,
  type StoredAs,
  saveCodeSent,
  saveCorrection,
} from './correction-draft.ts'

export interface CorrectionRequest {
  message: string | null
  notes: readonly { field: string; note: string }[]
}

export type CorrectionOutcome =
  | { ok: true; changes?: readonly AnswerChange[] }
  | {
      ok: false
      message: string
      problems: readonly FieldProblem[]
      /** Something happened to it meanwhile: no answer here mends that. */
      isStale?: boolean
    }

/** The same key again is the same correction. */
export type SendAnswers = (
  answers: Record<string, unknown>,
  idempotencyKey: string,
  consents: readonly ConsentInput[],
  code?: string,
) => Promise<CorrectionOutcome>

/** How its owner gets a code. */
export interface Codes {
  /** Where it can go; none: what takes one is changed by staff. */
  channels: readonly CodeChannel[]
  sendCode: (channel: CodeChannel['channel']) => Promise<void>
}

/** A change without a request. */
interface OwnChange {
  /** The title of the group. */
  title: string
  fields: readonly string[]
  /** It is not as it was when it was read: it has to be read again, and may be closed to changes by now. */
  onStale: (message: string) => void
  onCancel: () => void
  /** Instead: a message to staff; whether nothing reaches the person at the contact that we have. */
  onReport: (isContactLost: boolean) => void
}

export interface CorrectionFormProps {
  definition: LongFormDefinition
  correction: CorrectionRequest
  /** As they were sent, without what is secret. */
  answers: Readonly<Record<string, unknown>>
  storedAs: StoredAs
  own?: OwnChange
  /** Left out: staff send it. */
  codes?: Codes
  send: SendAnswers
  onSent: (changes: readonly AnswerChange[]) => void
}

export function useCorrection(props: CorrectionFormProps) {
  const { definition, correction, answers, storedAs, own, codes, send, onSent } = props
  const form = useForm((name) => `correction-${name}`)
  const attempt = useRef<Attempt>(undefined)
  const [values, setValues] = useState<FormValues>(() => ({
    ...(answers as FormValues),
    ...recallCorrection(storedAs),
  }))
  /** The answers that the boxes were filled from. */
  const [filledFrom, setFilledFrom] = useState(answers)
  if (filledFrom !== answers) {
    setFilledFrom(answers)
    // What was typed stays; everything else is what is stored by now.
    setValues((typed) => ({ ...(answers as FormValues), ...pickTyped(typed, filledFrom) }))
  }
  /** By staff, and by the service when it refuses. */
  const [marked, setMarked] = useState<ReadonlySet<string>>(
    () => new Set(correction.notes.map(({ field }) => field)),
  )
  /** What the answers on the screen require besides. */
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const [sentTo, setSentTo] = useState(() => recallCodeSent(storedAs))
  /** It was to be sent, and nothing in it is another answer. */
  const [isUnchanged, setIsUnchanged] = useState(false)
  const [needsCode, setNeedsCode] = useState(sentTo !== null)

  // Whether a question applies may depend on a secret that is not here (a birth date): who has marked it knows.
  const answerable = listFields(definition).filter(
    ({ name, control }) =>
      control !== 'selfie' &&
      (names.has(name) ||
        marked.has(name) ||
        // Whether there is an e-mail at all says the tick beside it.
        (name === 'noEmail' && marked.has('email')) ||
        (own?.fields.includes(name) && isOpenHere(name))),
  )
  const requested = listVisibleFields(definition, answerable, values)
  const shown = answerable.filter(
    (field) =>
      marked.has(field.name) ||
      requested.includes(field) ||
      // Its owner sees that it applied by the answer itself; of an address the tick beside it says that.
      (own && field.name !== 'email' && hasAnswer(values[field.name])),
  )
  const closed = listFields(definition).filter(
    ({ name }) => own?.fields.includes(name) && !isOpenHere(name) && name !== 'noEmail',
  )
  const noteOf = (name: string) => correction.notes.find(({ field }) => field === name)?.note
  const others = correction.notes.filter(({ field }) => !shown.some(({ name }) => name === field))

  /** Whether its owner can change it: with a code, where it takes one. */
  function isOpenHere(name: string): boolean {
    return findGuard(name) === null || codes?.channels.length !== 0
  }

  /** A secret is not shown: its owner types it again or leaves it as it is. */
  const isSecret = ({ name }: { name: string }) => definition.rules[name]?.secret === true
  const isUntouched = (name: string, next: FormValues) =>
    own !== undefined && isSecret({ name }) && !hasAnswer(next[name])

  const pickShown = <Value>(of: Readonly<Record<string, Value>>) =>
    Object.fromEntries(shown.map(({ name }) => [name, of[name]]))

  /**
   * What was sent before, under what is on the screen; a secret that is not requested again is not touched. A tick that is taken
   * away leaves no answer, and takes the one of before with it.
   */
  function merge(next: FormValues): Record<string, unknown> {
    const written = shown.filter(({ name }) => !isUntouched(name, next))
    const merged = { ...answers }
    for (const { name } of written) delete merged[name]
    return { ...merged, ...readAnswers(definition, next, written) }
  }

  const hasChanged = (next: FormValues) => Object.keys(pickTyped(pickShown(next), answers)).length > 0

  function onInput({ target }: FormEvent) {
    if (!form.ref.current) return
    form.takeBack(target)
    setIsUnchanged(false)
    // Where staff have marked it, the box for an address is there beside the tick: who types one has one.
    const noEmail = form.ref.current.elements.namedItem('noEmail')
    const email = form.ref.current.elements.namedItem('email')
    if (noEmail instanceof HTMLInputElement && email instanceof HTMLInputElement) {
      if (target === email && email.value) noEmail.checked = false
      // And who ticks has none: nothing stands in the box that would not be sent.
      if (target === noEmail && noEmail.checked) email.value = ''
    }
    const next = readBoxes(form.ref.current, shown, values)
    setValues(next)
    saveCorrection(definition, storedAs, pickTyped(pickShown(next), answers))
  }

  function refuse(result: readonly FieldProblem[], setJoined: typeof setNames) {
    // Another answer may require more than what was marked: that question joins the others.
    setJoined((before) => new Set([...before, ...result.map(({ field }) => field)]))
    form.refuse(result)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (form.isBusy.current || !form.ref.current) return
    const next = readBoxes(form.ref.current, shown, values)
    setValues(next)
    form.setErrorText(null)
    toast.dismiss()
    if (own && !hasChanged(next)) {
      form.clear()
      return setIsUnchanged(true)
    }
    const merged = merge(next)
    const verdict = definition.read(merged, { ...definition.settings, stored: answers })
    const isStored = (field: string) =>
      isSecret({ name: field }) && (isUntouched(field, next) || !shown.some(({ name }) => name === field))
    const result = verdict.ok ? [] : verdict.problems.filter(({ field }) => !isStored(field))
    if (result.length > 0) return refuse(result, setNames)
    const code = sentTo
      ? String(new FormData(form.ref.current).get('code') ?? '').replace(/\D/g, '')
      : undefined
    if (code !== undefined && code.length !== 6)
      return form.refuse([{ field: 'code', message: oneTimeCodeWords.typeCode }])
    attempt.current = planAttempt(merged, attempt.current)
    const { key } = attempt.current
    // Agreed to is what is ticked here, not what was ticked when the form was sent.
    const consents = listConsents(definition, pickShown(next))
    const outcome = await form.sending(() => send(merged, key, consents, code))
    if (outcome.ok) {
      forgetCorrection(storedAs)
      // The owner's change is said where it was made.
      if (!own) toast.success(correctionWords.sent.title, correctionWords.sent.text)
      return onSent(outcome.changes ?? [])
    }
    const names = outcome.problems.map(({ field }) => field)
    if (outcome.isStale) {
      own?.onStale(outcome.message)
      return form.refuse([], outcome.message)
    }
    // It judges every answer first, also by secrets that are not here, and knows what is another one and what was marked.
    if (code === undefined && codes && names.includes('code')) {
      if (codes.channels.length === 0) return form.refuse([], changeWords.noWay)
      form.clear()
      return setNeedsCode(true)
    }
    if (outcome.problems.length > 0) refuse(outcome.problems, own ? setNames : setMarked)
    else form.setErrorText(outcome.message)
  }

  return {
    form,
    values,
    shown,
    closed,
    others,
    noteOf,
    isSecret,
    needsCode,
    sentTo,
    hasTyped: hasChanged(values),
    isUnchanged,
    onCodeSent(to: string | null) {
      form.clear()
      saveCodeSent(storedAs, to)
      setSentTo(to)
    },
    onInput,
    submit,
    onCancel() {
      forgetCorrection(storedAs)
      own?.onCancel()
    },
  }
}

/** What is another answer than before. */
function pickTyped(next: FormValues, before: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(Object.entries(next).filter(([name, value]) => !isSame(value, before[name])))
}

/** An answer that was not given is the same however it is written. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (answer: unknown) => (hasAnswer(answer as FormValue | undefined) ? JSON.stringify(answer) : '')
  return text(one) === text(other)
}
