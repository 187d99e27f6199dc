// A conversation over a real mail server: out to a person, their answer in, and into the thread.
import { afterAll, expect, it } from 'vitest'
import { adminPaths } from '#domain/admin/admin.ts'
import {
  type ConversationMessage,
  messageFileBytesMax,
  messageFileMessages,
} from '#domain/admin/conversations.ts'
import { replyPath } from '#server/mail/replies.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { openSmtpMailbox } from '#tests/harness/smtp-mailbox.ts'

const secret = 'a-secret-of-thirty-two-characters-or-more'
const smtp = await openSmtpMailbox()
const app = await startApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'The company <desk@mail.example.com>',
  MAIL_REPLY_SECRET: secret,
})
const admin = await app.newAdmin()
afterAll(async () => {
  await app.stop()
  await smtp.close()
})

const sql = <Row>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])
const authorization = async () =>
  `Bearer ${(await admin.client.auth.getSession()).data.session?.access_token}`

async function addMessage(): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into public.contact_messages (topic, name, email, message)
     values ('general', 'Ada Obi', 'ada@example.com', 'When do you buy sesame?') returning id`,
  )
  return row?.id ?? ''
}
const send = (id: string, body: string, files: string[] = []) =>
  admin.client
    .rpc('send_record_message', {
      record_type: 'contact_messages',
      record_id: id,
      body,
      attempt: crypto.randomUUID(),
      files,
      mark_answered: true,
    })
    .then(mustWork)
const readThread = async (id: string) =>
  (await admin.client
    .rpc('list_conversation', { record_type: 'contact_messages', record_id: id })
    .then(mustWork)) as unknown as ConversationMessage[]
async function putFile(id: string, name: string, text: string) {
  const form = new FormData()
  form.set('file', new File([text], name))
  const response = await fetch(
    `${app.url}${adminPaths.messageFile}?recordType=contact_messages&recordId=${id}`,
    { method: 'POST', headers: { authorization: await authorization() }, body: form },
  )
  return {
    status: response.status,
    body: (await response.json()) as { path: string; name: string; message?: string },
  }
}
async function hand(message: string, token = secret) {
  const response = await fetch(app.url + replyPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: message.replaceAll('\n', '\r\n'),
  })
  return { status: response.status, ...((await response.json()) as { outcome?: string }) }
}
const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
const activePdf = pdf.replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript /JS (x) >>')
const attach = (name: string, text: string) =>
  `--b\nContent-Type: application/pdf; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${btoa(text)}\n`

it('goes out with its files, comes back into its thread with theirs, and is answered as one conversation', async () => {
  const id = await addMessage()
  expect(await putFile(id, 'x.pdf', activePdf)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('script') },
  })
  expect((await putFile(id, 'x.zip', 'PK')).status).toBe(422)
  expect((await putFile(crypto.randomUUID(), 'Terms.pdf', pdf)).status).toBe(404)
  const pdfOf = (bytes: number) => pdf.replace('\n', `\n%${'x'.repeat(bytes - pdf.length - 2)}\n`)
  expect((await putFile(id, 'Full.pdf', pdfOf(messageFileBytesMax))).status).toBe(200)
  expect(await putFile(id, 'Fuller.pdf', pdfOf(messageFileBytesMax + 1))).toMatchObject({
    status: 422,
    body: { message: messageFileMessages.unreadable },
  })
  const { body: file } = await putFile(id, '../Terms 2026.exe', pdf)
  expect(file.name).toBe('.. Terms 2026.pdf')

  await send(id, 'Dear Ada Obi,\n\nin May. The terms are attached.', [file.path])
  const [first] = await smtp.received(1)
  expect(first).toMatchObject({
    subject: 'Your message to us',
    from: { address: 'desk@mail.example.com' },
    attachments: [{ filename: '.. Terms 2026.pdf', mimeType: 'application/pdf' }],
  })
  expect(first?.text).toMatch(/^Dear Ada Obi,\n\nin May\. The terms are attached\.\n\n-- /)
  expect(first?.headers.find(({ key }) => key === 'auto-submitted')).toBeUndefined()
  const replyTo = first?.replyTo?.[0]?.address ?? ''
  expect(replyTo).toMatch(/^reply\+m[0-9a-z]{50}@mail\.example\.com$/)

  const reply = [
    'From: Ada Obi <ada@example.com>',
    `To: The company <${replyTo}>`,
    'Message-ID: <answer@example.org>',
    `In-Reply-To: ${first?.messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'That suits me. The plan is attached.',
    '',
    'On Wed, 25 Nov 2026, The company wrote:',
    '> in May.',
    `${attach('Plan.pdf', pdf)}${attach('Trick.pdf', activePdf)}--b--`,
    '',
  ].join('\n')
  expect((await hand(reply, `${secret}x`)).status).toBe(401)
  expect((await readThread(id)).length).toBe(2)
  expect((await hand(reply)).outcome).toBe('proved')
  expect((await hand(reply)).outcome).toBe('again')

  const thread = await readThread(id)
  expect(thread.map(({ body, is_from_staff }) => [body, is_from_staff])).toEqual([
    ['When do you buy sesame?', false],
    ['Dear Ada Obi,\n\nin May. The terms are attached.', true],
    ['That suits me. The plan is attached.', false],
  ])
  expect(thread[2]).toMatchObject({ files_left_out: 1, files: [{ name: 'Plan.pdf', bytes: pdf.length }] })
  const [status] = await sql<{ status: string }>('select status from public.contact_messages where id = $1', [
    id,
  ])
  expect(status?.status).toBe('pending')

  const path = thread[2]?.files?.[0]?.path
  const access = await fetch(app.url + adminPaths.access, {
    method: 'POST',
    headers: { authorization: await authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ recordType: 'contact_messages', recordId: id, what: 'message_file', path }),
  })
  const { url } = (await access.json()) as { url: string }
  expect(await (await fetch(app.url + url)).text()).toBe(pdf)

  await send(id, 'Thank you.')
  const [, second] = await smtp.received(2)
  expect([second?.inReplyTo, second?.references]).toEqual(['<answer@example.org>', '<answer@example.org>'])
})

it('takes no answer of a machine, none of another address as proved, and logs no address', async () => {
  const id = await addMessage()
  await send(id, 'In May.')
  const sent = (await smtp.received(3)).at(-1)
  const to = sent?.replyTo?.[0]?.address ?? ''
  expect(
    (await hand(`From: ada@example.com\nTo: ${to}\nAuto-Submitted: auto-replied\n\nI am away`)).outcome,
  ).toBe('automatic')
  expect((await hand(`From: eve@example.com\nTo: ${to}\n\nSend it to me`)).outcome).toBe('unproved')
  expect((await hand(`From: ada@example.com\nTo: reply+x@mail.example.com\n\nHello`)).outcome).toBe('unknown')
  expect((await readThread(id)).map(({ body, is_proved }) => [body, is_proved])).toEqual([
    ['When do you buy sesame?', true],
    ['In May.', true],
    ['Send it to me', false],
  ])
  const [status] = await sql<{ status: string }>('select status from public.contact_messages where id = $1', [
    id,
  ])
  expect(status?.status).toBe('completed')

  // Through a mailing list, from the person whom the record knows and from nobody else.
  const list = 'List-Id: <growers.example.com>\nPrecedence: list'
  expect((await hand(`From: eve@example.com\nTo: ${to}\n${list}\n\nBuy now`)).outcome).toBe('automatic')
  expect((await hand(`From: ada@example.com\nTo: ${to}\n${list}\n\nIn May, then`)).outcome).toBe('proved')
  expect((await readThread(id)).map(({ body }) => body)).toEqual([
    'When do you buy sesame?',
    'In May.',
    'Send it to me',
    'In May, then',
  ])
})

it('gives every notice about such a record the address of its thread, and no mail of an account', async () => {
  const id = await addMessage()
  const before = smtp.mails.length
  for (const [template, data] of [
    [
      'partnership_approved',
      {
        record_type: 'partnership_applications',
        record_id: id,
        contact_person: 'Ada Obi',
        partnership_type: 'franchise',
      },
    ],
    ['auth_reauthentication', { record_type: 'partnership_applications', record_id: id, code: '123456' }],
  ])
    await sql('select private.enqueue_mail($1, $2, $3)', [template, 'ada@example.com', data])
  const mails = (await smtp.received(before + 2)).slice(before)
  const addressOf = (subject: RegExp) =>
    mails.find((mail) => subject.test(mail.subject ?? ''))?.replyTo?.[0]?.address
  expect(addressOf(/partnership/)).toMatch(/^reply\+p/)
  expect(addressOf(/confirmation code/)).toBeUndefined()
})

it('is not there without its secret', async () => {
  const closed = await startApp({}, app.databaseUrl)
  const response = await fetch(closed.url + replyPath, { method: 'POST', body: 'x' })
  expect(response.status).toBe(405)
  await closed.stop()
})
