// What the mails about a letter of credit say, by how far it is.
import { z } from 'zod'
import { type CreditStatus, creditStatuses, creditSteps } from '#domain/market/credit-states.ts'
import { creditStatusWords, creditWords } from '#domain/market/letters-of-credit.ts'
import { optionalText } from './template.ts'

/** The letter of credit, as staff wrote it. */
export const creditInMail = z.object({
  status: z.enum(creditStatuses),
  /** A draft came, in the mail about an approval. */
  hasDraft: z.boolean().nullish(),
  /** It went back to it: what the last mail said is not so. */
  isBack: z.boolean().nullish(),
  /** It stands where it stood: its bank or its documents are others. */
  isSame: z.boolean().nullish(),
  /** The documents are named for the first time, and nothing else is new. */
  isFirstList: z.boolean().nullish(),
  /** Why the draft that came is not taken. */
  draftProblem: optionalText,
  bank: optionalText,
  documents: optionalText,
})
type Credit = z.output<typeof creditInMail> | null | undefined

const creditNews: Record<CreditStatus, { heading: string; news: string; next?: string }> = {
  awaited: {
    heading: 'What your bank needs from us',
    news: 'We have written down our bank and the documents for your letter of credit.',
    next: 'Please have your bank prepare it so, and send us the draft on the page of your order before it is issued.',
  },
  draft_received: {
    heading: creditWords.arrived.title,
    news: creditWords.arrived.text,
    next: 'If your draft does not name the bank and the documents below, have your bank change it, and send us the new draft on the page of your order.',
  },
  draft_accepted: {
    heading: 'Your draft is right',
    news: creditSteps.draft_accepted ?? '',
    next: 'If your bank changes something, send us the new draft on the page of your order before it is issued.',
  },
  issued: {
    heading: 'Your letter of credit is there',
    news: 'Our bank has your letter of credit. We send the goods as agreed.',
  },
  documents_presented: {
    heading: 'The documents are with the bank',
    news: 'We have presented the documents of your goods. The banks check them now.',
  },
  paid: {
    heading: 'Your letter of credit is paid',
    news: 'The bank has paid us. Thank you.',
  },
}

export function nameCreditNews(credit: Credit): {
  heading: string
  news: string
  next?: string
} {
  if (credit?.draftProblem)
    return {
      heading: 'Please send us another draft',
      news: 'We have read the draft of your letter of credit, and cannot take it as it is.',
      next: 'Please have your bank change it, and send us the new draft on the page of your order.',
    }
  if (credit?.isBack)
    return {
      heading: 'Your letter of credit is one step back',
      news: `What we wrote last about your letter of credit was too early. It stands at: ${creditStatusWords[credit.status]}.`,
      next: 'The page of your order shows what comes next. If you have a question, write to us there.',
    }
  if (credit?.isFirstList && credit.status !== 'awaited')
    return {
      heading: 'Here is the list of documents',
      news: `These are the documents that your letter of credit has to name. It stands at: ${creditStatusWords[credit.status]}.`,
    }
  if (credit?.isSame && credit.status !== 'awaited')
    return {
      heading: 'What your letter of credit needs has changed',
      news: `Please compare the bank and the documents below with your letter. It stands at: ${creditStatusWords[credit.status]}.`,
    }
  return creditNews[credit?.status ?? 'awaited']
}

/** Why a draft is not taken, through which bank the letter comes, and with which documents. */
export function listCreditFacts(credit: Credit): [string, string][] {
  const facts = [
    [creditWords.draftProblem, credit?.draftProblem],
    [creditWords.advisingBank, credit?.bank],
    [creditWords.documents, credit?.documents?.split('\n').join(', ')],
  ] as const
  return facts.flatMap(([label, value]) => (value ? [[label, value] satisfies [string, string]] : []))
}
