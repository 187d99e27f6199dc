/** One person as staff see them: rpc find_person(record_type, record_id, only_section, page_index), by whose record is opened. */
import { applicationTables, registrationRecordTypes } from '../record-types.ts'
import type { AdminRecordType } from './admin.ts'

/** Kinds of records that are about a person. */
export const personTypes = [
  ...registrationRecordTypes,
  'orders',
  'contact_messages',
  ...applicationTables,
] as const satisfies readonly AdminRecordType[]

export function isPersonType(type: string | undefined): boolean {
  return personTypes.some((known) => known === type)
}

/** In the order in which they are shown. */
export const personSections = [
  'registrations',
  'orders',
  'quotes',
  'documents',
  'messages',
  'applications',
  'calls',
  'notes',
  'tasks',
  'mails',
  'consents',
] as const
export type PersonSection = (typeof personSections)[number]

export interface PersonEntry {
  at: string
  /** 'mails': a mail, which opens among the mails. */
  recordType: AdminRecordType | 'mails'
  recordId: string
  code: string | null
  /**
   * What it says: a name, a text's beginning, a title; of a mail its kind, of a consent its purpose, and of a registration that is
   * `merged` the reference of the one that it is a part of.
   */
  words: string | null
  /** A document's kind, a call's outcome, else the status. */
  state: string | null
  amountKobo: number | null
  currency: string | null
  /** The colleague. */
  byName: string | null
  /** A day, YYYY-MM-DD: of a task when it is due, of a quote until when it is good. */
  dueOn: string | null
  /** Why it is theirs: it is the record itself, of the same account, of the same number, or of the same address. */
  via: 'record' | 'account' | 'phone' | 'email'
}

/** How many entries of a section come at once. */
export const personPageSize = 20

/** Each section holds the newest, a section that was asked for alone those of its page; what the reader's rights do not open is left out. */
export interface Person {
  /** A registration that was merged stands behind the one that it is a part of. */
  who: {
    recordType: AdminRecordType
    recordId: string
    label: string | null
    name: string | null
    organisation: string | null
    place: string | null
    phone: string | null
    email: string | null
    /** How many accounts it leads to. */
    accounts: number
    /** Null without the right profiles.read, or without an account. */
    account: { name: string | null; email: string; phone: string | null; since: string } | null
  }
  sections: Partial<Record<PersonSection, { count: number; entries: PersonEntry[] }>>
}
