/** Documents of orders: their kinds, what each says, the code that verifies one, and what the server answers about them. */
import { codeAlphabet, computeCheckCharacter } from '../reference-codes.ts'
import type { ContractTerms } from './contract-terms.ts'
import type { Delivery } from './delivery.ts'
import type { LineTerms } from './goods-terms.ts'
import type { PaymentDue } from './quotes.ts'
import type { VatLine } from './vat.ts'

export const documentKinds = [
  'pro_forma',
  'invoice',
  'receipt',
  'delivery_note',
  'credit_note',
  'quote',
  'contract',
] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentTitles: Record<DocumentKind, string> = {
  pro_forma: 'Pro-forma invoice',
  invoice: 'Invoice',
  receipt: 'Receipt',
  delivery_note: 'Delivery note',
  credit_note: 'Credit note',
  quote: 'Quote',
  contract: 'Sales contract',
}

export interface DocumentLine {
  name: string
  /** The farmer of a marketplace line. */
  detail: string | null
  quantity: string
  /** A pack ('50 kg') on the marketplace, the unit of a bulk order. */
  unit: string
  priceKobo?: number | null
  totalKobo?: number | null
  /** For goods whose VAT is known; older documents have none. */
  vatRateBp?: number | null
  vatClass?: string | null
  /** For a quote's line that is no goods: it has no quantity to show. */
  kind?: 'delivery' | 'discount' | 'tax'
  /** For goods of a quote: what is said of them alone. */
  terms?: LineTerms
}

/** Stands beside every account that is shown (decision 96). */
/** For so many days the buyer is notified that the account has changed. */
const freshAccountDays = 14

export function isFreshAccount(changedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(changedAt) < freshAccountDays * 86_400_000
}

/** In place of when it last changed. */
export const freshAccountWords = 'We have used this account since'

export const accountSafety = 'We never send other account details by chat, text message or phone.'

/** order_documents.content, as it was frozen. Money is in minor units of order.currency; times are UTC. */
export interface DocumentContent {
  kind: DocumentKind
  number: string
  verificationCode: string
  issuedAt: string
  /** What a quote would look like: never stored, and not to be verified. */
  isPreview?: true
  company: {
    name: string | null
    headOffice: string | null
    branchOffice: string | null
    phone: string | null
    email: string | null
    /** A picture of the site; null is the application's own mark. */
    logo: string | null
    registrationNumber: string | null
    taxNumber: string | null
    /** Documents of before have neither. */
    legalName?: string | null
    street?: string | null
  }
  order: { code: string; kind: 'marketplace' | 'bulk'; placedAt: string; currency: string; isDemo: boolean }
  buyer: {
    name: string | null
    company: string | null
    phone: string | null
    email: string | null
    address: string | null
  }
  deliveryAddress: string
  /** For a delivery note whose quote names another contact: who ordered, and their number. */
  orderedBy?: { name: string; phone: string }
  /** How a marketplace order reaches its buyer. */
  delivery?: Delivery
  incoterms: string | null
  /** What was agreed or is offered, of a bulk order. */
  terms?: ContractTerms | null
  purchaseOrderNumber?: string | null
  lines?: DocumentLine[]
  totalKobo?: number | null
  /** For an invoice, and a credit note without a transfer: what had been received when it was issued, less sentBackKobo. */
  receivedKobo?: number
  /** Of what had come above the total: on top of receivedKobo that is all that came; left out where nothing went back. */
  sentBackKobo?: number
  /** What was taken off without money; of a transfer back, what was taken off or granted before it; left out where nothing was. */
  creditedKobo?: number
  /** For a receipt with a corrected amount: the one that counts no more. */
  replaces?: { number: string; issuedAt: string }
  /** How the VAT in the total comes about; documents of before do not say it. */
  vat?: VatLine[]
  /** For a credit note without a transfer: what it takes off the balance, or the whole of an invoice whose order is not carried out. */
  takenOffKobo?: number
  /** For a credit note of a transfer back: what a complaint granted of it, where the rest had come above the total. */
  grantedKobo?: number
  /** For a credit note: what of it is VAT. */
  vatKobo?: number
  schedule?: { percent: number; due: PaymentDue; amountKobo: number }[] | null
  account?: {
    bankName: string
    accountName: string
    accountNumber: string
    /** For an account that is not in naira, as the two below. */
    bankAddress?: string
    swiftBic?: string
    correspondent?: string
    changedAt: string
    isDemo: boolean
  } | null
  /** For a pro-forma. */
  goodUntil?: string | null
  paymentTerms?: string
  note?: string | null
  /** For a receipt or a credit note; receivedKobo after this transfer, transferKobo where it is a part of one. */
  payment?: {
    amountKobo: number
    transferKobo?: number
    valueDate: string
    bankReference: string
    receivedKobo: number
  }
  /** For a credit note: the invoice that it takes back from, null where there was none; left out where that was taken back whole before. */
  credited?: { number: string; issuedAt: string } | null
  reason?: CreditReason
}

/** Why money goes back, or off the balance: the order was not carried out, more came than it costs, or a complaint was right. */
export type CreditReason = 'declined' | 'surplus' | 'complaint'

/** What the amount of a document is. */
export function nameAmount({ kind, isTakenOff }: Pick<ListedDocument, 'kind' | 'isTakenOff'>): string {
  if (kind === 'receipt') return 'Amount received'
  if (kind !== 'credit_note') return 'Total'
  return isTakenOff ? 'Taken off the balance' : 'Sent back'
}

/** What stands beside a document that counts no more. */
export const nameOutdated = ({ kind }: Pick<ListedDocument, 'kind'>): string =>
  kind === 'receipt'
    ? 'Corrected: this receipt counts no more'
    : kind === 'invoice'
      ? 'Taken back by a credit note: nothing is due'
      : 'Out of date'

const verificationPayloadLength = 11

/** 'XXXX-XXXX-XXXX' in its one true writing, or null when it cannot be a code of ours (a typing error, an invention). */
export function parseVerificationCode(typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[\s-]/g, '')
  if (symbols.length !== verificationPayloadLength + 1) return null
  for (const symbol of symbols) if (!codeAlphabet.includes(symbol)) return null
  if (!symbols.endsWith(computeCheckCharacter(symbols.slice(0, -1)))) return null
  return `${symbols.slice(0, 4)}-${symbols.slice(4, 8)}-${symbols.slice(8)}`
}

/** Has this the shape of a document's number, as private.issue_document makes them? It proves nothing: anyone can print one. */
export function isDocumentNumber(typed: string): boolean {
  const symbols = typed.toUpperCase().replace(/[\s-]/g, '')
  return /^(PFAG[0-9A-Z]{7}\d*|(INV|RCT|CN|QT|CT|DN)20\d{7,})$/.test(symbols)
}

export const verifyPath = '/verify'

/** What the verification page shows: that the document is ours, and what it is about. No name. */
export interface VerifiedDocument {
  kind: DocumentKind
  number: string
  issuedAt: string
  orderCode: string
  currency: string
  /** For a receipt or a credit note the amount moved, else the total; a delivery note has none. */
  amountKobo: number | null
  /** For a credit note: it took the amount off what was still to be paid, and no money went back. */
  isTakenOff: boolean
  isDemo: boolean
  /** A pro-forma or a quote after which another one was issued for the same order; a receipt whose amount was corrected. */
  isReplaced: boolean
  /** A pro-forma by which nobody may pay any more, a quote that has ended, a contract whose order was closed, an invoice that was taken back. */
  isLapsed: boolean
}

/**
 * Addresses of server/market/documents. Members and staff bring `authorization: Bearer …`, guests the secret of their link in
 * `trackingTokenHeader`; what is not theirs is not found.
 */
export const documentPaths = {
  /** GET -> DocumentList, of the order behind the guest's link, or of ?order=<id>; without it a page of all that are one's own, after ?after=<id>. */
  list: '/documents',
  /** POST { orderId? } -> ProFormaAnswer; guests leave orderId out. */
  proForma: '/documents/pro-forma',
  /** POST { orderId, quote } as quote_order takes it -> the PDF that the buyer would get; for staff who may quote. */
  preview: '/documents/preview',
  /** GET -> the PDF. */
  file: (id: string) => `/documents/${id}`,
} as const

export interface ListedDocument {
  id: string
  order: { id: string; code: string }
  kind: DocumentKind
  number: string
  issuedAt: string
  currency: string
  amountKobo: number | null
  /** As that of VerifiedDocument. */
  isTakenOff: boolean
  /** Another one counts in its place, or what it offered has ended. */
  isOutdated: boolean
}

/** So many of all that are one's own come at a time. */
export const ownDocumentsPageSize = 50

/** The latest first; what is out of date says so. */
export interface DocumentList {
  ok: true
  documents: ListedDocument[]
}

/** Or why there is none now, as payment_details says it; price_changed is answered on the order's page. */
export type ProFormaAnswer =
  | { ok: true; id: string; number: string }
  | { ok: false; code: 'not_payable' | 'account_not_set' | 'price_changed' }

/** Where documents lie once they are drawn. */
export const documentBucket = 'documents'
