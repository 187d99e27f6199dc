/** The letter of credit of an order in the hands of staff: bank, documents, the draft, and how far it is. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminCreditStatusWords } from '#domain/credit-status-words.ts'
import { formatDateTime } from '#domain/dates.ts'
import {
  creditWords,
  findCreditStepBack,
  findPaidObstacle,
  type LetterOfCredit,
  listNextCreditStatuses,
} from '#domain/market/letters-of-credit.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin, rpcAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { SeeRow } from '#site/admin/records/see-row.tsx'
import { creditDraft, readWordDraft, removeWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import type { AdminOrder } from './order-data.ts'

const OpenFile = loadPart(async () => (await import('#site/admin/records/open-file.tsx')).OpenFile)

const words = creditWords.admin
const tables = ['orders']

export function CreditPanel({ order }: { order: Pick<AdminOrder, 'id' | 'payment_status'> }) {
  const { can } = usePermissions()
  const orderId = order.id
  const obstacle = findPaidObstacle(order.payment_status, can('payments.confirm'))
  const query = useQuery({
    queryKey: [...tables, 'letter-of-credit', orderId],
    queryFn: () => callAdmin<LetterOfCredit | null>('letter_of_credit', { order_id: orderId }),
  })
  return (
    <QueryState query={query} errorText="The letter of credit could not be loaded.">
      {(letter) =>
        letter && (
          <section className="drawer-part" aria-label={words.label}>
            <h3>{words.label}</h3>
            {letter.draftPath && letter.draftAt ? (
              <OpenFile
                request={{
                  recordType: 'orders',
                  recordId: orderId,
                  what: 'credit_draft',
                  path: letter.draftPath,
                }}
                label={`${words.openDraft}, ${formatDateTime(letter.draftAt)}`}
              />
            ) : (
              <p className="text-stone">{words.noDraft}</p>
            )}
            <p className="wrap-anywhere">
              {creditWords.advisingBank}: {letter.advisingBank ?? words.noBank}
            </p>
            <p className="field-help">{words.bankHelp}</p>
            {letter.stepBackReason && <p>{words.wentBack(letter.stepBackReason)}</p>}
            {/* On paper the boxes are not. */}
            <div className={can('orders.decide') ? 'print-only' : undefined}>
              <p>
                {words.status}: {adminCreditStatusWords[letter.status]}
              </p>
              {letter.documents && (
                <p className="whitespace-pre-line wrap-anywhere">
                  {words.documents.label}:{'\n'}
                  {letter.documents}
                </p>
              )}
            </div>
            {can('orders.decide') && <CreditForm orderId={orderId} letter={letter} maySayPaid={!obstacle} />}
            {letter.status === 'documents_presented' &&
              (obstacle ? <p>{obstacle}</p> : !can('orders.decide') && <PaidForm orderId={orderId} />)}
          </section>
        )
      }
    </QueryState>
  )
}

/** For those who confirm payments and decide no orders. */
function PaidForm({ orderId }: { orderId: string }) {
  const form = useActionForm({
    id: useId(),
    tables,
    done: { title: words.saved },
    read: () => (client) =>
      rpcAdmin(client, 'set_letter_of_credit', { order_id: orderId, details: { status: 'paid' } }),
  })
  return (
    <FormElement form={form} label={words.label}>
      <Refusal action={form.action} />
      <Button type="submit" size="sm" data-step="letter" busy={form.isBusy} busyLabel={words.busyLabel}>
        {words.setPaid}
      </Button>
    </FormElement>
  )
}

interface CreditFormProps {
  orderId: string
  letter: LetterOfCredit
  maySayPaid: boolean
}

function CreditForm({ orderId, letter, maySayPaid }: CreditFormProps) {
  const id = useId()
  const draft = creditDraft(orderId)
  /** The list that somebody began to change, who then saves over no other one. */
  const [held, setHeld] = useState(() => readWordDraft(draft).seenDocuments)
  const seen = held ?? letter.documents ?? ''
  const [backFrom, setBackFrom] = useState<string | null>(null)
  const goesBack = backFrom === letter.status
  const back = findCreditStepBack(letter)
  const form = useActionForm({
    id,
    tables,
    done: { title: words.saved },
    draft,
    onDone() {
      setHeld(undefined)
      // Another draft that comes to the same status is not sent back unless somebody says so.
      setBackFrom(null)
    },
    atField: ['documents', 'status', 'reason'],
    read:
      ({ usesOwnBank, documents = '', status = '', reason = '' }) =>
      (client) =>
        rpcAdmin(client, 'set_letter_of_credit', {
          order_id: orderId,
          details: {
            ...(usesOwnBank && { advisingBank: '' }),
            documents,
            seenDocuments: seen,
            status: goesBack ? back : status,
            draftPath: letter.draftPath,
            reason,
          },
        }),
  })
  const about = (name: string) => ({ id: form.fieldId(name), error: form.problemOf(name) })
  return (
    <FormElement form={form} className="grid gap-4" label={words.label} onInput={() => setHeld(seen)}>
      <input type="hidden" name="seenDocuments" value={seen} />
      {letter.ownBank && (
        <Checkbox id={form.fieldId('usesOwnBank')} name="usesOwnBank" label={words.useOwnBank} />
      )}
      <Field key={seen} {...about('documents')} {...words.documents}>
        <TextArea name="documents" rows={5} maxLength={2000} defaultValue={seen} />
      </Field>
      <Field key={`is ${letter.status}`} {...about('status')} label={words.status} help={words.paidHelp}>
        <Select
          name="status"
          data-step="letter"
          defaultValue={letter.status}
          options={listNextCreditStatuses(letter.status, maySayPaid).map((value) => ({
            value,
            label: adminCreditStatusWords[value],
          }))}
        />
      </Field>
      {back && (
        <Checkbox
          id={form.fieldId('goesBack')}
          label={`${words.back}: ${adminCreditStatusWords[back]}`}
          checked={goesBack}
          onChange={() => setBackFrom(goesBack ? null : letter.status)}
        />
      )}
      {goesBack && (
        <Field
          {...about('reason')}
          {...(letter.status === 'draft_received' ? words.draftProblem : words.reason)}
        >
          <TextInput name="reason" maxLength={300} />
        </Field>
      )}
      <Refusal action={form.action} />
      <SeeRow
        action={form.action}
        onSee={() => {
          removeWordDraft(draft)
          setHeld(undefined)
        }}
      />
      <div>
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
