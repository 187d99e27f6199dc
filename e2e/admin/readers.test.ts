/** Who only reads: each record says what it is and what nobody has done yet, and offers nothing that the database would refuse. */
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectPath } from '../actions.ts'
import { expectSound, expectUsable } from '../expect-sound.ts'
import { allScreens, phone } from '../stage.ts'
import { row, useAdmin } from './admin-stage.ts'

const { stage, sql } = useAdmin()
let auditor: Person
let farmer: string
let product: string

beforeAll(async () => {
  auditor = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'auditor')", [auditor.id])
  const person = createApplicant({ url: stage.app.url, publishableKey: stage.app.keys.publishableKey })
  farmer = (await person.submit('farmer')).body.id
  await person.submit('training')
  await sql(
    "insert into public.farmers (farm_name, location, contact_name, phone, crops_grown) values ('Ring farm', 'Jos', 'Bola Ring', '+2348037650009', '{Yam}')",
  )
  const [added] = await sql<{ id: string }>(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
     values ('Fonio', 'Grains', 'Ada Farm', 'Keffi', 1, 'kg', 150000, 40) returning id`,
  )
  product = added?.id ?? ''
})

/** What can be pressed, by what it says. */
const listButtons = (part: Locator) =>
  part
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent))

describe.each(allScreens)('an auditor on %s', (_, viewport) => {
  it('reads a registration, whom to ring and a product, and is offered no change of them', async () => {
    const page = await stage.newPage({ as: auditor, viewport })
    const drawer = page.getByRole('dialog').first()
    // What walks, prints, copies and closes.
    const always = /^(Close|Previous|Next|Print|Copy.*)$/

    await page.goto(`/admin/queues/farmers?record=${farmer}`)
    const secrets = drawer.getByRole('region', { name: 'Stored encrypted' })
    await secrets.getByText('Your role does not open them.').waitFor()
    for (const part of ['Notes', 'Tasks'])
      await drawer.getByRole('region', { name: part }).getByText('None yet.').waitFor()
    expect((await listButtons(drawer)).filter((name) => !always.test(name ?? ''))).toEqual([])
    // Wherever it is scrolled to, nothing lies half under its name or its buttons.
    const body = drawer.locator('.dialog-body')
    const end = await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    for (const to of [0, 12, 24, Math.round(end / 2), end]) {
      await body.evaluate((part, top) => part.scrollTo(0, top), to)
      await expectUsable(page, `a registration, scrolled by ${to} px`)
    }
    await expectSound(page)

    await page.goto('/admin/queues/people-to-phone?q=Bola Ring')
    await row(page, 'Bola Ring')
      .getByRole('link', { name: /^Details/ })
      .click()
    await drawer.getByRole('region', { name: 'Tasks' }).getByText('None yet.').waitFor()
    expect(await drawer.getByRole('form').count()).toBe(0)
    expect((await listButtons(drawer)).filter((name) => !always.test(name ?? ''))).toEqual([])

    await page.goto(`/admin/queues/listings?record=${product}`)
    await drawer.getByRole('region', { name: 'Prices' }).getByText('₦1,500 from', { exact: false }).waitFor()
    expect(await drawer.getByRole('link', { name: 'Change this product' }).count()).toBe(0)
    expect((await listButtons(drawer)).filter((name) => !always.test(name ?? ''))).toEqual([])
    await expectSound(page)
  })

  it('rings numbers of a list by links with room for a finger', async () => {
    const page = await stage.newPage({ as: auditor, viewport })
    await page.goto('/admin/queues/training')
    await row(page, 'Ada Obi').locator('.flag').first().waitFor()
    await expectSound(page)
  })
})

describe('a reviewer', () => {
  it('finds the reasons and answers that the role may write, and no other setting', async () => {
    const reviewer = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'reviewer')", [reviewer.id])
    const page = await stage.newPage({ as: reviewer })
    await page.goto('/admin/queues/messages')
    await page.getByText(/^\d+ found/).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('reasons')
    await page.keyboard.press('Enter')
    await expectPath(page, '/admin/settings?of=words')
    await page.getByRole('button', { name: 'Change: Thank you' }).waitFor()
    await page.goto('/admin/queues/messages')
    const places = page.getByRole('navigation', { name: 'Desk' })
    await places.getByRole('link', { name: 'Reasons and answers', exact: true }).click()
    await expectPath(page, '/admin/settings?of=words')
    await page.getByRole('button', { name: 'Change: Thank you' }).waitFor()
    expect(await places.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0)
    await page.goto('/admin/settings?of=money')
    await page.getByRole('button', { name: 'Change: Thank you' }).waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Reasons and answers'])
    await expectSound(page)
  })
})

it.each(['field_agent', 'content', 'reviewer'])(
  '%s reads each place at the foot of a phone in one line',
  async (role) => {
    const person = await stage.app.newPerson()
    await sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/admin/home')
    const bar = page.locator('.admin-bar > a')
    await bar.nth(1).waitFor()
    const lines = await bar.evaluateAll((links) =>
      links.map((link) => {
        const words = document.createRange()
        for (const node of link.childNodes) if (node.nodeType === Node.TEXT_NODE) words.selectNode(node)
        return words.getClientRects().length
      }),
    )
    expect(lines).toEqual(lines.map(() => 1))
  },
)
