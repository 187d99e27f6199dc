/** A role as it is made or changed: name, rights and limits, saved together after one more question. */
import { type FormEvent, useEffect, useId, useState } from 'react'
import { rightAreas } from '#domain/admin/right-areas.ts'
import type { Permission } from '#domain/admin/roles.ts'
import type { RoleDetails, RoleRow } from '#domain/admin/staff.ts'
import { parseNaira } from '#domain/money.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { readWordDraft, removeWordDraft, roleDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

interface RoleFormProps {
  /** Undefined: one that is not there yet. */
  role: RoleRow | undefined
  rights: readonly Permission[]
  /** How many people have it. */
  holders: number
  /** With the name of a role that was made. */
  onSaved: (name?: string) => void
  onCancel: () => void
}

const sentences = Object.fromEntries(rightAreas.flatMap(({ rights }) => Object.entries(rights))) as Record<
  Permission,
  string
>

export function RoleForm({ holders, onSaved, onCancel, ...now }: RoleFormProps) {
  const id = useId()
  // As it was read when the form was opened: what a colleague saves meanwhile is refused, not overwritten.
  const [{ role, rights }] = useState(now)
  const draft = roleDraft(role?.name ?? 'new', role?.updated_at ?? '')
  const stored = {
    title: role?.title ?? '',
    description: role?.description ?? '',
    refund: role?.refund_up_to_kobo == null ? '' : String(role.refund_up_to_kobo / 100),
    percent: role?.quote_below_list_percent == null ? '' : String(role.quote_below_list_percent),
    rights: rights.toSorted().join(' '),
  }
  const [before] = useState<Partial<typeof stored>>(() => readWordDraft(draft))
  const [words, setWords] = useState({ ...stored, ...before })
  const { title, description, refund, percent } = words
  const chosen = new Set(words.rights.split(' ').filter(Boolean) as Permission[])
  useEffect(() => saveWordDraft(draft, JSON.stringify(words) === JSON.stringify(stored) ? {} : words))
  const [isAsking, setIsAsking] = useState(false)
  const action = useAction({
    tables: ['roles', 'role_permissions', 'my-permissions', 'staff'],
    done: { title: role ? 'Role saved' : 'Role made', text: 'It counts within a minute.' },
    onDone(data) {
      removeWordDraft(draft)
      onSaved(role ? undefined : String(data))
    },
  })
  const problemAt = (field: string) => (!isAsking && action.field === field && action.refusal) || undefined
  const added = [...chosen].filter((right) => !rights.includes(right))
  const taken = rights.filter((right) => !chosen.has(right))

  const refundKobo = refund.trim() === '' ? null : parseNaira(refund)
  const isRefundWrong = refund.trim() !== '' && refundKobo === null
  const isPercentWrong = !/^\s*(\d{1,2}|100)?\s*$/.test(percent)

  function confirm(event: FormEvent) {
    event.preventDefault()
    action.reset()
    if (!isRefundWrong && !isPercentWrong) setIsAsking(true)
  }

  async function save() {
    const details: RoleDetails = {
      title,
      description,
      permissions: [...chosen],
      refundUpToKobo: refundKobo,
      quoteBelowListPercent: percent.trim() === '' ? null : Number(percent),
    }
    await action.run((client) =>
      role
        ? rpcAdmin(client, 'change_role', { name: role.name, details, expected_at: role.updated_at })
        : rpcAdmin(client, 'create_role', { details }),
    )
    setIsAsking(false)
  }

  const type = (typed: Partial<typeof stored>) => setWords((before) => ({ ...before, ...typed }))

  function tick(right: Permission, isChosen: boolean) {
    if (isChosen) chosen.add(right)
    else chosen.delete(right)
    type({ rights: [...chosen].toSorted().join(' ') })
  }

  return (
    <Panel title={role ? `Change ${role.title}` : 'A role of your own'}>
      <form className="grid gap-5" aria-label="Role" noValidate onSubmit={confirm}>
        {before.rights !== undefined && (
          <Notice>
            <p>What you changed here before is still here. Nothing of it was saved.</p>
          </Notice>
        )}
        {!role?.is_built_in && (
          <>
            <Field id={`${id}-title`} label="Name of the role" required error={problemAt('title')}>
              <TextInput
                maxLength={40}
                value={title}
                onChange={(event) => type({ title: event.target.value })}
              />
            </Field>
            <Field
              id={`${id}-description`}
              label="What it is for"
              required
              help="The invitation says it."
              error={problemAt('description')}
            >
              <TextInput
                maxLength={200}
                value={description}
                onChange={(event) => type({ description: event.target.value })}
              />
            </Field>
          </>
        )}
        <div className="right-areas">
          {rightAreas.map(({ title: area, rights: offered }) => (
            <fieldset key={area}>
              <legend>{area}</legend>
              {(Object.entries(offered) as [Permission, string][])
                .filter(([right]) => right !== 'roles.manage')
                .map(([right, sentence]) => (
                  <Checkbox
                    key={right}
                    id={`${id}-${right}`}
                    label={sentence}
                    checked={chosen.has(right)}
                    onChange={(event) => tick(right, event.target.checked)}
                  />
                ))}
            </fieldset>
          ))}
        </div>
        <fieldset className="grid gap-4 sm:grid-cols-2 sm:items-end">
          <legend className="mb-2 font-semibold">Limits: beyond them a second person is asked</legend>
          <Field
            id={`${id}-refund`}
            label="Refund alone up to (naira)"
            help="Empty: the limit of the company alone."
            error={isRefundWrong ? 'Please enter an amount, or nothing' : problemAt('refundUpToKobo')}
          >
            <TextInput
              inputMode="decimal"
              value={refund}
              onChange={(event) => type({ refund: event.target.value })}
            />
          </Field>
          <Field
            id={`${id}-percent`}
            label="Quote below list price by up to (%)"
            help="Empty: no limit."
            error={
              isPercentWrong
                ? 'Please enter a number from 0 to 100, or nothing'
                : problemAt('quoteBelowListPercent')
            }
          >
            <TextInput
              inputMode="numeric"
              value={percent}
              onChange={(event) => type({ percent: event.target.value })}
            />
          </Field>
        </fieldset>
        <Refusal action={action} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={action.isBusy} busyLabel="Saving...">
            {role ? 'Save this role' : 'Make this role'}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              removeWordDraft(draft)
              onCancel()
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
      <Dialog
        open={isAsking}
        role="alertdialog"
        title={role ? `Save the role ${role.title}?` : `Make the role ${title.trim() || 'without a name'}?`}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button busy={action.isBusy} busyLabel="Saving..." onClick={() => void save()}>
              {role ? 'Save' : 'Make the role'}
            </Button>
            <Button variant="outline" disabled={action.isBusy} onClick={() => setIsAsking(false)}>
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
          <Changes heading="It may from now on:" rights={added} />
          <Changes heading="It may no longer:" rights={taken} />
        </div>
      </Dialog>
    </Panel>
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
