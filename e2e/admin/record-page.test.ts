/** A record on a page of its own: walking a list by keys under one reason for the photos, twins made one, an order and its documents. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant, takePhoto } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, isLong, phone } from '../stage.ts'
import { expectSoundAgain, expectSoundAt, goToList, goWithin, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin({ FORM_LIMITS_FACTOR: '10' })
const { stage, sql, placeOrder } = adminPages

/** Each with a number of its own, unless it is given one. */
async function sendFarmer(fullName: string, phoneNumber: string, hasPhoto = true) {
  const person = createApplicant({ url: stage.app.url, publishableKey: stage.app.keys.publishableKey })
  const answers = {
    ...goodRegistrations.farmer,
    fullName,
    farmName: `${fullName} farm`,
    phoneNumber,
    email: `${crypto.randomUUID()}@example.com`,
  }
  const { body } = await person.submit('farmer', { answers })
  if (hasPhoto && body.photo) {
    await person.upload(body.photo, await takePhoto())
    await person.attach(body.photo, body)
  }
  return body
}

/** Whether all of it stands in the first screen. */
async function expectInFirstScreen(page: Page, ...names: [Parameters<Page['getByRole']>[0], string][]) {
  const { height = 0 } = page.viewportSize() ?? {}
  await page.evaluate(() => scrollTo(0, 0))
  for (const [role, name] of names) {
    const box = await page.getByRole(role, { name }).first().boundingBox()
    expect(box && box.y + box.height, name).toBeLessThanOrEqual(height)
  }
}

/** None of these answers comes before what is done is shown. */
async function holdBack(page: Page, url: RegExp, act: () => Promise<void>) {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  await act()
  release()
  await page.unrouteAll({ behavior: 'wait' })
}

type Sent = Awaited<ReturnType<typeof sendFarmer>>
let older: Sent
let younger: Sent
let bare: Sent
const list = '/admin/queues/farmers?status=pending&q=Walk&sort=oldest'
const address = (id: string) => list.replace('?', `/${id}?`)

beforeAll(async () => {
  await addSecondFactor(adminPages.admin)
  older = await sendFarmer('Laraba Walk', '0809 700 0001')
  younger = await sendFarmer('Laraba Walk', '0809 700 0001')
  bare = await sendFarmer('Terver Walk', '0809 700 0002', false)
})

it('is opened from the drawer and walked through by keys, with its photo under one reason', async () => {
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  // From the drawer, by a key.
  await page.goto(`${list}&record=${older.id}`)
  const drawer = page.getByRole('dialog', { name: 'Laraba Walk farm' })
  await drawer.getByRole('link', { name: 'Open as a page' }).waitFor()
  await page.keyboard.press('o')
  await expectPath(page, address(older.id))
  const walk = page.getByRole('navigation', { name: 'Records of the list' })
  await walk.getByText('1 of 3').waitFor()
  expect(await walk.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(address(younger.id))

  // One reason for the photos; the first is there at once.
  const photo = page.getByRole('region', { name: 'Photo' })
  await photo.getByText('Look through many photos').click()
  await photo.getByLabel('Reason').fill('Reviewing the farmers of this week')
  await photo.getByRole('button', { name: 'Begin a sitting' }).press('Enter')
  const picture = photo.getByAltText('Sent with this registration')
  await picture.waitFor()
  await photo.getByText('1 of 300').waitFor()
  await page.keyboard.press('Tab')
  const end = photo.getByRole('button', { name: 'End the sitting' })
  await expect.poll(() => end.evaluate((button) => button === document.activeElement)).toBe(true)
  const hint = page.getByText('This may be a person whom we know already')
  await hint.waitFor()
  await expectInFirstScreen(
    page,
    ['img', 'Sent with this registration'],
    ['link', younger.reference],
    ['button', 'Approve Laraba Walk farm'],
  )
  await page.getByText('Reference', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: /@example\.com$/ }).getAttribute('href')).toMatch(/^mailto:/)
  await expectSound(page)
  await page.setViewportSize(phone)
  await expectInFirstScreen(page, ['button', 'Approve Laraba Walk farm'])
  await expectSoundAgain(page, 'a record on a phone')
  await page.setViewportSize(desktop)

  // What is read over it takes no key for the record.
  await page.getByRole('button', { name: /^Notices/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notices' })
  await bell.getByText('Here you hear when', { exact: false }).waitFor()
  await page.keyboard.press('a')
  await bell.getByRole('button', { name: 'Close' }).click()
  await expectPath(page, address(older.id))

  // A decision by key goes on to the next; what was decided out of the list does not move the others.
  await page.keyboard.press('j')
  await expectPath(page, address(younger.id))
  await photo.getByText('2 of 300').waitFor()
  await page.keyboard.press('k')
  await walk.getByText('1 of 3').waitFor()
  await picture.waitFor()
  await page.keyboard.press('j')
  await expectPath(page, address(younger.id))
  await walk.getByText('2 of 3').waitFor()
  await page.keyboard.press('j')
  await expectPath(page, address(bare.id))
  await photo.getByText('No photo has come.').waitFor()
  await page.keyboard.press('k')
  await expectPath(page, address(younger.id))
  expect(await sql('select from public.vault_reveals where sitting_id is not null')).toHaveLength(2)
})

it('takes one key each where many are read one by one, over the end of a page, each with its photo', async () => {
  const many = isLong ? 50 : 11
  const name = 'Keturah Line'
  // One after the other, so that each has a number and a time of its own.
  for (let n = 0; n < many; n += 1) await sendFarmer(name, `0809 72${n + 10} 001`)
  await adminPages.admin.client.rpc('begin_sitting', { queue: 'farmers', reason: 'Farmers of this week' })
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto(`/admin/queues/farmers?q=${name}&sort=oldest`)
  await page.getByText(`${many} found`).waitFor()
  const sent = await sql<{ id: string; reference: string }>(
    'select id, reference from public.farmers where contact_name = $1 order by created_at',
    [name],
  )
  await page.keyboard.press('Enter')
  for (const { id, reference } of sent) {
    await expect.poll(() => new URL(page.url()).searchParams.get('record')).toBe(id)
    const drawer = page.getByRole('dialog', { name: `${name} farm` })
    // The address changes before what the drawer shows does, and all of them have one name.
    await drawer.getByText(reference).first().waitFor()
    await drawer.getByAltText('Sent with this registration').waitFor()
    await drawer.locator('.record-main > .confirmation').waitFor()
    // No key decides before all of it is there.
    await expect.poll(() => drawer.locator('[data-waiting]').count()).toBe(0)
    await page.keyboard.press('a')
  }
  const approved = () =>
    sql("select from public.farmers where contact_name = $1 and status = 'approved'", [name])
  await expect.poll(approved).toHaveLength(many)
})

it('goes on to every record of a queue where each leaves the filter as it is decided', async () => {
  const count = 11
  await adminPages.addFarmers('Queue', count)
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto('/admin/queues/farmers?status=pending&q=Queue+farm&sort=oldest')
  await page.getByText(`${count} found`).waitFor()
  await page.keyboard.press('Enter')
  for (let n = count; n > 0; n -= 1) {
    const drawer = page.getByRole('dialog', { name: `Queue farm ${n}`, exact: true })
    await drawer.locator('.record-main > .confirmation').waitFor()
    await expect.poll(() => drawer.locator('[data-waiting]').count()).toBe(0)
    await page.keyboard.press('a')
  }
  const approved = () => sql("select from public.farmers where location = 'Queue' and status = 'approved'")
  await expect.poll(approved).toHaveLength(count)
})

it('goes on to every record from the middle of a page that becomes shorter', async () => {
  await adminPages.addFarmers('Middle', 12)
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto('/admin/queues/farmers?status=pending&q=Middle+farm&sort=oldest')
  const from = 4
  await page.getByRole('link', { name: `Details of Middle farm ${from}`, exact: true }).click()
  for (let n = from; n > 0; n -= 1) {
    const drawer = page.getByRole('dialog', { name: `Middle farm ${n}`, exact: true })
    await drawer.locator('.record-main > .confirmation').waitFor()
    await expect.poll(() => drawer.locator('[data-waiting]').count()).toBe(0)
    await page.keyboard.press('a')
  }
  const approved = () => sql("select from public.farmers where location = 'Middle' and status = 'approved'")
  await expect.poll(approved).toHaveLength(from)
})

it('goes on to every call of a list that each call makes shorter', async () => {
  const count = 11
  await sql(
    `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown, created_at)
     select 'Call farm', 'Jos', 'Ladi Call ' || n, '+2348037650' || 100 + n, '{Yam}', now() - n * interval '1 minute'
     from generate_series(1, $1::integer) as n`,
    [count],
  )
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto('/admin/queues/people-to-phone?q=Ladi+Call')
  await page.getByText(`${count} found`).waitFor()
  await page.keyboard.press('Enter')
  for (let n = 1; n <= count; n += 1) {
    const call = page.getByRole('dialog', { name: `Call to Ladi Call ${n}`, exact: true })
    await call.getByLabel('What came of the call').selectOption('Reached')
    await call.getByRole('button', { name: 'Log the call' }).click()
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(
    await sql(
      "select from public.phone_calls as c join public.farmers as f on f.id = c.record_id where f.farm_name = 'Call farm'",
    ),
  ).toHaveLength(count)
})

it('leaves the focus where its user went while a sitting ended', async () => {
  await adminPages.admin.client.rpc('begin_sitting', { queue: 'farmers', reason: 'Farmers of this week' })
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto(address(younger.id))
  const photo = page.getByRole('region', { name: 'Photo' })
  const notices = page.getByRole('button', { name: /^Notices/ })
  await holdBack(page, /end_sitting/, async () => {
    await photo.getByRole('button', { name: 'End the sitting' }).press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await notices.focus()
  })
  await photo.getByText('Look through many photos').waitFor()
  expect(await notices.evaluate((button) => button === document.activeElement)).toBe(true)
})

it('walks through the list as it was opened, past who came in meanwhile', async () => {
  await adminPages.addFarmers('Order', 3)
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto('/admin/queues/farmers?q=Order+farm&sort=name')
  await page.getByText('3 found').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await sql(
    `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
     values ('Order farm 1 newcomer', 'Order', 'Ada Obi', '+2348031234567', '{Maize}')`,
  )
  await page.getByRole('button', { name: '1 new, show' }).waitFor()
  await page.getByRole('link', { name: 'Details of Order farm 1', exact: true }).click()
  await page.getByRole('dialog', { name: 'Order farm 1', exact: true }).waitFor()
  await page.keyboard.press('o')
  for (const name of ['Order farm 1', 'Order farm 2', 'Order farm 3']) {
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.keyboard.press('j')
  }
  const walk = page.getByRole('navigation', { name: 'Records of the list' })
  expect(await walk.getByRole('link').allInnerTexts()).toEqual(['Farmers', 'Previous'])
})

it('is made one with its twin, the younger a part of the older', async () => {
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  // Where the palette leads to.
  await page.goto(`/admin/queues/farmers?record=${younger.id}&take=compare`)
  const compare = page.getByRole('button', { name: `Compare with ${older.reference}` })
  await expect.poll(() => compare.evaluate((button) => button === document.activeElement)).toBe(true)
  await goWithin(page, address(younger.id))
  await compare.click()
  const dialog = page.getByRole('dialog', { name: 'Are these one person?' })
  await dialog.getByRole('row', { name: /Date of birth.*same/ }).waitFor()
  await dialog.getByText('are erased for good', { exact: false }).waitFor()
  const make = dialog.getByRole('button', { name: `Make ${younger.reference} a part of ${older.reference}` })
  await expectSoundAt(page, [desktop, phone], 'two beside each other')
  await make.click()
  await dialog.getByText('Please give a reason of at least 10 characters').waitFor()
  await dialog.getByRole('textbox').fill('She rang and said so.')
  // What is typed outlives the dialog and the page.
  await page.reload()
  await page.getByRole('button', { name: `Compare with ${older.reference}` }).click()
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('She rang and said so.')
  // What the answer says is shown before anything else of the record is read again.
  const merged = `Merged into ${older.reference}`
  const badge = page.locator('.record-top').getByText(merged, { exact: true })
  await holdBack(page, /\/rest\/v1\//, async () => {
    await make.click()
    await badge.waitFor()
  })
  await expectToast(page, 'Made one')
  await page.setViewportSize(desktop)
  await page.getByText('This is one with', { exact: false }).waitFor()
  // What one did oneself was done by nobody else.
  await badge.waitFor()
  expect(await page.getByText('Somebody else changed', { exact: false }).count()).toBe(0)
  await page.keyboard.press('k')
  await page.getByRole('region', { name: 'One with this' }).getByText(younger.reference).waitFor()
  await page.keyboard.press('a')
  await expectPath(page, address(younger.id))
  expect(await sql('select status from public.farmers where id = $1', [older.id])).toEqual([
    { status: 'approved' },
  ])
  await goToList(page, `/admin?tab=farmers&q=${younger.reference}`)
  // Of whatever letters its code is.
  const height = await page
    .getByRole('row')
    .getByText(merged, { exact: true })
    .evaluate((badge) => {
      badge.lastChild?.replaceWith('Merged into FMQMW-W9MQ')
      return badge.closest('tr')?.clientHeight
    })
  expect(height).toBeLessThanOrEqual(48)
  const guest = await stage.newPage()
  await guest.goto(younger.trackingPath ?? '')
  await guest.getByText(`One with ${older.reference}`, { exact: true }).waitFor()
})

it('is pending again as soon as its decline is undone, before anything of it is read again', async () => {
  const { id } = await sendFarmer('Undone Again', '0809 700 0005', false)
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto(`/admin/queues/farmers/${id}?q=Undone`)
  const state = (word: string) => page.locator('.record-top').getByText(word, { exact: true })
  await page.getByRole('button', { name: 'Decline Undone Again farm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline Undone Again farm' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too far away.')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await state('Declined').waitFor()
  await holdBack(page, /\/rest\/v1\/(farmers|rpc\/find_)/, async () => {
    await page.keyboard.press('z')
    await expectToast(page, 'Decision undone')
    await state('Pending').waitFor()
  })
  expect(await sql('select status from public.farmers where id = $1', [id])).toEqual([{ status: 'pending' }])
})

it('stays two where both are approved, and the comparison says so on a desk and on a phone', async () => {
  const twins = await sql<{ id: string }>(
    `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
     select 'Both farm ' || n, 'Jos', 'Both Approved', '+2348097000099', '{Yam}' from generate_series(1, 2) as n returning id`,
  )
  await sql("update public.farmers set status = 'approved' where contact_name = 'Both Approved'")
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto(`/admin/queues/farmers/${twins[0]?.id}`)
  for (const [viewport, expectIt] of [
    [desktop, expectSound],
    [phone, expectSoundAgain],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: /^Compare with/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Are these one person?' })
    await dialog
      .getByText('They stay two. Both are approved, and two approved records are never made one.')
      .waitFor()
    expect(await dialog.getByRole('button', { name: /^Make/ }).count()).toBe(0)
    await expectIt(page, `two that are approved at ${viewport.width} px`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
})

it('of an order has one filled button and what its buyer ordered else; its documents are made, opened and sent again', async () => {
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  const { id } = await placeOrder('Ginger')
  const earlier = await placeOrder('Garlic')
  await page.goto(`/admin/queues/orders/${id}`)
  await page.getByText('Next: quote it').waitFor()
  await page
    .getByRole('region', { name: 'Other orders of this buyer' })
    .getByRole('link', { name: earlier.code })
    .waitFor()
  const filled = page.locator('.record-page .btn-primary:visible')
  await expect.poll(() => filled.allInnerTexts()).toEqual(['Quote this order'])
  await expectInFirstScreen(page, ['button', 'Quote this order'])
  // In two columns that begin on one line.
  const [main, side] = await Promise.all(
    ['.record-columns > .record-main', '.record-columns > .record-side'].map((part) =>
      page.locator(part).boundingBox(),
    ),
  )
  expect(page.viewportSize()?.width).toBe(1280)
  expect(side?.x).toBeGreaterThanOrEqual((main?.x ?? 0) + (main?.width ?? 0))
  expect(Math.abs((side?.y ?? 0) - (main?.y ?? 0))).toBeLessThan(40)
  await expectSound(page)
  const quote = {
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    lines: [{ description: 'Ginger', quantity: 2, unit: 'Tons', priceKobo: 500_000 }],
    terms: { incoterms: 'FOB', namedPlace: 'Apapa' },
  }
  mustWork(await adminPages.admin.client.rpc('quote_order', { order_id: id, quote }))
  const documents = page.getByRole('region', { name: 'Documents' })
  const number = /QT-\d{4}-\d{5}/.exec(
    await documents.getByText('QT-', { exact: false }).first().innerText(),
  )?.[0]
  await Promise.all([
    page.waitForEvent('popup'),
    documents.getByRole('button', { name: `Open Quote ${number}` }).click(),
  ])
  await expectToast(page, 'Document opened')
  // Headless, the browser draws no PDF: the paper comes as a page, whose print is noted.
  await page
    .context()
    .route('**/documents/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Paper</title><p>Quote</p>' }),
    )
  await page.context().addInitScript(() => {
    window.print = () => {
      document.title = `Printed ${document.body.innerText}`
    }
  })
  const [paper] = await Promise.all([
    page.waitForEvent('popup'),
    documents.getByRole('button', { name: `Print Quote ${number}` }).click(),
  ])
  await expect.poll(() => paper.title()).toBe('Printed Quote')
  expect(paper.url()).toMatch(/^blob:/)
  await paper.close()
  await page.context().unroute('**/documents/*')
  await documents.getByRole('button', { name: `Send again: Quote ${number}` }).click()
  await expectToast(page, 'Document sent')
  await page.getByRole('region', { name: 'Mails' }).getByText('Document of an order').waitFor()
  // What was offered is told beside the other orders too, and the buttons stay beside the state.
  const offered = '₦10,000, quoted, waits for answer, expires tomorrow'
  await page.locator('.record-main').getByText(offered, { exact: true }).waitFor()
  const [state, approve] = await Promise.all(
    [page.locator('.record-top .status').first(), page.getByRole('button', { name: /^Approve order/ })].map(
      (part) => part.boundingBox(),
    ),
  )
  expect(approve?.y).toBeLessThan((state?.y ?? 0) + (state?.height ?? 0))
  await goWithin(page, `/admin/queues/orders/${earlier.id}`)
  await page.getByRole('region', { name: 'Other orders of this buyer' }).getByText(offered).waitFor()
  await page.goBack()
  await page.getByText('Next: the buyer answers the quote').waitFor()
  expect(await sql("select after from public.audit_trail where action = 'send_document'")).toEqual([
    { after: { kind: 'quote', number } },
  ])
  await page.setViewportSize(phone)
  await expectSound(page)
})

it('opens the page of the list on which the record stands, and leads nowhere where it stands on none', async () => {
  await adminPages.addFarmers('Placed', 13)
  const [placed] = await sql<{ id: string }>(
    "select id from public.farmers where farm_name = 'Placed farm 12'",
  )
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  const walk = page.getByRole('navigation', { name: 'Records of the list' })
  const shownKeys = async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys of the desk' })
    await help.waitFor()
    const keys = await help.locator('kbd').allInnerTexts()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    return keys
  }
  // A link to a record of page 2 that names no page.
  await page.goto(`/admin/queues/farmers/${placed?.id}?q=Placed`)
  await walk.getByText('12 of 13').waitFor()
  const keys = await shownKeys()
  expect(keys).toEqual(expect.arrayContaining(['j', 'k']))
  expect(keys).not.toEqual(expect.arrayContaining(['o']))
  const next = page.getByRole('heading', { name: 'Placed farm 13' })
  await page.keyboard.press('j')
  await next.waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  await walk.getByText('13 of 13').waitFor()
  expect(await walk.getByRole('link').allInnerTexts()).toEqual(['Farmers', 'Previous'])
  expect(await shownKeys()).not.toContain('j')
  for (const n of [12, 11, 10]) {
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: `Placed farm ${n}`, exact: true }).waitFor()
  }
  await walk.getByText('10 of 13').waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBe(null)

  // Not of this list at all: only the way to it is left.
  const listed = page.waitForResponse((response) => response.url().endsWith('/find_records?select=ids'))
  await goWithin(page, `/admin/queues/farmers/${placed?.id}?q=Placed&status=declined`)
  await page.getByRole('heading', { name: 'Placed farm 12' }).waitFor()
  await listed
  expect(await walk.getByRole('link').allInnerTexts()).toEqual(['Farmers'])
  expect(await walk.getByRole('status').count()).toBe(0)
  const url = page.url()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await shownKeys()).not.toEqual(expect.arrayContaining(['j']))
  expect(page.url()).toBe(url)
})
