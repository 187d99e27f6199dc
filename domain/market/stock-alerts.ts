/** 'Tell me when it is back': one mail about a sold-out product, to an address that its owner has confirmed. */
import { emailRule } from '../contact-questions.ts'
import { rule } from '../fields.ts'
import { type AnswersInput, type FormDefinition, readForm } from '../forms.ts'
import { rulesOf } from '../questions.ts'
import { stockAlertWords as words } from './stock-alert-words.ts'

export const stockAlertMessages = {
  confirmed: 'Thank you. We write to you once, when it is back.',
  ended: 'No more mails about products that are back will come to this address.',
  unknownLink: 'This link is not valid any more. Please ask again on the page of the product.',
  unknownExit: 'This link is not valid any more. Nothing comes to this address, or you have used it already.',
} as const

/** Prompts on the pages of its two links, before anything begins or ends. */
export const stockAlertLinkWords = {
  confirm: {
    sentence: 'One click, and we write to this address when the product is back.',
    help: 'One mail, once. It ends with a link that stops all mails of this kind.',
    button: words.title,
  },
  unsubscribe: {
    sentence: 'One click, and no more mails about products that are back come to this address.',
    button: 'Stop these mails',
  },
  /** Afterwards. */
  onward: 'Go to the marketplace',
} as const

/** How long the link of the first mail can be used. */
export const stockAlertConfirmDays = 7

const stockAlertQuestions = {
  productId: {
    label: 'Product',
    control: 'hidden',
    rule: rule('Product', {
      kind: 'line',
      min: 36,
      max: 36,
      message: 'Please open the product and ask there',
    }),
  },
  email: {
    label: words.label,
    control: 'line',
    type: 'email',
    autoComplete: 'email',
    rule: emailRule('Please enter a valid email address'),
  },
} as const satisfies FormDefinition['questions']

const stockAlertRules = rulesOf(stockAlertQuestions)
const productIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const stockAlertForm: FormDefinition<typeof stockAlertQuestions> = {
  name: 'stockAlert',
  path: words.path,
  table: 'stock_alerts',
  id: 'stock-alert',
  label: words.title,
  title: words.title,
  page: '/marketplace',
  submit: words.submitLabel,
  busy: words.busyLabel,
  note: words.note,
  success: words.requested,
  questions: stockAlertQuestions,
  read(input: AnswersInput) {
    const verdict = readForm(stockAlertRules, input)
    if (!verdict.ok || productIdForm.test(verdict.answers.productId)) return verdict
    return { ok: false, problems: [{ field: 'productId', message: stockAlertRules.productId.message }] }
  },
}
