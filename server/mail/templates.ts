// Every mail that we send: what it needs to know, and what it says.
import { z } from 'zod'
import { limits, promises } from '#domain/limits.ts'
import { sayCreditStep } from '#domain/market/credit-states.ts'
import { declineCodes } from '#domain/market/orders.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import { adminTemplates } from './admin-templates.ts'
import { contractInMail, listGoods, listTermRows } from './contract-rows.ts'
import { factorResetTemplates } from './factor-reset-templates.ts'
import { formTemplates } from './form-templates.ts'
import type { Letter } from './letter.ts'
import { marketTemplates } from './market-templates.ts'
import { messageTemplates } from './message-templates.ts'
import { about, isByCredit, join, linkToOrder, orderTemplates, sayDue } from './order-templates.ts'
import { registrationTemplates } from './registration-templates.ts'
import { safetyTemplates } from './safety-templates.ts'
import { optionalText, type Template, template, text } from './template.ts'

const signIn = { purpose: 'sign_in' } as const

const account = z.object({
  url: text,
  code: optionalText,
  minutes: z.number().nullish(),
  full_name: optionalText,
})
const accountCode = z.object({ code: text, full_name: optionalText })
const accountNews = z.object({ url: optionalText, full_name: optionalText })

const order = z.object({
  code: text,
  contact_person: optionalText,
  product: text,
  quantity: z.union([z.string(), z.number()]).transform(String),
  unit: text,
  order_id: optionalText,
  contract: contractInMail.nullish(),
})
const declined = order.extend({
  reason: optionalText,
  decline_code: z.enum(declineCodes).nullish(),
  currency: optionalText,
  refund_due_kobo: z.int().nullish(),
})

const firstContact = `within ${promises.orderFirstContactHours} hours`
const notYou = 'If this was not you, you can ignore this mail: nothing changes without the link or the code.'

export const templates = {
  auth_signup: template(account, signIn, ({ url, code, minutes, full_name }, { companyName }) => ({
    subject: 'Confirm your email address',
    preheader: 'One click, and your account is ready.',
    heading: 'Confirm your email address',
    greetingName: full_name,
    blocks: [
      {
        kind: 'paragraph',
        text: `You have created an account with ${companyName}. Please confirm that this address is yours.`,
      },
      { kind: 'button', label: 'Confirm my address', url },
      ...codeBlock('Or type this code where you signed up:', code),
      { kind: 'note', text: `${sayHowLong(minutes)} ${notYou}` },
    ],
  })),

  auth_recovery: template(account, signIn, ({ url, code, minutes, full_name }, { companyName }) => ({
    subject: 'Choose a new password',
    preheader: 'The link to set a new password for your account.',
    heading: 'Choose a new password',
    greetingName: full_name,
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody, we hope you, asked to reset the password of your account with ${companyName}.`,
      },
      { kind: 'button', label: 'Choose a new password', url },
      ...codeBlock('Or type this code:', code),
      { kind: 'note', text: `${sayHowLong(minutes)} ${notYou}` },
    ],
  })),

  auth_magiclink: template(account, signIn, ({ url, code, minutes, full_name }, { companyName }) => ({
    subject: 'Your sign-in link',
    preheader: 'Sign in without a password.',
    heading: 'Sign in',
    greetingName: full_name,
    blocks: [
      { kind: 'paragraph', text: `Here is the link to sign in to your account with ${companyName}.` },
      { kind: 'button', label: 'Sign in', url },
      ...codeBlock('Or type this code:', code),
      { kind: 'note', text: `${sayHowLong(minutes)} ${notYou}` },
    ],
  })),

  auth_invite: template(account, signIn, ({ url, code, full_name }, { companyName }) => ({
    subject: 'You are invited',
    preheader: 'Accept the invitation and choose a password.',
    heading: 'You are invited',
    greetingName: full_name,
    blocks: [
      {
        kind: 'paragraph',
        text: `You have been invited to an account with ${companyName}. Accept the invitation and choose a password.`,
      },
      { kind: 'button', label: 'Accept the invitation', url },
      ...codeBlock('Or type this code:', code),
      { kind: 'note', text: 'If you did not expect an invitation, you can ignore this mail.' },
    ],
  })),

  auth_email_change: template(account, signIn, ({ url, code, minutes, full_name }) => ({
    subject: 'Confirm your new email address',
    preheader: 'Your account will use this address once you confirm it.',
    heading: 'Confirm the change of address',
    greetingName: full_name,
    blocks: [
      {
        kind: 'paragraph',
        text: 'You asked to change the email address of your account. Please confirm the change.',
      },
      { kind: 'button', label: 'Confirm the change', url },
      ...codeBlock('Or type this code:', code),
      { kind: 'note', text: `${sayHowLong(minutes)} ${notYou}` },
    ],
  })),

  auth_reauthentication: template(accountCode, signIn, ({ code, full_name }) => ({
    subject: 'Your confirmation code',
    preheader: 'The code that confirms it is you.',
    heading: 'Confirm that it is you',
    greetingName: full_name,
    blocks: [
      { kind: 'code', label: 'Type this code to go on:', code },
      {
        kind: 'note',
        text: 'It is asked for when an account is deleted for good, when a password or another way to sign in is changed, and when numbers or contacts that we keep are shown or changed.',
      },
      {
        kind: 'note',
        text: 'If you did not ask for it, do not give it to anybody: somebody else may be signed in to your account. Change your password. Nobody of ours will ever ask you for this code.',
      },
    ],
  })),

  auth_already_registered: template(accountNews, signIn, ({ full_name }, { companyName, siteUrl }) => ({
    subject: 'You already have an account',
    preheader: 'Somebody tried to sign up with your address.',
    heading: 'You already have an account',
    greetingName: full_name,
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody tried to sign up with your address at ${companyName}. You already have an account, so nothing has changed.`,
      },
      { kind: 'button', label: 'Sign in', url: `${siteUrl}/auth` },
      {
        kind: 'note',
        text: 'If you have forgotten your password, choose "Forgot password" there. If this was not you, there is nothing to do.',
      },
    ],
  })),

  order_received: template(
    order,
    { about: 'orders', limited: 'new_order', repeats: 'once' },
    (data, { siteUrl, companyName }) => ({
      subject: `We have received your order ${data.code}`,
      preheader: `Our team will contact you ${firstContact}.`,
      heading: 'We have received your order request',
      greetingName: data.contact_person,
      blocks: [
        ...orderSummary(data, companyName),
        {
          kind: 'steps',
          title: 'What happens next',
          steps: [
            `Our team will contact you ${firstContact} to talk about price and delivery.`,
            `We confirm the order in writing within ${promises.orderConfirmationHours} hours.`,
            'Nothing is due until you have our written confirmation.',
          ],
        },
        { kind: 'button', label: 'See your order', url: linkToOrder(data, siteUrl) },
        { kind: 'note', text: 'Keep the order code: it is all you need when you call or write to us.' },
      ],
    }),
  ),

  order_approved: about({ repeats: 'once', hasPaymentAccount: true, choice: 'order_mails' }, (data) => ({
    subject: `Your order ${data.code} is approved`,
    heading: 'Your order is approved',
    news: 'We have checked your request and can supply it.',
    // An accepted quote has settled price and terms.
    steps: [
      ...(isByCredit(data)
        ? [sayCreditStep(data.credit?.status, data.credit?.hasDraft ?? false)]
        : []
      ).filter(Boolean),
      ...(data.total_kobo
        ? [
            join(
              sayDue(data),
              `We prepare your goods${data.due?.now_kobo ? ' once your payment has arrived' : ''}.`,
            ),
          ]
        : [`Our team will contact you ${firstContact} to settle price, payment and the date of delivery.`]),
      'We tell you when the goods are on their way.',
    ],
    button: 'See your order',
  })),

  order_declined: template(
    declined,
    { about: 'orders', repeats: 'once', choice: 'order_mails' },
    ({ reason, decline_code, currency, refund_due_kobo, ...data }, { siteUrl, companyName }) => {
      const withdrawn = decline_code === 'withdrawn_by_buyer'
      return {
        subject: withdrawn ? `Your order ${data.code} is withdrawn` : `About your order ${data.code}`,
        preheader: withdrawn ? 'We have taken it back, as you asked.' : 'We cannot take this order on.',
        heading: withdrawn ? 'Your order is withdrawn' : 'We cannot take this order on',
        greetingName: data.contact_person,
        blocks: [
          {
            kind: 'paragraph',
            text: withdrawn
              ? `We have taken back your order request, as you asked. ${refund_due_kobo ? 'What you paid goes back to you.' : 'Nothing is due.'}`
              : 'Thank you for your request. We are sorry that we have to decline it.',
          },
          ...orderSummary(data, companyName, [
            ...(reason && !withdrawn ? [['Reason', reason] satisfies [string, string]] : []),
            ...(refund_due_kobo
              ? [['We send back', formatMoney(refund_due_kobo, currency ?? 'NGN')] satisfies [string, string]]
              : []),
          ]),
          { kind: 'paragraph', text: 'You are welcome to send a new request at any time.' },
          { kind: 'button', label: 'Send a new request', url: `${siteUrl}/order` },
        ],
      }
    },
  ),

  order_completed: about({ repeats: 'once', choice: 'order_mails' }, (data) => ({
    subject: `Your order ${data.code} is complete`,
    heading: 'Your order is complete',
    news: join('Your order has been completed. Thank you for your business.', sayDue(data)),
    next: `If something is not as agreed, tell us within ${limits.disputeHours} hours of getting the goods.`,
    button: 'See your order',
  })),

  ...adminTemplates,
  ...factorResetTemplates,
  ...formTemplates,
  ...marketTemplates,
  ...messageTemplates,
  ...orderTemplates,
  ...registrationTemplates,
  ...safetyTemplates,
} satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export function isTemplateName(name: string): name is TemplateName {
  return Object.hasOwn(templates, name)
}

function sayHowLong(minutes: number | null | undefined): string {
  if (!minutes) return 'The link and the code work once and for a short time.'
  const time = minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
  return `The link and the code work once, for ${time} from now.`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

function codeBlock(label: string, code: string | undefined): Letter['blocks'] {
  return code ? [{ kind: 'code', label, code }] : []
}

function orderSummary(
  { code, product, quantity, unit, contract }: z.output<typeof order>,
  companyName: string,
  more: [label: string, value: string][] = [],
): Letter['blocks'] {
  return [
    { kind: 'code', label: 'Your order code', code },
    {
      kind: 'facts',
      rows: [
        ...(listGoods(contract) ?? [
          ['Product', product],
          ['Quantity', formatAmount(quantity, unit)],
        ]),
        ...listTermRows(contract, companyName),
        ...more,
      ] as [string, string][],
    },
  ]
}
