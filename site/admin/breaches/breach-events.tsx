/** What happened in the matter of a breach, and the form that adds to it; nothing is changed afterwards. */

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type BreachEvent,
  type BreachEventKind,
  breachEventKinds,
  breachLimits,
  breachRisks,
  nameBreachOption,
} from '#domain/admin/breaches.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { breachEventDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { type Breach, breachTables, fromLagosInput, listEvents, toLagosInput } from './breach-data.ts'

export function BreachEvents({ breach }: { breach: Breach }) {
  const { can } = usePermissions()
  const query = useQuery({
    queryKey: ['breach_events', breach.id],
    queryFn: () => listEvents(breach.id),
  })
  return (
    <>
      {can('breaches.write') && <EventForm key={breach.status} breach={breach} />}
      <section className="drawer-part" aria-label="What happened since">
        <h3>What happened since</h3>
        <QueryState query={query} errorText="The events could not be loaded.">
          {(events) => (
            <ol className="trail">
              {events.toReversed().map((event) => (
                <li key={event.id}>
                  <p className="num text-sm text-stone">{formatDateTime(event.happened_at)}</p>
                  <p>
                    <strong>
                      {event.kind === 'opened'
                        ? 'The breach was registered'
                        : nameBreachOption(breachEventKinds, event.kind)}
                    </strong>
                    {event.author_name && `, written by ${event.author_name}`}
                  </p>
                  <p className="text-sm whitespace-pre-line wrap-anywhere">{event.body}</p>
                  {describeChanges(event.changes).map((line) => (
                    <p key={line} className="text-sm text-stone">
                      {line}
                    </p>
                  ))}
                </li>
              ))}
            </ol>
          )}
        </QueryState>
      </section>
    </>
  )
}

function describeChanges({ risk, people_count, records_count, reference }: BreachEvent['changes']): string[] {
  return [
    risk && `Risk: ${nameBreachOption(breachRisks, risk)}`,
    people_count !== undefined && `People: ${formatCount(people_count)}`,
    records_count !== undefined && `Records: ${formatCount(records_count)}`,
    reference && `Reference of the Commission: ${reference}`,
  ].filter((line) => typeof line === 'string')
}

function EventForm({ breach }: { breach: Breach }) {
  const id = useId()
  const isClosed = breach.status === 'closed'
  const draft = breachEventDraft(breach.id, breach.status)
  const kinds = breachEventKinds.filter(({ value }) => (value === 'reopened') === isClosed)
  const [kind, setKind] = useState<BreachEventKind>(
    () =>
      kinds.find(({ value }) => value === readWordDraft(draft).kind)?.value ??
      (isClosed ? 'reopened' : 'note'),
  )
  const form = useActionForm({
    id,
    tables: breachTables,
    draft,
    done: { title: 'Added to the register' },
    atField: ['happened_at', 'body', 'risk'],
    onDone: () => form.ref.current?.reset(),
    read(values, refuse) {
      const read = (name: string) => (values[name] ?? '').trim()
      const happenedAt = fromLagosInput(read('happened_at'))
      const body = read('body')
      if (!happenedAt) return refuse('happened_at', 'Please enter the day and the time')
      if (body.length < breachLimits.body.min) return refuse('body', 'Please say what happened')
      const event = {
        breach_id: breach.id,
        kind,
        happened_at: happenedAt,
        body,
        changes: {
          ...(read('risk') && { risk: read('risk') }),
          ...(read('people_count') && { people_count: Number(read('people_count')) }),
          ...(read('records_count') && { records_count: Number(read('records_count')) }),
          ...(read('reference') && { reference: read('reference') }),
        },
      }
      return (client) => rpcAdmin(client, 'add_breach_event', event)
    },
  })

  return (
    <FormElement form={form} className="drawer-part" label="Add to the register">
      <h3>Add to the register</h3>
      <SecondStepNotice />
      <Field id={`${id}-kind`} label="What happened" required>
        <Select
          data-focus
          name="kind"
          options={kinds}
          value={kind}
          onChange={(event) => setKind(event.target.value as BreachEventKind)}
        />
      </Field>
      <Field id={`${id}-happened_at`} label="When, Lagos time" required error={form.problemOf('happened_at')}>
        <TextInput type="datetime-local" name="happened_at" defaultValue={toLagosInput(new Date())} />
      </Field>
      {kind === 'commission_notified' && (
        <Field id={`${id}-reference`} label="Reference of the Commission" optional>
          <TextInput name="reference" maxLength={breachLimits.reference.max} />
        </Field>
      )}
      {kind === 'assessed' && (
        <>
          <Field id={`${id}-risk`} label="Risk" optional error={form.problemOf('risk')}>
            <Select name="risk" placeholder="As it was" options={breachRisks} />
          </Field>
          <Field id={`${id}-people`} label="Number of people" optional>
            <TextInput name="people_count" type="number" min={0} />
          </Field>
          <Field id={`${id}-records`} label="Number of records" optional>
            <TextInput name="records_count" type="number" min={0} />
          </Field>
        </>
      )}
      <Field
        id={`${id}-body`}
        label="In words"
        help="No names, addresses or numbers of the people concerned."
        required
        error={form.problemOf('body')}
      >
        <TextArea name="body" maxLength={breachLimits.body.max} />
      </Field>
      <Refusal action={form.action} />
      <div>
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Adding...">
          Add
        </Button>
      </div>
    </FormElement>
  )
}
