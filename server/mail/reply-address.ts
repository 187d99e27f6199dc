// The address that answers to a mail go to: it names the thread, and carries a keyed hash of that name, so that nobody guesses one.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ConversationType } from '#domain/admin/conversations.ts'

export interface Thread {
  recordType: ConversationType
  recordId: string
}

export interface ReplyAddresses {
  of(thread: Thread): string
  /** The thread of the first address of ours in the text; null: none. */
  find(text: string): Thread | null
}

const letters: Readonly<Record<ConversationType, string>> = {
  contact_messages: 'm',
  job_applications: 'j',
  partnership_applications: 'p',
  orders: 'o',
}
/** 128 bits in digits and small letters: mail servers may write an address in either case, and 64 characters stand before the @. */
const width = 25
const maxValue = 1n << 128n

/** `domain` is that of MAIL_FROM. Another secret ends the addresses of former mails. */
export function createReplyAddresses({ secret, domain }: { secret: string; domain: string }): ReplyAddresses {
  const key = createHmac('sha256', secret).update('reply addresses').digest()
  const pattern = new RegExp(
    `\\breply\\+([${Object.values(letters).join('')}])([0-9a-z]{${width}})([0-9a-z]{${width}})@${domain.replace(/[^a-z0-9-]/gi, '\\$&')}(?![a-z0-9.-])`,
    'gi',
  )

  function sign({ recordType, recordId }: Thread): string {
    const hash = createHmac('sha256', key).update(`${recordType} ${recordId}`).digest('hex')
    return write(hash.slice(0, 32))
  }

  return {
    of: (thread) =>
      `reply+${letters[thread.recordType]}${write(thread.recordId.replaceAll('-', ''))}${sign(thread)}@${domain}`,
    find(text) {
      for (const [, letter = '', id = '', hash = ''] of text.matchAll(pattern)) {
        const [recordType] = Object.entries(letters).find(([, known]) => known === letter.toLowerCase()) ?? []
        const recordId = readId(id.toLowerCase())
        if (!recordType || !recordId) continue
        const thread = { recordType: recordType as ConversationType, recordId }
        if (timingSafeEqual(Buffer.from(hash.toLowerCase()), Buffer.from(sign(thread)))) return thread
      }
      return null
    },
  }
}

const write = (hex: string) => BigInt(`0x${hex}`).toString(36).padStart(width, '0')

function readId(digits: string): string | null {
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  if (value >= maxValue) return null
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
