// Editable content on the pages: in the page itself, new within seconds of a change, and known to search engines.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { indexedPaths } from '#domain/company/indexed-paths.ts'
import { pathOfWordedPage, wordedPages } from '#domain/company/page-texts.ts'
import { createJobs } from '#platform/jobs.ts'
import { silentLog } from '#platform/log.ts'
import { createCachedContent } from '#server/company/content/cache-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'

const app = await startApp()
afterAll(() => app.stop())

const sql = (text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, (client) => client.query(text, values))

const page = async (path: string) => (await fetch(app.url + path)).text()

/** What was promised: five seconds from the change to the page, and nobody started anything again. */
const promised = { timeout: 5_000, interval: 50 }

describe('content', () => {
  it('stands in the page as it was seeded, to the letter', async () => {
    const home = await page('/')
    for (const text of ['1000+', 'farmers supported', '50+', 'projects completed', 'states reached'])
      expect(home).toContain(text)
    expect(home).toContain('Nasarawa')
  })

  it('that an editor changes through the client library is on the page within five seconds', async () => {
    const editor = await app.newPerson()
    await sql(`insert into public.user_roles (user_id, role) values ($1, 'content')`, [editor.id])
    expect(await page('/')).toContain('1000+')
    const { data } = await editor.client
      .from('impact_figures')
      .update({ value: '1234+' })
      .eq('page', 'home')
      .eq('position', 1)
      .select()
    expect(data).toHaveLength(1)
    await vi.waitFor(async () => expect(await page('/')).toContain('1234+'), promised)
    expect(await page('/')).not.toContain('1000+')
  })

  it('has a place on its page for each text that staff may change, and every page goes back to what the site brings', async () => {
    /** What is read, without the data of scripts. */
    const readWords = async (path: string) => (await page(path)).replace(/<script[\s\S]*?<\/script>/g, '')
    const before = await readWords('/careers')
    await sql(`insert into public.page_texts (page, key, text)
      select page, key, case when kind = 'picture'
        then format(E'/storage/v1/object/public/board-photos/a.jpg\\nRice (%s)', place) else format('(%s)', place) end
      from private.page_text_rules()`)
    const { rows } = await sql('select page, place from private.page_text_rules()')
    await vi.waitFor(async () => expect(await page('/contact')).not.toContain('Write to us'), promised)
    for (const worded of wordedPages) {
      const html = await readWords(pathOfWordedPage(worded))
      const places = rows.filter((row) => row.page === worded).map(({ place }) => `(${place})`)
      expect(places.length).toBeGreaterThan(2)
      expect(places.filter((text) => !html.includes(text))).toEqual([])
    }
    await sql('delete from public.page_texts')
    await vi.waitFor(async () => expect(await readWords('/careers')).toBe(before), promised)
  })

  it('shows a new name of the company, and takes it back with the value', async () => {
    const set = (value: string | null) =>
      sql(`update public.company_facts set value = $1 where key = 'company_name'`, [value])
    await set('Keffi & Sons')
    await vi.waitFor(async () => expect(await page('/')).toContain('| Keffi &amp; Sons</title>'), promised)
    expect(await page('/forms/contact/sent')).toContain('Keffi &amp; Sons')
    expect(JSON.parse(await page('/manifest.webmanifest')).name).toBe('Keffi & Sons')
    await set(null)
    await vi.waitFor(async () => expect(await page('/')).not.toContain('Keffi &amp; Sons'), promised)
  })

  it('names no office and draws no map of one that is not there', async () => {
    const set = (values: Record<string, string | null>) =>
      Promise.all(
        Object.entries(values).map(([key, value]) =>
          sql(`update public.company_facts set value = $1 where key = $2`, [value, key]),
        ),
      )
    const { rows: before } = await sql('select key, value from public.company_facts')
    const contact = await page('/contact')
    for (const text of ['Two offices', 'Map of Nigeria', 'Where we are']) expect(contact).toContain(text)
    await set({ head_office: 'Abuja', branch_office: null })
    await vi.waitFor(async () => {
      const html = await page('/contact')
      expect(html).toContain('Abuja, Nigeria')
      expect(html).not.toContain('Nasarawa')
    }, promised)
    for (const path of ['/contact', '/terms', '/']) {
      const html = await page(path)
      // The courts that the terms name stay where they are.
      for (const old of ['Two offices', 'Map of Nigeria', 'Lagos, Nigeria', 'office in Lagos', 'Nasarawa'])
        expect([path, old, html.includes(old)]).toEqual([path, old, false])
    }
    await set({ head_office: null, phone_primary: null, phone_secondary: null, email: null })
    await vi.waitFor(async () => {
      const html = await page('/contact')
      for (const gone of ['Abuja', 'Where we are', 'How to reach us', '<h2>Contact</h2>'])
        expect(html).not.toContain(gone)
    }, promised)
    await set(Object.fromEntries(before.map(({ key, value }) => [key, value])))
    await vi.waitFor(async () => expect(await page('/contact')).toContain('Two offices'), promised)
  })

  it('names the legal person, its number and whom to ask about data, once they are entered, and not before', async () => {
    const facts = {
      legal_name: 'Keffi Farms Limited',
      registration_number: 'RC 1234567',
      head_office_street: '12 Marina Road',
      data_protection_contact: 'The data protection officer',
      data_protection_email: 'privacy@keffi.example.com',
      chat_number: '+234 700 000 0009',
    }
    const set = (values: Record<string, string | null>) =>
      Promise.all(
        Object.entries(values).map(([key, value]) =>
          sql(`update public.company_facts set value = $1 where key = $2`, [value, key]),
        ),
      )
    const privacy = await page('/privacy')
    expect(privacy).not.toContain('Who answers for your data')
    await set(facts)
    await vi.waitFor(async () => {
      for (const path of ['/', '/terms', '/contact', '/privacy'])
        expect([path, await page(path)]).toEqual([
          path,
          expect.stringContaining('Keffi Farms Limited, RC\u00a01234567'),
        ])
      for (const path of ['/', '/terms', '/contact']) expect(await page(path)).toContain('12 Marina Road')
      for (const text of ['The data protection officer', 'mailto:privacy@keffi.example.com'])
        expect(await page('/privacy')).toContain(text)
      expect(await page('/contact')).toContain('WhatsApp <!-- -->+234\u00a0700\u00a0000\u00a00009')
    }, promised)
    await set(Object.fromEntries(Object.keys(facts).map((key) => [key, null])))
    await vi.waitFor(async () => expect(await page('/contact')).not.toContain('Keffi Farms'), promised)
  })

  it('says where there is no course and no project, and shows them once they are published', async () => {
    const noCourse = 'No date is fixed yet. We call everyone who is registered when there is one.'
    const places = ['/poultry-training', '/poultry-development', '/rural-education', '/sustainable-farming']
    for (const path of places)
      expect([path, await page(path)]).toEqual([path, expect.stringContaining(noCourse)])
    const projectPages = ['/real-estate-construction', '/general-contract', '/company-representation']
    for (const path of projectPages) expect(await page(path)).toContain('No project is shown here yet')
    const agriculture = await page('/agriculture')
    for (const absent of ['Season calendar', 'Prices of the week', 'Where we work', 'photographs'])
      expect(agriculture).not.toContain(absent)
    await sql(`insert into public.courses (topic, title, learns, place, state, starts_on, ends_on, seats, price_kobo,
        languages)
      values ('poultry', 'Broilers', 'To keep broilers.', 'Town hall', 'Nasarawa', '2099-01-01', '2099-01-03', 20, 1500000,
        'Hausa')`)
    await sql(`insert into public.photographs (page, image, caption, place, taken_on)
      values ('agriculture', '/storage/v1/object/public/board-photos/a.jpg', 'Rice on sheets', 'Keffi', '2026-10-01')`)
    await vi.waitFor(async () => {
      for (const path of ['/poultry-training', '/poultry-development'])
        for (const text of ['Broilers', '1\u00a0January 2099', 'Town hall, Nasarawa', '₦15,000', 'Hausa'])
          expect([path, await page(path)]).toEqual([path, expect.stringContaining(text)])
      expect(await page('/agriculture')).toContain('Rice on sheets. Keffi, 1\u00a0October 2026')
    }, promised)
    expect(await page('/rural-education')).toContain(noCourse)
    await sql('delete from public.courses; delete from public.photographs')
    await vi.waitFor(async () => expect(await page('/poultry-training')).toContain(noCourse), promised)
  })

  it('puts the name of the company into the dark block of the card of shared links, and changes nothing else of it', async () => {
    const block = { left: 740, top: 495, width: 450, height: 130 }
    const rest = { left: 0, top: 0, width: 1200, height: 490 }
    const cut = async (path: string, part: typeof rest) => {
      const bytes = Buffer.from(await (await fetch(app.url + path)).arrayBuffer())
      const { data, info } = await sharp(bytes)
        .extract(part)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { light: data.filter((value) => value > 200).length, ...info }
    }
    const light = async (path: string, part: typeof rest) => (await cut(path, part)).light
    expect(await light('/card.png', block)).toBe(0)
    const unnamed = await light('/share-card.png', block)
    expect(unnamed).toBeGreaterThan(200)
    await sql(
      `update public.company_facts set value = 'Keffi <Farms> & Sons Holdings' where key = 'company_name'`,
    )
    await vi.waitFor(async () => expect(await light('/share-card.png', block)).not.toBe(unnamed), promised)
    // Colours are a few less: the file is small.
    const [before, after] = [await light('/card.png', rest), await light('/share-card.png', rest)]
    expect(Math.abs(after - before)).toBeLessThan(before / 50)
    expect(await page('/')).toMatch(/property="og:image" content="[^"]+\/share-card\.png"/)
    await sql(`update public.company_facts set value = null where key = 'company_name'`)
    await vi.waitFor(async () => expect(await light('/share-card.png', block)).toBe(unnamed), promised)
  })

  it('puts a logo of staff into the head, the foot and the middle of the ring', async () => {
    const set = (value: string | null) =>
      sql(`update public.company_facts set value = $1 where key = 'logo'`, [value])
    await set('/uploads/mark.svg')
    await vi.waitFor(
      async () => expect((await page('/')).match(/uploads\/mark\.svg" alt=""/g)).toHaveLength(3),
      promised,
    )
    await set(null)
  })

  it('of many changes at once ends with the last', async () => {
    for (let index = 0; index < 20; index++)
      await sql(`update public.impact_figures set value = $1 where page = 'home' and position = 2`, [
        `${index}+`,
      ])
    const last = randomUUID().slice(0, 8)
    await sql(`update public.impact_figures set value = $1 where page = 'home' and position = 2`, [last])
    await vi.waitFor(async () => expect(await page('/')).toContain(last), promised)
  })

  it('of people: a draft is on no page, and who is published is', async () => {
    await sql(`insert into public.board_members (id, name, position, bio, type, is_published)
      values (71, 'Ada Published', 'Chair', 'Farms.', 'board', true),
        (72, 'Ben Draft', 'Member', 'Builds.', 'board', false)`)
    await vi.waitFor(async () => expect(await page('/board')).toContain('Ada Published'), promised)
    expect(await page('/board')).not.toContain('Ben Draft')
    expect((await fetch(`${app.url}/board/71`)).status).toBe(200)
    expect((await fetch(`${app.url}/board/72`)).status).toBe(404)
  })
})

describe('search engines', () => {
  it('are led to every page that they should know, and each of them is there', async () => {
    await sql(`insert into public.career_positions (id, category_id, title, level, location, description)
      values ('field-hand', 'farming', 'Field Hand', 'Entry-level', 'Keffi', 'Works in the field.')`)
    const wanted = [...indexedPaths, '/board/71', '/careers/field-hand'].map((path) => app.siteUrl + path)
    await vi.waitFor(async () => {
      const xml = await page('/sitemap.xml')
      expect([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)).toEqual(wanted)
    }, promised)
    for (const url of wanted) {
      const response = await fetch(url, { redirect: 'manual' })
      const text = await response.text()
      expect([url, response.status, /<h1[ >]/.test(text), /<meta name="robots"/.test(text)]).toEqual([
        url,
        200,
        true,
        false,
      ])
      expect(text).toContain(`<link rel="canonical" href="${url}"`)
    }
  })

  it('are warned of private data', async () => {
    const robots = await page('/robots.txt')
    expect(robots).toContain(`Sitemap: ${app.siteUrl}/sitemap.xml`)
    expect(robots).toMatch(/^Disallow: \/admin$/m)
  })
})

describe('the cached content', () => {
  it('stays when the database cannot be reached, and is read again with its next notification', async () => {
    let isAway = false
    const database = new Proxy(app.database, {
      get: (target, name) =>
        name === 'rest' && isAway
          ? { connect: () => Promise.reject(new Error('away')) }
          : Reflect.get(target, name),
    })
    const onChange = vi.fn()
    const stored = createCachedContent({
      database,
      catalogue: catalogueAsJson,
      clock: () => new Date(),
      onChange,
    })
    const { signal } = new AbortController()
    isAway = true
    await expect(stored.job.run(signal)).rejects.toThrow()
    expect(stored.isRead()).toBe(false)
    isAway = false
    await stored.job.run(signal)
    expect(stored.isRead()).toBe(true)
    const before = stored.current()
    expect(before.careers[0]?.positions[0]?.id).toBe('field-hand')
    isAway = true
    await sql(`update public.career_positions set title = 'Farm Hand'`)
    await expect(stored.job.run(signal)).rejects.toThrow()
    expect(stored.current()).toBe(before)
    isAway = false
    await stored.job.run(signal)
    expect(stored.current().careers[0]?.positions[0]?.title).toBe('Farm Hand')
    expect(onChange).toHaveBeenCalledTimes(4)
  })

  it('marks the state of a course as soon as it is published, while what is counted stays for the day', async () => {
    const stored = createCachedContent({
      catalogue: catalogueAsJson,
      database: app.database,
      clock: () => new Date(),
      onChange: () => {},
    })
    const { signal } = new AbortController()
    const kindsOf = async (name: string) => {
      await stored.job.run(signal)
      return stored.current().records.states.find(({ state }) => state === name)?.kinds ?? []
    }
    const add = (state: string, isDemo: boolean) =>
      sql(`insert into public.courses (topic, title, learns, place, state, starts_on, ends_on, seats, price_kobo, languages,
           is_published, is_demo)
         values ('poultry', 'Birds', 'To keep birds.', 'Birnin Kebbi', '${state}', '2099-01-01', '2099-01-02', 20, 0, 'Hausa',
           false, ${isDemo})`)
    await add('Kebbi', false)
    await add('Zamfara', true)
    expect(await kindsOf('Kebbi')).toEqual([])
    await sql(`insert into public.farmers (contact_name, phone, farm_name, location, state, crops_grown, status)
      select 'A farmer', '+234803200001' || n, 'A farm', 'Kebbi', 'Kebbi', array['Rice'], 'approved' from generate_series(1, 5) as n`)
    await sql(`update public.courses set is_published = true where state in ('Kebbi', 'Zamfara')`)
    expect(await kindsOf('Kebbi')).toEqual(['courses'])
    expect(await kindsOf('Zamfara')).toEqual([])
    await sql(`update public.courses set is_published = false where state = 'Kebbi'`)
    expect(await kindsOf('Kebbi')).toEqual([])
  })

  it('is read again by itself at the moment when an approved account comes into force', async () => {
    await sql(`update public.company_facts set value = 'SEC-1' where key = 'crypto_licence_reference';`)
    await sql(`insert into public.settlement_accounts
        (kind, wallet_address, proposed_by, proposed_at, approved_by, approved_at, effective_at)
      values ('crypto_wallet', repeat('w', 34), gen_random_uuid(), now() - interval '2 days', gen_random_uuid(),
        now() - interval '1 day', now() + interval '700 milliseconds')`)
    const stored = createCachedContent({
      catalogue: catalogueAsJson,
      database: app.database,
      clock: () => new Date(),
      onChange: () => {},
    })
    const jobs = createJobs({ database: app.database, log: silentLog })
    await jobs.start([stored.job])
    await jobs.run(stored.job.name)
    expect(stored.current().wallet).toBeNull()
    await vi.waitFor(() => expect(stored.current().wallet?.address).toBe('w'.repeat(34)), promised)
    await jobs.stop()
  })
})
