/** What the search over everything answers: rpc search_everything(query, max_rows), of each kind that the caller may read. */
import type { DocumentKind } from '../market/documents.ts'
import { describeStatus } from '../status-machines.ts'
import type { AdminRecordType, MailState } from './admin.ts'

/** The index finds nothing by fewer letters. */
export const searchLengthMin = 3

export interface FoundRecord {
  recordType: AdminRecordType
  id: string
  reference: string
  status: string
  /** The reference of the registration that it is a part of. */
  mergedInto?: string | null
}

export const describeFound = ({ status, mergedInto }: FoundRecord): string =>
  mergedInto ? `merged into ${mergedInto}` : describeStatus(status).toLowerCase()

/** One account or one number, whatever they registered, ordered or wrote. */
export interface FoundPerson {
  /** Their newest record that was found; none that is a part of another one, where there is that one. */
  recordType: AdminRecordType
  id: string
  name: string | null
  organisation: string | null
  phone: string | null
  email: string | null
  place: string | null
  records: FoundRecord[]
  orders: number
  messages: number
}

export interface FoundOrder {
  id: string
  code: string
  /** By what it was found. */
  via: 'code' | 'amount' | 'quote' | 'payment' | 'bank_reference' | 'buyer'
  kind: string
  crop: string
  quantity: string
  unit: string
  buyer: string | null
  totalKobo: number | null
  /** For an order without a price: its newest quote that still counts, with the buyer, or with a second person of ours. */
  quote: 'open' | 'answered' | 'waiting' | null
  currency: string
  status: string
  paymentStatus: string
  /** What is due is not there. */
  isUnderpaid: boolean
  /** Of what is due back: not entered by anybody yet. */
  refundToSendKobo: number
  fulfilmentStatus: string
  createdAt: string
}

/** A kind that the caller may not read is left out; fewer than searchLengthMin letters find none. */
export interface SearchAnswer {
  people?: FoundPerson[]
  registrations?: (FoundRecord & { name: string | null })[]
  orders?: FoundOrder[]
  documents?: { number: string; kind: DocumentKind; orderId: string; code: string; issuedAt: string }[]
  products?: { id: string; name: string; farmerName: string; status: string; priceKobo: number }[]
  messages?: { id: string; name: string; status: string; text: string; createdAt: string }[]
  partners?: { id: string; companyName: string; name: string; status: string; createdAt: string }[]
  applications?: { id: string; name: string; position: string; status: string; createdAt: string }[]
  mails?: { id: string; name: string; recipient: string; state: MailState; createdAt: string }[]
}
