/** The rights of staff in sentences: what is read where they are given, and what no list of the admin area loads. */
import type { Permission } from './roles.ts'

/** The sentences of `rightsOn` where there is no more to say. */
const sayRightsOn = (table: string, words: string): Partial<Record<Permission, string>> => ({
  [`${table}.read`]: `See ${words}`,
  [`${table}.decide`]: `Decide on ${words}`,
})

/** Every right in a sentence, by area: what staff read where rights are given. */
export const rightAreas: readonly { title: string; rights: Partial<Record<Permission, string>> }[] = [
  {
    title: 'Orders and money',
    rights: {
      'orders.read': 'See orders, quotes, payments and disputes',
      'orders.decide': 'Quote and decide orders, move goods, and answer disputes',
      'orders.reopen': 'Open a completed order again',
      'orders.credit': 'Let a buyer pay later, on credit terms',
      'payments.confirm': 'Confirm payments, record refunds, and see proofs of payment',
    },
  },
  {
    title: 'Registrations',
    rights: {
      'farmers.read': 'See farmers',
      'farmers.decide': 'Approve and decline farmers, and ask them for corrections',
      'buyers.read': 'See buyers',
      'buyers.decide': 'Approve and decline buyers, and ask them for corrections',
      'investors.read': 'See investors',
      'investors.decide': 'Approve and decline investors, and ask them for corrections',
      'training_enrolments.read': 'See who enrols in training',
      'training_enrolments.decide':
        'Approve and decline who enrols in training, and ask them for corrections',
      'registrations.enter': 'Enter registrations for people who come in or call',
      'registrations.relink': 'Help somebody to find their registration, and send its link again',
      'decline_reasons.write':
        'Write the reasons for a decline, and the words for answers, that colleagues choose from',
    },
  },
  {
    title: 'Messages and applications',
    rights: {
      'contact_messages.read': 'See messages',
      'contact_messages.answer':
        'Mark messages as answered; who may also write notes and log calls answers them here',
      ...sayRightsOn('partnership_applications', 'partnership applications'),
      ...sayRightsOn('job_applications', 'job applications'),
      'newsletter_subscriptions.read': 'See who reads the newsletter',
      'newsletter_subscriptions.end': 'Take an address off the newsletter',
      'mails.read': 'See which mails went out, and which failed',
      'mails.resend': 'Send a mail again, and stop mails to an address',
    },
  },
  {
    title: 'Products and pages',
    rights: {
      'products.read': 'See products that are not published',
      'products.write': 'Add and change products, their prices and stock',
      'delivery.write': 'Keep delivery zones with their prices and days, and depots',
      'content.write': 'Edit what the pages of the site show',
    },
  },
  {
    title: 'Personal data',
    rights: {
      'vault.reveal': 'See birth dates, ID numbers and photos, one by one and with a reason',
      'vault_alarms.close': 'Mark an alarm about personal data as looked into',
      'profiles.read': 'See names and addresses of all accounts',
      'exports.make': 'Download lists, with personal data masked',
      'exports.unmasked': 'Download lists with personal data in clear',
      'breaches.read': 'See the register of data breaches',
      'breaches.write': 'Register data breaches, and report them',
    },
  },
  {
    title: 'Desk and company',
    rights: {
      'records.work':
        'Write notes, assign records, and log calls, on what they may see; write to the people of what they may decide or answer, and make two registrations one',
      'figures.read': 'See the figures of the company',
      'audit_events.read': 'Read the audit trail: who did what, and who looked at what',
      'roles.read': 'See colleagues, roles and rights',
      'roles.manage': 'Invite colleagues, and change roles and rights',
      'settings.read': 'See settings and the bank account',
      'settings.write':
        'Publish terms, the privacy notice and company facts, and change the limits of the market, the rates of VAT and how long records are kept',
      'settings.settlement': 'Propose and approve another bank account, with a second person',
    },
  },
]
