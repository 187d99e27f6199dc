/** Two registrations beside each other, masked, and what making them one would do; asked for a reason, and not to be taken back. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { adminPaths, type Comparison, nameAdminPermission } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { groupPhone } from '#domain/phone-groups.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { maskSecret, nameSecret, revealReasonLimits } from '#domain/vault.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { noteOwnChange } from '#site/admin/records/own-changes.ts'
import { showAnswer } from '#site/admin/records/settle-decision.ts'
import { reasonDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import type { FormValue, LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { Answer } from '#site/registrations/long-form/review-facts.tsx'
import { listFields, ruleOf } from '#site/registrations/long-form/values.ts'
import { nameField } from '#site/registrations/records/answers-list.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { adminAnswersQuery } from './registration-data.ts'
import type { RegistrationSheetProps } from './sheet-props.ts'

interface MergeDialogProps extends Pick<RegistrationSheetProps, 'table' | 'form' | 'renderWith'> {
  id: string
  otherId: string
  onClose: () => void
}

export function MergeDialog(props: MergeDialogProps) {
  const { table, id, otherId, onClose } = props
  const { can } = usePermissions()
  const formId = useId()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [table, 'comparison', id, otherId],
    queryFn: () =>
      callAdmin<Comparison>('compare_registrations', {
        record_type: table,
        record_id: id,
        other_id: otherId,
      }),
  })
  const pair = query.data
  const mayMerge =
    pair && pair.obstacle === null && can(nameAdminPermission(table, 'decide')) && can('records.work')
  const form = useActionForm({
    id: formId,
    tables: [table],
    done: {
      title: 'Made one',
      text: pair && `${pair.younger.reference} is a part of ${pair.older.reference} now.`,
    },
    // The form is here once both have been compared.
    draft: mayMerge ? reasonDraft(table, id, `merge:${otherId}`) : undefined,
    onDone: onClose,
    read({ reason = '' }, refuse) {
      if (!pair) return undefined
      if (reason.trim().length < revealReasonLimits.min)
        return refuse('reason', `Please give a reason of at least ${revealReasonLimits.min} characters`)
      const request = { recordType: table, recordId: id, otherId, reason: reason.trim(), seen: pair.seen }
      return async () => {
        noteOwnChange(pair.younger.id)
        const { older } = await fetchJson<{ older: string }>('POST', adminPaths.merge, request)
        await showAnswer(queries, table, pair.younger.id, {
          merged_with: { id: pair.older.id, reference: older },
        })
        return null
      }
    },
  })
  return (
    <Dialog
      open
      title="Are these one person?"
      onClose={onClose}
      actions={
        <>
          {mayMerge && (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              busy={form.isBusy}
              busyLabel="Making them one..."
            >
              Make {pair.younger.reference} a part of {pair.older.reference}
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <QueryState query={query} errorText="The two could not be compared.">
        {(compared) => (
          <>
            {mayMerge && <SecondStepNotice />}
            {mayMerge && <Consequences pair={compared} />}
            <SideBySide {...props} pair={compared} />
            {compared.obstacle && (
              <Notice>
                <p>They stay two. {compared.obstacle}</p>
              </Notice>
            )}
          </>
        )}
      </QueryState>
      {mayMerge && (
        <FormElement form={form} id={formId} className="grid gap-3">
          <Field
            id={`${formId}-reason`}
            label="How you know that they are one person"
            help="It is kept with your name, and the person can read it. Leave numbers of the person out."
            required
          >
            <TextArea name="reason" rows={2} maxLength={revealReasonLimits.max} />
          </Field>
          <Refusal action={form.action} />
        </FormElement>
      )}
    </Dialog>
  )
}

function Consequences({ pair: { older, younger } }: { pair: Comparison }) {
  return (
    <>
      <p className="font-semibold">If you make them one</p>
      <ul className="list-disc ps-5">
        <li>
          <strong>{older.reference}</strong>, the older, goes on with its reference, its answers, its numbers
          and its photo.
        </li>
        <li>
          The numbers, the date of birth and the photo of <strong>{younger.reference}</strong> are erased for
          good. It is closed, and its link says that it is one with {older.reference}.
        </li>
        <li>Notes, calls, mails and history of both stay, and are read on {older.reference}.</li>
        <li>
          {younger.status === 'pending' && younger.email
            ? `${younger.email} is told by mail.`
            : 'No mail is sent about it.'}{' '}
          This cannot be taken back.
        </li>
      </ul>
    </>
  )
}

function SideBySide({ pair, table, form, renderWith }: MergeDialogProps & { pair: Comparison }) {
  const { older, younger, secrets } = pair
  const answers = [
    useQuery(adminAnswersQuery(table, older.id)).data?.answers ?? {},
    useQuery(adminAnswersQuery(table, younger.id)).data?.answers ?? {},
  ] as const
  return (
    <table className="twin-table">
      <caption className="sr-only">Both registrations</caption>
      <thead>
        <tr>
          <td />
          {[older, younger].map((one) => (
            <th key={one.id} scope="col">
              <span className="code">{one.reference}</span> ({one === older ? 'older' : 'younger'})
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        <Line
          label="Sent"
          values={[formatDateTime(older.createdAt), formatDateTime(younger.createdAt)]}
          isPlain
        />
        <Line
          label="Status"
          values={[describeStatus(older.status), describeStatus(younger.status)]}
          isPlain
        />
        <Line
          label="Account"
          values={[older, younger].map(({ hasAccount }) => (hasAccount ? 'Yes' : 'No'))}
          isPlain
        />
        <Line label="Name" values={[older.name, younger.name]} />
        <Line label="Email" values={[older.email, younger.email]} />
        <Line label="Phone" values={[older, younger].map(({ phone }) => phone && groupPhone(phone))} />
        <Line
          label="Photo"
          values={[older, younger].map(({ hasPhoto }) => (hasPhoto ? 'Received' : 'None'))}
          isPlain
        />
        {secrets.map(({ field, isSame, ...ends }) => (
          <Line
            key={field}
            label={capitalise(nameSecret(field))}
            values={[
              ends.hasOlder ? maskSecret(ends.older) : null,
              ends.hasYounger ? maskSecret(ends.younger) : null,
            ]}
            isSame={isSame}
          />
        ))}
        {renderWith(form, (definition) => (
          <Answers definition={definition} answers={answers} />
        ))}
      </tbody>
    </table>
  )
}

type Sent = Readonly<Record<string, unknown>>

/** What the form asked beyond what stands above, where at least one of them answered. */
function Answers({
  definition,
  answers,
}: {
  definition: LongFormDefinition
  answers: readonly [Sent, Sent]
}) {
  const known = ['fullName', 'email', 'phone', 'phoneNumber']
  return listFields(definition)
    .filter(
      (field) =>
        field.control !== 'tick' &&
        field.control !== 'selfie' &&
        !known.includes(field.name) &&
        !ruleOf(definition, field)?.secret &&
        answers.some((sent) => sent[field.name]),
    )
    .map((field) => {
      const [older, younger] = answers.map((sent) => sent[field.name])
      const isSame = JSON.stringify(older) === JSON.stringify(younger)
      return (
        <Line
          key={field.name}
          label={nameField(field)}
          values={[older, younger].map((value) =>
            value ? <Answer key={field.name} field={field} value={value as FormValue} /> : null,
          )}
          isSame={isSame}
        />
      )
    })
}

interface LineProps {
  label: string
  values: readonly ReactNode[]
  /** Left out: the values say it. */
  isSame?: boolean
  /** Whether they are alike says nothing. */
  isPlain?: boolean
}

function Line({ label, values, isSame, isPlain = false }: LineProps) {
  const [older, younger] = values
  const same = isSame ?? (older === younger && Boolean(older))
  return (
    <tr data-same={isPlain ? undefined : same}>
      <th scope="row">{label}</th>
      <td>{older ?? 'Not given'}</td>
      <td>{younger ?? 'Not given'}</td>
      <td className="twin-verdict">{!isPlain && (same ? 'same' : 'differs')}</td>
    </tr>
  )
}
