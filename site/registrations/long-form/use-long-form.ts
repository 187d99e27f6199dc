/** The state of a long form: what is filled in, what is to correct, where one is, and what is stored of it. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { selfieRequiredMessage } from '#domain/registrations/checks.ts'
import { fillBoxes } from '#site/lib/form/form-values.ts'
import { type Form, useForm } from '#site/lib/form/use-form.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import type { FormValue, FormValues, LongFormField, LongFormProps } from './definition.ts'
import { forget, recall, remember } from './memory.ts'
import { type FormDraft, useFormDraft } from './use-form-draft.ts'
import { type FormSteps, useFormSteps } from './use-form-steps.ts'
import {
  dropHidden,
  dropSecrets,
  isOptional,
  listFields,
  listVisibleFields,
  readAnswers,
  readBoxes,
  ruleOf,
} from './values.ts'

export interface LongForm extends Form {
  /** False until scripts listen. */
  isReady: boolean
  values: FormValues
  /** Grows when values come from elsewhere: the boxes are then drawn again. */
  generation: number
  photo: Blob | null
  setPhoto: (photo: Blob | null) => void
  steps: FormSteps
  /** The questions on the screen. */
  visible: LongFormField[]
  /** When what is here was stored, and whether it was found on opening. */
  savedAt: Date | null
  isTabOnly: boolean
  setTabOnly: ((isTabOnly: boolean) => void) | null
  wasRestored: boolean
  /** What was restored lacks these: the questions that no device stores, as long as they have no answer again. */
  toGiveAgain: LongFormField[]
  /** Nobody has moved on since it was found. */
  isFresh: boolean
  onInput: () => void
  /** The boxes as they stand now: a browser may fill them in without an event. */
  collect: () => FormValues
  /** Checks the step that is open; true when it is fine. */
  checkStep: () => boolean
  /** Checks everything; the answers, or null when something is to correct. */
  checkAll: () => Record<string, unknown> | null
  /** To the question, on whichever step it is. */
  follow: (name: string) => void
  lastAttempt: RefObject<FormDraft['attempt']>
  saveAttempt: (attempt: NonNullable<FormDraft['attempt']>) => void
  /** It is safe: nothing is stored any more. */
  finish: () => void
  startAgain: () => void
}

export function useLongForm({ definition, known, photoReceipt, onBehalf }: LongFormProps): LongForm {
  const { form: name, rules } = definition
  /** What staff type for others is stored apart from what they type for themselves. */
  const storedAs = onBehalf ? `${name}:behalf` : name
  const opened = useFormSteps(definition)
  const isReady = useHydrated()
  const [values, setValuesState] = useState<FormValues>({})
  const current = useRef<FormValues>(values)
  const [generation, setGeneration] = useState(0)
  const [photo, setPhotoState] = useState<Blob | null>(null)
  const [wasRestored, setWasRestored] = useState(false)
  const [isFresh, setIsFresh] = useState(true)
  const lastAttempt = useRef<FormDraft['attempt']>(undefined)
  const typed = useRef(new Set<string>())
  const goal = useRef<string | null>(null)
  /** Stored answers of questions that depend on one that no device stores: they wait until it is answered again. */
  const waiting = useRef<FormValues>({})

  const fields = listFields(definition)
  const stepFields = (index: number) => definition.steps[index]?.fields ?? definition.reviewFields
  const visible = listVisibleFields(definition, stepFields(opened.index), values)
  const photoField = fields.find(({ control }) => control === 'selfie')?.name
  const form = useForm((field) => `${name}-${field}`, {
    names: fields.map((field) => field.name),
    find: () => findProblems(values),
    answerOf: (field) => readAnswers(definition, current.current)[field],
  })
  const { ref, fieldId } = form

  // What was typed before the page came alive counts too, and more than any draft.
  useEffect(() => {
    const here = Object.entries(collect()).filter(([, value]) => !isEmpty(value))
    for (const [name] of here) typed.current.add(name)
    setValues({ ...current.current, ...Object.fromEntries(here) })
  }, [])

  const draft = useFormDraft(storedAs, !onBehalf, (result) => {
    lastAttempt.current = result.attempt
    opened.setReached(result.reached)
    adopt(result.values)
    waiting.current = Object.fromEntries(
      Object.entries(result.values).filter(([field]) => !listShown(result.values).has(field)),
    )
    setWasRestored(Object.keys(result.values).length > 0)
  })

  function setValues(next: FormValues) {
    current.current = next
    setValuesState(next)
  }

  /** Values from elsewhere, under whatever has been typed since the page came. */
  function adopt(result: FormValues) {
    const here = Object.entries(collect()).filter(([name]) => typed.current.has(name))
    setValues({ ...result, ...Object.fromEntries(here) })
    setGeneration((count) => count + 1)
  }

  function collect(): FormValues {
    return ref.current ? readBoxes(ref.current, visible, current.current) : current.current
  }

  const steps: FormSteps = {
    ...opened,
    open(index) {
      setIsFresh(false)
      opened.open(index)
      if (index > opened.reached) draft.save({ ...contentOf(current.current), reached: index })
    },
  }

  function listShown(next: FormValues): Set<string> {
    return new Set(listVisibleFields(definition, fields, next).map((field) => field.name))
  }

  /** With the stored answers of questions that are shown now. */
  function wakeWaiting(next: FormValues): FormValues {
    const shown = listShown(next)
    const woken = Object.entries(waiting.current).filter(([field]) => shown.has(field))
    if (woken.length === 0) return next
    for (const [field] of woken) waiting.current = { ...waiting.current, [field]: undefined }
    return { ...Object.fromEntries(woken), ...next }
  }

  function contentOf(next: FormValues): FormDraft {
    return {
      values: dropSecrets(definition, { ...waiting.current, ...next }),
      reached: opened.reached,
      attempt: lastAttempt.current,
    }
  }

  function store(next: FormValues) {
    draft.save(contentOf(next))
    const secrets = Object.fromEntries(Object.entries(next).filter(([name]) => rules[name]?.secret))
    remember(storedAs, { owner: draft.owner, secrets, photo })
  }

  useEffect(() => {
    const stored = recall(storedAs, draft.owner)
    if (!stored) return
    setPhotoState(stored.photo)
    adopt({ ...current.current, ...stored.secrets })
  }, [storedAs, draft.owner])

  // What is known about the person fills what nobody has touched.
  const knownKey = JSON.stringify(known ?? {})
  useEffect(() => {
    const facts = Object.entries(known ?? {}).filter(
      ([name, value]) => value && !typed.current.has(name) && !current.current[name],
    )
    if (facts.length === 0) return
    setValues({ ...current.current, ...Object.fromEntries(facts) })
    fillBoxes(ref.current, Object.fromEntries(facts))
  }, [knownKey])

  // A question on another step can be led to only once that step is drawn.
  useEffect(() => {
    const box = goal.current === null ? null : document.getElementById(fieldId(goal.current))
    if (!box) return
    goal.current = null
    box.focus()
  })

  function findProblems(next: FormValues): readonly FieldProblem[] {
    const verdict = definition.read(readAnswers(definition, next), definition.settings)
    const result = verdict.ok ? [] : verdict.problems
    const isMissing = photoField && !photo && !photoReceipt
    return isMissing ? [...result, { field: photoField, message: selfieRequiredMessage }] : result
  }

  return {
    ...form,
    isReady,
    values,
    generation,
    photo,
    setPhoto(next) {
      setPhotoState(next)
      const secrets = Object.fromEntries(
        Object.entries(current.current).filter(([name]) => rules[name]?.secret),
      )
      remember(storedAs, { owner: draft.owner, secrets, photo: next })
    },
    steps,
    visible,
    savedAt: draft.savedAt,
    isTabOnly: draft.isTabOnly,
    setTabOnly: draft.setTabOnly,
    wasRestored,
    isFresh,
    toGiveAgain: wasRestored
      ? listVisibleFields(definition, fields, values).filter((field) =>
          field.control === 'selfie'
            ? !photo && !photoReceipt
            : ruleOf(definition, field)?.secret &&
              isEmpty(values[field.name]) &&
              !isOptional(definition, field, values),
        )
      : [],
    onInput() {
      const next = wakeWaiting(dropHidden(definition, current.current, collect()))
      for (const [name, value] of Object.entries(next)) {
        if (value !== current.current[name]) typed.current.add(name)
      }
      setValues(next)
      store(next)
    },
    collect,
    checkStep() {
      const next = collect()
      setValues(next)
      const here = new Set(
        listVisibleFields(definition, stepFields(steps.index), next).map(({ name }) => name),
      )
      const result = findProblems(next).filter(({ field }) => here.has(field))
      if (result.length > 0) form.refuse(result, form.errorText)
      return result.length === 0
    },
    checkAll() {
      const next = collect()
      setValues(next)
      const result = findProblems(next)
      if (result.length === 0) return readAnswers(definition, next)
      form.refuse(result, form.errorText)
      return null
    },
    follow(name) {
      const index = definition.steps.findIndex((step) => step.fields.some((field) => field.name === name))
      const target = index < 0 ? definition.steps.length : index
      if (target === steps.index) document.getElementById(fieldId(name))?.focus()
      else {
        goal.current = name
        steps.open(target)
      }
    },
    lastAttempt,
    saveAttempt(next) {
      lastAttempt.current = next
      draft.saveNow(contentOf(current.current))
    },
    finish() {
      draft.remove()
      forget(storedAs)
    },
    startAgain() {
      draft.remove()
      forget(storedAs)
      lastAttempt.current = undefined
      typed.current.clear()
      waiting.current = {}
      setPhotoState(null)
      form.clear()
      setWasRestored(false)
      setValues({})
      setGeneration((count) => count + 1)
      steps.startOver()
    },
  }
}

function isEmpty(value: FormValue | undefined): boolean {
  return !value || (typeof value === 'object' && value.length === 0)
}
