// Passes the answers that a form's rules have accepted to the database, which does not judge them again (ADR 0057): one
// function each, as the service, in one transaction with its mail.
import { randomUUID } from 'node:crypto'
import { findUncallable } from '#domain/callable-phones.ts'
import { jobApplicationMessages } from '#domain/company/job-applications.ts'
import { documentTypes } from '#domain/file-types.ts'
import {
  type Answers,
  answersInMail,
  type FieldProblem,
  type FormDefinition,
  type FormRules,
} from '#domain/forms.ts'
import { limits } from '#domain/limits.ts'
import { rulesOf } from '#domain/questions.ts'
import { type DatabaseError, readFieldRefusal } from '#domain/refusals.ts'
import { cleanLine } from '#domain/text.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { findPdfFault } from '#server/files/active-pdf.ts'
import { findCvFault, findCvKind } from '#server/files/cv-kind.ts'
import { nameAttempt } from '#server/http/attempts.ts'
import type { RecordSender } from '#server/http/record-sender.ts'
import { writePhones } from '#server/lib/phones.ts'
import type { CvStore } from './cv-store.ts'
import type { Post } from './read-post.ts'

export interface SubmitContext {
  database: Database
  cvs: CvStore
  clock: () => Date
}

/** The answers are good as such, and the database or the file says no. */
export class RefusedFormError extends Error {
  readonly problems: FieldProblem[]
  constructor(problems: FieldProblem[]) {
    super('the form was refused')
    this.problems = problems
  }
}

/**
 * Who stores the answers of each form; `once` by the attempt's key, `bySender` with the registration from whose page it may come. A
 * CV has steps of its own.
 */
const storing: Readonly<Record<string, { sql: string; once: boolean; bySender?: true }>> = {
  partnership: { sql: 'select public.submit_partnership($1, $2)', once: true },
  contact: { sql: 'select public.submit_contact_message($1, $2, $3)', once: true, bySender: true },
  newsletter: { sql: 'select public.request_newsletter($1)', once: false },
  stockAlert: { sql: 'select public.request_stock_alert($1)', once: false },
}

export async function submitForm(
  context: SubmitContext,
  form: FormDefinition,
  post: Post,
  answers: Answers<FormRules>,
  sender: RecordSender | null,
): Promise<void> {
  const { database } = context
  // Here, so that no page carries what only few need. Who writes about a registration is known by it.
  const uncallable =
    sender === null && !answers.email && answers.phone ? findUncallable(String(answers.phone)) : null
  if (uncallable) throw new RefusedFormError([{ field: 'phone', message: uncallable }])
  const values = JSON.stringify({
    ...writePhones(rulesOf(form.questions), answers),
    // What it is about is said by the page that it comes from.
    inMail: sender ? [] : answersInMail(form, answers),
  })
  const key = keyOf(context, form, post)
  if (form.name === 'jobApplication') return submitJobApplication(context, post.file, values, key)
  const store = storing[form.name]
  if (!store) throw new Error(`nothing stores the form ${form.name}`)
  await call(database, store.sql, [
    values,
    ...(store.once ? [key] : []),
    ...(store.bySender ? [sender && JSON.stringify(sender)] : []),
  ])
}

async function submitJobApplication(
  { database, cvs }: SubmitContext,
  file: Post['file'],
  values: string,
  key: string,
): Promise<void> {
  const refuse = (message: string) => new RefusedFormError([{ field: 'cv', message }])
  const kind = file && (await findCvKind(file.bytes))
  const fault = file && (kind === 'pdf' ? findPdfFault(file.bytes) : kind ? null : findCvFault(file.bytes))
  if (fault) throw refuse(jobApplicationMessages[fault === 'unreadable' ? 'cvUnreadable' : 'cvActive'])
  if (!file || !kind) throw refuse(jobApplicationMessages.cvMissing)
  // The bytes come before the row: a row whose CV is missing would be worse than a CV whose row is. Each request has a
  // file of its own, so that none can touch what another has stored.
  const path = `${randomUUID()}.${kind}`
  await cvs.put(path, file.bytes, kind)
  const name = [...cleanLine(file.name)].slice(0, limits.shortTextMax).join('') || 'CV'
  const cv = { path, name, type: documentTypes[kind], bytes: file.bytes.length }
  let named: string | undefined
  try {
    const rows = await call<{ result: { cvPath: string } }>(
      database,
      'select public.submit_job_application($1, $2, $3) as result',
      [values, JSON.stringify(cv), key],
    )
    named = rows[0]?.result.cvPath
  } catch (error) {
    // Only what was refused is certainly not there; after a lost connection the row may have been written.
    if (error instanceof RefusedFormError) await forget(cvs, path)
    throw error
  }
  // Sent again: the application is there, with the file that came first.
  if (named !== path) await forget(cvs, path)
}

/** What cannot be removed now, the daily sweep finds. */
async function forget(cvs: CvStore, path: string): Promise<void> {
  await cvs.remove(path).catch(() => {})
}

async function call<Row extends object>(database: Database, text: string, values: unknown[]): Promise<Row[]> {
  try {
    return (await queryAsServiceRole<Row>(database, text, values)).rows
  } catch (error) {
    const problem = readFieldRefusal(error as DatabaseError)
    if (problem) throw new RefusedFormError([problem])
    throw error
  }
}

/** Without a script's name for it, the same words on the same day are the same attempt. */
function keyOf({ clock }: SubmitContext, form: FormDefinition, { attempt, values, file }: Post): string {
  const entries = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1))
  const day = clock().toISOString().slice(0, 10)
  return nameAttempt(form.name, attempt, [` ${day} `, JSON.stringify(entries), ...(file ? [file.bytes] : [])])
}
