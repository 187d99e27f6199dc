/**
 * What was sent from this device, by reference: the home page and the forms say so. On a shared phone the forms of its tab alone,
 * until that is closed. Gone with a sign-out as drafts are, and no secret: the link itself is not stored here.
 */
import { getLagosDay } from '#domain/dates.ts'
import { sentHereKey } from '#site/lib/draft.ts'
import { chooseStorage } from '#site/lib/session-storage.ts'

/** After it the first script shows nothing any more either. */
export const sentHereRetainedMs = 90 * 24 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000
const maxStored = 10
/** Found when they are used: a browser may refuse each. */
const stores = [() => window.localStorage, () => window.sessionStorage]

export interface SentHere {
  reference: string
  /** The form, 'order', or 'bulk_order'. */
  kind: string
  sentAt: number
  /** Its page in the account of the member who sent it. */
  path?: string
}

/** The newest first. */
export function listSentHere(): SentHere[] {
  return stores.flatMap(readFrom).sort((one, other) => other.sentAt - one.sentAt)
}

function readFrom(findStore: () => Storage): SentHere[] {
  try {
    const stored: unknown = JSON.parse(findStore().getItem(sentHereKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

export function findSentHere(kind: string): SentHere | undefined {
  return listSentHere().find((sent) => sent.kind === kind)
}

/** Long enough ago, another one is another one. */
export function isOfLastDay({ sentAt }: SentHere): boolean {
  return sentAt > Date.now() - dayMs
}

/** By the calendar in Lagos; null: longer ago. */
export function nameDay(
  { sentAt }: Pick<SentHere, 'sentAt'>,
  now = Date.now(),
): 'today' | 'yesterday' | null {
  const day = getLagosDay(sentAt)
  if (day === getLagosDay(now)) return 'today'
  return day === getLagosDay(now - dayMs) ? 'yesterday' : null
}

/** With its time: what was forgotten by mistake. */
export function rememberSentHere(sent: Omit<SentHere, 'sentAt'> & { sentAt?: number }): void {
  const others = readFrom(chooseStorage).filter(({ reference }) => reference !== sent.reference)
  const all = [{ sentAt: Date.now(), ...sent }, ...others]
  write(chooseStorage, all.sort((one, other) => other.sentAt - one.sentAt).slice(0, maxStored))
}

/** Anybody may have sent it: where it has no page in an account, its reference may stand here alone. */
export function listGuestsSent(): SentHere[] {
  return listSentHere().filter(({ path }) => !path)
}

/** Without a reference: all of it. */
export function forgetSentHere(reference?: string): void {
  for (const findStore of stores)
    write(
      findStore,
      readFrom(findStore).filter((sent) => reference !== undefined && sent.reference !== reference),
    )
}

function write(findStore: () => Storage, list: readonly SentHere[]): void {
  try {
    if (list.length === 0) findStore().removeItem(sentHereKey)
    else findStore().setItem(sentHereKey, JSON.stringify(list))
  } catch {
    // full or switched off: the device remembers nothing
  }
}

function isRecent(input: unknown): input is SentHere {
  const { reference, kind, sentAt, path } = (input ?? {}) as Partial<SentHere>
  return (
    typeof reference === 'string' &&
    typeof kind === 'string' &&
    typeof sentAt === 'number' &&
    (path === undefined || (typeof path === 'string' && path.startsWith('/account/'))) &&
    sentAt > Date.now() - sentHereRetainedMs
  )
}
