// How the parts of a report are worded, and what their wordings share.

import { columnOf } from '#domain/columns.ts'
import type { EntryWords, ReportFact } from '#domain/data-report.ts'
import type { FormDefinition } from '#domain/forms.ts'
import { formatMoney } from '#domain/money.ts'
import type { Options } from '#domain/questions.ts'
import { type Row, type RowWords, sayInstant, sayRow } from './say-value.ts'

/** What rows refer to, by the names that people know. */
export interface Names {
  /** 'registration FM7K4-2X9Q', 'order BK222-2222'. */
  record(row: Row): string
  /** 'BK222-2222' */
  order(row: Row): string
  /** What its form calls an answer of a registration. */
  question(row: Row, field: string): string
  currency(row: Row): string
  /** Whether its buyer collects the goods; `row` is the order, or belongs to it. */
  isCollected(row: Row): boolean
  /** Whether its buyer withdrew the order that the row belongs to. */
  isWithdrawn(row: Row): boolean
}

/**
 * `each`: a part for each row, under this heading; `of`: in words that depend on the row. `lines`: a fact for each row, together under this heading. `counted`: that
 * there are some, since nothing more of them says anything to a person.
 */
export type TableWords =
  | ({ each: (row: Row, names: Names) => string } & (RowWords | { of: (row: Row, names: Names) => RowWords }))
  | { lines: string; line: (row: Row, names: Names) => ReportFact }
  | { counted: string }

export interface SectionWords {
  title: string
  /** In the sentence of what nothing is stored of. */
  nothing: string
  /** For how long, after 'Kept:'. */
  storedFor: string
  /** What its entries are called. */
  entries?: EntryWords
  tables: Readonly<Record<string, TableWords>>
}

export const text = (value: unknown) => (typeof value === 'string' ? value : '')
export const sentence = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' ')
export const at = (row: Row, column = 'created_at') => (row[column] ? sayInstant(text(row[column])) : '')
export const money = (row: Row, column: string, names: Names) =>
  formatMoney(Number(row[column] ?? 0), names.currency(row))

/** The questions of a form as the words of its table's columns. */
export function ofForm(
  questions: Readonly<
    Record<string, { label: unknown; shortLabel?: string; options?: Options | (() => Promise<Options>) }>
  >,
): Required<Pick<RowWords, 'labels' | 'values'>> {
  const entries = Object.entries(questions)
  return {
    labels: Object.fromEntries(
      entries.map(([name, { label, shortLabel }]) => [columnOf(name), shortLabel ?? String(label)]),
    ),
    values: Object.fromEntries(
      entries.flatMap(([name, { options }]) =>
        Array.isArray(options)
          ? [
              [
                columnOf(name),
                Object.fromEntries(
                  options.map((option) =>
                    typeof option === 'string' ? [option, option] : [option.value, option.label],
                  ),
                ),
              ],
            ]
          : [],
      ),
    ),
  }
}

/** What a public form became, in the words of its questions. */
export const ofPublicForm = ({
  record,
  questions,
}: FormDefinition): { each: (row: Row) => string } & RowWords => ({
  each: (row) => `${record} of ${at(row)}`,
  ...ofForm(questions),
  omit: ['created_at'],
})

/** Parts of one table's rows. */
export function sayTable(words: TableWords, rows: readonly Row[], names: Names) {
  if ('counted' in words || rows.length === 0) return []
  if ('each' in words)
    return rows.map((row) => ({
      title: words.each(row, names),
      facts: sayRow(row, 'of' in words ? words.of(row, names) : words),
    }))
  return [{ ...(words.lines && { title: words.lines }), facts: rows.map((row) => words.line(row, names)) }]
}
