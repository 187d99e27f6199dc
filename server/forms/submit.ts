// Hands a checked form to the database: one function each, as the service, in one transaction with its mail.
import { createHash } from 'node:crypto'
import type { FieldProblem } from '#domain/forms.ts'
import { cvField, cvTypes, jobApplicationMessages } from '#domain/job-applications.ts'
import { limits } from '#domain/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'
import { writePhones } from '#server/phones.ts'
import { findCvKind } from './cv-kind.ts'
import type { CvStore } from './cv-store.ts'
import type { FormDefinition } from './definitions.ts'
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

export async function submitForm(context: SubmitContext, form: FormDefinition, post: Post): Promise<void> {
  const { database } = context
  const values = JSON.stringify(writePhones(form.rules, post.values))
  const key = keyOf(context, form, post)
  switch (form.name) {
    case 'partnership':
      return call(database, 'select public.submit_partnership($1, $2)', [values, key])
    case 'contact':
      return call(database, 'select public.submit_contact_message($1, $2)', [values, key])
    case 'newsletter':
      return call(database, 'select public.request_newsletter($1)', [values])
    case 'jobApplication':
      return submitJobApplication(context, post.file, values, key)
  }
}

/** The file's own problem, to be told together with the fields'. */
export function findFileProblem(form: FormDefinition, { file }: Post): FieldProblem[] {
  if (!form.fields.some(({ control }) => control === 'file')) return []
  if (!file) return [{ field: cvField, message: jobApplicationMessages.cvMissing }]
  return file.bytes.length > limits.cvBytesMax
    ? [{ field: cvField, message: jobApplicationMessages.cvTooLarge }]
    : []
}

async function submitJobApplication(
  { database, cvs }: SubmitContext,
  file: Post['file'],
  values: string,
  key: string,
): Promise<void> {
  const kind = file && (await findCvKind(file.bytes))
  if (!file || !kind)
    throw new RefusedFormError([{ field: cvField, message: jobApplicationMessages.cvMissing }])
  // The bytes come before the row: a row whose CV is missing would be worse than a CV whose row is. The name follows
  // from the attempt, so that a second tap writes the same object.
  const path = `${key}.${kind}`
  await cvs.put(path, file.bytes, kind)
  try {
    const cv = { path, name: file.name, type: cvTypes[kind], bytes: file.bytes.length }
    await call(database, 'select public.submit_job_application($1, $2, $3)', [
      values,
      JSON.stringify(cv),
      key,
    ])
  } catch (error) {
    // Only what was refused is certainly not there; after a lost connection the row may have been written.
    if (error instanceof RefusedFormError) await cvs.remove(path).catch(() => {})
    throw error
  }
}

async function call(database: Database, text: string, values: unknown[]): Promise<void> {
  try {
    await queryAsServiceRole(database, text, values)
  } catch (error) {
    const { code, message, hint } = error as { code?: string; message?: string; hint?: string }
    if (code === '23514' && hint && message) throw new RefusedFormError([{ field: hint, message }])
    throw error
  }
}

/**
 * The same attempt has the same key. A script names its attempts; without one, the same words on the same day are the
 * same attempt: a second tap on a slow line, or a page that is loaded again.
 */
function keyOf({ clock }: SubmitContext, form: FormDefinition, { attempt, values, file }: Post): string {
  const hash = createHash('sha256').update(form.name)
  if (attempt) hash.update(` attempt ${attempt}`)
  else {
    hash.update(` ${clock().toISOString().slice(0, 10)} `)
    hash.update(JSON.stringify(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1))))
    if (file) hash.update(file.bytes)
  }
  const digest = hash.digest('hex')
  // Version 8 of RFC 9562: an identifier of one's own making.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
