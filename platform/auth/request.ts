// A request's parts, read once and carefully: what cannot be stored or understood is refused here with a 400.
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'

const deepestBody = 32

/** `address` is the caller's, '' when it is not known. */
export async function readRequest(auth: AuthContext, c: Context, address: string): Promise<AuthRequest> {
  const { raw } = c.req
  const isRead = raw.method === 'GET' || raw.method === 'HEAD'
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  const text = isRead ? '' : await c.req.text()
  return {
    headers: raw.headers,
    query: new URL(raw.url).searchParams,
    params: c.req.param(),
    address,
    body: readText(text, isForm ?? false),
    now: auth.clock(),
  }
}

function readText(text: string, isForm: boolean): unknown {
  if (text.trim() === '') return undefined
  if (!isForm) return parseJson(text)
  const fields = Object.fromEntries(new URLSearchParams(text))
  checkStorable(fields, 0)
  return fields
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
  checkStorable(value, 0)
  return value
}

// PostgreSQL's text knows no NUL and no half of a surrogate pair.
function checkStorable(value: unknown, depth: number): void {
  if (depth > deepestBody) throw badRequest('The request body is nested too deeply')
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw badRequest('The request body contains characters that are not text')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      checkStorable(key, depth + 1)
      checkStorable(item, depth + 1)
    }
  }
}

export function parseBody<Schema extends z.ZodType>(schema: Schema, request: AuthRequest): z.output<Schema> {
  const parsed = schema.safeParse(request.body ?? {})
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new AuthError(
    400,
    'bad_json',
    `Could not parse request body${field ? `: ${field} is not as expected` : ''}`,
  )
}

/** A text that the client may leave out or send as null. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

export const optionalMetadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})

/** The address in its one form (trimmed, lower case), or a refusal. */
export function readEmail(text: string): string {
  const email = text.trim().normalize('NFC').toLowerCase()
  if (email.length > 254 || !emailPattern.test(email))
    throw badRequest('Unable to validate email address: Invalid email format')
  return email
}

const emailPattern =
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** The number as upstream stores it, E.164 without its plus, or a refusal. */
export function readPhone(text: string): string {
  const phone = text.replaceAll(' ', '').replace(/^\+/, '')
  if (!/^[1-9]\d{6,14}$/.test(phone)) throw badRequest('Invalid phone number format (E.164 required)')
  return phone
}

export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id of the path, or a refusal in upstream's words. */
export function readUuid(request: AuthRequest, name: string): string {
  const id = request.params[name] ?? ''
  if (!uuidPattern.test(id)) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
  return id.toLowerCase()
}

export function checkMetadataSize(auth: Pick<AuthContext, 'settings'>, data: Record<string, unknown>): void {
  const { userMetadataBytes } = auth.settings
  if (Buffer.byteLength(JSON.stringify(data)) > userMetadataBytes)
    throw badRequest(`User metadata cannot be larger than ${userMetadataBytes} bytes`)
}
