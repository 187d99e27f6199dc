/** What is said where the documents of one order are listed. */
import type { ProFormaAnswer } from './documents.ts'

export const documentListWords = {
  title: 'Documents',
  failed: (why: string) => `The documents could not be loaded. ${why}`,
  again: 'Try again',
  proForma: {
    label: 'Get a pro-forma invoice',
    busyLabel: 'Making it...',
    help: 'A PDF of what is ordered, with where to pay once that is settled.',
    helpByCredit: 'A PDF of what is ordered, by which your bank may open the letter of credit.',
    failed: 'The pro-forma could not be made',
    none: 'There is no pro-forma now',
    why: {
      price_changed: 'A price has changed. Please look at the payment of this order first.',
      account_not_set: 'Our account details are not available at the moment. Please contact us.',
      not_payable: 'This order cannot be paid now, so there is no pro-forma for it.',
    } satisfies Record<Exclude<ProFormaAnswer, { ok: true }>['code'], string>,
  },
} as const
