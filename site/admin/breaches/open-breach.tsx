/** The form that registers a breach: what the law wants to know, and nobody's name. */

import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  breachDataCategories,
  breachLimits,
  breachPeopleCategories,
  breachRisks,
  hoursToNotify,
} from '#domain/admin/breaches.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { breachDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft, removeWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import type { Action } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import type { ReadBoxes } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Choices } from '#site/ui/choices.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { breachTables, fromLagosInput, toLagosInput } from './breach-data.ts'

export function OpenBreach() {
  const { can } = usePermissions()
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

/** The texts, each with its minimum length. */
const texts = [
  { name: 'title', label: 'In a few words', limits: breachLimits.title },
  { name: 'facts', label: 'What happened', limits: breachLimits.facts },
  { name: 'detection', label: 'How it was found', limits: breachLimits.detection },
  { name: 'consequences', label: 'Likely consequences for people', limits: breachLimits.consequences },
  { name: 'measures', label: 'Measures taken or proposed', limits: breachLimits.measures },
] as const

/** Several of each may be chosen, which is no word of a box. */
const choices = ['data_categories', 'people_categories'] as const
const choicesDraft = `${breachDraft}:choices`
const readChoices = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return Object.fromEntries(choices.map((name) => [name, data.getAll(name).join(' ')]))
}

/** What is typed, as it is registered. */
const readBreach: ReadBoxes<Parameters<Action['run']>[0]> = (values, refuse, data) => {
  const read = (name: string) => (values[name] ?? '').trim()
  const count = (name: string) => (read(name) === '' ? null : Number(read(name)))
  const awareAt = fromLagosInput(read('aware_at'))
  const [title, ...others] = texts
  const checkText = ({ name, label, limits }: (typeof texts)[number]) => {
    if (read(name).length < limits.min)
      refuse(name, `${label}: please write at least ${limits.min} characters`)
  }
  // In the order of the page: the first one takes the focus.
  checkText(title)
  if (!awareAt) refuse('aware_at', 'Please enter the day and the time')
  else if (Date.parse(awareAt) > Date.now()) refuse('aware_at', 'This time is still to come')
  others.slice(0, 2).forEach(checkText)
  for (const name of choices) if (data.getAll(name).length === 0) refuse(name, 'Please choose at least one')
  others.slice(2).forEach(checkText)
  const breach = {
    ...Object.fromEntries(texts.map(({ name }) => [name, read(name)])),
    aware_at: awareAt,
    data_categories: data.getAll('data_categories'),
    people_categories: data.getAll('people_categories'),
    people_count: count('people_count'),
    records_count: count('records_count'),
    risk: read('risk'),
  }
  return (client) => rpcAdmin(client, 'open_breach', { breach })
}

function BreachForm({ onDone }: { onDone: () => void }) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const [chosen] = useState(() => readWordDraft(choicesDraft))
  const form = useActionForm({
    id,
    tables: breachTables,
    draft: breachDraft,
    done: { title: 'The breach is registered' },
    onDone(created) {
      removeWordDraft(choicesDraft)
      onDone()
      // It goes on in its drawer.
      const next = new URLSearchParams(params)
      next.set('record', String(created))
      setParams(next)
    },
    atField: [...texts.map(({ name }) => name), 'aware_at', ...choices],
    read: readBreach,
  })

  const [title, ...others] = texts
  const renderText = ({ name, label, limits }: (typeof texts)[number]) => (
    <Field key={name} id={`${id}-${name}`} label={label} required error={form.problemOf(name)}>
      {name === 'title' ? (
        <TextInput data-focus name={name} maxLength={limits.max} />
      ) : (
        <TextArea name={name} maxLength={limits.max} />
      )}
    </Field>
  )
  const renderChoices = (
    name: (typeof choices)[number],
    label: string,
    options: typeof breachDataCategories | typeof breachPeopleCategories,
  ) => (
    <FieldGroup id={`${id}-${name}`} label={label} error={form.problemOf(name)}>
      <Choices
        id={`${id}-${name}`}
        name={name}
        type="checkbox"
        options={options}
        chosen={chosen[name]?.split(' ') ?? []}
        chips
        invalid={Boolean(form.problemOf(name))}
      />
    </FieldGroup>
  )

  return (
    <FormElement
      form={form}
      className="grid gap-5"
      label="Register a breach"
      onInput={({ currentTarget }) => saveWordDraft(choicesDraft, readChoices(currentTarget))}
    >
      <Notice kind="info">
        <p>
          Describe kinds and numbers of people. Write no names, addresses, identity or account numbers of
          anybody concerned: this register is read by others, and stored for years.
        </p>
      </Notice>
      <SecondStepNotice />
      {renderText(title)}
      <Field
        id={`${id}-aware_at`}
        label="When the company became aware, Lagos time"
        help={`From then the Commission is notified within ${hoursToNotify} hours, where people are likely to be at risk. It cannot be changed later.`}
        required
        error={form.problemOf('aware_at')}
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
      <Refusal action={form.action} />
      <div>
        <Button type="submit" busy={form.isBusy} busyLabel="Registering...">
          Register the breach
        </Button>
      </div>
    </FormElement>
  )
}
