/** How an order is paid: the account, what to write beside the transfer, the proof, and the buyer's word that it is done. */
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { accountSafety } from '#domain/documents.ts'
import type { PaymentDetails } from '#domain/market-orders.ts'
import { formatMoney } from '#domain/money.ts'
import { dueWords } from '#domain/quotes.ts'
import { type Attached, AttachFiles } from '#site/lib/market-orders/attach-files.tsx'
import { CopyValue } from '#site/lib/market-orders/copy-value.tsx'
import { HelpContact } from '#site/lib/market-orders/help-contact.tsx'
import { claimWords, type OrderDoor } from '#site/lib/market-orders/order-door.ts'
import { countReceived, type OrderInstalment, type OrderPayment } from '#site/lib/market-orders/order-view.ts'
import { PriceChanges } from '#site/lib/market-orders/price-changes.tsx'
import { Button } from '#site/ui/button.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

interface PaymentStepProps {
  door: OrderDoor
  code: string
  /** How the total of a quote is paid; a marketplace order is paid at once. */
  instalments?: readonly OrderInstalment[]
  payments?: readonly OrderPayment[]
  /** The buyer has agreed to other prices. */
  onRepriced: () => void
  /** The claim is recorded. */
  onClaimed: () => void
  /** The order can no longer be paid: it has been paid, or it is over. */
  onOver: () => void
}

export function PaymentStep({
  door,
  code,
  instalments = [],
  payments = [],
  onRepriced,
  onClaimed,
  onOver,
}: PaymentStepProps) {
  const { details, trouble, setDetails, setTrouble, load } = usePaymentDetails(door)
  const [proofs, setProofs] = useState<readonly Attached[]>([])
  const [busy, setBusy] = useState<'claiming' | 'confirming' | null>(null)

  async function act(what: 'claiming' | 'confirming', action: () => Promise<void>) {
    setTrouble(null)
    setBusy(what)
    try {
      await action()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
    setBusy(null)
  }

  const claim = () =>
    act('claiming', async () => {
      const answer = await door.claim(proofs[0]?.path ?? null)
      if (answer.ok) onClaimed()
      else setDetails(answer)
    })

  const isPayable = details?.ok === true
  return (
    <Panel title="Pay by bank transfer">
      <div className="grid grid-cols-1 gap-6">
        {!details && !trouble && (
          <p role="status" className="text-stone">
            Loading the payment details...
          </p>
        )}
        {details?.ok && <BankDetails details={details} dueNow={findDueNow(details, instalments, payments)} />}
        {details?.ok === false && details.code === 'account_not_set' && (
          <Notice kind="warn">
            <p>
              <strong>The bank details are not available at the moment.</strong> Your order {code} is safe.
              Please contact support before you transfer anything.
            </p>
          </Notice>
        )}
        {details?.ok === false && details.code === 'not_payable' && (
          <Notice>
            <div className="flex flex-wrap items-center gap-3">
              <p>There is nothing to pay on this order now.</p>
              <Button size="sm" variant="outline" onClick={onOver}>
                See where it stands
              </Button>
            </div>
          </Notice>
        )}
        {details?.ok === false && details.code === 'price_changed' && (
          <ChangedPrices
            details={details}
            isBusy={busy === 'confirming'}
            onConfirm={() =>
              void act('confirming', async () => {
                const answer = await door.confirmPrices(details.totalKobo)
                setDetails(answer)
                if (answer.ok) onRepriced()
              })
            }
          />
        )}
        {isPayable && (
          <AttachFiles
            door={door}
            kind="proof"
            label="Proof of payment"
            help="A picture or PDF of your transfer, up to 2 MB. It helps us to find it on our statement."
            max={1}
            attached={proofs}
            onChange={setProofs}
          />
        )}
        {trouble && (
          <Notice kind="warn">
            <div className="flex flex-wrap items-center gap-3" role="alert">
              <p>{trouble}</p>
              {!details && (
                <Button size="sm" variant="outline" onClick={load}>
                  Try again
                </Button>
              )}
            </div>
          </Notice>
        )}
        <div className="grid grid-cols-1 justify-items-start gap-2">
          <Button
            disabled={!isPayable}
            busy={busy === 'claiming'}
            busyLabel="Telling us..."
            onClick={() => void claim()}
          >
            {claimWords}
          </Button>
          <p className="field-help">
            Press it once you have made the transfer. We then look for it on our bank statement and confirm it
            to you.
          </p>
        </div>
        <HelpContact code={code} />
      </div>
    </Panel>
  )
}

function usePaymentDetails(door: OrderDoor) {
  const [details, setDetails] = useState<PaymentDetails | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const load = useCallback(() => {
    setTrouble(null)
    door
      .readPaymentDetails()
      .then(setDetails)
      .catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)))
  }, [door])
  useEffect(load, [load])
  return { details, trouble, setDetails, setTrouble, load }
}

type Payable = Extract<PaymentDetails, { ok: true }>

interface DueNow {
  amountKobo: number
  words: string
}

/** Of a quote with parts, the part that is due before the goods leave; else all that is left. */
function findDueNow(
  { dueKobo }: Payable,
  instalments: readonly OrderInstalment[],
  payments: readonly OrderPayment[],
): DueNow {
  const advance = instalments.filter(({ due }) => due === 'in_advance')
  const open = advance.reduce((sum, { amountKobo }) => sum + amountKobo, 0) - countReceived(payments)
  if (open <= 0 || open >= dueKobo) return { amountKobo: dueKobo, words: 'Amount' }
  const percent = advance.reduce((sum, part) => sum + part.percent, 0)
  return { amountKobo: open, words: `Amount now (${percent}% ${dueWords.in_advance})` }
}

function BankDetails({ details, dueNow }: { details: Payable; dueNow: DueNow }) {
  const { currency, phone } = details
  return (
    <div className="grid grid-cols-1 gap-5">
      <p>
        Transfer the amount to this account, and write the reference where your bank asks for a remark: it
        tells us whose money it is.
      </p>
      <dl className="border-t border-ink">
        <Line term="Bank">
          <strong>{details.bankName}</strong>
        </Line>
        <Line term="Account name">
          <strong>{details.accountName}</strong>
        </Line>
        <Line term="Account number">
          <CopyValue name="account number" shown={details.accountNumber} />
        </Line>
        <Line term={dueNow.words}>
          <CopyValue
            name="amount"
            shown={formatMoney(dueNow.amountKobo, currency)}
            value={asPlainAmount(dueNow.amountKobo)}
          />
        </Line>
        {dueNow.amountKobo !== details.dueKobo && (
          <Line term="Left to pay in all">
            <span className="num">{formatMoney(details.dueKobo, currency)}</span>
          </Line>
        )}
        <Line term="Reference">
          <CopyValue name="reference" shown={details.code} />
          {phone && (
            <>
              <p className="text-stone">or your phone number</p>
              <CopyValue name="phone number" shown={phone} />
            </>
          )}
        </Line>
        {details.expiresAt && (
          <Line term="Transfer before">
            <span className="num">{formatDateTime(details.expiresAt)} (Lagos)</span>
          </Line>
        )}
      </dl>
      <Notice kind="warn">
        <p>
          <strong>{accountSafety}</strong> If somebody does, do not pay, and call us.
        </p>
        <p>
          These details last changed on{' '}
          <time dateTime={details.changedAt}>{formatDateInWords(details.changedAt)}</time>.
        </p>
      </Notice>
    </div>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 border-b border-line py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-stone">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** As a bank's form takes it: no sign, no separators. */
function asPlainAmount(minorUnits: number): string {
  const rest = minorUnits % 100
  const whole = (minorUnits - rest) / 100
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`
}

function ChangedPrices({
  details,
  isBusy,
  onConfirm,
}: {
  details: Extract<PaymentDetails, { code: 'price_changed' }>
  isBusy: boolean
  onConfirm: () => void
}) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4" role="alert">
      <p>
        <strong>A price has changed since you ordered.</strong> You pay nothing that you have not agreed to.
      </p>
      <div className="w-full">
        <PriceChanges changes={details.lines} />
      </div>
      <p>
        The total is now <strong className="num">{formatMoney(details.totalKobo, 'NGN')}</strong>.
      </p>
      <Button busy={isBusy} busyLabel="Confirming..." onClick={onConfirm}>
        Confirm {formatMoney(details.totalKobo, 'NGN')}
      </Button>
    </div>
  )
}
