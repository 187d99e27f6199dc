// What the database reads of domain/ in its CHECKs, rights and functions: lists and limits, each a function of constants alone.
import { ownSecretsWait } from '#domain/account/own-secrets.ts'
import { adminRecordTypes, nameAdminPermission, undoableTypes, undoSeconds } from '#domain/admin/admin.ts'
import { auditedTables } from '#domain/admin/audit-trail.ts'
import { conversationTypes } from '#domain/admin/conversations.ts'
import { personTypes } from '#domain/admin/persons.ts'
import { taskRecordTypes } from '#domain/admin/tasks.ts'
import { newsletterConfirmDays } from '#domain/company/newsletter.ts'
import { limits } from '#domain/limits.ts'
import { owedStatuses, payableStatuses } from '#domain/market/orders.ts'
import { accountCurrencies, nameCurrency } from '#domain/market/settlement-accounts.ts'
import { stockReasons } from '#domain/market/stock.ts'
import { stockAlertConfirmDays } from '#domain/market/stock-alerts.ts'
import { vatClasses } from '#domain/market/vat.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { registrationRecordTypes } from '#domain/record-types.ts'
import { channels } from '#domain/registrations/intake.ts'
import { listPhotoRecordTypes } from '#domain/registrations/registrations.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

interface Constant {
  signature: string
  type: 'text' | 'text[]' | 'integer' | 'interval'
  value: string
}

export function writeDomainLists(): GeneratedFile {
  const lists: Record<string, readonly string[]> = {
    admin_types: adminRecordTypes,
    task_types: taskRecordTypes,
    undoable_types: undoableTypes,
    conversation_types: conversationTypes,
    person_types: personTypes,
    registration_types: registrationRecordTypes,
    registration_channels: channels,
    photo_types: listPhotoRecordTypes(),
    currencies: accountCurrencies,
    owed_statuses: owedStatuses,
    payable_statuses: payableStatuses,
    stock_reasons: stockReasons,
    vat_classes: vatClasses,
    states: nigerianStates.map(({ value }) => value),
  }
  const periods = {
    undo_period: `${undoSeconds} seconds`,
    alarm_link_period: `${limits.alarmLinkDays} days`,
    dispute_period: `${limits.disputeHours} hours`,
    own_secrets_wait: `${ownSecretsWait.hours} hours`,
    own_secrets_open_period: `${ownSecretsWait.openDays} days`,
    guest_link_period: `${limits.linkDays} days`,
    link_again_period: `${limits.linkAgainDays} days`,
    newsletter_confirm_period: `${newsletterConfirmDays} days`,
    stock_alert_confirm_period: `${stockAlertConfirmDays} days`,
  }
  const constants: Constant[] = [
    ...Object.entries(lists).map(
      ([name, values]): Constant => ({ signature: `${name}()`, type: 'text[]', value: writeArray(values) }),
    ),
    { signature: 'currency_words()', type: 'text', value: quoteText(nameCurrencies()) },
    ...Object.entries(periods).map(
      ([name, length]): Constant => ({
        signature: `${name}()`,
        type: 'interval',
        value: `interval '${length}'`,
      }),
    ),
    { signature: 'cv_bytes_max()', type: 'integer', value: String(limits.cvBytesMax) },
    { signature: 'audited_tables(kind text)', type: 'text[]', value: writeAuditedTables() },
    {
      signature: 'admin_permission(record_type text, verb text)',
      type: 'text',
      value: writeAdminPermission(),
    },
  ]
  const names = constants.map(({ signature }) => `private.${signature}`).join(',\n  ')
  return {
    path: 'supabase/schemas/02_domain_lists.generated.sql',
    text: `-- Generated from what scripts/generate/domain-lists.ts names of domain/, by npm run generate.
${constants.map(writeFunction).join('\n')}
revoke all on function
  ${names}
  from public, anon, authenticated, service_role;
-- Who writes a row has to be able to run its CHECKs.
grant execute on function
  ${names}
  to authenticated, service_role;
`,
  }
}

const writeArray = (values: readonly string[]) => `array[${values.map(quoteText).join(', ')}]`

/** 'naira (NGN), US dollars (USD) or pounds (GBP)' */
function nameCurrencies(): string {
  const words = accountCurrencies.map((currency) => `${nameCurrency(currency)} (${currency})`)
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** A name that is no kind is a table's own. */
function writeAuditedTables(): string {
  const kinds = Object.entries(auditedTables)
  const cases = kinds.map(([kind, tables]) => `    when ${quoteText(kind)} then ${writeArray(tables)}`)
  return ['case kind', ...cases, '    else array[kind]', '  end'].join('\n')
}

/** Null for what is no such kind of record. */
function writeAdminPermission(): string {
  const cases = adminRecordTypes.flatMap((type) =>
    (['read', 'decide'] as const).flatMap((verb) => {
      const permission = nameAdminPermission(type, verb)
      return permission === `${type}.${verb}`
        ? []
        : [
            `    when record_type = ${quoteText(type)} and verb = ${quoteText(verb)} then ${quoteText(permission)}`,
          ]
    }),
  )
  const others = `    when record_type = any (private.admin_types()) then record_type || '.' || verb`
  return ['case', ...cases, others, '  end'].join('\n')
}

const writeFunction = ({
  signature,
  type,
  value,
}: Constant) => `create function private.${signature} returns ${type}
language sql immutable parallel safe
return ${value};
`
