/** A conversation in the admin area in a browser: answered with words of a template and a file; the answer comes by itself. */
import { expect, it, vi } from 'vitest'
import { replyPath } from '#server/mail/replies.ts'
import { within } from '#tests/harness/within.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { useAdmin } from './admin-stage.ts'

const secret = 'a-secret-of-thirty-two-characters-or-more'
const adminPages = useAdmin({
  MAIL_FROM: 'The company <desk@mail.example.com>',
  MAIL_REPLY_SECRET: secret,
})
const { stage, sql, openAdmin } = adminPages

const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(text),
})

async function findMail(subject: string) {
  return vi.waitUntil(
    async () => (await stage.app.mailbox()).find((mail) => mail.subject === subject),
    within,
  )
}
const reply = (from: string, to: string, words: string) =>
  fetch(stage.app.url + replyPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: `From: ${from}\r\nTo: ${to}\r\n\r\n${words}\r\n`,
  })

it('a message is answered from the desk, and its person’s answer stands in the open thread by itself', async () => {
  // A name of one long word stays inside the drawer.
  const name = 'Internationalelebensmittelgrosshandelsgesellschaft'
  await sql(
    "insert into public.contact_messages (topic, name, email, message) values ('general', $1, 'ada@example.com', 'When do you buy sesame?')",
    [name],
  )
  const page = await openAdmin('/admin/queues/messages')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('link', { name: `Details of message of ${name}` }).click()
  const drawer = page.getByRole('dialog')
  const thread = drawer.getByRole('region', { name: 'Conversation' })
  await thread.getByText('When do you buy sesame?').waitFor()
  // To answer is what is offered first, without scrolling.
  const send = thread.getByRole('button', { name: 'Send message' })
  expect(await drawer.locator('.btn-primary').allInnerTexts()).toEqual(['Send message'])
  const [sent, foot] = await Promise.all([
    send.boundingBox(),
    drawer.getByRole('button', { name: 'Mark as answered' }).boundingBox(),
  ])
  expect((sent?.y ?? 0) + (sent?.height ?? 0)).toBeLessThan(foot?.y ?? 0)

  // What is typed stays on the device, and is not sent without a line.
  await thread.getByLabel('Words to begin with').selectOption('Greeting')
  const box = thread.getByRole('textbox', { name: `Write to ${name}` })
  expect(await box.inputValue()).toBe(`Dear ${name},\n\nthank you for writing to us.`)
  await box.press('End')
  await box.pressSequentially(' In May.')
  await page.reload()
  await expect.poll(() => box.inputValue()).toContain('In May.')
  await thread.getByText('Send files along').click()
  const chooser = thread.getByLabel('Choose files')
  await chooser.setInputFiles(
    file('Trick.pdf', pdf.replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>')),
  )
  await thread.getByText('Trick.pdf: This PDF has a password, a script', { exact: false }).waitFor()
  // The message does not go without a file that its writer chose, unless they say so.
  await box.press('Control+Enter')
  const held = thread.getByRole('alert').getByText('Not sent yet. Trick.pdf: This PDF', { exact: false })
  await held.waitFor()
  expect(await box.inputValue()).toContain('In May.')
  expect(await sql('select from public.record_messages where body like $1', ['%In May.%'])).toEqual([])
  await chooser.setInputFiles(file('Terms.pdf', pdf))
  await thread.getByRole('list', { name: 'Chosen files' }).getByText('Terms.pdf', { exact: false }).waitFor()
  await held.waitFor({ state: 'detached' })
  await page.context().setOffline(true)
  await box.press('Control+Enter')
  await thread.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
  await page.context().setOffline(false)
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' })

  await box.press('Control+Enter')
  await expectToast(page, 'Message sent', 'It goes to ada@example.com.')
  await thread.getByText('Sent', { exact: true }).waitFor()
  await thread.getByRole('button', { name: 'Terms.pdf', exact: false }).waitFor()
  expect(await box.inputValue()).toBe('')
  await drawer.getByText('Answered', { exact: true }).first().waitFor()
  expect(await drawer.getByText('Somebody else changed this', { exact: false }).count()).toBe(0)

  const mail = await findMail('Your message to us')
  expect([mail?.to, mail?.files]).toEqual(['ada@example.com', ['Terms.pdf']])
  await page.getByText('Live', { exact: true }).waitFor()
  await reply('ada@example.com', mail?.replyTo ?? '', 'May suits me.')
  await thread.getByText('May suits me.').waitFor()
  await reply('eve@example.com', mail?.replyTo ?? '', 'Send it to me.')
  await thread.getByText('Unproved address', { exact: false }).waitFor()
  await drawer.getByRole('button', { name: 'Mark as answered' }).waitFor()
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    // What the answer or the new size moves under the foot would count as covered.
    await drawer.locator('.dialog-body').evaluate((part) => part.scrollTo(0, 0))
    await expectSound(page, `${size.width}`)
  }
})

it('an order is answered in the one thread that its buyer reads, and its phone has a chat that names it', async () => {
  const { id, code } = await adminPages.placeOrder()
  await adminPages.sql("update public.profiles set full_name = 'Ada Writer' where id = $1", [
    adminPages.admin.id,
  ])
  const page = await openAdmin(`/admin/queues/orders?record=${id}`)
  const drawer = page.getByRole('dialog')
  const chat = await drawer.getByRole('link', { name: new RegExp(`about ${code}`) }).getAttribute('href')
  expect(chat).toMatch(new RegExp(`^https://wa\\.me/234\\d+\\?text=.*${code}`))
  const thread = drawer.getByRole('region', { name: 'Conversation' })
  await thread.locator('summary', { hasText: 'Write to the buyer' }).click()
  await thread.getByRole('textbox', { name: 'Write to the buyer' }).fill('Is Friday fine?')
  await thread.getByRole('button', { name: 'Send message' }).click()
  const question = thread.getByRole('listitem').filter({ hasText: 'Is Friday fine?' })
  // By name, so that colleagues know who wrote.
  await question.getByText('Ada Writer').waitFor()
  const mail = await findMail(`A message about your order ${code}`)
  await reply(adminPages.buyer.email, mail?.replyTo ?? '', 'It is.')
  await thread.getByText('It is.', { exact: true }).waitFor()
  const { data } = await adminPages.buyer.client
    .from('order_messages')
    .select('body')
    .eq('order_id', id)
    .order('id')
  expect(data?.map(({ body }) => body)).toEqual(['Is Friday fine?', 'It is.'])
})

it('an order of an account goes to its address, which not everybody may read, with files', async () => {
  const { id } = await adminPages.placeOrder()
  await sql('delete from public.order_requests where order_id = $1', [id])
  await sql("update public.user_roles set role = 'sales' where user_id = $1", [adminPages.admin.id])
  try {
    const page = await openAdmin(`/admin/queues/orders?record=${id}`)
    const thread = page.getByRole('dialog').getByRole('region', { name: 'Conversation' })
    await thread.locator('summary', { hasText: 'Write to the buyer' }).click()
    await thread.getByText('It goes to the address of their account', { exact: false }).waitFor()
    await thread.getByText('Send files along').waitFor()
    await thread.getByRole('textbox', { name: 'Write to the buyer' }).fill('Is Friday fine?')
    await thread.getByRole('button', { name: 'Send message' }).click()
    await expectToast(page, 'Message sent', 'It goes to the address of their account.')
    await expect
      .poll(() =>
        sql(`select recipient from private.mail_outbox where record_id = $1 and template = 'order_message'`, [
          id,
        ]),
      )
      .toEqual([{ recipient: adminPages.buyer.email }])
  } finally {
    await sql("update public.user_roles set role = 'admin' where user_id = $1", [adminPages.admin.id])
  }
})

it('words for answers are changed under Settings, by who may and with a second step', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/settings?of=words')
  await page.getByRole('button', { name: 'Change: Thank you' }).click()
  const form = page.getByRole('form', { name: 'Change Thank you' })
  await form.getByLabel('Words', { exact: true }).fill('Thank you, {name}.')
  await form.getByRole('button', { name: 'Save words' }).click()
  await form.getByText('second', { exact: false }).first().waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
})

it('a message that gives another contact than its registration says so beside it, with the contact on record', async () => {
  const [farmer] = await sql<{ id: string; reference: string }>(
    `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
     values ('Far field', 'Keffi', 'Ada Obi', 'ada.record@example.com', '+2348035556677', '{Maize}') returning id, reference`,
  )
  await sql(
    `insert into public.contact_messages (topic, name, email, phone, message, about_type, about_id, about_reference)
     values ('general', 'Ada Elsewhere', 'ada.record@example.com', '+2349012223333', 'Please ring me on this number.', 'farmers',
       $1, $2)`,
    [farmer?.id, farmer?.reference],
  )
  const page = await openAdmin('/admin/queues/messages')
  await page.getByRole('link', { name: 'Details of message of Ada Elsewhere' }).click()
  const drawer = page.getByRole('dialog')
  const warning = drawer.getByText(`Not the number of ${farmer?.reference}.`)
  await warning.first().waitFor()
  // Above the number that can be rung, and at the words in the thread.
  await expect.poll(() => warning.count()).toBe(2)
  await drawer
    .getByRole('region', { name: 'Conversation' })
    .getByRole('link', { name: /803 555 6677$/ })
    .waitFor()
  const strange = await drawer.getByRole('link', { name: /^\S+ 901 222 3333$|^0901 222 3333$/ }).boundingBox()
  expect((await warning.first().boundingBox())?.y).toBeLessThan(strange?.y ?? 0)
  await expectSound(page, 'a message with another contact')
})
