// Bounce mails as mail servers write them, and what is none.
import { describe, expect, it } from 'vitest'
import { writeBounce as write } from '#tests/harness/write-bounce.ts'
import { readBounce } from './read-bounce.ts'

const mailId = '6f1c4c9e-1111-4222-8333-000000000000'
const writeBounce = (input: Parameters<typeof write>[0] = {}) => write({ id: mailId, ...input })

describe('a bounce mail', () => {
  it('names our mail and its status', () => {
    expect(readBounce(writeBounce())).toEqual({ mailId, status: '5.1.1' })
    expect(readBounce(writeBounce({ status: '4.4.7 (delivery time expired)' }))?.status).toBe('4.4.7')
    expect(
      readBounce(writeBounce({ action: 'Failed', type: 'multipart/report; boundary=parts/1' })),
    ).not.toBeNull()
  })

  it('is read where its parts are encoded, and where the whole mail came back', () => {
    const head = `Message-ID: <${mailId}@example.com>\nSubject: x\n\n`
    for (const original of [
      `Content-Type: message/rfc822\n\n${head}Dear Ada`,
      `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${Buffer.from(head).toString('base64')}`,
      `Content-Type: text/rfc822-headers\nContent-Transfer-Encoding: quoted-printable\n\nMessage-ID: <6f1c4c9e-1111=\n-4222-8333-000000000000=40example.com>`,
    ])
      expect(readBounce(writeBounce({ original }))).toEqual({ mailId, status: '5.1.1' })
  })

  it.each([
    ['a mail that is late', writeBounce({ action: 'delayed', status: '4.4.1' })],
    ['a mail that arrived', writeBounce({ action: 'delivered', status: '2.0.0' })],
    ['an answer of a person who is away', 'From: ada@example.com\n\nI am away. Status: 5.1.1'],
    ['a report of another kind', writeBounce({ type: 'multipart/mixed; boundary="parts/1"' })],
    ['a mail that is not ours', writeBounce({ id: 'CAF-17' })],
    ['a report without the mail', writeBounce({ original: 'Content-Type: text/plain\n\nGone' })],
    ['nothing', ''],
  ])('is not %s', (_, message) => {
    expect(readBounce(message)).toBeNull()
  })
})
