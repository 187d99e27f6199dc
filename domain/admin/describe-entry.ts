/** What an entry of the audit trail says, as a sentence that follows the name of who did it. */

import { adminCreditStatusWords } from '../credit-status-words.ts'
import { nameFact } from '../fact-groups.ts'
import { nameSecret } from '../vault.ts'
import type { AuditEntry } from './audit-trail.ts'
import {
  accessedFileWords,
  article,
  heldMoneyWords,
  movedWords,
  nameChannel,
  nameColumn,
  nameListOf,
  nameStatus,
  nameValue,
  nounOf,
  sayGivenRole,
  settledWithoutMoney,
  trailAlarmWords,
  waitsForSecond,
} from './audit-words.ts'
import { callOutcomes } from './call-outcomes.ts'
import { nameLimit, sayLimit } from './limit-words.ts'
import { rightAreas } from './right-areas.ts'
import { nameRole } from './role-names.ts'
import type { RoleRow } from './staff.ts'
import { taskRecordTypes } from './tasks.ts'

/** A record or a mail that opens in the admin area, or a file with an address of its own. */
export type Target = { type: string; id: string } | { file: string }

/** Plain words, or the name of what it was done to, with what that opens. */
export type Part = string | { name: string; to: Target | null }

export interface ChangedColumn {
  label: string
  before: string | null
  after: string | null
}

export interface Sentence {
  parts: readonly Part[]
  /** What changed besides what the sentence says. */
  changes: readonly ChangedColumn[]
}

export type DescribedEntry = Pick<
  AuditEntry,
  'action' | 'subject_type' | 'actor_id' | 'about' | 'names' | 'before' | 'after'
>

type Values = Readonly<Record<string, unknown>>

/** `roles`: the rows, by whose titles it names a role. */
export function describeEntry(entry: DescribedEntry, roles: readonly RoleRow[]): Sentence {
  const { before, after } = entry
  const description = describe(entry, before ?? {}, after ?? {}, roles)
  return {
    parts: description.parts.filter((part) => part !== ''),
    changes: description.all ? [] : listChanges(entry, description.columns ?? []),
  }
}

/** The sentence alone, without what leads anywhere. */
export function formatSentence({ parts }: Sentence): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')
}

interface Description {
  parts: Part[]
  /** The columns that the sentence names. */
  columns?: readonly string[]
  /** It says all there is. */
  all?: boolean
}

const describe = (
  entry: DescribedEntry,
  before: Values,
  after: Values,
  roles: readonly RoleRow[],
): Description =>
  describeAction(entry, before, after) ??
  describeTable(entry, before, after, roles) ??
  describeStatusChange(entry, after) ??
  describeFields(entry, before, after)

/** An entry keeps what changed alone: its amounts are in the currency of the order that it is about. */
const sayColumn = ({ about, names }: DescribedEntry, row: Values, column: string) =>
  nameValue(column, row[column], { currency: about.currency, ...row }, names)

/** What a row is called that has no name but its key. */
const nameKey: Readonly<Record<string, (key: string) => string | null>> = {
  company_facts: nameFact,
  retention_periods: (subject) => subject.replaceAll('_', ' '),
  vat_rates(key) {
    const [vatClass, from] = key.split(' ')
    return `for ${nameValue('vat_class', vatClass)} from ${nameValue('valid_from', from)}`
  },
  // The page, and the place of the text on it.
  page_texts: (key) => key.replace(/ .*/, '').replaceAll('-', ' '),
  // Its words, and the page where it is of one page alone.
  page_actions(key) {
    const [, label = key, page] = /^(.*) (\S*)$/.exec(key) ?? []
    return page ? `${label} of the page ${page.replaceAll('-', ' ')}` : label
  },
}

/** "farmer " and the name, which opens the record. */
function subject({ about }: DescribedEntry): Part[] {
  const { type, id, name } = about
  const shown = name ?? (id ? nameKey[type]?.(id) : null) ?? null
  const opens = type === 'mails' || taskRecordTypes.some((known) => known === type)
  const to = opens && id ? { type, id } : null
  if (shown !== null) return [`${nounOf(type)} `, { name: shown, to }]
  return to
    ? [{ name: `${article(nounOf(type))} that is gone or not yours to see`, to }]
    : [article(nounOf(type))]
}

const because = (reason: unknown): string =>
  typeof reason === 'string' && reason ? `, because: ${reason}` : ''
const rights = new Map(rightAreas.flatMap((area) => Object.entries(area.rights)))

/** What has a word of its own as action. */
function describeAction(entry: DescribedEntry, before: Values, after: Values): Description | null {
  const whom = subject(entry)
  switch (entry.action) {
    case 'look':
      return {
        parts: [`looked at ${accessedFileWords[String(after.what)] ?? 'a file'} of `, ...whom],
        all: true,
      }
    case 'export':
      if (entry.subject_type === 'own_data') return { parts: ['downloaded their own data'], all: true }
      return {
        parts: [
          `downloaded the list of ${nameListOf(entry.subject_type)}`,
          after.format ? ` as ${String(after.format).toUpperCase()}` : '',
          after.unmasked ? ', with personal data in clear' : '',
          isFiltered(after.filters) ? ', filtered' : '',
        ],
        all: true,
      }
    case 'note':
      return { parts: ['wrote a note about ', ...whom], all: true }
    case 'contact':
      return { parts: ['noted a first contact about ', ...whom], all: true }
    case 'message':
      return {
        parts: [entry.about.type === 'orders' ? 'wrote to the buyer of ' : 'wrote by mail about ', ...whom],
        all: true,
      }
    case 'undo':
      return {
        parts:
          'correction' in before
            ? ['took back the correction that was asked of ', ...whom]
            : [
                'undid the decision about ',
                ...whom,
                `, from ${nameStatus(entry.about.type, before.status)} back to ${nameStatus(entry.about.type, after.status)}`,
              ],
        all: true,
      }
    case 'task':
      return { parts: describeTask(entry, after), all: true }
    case 'merge':
      return {
        parts: after.younger
          ? [`merged registration ${String(after.younger)} into `, ...whom]
          : ['merged ', ...whom, ` into registration ${String(after.older)}, and erased its private data`],
        all: true,
      }
    case 'send_document': {
      return {
        parts: [
          `sent the ${after.kind ? nameValue('kind', after.kind) : 'document'} ${String(after.number)} to the buyer of `,
          ...whom,
        ],
        all: true,
      }
    }
    case 'quote_delivery':
    case 'accept_delivery_by_phone':
      return {
        parts: [
          entry.action === 'quote_delivery'
            ? 'quoted the delivery of '
            : 'wrote down that the buyer agreed by telephone to the delivery of ',
          ...whom,
          `: ${nameValue('price_kobo', after.price_kobo)}, on ${nameValue('day', after.day)}`,
        ],
        all: true,
      }
    case 'change_delivery_day':
      return {
        parts: [
          'changed the day of delivery of ',
          ...whom,
          ` from ${nameValue('day', before.day)} to ${nameValue('day', after.day)}`,
        ],
        all: true,
      }
    case 'assign': {
      const to = after.assignee_id
      if (!to)
        return {
          parts: ['took ', ...whom, ` from ${nameValue('assignee_id', before.assignee_id, {}, entry.names)}`],
          all: true,
        }
      if (to === entry.actor_id) return { parts: ['took over ', ...whom], all: true }
      return { parts: ['gave ', ...whom, ' to ', entry.names[String(to)] ?? 'a colleague'], all: true }
    }
    case 'call':
      return {
        parts: [
          'called ',
          ...whom,
          `: ${callOutcomes[String(after.outcome)] ?? nameValue('outcome', after.outcome)}`,
        ],
        all: true,
      }
    case 'correction':
      return { parts: ['asked ', ...whom, ` to correct: ${nameFields(after.fields)}`], all: true }
    case 'change':
      return { parts: ['changed their own answers as ', ...whom, `: ${nameFields(after.fields)}`], all: true }
    case 'enter':
      return { parts: ['entered the form of ', ...whom, `, who ${nameChannel(after.channel)}`], all: true }
    case 'resend':
      return { parts: ['sent ', { name: 'a mail', to: openMail(entry) }, ' again'], all: true }
    case 'unsubscribe':
      return { parts: ['took an address off the newsletter'], all: true }
    case 'event':
      return {
        parts: ['wrote into the register of ', ...whom, `: ${nameValue('kind', after.kind)}`],
        all: true,
      }
    case 'freeze':
      return { parts: ['froze ', ...whom, ' by a link in a mail: "this was not me"'], columns: ['template'] }
    case 'ask_thaw':
      return { parts: ['asked to open ', ...whom, ' again'] }
    case 'thaw':
      return { parts: ['opened ', ...whom, ` again${because(after.reason)}`], all: true }
    case 'request_factor_reset':
      return {
        parts: ['asked to remove the second step of ', ...whom, because(after.reason)],
        columns: ['reason'],
      }
    case 'reset_second_factor':
      return {
        parts: ['removed the second step of ', ...whom, because(after.reason)],
        columns: ['reason', 'factors'],
      }
    case 'request':
      return { parts: ['asked to see their own private data'] }
    case 'cancel':
      return { parts: ['took back the request to see their own private data'], all: true }
    case 'alarm':
      return entry.subject_type === 'vault_seal'
        ? { parts: ['found private data that was changed past the application, of ', ...whom], all: true }
        : {
            parts: [
              `raised an alarm: many looks at private data (${trailAlarmWords[String(after.kind)]?.(Number(after.count)) ?? nameValue('kind', after.kind)})`,
            ],
            all: true,
          }
    case 'entry_lost':
    case 'entry_altered':
    case 'head_lost':
      return {
        parts: [
          `found that this trail is damaged: ${entry.action.replace('_', ' ')}`,
          ` (${entry.about.id ?? 'unknown'})`,
        ],
        all: true,
      }
    default:
      return null
  }
}

function describeTask(entry: DescribedEntry, after: Values): Part[] {
  const whom = subject(entry)
  if ('is_done' in after)
    return after.is_done ? ['finished a task about ', ...whom] : ['opened a task about ', ...whom, ' again']
  return [
    `${entry.before ? 'changed' : 'added'} a task about `,
    ...whom,
    `, due ${nameValue('due_on', after.due_on)}, for ${nameValue('assignee_id', after.assignee_id, {}, entry.names)}`,
  ]
}

const openMail = ({ about: { type, id } }: DescribedEntry) => (id ? { type, id } : null)

/** Tables whose rows are deeds rather than things. */
function describeTable(
  entry: DescribedEntry,
  before: Values,
  after: Values,
  roles: readonly RoleRow[],
): Description | null {
  const whom = subject(entry)
  // The trail brings the title itself: an auditor need not be able to read the roles.
  const title = (role: unknown) => entry.names[String(role)] ?? nameRole(String(role), roles)
  const value = (column: string, row = after) => sayColumn(entry, row, column)
  const { action } = entry
  const [isNew, isGone] = [action === 'insert', action === 'delete']
  switch (entry.subject_type) {
    case 'vault_reveals':
      return {
        parts: [`looked at the ${nameSecret(String(after.field))} of `, ...whom, because(after.reason)],
        all: true,
      }
    case 'photo_sittings':
      return {
        parts: [
          `began to review photos${after.queue ? ` of ${nameListOf(String(after.queue))}` : ''}${because(after.reason)}`,
        ],
        all: true,
      }
    case 'payments':
      return {
        parts: [
          movedWords[String(after.kind)] ?? 'confirmed ',
          value('amount_kobo'),
          after.kind === 'refund' ? ' of ' : ' for ',
          ...whom,
        ],
        columns: ['kind', 'amount_kobo', 'currency', 'corrects_id'],
      }
    case 'money_entries':
      if (!isNew && after.outcome) return describeOutcome(entry, after)
      return {
        parts: [
          `recorded ${heldMoneyWords[String(after.kind)] ?? 'money'} of ${value('amount_kobo')} for `,
          ...whom,
          waitsForSecond,
        ],
        columns: ['kind', 'amount_kobo', 'currency', 'recorded_by'],
      }
    case 'order_credits':
      return {
        parts: [
          `recorded ${heldMoneyWords[String(after.kind)] ?? 'money'} of ${value('amount_kobo')} for `,
          ...whom,
          `${settledWithoutMoney}${because(after.reason)}`,
        ],
        all: true,
      }
    case 'letters_of_credit':
      return describeLetter(entry, after)
    case 'quotes':
      if (isNew)
        return {
          parts: [`quoted ${value('total_kobo')} for `, ...whom],
          columns: ['total_kobo', 'currency', 'status'],
        }
      return {
        parts: [
          'changed the quote of ',
          ...whom,
          after.status ? ` from ${nameQuoteStatus(before)} to ${nameQuoteStatus(after)}` : '',
        ],
        columns: ['status', 'replaced_by'],
      }
    case 'user_roles':
      if (isNew && entry.actor_id !== null && entry.actor_id === entry.about.id)
        return {
          parts: [sayGivenRole(title(after.role), entry.names[String(after.granted_by)])],
          all: true,
        }
      if (isNew) return { parts: ['gave ', ...named(entry), ` the role ${title(after.role)}`], all: true }
      if (isGone)
        return { parts: ['took the role ', title(before.role), ' from ', ...named(entry)], all: true }
      return {
        parts: [
          'changed the role of ',
          ...named(entry),
          ` from ${title(before.role)} to ${title(after.role)}`,
        ],
        all: true,
      }
    case 'role_permissions': {
      const row = isGone ? before : after
      const right = rights.get(String(row.permission)) ?? 'one that is not there any more'
      return {
        parts: [`${isGone ? 'took from' : 'gave to'} the role ${title(row.role)} the right: ${right}`],
        all: true,
      }
    }
    case 'staff_invitations':
      if (isNew) return { parts: [`invited a colleague as ${title(after.role)}`], columns: ['role'] }
      if (after.accepted_at) return { parts: ['accepted an invitation to the desk'], all: true }
      if (after.withdrawn_at) return { parts: ['withdrew an invitation to the desk'], all: true }
      return null
    case 'staff_departures':
      return isGone
        ? { parts: ['brought ', ...named(entry), ' back'], all: true }
        : { parts: ['deactivated ', ...named(entry), because(after.reason)], columns: ['reason'] }
    case 'settlement_accounts':
      if (isNew) return { parts: ['proposed a bank account of the company'], columns: ['confirmed_outside'] }
      // Nobody else here could approve it: who has the code of the address outside confirms their own proposal.
      if (after.approved_at && after.confirmed_outside === true)
        return {
          parts: ['confirmed a bank account of the company by the code sent to the address outside'],
          columns: ['confirmed_outside'],
        }
      if (after.approved_at) return { parts: ['approved a bank account of the company'] }
      if (after.withdrawn_at)
        return { parts: ['withdrew a bank account of the company'], columns: ['withdrawn_at'] }
      return null
    case 'content_drafts':
      if (after.published_at) return { parts: ['published ', ...whom], columns: ['published_at'] }
      return isGone ? { parts: ['dropped ', ...whom], all: true } : null
    case 'legal_texts':
      if (after.published_at)
        return {
          parts: [
            `published ${legalTexts[String(after.kind ?? before.kind)] ?? 'a legal text'}`,
            after.version ? ` of ${value('version')}` : '',
          ],
          all: true,
        }
      return null
    case 'market_limits':
      return describeLimitChange(entry, before, after)
    case 'mail_suppressions':
      return isGone
        ? { parts: ['allowed mails to an address again'], columns: ['reason'] }
        : { parts: ['stopped mails to an address'] }
    case 'company_facts':
      if (action !== 'update') return null
      if (entry.about.id === 'logo') return describeLogo(after.value)
      return {
        parts: ['changed ', ...whom, ` from ${value('value', before)} to ${value('value')}`],
        all: true,
      }
    default:
      return null
  }
}

/** An entry from before says nothing of who had recorded it: it may have been either person who dropped it. */
function describeOutcome(entry: DescribedEntry, { outcome, recorded_by }: Values): Description {
  const whom = subject(entry)
  if (outcome === 'dropped' && !recorded_by)
    return { parts: ['dropped an entry of money of ', ...whom], all: true }
  if (outcome === 'dropped' && recorded_by === entry.actor_id)
    return { parts: ['took back their own entry of money of ', ...whom], all: true }
  return {
    parts: ['decided as second person about money of ', ...whom, `: ${nameValue('outcome', outcome)}`],
    all: true,
  }
}

/** The status is that of the letter: its order keeps its own. A draft comes from the buyer. */
function describeLetter(entry: DescribedEntry, after: Values): Description {
  const { action } = entry
  const whom: Part[] = ['the letter of credit of ', ...subject(entry)]
  if (action === 'delete') return { parts: ['removed ', ...whom] }
  if (typeof after.draft_path === 'string')
    return { parts: ['sent a draft of ', ...whom], columns: ['draft_path', 'status', 'step_back_reason'] }
  if (action === 'insert') return { parts: ['began ', ...whom], columns: ['status'] }
  if (typeof after.status !== 'string') return { parts: ['changed ', ...whom] }
  const words = (adminCreditStatusWords as Values)[after.status] ?? nameValue('status', after.status)
  return {
    parts: ['set ', ...whom, ` to "${words}"${because(after.step_back_reason)}`],
    columns: ['status', 'step_back_reason'],
  }
}

/** The picture itself, in place of where it is stored. */
function describeLogo(value: unknown): Description {
  if (typeof value !== 'string') return { parts: ['removed the logo of the company'], all: true }
  return { parts: ['changed the ', { name: 'logo', to: { file: value } }, ' of the company'], all: true }
}

/** "changed the limit "An order has at most ... different products" from 50 to 60, because: For the fair" */
function describeLimitChange(
  { action, about }: DescribedEntry,
  before: Values,
  after: Values,
): Description | null {
  const name = about.id ?? ''
  const say = (value: unknown) => (typeof value === 'number' ? sayLimit(name, value) : '(unknown)')
  const limit = `the limit "${nameLimit(name)}"`
  if (action === 'withdraw')
    return { parts: [`dropped the proposal to make ${limit} ${say(before.value)}`], all: true }
  if (action !== 'update' && action !== 'propose') return null
  const verb = action === 'propose' ? 'proposed to change' : 'changed'
  return {
    parts: [`${verb} ${limit} from ${say(before.value)} to ${say(after.value)}${because(after.reason)}`],
    all: true,
  }
}

const legalTexts: Readonly<Record<string, string>> = { terms: 'the terms', privacy: 'the privacy notice' }

const quoteStatuses: Readonly<Record<string, string>> = {
  waiting: 'waiting for a second person',
  open: 'waiting for the buyer',
  replaced: 'replaced by a later quote',
  refused: 'not sent to the buyer',
}

/** What another of our quotes took the place of was refused by nobody. */
const nameQuoteStatus = ({ status, replaced_by }: Values) =>
  replaced_by
    ? `replaced by quote ${replaced_by}`
    : (quoteStatuses[String(status)] ?? nameValue('status', status))

/** The person alone, without "the account of". */
const named = ({ about }: DescribedEntry): Part[] => [about.name ?? 'an account that is gone']

const verbs: Readonly<Record<string, string>> = {
  approved: 'approved',
  declined: 'declined',
  completed: 'completed',
  pending: 'reopened',
  published: 'published',
  hidden: 'hid',
  answered: 'answered',
  cancelled: 'cancelled',
}

/** One step of one of the three states of an order, or of the status of anything else. */
function describeStatusChange(entry: DescribedEntry, after: Values): Description | null {
  if (entry.action !== 'update') return null
  const whom = subject(entry)
  if (typeof after.status === 'string') {
    const isAnswer = entry.about.type === 'contact_messages' && after.status === 'completed'
    const verb = isAnswer ? 'answered' : verbs[after.status]
    const reason = because(after.decline_reason ?? after.credit_terms_reason)
    return {
      parts: verb
        ? [`${verb} `, ...whom, reason]
        : ['set the status of ', ...whom, ` to ${nameValue('status', after.status)}${reason}`],
      columns: ['status', ...(reason ? ['decline_reason', 'credit_terms_reason'] : [])],
    }
  }
  if (after.fulfilment_status)
    return {
      parts: [
        'set the delivery of ',
        ...whom,
        ` to ${nameValue('fulfilment_status', after.fulfilment_status)}`,
      ],
      columns: ['fulfilment_status'],
    }
  if (after.payment_status)
    return {
      parts: ['set the payment of ', ...whom, ` to ${nameValue('payment_status', after.payment_status)}`],
      columns: ['payment_status'],
    }
  return null
}

function describeFields(entry: DescribedEntry, before: Values, after: Values): Description {
  const whom = subject(entry)
  if (entry.action === 'insert') return { parts: ['added ', ...whom] }
  if (entry.action === 'delete') return { parts: ['removed ', ...whom] }
  if (entry.action !== 'update') return { parts: [`${entry.action.replaceAll('_', ' ')}: `, ...whom] }
  const changed = Object.keys({ ...before, ...after })
  const [column] = changed
  if (!column || changed.length > 1) return { parts: ['changed ', ...whom] }
  const [was, is] = [before, after].map((row) => sayColumn(entry, row, column))
  // Long texts stand below one another instead.
  if (`${was}${is}`.length > 80) return { parts: [`changed the ${nameColumn(column)} of `, ...whom] }
  return { parts: [`changed the ${nameColumn(column)} of `, ...whom, ` from ${was} to ${is}`], all: true }
}

/** An added row says what it is, a removed one what it was. */
function listChanges(entry: DescribedEntry, shown: readonly string[]): ChangedColumn[] {
  const { action, before, after } = entry
  const [was, is] = [before ?? {}, after ?? {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((column) => {
    if (shown.includes(column)) return []
    return {
      label: nameColumn(column),
      before: action !== 'insert' && column in was ? sayColumn(entry, was, column) : null,
      after: action !== 'delete' && column in is ? sayColumn(entry, is, column) : null,
    }
  })
}

function isFiltered(filters: unknown): boolean {
  if (filters === null || typeof filters !== 'object') return false
  return Object.values(filters).some((value) => value !== null && value !== false)
}

/** ['farmSize', 'goals'] as "farm size, goals". */
const nameFields = (fields: unknown) => (Array.isArray(fields) ? fields.map(nameColumn).join(', ') : '')
