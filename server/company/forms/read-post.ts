// What a form's request brings: its values from any of the three encodings, its file, and whether it is ours at all.
import { type FormDefinition, findFileQuestion, honeypotField, idempotencyField } from '#domain/forms.ts'
import { makeStorable } from '#domain/text.ts'

export type ValuesInput = Readonly<Record<string, string | boolean>>

export interface FileInput {
  name: string
  bytes: Buffer
}

export interface Post {
  /** The form's own fields; boxes as true or false. */
  values: ValuesInput
  file: FileInput | undefined
  /** Someone filled in what nobody sees. */
  isTrapped: boolean
  /** The sender's own name for this attempt, when a script gave one. */
  attempt: string | undefined
}

/** The request cannot be read as any form. */
export class UnreadablePostError extends Error {}

const maxFields = 60

export async function readPost(request: Request, form: FormDefinition): Promise<Post> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const input =
    type === 'application/json'
      ? await readJson(request)
      : type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data'
        ? await readFormData(request)
        : undefined
  if (!input) throw new UnreadablePostError()
  const values: Record<string, string | boolean> = {}
  for (const [name, { control }] of Object.entries(form.questions)) {
    const value = input[name]
    if (control === 'file') continue
    if (control === 'tick') values[name] = value === true || value === 'on' || value === 'true'
    else if (typeof value === 'string') values[name] = makeStorable(value)
  }
  const file = input[findFileQuestion(form)?.name ?? '']
  const trap = input[honeypotField]
  const attempt = input[idempotencyField] ?? request.headers.get('idempotency-key')
  return {
    values,
    file: file instanceof File && file.size > 0 ? await readFile(file) : undefined,
    isTrapped: typeof trap === 'string' && trap.trim() !== '',
    attempt: typeof attempt === 'string' && attempt ? attempt.slice(0, 200) : undefined,
  }
}

type Input = Record<string, unknown>

async function readJson(request: Request): Promise<Input> {
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new UnreadablePostError()
  // A form that lacks its fields must not find them on Object.prototype.
  return Object.assign(Object.create(null), body)
}

async function readFormData(request: Request): Promise<Input> {
  const data = await request.formData().catch(() => undefined)
  const entries = data ? [...data.entries()] : undefined
  if (!entries || entries.length > maxFields) throw new UnreadablePostError()
  // The first of a name that comes twice counts.
  const input: Input = Object.create(null)
  for (const [name, value] of entries) input[name] ??= value
  return input
}

async function readFile(file: File): Promise<FileInput> {
  return { name: makeStorable(file.name), bytes: Buffer.from(await file.arrayBuffer()) }
}
