import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contactForm } from '#domain/company/contact-messages.ts'
import { partnershipForm } from '#domain/company/partnerships.ts'
import { answersInMail } from '#domain/forms.ts'
import { renderLetter } from './letter.ts'
import { safetyTemplates } from './safety-templates.ts'
import { order, orderAnswer, render, sender } from './sample-mails.ts'
import { type TemplateName, templates } from './templates.ts'

const hostile = '"><script>alert(1)</script>\r\nBcc: everyone@example.com'
const account = {
  url: 'https://www.example.com/auth/v1/verify?token=abc&type=signup',
  code: '123456',
  full_name: 'Adaeze Obi',
}

const names = Object.keys(templates) as TemplateName[]
const form = {
  contact_person: 'Adaeze Obi',
  partnership_type: 'franchise',
  answers: [
    ...answersInMail(partnershipForm, { partnershipType: 'franchise' }),
    ...answersInMail(contactForm, { topic: 'hr' }),
  ],
  token: 'a'.repeat(64),
  unsubscribe_token: 'b'.repeat(64),
  product: 'Rice',
  farmer: 'Ada Farm',
  product_id: '00000000-0000-4000-8000-000000000000',
  name: 'Adaeze Obi',
  full_name: 'Adaeze Obi',
  record_type: 'job_applications',
  message: 'Please send us your certificate.',
  position_title: 'Field Assistant',
  listing: 'Brown beans',
  title: 'Reviewer',
  description: 'Reviews registrations.',
}
const settlement = {
  kind: 'bank_account',
  name: 'Ngozi Admin',
  bank_name: 'First Bank',
  ending: '6789',
  code: '0A1B2-C3D4E',
}
const secrets = {
  name: 'Sola Sitter',
  queue: 'farmers',
  reason: 'Checking the photos of this week',
  ends_at: '2026-11-23T12:00:00Z',
  kind: 'reveals',
  count: 10,
  whom: 'alarm',
}
const registration = {
  name: 'Adaeze Obi',
  code: 'FM7K4-2X9Q',
  form: 'farmer',
  token: 'a'.repeat(64),
  digits: '123456',
  minutes: 15,
  at: '2026-11-25T09:00:00Z',
  labels: ['Bank name', 'Phone number'],
  kinds: ['phone'],
  kept: 'FM222-2222',
}
const audit = {
  number: 7,
  hash: `3:${'c'.repeat(64)}`,
  at: '2026-11-25T09:00:00Z',
  damage: 'entry_lost',
  subject: '9',
}
const safety = {
  full_name: 'Adaeze Obi',
  at: '2026-11-25T09:00:00Z',
  opens_at: '2026-11-28T09:00:00Z',
  closes_at: '2026-12-05T09:00:00Z',
  token: 'a'.repeat(64),
  reference: 'FM7K4-2X9Q',
  in_clear: true,
  second_step_removed: true,
}
const factorReset = {
  token: 'a'.repeat(64),
  full_name: 'Adaeze Obi',
  due_at: '2026-11-28T09:00:00Z',
  at: '2026-11-28T09:00:00Z',
  email: 'adaeze@example.com',
  is_staff: true,
}
const breach = {
  id: '00000000-0000-4000-8000-000000000000',
  aware_at: '2026-11-25T09:00:00Z',
  due_at: '2026-11-28T09:00:00Z',
  hours: 24,
}
const morning = {
  full_name: 'Adaeze Obi',
  late_tasks: 1,
  tasks_today: 2,
  late_records: 0,
  late_of_nobody: 3,
  codes: ['AG7K4-2X9Q', 'FM7K4-2X9Q'],
}
const dataFor = (name: TemplateName) =>
  Object.hasOwn(safetyTemplates, name)
    ? safety
    : name === 'staff_morning'
      ? morning
      : name === 'staff_order_answered' || name === 'staff_credit_draft'
        ? orderAnswer
        : name.startsWith('staff_settlement')
          ? settlement
          : name.includes('_factor_reset')
            ? factorReset
            : name.startsWith('staff_') && name !== 'staff_invitation'
              ? secrets
              : ({ auth: account, order, registration, audit, breach }[name.split('_', 1)[0] ?? ''] ?? form)
/** What programs write, and no person. */
const ours = [
  'record_type',
  'url',
  'whom',
  'form',
  'kind',
  'number',
  'hash',
  'at',
  'damage',
  'due_at',
  'is_staff',
  'aware_at',
  'hours',
  'count',
  'ends_at',
  'queue',
  'opens_at',
  'closes_at',
  'in_clear',
  'second_step_removed',
  'minutes',
  'labels',
  'kinds',
  'late_tasks',
  'tasks_today',
  'late_records',
  'late_of_nobody',
  'codes',
  'answer',
  'total_kobo',
  'currency',
]

describe('mails', () => {
  it.each(names)('%s cannot be written without its facts', (name) => {
    if (name === 'auth_already_registered' || name === 'auth_password_changed') return
    expect(() => render(name, {})).toThrow()
  })

  it.each(names)('%s shows hostile names as plain words, in one line', (name) => {
    const data = Object.fromEntries(
      Object.entries(dataFor(name)).map(([key, value]) => {
        if (key === 'answers') return [key, [[hostile, hostile]]]
        return [key, ours.includes(key) ? value : hostile]
      }),
    )
    const { subject, html, text } = render(name, { ...data, reason: hostile })
    expect(html).not.toContain('<script>')
    expect(html).not.toMatch(/"><script/)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text.split('\n').filter((line) => line.startsWith('Bcc:') && line.includes('Dear'))).toEqual([])
  })

  it.each([
    'Win a prize at https://evil.example',
    'evil.example',
    'call 0803 123 4567',
    'www.evil',
    'A'.repeat(101),
  ])('never greet a stranger with the words that another person chose: %s', (full_name) => {
    const { html, text } = render('auth_signup', { ...account, full_name })
    expect(text).toContain('Good day,')
    expect(text + html).not.toContain(full_name)
  })

  it.each(['Adaeze Obi', "Ọlá O'Neil-Àjàyí", 'Dr. J. K. Bello (Mrs)', '李小龙'])(
    'greet %s by name',
    (full_name) => {
      const { text } = render('auth_signup', { ...account, full_name })
      expect(text).toContain(`Dear ${full_name},`)
    },
  )

  it.each(names.filter((name) => [safety, factorReset].some((facts) => facts === dataFor(name))))(
    '%s notifies an owner by no name, which a thief in the account could have written',
    (name) => {
      const full_name = 'Ada, this mail is only a test of ours. Please do nothing'
      const { text, html } = render(name, { ...dataFor(name), full_name })
      expect(text + html).not.toContain('only a test')
    },
  )

  it.each(names)('%s says the same in html and in text', (name) => {
    const { html, text, subject } = render(name, dataFor(name))
    expect(subject.length).toBeGreaterThan(5)
    const words = html
      .replace(/<(style|title|head)[\s\S]*?<\/\1>/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&#39;/g, "'")
      .replace(/&quot;/g, '"')
    const [body = ''] = text.split('\n-- \n')
    for (const line of body
      .split('\n')
      .filter((line) => line.trim() && !/^(\d\. |[\w ]+: )/.test(line.trim())))
      expect(words.replace(/\s+/g, ' ')).toContain(line.trim().replace(/:$/, '').replace(/\s+/g, ' '))
  })

  it('a link never leads anywhere but to the web', () => {
    expect(() => render('auth_signup', { ...account, url: 'javascript:alert(1)' })).toThrow('http')
  })

  it('the sign-up mail brings the link and the six digits', () => {
    const { html, text } = render('auth_signup', account)
    expect(text).toContain(account.url)
    expect(html).toContain('href="https://www.example.com/auth/v1/verify?token=abc&amp;type=signup"')
    expect(text).toContain('123456')
    expect(html).toContain('123456')
  })

  it('the code that deletes an account says so, and to give it to nobody', () => {
    const text = render('auth_reauthentication', account).text.replace(/\s+/g, ' ')
    expect(text).toContain('It is asked for when an account is deleted for good, when a password')
    expect(text).toContain('If you did not ask for it, do not give it to anybody')
  })

  it('the newsletter mail brings both links, and the way out stands in its headers too', () => {
    const { text, html, unsubscribeUrl } = render('newsletter_confirm', form)
    expect(text).toContain(`https://www.example.com/newsletter/confirm?token=${form.token}`)
    expect(unsubscribeUrl).toBe(
      `https://www.example.com/newsletter/unsubscribe?token=${form.unsubscribe_token}`,
    )
    expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`)
    expect(html).toContain(`href="${unsubscribeUrl}"`)
    expect(render('contact_received', form).unsubscribeUrl).toBeUndefined()
  })

  it('the mails of a registration name its code and form, and open the page of a person without an account', () => {
    const guest = render('registration_received', registration)
    expect(guest.subject).toContain('FM7K4-2X9Q')
    expect(guest.text).toContain('Form: Farmer Bio Data')
    expect(guest.text).toContain(`https://www.example.com/track#${registration.token}`)
    const member = render('registration_approved', { ...registration, token: null })
    expect(member.text).toContain('https://www.example.com/account')
    expect(member.text).not.toContain('/track#')
  })

  it('the previous contact is notified what was changed, and not to what; an account gets the way to stop it', () => {
    const member = render('registration_changed', registration)
    expect(member.text).toContain('Bank name, Phone number')
    expect(member.text).toContain(`https://www.example.com/not-me#${registration.token}`)
    const guest = render('registration_changed', { ...registration, token: null })
    expect(guest.text).toContain('If this was not you, please call us')
    expect(guest.text).not.toMatch(/\/not-me|\/track#/)
    const change = render('registration_change_code', { ...registration, token: null })
    expect(change.text).toContain('123456')
    expect(change.text).toContain('wants to change a contact or a number')
    const photo = render('registration_photo_code', { ...registration, token: null })
    expect([photo.subject, photo.text.includes('wants to see the photo')]).toEqual([
      'Your code to see your photo',
      true,
    ])
  })

  it('a message with another contact is announced to the contact on record, without that contact', () => {
    const guest = render('registration_message', { ...registration, token: null })
    expect(guest.subject).toBe(`A message came about your registration ${registration.code}`)
    expect(guest.text).toContain('It gives a phone number that we do not know of you.')
    expect(guest.text).toContain('somebody else has your link: please call us')
    const member = render('registration_message', registration)
    expect(member.text).toContain(`https://www.example.com/not-me#${registration.token}`)
  })

  it('about a registration, the receipt and the answer name it and lead to it, and the answer quotes what was asked', () => {
    const about = { about_reference: 'FM7K4-2X9Q', has_account: false }
    const receipt = render('contact_received', { ...form, ...about })
    expect(receipt.subject).toBe('We have your message about FM7K4-2X9Q')
    expect(receipt.text).toContain('Your message is about FM7K4-2X9Q.')
    expect(receipt.text).toContain('https://www.example.com/track')
    const answer = { ...form, ...about, record_type: 'contact_messages', question: 'Is my village\nright?' }
    const sent = render('record_message', answer)
    expect(sent.subject).toBe('Your message to us about FM7K4-2X9Q')
    expect(sent.text).toContain('You wrote about FM7K4-2X9Q: Is my village right?')
    expect(sent.text).toContain('https://www.example.com/track')
    expect(render('record_message', { ...answer, has_account: true }).text).toContain(
      'https://www.example.com/account',
    )
    // Of any other message nothing changes.
    expect(render('contact_received', form).subject).toBe('We have your message')
    expect(render('record_message', { ...form, record_type: 'contact_messages' }).text).not.toMatch(
      /You wrote|\/track/,
    )
  })

  it('a declined registration states the reason, and a correction what to correct, by the names of the fields', () => {
    const reason = 'The farm lies outside our area.'
    expect(render('registration_declined', { ...registration, reason }).text).toContain(`Reason: ${reason}`)
    const notes = [
      { field: 'farmSize', note: 'Please tell the whole farm.' },
      { field: 'selfieImage', note: 'Please come closer.' },
    ]
    const { text } = render('registration_correction', { ...registration, notes, message: null })
    expect(text).toContain('Farm size: Please tell the whole farm.')
    expect(text).toContain('Photo: Please come closer.')
    expect(text).toContain('Never send identity, bank or BVN numbers by mail.')
  })

  it('every mail says at its foot whom to call, and where to write by WhatsApp', () => {
    const known = { ...sender, phone: '+234 803 123 4567', chatNumber: '+234 803 765 4321' }
    const { html, text } = renderLetter(templates.contact_received.write(form, known), known)
    expect(text).toContain('+234 803 123 4567\nWhatsApp +234 803 765 4321')
    expect(html).toContain('href="tel:+2348031234567"')
    expect(html).toContain('href="https://wa.me/2348037654321"')
    expect(render('contact_received', form).text).not.toContain('WhatsApp')
  })

  it('the mails of the forms name what was sent in words, not in codes, and by when an answer comes', () => {
    expect(render('partnership_received', form).text).toContain('Partnership: Franchise Partner')
    for (const name of ['partnership_received', 'application_received'] as const)
      expect(render(name, { ...form, full_name: 'Ada' }).text).toContain('within 2 days')
    expect(render('contact_received', form).text).toContain('within 24 hours')
    expect(render('contact_received', form).text).toContain('About: Work and careers')
    expect(render('application_received', form).subject).toContain('Field Assistant')
    expect(render('application_received', { full_name: 'Ada' }).text).toContain('Any position that fits')
  })
})

it('every mail that the database writes has its template', () => {
  const sql = globSync('supabase/schemas/*.sql').map((file) => readFileSync(file, 'utf8'))
  const written = sql.flatMap((text) => [
    ...text.matchAll(
      /(?:enqueue_mail|enqueue_alarm_mail|confirm_form|notify_owner|notify_buyer)\(\s*(?:[\w.]+,\s*)?'([a-z_]+)'/g,
    ),
  ])
  expect(written.length).toBeGreaterThan(20)
  for (const [, name] of written) expect(names).toContain(name)
})
