// What a mail that came says: from whom and to which thread, its words, its files, and whether a program wrote it by itself.
import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { makeStorable } from '#domain/text.ts'
import { readHtml } from './read-html.ts'
import type { ReplyAddresses, Thread } from './reply-address.ts'
import { stripQuoted } from './strip-quoted.ts'

export interface Reply {
  thread: Thread
  /** '': not one address. */
  from: string
  /** Or a hash of the mail, where it has no good one. */
  messageId: string
  /** Without what it quotes. */
  body: string
  wholeBody: string
  files: { name: string; bytes: Buffer }[]
  /** It came through a mailing list: taken from a person whom the record knows, and from nobody else. */
  isFromList: boolean
}

/** In place of a reply: 'automatic' was written by a program, 'own' is ours come back, 'unknown' names no thread of ours. */
export type NoReply = 'unreadable' | 'automatic' | 'own' | 'unknown'

/** Headers that may name who a mail was for, also where it was passed on. */
const recipientHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to']

export async function readReply(
  raw: Buffer,
  options: { addresses: ReplyAddresses; ownAddress: string },
): Promise<Reply | NoReply> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 50, maxHeadersSize: 200_000 }).catch(
    () => null,
  )
  if (!email) return 'unreadable'
  const from = readFrom(email)
  if (isAutomatic(email, from)) return 'automatic'
  const domain = options.ownAddress.split('@').at(-1)?.toLowerCase()
  // It goes into the head of the answer: anything else than one would be a way to write there.
  const ownName = email.messageId?.trim() ?? ''
  const messageId = /^<[^\s<>]{1,240}@[^\s<>]{1,240}>$/.test(ownName)
    ? ownName
    : `<${createHash('sha256').update(raw).digest('hex')}@no-message-id>`
  if (
    from === options.ownAddress.toLowerCase() ||
    (/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@/i.test(messageId) &&
      messageId.toLowerCase().endsWith(`@${domain}>`))
  )
    return 'own'
  const recipients = email.headers.filter(({ key }) => recipientHeaders.includes(key))
  const thread = options.addresses.find(
    recipients
      .map(({ value }) => value)
      .join('\n')
      .slice(0, 100_000),
  )
  if (!thread) return 'unknown'
  const words = makeStorable(email.text?.trim() ? email.text : readHtml(email.html ?? '')).slice(0, maxWords)
  return {
    thread,
    from,
    messageId: makeStorable(messageId),
    body: stripQuoted(words),
    wholeBody: words,
    files: [
      ...email.attachments.filter((file) => !file.related).map(readFile),
      ...email.attachments
        .filter((file) => file.related && file.mimeType.startsWith('image/'))
        .map(readFile)
        .filter(({ bytes }) => bytes.length > signatureBytesMax),
    ],
    isFromList: isFromList(email),
  }
}

/** Characters that are stored of a mail. */
const maxWords = 50_000

/** A picture that stands among the words was pasted there, unless it is as small as the logo of a signature. */
const signatureBytesMax = 10_000

/** The one address of the one From; a mail that shows several proves none. */
function readFrom({ headers }: Email): string {
  const lines = headers.filter(({ key }) => key === 'from')
  const [only, ...others] = lines.length === 1 ? addressParser(lines[0]?.value ?? '', { flatten: true }) : []
  return others.length === 0 ? (only?.address ?? '').toLowerCase() : ''
}

const readHeader = ({ headers }: Email, name: string) =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase()

/** Answers of machines (RFC 3834) and bounces: to answer one, or to store it, could go round for ever. */
function isAutomatic(email: Email, from: string): boolean {
  const submitted = readHeader(email, 'auto-submitted')
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(bulk|junk|auto_reply)$/.test(readHeader(email, 'precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => readHeader(email, name) !== undefined) ||
    readHeader(email, 'return-path') === '<>' ||
    /^multipart\/report\b/.test(readHeader(email, 'content-type') ?? '') ||
    /^(mailer-daemon|postmaster|no-?reply)@/.test(from)
  )
}

/** A person of a group writes through it; what a list says by itself comes from no address that a record knows. */
const isFromList = (email: Email) =>
  readHeader(email, 'list-id') !== undefined || readHeader(email, 'precedence') === 'list'

function readFile({ filename, content }: Attachment): Reply['files'][number] {
  const bytes =
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array<ArrayBuffer>)
  return { name: filename ?? 'File', bytes }
}
