/** One entry that waits for a second person, and their yes or no. */
import type { MoneyEntry } from '#domain/admin/admin.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Notice } from '#site/ui/panel.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'

const kindWords: Record<MoneyEntry['kind'], string> = {
  receipt: 'received',
  refund: 'sent back',
  correction: 'really came',
  fee: 'kept by a bank',
  write_off: 'to write off',
  complaint: 'granted after a complaint,',
}

export function MoneyEntryNotice({ entry }: { entry: MoneyEntry }) {
  const { can } = usePermissions()
  const tables = ['orders', 'admin_notices']
  const approving = useAction({
    ...useMoneyCall(),
    tables,
    done: { title: 'Confirmed by a second person', text: 'It counts from now.' },
  })
  const dropping = useAction({
    ...useMoneyCall(),
    tables,
    done: { title: 'Entry dropped', text: 'It counts for nothing.' },
  })
  const decide = (action: typeof approving, isApproved: boolean) =>
    action.run((client) =>
      rpcAdmin(client, 'decide_money_entry', { entry_id: entry.id, is_approved: isApproved }),
    )
  return (
    <Notice kind="look">
      <div className="grid gap-2">
        <p data-step="waiting-entry" tabIndex={-1}>
          <strong>Waits for a second person:</strong> {kindWords[entry.kind]}{' '}
          <span className="num">{formatMoney(entry.amount_kobo, entry.currency)}</span>
          {entry.was_kobo !== null &&
            entry.was_kobo !== entry.amount_kobo &&
            `, not ${formatMoney(entry.was_kobo, entry.currency)} as recorded,`}
          {entry.transfer_kobo !== null &&
            `, part of a transfer of ${formatMoney(entry.transfer_kobo, entry.currency)},`}
          {entry.value_date && ` on ${formatDate(entry.value_date)}, `}
          {entry.bank_reference && <span className="code wrap-anywhere">{entry.bank_reference}</span>}.
          Entered {entry.is_own ? 'by you' : `by ${entry.recorded_by_name ?? 'somebody'}`},{' '}
          {formatDateTime(entry.recorded_at)}.
        </p>
        {entry.reason && <p className="whitespace-pre-line">“{entry.reason}”</p>}
        {entry.is_own && <p>Somebody else with the right to confirm payments looks at it too.</p>}
        {!entry.is_own && can('payments.confirm') && entry.obstacle && <p>{entry.obstacle}</p>}
        <Refusal action={approving} />
        <Refusal action={dropping} />
        {can('payments.confirm') && (
          <div className="flex flex-wrap gap-3">
            {!entry.obstacle && (
              <MoneyButton
                size="sm"
                busy={approving.isBusy}
                busyLabel="Confirming..."
                onClick={() => decide(approving, true)}
              >
                {entry.kind === 'correction'
                  ? 'Confirm the correction'
                  : entry.value_date
                    ? 'It stands on the statement: confirm'
                    : 'Confirm'}
              </MoneyButton>
            )}
            <MoneyButton
              size="sm"
              variant="outline"
              busy={dropping.isBusy}
              busyLabel="Dropping..."
              onClick={() => decide(dropping, false)}
            >
              {entry.is_own ? 'Take it back' : 'Drop it'}
            </MoneyButton>
          </div>
        )}
      </div>
    </Notice>
  )
}
