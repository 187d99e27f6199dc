/** How an order is paid: what is due, the account, the remark, the proof, and the buyer's word that it is done. */

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDateTimeInWords } from '#domain/dates.ts'
import type { Delivery } from '#domain/market/delivery.ts'
import type { PaymentDetails } from '#domain/market/market-orders.ts'
import {
  changedPricesWords,
  claimWords,
  paymentProofWords,
  paymentStepWords as words,
} from '#domain/market/payment-words.ts'
import { describeNoAccount } from '#domain/market/settlement-accounts.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { focusBox } from '#site/lib/form/use-small-form.ts'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { type Attached, AttachFiles } from './attach-files.tsx'
import { BankDetails } from './bank-details.tsx'
import { describePaidLater } from './describe-order.ts'
import { type AgreedTerms, asPlainAmount, findDueNow, paidAtOnce } from './due-now.ts'
import { HelpContact } from './help-contact.tsx'
import { isOver, type OrderClient, readAgainMs } from './order-client.ts'
import { PriceChanges } from './price-changes.tsx'

const sentAmountId = 'sent-amount'

interface PaymentStepProps {
  orderClient: OrderClient
  code: string
  /** When the parts of the total are due; that of a marketplace order is due at once. */
  terms?: AgreedTerms
  /** Its total as the page knows it: with another one the account is read again at once. */
  totalKobo?: number | null
  /** On which day it is to come, which a transfer that comes late moves. */
  delivery?: Pick<Delivery, 'kind' | 'day'> | null | undefined
  /** The buyer has agreed to other prices; or what is due, or until when, is not what it was. */
  onRepriced: () => void
  /** The claim is recorded. */
  onClaimed: () => void
  /** The order can no longer be paid: it has been paid, or it is over. */
  onOver: () => void
  /** Whether there is an account to pay it to, once that is known, and until when; null: there is nothing to pay. */
  onAccount?: ((hasAccount: boolean | null, until: string | null | undefined) => void) | undefined
  /** Nothing is to be paid, as the server says; `refusal`: with this sentence, when a claim was sent. */
  onNothingDue?: ((refusal: string | null) => void) | undefined
}

export function PaymentStep({
  orderClient,
  code,
  terms = paidAtOnce,
  totalKobo,
  delivery,
  onRepriced,
  onClaimed,
  onOver,
  onAccount,
  onNothingDue,
}: PaymentStepProps) {
  const { details, errorText, setDetails, setErrorText, load } = usePaymentDetails(orderClient)
  const { parts, focusAnswer, saveFocus } = useAnswerFocus()
  const [proofs, setProofs] = useState<readonly Attached[]>([])
  const [typedAmount, setTypedAmount] = useState<string | null>(null)
  const [busy, setBusy] = useState<'claiming' | 'confirming' | null>(null)
  const [paysEarly, setPaysEarly] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAmountWrong, setIsAmountWrong] = useState(false)
  /** More than is owed, which is sent once the buyer says that it is right. */
  const [askedKobo, setAskedKobo] = useState<number | null>(null)

  async function act(what: 'claiming' | 'confirming', action: () => Promise<void>) {
    setErrorText(null)
    setBusy(what)
    try {
      await action()
    } catch (error) {
      if (isOver(error)) setRefusal(error.message)
      else setErrorText(error instanceof Error ? error.message : String(error))
      focusAnswer()
    }
    setBusy(null)
  }

  async function claim() {
    const amountKobo = typedAmount === null ? amountInBox : parseNaira(typedAmount)
    if (amountKobo === null || amountKobo === 0) {
      setErrorText(null)
      setIsAmountWrong(true)
      return focusBox(sentAmountId)
    }
    if (details?.ok && amountKobo && amountKobo > details.dueKobo) {
      setAskedKobo(amountKobo)
      return focusBox(sentAmountId)
    }
    await send(amountKobo)
  }

  const send = (amountKobo: number | undefined) =>
    act('claiming', async () => {
      const said = await orderClient.claim(proofs[0]?.path ?? null, amountKobo)
      if (said.ok) return onClaimed()
      setDetails(said)
      focusAnswer()
    })

  const expiresAt = details?.ok ? details.expiresAt : null
  const hasRunOut = useIsPast(expiresAt)
  const paidLater = expiresAt && describePaidLater(delivery, expiresAt)
  const isPayable = details?.ok === true
  const hasNoAccount = details?.ok === false && details.code === 'account_not_set'
  const over =
    refusal ??
    (details?.ok === false && details.code === 'not_payable'
      ? 'There is nothing to pay on this order now.'
      : null)
  useEffect(() => {
    if (details) onAccount?.(over === null ? !hasNoAccount : null, details.ok ? details.expiresAt : undefined)
  }, [details, hasNoAccount, over, onAccount])
  const isOverNow = over !== null
  const isWanted = !isOverNow && busy === null && (details !== null || errorText !== null)
  // Paid, priced or ended elsewhere, or an account at last: what the buyer looks at follows.
  useReadAgain(orderClient, isWanted, totalKobo, (latest) => {
    saveFocus()
    setDetails(latest)
    if (!isOther(details, latest)) return
    setAskedKobo(null)
    setErrorText(null)
    if (latest.ok && details) onRepriced()
  })
  // Once for each ending: with the answer to what is asked then, this step goes.
  useEffect(() => {
    if (isOverNow) onNothingDue?.(refusal)
  }, [isOverNow])
  const dueNow = details?.ok ? findDueNow(details, terms) : null
  // What stands in the box is said, though nobody changed it: finance reads which part it is.
  const amountInBox = terms.instalments.length > 0 ? dueNow?.amountKobo : undefined
  if (dueNow?.isEarly && !paysEarly) {
    return (
      <Panel title="Pay by bank transfer">
        <div ref={parts} className="grid grid-cols-1 justify-items-start gap-4">
          <p {...answer}>
            <strong>{dueNow.sentence}</strong>
          </p>
          <Button
            variant="outline"
            onClick={() => {
              setPaysEarly(true)
              focusAnswer()
            }}
          >
            {words.earlyLabel}
          </Button>
        </div>
      </Panel>
    )
  }
  return (
    <Panel title="Pay by bank transfer">
      <div ref={parts} className="grid grid-cols-1 gap-6">
        {!details && !errorText && (
          <p role="status" className="text-stone" {...answer}>
            Loading the payment details...
          </p>
        )}
        {details?.ok && dueNow && !over && !hasRunOut && (
          <div {...answer}>
            <BankDetails details={details} dueNow={dueNow} />
          </div>
        )}
        {paidLater && !over && !hasRunOut && <p>{paidLater}</p>}
        {expiresAt && hasRunOut && !over && (
          <Notice kind="warn">
            <p role="status" {...answer}>
              <strong>This order ran out on {formatDateTimeInWords(expiresAt)} (Lagos).</strong> If you have
              transferred already, do not transfer again: tell us, and we look for it on our statement.
            </p>
          </Notice>
        )}
        {hasNoAccount && (
          <Notice kind="warn">
            <p {...answer}>
              <strong>{describeNoAccount(details.currency)}</strong> Your order {code} is safe. Please contact
              support before you transfer anything.
            </p>
          </Notice>
        )}
        {over && (
          <Notice>
            <div className="flex flex-wrap items-center gap-3" role="status" {...answer}>
              <p>{over}</p>
              <Button size="sm" variant="outline" onClick={onOver}>
                {words.overLabel}
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
                const confirmed = await orderClient.confirmPrices(details.totalKobo)
                setDetails(confirmed)
                focusAnswer()
                if (confirmed.ok) onRepriced()
              })
            }
          />
        )}
        {dueNow && amountInBox !== undefined && !over && !hasRunOut && (
          <Field
            id={sentAmountId}
            label={claimWords.amountLabel}
            help={claimWords.amountHelp}
            error={isAmountWrong ? claimWords.amountWrong : undefined}
          >
            <TextInput
              name="sentAmount"
              inputMode="decimal"
              autoComplete="off"
              value={typedAmount ?? asPlainAmount(amountInBox)}
              onChange={(event) => {
                setTypedAmount(event.target.value)
                setIsAmountWrong(false)
                setAskedKobo(null)
              }}
            />
          </Field>
        )}
        {details?.ok && askedKobo !== null && !over && !hasRunOut && (
          <Notice kind="warn">
            <div className="flex flex-wrap items-center gap-3" role="alert">
              <p>
                {claimWords.describeMore(
                  formatMoney(details.dueKobo, details.currency),
                  formatMoney(askedKobo, details.currency),
                )}
              </p>
              <Button
                size="sm"
                variant="outline"
                busy={busy === 'claiming'}
                busyLabel={claimWords.busyLabel}
                onClick={() => void send(askedKobo)}
              >
                {claimWords.moreLabel(formatMoney(askedKobo, details.currency))}
              </Button>
            </div>
          </Notice>
        )}
        {isPayable && !over && !hasRunOut && (
          <AttachFiles
            orderClient={orderClient}
            kind="proof"
            {...paymentProofWords.beforeClaim}
            max={1}
            attached={proofs}
            onChange={setProofs}
          />
        )}
        {errorText && (
          <Notice kind="warn">
            <div className="flex flex-wrap items-center gap-3" role="alert" {...answer}>
              <p>{errorText}</p>
              {!details && (
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => {
                    focusAnswer()
                    void load().then(focusAnswer)
                  }}
                >
                  {words.again}
                </Button>
              )}
            </div>
          </Notice>
        )}
        {/* Nobody says that they have paid to an account that they have not seen. */}
        {details && !over && (
          <div className="grid grid-cols-1 justify-items-start gap-2">
            <Button
              disabled={!isPayable}
              busy={busy === 'claiming'}
              busyLabel={claimWords.busyLabel}
              onClick={() => void claim()}
            >
              {claimWords.label}
            </Button>
            {!hasNoAccount && (
              <p className="field-help">{hasRunOut ? claimWords.helpTooLate : claimWords.help}</p>
            )}
          </div>
        )}
        <HelpContact code={code} />
      </div>
    </Panel>
  )
}

function usePaymentDetails(orderClient: OrderClient) {
  const [details, setDetails] = useState<PaymentDetails | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const load = useCallback(() => {
    setErrorText(null)
    return orderClient
      .readPaymentDetails()
      .then(setDetails)
      .catch((error: unknown) => setErrorText(error instanceof Error ? error.message : String(error)))
  }, [orderClient])
  useEffect(() => void load(), [load])
  // What is said once it is claimed.
  useEffect(() => void (details?.ok && Object.assign(orderLimits, details.limits)), [details])
  return { details, errorText, setDetails, setErrorText, load }
}

/** Another sum or time, or something else in their place. Of an order that is claimed no time ends the payment. */
function isOther(known: PaymentDetails | null, latest: PaymentDetails): boolean {
  if (!known?.ok || !latest.ok) return known === null || known.ok || latest.ok || known.code !== latest.code
  return (['dueKobo', 'totalKobo', 'expiresAt'] as const).some((name) => known[name] !== latest[name])
}

/**
 * Each minute, when the user comes back to a page that stayed open, and when `version` is another one; without an answer it stays as
 * it is.
 */
function useReadAgain(
  orderClient: OrderClient,
  isWanted: boolean,
  version: unknown,
  onRead: (latest: PaymentDetails) => void,
): void {
  const read = useEffectEvent(onRead)
  const known = useRef(version)
  useEffect(() => {
    if (!isWanted) return
    const ending = new AbortController()
    const { signal } = ending
    let count = 0
    async function readAgain() {
      if (document.hidden) return
      const own = ++count
      const latest = await orderClient.readPaymentDetails().catch(() => null)
      // What was sent meanwhile has an answer of its own, and so has a later reading.
      if (!latest || own !== count || signal.aborted) return
      known.current = version
      read(latest)
    }
    if (known.current !== version) void readAgain()
    const timer = setInterval(() => void readAgain(), readAgainMs)
    document.addEventListener('visibilitychange', () => void readAgain(), { signal })
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [orderClient, isWanted, version])
}

/** What may stand in the place of a button that was pressed. */
const answer = { 'data-answer': '', tabIndex: -1 }

/** A button that is gone, or was disabled while it was busy, has lost the focus: what is said in its place takes it. */
function useAnswerFocus() {
  const parts = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<'always' | 'if lost'>()
  useEffect(() => {
    if (!wanted) return
    setWanted(undefined)
    const at = document.activeElement
    // A button that is disabled now loses it a moment later.
    const isLost = at === document.body || at?.matches(':disabled')
    if (wanted === 'if lost' && !isLost) return
    const answers = parts.current?.querySelectorAll<HTMLElement>('[data-answer]') ?? []
    // The last one is what was said about the press.
    ;[...answers].at(-1)?.focus()
  }, [wanted])
  return {
    parts,
    focusAnswer: () => setWanted('always'),
    /** Before a change that nobody pressed for. */
    saveFocus: () => {
      const at = document.activeElement
      if (parts.current?.contains(at) && !at?.matches(':disabled')) setWanted('if lost')
    },
  }
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
      <p {...answer}>
        <strong>A price has changed since you ordered.</strong> You pay nothing that you have not agreed to.
      </p>
      <div className="w-full">
        <PriceChanges changes={details.lines} />
      </div>
      <p>
        The total is now <strong className="num">{formatMoney(details.totalKobo, 'NGN')}</strong>.
      </p>
      <Button busy={isBusy} busyLabel={changedPricesWords.busyLabel} onClick={onConfirm}>
        {changedPricesWords.confirmLabel(formatMoney(details.totalKobo, 'NGN'))}
      </Button>
    </div>
  )
}
