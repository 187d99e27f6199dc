// What a bounce mail says: a report in parts (RFC 3464), one with the status of the delivery (RFC 3463), one with the head
// of the mail that came back, whose Message-ID is ours.

export interface Bounce {
  /** The outbox row's id. */
  mailId: string
  /** Such as 5.1.1. */
  status: string
}

interface Part {
  head: Map<string, string>
  body: string
}

/** Null: no report of a mail of ours that failed; one that is only late has not failed. */
export function readBounce(message: string): Bounce | null {
  const report = readPart(message.replaceAll('\r\n', '\n'))
  const type = report.head.get('content-type') ?? ''
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!/^multipart\/report\b/i.test(type) || boundary === undefined) return null
  const parts = `\n${report.body}`
    .split(`\n--${boundary}`)
    .slice(1)
    .map((part) => readPart(part.replace(/^[^\n]*\n/, '')))
  const find = (kind: RegExp) => parts.find(({ head }) => kind.test(head.get('content-type') ?? ''))
  const delivery = find(/^message\/(global-)?delivery-status\b/i)
  const original = find(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i)
  const status = delivery && readStatus(delivery.body)
  const [, mailId] =
    /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(
      (original && readPart(original.body).head.get('message-id')) ?? '',
    ) ?? []
  return status && mailId ? { mailId, status } : null
}

/** Reads the status of the first recipient whose delivery failed; our mails have one. */
function readStatus(body: string): string | undefined {
  for (const block of body.split(/\n\s*\n/)) {
    const { head } = readPart(`${block.trim()}\n\n`)
    if (head.get('action')?.toLowerCase() !== 'failed') continue
    return /^[45]\.\d{1,3}\.\d{1,3}/.exec(head.get('status') ?? '')?.[0]
  }
}

/** Names in small letters, folded lines in one; the first of a name counts. */
function readPart(text: string): Part {
  const end = /\n\s*\n/.exec(text)
  const lines = text
    .slice(0, end?.index ?? text.length)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const head = new Map<string, string>()
  for (const line of lines) {
    const [, name, value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
    if (name && !head.has(name.toLowerCase())) head.set(name.toLowerCase(), value.trim())
  }
  const body = end ? text.slice(end.index + end[0].length) : ''
  return { head, body: decode(body, head.get('content-transfer-encoding')) }
}

function decode(body: string, encoding = ''): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  if (!/^quoted-printable$/i.test(encoding)) return body
  return body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
