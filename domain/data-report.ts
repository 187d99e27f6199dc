/** All that is stored about a person, in words: what the server writes, the page shows and the PDF prints. */

export interface ReportFact {
  /** The question, or the day. */
  term: string
  detail: string
}

export interface ReportPart {
  title?: string
  facts: ReportFact[]
  /** Counts of what is not shown one by one: no entries. */
  isCounted?: true
  /** A data URL of a JPEG, and what it shows. */
  photo?: { image: string; words: string }
}

export interface EntryWords {
  none: string
  one: string
  many: string
}

export interface ReportSection {
  title: string
  /** The first day from which anything of it is stored, in words; null where it has none. */
  since: string | null
  /** For how long it is stored, after 'Kept:'. */
  storedFor: string
  /** What its entries are; left out: entries. */
  entries?: EntryWords
  parts: ReportPart[]
}

export interface DataReport {
  /** When it was read, in Lagos. */
  writtenAt: string
  lead: string[]
  /** What is masked or left out, and how to open it. */
  withheld: string[]
  sections: ReportSection[]
  /** 'Nothing about: orders, messages to us.'; null: there is something of everything. */
  nothing: string | null
}

export const dataReportTitle = 'Everything we keep about you'

/** At the end of its PDF, where one of its letters has a mark in its place. */
export const missingLetters = 'Some letters cannot be printed here: the page and the JSON file show them.'
