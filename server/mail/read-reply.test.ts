// Mails that come to a thread: what is read of them, what is none, and that nobody guesses a thread's address.
import { describe, expect, it } from 'vitest'
import { readHtml } from './read-html.ts'
import { readReply } from './read-reply.ts'
import { createReplyAddresses } from './reply-address.ts'
import { stripQuoted } from './strip-quoted.ts'

const secret = 'a-secret-of-thirty-two-characters-or-more'
const addresses = createReplyAddresses({ secret, domain: 'mail.example.com' })
const options = { addresses, ownAddress: 'Desk@mail.example.com' }
const thread = { recordType: 'job_applications', recordId: '6f1c4c9e-1111-4222-8333-00000000000a' } as const
const to = addresses.of(thread)

const mail = (head: string, body = 'Yes, on Friday.\n') =>
  Buffer.from(
    `${head}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n${body}`.replaceAll('\n', '\r\n'),
  )
const usual = `From: Ada Obi <Ada@example.com>\nTo: The company <${to}>\nMessage-ID: <1@example.org>`

describe('the address of a thread', () => {
  it('is found again in either case, within 64 characters before the @', () => {
    expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64)
    for (const written of [to, to.toUpperCase(), `Desk <${to}>, other@example.com`])
      expect(addresses.find(written)).toEqual(thread)
    for (const recordId of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
      expect(addresses.find(addresses.of({ recordType: 'orders', recordId }))).toEqual({
        recordType: 'orders',
        recordId,
      })
  })

  it('is no other record’s, no other kind’s, no other secret’s and no other domain’s', () => {
    const at = to.indexOf('+') + 1
    const other = addresses.of({ ...thread, recordId: '6f1c4c9e-1111-4222-8333-00000000000b' })
    const forged = [
      `${to.slice(0, at)}o${to.slice(at + 1)}`,
      `${to.slice(0, at + 26)}${other.slice(at + 26)}`,
      createReplyAddresses({ secret: `${secret}s`, domain: 'mail.example.com' }).of(thread),
      `${to}.evil.example`,
      to.replace('mail.example.com', 'mailxexample.com'),
      `${to.slice(0, at + 1)}${'z'.repeat(25)}${to.slice(at + 26)}`,
    ]
    for (const address of forged) expect(addresses.find(address)).toBeNull()
  })
})

describe('a reply', () => {
  it('is read: thread, sender, words without what they quote, and the whole', async () => {
    const body =
      'Yes, on Friday.\n\nOn Mon, 23 Nov 2026 at 10:00, The company\n<desk@mail.example.com> wrote:\n> When?\n'
    expect(await readReply(mail(usual, body), options)).toMatchObject({
      thread,
      from: 'ada@example.com',
      messageId: '<1@example.org>',
      body: 'Yes, on Friday.',
      wholeBody: expect.stringContaining('> When?'),
      files: [],
    })
  })

  it('is found where the address stands among others, or where the mail was passed on', async () => {
    for (const head of [`Cc: x@example.com,\n ${to}`, `Delivered-To: ${to}`, `X-Original-To: ${to}`])
      expect(
        await readReply(mail(`From: ada@example.com\nTo: desk@example.com\n${head}`), options),
      ).toMatchObject({ thread })
  })

  it('brings its files, but not the pictures of a signature', async () => {
    const part = (head: string, body: string) => `--b\n${head}\n\n${body}\n`
    const raw = Buffer.from(
      [
        `${usual}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n`,
        '--b\nContent-Type: multipart/related; boundary=r\n\n',
        '--r\nContent-Type: text/html; charset=utf-8\n\n<p>Here &amp; now<br>Ada</p><img src="cid:logo">\n',
        '--r\nContent-Type: image/png\nContent-ID: <logo>\nContent-Disposition: inline; filename=logo.png\n\nx\n--r--\n',
        part(
          'Content-Type: application/pdf; name="My plan.pdf"\nContent-Disposition: attachment; filename="My plan.pdf"',
          '%PDF-1.4',
        ),
        '--b--\n',
      ]
        .join('')
        .replaceAll('\n', '\r\n'),
    )
    const reply = await readReply(raw, options)
    expect(reply).toMatchObject({ body: 'Here & now\nAda' })
    expect(typeof reply === 'string' ? [] : reply.files.map(({ name }) => name)).toEqual(['My plan.pdf'])
  })

  it('brings a picture that was pasted among its words, after the files that were attached', async () => {
    const picture = (name: string, bytes: number) =>
      `--r\nContent-Type: image/png\nContent-ID: <${name}>\nContent-Disposition: inline; filename=${name}\n\n${'x'.repeat(bytes)}\n`
    const raw = Buffer.from(
      [
        `${usual}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n`,
        '--b\nContent-Type: multipart/related; boundary=r\n\n',
        '--r\nContent-Type: text/html\n\n<p>See the sacks.</p><img src="cid:sacks.png"><img src="cid:logo.png">\n',
        picture('sacks.png', 20_000),
        picture('logo.png', 3000),
        '--r--\n',
        '--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=Plan.pdf\n\n%PDF-1.4\n--b--\n',
      ]
        .join('')
        .replaceAll('\n', '\r\n'),
    )
    const reply = await readReply(raw, options)
    expect(typeof reply === 'string' ? [] : reply.files.map(({ name }) => name)).toEqual([
      'Plan.pdf',
      'sacks.png',
    ])
  })

  it.each(['List-Id: <growers.example.com>', 'Precedence: list'])(
    'is read where it came through a group: %s',
    async (head) => {
      expect(await readReply(mail(`${usual}\n${head}`), options)).toMatchObject({
        from: 'ada@example.com',
        isFromList: true,
      })
      expect(await readReply(mail(`${usual}\n${head}\nAuto-Submitted: auto-generated`), options)).toBe(
        'automatic',
      )
      expect(await readReply(mail(usual), options)).toMatchObject({ isFromList: false })
    },
  )

  it('has a name of its own where the mail has none, or no good one: the same mail, the same name', async () => {
    const crooked = await readReply(
      mail(`From: ada@example.com\nTo: ${to}\nMessage-ID: <a b>, <c@d>`),
      options,
    )
    expect(crooked).toMatchObject({ messageId: expect.stringMatching(/^<[0-9a-f]{64}@no-message-id>$/) })
    const [once, again] = await Promise.all(
      [1, 2].map(() => readReply(mail(`From: ada@example.com\nTo: ${to}`), options)),
    )
    expect(once).toEqual(again)
    expect(once).toMatchObject({ messageId: expect.stringMatching(/^<[0-9a-f]{64}@/) })
  })

  it('proves no sender where it names several', async () => {
    for (const from of [
      'From: ada@example.com, eve@example.com',
      'From: eve@example.com\nFrom: ada@example.com',
    ])
      expect(await readReply(mail(`${from}\nTo: ${to}`), options)).toMatchObject({ from: '' })
  })

  it.each([
    ['an answer of a person who is away', `${usual}\nAuto-Submitted: auto-replied`, 'automatic'],
    ['a mail of a list', `${usual}\nPrecedence: bulk`, 'automatic'],
    ['a bounce', `Return-Path: <>\n${usual}`, 'automatic'],
    ['a mail of a mail server', `From: MAILER-DAEMON@example.com\nTo: ${to}`, 'automatic'],
    ['our own mail', `From: desk@mail.example.com\nTo: ${to}`, 'own'],
    [
      'a copy of our own mail',
      `From: x@example.com\nTo: ${to}\nMessage-ID: <${thread.recordId}@mail.example.com>`,
      'own',
    ],
    ['a mail to nobody’s thread', 'From: ada@example.com\nTo: reply+m1@mail.example.com', 'unknown'],
    ['nothing', '', 'unknown'],
  ])('is not %s', async (_, head, outcome) => {
    expect(await readReply(mail(head), options)).toBe(outcome)
  })
})

describe('what a user wrote themselves', () => {
  it.each([
    ['Yes\n\n-----Original Message-----\nFrom: us', 'Yes'],
    ['Yes\n________________________________\nFrom: us\nSent: Monday', 'Yes'],
    ['Yes\n\nFrom: Us <us@example.com>\nSent: Monday\nTo: Ada', 'Yes'],
    ['Yes\n-- \nAda Obi\nFarmer', 'Yes'],
    ['> When?\nOn Friday\n> Where?\nIn Keffi', 'On Friday\nIn Keffi'],
    ['On Friday I said:\nbring it', 'On Friday I said:\nbring it'],
    ['From: the field\nI write this', 'From: the field\nI write this'],
    ['> only what was quoted', '> only what was quoted'],
  ])('is read from %j', (text, words) => {
    expect(stripQuoted(text)).toBe(words)
  })
})

describe('HTML', () => {
  it('is read as words, and nothing of it acts', () => {
    const html =
      '<head><title>x</title></head><style>p{}</style><p>One&nbsp;two &#8358;5</p><script>alert(1)</script><div>Three</div>'
    expect(readHtml(html)).toBe('One two ₦5\nThree')
    expect(readHtml('<p>kept</p><script>never closed')).toBe('kept')
    expect(readHtml('<styled>kept</styled>')).toBe('kept')
  })
})
