// The audit trail against the owner of its database: what the key, and the heads outside, find out.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { readAuditKey } from '#server/admin/audit/audit-key.ts'
import { chooseWitness } from '#server/admin/audit/choose-witness.ts'
import { type AuditHead, findHeads, formatHead, readStoredHeads } from '#server/admin/audit/heads.ts'
import { createSealer } from '#server/admin/audit/seal-audit.ts'
import { type VerifyOptions, verifyAudit } from '#server/admin/audit/verify-audit.ts'
import { type AuditWitness, sendDueHead } from '#server/admin/audit/witness.ts'
import { renderLetter } from '#server/mail/letter.ts'
import { templates } from '#server/mail/templates.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { rotateKeys } from '#server/vault/rotate.ts'
import { startTimestampAuthority, type TimestampAuthority } from '#tests/harness/timestamp-authority.ts'
import { within } from '#tests/harness/within.ts'
import { type AdminApp, openAdminApp } from './admin-app.ts'

const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
const hour = 3_600_000
let app: AdminApp
let key: Buffer
let dataDir: string

beforeAll(async () => {
  app = await openAdminApp()
  key = await readAuditKey(app.database, masterKey)
  dataDir = await mkdtemp(join(tmpdir(), 'audit-'))
  await sealer().seal()
  // Each case begins with this trail.
  await app.sql(
    `create table whole_trail as table public.audit_trail; create table whole_seals as table private.audit_seals`,
  )
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(() =>
  asOwner(`delete from public.audit_trail; delete from private.audit_seals; delete from private.audit_unsealed;
    delete from private.audit_heads; delete from private.mail_outbox;
    insert into public.audit_trail overriding system value select * from whole_trail;
    insert into private.audit_seals overriding system value select * from whole_seals`),
)

/** Anyone who owns the database switches every guard off. */
const asOwner = (text: string) =>
  app.sql(`begin; set local session_replication_role = replica; ${text}; commit`)
const sealer = (options: { dataDir?: string; clock?: () => Date } = {}) =>
  createSealer({ database: app.database, key, log: silentLog, ...options })
const verify = (options: Partial<VerifyOptions> = {}) => verifyAudit(app.database, { key, ...options })
const addEntry = async () => {
  const person = await app.addPerson({ role: 'content' })
  const rows = await app.sql<{ id: string }>('select max(id) as id from public.audit_trail')
  return { person, id: rows[0]?.id ?? '' }
}
/** All that SQL knows of how seals are made: the texts, their digests, and the form. */
const sealAgain = (prefix: '2:' | '3:') => `
  do $$
  declare
    seal private.audit_seals;
    previous text := repeat('0', 64);
    digests text;
  begin
    for seal in select * from private.audit_seals order by number loop
      select encode(sha256(convert_to(string_agg(encode(sha256(convert_to(private.audit_text(entry), 'UTF8')), 'hex'), ''
        order by entry.id), 'UTF8')), 'hex') into digests
      from public.audit_trail as entry where entry.id = any (seal.entry_ids);
      seal.previous_hash := previous;
      seal.entries_hash := digests;
      seal.sealed_at := case when '${prefix}' = '3:' then seal.sealed_at end;
      seal.hash := '${prefix}' || encode(sha256(convert_to(private.seal_text(seal), 'UTF8')), 'hex');
      update private.audit_seals set previous_hash = seal.previous_hash, entries_hash = seal.entries_hash,
        sealed_at = seal.sealed_at, hash = seal.hash where id = seal.id;
      previous := seal.hash;
    end loop;
  end $$`
const blameAnother = `update public.audit_trail set actor_id = gen_random_uuid(), address = '10.9.9.9'
  where id = (select min(id) from public.audit_trail)`

describe('a trail that its owner rewrites whole', () => {
  it('fails, since SQL does not hold the key', async () => {
    expect((await verify()).problems).toEqual([])
    await asOwner(`${blameAnother}; ${sealAgain('3:')}`)
    expect((await verify()).problems.join()).toContain('its seal was altered')
  })

  it('fails as one of before the key, for a server that has sealed it and for every head outside', async () => {
    await addEntry()
    const running = sealer({ dataDir })
    await running.seal()
    const { head, problems } = await verify()
    expect(problems).toEqual([])
    await asOwner(`${blameAnother}; ${sealAgain('2:')}`)
    const problem = `head ${formatHead(head)} (given) is not in the trail`
    expect((await verify({ heads: await readStoredHeads(dataDir) })).problems.join()).toContain(problem)
    expect((await verify({ heads: [head] })).problems.join()).toContain(problem)
    // A start later too: the head lies in the data folder.
    await sealer({ dataDir }).seal()
    expect((await verify()).problems.join()).toContain(`head ${formatHead(head)} was gone`)
    const mails = await app.sql(`select template, data from private.mail_outbox where recipient = $1`, [
      app.admin.email,
    ])
    expect(mails).toEqual([
      { template: 'audit_damaged', data: { damage: 'head_lost', subject: formatHead(head) } },
    ])
  })

  it('gets no seal without a key any more', async () => {
    await expect(
      app.sql(`insert into private.audit_seals (number, entry_ids, newest_at, entries_hash, previous_hash, hash)
        values (99, '{1}', now(), repeat('a', 64), '3:' || repeat('a', 64), '2:' || repeat('a', 64))`),
    ).rejects.toThrow('a seal without a key')
    await addEntry()
    await sealer().seal()
    await asOwner(`update private.audit_seals set hash = '2:' || encode(sha256(convert_to(private.seal_text(audit_seals), 'UTF8')), 'hex'),
      sealed_at = null where number = (select max(number) from private.audit_seals)`)
    expect((await verify()).problems.join()).toContain('a seal without a key, after seals that have one')
  })

  it('of before the key is held by the first seal that has one', async () => {
    await asOwner(sealAgain('2:'))
    await addEntry()
    await sealer().seal()
    expect(await verify()).toMatchObject({ problems: [], unkeyedBatches: 1, batches: 2 })
    await asOwner(`update private.audit_seals set hash = '2:' || repeat('f', 64) where number = 1`)
    await asOwner(
      `${blameAnother}; ${sealAgain('2:').replace('order by number loop', 'where number = 1 loop')}`,
    )
    expect((await verify()).problems.join()).toContain('batch 2 does not follow the one before it')
  })
})

describe('a trail whose end its owner cuts off', () => {
  it('fails for the head that was there', async () => {
    await addEntry()
    await sealer().seal()
    const { head } = await verify()
    await asOwner(`
      delete from public.audit_trail where id = any ((select entry_ids from private.audit_seals order by number desc limit 1)::bigint[]);
      delete from private.audit_seals where number = ${head.number}`)
    // By itself it is whole: only who holds a head outside knows.
    expect((await verify()).problems).toEqual([])
    expect((await verify({ heads: [head] })).problems).toEqual([
      `head ${formatHead(head)} (given) is not in the trail: the end was cut off, or the trail was rewritten`,
    ])
  })
})

/** A sealer that listens for new entries, and a spy on the same channel. */
async function listenForEntries() {
  const running = sealer()
  const heard = vi.fn()
  const stops = [
    await app.database.listen('audit_entries', running.remember),
    await app.database.listen('audit_entries', heard),
  ]
  return {
    running,
    heard,
    async unlisten() {
      for (const stop of stops) await stop()
    },
  }
}

describe('an entry without a seal yet', () => {
  it.each([
    [
      'is missed when it goes with its line',
      (id: string) => `delete from public.audit_trail where id = ${id};
      delete from private.audit_unsealed where entry_id = ${id}`,
      'was taken out before it was sealed',
    ],
    [
      'is missed when it goes alone',
      (id: string) => `delete from public.audit_trail where id = ${id}`,
      'was taken out before it was sealed',
    ],
    [
      'shows when it was changed',
      (id: string) => `update public.audit_trail set actor_role = 'nobody' where id = ${id}`,
      'was altered before it was sealed',
    ],
  ])('%s', async (_, tamper, problem) => {
    const { running, heard, unlisten } = await listenForEntries()
    const { id } = await addEntry()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(expect.stringMatching(`^${id} `)), within)
    await asOwner(tamper(id))
    await running.seal()
    await unlisten()
    expect((await verify()).problems).toEqual([`entry ${id} ${problem}`])
  })

  it('shows when it was changed and announced again, as it is now', async () => {
    const { running, heard, unlisten } = await listenForEntries()
    const { id } = await addEntry()
    await asOwner(`update public.audit_trail set actor_role = 'nobody' where id = ${id}`)
    await app.sql(
      `select pg_notify('audit_entries', id || ' ' || digest) from private.digest_audit_entries('{${id}}')`,
    )
    await vi.waitFor(
      () => expect(heard.mock.calls.filter(([text]) => text.startsWith(`${id} `))).toHaveLength(2),
      within,
    )
    await running.seal()
    await unlisten()
    expect((await verify()).problems).toEqual([`entry ${id} was altered before it was sealed`])
  })

  it('is missed though a seal without a MAC, there for a moment, names it', async () => {
    const { running, heard, unlisten } = await listenForEntries()
    const { id } = await addEntry()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(expect.stringMatching(`^${id} `)), within)
    await asOwner(`
      delete from public.audit_trail where id = ${id};
      delete from private.audit_unsealed where entry_id = ${id};
      insert into private.audit_seals (number, previous_hash, entry_ids, entries_hash, newest_at, sealed_at, hash)
      select number + 1, hash, '{${id}}', repeat('0', 64), now(), now(), '3:' || repeat('0', 64)
      from private.audit_seals order by number desc limit 1`)
    await running.seal()
    await unlisten()
    await asOwner(`delete from private.audit_seals where hash = '3:' || repeat('0', 64)`)
    expect((await verify()).problems).toContain(`entry ${id} was taken out before it was sealed`)
  })

  it("is nobody's concern when its transaction was given up, or it is there", async () => {
    const { running, heard, unlisten } = await listenForEntries()
    await app.sql(`begin; select private.record_audit('look', 'orders', 'x'); rollback`)
    const { id } = await addEntry()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(expect.stringMatching(`^${id} `)), within)
    await running.seal()
    await running.seal()
    await unlisten()
    expect((await verify()).problems).toEqual([])
  })
})

describe('the key of the seals', () => {
  it('opens with the new master key alone after a rotation, and the old seals hold', async () => {
    const next = { current: createMasterKey(randomBytes(32)), previous: [masterKey.current] }
    await rotateKeys(app.database, next)
    await expect(readAuditKey(app.database, masterKey)).rejects.toThrow(
      'cannot be opened with this master key',
    )
    const after = await readAuditKey(app.database, { current: next.current, previous: [] })
    expect((await verify({ key: after })).problems).toEqual([])
    await rotateKeys(app.database, { current: masterKey.current, previous: [next.current] })
    expect((await verify({ key: randomBytes(32) })).problems.join()).toContain('its seal was altered')
  })

  it('is nowhere in the database', async () => {
    const [row] = await app.sql<{ wrapped_key: Buffer }>(
      `select wrapped_key from app_vault.keys where name = 'audit'`,
    )
    expect(row?.wrapped_key.includes(key)).toBe(false)
  })
})

const choose = (auditWitness?: string, s3?: Parameters<typeof chooseWitness>[1]['s3']) =>
  chooseWitness(app.database, { auditWitness, s3 })
/** Sends what is due so many hours from now. */
const sendAfter = (witness: AuditWitness, hours: number) =>
  sendDueHead({
    database: app.database,
    witness,
    dataDir,
    clock: () => new Date(Date.now() + hours * hour),
    log: silentLog,
  })

describe('a mailbox as witness', () => {
  const mails = () =>
    app.sql<{ recipient: string; data: AuditHead }>(
      `select recipient, data from private.mail_outbox where template = 'audit_head' order by created_at`,
    )

  it('is sent the head within the hour while there is news, and once a day without', async () => {
    const witness = await choose('mailto:audit@example.org')
    await asOwner(`update private.audit_seals set sealed_at = now()`)
    expect(await sendAfter(witness, 0.9)).toBeUndefined()
    const first = await sendAfter(witness, 1.1)
    expect(first).toEqual((await verify()).head)
    expect(await sendAfter(witness, 1.2)).toBeUndefined()
    expect(await sendAfter(witness, 24)).toBeUndefined()
    expect(await sendAfter(witness, 25.2)).toEqual(first)
    expect((await mails()).map(({ recipient, data }) => [recipient, formatHead(data)])).toEqual(
      Array(2).fill(['audit@example.org', formatHead(first as AuditHead)]),
    )
    expect(await readStoredHeads(dataDir)).toContainEqual(first)
  })

  it('is sent it once by several servers', async () => {
    const witness = await choose('mailto:audit@example.org')
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendAfter(witness, 2)))
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  it("is the first admin's unless one is named", async () => {
    await sendAfter(await choose(), 2)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([app.admin.email])
    const alarm = { auditWitness: undefined, s3: undefined, settlementAlarmEmail: 'alarm@example.org' }
    await sendAfter(await chooseWitness(app.database, alarm), 30)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([app.admin.email, 'alarm@example.org'])
  })

  it('has in its mail the very line that audit:verify reads, however the mail was saved', async () => {
    const head = await sendAfter(await choose('mailto:audit@example.org'), 2)
    const [mail] = await mails()
    const sender = { companyName: 'the company', siteUrl: 'https://www.example.com' }
    const { text } = renderLetter(templates.audit_head.write(mail?.data, sender), sender)
    expect(findHeads(text)).toEqual([head])
    expect(findHeads(`> ${text.replace(/:(.{30})/, ':$1=\r\n')}`)).toEqual([head])
    expect(text).toContain(`Number: ${head?.number}`)
    expect(text).toMatch(/Sealed by: .*\d{4}/)
  })
})

describe('a timestamp authority as witness', () => {
  let authority: TimestampAuthority
  beforeAll(async () => {
    authority = await startTimestampAuthority()
  })
  afterAll(() => authority.stop())

  it('signs the head; the token is stored, and verified with the trail', async () => {
    const witness = await choose(`rfc3161+${authority.url}#${authority.fingerprint}`)
    const head = await sendAfter(witness, 2)
    expect(await verify({ witness })).toMatchObject({ problems: [], head })
    await asOwner(`update private.audit_heads set hash = '3:' || repeat('a', 64)`)
    const { problems } = await verify({ witness })
    expect(problems.join()).toContain('has a timestamp, and is not in the trail')
    expect(problems.join()).toContain('proves nothing: it is of something else')
  })

  it('is refused when its certificate is not the one that is named', async () => {
    const witness = await choose(`rfc3161+${authority.url}#${'a'.repeat(64)}`)
    await expect(sendAfter(witness, 2)).rejects.toThrow(`certificate ${authority.fingerprint} signed it`)
    expect(await app.sql('select from private.audit_heads')).toEqual([])
  })

  it('is refused when it answers with the token of another request, or with one that was altered', async () => {
    const witness = await choose(`rfc3161+${authority.url}`)
    const head = { number: 1, hash: `3:${'b'.repeat(64)}` }
    const { token = Buffer.alloc(0) } = await witness.send(head, new Date())
    authority.replay = authority.lastReply
    await expect(witness.send(head, new Date())).rejects.toThrow('it answers another request')
    await expect(witness.send({ ...head, number: 2 }, new Date())).rejects.toThrow('it is of something else')
    authority.replay = undefined
    expect(await witness.findTokenProblem?.(head, token)).toBeNull()
    const altered = Buffer.from(token)
    altered[altered.length - 5] = (altered.at(-5) ?? 0) ^ 1
    expect(await witness.findTokenProblem?.(head, altered)).not.toBeNull()
    expect(await witness.findTokenProblem?.(head, Buffer.from('no token'))).not.toBeNull()
  })
})

describe('a bucket as witness', () => {
  it('is sent the head as an object that nobody may delete for its time', async () => {
    const seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = []
    const server = createServer(({ method, url, headers }, response) => {
      seen.push({ method, url, headers })
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const witness = await choose(`s3+http://KEY:SECRET@127.0.0.1:${port}/heads?region=eu-west-1&days=30`)
    await witness.send({ number: 7, hash: `3:${'c'.repeat(64)}` }, new Date('2026-11-25T10:00:00Z'))
    server.close()
    server.closeAllConnections()
    expect(seen).toEqual([
      {
        method: 'PUT',
        url: `/heads/audit-heads/7%3A3%3A${'c'.repeat(64)}`,
        headers: expect.objectContaining({
          'x-amz-object-lock-mode': 'COMPLIANCE',
          'x-amz-object-lock-retain-until-date': '2026-12-25T10:00:00.000Z',
          'content-md5': expect.stringMatching(/^.{22}==$/),
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=KEY\/\d+\/eu-west-1\/s3\/.*x-amz-object-lock-mode/,
          ),
        }),
      },
    ])
  })

  it('that takes nothing for three hours is reported to every admin, once a day', async () => {
    const witness: AuditWitness = { kind: 'object', send: () => Promise.reject(new Error('no bucket')) }
    await addEntry()
    await sealer().seal()
    const reported = async (hoursLater: number) => {
      const clock = () => new Date(Date.now() + hoursLater * hour)
      await expect(
        sendDueHead({ database: app.database, witness, dataDir, clock, log: silentLog }),
      ).rejects.toThrow('no bucket')
      const mails = await app.sql(
        `select from private.mail_outbox where template = 'staff_outside_unreached' and data ->> 'whom' = 'witness'`,
      )
      return mails.length
    }
    const admins = await app.sql(`select from public.user_roles where role = 'admin'`)
    expect(await reported(2)).toBe(0)
    expect(await reported(4)).toBe(admins.length)
    expect(await reported(5)).toBe(admins.length)
  })

  it('is queried for every version by audit:verify, page by page, and knows what is missing', async () => {
    const { head } = await verify()
    const lost = { number: 900, hash: `3:${'d'.repeat(64)}` }
    const asVersion = (known: AuditHead) =>
      `<Version><Key>audit-heads/${formatHead(known)}</Key><IsLatest>false</IsLatest></Version>`
    const server = createServer(({ url }, response) => {
      const second = new URL(url ?? '', 'http://s3').searchParams.get('key-marker') === 'next'
      response.end(
        second
          ? `<ListVersionsResult><IsTruncated>false</IsTruncated>${asVersion(lost)}</ListVersionsResult>`
          : `<ListVersionsResult><IsTruncated>true</IsTruncated><NextKeyMarker>next</NextKeyMarker>${asVersion(head)}</ListVersionsResult>`,
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const verdict = await verify({ witness: await choose(`s3+http://KEY:SECRET@127.0.0.1:${port}/heads`) })
    server.close()
    server.closeAllConnections()
    expect(verdict.heads).toBe(1)
    expect(verdict.problems).toEqual([
      expect.stringContaining(`head ${formatHead(lost)} (held by the witness)`),
    ])
  })

  it('may be the one of the objects, and says when it does not answer', async () => {
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: dataDir,
      configureBuckets: [{ name: 'objects', configs: [] }],
    })
    const { port } = await server.run()
    const s3 = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'objects',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }
    const witness = await choose('s3:', s3)
    expect(await sendAfter(witness, 2)).toEqual((await verify()).head)
    expect(await sendAfter(await choose('s3:', { ...s3, bucket: 'nowhere' }), 30).catch(String)).toContain(
      'the bucket of heads answered 404',
    )
    await server.close()
  })
})
