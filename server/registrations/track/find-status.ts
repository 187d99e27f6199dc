// What a reference and a phone number show together: a status, a date and the next step; never whose it is.
import { z } from 'zod'
import { type LinkChannel, linkChannels } from '#domain/guest-links.ts'
import { declineCodes } from '#domain/market/orders.ts'
import { normalisePhone } from '#domain/phones.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

const channel = z.enum(linkChannels)

const reply = z.object({
  kind: z.enum(['registration', 'order']),
  form: z.string().nullable(),
  reference: z.string(),
  status: z.string(),
  at: z.string(),
  nextStep: z.string().nullable(),
  consentWithdrawnAt: z.string().nullish(),
  hasPhoto: z.boolean().nullish(),
  mergedInto: z.string().nullish(),
  declineCode: z.enum(declineCodes).nullish(),
  orderKind: z.string().nullish(),
  totalKobo: z.number().nullish(),
  linkChannel: channel,
})
export type TrackedStatus = z.output<typeof reply>

/** One question to the database in every case: what is not there takes as long as what does not belong together. */
export async function findStatus(
  database: Database,
  input: { reference: string; phone: string },
): Promise<TrackedStatus | null> {
  const { rows } = await queryAsServiceRole<{ result: unknown }>(
    database,
    'select public.find_tracked_status($1, $2) as result',
    [readReference(input.reference), normalisePhone(input.phone)],
  )
  const read = reply.safeParse(rows[0]?.result)
  return read.success ? read.data : null
}

/** As findStatus: null for what is not there and for what does not belong together. */
export async function sendLink(
  database: Database,
  input: { reference: string; phone: string },
): Promise<LinkChannel | null> {
  const { rows } = await queryAsServiceRole<{ result: unknown }>(
    database,
    'select public.send_tracked_link($1, $2) as result',
    [readReference(input.reference), normalisePhone(input.phone)],
  )
  const read = channel.safeParse(rows[0]?.result)
  return read.success ? read.data : null
}

/** In the one true writing, as far as it can have one: FM7K4-2X9Q. */
export function readReference(typed: string): string {
  const symbols = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 20)
  return `${symbols.slice(0, 5)}-${symbols.slice(5)}`
}
