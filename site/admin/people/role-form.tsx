/** A role as it is made or changed: name, rights and limits, saved together after one more question. */
import { findNeededRight } from '#domain/admin/needed-rights.ts'
import { rightAreas } from '#domain/admin/right-areas.ts'
import type { Permission } from '#domain/admin/roles.ts'
import { formatNaira } from '#domain/money.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { type RoleFormProps, type RoleFormState, useRoleForm } from './use-role-form.ts'

const sentences = Object.fromEntries(rightAreas.flatMap(({ rights }) => Object.entries(rights))) as Record<
  Permission,
  string
>

export function RoleForm(props: RoleFormProps) {
  const state = useRoleForm(props)
  const { role, words, type, problemOf, form } = state
  return (
    <Panel title={role ? `Change ${role.title}` : 'A role of your own'}>
      <FormElement form={form} className="grid gap-5" label="Role" id={form.fieldId('form')}>
        <SecondStepNotice />
        {state.hasDraft && (
          <Notice>
            <p>What you changed here before is still here. Nothing of it was saved.</p>
          </Notice>
        )}
        {!role?.is_built_in && (
          <>
            <Field id={form.fieldId('title')} label="Name of the role" required error={problemOf('title')}>
              <TextInput
                maxLength={40}
                value={words.title}
                onChange={(event) => type({ title: event.target.value })}
              />
            </Field>
            <Field
              id={form.fieldId('description')}
              label="What it is for"
              required
              help="The invitation says it."
              error={problemOf('description')}
            >
              <TextInput
                maxLength={200}
                value={words.description}
                onChange={(event) => type({ description: event.target.value })}
              />
            </Field>
          </>
        )}
        <Rights state={state} />
        <fieldset className="grid gap-4 sm:grid-cols-2 sm:items-end">
          <legend className="mb-2 font-semibold">Limits: beyond them a second person is asked</legend>
          <Field
            id={form.fieldId('refundUpToKobo')}
            label="Refund alone up to (naira)"
            help="Empty: the limit of the company alone."
            error={problemOf('refundUpToKobo')}
          >
            <TextInput
              inputMode="decimal"
              value={words.refund}
              onChange={(event) => type({ refund: event.target.value })}
            />
          </Field>
          <Field
            id={form.fieldId('quoteBelowListPercent')}
            label="Quote below list price by up to (%)"
            help="Empty: no limit. Below the price of the marketplace, or else of the export catalogue. What has a price in neither always waits for a second person."
            error={problemOf('quoteBelowListPercent')}
          >
            <TextInput
              inputMode="numeric"
              value={words.percent}
              onChange={(event) => type({ percent: event.target.value })}
            />
          </Field>
        </fieldset>
        <Refusal action={form.action} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.isBusy} busyLabel="Saving...">
            {role ? 'Save this role' : 'Make this role'}
          </Button>
          <Button variant="quiet" onClick={state.cancel}>
            Cancel
          </Button>
        </div>
      </FormElement>
      <SaveQuestion state={state} holders={props.holders} />
    </Panel>
  )
}

function sayNeeded(right: Permission): string | undefined {
  const needed = findNeededRight(right)
  return needed && `needs: ${sentences[needed]}`
}

/** Every right with its sentence, by area. */
function Rights({ state: { chosen, tick, form } }: { state: RoleFormState }) {
  return (
    <div className="right-areas">
      {rightAreas.map(({ title: area, rights: offered }) => (
        <fieldset key={area}>
          <legend>{area}</legend>
          {(Object.entries(offered) as [Permission, string][])
            .filter(([right]) => right !== 'roles.manage')
            .map(([right, sentence]) => (
              <Checkbox
                key={right}
                id={form.fieldId(right)}
                label={sentence}
                help={sayNeeded(right)}
                checked={chosen.has(right)}
                onChange={(event) => tick(right, event.target.checked)}
              />
            ))}
        </fieldset>
      ))}
    </div>
  )
}

/** Whom it is about, and what they may from now on, before it is saved. */
function SaveQuestion({ state, holders }: { state: RoleFormState; holders: number }) {
  const { role, words, form, setIsConfirming } = state
  return (
    <Dialog
      open={state.isConfirming}
      role="alertdialog"
      title={role ? `Save the role ${role.title}?` : `Make the role ${words.title.trim()}?`}
      onClose={() => setIsConfirming(false)}
      actions={
        <>
          <Button type="submit" form={form.fieldId('form')} busy={form.isBusy} busyLabel="Saving...">
            {role ? 'Save' : 'Make the role'}
          </Button>
          <Button variant="outline" disabled={form.isBusy} onClick={() => setIsConfirming(false)}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          {holders === 0
            ? 'Nobody has this role now.'
            : `${holders} ${holders === 1 ? 'person has' : 'people have'} this role.`}
        </p>
        <Changes heading="It may from now on:" rights={state.added} />
        <Changes heading="It may no longer:" rights={state.taken} />
        <div hidden={!state.chosen.has('payments.confirm') && !state.chosen.has('orders.decide')}>
          <p className="font-semibold">Without a second person:</p>
          <ul className="list-disc ps-5">
            {state.chosen.has('payments.confirm') && (
              <li>
                {state.refundKobo === null
                  ? 'It sends back up to the limit of the company.'
                  : `It sends back up to ${formatNaira(state.refundKobo)} of an order in naira, and never above the limit of the company.`}
              </li>
            )}
            {state.chosen.has('orders.decide') && (
              <li>
                {state.percentBelow === null
                  ? 'It quotes at any price.'
                  : `It quotes up to ${state.percentBelow}% below the list price, and goods with a list price alone.`}
              </li>
            )}
          </ul>
        </div>
      </div>
    </Dialog>
  )
}

function Changes({ heading, rights }: { heading: string; rights: readonly Permission[] }) {
  if (rights.length === 0) return null
  return (
    <div>
      <p className="font-semibold">{heading}</p>
      <ul className="list-disc ps-5">
        {rights.map((right) => (
          <li key={right}>{sentences[right]}</li>
        ))}
      </ul>
    </div>
  )
}
