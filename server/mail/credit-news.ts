// What the mails about a letter of credit say, by how far it is.
import {
  type CreditStatus,
  creditStatusWords,
  creditSteps,
  creditWords,
} from '#domain/market/letters-of-credit.ts'
import type { OrderNews } from './order-templates.ts'

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

export function nameCreditNews(credit: OrderNews['credit']): {
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
