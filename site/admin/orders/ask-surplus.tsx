/** Asked before more is recorded than an order owes: a digit too many is seen here, and what truly came is recorded. */
import { formatMoney } from '#domain/money.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { MoneyButton } from './money-calls.tsx'

interface AskSurplusProps {
  amountKobo: number
  openKobo: number
  currency: string
  onAnswer: (isRight: boolean) => void
}

export function AskSurplus({ amountKobo, openKobo, currency, onAnswer }: AskSurplusProps) {
  const [amount, open, surplus] = [amountKobo, openKobo, amountKobo - openKobo].map((kobo) =>
    formatMoney(kobo, currency),
  )
  return (
    <Dialog
      open
      role="alertdialog"
      title={`${surplus} more than this order owes`}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <MoneyButton type="button" variant="danger" onClick={() => onAnswer(true)}>
            Record {amount}
          </MoneyButton>
          <Button type="button" variant="outline" data-focus="" onClick={() => onAnswer(false)}>
            Change the amount
          </Button>
        </>
      }
    >
      <p className="num">
        {open} is still to be paid. Record {amount} only if it stands on the statement: {surplus} is then due
        back to the buyer.
      </p>
    </Dialog>
  )
}
