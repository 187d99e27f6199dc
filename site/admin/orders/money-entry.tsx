/** One entry that waits for a second person, and their yes or no. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { MoneyEntry } from '#domain/admin/admin.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'

const AskSurplus = loadPart(async () => (await import('./ask-surplus.tsx')).AskSurplus)

const kindWords: Record<MoneyEntry['kind'], string> = {
  receipt: 'received',
  refund: 'sent back',
  correction: 'really came',
  fee: 'kept by a bank',
  write_off: 'to write off',
  complaint: 'granted after a complaint,',
}

interface MoneyEntryNoticeProps {
  entry: MoneyEntry
  /** What the order still owes, whatever waits. */
  openKobo: number
}

export function MoneyEntryNotice({ entry, openKobo }: MoneyEntryNoticeProps) {
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
  const [isAsked, setIsAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  /** The button that runs is disabled, and has lost the focus. */
  const wasPressed = useRef(false)
  const decide = (action: typeof approving, isApproved: boolean) => {
    wasPressed.current = true
    return action.run(async (client) => {
      const details = { entry_id: entry.id, is_approved: isApproved }
      const answer = await rpcAdmin(client, 'decide_money_entry', details)
      // Somebody else was first: the entry goes from the page, and what is said beside it goes with it.
      if (answer.error?.code === 'P0002')
        toast.error('Not done', readDatabaseSentence(answer.error) ?? answer.error.message)
      return answer
    })
  }

  // Decided here or by somebody else, it goes: who worked at it goes on at the heading of the panel.
  useLayoutEffect(() => {
    const box = place.current
    const heading = box?.closest('section')?.querySelector('h3')
    return () => {
      const { activeElement: focused, body } = document
      const isHere = box?.contains(focused) || (wasPressed.current && focused === body)
      if (!heading || !isHere) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
  }, [])

  return (
    <Notice kind="look">
      <div ref={place} className="grid gap-2">
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
                onClick={() =>
                  ['receipt', 'correction'].includes(entry.kind) &&
                  entry.amount_kobo - (entry.was_kobo ?? 0) > openKobo
                    ? setIsAsked(true)
                    : decide(approving, true)
                }
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
        {isAsked && (
          <AskSurplus
            amountKobo={entry.amount_kobo}
            recordedKobo={entry.was_kobo ?? 0}
            openKobo={openKobo}
            currency={entry.currency}
            isSecond
            onAnswer={(isRight) => {
              setIsAsked(false)
              if (isRight) void decide(approving, true)
            }}
          />
        )}
      </div>
    </Notice>
  )
}
