// The admin area over HTTP: looks at files, exports of whole lists; who is refused, and what is written down about it.

import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AccessRequest, adminPaths, adminRecordTypes, type ExportRequest } from '#domain/admin/admin.ts'
import { getLagosDay } from '#domain/dates.ts'
import { type Person, startApp, type TestApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { createApplicant, takePhoto } from '#tests/server/registrations/applicant.ts'

const rowCount = 2_300
let app: TestApp
let admin: Person
let weak: Person
let member: Person

beforeAll(async () => {
  app = await startApp()
  weak = await app.newPerson()
  await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [weak.id])
  admin = await app.newAdmin()
  await addSecondFactor(admin)
  member = await app.newPerson()
  await sql(`insert into public.farmers (farm_name, contact_name, contact_email, phone, location, state, crops_grown, created_at)
    select case n when 1 then '=HYPERLINK("http://evil.example","x")' when 2 then E'@SUM(1)\\tand "more", with a line\\nbreak'
        when 3 then '＝1+1' when 4 then ' +1' else 'Farm ' || n end,
      'Ada Obi', 'ada' || n || '@example.com', '+23480312' || lpad(n::text, 5, '0'), 'Keffi', 'Nasarawa',
      '{Rice,Maize}', now() - n * interval '1 minute'
    from generate_series(1, ${rowCount}) as n`)
})
afterAll(() => app.stop())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

async function send(
  path: string,
  person: Person | null,
  body?: object,
  headers: Record<string, string> = {},
  url = app.url,
) {
  const session = person && mustWork(await person.client.auth.getSession()).session
  return fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session.access_token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const exportOf = (change: Partial<ExportRequest> = {}): ExportRequest => ({
  id: randomUUID(),
  type: 'farmers',
  format: 'csv',
  ...change,
})

/** Cells as a spreadsheet reads them. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 1)
}

/** The entries of a zip, by its own table of contents. */
function unzip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size = 0, nameLength = 0, extra = 0, comment = 0, local = 0]: number[] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + size)
    files[name] = (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString('utf8')
    at += 46 + nameLength + extra + comment
  }
  return files
}

describe('an export', () => {
  it.each([
    ['a visitor', (): Person | null => null, 401, 'sign_in'],
    ['a member', () => member, 403, 'forbidden'],
    ['an admin without a second factor', () => weak, 403, 'second_factor'],
  ] as const)('is refused to %s', async (_, who, status, code) => {
    const response: Response = await send(adminPaths.export, who(), exportOf())
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ ok: false, code }),
    ])
  })

  it.each([
    ['from another site', exportOf(), { 'sec-fetch-site': 'cross-site' }, 403],
    ['of what is no list', { ...exportOf(), type: 'profiles' }, {}, 400],
    ['in another form', { ...exportOf(), format: 'exe' }, {}, 400],
  ])('%s is refused', async (_, body, headers, status) => {
    expect((await send(adminPaths.export, admin, body, headers)).status).toBe(status)
  })

  it.each([
    ['a filter that the list has not', { filters: { payment: 'claimed' } }],
    ['a day that is none', { filters: { since: '2026-02-31' } }],
    ['words in place of a day', { filters: { until: 'soon' } }],
    ['an id that is none', { filters: { ids: 'x' } }],
    ['nobody’s name', { assignee: 'Ada' }],
  ] as const)('by %s is refused in a sentence', async (_, change) => {
    const audited = async () =>
      (
        await sql<{ id: string | null }>(
          `select max(id)::text as id from public.audit_trail where action = 'export'`,
        )
      )[0]?.id
    const before = await audited()
    const response: Response = await send(adminPaths.export, admin, exportOf(change))
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ ok: false, message: expect.stringContaining('cannot be filtered so') }),
    ])
    // The audit trail has no export that never was.
    expect(await audited()).toBe(before)
  })

  it('holds every row once, newest first, with addresses and phones masked, and no cell is a formula', async () => {
    const request = exportOf()
    const response = await send(adminPaths.export, admin, request)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-total-rows')).toBe(String(rowCount))
    expect(response.headers.get('content-disposition')).toMatch(/filename="farmers-\d{4}-\d\d-\d\d\.csv"/)
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\uFEFFReference,Received (Lagos),Farm,')).toBe(true)
    const [, ...rows] = parseCsv(text)
    expect(rows).toHaveLength(rowCount)
    expect(new Set(rows.map(([reference]) => reference)).size).toBe(rowCount)
    expect(rows[0]?.slice(2, 6)).toEqual([
      `'=HYPERLINK("http://evil.example","x")`,
      'Ada Obi',
      'a•••@e•••',
      '••••••01',
    ])
    expect(rows[1]?.[2]).toBe(`'@SUM(1)\tand "more", with a line\nbreak`)
    expect(rows.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
    expect(text).not.toMatch(/ada\d+@|\+234/)
  })

  it('says how far it is, to the one who makes it alone, in whichever process is called', async () => {
    const other = await startApp({}, app.databaseUrl)
    try {
      const request = exportOf()
      const call = async (who: Person) => {
        const path = `${adminPaths.exportProgress}?id=${request.id}`
        const answer = await send(path, who, undefined, {}, other.url)
        return answer.status === 200 ? answer.json() : answer.status
      }
      expect(await call(admin)).toBe(404)
      const response = await send(adminPaths.export, admin, request)
      await expect.poll(() => call(admin)).toMatchObject({ total: rowCount })
      await response.arrayBuffer()
      await expect.poll(() => call(admin)).toEqual({ rows: rowCount, total: rowCount, isDone: true })
      expect(await call(member)).toBe(404)
      expect((await send(`${adminPaths.exportProgress}?id=1`, admin)).status).toBe(404)
    } finally {
      await other.stop()
    }
  })

  it('holds what the filters of the list find, and contact details for anyone who has the right', async () => {
    const response = await send(
      adminPaths.export,
      admin,
      exportOf({ search: 'farm 23', status: 'pending', unmasked: true }),
    )
    const [, ...rows] = parseCsv(await response.text())
    const [{ count } = { count: '' }] = await sql<{ count: string }>(
      `select count(*) from public.farmers where farm_name ilike '%farm 23%'`,
    )
    expect(rows).toHaveLength(Number(count))
    expect(rows[0]?.[4]).toMatch(/^ada23\d*@example\.com$/)
    expect(
      parseCsv(await (await send(adminPaths.export, admin, exportOf({ search: '%' }))).text()).slice(1),
    ).toEqual([])
  })

  it('of contact details is refused to anyone who may only have them masked', async () => {
    await sql(`delete from public.role_permissions where role = 'admin' and permission = 'exports.unmasked'`)
    expect((await send(adminPaths.export, admin, exportOf({ unmasked: true }))).status).toBe(403)
    expect((await send(adminPaths.export, admin, exportOf({ search: 'farm 2299' }))).status).toBe(200)
    await sql(`insert into public.role_permissions values ('admin', 'exports.unmasked')`)
  })

  it('of the newsletter holds the way out of each letter, where addresses are whole and the right is held', async () => {
    await sql(`insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribed_at, unsubscribe_token)
      values ('reads@example.com', now(), null, repeat('a', 64)), ('waits@example.com', null, null, repeat('b', 64)),
        ('left@example.com', now(), now(), repeat('c', 64))`)
    const take = async (unmasked: boolean) => {
      const request = exportOf({ type: 'newsletter_subscriptions', unmasked })
      return parseCsv(await (await send(adminPaths.export, admin, request)).text())
    }
    const [masked = []] = await take(false)
    expect(masked).toEqual([expect.stringContaining('Received (Lagos)'), 'Email', 'Status'])
    const [headers = [], ...rows] = await take(true)
    expect(headers.at(-1)).toBe('Unsubscribe link')
    expect(Object.fromEntries(rows.map(([, email, , link]) => [email, link]))).toEqual({
      'reads@example.com': `${app.url}/newsletter/unsubscribe?token=${'a'.repeat(64)}`,
      'waits@example.com': '',
      'left@example.com': '',
    })
    const exit = rows.find(([, email]) => email === 'reads@example.com')?.[3] ?? ''
    const leaving = await fetch(exit, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(leaving.status).toBe(200)
    expect((await take(true)).flat().filter((cell) => cell.includes('token='))).toEqual([])
  })

  it('as a workbook is whole, and its text is text', async () => {
    const response = await send(adminPaths.export, admin, exportOf({ format: 'xlsx' }))
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ].sort(),
    )
    const sheet = files['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet.match(/<row>/g)).toHaveLength(rowCount + 1)
    expect(sheet).toContain(
      '<is><t xml:space="preserve">=HYPERLINK(&quot;http://evil.example&quot;,&quot;x&quot;)</t></is>',
    )
    expect(sheet).not.toContain('<f>')
    expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true)
  })

  it.each([...adminRecordTypes, 'newsletter_subscriptions'] as const)(
    'of %s works with every filter',
    async (type) => {
      const response = await send(
        adminPaths.export,
        admin,
        exportOf({ type, status: 'pending', search: 'a', isOverdue: true }),
      )
      expect([type, response.status]).toEqual([type, 200])
      expect(await response.text()).toMatch(/^[A-Z][^\n]*Received \(Lagos\)|^Received/)
    },
  )

  describe('of a list that is no table', () => {
    const lists = ['correction_requests', 'people_to_phone', 'mails', 'audit_trail', 'breaches'] as const
    // Nobody takes more than so many files an hour.
    let colleague: Person
    beforeAll(async () => {
      colleague = await app.newPerson()
      await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [colleague.id])
      await addSecondFactor(colleague)
    })
    const call = async (change: Partial<ExportRequest>) => {
      const response = await send(adminPaths.export, colleague, exportOf(change))
      expect(response.status).toBe(200)
      const rows = parseCsv(await response.text()).slice(1)
      expect(rows).toHaveLength(Number(response.headers.get('x-total-rows')))
      return rows
    }

    it.each(lists)('(%s) is refused like any other, and to anyone who may not read it', async (type) => {
      expect((await send(adminPaths.export, member, exportOf({ type }))).status).toBe(403)
      expect(await (await send(adminPaths.export, weak, exportOf({ type }))).json()).toMatchObject({
        code: 'second_factor',
      })
      const content = await app.newPerson()
      await addSecondFactor(content)
      await sql(`insert into public.user_roles (user_id, role) values ($1, 'content')`, [content.id])
      await sql(`insert into public.role_permissions values ('content', 'exports.make')`)
      expect((await send(adminPaths.export, content, exportOf({ type }))).status).toBe(403)
      await sql(`delete from public.role_permissions where role = 'content' and permission = 'exports.make'`)
    })

    it('holds the corrections that its filter finds', async () => {
      const [farmer] = await sql<{ id: string; reference: string }>(
        `select id, reference from public.farmers where farm_name = 'Farm 7'`,
      )
      await sql(
        `insert into public.correction_requests (record_type, record_id, submission_version, notes)
          values ('farmers', $1, 0, '[{"field": "selfie", "note": "Look at us"}, {"field": "goals", "note": "Say more"}]')`,
        [farmer?.id],
      )
      const [row] = await call({ type: 'correction_requests', status: 'pending.farmers', search: 'Ada O' })
      // In the words of the list, and each question by the name that its form has for it.
      expect(row).toEqual([
        farmer?.reference,
        expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
        ...['Farmer', 'Ada Obi', 'a•••@e•••', expect.stringMatching(/^•+\d\d$/), 'Waiting'],
        'Photo: Look at us; Goals: Say more',
        '',
      ])
      const today = getLagosDay(new Date())
      expect(
        await call({ type: 'correction_requests', search: 'Ada O', filters: { since: today, until: today } }),
      ).toEqual([row])
      const none: Partial<ExportRequest>[] = [
        { status: 'completed' },
        { status: 'pending.buyers' },
        { search: 'nobody' },
        { filters: { until: '2026-01-31' } },
        { filters: { since: '2199-01-31' } },
      ]
      for (const filter of none) expect(await call({ type: 'correction_requests', ...filter })).toEqual([])
    })

    it('holds the people to phone, by topic and by phone number', async () => {
      await sql(`update public.farmers set contact_email = null where farm_name ~ '^Farm 1'`)
      const [{ count } = { count: 0 }] = await sql<{ count: number }>(
        `select count(*)::int as count from public.farmers where contact_email is null`,
      )
      expect(count).toBeGreaterThan(1000)
      const rows = await call({ type: 'people_to_phone', status: 'received' })
      expect(rows).toHaveLength(count)
      expect(new Set(rows.map(([reference]) => reference)).size).toBe(count)
      expect(rows[0]?.[4]).toMatch(/^••••••\d\d$/)
      expect((await call({ type: 'people_to_phone', search: '0803 120 1234' })).length).toBe(1)
      expect(await call({ type: 'people_to_phone', status: 'declined' })).toEqual([])
    })

    it('holds the mails, with nobody’s address or number', async () => {
      await sql(`insert into private.mail_outbox (template, recipient, status, last_error, created_at)
        select 'order_received', 'mailed' || n || '@example.com', 'failed', '550 <mailed@example.com> is not here',
          now() - n * interval '1 second' from generate_series(1, 1200) as n`)
      const rows = await call({ type: 'mails', status: 'failed', search: 'mailed' })
      expect(rows).toHaveLength(1200)
      expect(rows[0]?.slice(1, 3)).toEqual(['Bulk order received', 'm•••@e•••'])
      expect(JSON.stringify(rows)).not.toContain('mailed')
      expect(await call({ type: 'mails', status: 'sent', search: 'mailed' })).toEqual([])
      expect(await call({ type: 'mails', search: 'mailed', filters: { until: '2026-01-31' } })).toEqual([])
      await sql(`delete from private.mail_outbox where recipient like 'mailed%'`)
    })

    it('holds the register of breaches, by status and words', async () => {
      await sql(
        `insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories,
          people_count, consequences, measures, risk, opened_by)
        values ('Lost list', 'A list was lost', 'By a call', now() - interval '80 hours', '{contact,bank}', '{farmers}', 12,
          'None known', 'None yet', 'likely', $1)`,
        [colleague.id],
      )
      const [row] = await call({ type: 'breaches', status: 'to_notify', search: 'lost' })
      expect([row?.[0], row?.[2], row?.[7], row?.[9]]).toEqual([
        'Lost list',
        'To notify',
        'Names and contact details, Bank accounts and wallets',
        '12',
      ])
      expect(await call({ type: 'breaches', status: 'closed' })).toEqual([])
    })

    it('holds the audit trail between two times, every entry once', async () => {
      await sql(`insert into public.audit_trail (created_at, actor_role, action, subject_type, subject_id)
        select timestamptz '2020-05-01' + n * interval '1 minute', 'admin', 'look', 'orders', 'order ' || n
        from generate_series(1, 1200) as n`)
      const between = { since: '2020-05-01T00:00:00+00:00', until: '2020-05-02T00:00:00+00:00' }
      const rows = await call({ type: 'audit_trail', ...between })
      expect(new Set(rows.map((row) => row[8])).size).toBe(1200)
      // In words, and beside them as the trail has it.
      expect(rows[0]?.[4]).toBe('looked at a file of an order that is gone or not yours to see')
      expect(rows[0]?.slice(6, 9)).toEqual(['look', 'orders', 'order 1200'])
      expect(await call({ type: 'audit_trail', search: 'order 77', ...between })).toHaveLength(1)
    })
  })

  it('is written down: who, which list, whether masked, from where; not what was searched for', async () => {
    await (await send(adminPaths.export, admin, exportOf({ search: 'somebody@example.com' }))).text()
    const [entry] = await sql(
      `select actor_id, address, subject_type, after from public.audit_trail where action = 'export' order by id desc limit 1`,
    )
    expect(entry).toEqual({
      actor_id: admin.id,
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
      subject_type: 'farmers',
      after: {
        format: 'csv',
        filters: { status: null, searched: true, overdue: false, assignee: null },
        unmasked: false,
      },
    })
  })
})

describe('a look', () => {
  const access = (person: Person | null, request: Partial<AccessRequest>) =>
    send(adminPaths.access, person, request)

  it('at a photo takes a second factor and a reason, is written down, and its address works for a minute', async () => {
    const applicant = createApplicant({
      url: app.url,
      publishableKey: app.keys.publishableKey,
      address: '127.0.0.1',
    })
    const { body } = await applicant.submit('farmer')
    const photo = await takePhoto()
    if (!body.photo) throw new Error('no place for a photo')
    expect(await applicant.upload(body.photo, photo)).toBeNull()
    expect((await applicant.attach(body.photo, body)).status).toBe(200)
    const request = {
      recordType: 'farmers',
      recordId: body.id,
      what: 'photo',
      reason: 'Compare with the ID card',
    } as const
    expect((await access(null, request)).status).toBe(401)
    expect((await access(member, request)).status).toBe(403)
    expect(await (await access(weak, request)).json()).toMatchObject({ code: 'second_factor' })
    expect((await access(admin, { ...request, reason: 'why' })).status).toBe(422)
    expect(await sql('select from public.vault_reveals')).toEqual([])
    const answer = await access(admin, request)
    expect(answer.status).toBe(200)
    const { url } = (await answer.json()) as { url: string }
    const picture = await fetch(app.url + url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const token = new URL(app.url + url).searchParams.get('token') ?? ''
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(exp - iat).toBe(60)
    expect(await sql('select actor_id, field, reason from public.vault_reveals')).toEqual([
      { actor_id: admin.id, field: 'selfie', reason: 'Compare with the ID card' },
    ])
  })

  it('at a file that no record names leads nowhere', async () => {
    const request = { recordType: 'job_applications', recordId: randomUUID(), what: 'cv' } as const
    const gone = await access(admin, request)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ message: 'This is not there any more.' })
    expect((await access(member, request)).status).toBe(403)
    expect((await access(admin, { ...request, what: 'secrets' as never })).status).toBe(400)
  })
})

describe('a photo of the board', () => {
  const sendPhoto = async (person: Person | null, body: Uint8Array<ArrayBuffer>) => {
    const { data } = person ? await person.client.auth.getSession() : { data: { session: null } }
    return fetch(app.url + adminPaths.boardPhoto, {
      method: 'POST',
      headers: {
        origin: app.url,
        'content-type': 'application/octet-stream',
        ...(data.session && { authorization: `Bearer ${data.session.access_token}` }),
      },
      body,
    })
  }

  it('is taken from editors alone, and only when it is a picture', async () => {
    const words = new TextEncoder().encode('%PDF-1.7 no picture')
    expect((await sendPhoto(null, words)).status).toBe(401)
    expect((await sendPhoto(member, words)).status).toBe(403)
    expect((await sendPhoto(admin, words)).status).toBe(422)
    expect((await sendPhoto(admin, new Uint8Array(8_000_001))).status).toBe(413)
  })

  it('is drawn again, without what was hidden in it, and seen by everybody', async () => {
    const { default: sharp } = await import('sharp')
    const photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#1E5B3A' } })
      .withExif({ IFD0: { Copyright: 'hidden words' } })
      .jpeg()
      .toBuffer()
    const answer = await sendPhoto(admin, new Uint8Array(photo))
    const { path } = (await answer.json()) as { path: string }
    const shown = await fetch(app.url + path)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.includes('hidden words')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, format: 'jpeg' })
    // Nobody puts one there past us.
    const { error } = await admin.client.storage.from('board-photos').upload('mine.jpg', bytes)
    expect(error).not.toBeNull()
  })
})

describe('a preview', () => {
  const previewOf = async (person: Person | null, body: object) => send(adminPaths.preview, person, body)
  const addDraft = async (value: string) => {
    await sql('delete from public.content_drafts where published_at is null')
    return mustWork(
      await admin.client.rpc('save_draft', {
        id: null as never,
        title: 'Spring figures',
        changes: [
          { table: 'impact_figures', verb: 'update', key: { page: 'home', position: 1 }, values: { value } },
        ],
      }),
    ) as string
  }

  it('is made for editors alone, of paths of this site alone', async () => {
    const draftId = await addDraft('4,321+')
    expect((await previewOf(null, { draftId, path: '/' })).status).toBe(401)
    expect((await previewOf(member, { draftId, path: '/' })).status).toBe(404)
    for (const path of ['//evil.example', 'https://evil.example/', '/../x'])
      expect((await previewOf(admin, { draftId, path })).status).toBe(400)
  })

  it('shows the page as it would be, without scripts; visitors see it once it is published, without a restart', async () => {
    const draftId = await addDraft('4,321+')
    const answer = (await (await previewOf(admin, { draftId, path: '/' })).json()) as { path: string }
    // Its signature, behind the dot, may be any bytes.
    const [input = ''] = (answer.path.split('/').at(-1) ?? '').split('.')
    expect(Buffer.from(input, 'base64url').toString()).toContain(draftId)
    expect(Buffer.from(input, 'base64url').toString()).not.toContain('@')
    const page = await fetch(app.url + answer.path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(await page.text()).toContain('4,321+')
    expect(await (await fetch(app.url)).text()).not.toContain('4,321+')
    expect((await fetch(`${app.url}${answer.path}x`)).status).toBe(404)
    mustWork(await admin.client.rpc('publish_draft', { id: draftId }))
    await vi.waitUntil(async () => (await (await fetch(app.url)).text()).includes('4,321+'), within)
  })

  it('of a draft that does not fit says why; it is no fault of the server', async () => {
    await sql('delete from public.content_drafts where published_at is null')
    const values = { id: 'grower', category_id: 'nowhere', title: 'Grower', level: 'Senior' }
    const draftId = mustWork(
      await admin.client.rpc('save_draft', {
        id: null as never,
        title: 'A position',
        changes: [
          {
            table: 'career_positions',
            verb: 'insert',
            values: { ...values, location: 'Keffi', description: 'Grows rice and millet.' },
          },
        ],
      }),
    )
    const answer = await previewOf(admin, { draftId, path: '/careers' })
    expect(answer.status).toBe(422)
    const message =
      'This draft does not fit. Career positions Grower: The category that it names is not there, or is needed by something else.'
    expect(await answer.json()).toMatchObject({ message })
    const { error, status } = await admin.client.rpc('publish_draft', { id: draftId as string })
    expect([status, error?.message]).toEqual([400, message])
  })

  it('of terms that are published, the page says so, and anyone who agrees agrees to that version', async () => {
    const id = mustWork(
      await admin.client.rpc('save_legal_text', {
        kind: 'terms',
        sections: [{ title: 'About the house', paragraphs: ['You may rely on this.'] }],
      }),
    ) as string
    const version = mustWork(await admin.client.rpc('publish_legal_text', { id })) as string
    await vi.waitUntil(
      async () => (await (await fetch(`${app.url}/terms`)).text()).includes('About the house'),
      within,
    )
    for (const path of [
      ...['/farmer-registration', '/poultry-training', '/buyer-form/individual', '/buyer-form/corporate'],
      ...['/investor-form/individual', '/investor-form/corporate', '/investor-form/crypto'],
    ])
      expect(await (await fetch(app.url + path)).text(), path).toContain(version)
    const applicant = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
    const { status } = await applicant.submit('farmer', {
      consents: [{ purpose: 'terms', textVersion: version }],
    })
    expect(status).toBe(201)
    expect(await sql('select text_version from public.consents order by id desc limit 1')).toEqual([
      { text_version: version },
    ])
    expect(
      (await applicant.submit('farmer', { consents: [{ purpose: 'terms', textVersion: '2031-01-01' }] }))
        .status,
    ).toBe(422)
  })
})
