import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createJobs, type Jobs } from '#platform/jobs.ts'
import { silentLog } from '#platform/log.ts'
import { mailChoiceRoutes } from '#server/company/forms/mail-choices.ts'
import { bouncePath, createBounceRoutes } from '#server/mail/bounces.ts'
import { readMailbox } from '#server/mail/mailbox.ts'
import { createFileTransport, createSmtpTransport, type MailTransport } from '#server/mail/transport.ts'
import { mailJob } from '#server/mail/worker.ts'
import type { SmtpTls } from '#server/settings/demand-tls.ts'
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { openSmtpMailbox, type SmtpMailbox } from '#tests/harness/smtp-mailbox.ts'
import { layWire } from '#tests/harness/wire.ts'
import { writeBounce } from '#tests/harness/write-bounce.ts'

const sender = { companyName: 'the company', siteUrl: 'https://www.example.com' }
const from = { name: 'the company', address: 'orders@example.com' }
const order = {
  code: 'AG7K4-2X9Q',
  contact_person: 'Adaeze Obi',
  product: 'Ginger',
  quantity: '2',
  unit: 'Tons',
}

let home: TestDatabase
let database: Database
let second: Database
let owner: pg.Client
let smtp: SmtpMailbox
let transports: MailTransport[] = []
let workers: Jobs[] = []

beforeAll(async () => {
  home = await createTestDatabase({ migrations: true })
  const open = () => openDatabase({ url: home.url, secret: testSecret, log: silentLog, poolSize: 4 })
  ;[database, second] = await Promise.all([open(), open()])
  owner = new pg.Client({ connectionString: home.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await Promise.all([database.close(), second.close()])
  await home.drop()
})
beforeEach(async () => {
  smtp = await openSmtpMailbox()
  transports = []
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  for (const transport of transports) transport.close()
  await smtp.close()
  await owner.query('delete from private.mail_outbox')
})

function smtpTransport(url = smtp.url, tls: SmtpTls = 'offered'): MailTransport {
  const transport = createSmtpTransport({ url, from, tls })
  transports.push(transport)
  return transport
}

function hire(options: Partial<Parameters<typeof mailJob>[0]> = {}) {
  const job = mailJob({
    database,
    transport: options.transport ?? smtpTransport(),
    sender,
    log: silentLog,
    ...options,
  })
  const jobs = createJobs({ database: options.database ?? database, log: silentLog })
  workers.push(jobs)
  return {
    /** Once, beside the runner. */
    run: () => job.run(new AbortController().signal),
    /** By the runner, but for its looks at the clock. */
    start: () => jobs.start([{ ...job, everyMs: 3_600_000 }]),
    runStarted: () => jobs.run(job.name),
  }
}

async function enqueue(recipient = 'buyer@example.com', data: object = order): Promise<string> {
  const { rows } = await owner.query('select private.enqueue_mail($1, $2, $3) as id', [
    'order_received',
    recipient,
    data,
  ])
  return rows[0].id
}

async function check(id: string) {
  const { rows } = await owner.query('select * from private.mail_outbox where id = $1', [id])
  return rows[0]
}

/** The time until the next attempt has passed. */
async function letTimePass(): Promise<void> {
  await owner.query(
    `update private.mail_outbox set next_attempt_at = now() - interval '1 second' where status = 'waiting'`,
  )
}

it('records each mail of a batch by itself when one of them cannot be, and sends none again', async () => {
  const ids = [
    await enqueue('a@example.com'),
    await enqueue('stuck@example.com'),
    await enqueue('b@example.com'),
  ]
  await owner.query(`create function private.refuse_stuck() returns trigger language plpgsql
    as $$ begin raise exception 'stuck'; end $$`)
  await owner.query(`create trigger refuse_stuck before update on private.mail_outbox for each row
    when (new.status = 'sent' and new.recipient = 'stuck@example.com') execute function private.refuse_stuck()`)
  const worker = hire()
  const statuses = async () => Promise.all(ids.map(async (id) => (await check(id)).status))
  try {
    await worker.run()
    expect(await statuses()).toEqual(['sent', 'sending', 'sent'])
  } finally {
    await owner.query('drop function private.refuse_stuck cascade')
  }
  await worker.run()
  expect([await statuses(), smtp.mails.length]).toEqual([['sent', 'sent', 'sent'], 3])
})

it('marks a mail that left while the database was going away, instead of sending it again after its lease', async () => {
  const wire = await layWire(home.url)
  const away = await openDatabase({ url: wire.url, secret: testSecret, log: silentLog, poolSize: 2 })
  const real = smtpTransport()
  const transport: MailTransport = {
    ...real,
    send: async (mail) => {
      const messageId = await real.send(mail)
      await wire.cut()
      return messageId
    },
  }
  try {
    const id = await enqueue()
    const worker = hire({ database: away, transport })
    await expect(worker.run()).rejects.toThrow()
    expect(smtp.mails).toHaveLength(1)
    await wire.mend()
    await worker.run()
    const { rows } = await owner.query('select status from private.mail_outbox where id = $1', [id])
    expect([rows, smtp.mails.length]).toEqual([[{ status: 'sent' }], 1])
  } finally {
    await away.close()
    await wire.cut()
  }
})

describe('the outbox', () => {
  it('sends nothing for a transaction that was undone', async () => {
    await owner.query('begin')
    await enqueue()
    await owner.query('rollback')
    await hire().run()
    expect(smtp.mails).toEqual([])
  })

  it('waits to be notified while it is empty, and until the first mail is due where one waits', async () => {
    expect(await hire().run()).toBeUndefined()
    const id = await enqueue()
    await owner.query(
      `update private.mail_outbox set next_attempt_at = now() + interval '10 seconds' where id = $1`,
      [id],
    )
    const [pauseMs, ...others] = (await hire().run())?.runAgainInMs ?? []
    expect(others).toEqual([])
    expect(pauseMs).toBeGreaterThan(5_000)
    expect(pauseMs).toBeLessThanOrEqual(10_000)
  })

  it('gives up at once on a recipient who is refused for good, and forgets what the mail said', async () => {
    smtp.refuse = (address) =>
      address === 'gone@example.com'
        ? { responseCode: 550, message: 'no such user gone@example.com' }
        : undefined
    const gone = await enqueue('gone@example.com')
    const fine = await enqueue()
    await hire().run()
    expect(await check(gone)).toMatchObject({ status: 'failed', attempts: 1, data: {} })
    expect((await check(gone)).last_error).not.toContain('@')
    expect(await check(fine)).toMatchObject({ status: 'sent', data: {} })
    expect(smtp.mails).toHaveLength(1)
    const { rows: suppressed } = await owner.query('select email, reason from public.mail_suppressions')
    expect(suppressed).toEqual([{ email: 'gone@example.com', reason: 'bounced' }])
    await owner.query('delete from public.mail_suppressions')
  })

  it('names one click that ends mails of a kind, to members alone, and never in a receipt', async () => {
    const frame = { page: ({ status = 200 }: { status?: number }) => new Response('', { status }) }
    const app = mailChoiceRoutes({ database, frame, take: () => 0 })
    const { rows } = await owner.query<{ id: string }>(
      `with made as (insert into auth.users (id, email) values (gen_random_uuid(), 'member@example.com') returning id, email)
       insert into public.profiles (id, email) select id, email from made
       on conflict (id) do update set email = excluded.email returning id`,
    )
    const approved = async (recipient: string) =>
      (
        await owner.query('select private.enqueue_mail($1, $2, $3) as id', [
          'order_approved',
          recipient,
          order,
        ])
      ).rows[0]?.id as string | null
    const id = await approved('member@example.com')
    const toGuest = await approved('guest@example.com')
    const receipt = await enqueue('member@example.com')
    await hire().run()
    const linkOf = (mailId: string | null) =>
      smtp.mails
        .find(({ messageId }) => messageId === `<${mailId}@example.com>`)
        ?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(linkOf(id)).toBe(`<https://www.example.com/mails/stop?mail=${id}>`)
    expect([linkOf(toGuest), linkOf(receipt)]).toEqual([undefined, undefined])

    const click = (mailId: string | null) =>
      app.request(`/mails/stop?mail=${mailId}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    const choices = async () =>
      (await owner.query('select order_mails, registration_mails from public.notification_choices')).rows
    for (const other of [toGuest, receipt, crypto.randomUUID(), 'x'])
      expect((await click(other)).status).toBe(404)
    // A mere look, as filters take one.
    await app.request(`/mails/stop?mail=${id}`)
    expect(await choices()).toEqual([])
    for (let times = 0; times < 2; times++) expect((await click(id)).status).toBe(200)
    expect(await choices()).toEqual([{ order_mails: false, registration_mails: true }])
    expect(await approved('member@example.com')).toBeNull()
    await owner.query('delete from public.profiles where id = $1', [rows[0]?.id])
  })

  it('hears of a mail that comes back later, from its own mail server alone, and writes there no more', async () => {
    const secret = 'a-secret-of-thirty-two-characters-or-more'
    const lines: object[] = []
    const log = { ...silentLog, info: (fields: object) => void lines.push(fields) }
    const app = createBounceRoutes({ database, secret, log })
    const hand = (message: string, token = secret) =>
      app.request(bouncePath, {
        method: 'POST',
        body: message,
        headers: { authorization: `Bearer ${token}` },
      })
    const outcomeOf = async (message: string) =>
      ((await (await hand(message)).json()) as { outcome: string }).outcome

    const id = await enqueue('Left@example.com')
    await hire().run()
    const [mail] = smtp.mails
    expect(mail?.messageId).toBe(`<${id}@example.com>`)
    for (const token of ['', 'a-secret-of-thirty-two-characters-or-less'])
      expect((await hand(writeBounce({ id }), token)).status).toBe(401)
    expect(await check(id)).toMatchObject({ status: 'sent' })

    // Full today: the mail failed, the address did not.
    expect(await outcomeOf(writeBounce({ id, status: '4.2.2' }))).toBe('failed')
    expect(await check(id)).toMatchObject({ status: 'failed', last_error: 'bounced 4.2.2' })
    expect((await owner.query('select from public.mail_suppressions')).rowCount).toBe(0)
    expect(await outcomeOf(writeBounce({ id, action: 'delayed', status: '4.4.1' }))).toBe('no_bounce')
    expect(await outcomeOf('From: left@example.com\n\nI am away')).toBe('no_bounce')
    expect(await outcomeOf(writeBounce({ id: crypto.randomUUID() }))).toBe('unknown')
    const waiting = await enqueue('waits@example.com')
    expect(await outcomeOf(writeBounce({ id: waiting }))).toBe('unknown')

    expect(await outcomeOf(writeBounce({ id }))).toBe('suppressed')
    const { rows } = await owner.query('select email, reason from public.mail_suppressions')
    expect(rows).toEqual([{ email: 'left@example.com', reason: 'bounced' }])
    const next = await enqueue('left@example.com')
    await hire().run()
    expect(await check(next)).toMatchObject({ status: 'failed', last_error: 'suppressed' })
    expect(smtp.mails).toHaveLength(2)
    expect(JSON.stringify(lines)).toContain(id)
    expect(JSON.stringify(lines)).not.toContain('@')
    await owner.query('delete from public.mail_suppressions')
  })

  it('gives up on a mail that cannot be written, instead of trying it for ever', async () => {
    const broken = await enqueue('buyer@example.com', { code: 'AG7K4-2X9Q' })
    await hire().run()
    expect(await check(broken)).toMatchObject({ status: 'failed', attempts: 1 })
  })

  it('tries again later, each time after a longer pause, when the server is busy', async () => {
    smtp.refuse = () => ({ responseCode: 451, message: 'try again later' })
    // Not before the database's own clock: what is due by that is tried at once.
    const now = new Date()
    const id = await enqueue()
    const worker = hire({ clock: () => now })
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      await worker.run()
      const row = await check(id)
      expect(row).toMatchObject({ status: 'waiting', attempts: attempt })
      pauses.push((row.next_attempt_at.getTime() - now.getTime()) / 60_000)
      await letTimePass()
    }
    expect(pauses).toEqual([1, 5, 15])
    smtp.refuse = () => undefined
    await worker.run()
    expect(await check(id)).toMatchObject({ status: 'sent', attempts: 4, data: {} })
  })

  it('gives up after eight attempts', async () => {
    smtp.refuse = () => ({ responseCode: 451, message: 'try again later' })
    const id = await enqueue()
    const worker = hire()
    for (let attempt = 0; attempt < 9; attempt++) {
      await worker.run()
      await letTimePass()
    }
    expect(await check(id)).toMatchObject({ status: 'failed', attempts: 8, data: {} })
  })

  it('keeps mails while no SMTP server can be reached, and sends them with the same Message-ID afterwards', async () => {
    const id = await enqueue()
    await hire({ transport: smtpTransport('smtp://127.0.0.1:9') }).run()
    expect(await check(id)).toMatchObject({ status: 'waiting', attempts: 1 })
    await letTimePass()
    await hire().run()
    expect(smtp.mails[0]?.messageId).toBe(`<${id}@example.com>`)
    expect((await check(id)).message_id).toBe(`<${id}@example.com>`)
  })

  it('keeps mails where TLS is demanded and the server has none, and says so in one line', async () => {
    const id = await enqueue()
    const warnings: unknown[] = []
    const log = { ...silentLog, warn: (fields: object) => warnings.push(fields) }
    await hire({ transport: smtpTransport(smtp.url, 'demanded'), log }).run()
    expect(smtp.mails).toEqual([])
    expect(await check(id)).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(warnings).toEqual([
      expect.objectContaining({
        error: expect.objectContaining({
          message:
            'SMTP_URL: the mail server offers no TLS that can be trusted (on purpose without: ?tls=off)',
        }),
      }),
    ])
    await letTimePass()
    await hire({ transport: smtpTransport(smtp.url, 'off') }).run()
    expect(smtp.mails).toHaveLength(1)
  })

  it('is emptied by two processes at once without one mail sent twice', async () => {
    const ids: string[] = []
    while (ids.length < 40) ids.push(await enqueue(`buyer${ids.length}@example.com`))
    await Promise.all([hire().run(), hire({ database: second }).run()])
    expect(smtp.mails).toHaveLength(40)
    expect(new Set(smtp.mails.map((mail) => mail.messageId)).size).toBe(40)
    const { rows } = await owner.query(
      `select count(*)::int as sent from private.mail_outbox where status = 'sent'`,
    )
    expect(rows[0].sent).toBe(ids.length)
  })

  it('leaves the mails of a process that works alone, and takes them over when it has died', async () => {
    const id = await enqueue()
    await owner.query('select private.claim_mails(10, 300)')
    const worker = hire()
    await worker.run()
    expect(smtp.mails).toEqual([])
    await owner.query(
      `update private.mail_outbox set lease_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    await worker.run()
    expect(smtp.mails).toHaveLength(1)
    expect(await check(id)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it('is looked at as soon as a mail comes in', async () => {
    await hire().start()
    await enqueue()
    const [mail] = await smtp.received(1)
    expect(mail).toMatchObject({
      subject: 'We have received your order AG7K4-2X9Q',
      to: [{ address: 'buyer@example.com' }],
      from: { name: 'the company', address: 'orders@example.com' },
    })
    expect(mail?.html).toContain('Adaeze Obi')
    expect(mail?.text).toContain('Ginger')
  })

  it('is looked at when a mail is due that waits until its decision cannot be undone any more', async () => {
    await hire().start()
    await owner.query('begin')
    const id = await enqueue()
    await owner.query(
      "update private.mail_outbox set next_attempt_at = now() + interval '0.3 seconds' where id = $1",
      [id],
    )
    await owner.query('commit')
    await expect.poll(() => check(id)).toMatchObject({ status: 'sent' })
    const { sent_at, next_attempt_at } = await check(id)
    expect(sent_at.getTime()).toBeGreaterThanOrEqual(next_attempt_at.getTime())
  })

  it('is looked at again soon, for a mail that was written beside a waiting one and committed after it was sent', async () => {
    await enqueue()
    await owner.query('begin')
    await enqueue('second@example.com')
    const worker = hire()
    await worker.start()
    await smtp.received(1)
    await worker.runStarted()
    await owner.query('commit')
    const [, second] = await smtp.received(2)
    expect(second?.to).toMatchObject([{ address: 'second@example.com' }])
  })
})

describe('mails without an SMTP server', () => {
  it('are files that only we may read, for us and for any mail program', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    const outbox = join(folder, 'outbox')
    const clock = () => new Date('2026-11-21T12:00:00Z')
    const id = await enqueue('buyer@example.com', { ...order, unit: '<b>Tons</b>' })
    await hire({ transport: createFileTransport({ folder: outbox, from, clock }), clock }).run()
    const [mail] = await readMailbox(outbox)
    expect(mail).toMatchObject({ to: 'buyer@example.com', subject: 'We have received your order AG7K4-2X9Q' })
    expect(mail?.links).toContain('https://www.example.com/account')
    expect(mail?.html).toContain('&lt;b&gt;Tons&lt;/b&gt;')
    const names = await readdir(outbox)
    expect(names.sort()).toEqual([
      `2026-11-21T12-00-00-000Z-${id}.eml`,
      `2026-11-21T12-00-00-000Z-${id}.json`,
    ])
    for (const name of names) expect((await stat(join(outbox, name))).mode & 0o077).toBe(0)
    const parsed = await PostalMime.parse(await readFile(join(outbox, names[0] ?? '')))
    expect(parsed.messageId).toBe(`<${id}@example.com>`)
    await rm(folder, { recursive: true })
  })
})
