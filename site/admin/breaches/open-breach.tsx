/** The form that registers a breach: what the law wants to know, and nobody's name. */
import { type FormEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  breachDataCategories,
  breachLimits,
  breachPeopleCategories,
  breachRisks,
  hoursToNotify,
} from '#domain/admin/breaches.ts'
import { useMyDesk } from '#site/account/my-desk.ts'
import { rpcDesk } from '#site/admin/call-desk.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Choices } from '#site/ui/choices.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { breachTables, fromLagosInput, toLagosInput } from './breach-data.ts'

export function OpenBreach() {
  const { can } = useMyDesk()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('breaches.write')) return null
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
        Register a breach
      </Button>
      <Dialog place="side" open={isOpen} title="Register a breach" onClose={() => setIsOpen(false)}>
        <BreachForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

/** The texts, each with the least that says something. */
const texts = [
  { name: 'title', label: 'In a few words', limits: breachLimits.title },
  { name: 'facts', label: 'What happened', limits: breachLimits.facts },
  { name: 'found_how', label: 'How it was found', limits: breachLimits.foundHow },
  { name: 'consequences', label: 'Likely consequences for people', limits: breachLimits.consequences },
  { name: 'measures', label: 'Measures taken or proposed', limits: breachLimits.measures },
] as const

function BreachForm({ onDone }: { onDone: () => void }) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const action = useAction({ tables: breachTables, done: { title: 'The breach is registered' } })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const read = (name: string) => String(data.get(name) ?? '').trim()
    const count = (name: string) => (read(name) === '' ? null : Number(read(name)))
    const awareAt = fromLagosInput(read('aware_at'))
    const found: Record<string, string> = {}
    for (const { name, label, limits } of texts)
      if (read(name).length < limits.min)
        found[name] = `${label}: please write at least ${limits.min} characters`
    if (!awareAt) found.aware_at = 'Please enter the day and the time'
    else if (Date.parse(awareAt) > Date.now()) found.aware_at = 'This time is still to come'
    for (const name of ['data_categories', 'people_categories'])
      if (data.getAll(name).length === 0) found[name] = 'Please choose at least one'
    setErrors(found)
    const [first] = [...form.elements].filter(
      (element) =>
        element instanceof HTMLElement && 'name' in element && Object.hasOwn(found, String(element.name)),
    )
    if (first instanceof HTMLElement) return first.focus()
    let made: unknown
    const isDone = await action.run(async (client) => {
      const answer = await rpcDesk(client, 'open_breach', {
        breach: {
          ...Object.fromEntries(texts.map(({ name }) => [name, read(name)])),
          aware_at: awareAt,
          data_categories: data.getAll('data_categories'),
          people_categories: data.getAll('people_categories'),
          people_count: count('people_count'),
          records_count: count('records_count'),
          risk: read('risk'),
        },
      })
      made = answer.data
      return answer
    })
    if (!isDone) return
    onDone()
    // It goes on in its drawer.
    const next = new URLSearchParams(params)
    next.set('record', String(made))
    setParams(next)
  }

  const [title, ...others] = texts
  const renderText = ({ name, label, limits }: (typeof texts)[number]) => (
    <Field key={name} id={`${id}-${name}`} label={label} required error={errors[name]}>
      {name === 'title' ? (
        <TextInput data-focus name={name} maxLength={limits.max} />
      ) : (
        <TextArea name={name} maxLength={limits.max} />
      )}
    </Field>
  )
  const renderChoices = (
    name: string,
    label: string,
    options: typeof breachDataCategories | typeof breachPeopleCategories,
  ) => (
    <FieldGroup id={`${id}-${name}`} label={label} error={errors[name]}>
      <Choices
        id={`${id}-${name}`}
        name={name}
        type="checkbox"
        options={options}
        chosen={[]}
        chips
        invalid={Boolean(errors[name])}
      />
    </FieldGroup>
  )

  return (
    <form className="grid gap-5" aria-label="Register a breach" noValidate onSubmit={submit}>
      <Notice kind="info">
        <p>
          Describe kinds and numbers of people. Write no names, addresses, identity or account numbers of
          anybody concerned: this register is read by others, and stored for years.
        </p>
      </Notice>
      {renderText(title)}
      <Field
        id={`${id}-aware`}
        label="When the company became aware, Lagos time"
        help={`From then the Commission is notified within ${hoursToNotify} hours, where people are likely to be at risk. It cannot be changed later.`}
        required
        error={errors.aware_at}
      >
        <TextInput type="datetime-local" name="aware_at" defaultValue={toLagosInput(new Date())} />
      </Field>
      {others.slice(0, 2).map(renderText)}
      {renderChoices('data_categories', 'Kinds of data', breachDataCategories)}
      {renderChoices('people_categories', 'Kinds of people', breachPeopleCategories)}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field id={`${id}-people`} label="Number of people" optional>
          <TextInput type="number" name="people_count" min={0} />
        </Field>
        <Field id={`${id}-records`} label="Number of records" optional>
          <TextInput type="number" name="records_count" min={0} />
        </Field>
      </div>
      {others.slice(2).map(renderText)}
      <Field
        id={`${id}-risk`}
        label="Risk to people"
        help="Where it is high, the people concerned are told at once."
      >
        <Select name="risk" placeholder="Not judged yet: counts as likely" options={breachRisks} />
      </Field>
      <Refusal action={action} />
      <div>
        <Button type="submit" busy={action.isBusy} busyLabel="Registering...">
          Register the breach
        </Button>
      </div>
    </form>
  )
}
