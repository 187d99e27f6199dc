/** Mails to test with: an order, the answer to one, and any mail as a letter. */
import { renderLetter } from './letter.ts'
import { type TemplateName, templates } from './templates.ts'

export const sender = { companyName: 'the company', siteUrl: 'https://www.example.com' }

export const order = {
  code: 'AG7K4-2X9Q',
  contact_person: 'Adaeze Obi',
  product: 'Ginger',
  quantity: '18.5',
  unit: 'Tons',
  order_id: '00000000-0000-4000-8000-000000000000',
}

export const orderAnswer = {
  full_name: 'Adaeze Obi',
  order_id: order.order_id,
  code: order.code,
  answer: 'accepted',
  total_kobo: 6_859_000,
  currency: 'USD',
}

export function render(name: TemplateName, data: object) {
  return renderLetter(templates[name].write(data, sender), sender)
}
