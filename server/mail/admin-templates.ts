// What people hear of the admin area itself: that they are invited to work at it, and that money is to go elsewhere.
import { z } from 'zod'
import { invitationDays, invitationPath } from '#domain/admin/staff.ts'
import { formatDateTime } from '#domain/dates.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { formatMoney } from '#domain/money.ts'
import type { Block, Letter } from './letter.ts'
import { optionalText, template, text } from './template.ts'

const invitation = z.object({
  title: text,
  description: text,
  invited_by: optionalText,
  token: text,
})

/** What private.notify_staff_of_settlement passes. */
const settlement = z.object({
  kind: z.enum(['bank_account', 'crypto_wallet']),
  name: optionalText,
  bank_name: optionalText,
  /** None: naira. */
  currency: optionalText,
  ending: text,
  effective_at: optionalText,
  /** Nobody else in the admin area could approve it: the address outside did. */
  is_outside: z.boolean().optional(),
  /** None of its kind and currency was confirmed before. */
  is_first: z.boolean().optional(),
})
type Settlement = z.output<typeof settlement>

const settlementCode = settlement.extend({ code: text })

const sitting = z.object({ name: text, queue: text, reason: text, ends_at: text })

const queueWords: Record<string, string> = {
  farmers: 'farmers',
  training_enrolments: 'trainees',
  buyers: 'buyers',
  investors: 'investors',
}

const alarm = z.object({ name: text, kind: text, count: z.int() })

const alarmWords: Record<string, (count: number) => string> = {
  reveals: (count) => `revealed ${count} encrypted answers within an hour`,
  photos: (count) => `looked at ${count} photos within an hour, outside of an announced sitting`,
  reasons: (count) => `gave the same reason for ${count} records within an hour`,
}

const settlementWords = { bank_account: 'bank account', crypto_wallet: 'crypto wallet' }

const nameSettlement = ({ kind, is_first = false }: Settlement) =>
  `${is_first ? 'A first' : 'Another'} ${settlementWords[kind]}`

const sayProposal = ({ name, is_first = false }: Settlement, buyers: string) =>
  `${name ?? 'Somebody'} proposes ${is_first ? `where ${buyers} send money to; so far there is nothing` : `that ${buyers} send money elsewhere`}.`

/** The subject is the heading too, and the news is what a mailbox shows beside it. */
function headedByNews({ subject, news }: { subject: string; news: string }, blocks: Block[]): Letter {
  return {
    subject,
    preheader: news,
    heading: subject,
    blocks: [{ kind: 'paragraph', text: news }, ...blocks],
  }
}

function aboutSettlement(
  { kind, bank_name, currency, ending }: Settlement,
  siteUrl: string,
  words: { subject: string; news: string; next: string },
): Letter {
  return headedByNews(words, [
    {
      kind: 'facts',
      rows: [
        ...(bank_name ? [['Bank', bank_name] satisfies [string, string]] : []),
        ...(currency ? [['Currency', currency] satisfies [string, string]] : []),
        [kind === 'bank_account' ? 'Account number ends in' : 'Address ends in', ending],
      ],
    },
    { kind: 'paragraph', text: words.next },
    { kind: 'button', label: 'Look at it', url: `${siteUrl}/admin/settings` },
  ])
}

/** What private.store_audit_head passes: the head of the audit trail, in one line that audit:verify reads. */
const auditHead = z.object({
  number: z.number(),
  hash: z.string().regex(/^([23]:)?[0-9a-f]{64}$/),
  at: text,
})

const auditDamage = z.object({
  damage: z.enum(['entry_lost', 'entry_altered', 'head_lost']),
  subject: text,
})

const damageWords = {
  entry_lost: 'An entry was taken out before it was sealed',
  entry_altered: 'An entry was changed before it was sealed',
  head_lost: 'A sealed part of the trail is no longer there',
}

/** What private.notify_of_unreached_outside passes. */
const unreached = z.object({ whom: z.enum(['alarm', 'witness']) })

const unreachedWords = {
  alarm: {
    subject: 'The address outside cannot be reached',
    news: 'A mail to SETTLEMENT_ALARM_EMAIL did not arrive. Alarms, notices and codes for another bank account go there, and nobody reads them now.',
  },
  witness: {
    subject: 'The witness of the audit trail cannot be reached',
    news: 'The head of the audit trail could not be handed over, so what was written since the last one is proved by nobody outside.',
  },
}

/** What private.mail_admins_of_breach passes: nothing of what happened. */
const breach = z.object({ id: text, aware_at: text, due_at: text, hours: z.number() })

function aboutBreach(
  { id, aware_at, due_at }: z.output<typeof breach>,
  siteUrl: string,
  words: { subject: string; news: string },
): Letter {
  return headedByNews(words, [
    {
      kind: 'facts',
      rows: [
        ['The company is aware since', `${formatDateTime(aware_at)}, Lagos time`],
        ['To be notified by', `${formatDateTime(due_at)}, Lagos time`],
      ],
    },
    {
      kind: 'note',
      text: 'Where people are likely to be at risk, the Nigeria Data Protection Commission is notified within 72 hours; where the risk is high, the people concerned are told at once (Nigeria Data Protection Act 2023, section 40).',
    },
    {
      kind: 'button',
      label: 'Open the register',
      url: `${siteUrl}/admin/queues/breaches?record=${encodeURIComponent(id)}`,
    },
  ])
}

/** What private.send_morning_mails passes: counts and codes, and nothing about a person. */
const morning = z.object({
  full_name: optionalText,
  late_tasks: z.int(),
  tasks_today: z.int(),
  late_records: z.int(),
  /** Left out by what was written before it was counted. */
  late_of_nobody: z.int().default(0),
  codes: z.array(text),
})

function countOf(number: number, one: string, many: string): string[] {
  return number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]
}

function describeMorning(counts: z.output<typeof morning>): string {
  const { late_tasks, tasks_today, late_records, late_of_nobody } = counts
  return [
    ...countOf(late_tasks, 'task is late', 'tasks are late'),
    ...countOf(tasks_today, 'task is due today', 'tasks are due today'),
    ...countOf(
      late_records,
      'record of yours is past its promise',
      'records of yours are past their promise',
    ),
    ...countOf(
      late_of_nobody,
      'record that nobody has taken is past its promise',
      'records that nobody has taken are past their promise',
    ),
  ].join(', ')
}

/** What private.notify_staff_of_answer passes: nothing about the buyer. */
const orderAnswer = z.object({
  full_name: optionalText,
  order_id: text,
  code: text,
  answer: z.enum(['accepted', 'declined', 'offered', 'draft_sent']),
  total_kobo: z.int().positive().nullish(),
  currency: z.enum(accountCurrencies).nullish(),
  /** Of a counter-offer: what is no goods waits for a price of ours. */
  is_of_goods: z.boolean().nullish(),
})

const answerWords: Record<z.output<typeof orderAnswer>['answer'], [news: string, next: string]> = {
  accepted: ['The buyer accepts our quote', 'The contract lies with the order. Next it is approved.'],
  declined: ['The buyer declines our quote', 'The reason stands with the order. It can be quoted again.'],
  offered: ['The buyer offers other terms', 'A quote that begins with them is one press away.'],
  draft_sent: ['The draft of a letter of credit has come', 'Please read it before their bank issues it.'],
}

const staff = { purpose: 'staff' } as const

const orderAnswerLetter = template(
  orderAnswer,
  staff,
  ({ full_name, order_id, code, answer, total_kobo, currency, is_of_goods }, { siteUrl }) => {
    const [news, next] = answerWords[answer]
    return {
      subject: `${news}: order ${code}`,
      preheader: next,
      heading: news,
      greetingName: full_name,
      blocks: [
        { kind: 'code', label: 'Order', code },
        ...(total_kobo
          ? [
              {
                kind: 'facts',
                rows: [[is_of_goods ? 'For the goods' : 'Total', formatMoney(total_kobo, currency ?? 'NGN')]],
              } satisfies Block,
            ]
          : []),
        { kind: 'paragraph', text: next },
        {
          kind: 'button',
          label: 'Open the order',
          url: `${siteUrl}/admin/queues/orders/${encodeURIComponent(order_id)}`,
        },
      ],
    }
  },
)

export const adminTemplates = {
  staff_invitation: template(
    invitation,
    staff,
    ({ title, description, invited_by, token }, { companyName, siteUrl }) => ({
      subject: invited_by
        ? `${invited_by} invites you to join ${companyName} as ${title}`
        : `A colleague at ${companyName} invites you to join as ${title}`,
      preheader: 'Set your password, and you can begin.',
      heading: `Join ${companyName} as ${title}`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${invited_by ? `${invited_by} invites you to work at the desk of ${companyName}` : `A colleague at ${companyName} invites you to work at its desk`} as ${title}. ${description}`,
        },
        { kind: 'button', label: 'Accept the invitation', url: `${siteUrl}${invitationPath}#${token}` },
        {
          kind: 'note',
          text: `The link is yours alone: it works once, and ends after ${invitationDays} days. If you did not expect it, you can ignore this mail.`,
        },
      ],
    }),
  ),
  staff_order_answered: orderAnswerLetter,
  staff_credit_draft: orderAnswerLetter,
  staff_settlement_proposed: template(settlement, staff, (data, { siteUrl }) =>
    aboutSettlement(data, siteUrl, {
      subject: `${nameSettlement(data)} is proposed`,
      news: sayProposal(data, 'buyers'),
      next: 'It counts for nothing before somebody else confirms it. If you do not know of it, stop it on the desk, or have it stopped there.',
    }),
  ),
  staff_settlement_approved: template(settlement, staff, (data, { siteUrl }) =>
    aboutSettlement(data, siteUrl, {
      subject: `${nameSettlement(data)} is approved`,
      news: `${data.is_outside ? 'It was confirmed by the code that was mailed to the address outside the company' : `${data.name ?? 'Somebody'} has approved it`}${data.effective_at ? `, and it counts from ${formatDateTime(data.effective_at)}, Lagos time` : ''}.`,
      next: 'Until then anybody with this right can stop it on the desk.',
    }),
  ),
  audit_head: template(auditHead, staff, ({ number, hash, at }, { companyName }) => ({
    subject: `Audit trail: seal ${number}`,
    preheader: 'Please store this mail. It proves what the audit trail held.',
    heading: `Seal ${number} of the audit trail`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Please store this mail where nobody at ${companyName} can delete it. With it, audit:verify finds out when the trail was cut off or rewritten.`,
      },
      // A paragraph, so that number and hash stay on one line in every mail program.
      { kind: 'paragraph', text: `${number}:${hash}` },
      {
        kind: 'facts',
        rows: [
          ['Number', String(number)],
          ['Sealed by', formatDateTime(at)],
        ],
      },
      {
        kind: 'note',
        text: 'Check it with: npm run audit:verify -- --heads FILE, where FILE holds these mails.',
      },
    ],
  })),
  staff_outside_unreached: template(unreached, staff, ({ whom }, { siteUrl }) => ({
    subject: unreachedWords[whom].subject,
    preheader: unreachedWords[whom].news,
    heading: unreachedWords[whom].subject,
    blocks: [
      { kind: 'paragraph', text: unreachedWords[whom].news },
      {
        kind: 'paragraph',
        text: 'Please have it mended: the person who runs the server looks at the mailbox, or names another one. You are told at most once a day.',
      },
      { kind: 'button', label: 'Look at the mails', url: `${siteUrl}/admin/mails?status=failed` },
    ],
  })),
  audit_damaged: template(auditDamage, staff, ({ damage, subject }) => ({
    subject: 'The audit trail was tampered with',
    preheader: damageWords[damage],
    heading: 'The audit trail was tampered with',
    blocks: [
      { kind: 'paragraph', text: `${damageWords[damage]}: ${subject}.` },
      {
        kind: 'paragraph',
        text: 'Somebody with access to the database itself did this, or the database was replaced by an older copy. Please find out who, and run: npm run audit:verify',
      },
    ],
  })),
  breach_opened: template(breach, staff, (data, { siteUrl }) =>
    aboutBreach(data, siteUrl, {
      subject: 'A breach of data protection was registered',
      news: 'A colleague has opened an entry in the register of breaches.',
    }),
  ),
  breach_reminder: template(breach, staff, (data, { siteUrl }) =>
    aboutBreach(data, siteUrl, {
      subject: `${data.hours} hours since a breach: the Commission is not notified yet`,
      news: `${data.hours} of the 72 hours have passed, and the register has no notice to the Commission.`,
    }),
  ),
  staff_settlement_in_force: template(settlement, staff, (data, { siteUrl }) =>
    aboutSettlement(data, siteUrl, {
      subject: `${nameSettlement(data)} is in force`,
      news: 'From now on buyers are shown this account to send money to.',
      next: 'If this is not as it should be, propose the right account on the desk at once, and call your bank.',
    }),
  ),
  staff_settlement_code: template(settlementCode, staff, (data, { companyName }) => ({
    subject: `Confirm ${data.is_first ? 'the first' : 'another'} ${settlementWords[data.kind]} of ${companyName}`,
    preheader: sayProposal(data, 'buyers'),
    heading: `Is this ${data.is_first ? 'account' : 'change'} right?`,
    blocks: [
      {
        kind: 'paragraph',
        text: `${sayProposal(data, `buyers of ${companyName}`)} Nobody else there can approve it yet, so you are asked.`,
      },
      {
        kind: 'facts',
        rows: [
          ...(data.bank_name ? [['Bank', data.bank_name] satisfies [string, string]] : []),
          ...(data.currency ? [['Currency', data.currency] satisfies [string, string]] : []),
          [data.kind === 'bank_account' ? 'Account number ends in' : 'Address ends in', data.ending],
        ],
      },
      {
        kind: 'paragraph',
        text: 'Call the company on a number that you know, not on one from a mail. If it is right, give them this code:',
      },
      { kind: 'code', label: 'The code to give them:', code: data.code },
      {
        kind: 'note',
        text: `The code is good for 24 hours. With it the account counts after ${data.is_first ? '24 hours' : '7 days'}, and until then it can be stopped. If it is not right, keep the code to yourself.`,
      },
    ],
  })),
  staff_sitting_begun: template(sitting, staff, ({ name, queue, reason, ends_at }, { siteUrl }) => ({
    subject: `${name} looks through photos`,
    preheader: `Photos of ${queueWords[queue] ?? queue}, until ${formatDateTime(ends_at)}.`,
    heading: 'A sitting has begun',
    blocks: [
      {
        kind: 'paragraph',
        text: `${name} looks through the photos of ${queueWords[queue] ?? queue}: at most 300, until ${formatDateTime(ends_at)}, Lagos time. Each look is written down.`,
      },
      { kind: 'facts', rows: [['Reason', reason]] },
      { kind: 'button', label: 'See the audit trail', url: `${siteUrl}/admin/audit` },
    ],
  })),
  staff_vault_alarm: template(alarm, staff, ({ name, kind, count }, { siteUrl }) => ({
    subject: `${name} looks at many secrets`,
    preheader: 'Please look into it.',
    heading: 'Please look into this',
    blocks: [
      {
        kind: 'paragraph',
        text: `${name} ${alarmWords[kind]?.(count) ?? `looked at ${count} secrets within an hour`}. There may be a good reason: please ask them, and look at the audit trail.`,
      },
      { kind: 'button', label: 'See the audit trail', url: `${siteUrl}/admin/audit` },
    ],
  })),
  staff_morning: template(
    morning,
    { purpose: 'staff', choice: 'morning_mails' },
    ({ full_name, codes, ...counts }, { siteUrl }) => ({
      subject: `This morning: ${describeMorning({ full_name, codes, ...counts })}`,
      preheader: 'What waits for you at the desk.',
      heading: 'What waits for you this morning',
      greetingName: full_name,
      blocks: [
        {
          kind: 'facts',
          rows: (
            [
              ['Tasks that are late', counts.late_tasks],
              ['Tasks due today', counts.tasks_today],
              ['Records of yours past their promise', counts.late_records],
              ['Records past their promise that nobody has taken', counts.late_of_nobody],
            ] as const
          ).flatMap(([label, count]) =>
            count > 0 ? [[label, String(count)] satisfies [string, string]] : [],
          ),
        },
        ...(codes.length > 0
          ? ([{ kind: 'paragraph', text: `Among them: ${codes.join(', ')}` }] satisfies Block[])
          : []),
        { kind: 'button', label: 'See what waits', url: `${siteUrl}/admin/home` },
      ],
    }),
  ),
}
