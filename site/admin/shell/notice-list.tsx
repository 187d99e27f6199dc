/** Changes of where money goes, alarms, and orders that wait for a second person, above each page of the admin area. */
import { Link } from 'react-router'
import type { AdminNotice, MoneyEntry } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

export function NoticeList({ notices }: { notices: readonly AdminNotice[] }) {
  const orders = (kind: Exclude<OrderNotice['kind'], 'money_waits'>) =>
    notices.filter((notice): notice is OrderNotice => notice.kind === kind)
  /** What is said of the entries that wait, with the orders of each; an order may have several. */
  const money = new Map<string, OrderNotice[]>()
  for (const notice of notices) {
    if (notice.kind !== 'money_waits') continue
    const alike = money.get(describeMoney(notice)) ?? []
    if (!alike.some(({ id }) => id === notice.id)) money.set(describeMoney(notice), [...alike, notice])
  }
  return (
    <section className="grid gap-3" aria-label="Notices of the desk">
      {notices.map((notice) => {
        if (notice.kind === 'settlement') return <SettlementNotice key={notice.id} notice={notice} />
        if (notice.kind === 'vault_alarm') return <AlarmNotice key={notice.id} notice={notice} />
        return null
      })}
      {notices.some(({ kind }) => kind === 'no_alarm_address') && (
        <Notice kind="warn">
          <p>
            <strong>No address outside the desk is set.</strong> Where nobody else here can approve a change
            of the bank account, it cannot be changed. Who runs the server sets SETTLEMENT_ALARM_EMAIL.
          </p>
        </Notice>
      )}
      {[...money].map(([words, alike]) => (
        <Orders key={words} notices={alike} kind="look" words={`${words} waits for a second person:`} />
      ))}
      <Orders notices={orders('quote_waits')} kind="look" words="A quote that needs a second person:" />
      <Orders
        notices={orders('holds_much')}
        words="Not paid yet, and holds more than a quarter of a product:"
      />
      <Orders
        notices={orders('claim_ran_out')}
        words="Claimed as paid and not found on the statement in time; the goods are for sale again:"
      />
      <Orders
        notices={orders('stock_missing')}
        kind="warn"
        words="Money came, and the goods are for sale again or sold to others, or their day of delivery is full; name another day, wait for the rest or for stock, or decline and send the money back:"
      />
    </section>
  )
}

type OrderNotice = Extract<AdminNotice, { code: string }>

const moneyWords: Record<MoneyEntry['kind'], string> = {
  receipt: 'A payment of',
  refund: 'A refund of',
  correction: 'A payment corrected to',
  fee: 'A bank fee of',
  write_off: 'A write-off of',
  complaint: 'An answer to a complaint with',
}

const describeMoney = (notice: Extract<AdminNotice, { kind: 'money_waits' }>) =>
  `${moneyWords[notice.of]} ${formatMoney(notice.amount_kobo, notice.currency)}`

function Orders({
  notices,
  words,
  kind = 'info',
}: {
  notices: readonly OrderNotice[]
  words: string
  kind?: 'info' | 'look' | 'warn'
}) {
  if (notices.length === 0) return null
  return (
    <Notice kind={kind}>
      <p>
        {words}{' '}
        {notices.map(({ id, code }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Link className="code" to={recordPath('orders', id)}>
              {code}
            </Link>
          </span>
        ))}
      </p>
    </Notice>
  )
}

const accountWords = { bank_account: 'bank account', crypto_wallet: 'crypto wallet' }

function SettlementNotice({ notice }: { notice: Extract<AdminNotice, { kind: 'settlement' }> }) {
  const { can } = usePermissions()
  const what = accountWords[notice.of]
  return (
    <Notice kind="warn">
      <p>
        <strong>
          {notice.step === 'proposed'
            ? `A ${what} is proposed.`
            : `A ${what} comes into force ${formatDateTime(notice.effective_at ?? '')} (Lagos).`}
        </strong>{' '}
        {notice.bank_name && `${notice.bank_name}, `}ending in <span className="code">{notice.ending}</span>
        {notice.name && `, by ${notice.name}`}. If you do not know of it, speak up now.{' '}
        {can('settings.read') && <Link to={paths.adminSettings}>Look at it</Link>}
      </p>
    </Notice>
  )
}

const alarmWords = {
  reveals: (count: number) => `revealed ${count} encrypted answers within an hour`,
  photos: (count: number) => `looked at ${count} photos within an hour, outside of a sitting`,
  reasons: (count: number) => `gave the same reason for ${count} records within an hour`,
}

function AlarmNotice({ notice }: { notice: Extract<AdminNotice, { kind: 'vault_alarm' }> }) {
  const action = useAction({ tables: ['admin_notices'], done: { title: 'Marked as looked into' } })
  return (
    <Notice kind="warn">
      <div className="grid gap-2">
        <p>
          <strong>
            {notice.name ?? 'Somebody'} {alarmWords[notice.of](notice.count)}
          </strong>{' '}
          ({formatDateTime(notice.at)}). <Link to={paths.adminAudit}>See the audit trail</Link>
        </p>
        <Refusal action={action} />
        {!notice.isOwn && (
          <div>
            <Button
              size="sm"
              variant="outline"
              busy={action.isBusy}
              busyLabel="Saving..."
              onClick={() =>
                action.run((client) => rpcAdmin(client, 'close_vault_alarm', { alarm_id: notice.id }))
              }
            >
              I have looked into it
            </Button>
          </div>
        )}
      </div>
    </Notice>
  )
}
