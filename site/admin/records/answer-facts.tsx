/** What a public form brought, in the form's own words and order; answers stand under the names of their columns. */
import type { ReactNode } from 'react'
import { columnOf } from '#domain/columns.ts'
import { type FormQuestions, listQuestions } from '#domain/questions.ts'
import { mailFact, phoneFact } from './contact-links.tsx'

export function answerFacts(
  questions: FormQuestions,
  record: Readonly<Record<string, unknown>>,
  /** What a chat with the person begins with. */
  about?: string,
): Record<string, ReactNode> {
  return Object.fromEntries(
    listQuestions(questions).flatMap((question) => {
      const stored = record[columnOf(question.name)]
      const answer = typeof stored === 'number' ? String(stored) : stored
      // A tick is no text and a file has a line of its own; nor has a question that does not apply a label.
      if (typeof answer !== 'string' || question.control === 'hidden') return []
      const type = question.control === 'line' ? question.type : undefined
      const detail = type === 'email' ? mailFact(answer) : type === 'tel' ? phoneFact(answer, about) : answer
      return [[question.shortLabel ?? question.label, detail]]
    }),
  )
}
