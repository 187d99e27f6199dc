// Decision 115: where a person writes down something about themselves, a line says what becomes of it and leads to the notice.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signUpWords } from '#domain/account/sign-in-words.ts'
import { publicForms } from '#domain/company/public-forms.ts'
import { orderRequestWords } from '#domain/market/order-request.ts'

const root = join(import.meta.dirname, '..')

/** Forms that collect nothing new about anybody, each with its reason. */
const others: Readonly<Record<string, string>> = {
  'site/account/my-data/by-mailed-code.tsx': 'a code',
  'site/account/my-data/delete-account.tsx': 'ends what is stored',
  'site/account/my-data/erase-my-data.tsx': 'ends what is stored',
  'site/account/profiles/confirm-number.tsx': 'a code',
  'site/account/profiles/email-change.tsx': 'the account, whose sign-up has the line',
  'site/account/profiles/profile-form.tsx': 'the account, whose sign-up has the line',
  'site/account/security/add-passkey.tsx': 'a name for a device',
  'site/account/security/enrol.tsx': 'a code',
  'site/account/security/password-form.tsx': 'a password',
  'site/account/security/show-proof.tsx': 'a password or a code',
  'site/account/sign-in/awaited-mail.tsx': 'a code',
  'site/account/sign-in/link-question.tsx': 'a press',
  'site/account/sign-in/new-password-form.tsx': 'a password',
  'site/account/sign-in/passkey-step.tsx': 'a press',
  'site/account/sign-in/reset-form.tsx': 'an address that is there, or is forgotten',
  'site/account/sign-in/second-step-code.tsx': 'a code',
  'site/account/sign-in/sign-in-form.tsx': 'what the sign-up asked for',
  'site/layouts/edit-marks/text-editor.tsx': 'a text of the site, by staff',
  'site/lib/form/form-element.tsx': 'the element itself',
  'site/market/documents/verify-form.tsx': 'the code of a paper',
  'site/market/market-orders/counter-offer-form.tsx': 'terms of an order',
  'site/market/market-orders/decline-quote.tsx': 'terms of an order',
  'site/market/market-orders/dispute-form.tsx': 'goods of an order',
  'site/market/market-orders/order-messages.tsx': 'an order, whose form has the line',
  'site/market/market-orders/rate-products.tsx': 'goods of an order',
  'site/market/orders/save-template.tsx': 'a name for a template',
  'site/market/product-proposals/my-products.tsx': 'a stock',
  'site/market/product-proposals/product-form.tsx': 'goods of a registered farm',
  'site/registrations/long-form/step-frame.tsx': 'a step of long-form.tsx, which has the line',
  'site/registrations/plain-forms/plain-form-forget.tsx': 'a press',
  'site/registrations/plain-forms/plain-form-sent.tsx': 'a press',
  'site/registrations/records/changeable-answers.tsx': 'a registration, whose form has the line',
  'site/registrations/records/correction-form.tsx': 'a registration, whose form has the line',
  'site/registrations/tracking/ask-photo-code.tsx': 'a code',
  'site/registrations/tracking/status-form.tsx': 'looks up, stores nothing',
}

it('every form of visitors and members that collects has a line that leads to the privacy notice', () => {
  const files = globSync('site/{account,company,layouts,lib,market,registrations}/**/*.tsx', { cwd: root })
  const read = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const forms = read.filter(({ text }) => /<(form|FormElement)\b/.test(text)).map(({ file }) => file)
  const lines = read.filter(({ text }) => /<PrivacyLine>|paths\.privacy\b/.test(text)).map(({ file }) => file)
  expect(forms.length).toBeGreaterThan(30)
  expect(forms.filter((file) => !others[file] && !lines.includes(file))).toEqual([])
  // What is named here is a form, and has no line of its own.
  expect(Object.keys(others).filter((file) => !forms.includes(file) || lines.includes(file))).toEqual([])
  expect(lines).toContain('site/registrations/long-form/long-form.tsx')
})

it('and it says something', () => {
  for (const form of publicForms) expect(form.note.length, form.name).toBeGreaterThan(20)
  for (const { note } of [orderRequestWords, signUpWords]) expect(note.length).toBeGreaterThan(20)
})
