/** Complaints about the quality: what the buyer says and shows, and the answer. */

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { describeComplaint } from '#domain/market/complaint-words.ts'
import type { DisputeWish } from '#domain/market/market-orders.ts'
import { sayMailed } from '#domain/market/told-words.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { OpenFile } from '#site/admin/records/open-file.tsx'
import { disputeDraft, readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { countComplaint } from './count-complaint.ts'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'
import { moneyEntriesQuery } from './money-entries.tsx'
import { asAmount } from './money-form.tsx'
import { readAccount } from './order-account.ts'
import type { AdminOrder, OrderDocuments } from './order-data.ts'
import { sayIfItWaits } from './waits-for-second.ts'

interface DisputePanelProps {
  order: AdminOrder
  orderDocuments: OrderDocuments
  isNext: boolean
}

const resolutions = [
  { value: 'rejected', label: 'Not accepted' },
  { value: 'replaced', label: 'Replace the goods' },
  { value: 'refunded', label: 'Grant an amount' },
]

export function DisputePanel({ order, orderDocuments, isNext }: DisputePanelProps) {
  const { can } = usePermissions()
  const { total_amount_kobo: totalKobo } = order
  const openKobo = totalKobo === null ? 0 : readAccount(order, totalKobo, orderDocuments).openKobo
  return (
    <section className="drawer-part" aria-label="Disputes">
      <h3>Disputes</h3>
      {orderDocuments.order_disputes.map((dispute) => (
        <div key={dispute.id} className="grid gap-2">
          <p className="num text-sm text-stone">{formatDateTime(dispute.created_at)}</p>
          <ComplaintLine dispute={dispute} />
          <p className="whitespace-pre-line">{dispute.reason}</p>
          <div className="flex flex-wrap gap-2">
            {dispute.photo_paths.map((path, index) => (
              <OpenFile
                key={path}
                request={{ recordType: 'orders', recordId: order.id, what: 'dispute_photo', path }}
                label={`Open photo ${index + 1}`}
              />
            ))}
          </div>
          {dispute.resolution ? (
            <p>
              <strong>{resolutions.find(({ value }) => value === dispute.resolution)?.label}</strong>
              {dispute.refund_kobo !== null && ` (${formatMoney(dispute.refund_kobo, order.currency)})`}:{' '}
              {dispute.resolution_note}
            </p>
          ) : (
            can('orders.decide') && (
              <ResolveForm
                order={order}
                openKobo={openKobo}
                valueKobo={countComplaint(dispute, orderDocuments)}
                isNext={isNext}
              />
            )
          )}
        </div>
      ))}
    </section>
  )
}

/** Which goods, how many, and what the buyer wishes. */
function ComplaintLine({ dispute }: { dispute: OrderDocuments['order_disputes'][number] }) {
  const words = describeComplaint({
    lineName: dispute.line_name,
    amount: dispute.amount,
    amountUnit: dispute.amount_unit,
    wish: dispute.wish as DisputeWish | null,
  })
  return words && <p className="font-semibold">{words}</p>
}

interface ResolveFormProps {
  order: AdminOrder
  /** What of the order is still to be paid. */
  openKobo: number
  /** What the goods cost that the buyer complains about, where that is known. */
  valueKobo: number | null
  isNext: boolean
}

function ResolveForm({ order, openKobo, valueKobo, isNext }: ResolveFormProps) {
  const id = useId()
  const draft = disputeDraft(order.id)
  const [saved] = useState(() => readWordDraft(draft).resolution)
  const [isRefund, setIsRefund] = useState(saved === 'refunded')
  const { data: entries } = useQuery(moneyEntriesQuery(order.id))
  const form = useActionForm({
    ...useMoneyCall(),
    id,
    tables: ['orders', 'admin_notices'],
    done: (answer) => sayIfItWaits(answer) ?? { title: 'Dispute answered', text: sayMailed(order.told_by) },
    draft,
    // By these names the database refuses, too.
    atField: ['refundKobo', 'note'],
    read({ resolution = '', amount = '', note = '' }, refuse) {
      const refundKobo = resolution === 'refunded' ? parseNaira(amount) : null
      if (resolution === 'refunded' && !refundKobo) return refuse('refundKobo', 'Enter how much is granted')
      if (note.trim().length < 3) return refuse('note', 'Choose a resolution and say why')
      const answer = { resolution, note: note.trim(), ...(refundKobo && { refundKobo }) }
      return (client) => client.rpc('resolve_order_dispute', { order_id: order.id, answer })
    },
  })

  return (
    <FormElement form={form} className="grid gap-3" label="Answer to the dispute">
      {entries?.some(({ kind }) => kind === 'complaint') && (
        <p>An answer waits for a second person, under Payment. A new answer takes its place.</p>
      )}
      <Field id={`${id}-resolution`} label="Resolution">
        <Select
          name="resolution"
          data-step="dispute"
          defaultValue={saved}
          options={resolutions}
          onChange={(event) => setIsRefund(event.target.value === 'refunded')}
        />
      </Field>
      {isRefund && (
        <Field
          id={`${id}-refundKobo`}
          label={`Amount (${order.currency})`}
          help={`${valueKobo === null ? '' : 'Suggested: the price of these goods less their share of a discount, with its VAT. '}${
            openKobo > 0
              ? `It comes off the ${formatMoney(openKobo, order.currency)} that is still open; only what is more goes back. If you recorded a payment of this order, leave it to somebody else.`
              : 'It goes back to the buyer.'
          }`}
          error={form.problemOf('refundKobo')}
          required
        >
          <TextInput
            name="amount"
            inputMode="decimal"
            defaultValue={valueKobo === null ? '' : asAmount(valueKobo)}
          />
        </Field>
      )}
      <Field id={`${id}-note`} label="Why" help="The buyer reads it." error={form.problemOf('note')} required>
        <TextArea name="note" rows={3} maxLength={2000} />
      </Field>
      <Refusal action={form.action} />
      <div>
        <MoneyButton
          type="submit"
          size="sm"
          variant={isNext ? 'primary' : 'outline'}
          busy={form.isBusy}
          busyLabel="Answering..."
        >
          Answer the dispute
        </MoneyButton>
      </div>
    </FormElement>
  )
}
