// The reference rows that equal something in domain/: supabase/reference/*.generated.sql. The database obeys its rows.
import { dueClocks, queueSources } from '#domain/admin/admin.ts'
import { listAuditWords } from '#domain/admin/audit-search-words.ts'
import { roleDescriptions, rolePermissions } from '#domain/admin/roles.ts'
import { defaultContent } from '#domain/company/content-defaults.ts'
import type { FormRules } from '#domain/forms.ts'
import { contractTermRules, lineTermRules } from '#domain/market/contract-term-questions.ts'
import { marketLimits } from '#domain/market/market-limits.ts'
import { marketOrderRules } from '#domain/market/market-orders.ts'
import {
  type Coupling,
  fulfilmentMachine,
  orderCouplings,
  paymentMachine,
} from '#domain/market/order-axes.ts'
import { orderRequestRules } from '#domain/market/order-request.ts'
import { orderMachine } from '#domain/market/orders.ts'
import { productMachine } from '#domain/market/products.ts'
import { paymentSchedules } from '#domain/market/quotes.ts'
import { orderProducts, orderProductsBesideFood } from '#domain/order-products.ts'
import { applicationTables, registrationRecordTypes } from '#domain/record-types.ts'
import { findGuard } from '#domain/registrations/guards.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { registrationFormNames, registrationMachine } from '#domain/registrations/registrations.ts'
import { retentionPeriods } from '#domain/retention-periods.ts'
import type { StatusMachine } from '#domain/status-machines.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

type Value = string | number | boolean | null | readonly string[]

function literal(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return quoteText(value)
  return `array[${value.map(literal).join(', ')}]`
}

function insert(table: string, columns: string, rows: readonly (readonly Value[])[]): string {
  const lines = rows.map((row) => `  (${row.map(literal).join(', ')})`)
  return `insert into ${table} (${columns})\nvalues\n${lines.join(',\n')};\n`
}

/** `from` names what is changed instead of the file. */
function file(name: string, from: string, ...statements: string[]): GeneratedFile {
  const head = `-- Generated from ${from} by npm run generate; change it there.\n`
  return { path: `supabase/reference/${name}.generated.sql`, text: head + statements.join('\n') }
}

function stepsOf(machine: StatusMachine<string>): [from: string, to: string][] {
  return Object.entries(machine.transitions).flatMap(([from, next]) =>
    next.map((to): [string, string] => [from, to]),
  )
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function permissions(): GeneratedFile {
  const rights = Object.entries(rolePermissions).flatMap(([role, list]) => list.map((right) => [role, right]))
  return file(
    '02_permissions',
    'domain/admin/roles.ts',
    insert(
      'public.roles',
      'name, title, description, is_built_in, refund_up_to_kobo, quote_below_list_percent',
      Object.entries(roleDescriptions).map(([role, described]) => [
        ...[role, described.title, described.description, true],
        ...[described.refundUpToKobo, described.quoteBelowListPercent],
      ]),
    ),
    insert('public.role_permissions', 'role, permission', rights),
  )
}

/** The forms that a client sends itself, whole; of those that the server judges, the names of their fields. */
function fieldRules(): GeneratedFile {
  const forms: Record<string, FormRules> = {
    order: orderRequestRules,
    market_order: marketOrderRules,
    contract_terms: contractTermRules,
    quote_line_terms: lineTermRules,
  }
  const rules = Object.entries(forms).flatMap(([form, fields]) =>
    Object.entries(fields).map(([field, rule], index) => [
      ...[form, index + 1, field, rule.kind, rule.min, rule.max, rule.options ?? null],
      ...[rule.message, rule.tooLong, rule.malformed ?? null],
    ]),
  )
  const fields = registrationFormNames.flatMap((form) =>
    Object.entries(getRegistrationRules(form)).map(([field, { secret = false, label }]) => [
      ...[form, field, secret, label, findGuard(field)],
    ]),
  )
  return file(
    '03_field_rules',
    'the forms in domain/market/ and domain/registrations/',
    insert(
      'private.field_rules',
      'form, position, field, kind, min, max, options, message, too_long, malformed',
      rules,
    ),
    insert('private.registration_fields', 'form, field, is_secret, label, guard', fields),
  )
}

function content(): GeneratedFile[] {
  const { facts, figures, careers, actions } = defaultContent
  const from = 'domain/company/content-defaults.ts'
  const placeOf = (index: number) =>
    figures.slice(0, index + 1).filter(({ page }) => page === figures[index]?.page).length
  return [
    file(
      '21_company_facts',
      from,
      insert(
        'public.company_facts',
        'key, value',
        Object.entries(facts).map(([key, value]) => [snake(key), value]),
      ),
    ),
    file(
      '22_impact_figures',
      from,
      insert(
        'public.impact_figures',
        'page, position, value, label',
        figures.map(({ page, value, label }, index) => [page, placeOf(index), value, label]),
      ),
    ),
    file(
      '24_careers',
      from,
      insert(
        'public.career_categories',
        'id, title, icon, colour, sort_order',
        careers.map(({ id, title, icon, colour }, index) => [id, title, icon, colour, index + 1]),
      ),
    ),
    file(
      '25_page_actions',
      from,
      insert(
        'public.page_actions',
        'label, page, target',
        actions.map(({ label, page, target }) => [label, page, target]),
      ),
    ),
  ]
}

function products(): GeneratedFile {
  return file(
    '55_order_products',
    'domain/order-products.ts',
    insert(
      'public.order_products',
      'label, position, vat_class',
      orderProducts.map((label, index) => [
        ...[label, index + 1],
        orderProductsBesideFood.includes(label) ? 'standard' : 'basic_food',
      ]),
    ),
  )
}

function retention(): GeneratedFile {
  return file(
    '44_retention',
    'domain/retention.ts and retention-periods.ts',
    insert(
      'public.retention_periods',
      'subject, keep, description, at_least',
      retentionPeriods.map(({ subject, period, description, atLeast }) => [
        subject,
        period,
        description,
        atLeast,
      ]),
    ),
    insert(
      'private.retention_in_force',
      'subject, since, keep',
      retentionPeriods.map(({ subject, period }) => [subject, '-infinity', period]),
    ),
  )
}

function axes(): GeneratedFile {
  const machines = { product: productMachine, payment: paymentMachine, fulfilment: fulfilmentMachine }
  const steps = Object.entries(machines).flatMap(([axis, machine]) =>
    stepsOf(machine).map((step) => [axis, ...step]),
  )
  const couplings = Object.entries<Coupling>(orderCouplings).flatMap(([event, coupling]) =>
    Object.entries(coupling).flatMap(([axis, changes]) =>
      Object.entries(changes as Record<string, string>).map(([from, to]) => [event, axis, from, to]),
    ),
  )
  return file(
    '50_axes',
    'domain/market/order-axes.ts and products.ts',
    insert('private.axis_transitions', 'axis, from_value, to_value', steps),
    insert('private.order_couplings', 'event, axis, from_value, to_value', couplings),
  )
}

function orders(): GeneratedFile[] {
  const schedules = Object.entries(paymentSchedules).flatMap(([terms, parts]) =>
    parts.map(({ percent, due }, index) => [terms, index + 1, percent, due]),
  )
  return [
    file(
      '50_market_limits',
      'domain/market/market-limits.ts',
      insert('private.market_limits', 'name, value', Object.entries(marketLimits)),
    ),
    file(
      '65_quotes',
      'domain/market/quotes.ts',
      insert('private.payment_schedules', 'terms, position, percent, due', schedules),
    ),
  ]
}

function decisions(): GeneratedFile[] {
  const machines = Object.fromEntries([
    ['orders', orderMachine],
    ...[...registrationRecordTypes, ...applicationTables].map((table) => [table, registrationMachine]),
  ]) as Record<string, StatusMachine<string>>
  const steps = Object.entries(machines).flatMap(([table, machine]) =>
    stepsOf(machine).map((step) => [table, ...step]),
  )
  return [
    file(
      '70_decisions',
      'the status machines in domain/market/orders.ts and domain/registrations/registrations.ts',
      insert('private.status_transitions', 'record_type, from_status, to_status', steps),
    ),
    file(
      '71_record_work',
      'domain/admin/admin.ts',
      insert(
        'private.due_clocks',
        'record_type, clock, hours',
        dueClocks.map(({ recordType, clock, hours }) => [recordType, clock, hours]),
      ),
    ),
  ]
}

function queues(): GeneratedFile {
  return file(
    '72_lists',
    'domain/admin/admin.ts',
    insert(
      'private.admin_queues',
      'queue, source, permission',
      Object.entries(queueSources).map(([queue, source]) => [
        ...[queue, source ?? queue, source === null ? `${queue}.read` : null],
      ]),
    ),
  )
}

function auditWords(): GeneratedFile {
  return file(
    '83_audit_words',
    'domain/admin/audit-search-words.ts and the words that it reads',
    insert(
      'private.audit_words',
      'phrase, action, subject_type, after, condition',
      listAuditWords().map(({ words, action, subjectType, after, condition }) => [
        ...[words, action, subjectType, JSON.stringify(after), condition],
      ]),
    ),
  )
}

export function writeReferenceRows(): GeneratedFile[] {
  return [
    permissions(),
    fieldRules(),
    ...content(),
    products(),
    retention(),
    axes(),
    ...orders(),
    ...decisions(),
    queues(),
    auditWords(),
  ]
}
