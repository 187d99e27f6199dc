/** The words of the ledger: its accounts, as private.ledger_side knows them, and its events. */

/** rpc list_order_ledger(order_id), right orders.read: a transfer a row, with what is still to be paid after it. */
export interface LedgerLine {
  id: number
  event: string
  phase: string
  debit_account: string
  credit_account: string
  currency: string
  amount_minor: number
  balance_minor: number
  expires_at: string | null
  recorded_at: string
}

export const ledgerAccountWords: Readonly<Record<string, string>> = {
  bank: 'Bank',
  receivable: 'Owed by the buyer',
  unearned_goods: 'Goods to deliver',
  unearned_delivery: 'Delivery to do',
  unearned_vat: 'VAT on what is to deliver',
  sales: 'Sales',
  delivery_income: 'Delivery income',
  vat_payable: 'VAT to pay',
  refundable: 'To send back',
  allowances: 'Granted after complaints',
  bank_fees: 'Bank fees',
  write_offs: 'Written off',
}

/** rpc list_ledger_balances(day), right payments.confirm: debits less credits of an account, where they are not equal. */
export interface LedgerBalance {
  account: string
  currency: string
  debit_minor: number
}

/** By currency, naira first; the accounts in the order of the chart, with the sum of each side. */
export function describeBalances(balances: readonly LedgerBalance[]) {
  const order = Object.keys(ledgerAccountWords)
  const currencies = [...new Set(balances.map(({ currency }) => currency))].sort(
    (a, b) => Number(b === 'NGN') - Number(a === 'NGN') || a.localeCompare(b),
  )
  return currencies.map((currency) => {
    const lines = balances
      .filter((one) => one.currency === currency)
      .sort((a, b) => order.indexOf(a.account) - order.indexOf(b.account))
    const sum = (sign: 1 | -1) =>
      lines.reduce((total, { debit_minor }) => total + Math.max(0, sign * debit_minor), 0)
    return { currency, lines, debit: sum(1), credit: sum(-1) }
  })
}

export const ledgerEventWords: Readonly<Record<string, string>> = {
  order_priced: 'Price agreed',
  order_ended: 'Order ended',
  goods_delivered: 'Delivered',
  payment_claimed: 'Payment claimed',
  claim_rejected: 'Claim ended',
  payment_received: 'Received',
  receipt_corrected: 'Receipt corrected',
  surplus_received: 'Received above the total',
  surplus_used: 'Surplus taken for the total',
  complaint_credited: 'Granted after a complaint',
  refund_paid: 'Sent back',
  fee_kept: 'Kept by a bank',
  rest_written_off: 'Written off',
}

/** "Received: Bank from Owed by the buyer". A pending one counts when it is posted. */
export function describeLedgerLine(line: LedgerLine): string {
  const event = ledgerEventWords[line.event] ?? line.event
  const [to, from] = [line.debit_account, line.credit_account].map((code) => ledgerAccountWords[code] ?? code)
  const ended = { pending: ' (waits for the statement)', void: ' (counts for nothing)' }[line.phase] ?? ''
  return `${event}${ended}: ${from} → ${to}`
}
