/** Asked before more is recorded, or confirmed, than an order owes: a digit too many is seen here, and what truly came is recorded. */
import { formatMoney } from '#domain/money.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { MoneyButton } from './money-calls.tsx'

interface AskSurplusProps {
  amountKobo: number
  /** What of it is recorded already, where a receipt is corrected. */
  recordedKobo?: number
  /** What is still to be paid, without what waits. */
  openKobo: number
  /** What waits for a second person. */
  waitingKobo?: number
  currency: string
  /** The second person confirms what the first one recorded. */
  isSecond?: boolean
  onAnswer: (isRight: boolean) => void
}

export function AskSurplus(props: AskSurplusProps) {
  const {
    amountKobo,
    recordedKobo = 0,
    openKobo,
    waitingKobo = 0,
    currency,
    isSecond = false,
    onAnswer,
  } = props
  const money = (kobo: number) => formatMoney(kobo, currency)
  const [amount, surplus] = [money(amountKobo), money(amountKobo - recordedKobo - openKobo)]
  const verb = isSecond ? 'Confirm' : 'Record'
  return (
    <Dialog
      open
      role="alertdialog"
      title={`${surplus} more than this order owes`}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <MoneyButton type="button" variant="danger" onClick={() => onAnswer(true)}>
            {verb} {amount}
          </MoneyButton>
          <Button type="button" variant="outline" data-focus="" onClick={() => onAnswer(false)}>
            {isSecond ? 'Look once more' : 'Change the amount'}
          </Button>
        </>
      }
    >
      <p className="num">
        {money(openKobo)} is still to be paid
        {recordedKobo > 0 && `, and ${money(recordedKobo)} of this payment is recorded already`}
        {waitingKobo > 0 && `, beside ${money(waitingKobo)} that waits for a second person`}. {verb} {amount}{' '}
        only if it stands on the statement: {surplus} is then due back to the buyer.
      </p>
    </Dialog>
  )
}
