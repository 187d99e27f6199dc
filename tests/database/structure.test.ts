// Habits of the schema, read from the catalogue: a table added tomorrow cannot forget them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { adminRecordTypes } from '#domain/admin/admin.ts'
import { roles } from '#domain/admin/roles.ts'
import {
  blockPages,
  careerLevels,
  courseTopics,
  factKeys,
  figurePages,
  projectKinds,
  projectProgress,
} from '#domain/company/content.ts'
import { defaultContent } from '#domain/company/content-defaults.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { applicationTables, registrationRecordTypes } from '#domain/record-types.ts'
import { readContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { generateDatabaseTypes } from '../../scripts/generate-database-types.ts'

const root = join(import.meta.dirname, '../..')
/** What visitors may read: the content of public pages. */
const publicTables = [
  'board_contacts',
  'board_members',
  'career_categories',
  'career_positions',
  'company_facts',
  'courses',
  'crop_seasons',
  'impact_figures',
  'legal_texts',
  'order_products',
  'page_actions',
  'page_facts',
  'page_texts',
  'photographs',
  'products',
  'projects',
  'stories',
]

const app = await openApp()
afterAll(() => app.close())

/** The names that a query finds; an empty list is the good answer in most tests here. */
async function list(text: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ name: string }>(text)
  return rows.map(({ name }) => name)
}

const ours = `in ('public'::regnamespace, 'private'::regnamespace, 'app_vault'::regnamespace)`

describe('the schema', () => {
  it('has row level security on every table', async () => {
    expect(
      await list(`select oid::regclass::text as name from pg_class
        where relnamespace ${ours} and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([])
  })

  it('has no view that reads with the rights of its owner', async () => {
    expect(
      await list(`select oid::regclass::text as name from pg_class
        where relnamespace ${ours} and relkind = 'v' and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`),
    ).toEqual([])
  })

  it('names a role in every policy, and visitors only to read what pages show', async () => {
    expect(
      await list(`select policyname as name from pg_policies where schemaname in ('public', 'private')
        and not (roles <@ '{anon,authenticated}')`),
    ).toEqual([])
    expect(
      await list(`select distinct tablename || ' ' || cmd as name from pg_policies
        where schemaname in ('public', 'private') and 'anon' = any (roles) order by 1`),
    ).toEqual(publicTables.map((table) => `${table} SELECT`))
  })

  it('has one policy for each table, command and role, never one for all commands', async () => {
    expect(
      await list(`select tablename || ' ' || cmd as name from pg_policies, unnest(roles) as role
        where schemaname in ('public', 'private')
        group by tablename, cmd, role having count(*) > 1 or cmd = 'ALL'`),
    ).toEqual([])
  })

  it('checks what an update writes, not only what it finds', async () => {
    expect(
      await list(`select policyname as name from pg_policies where cmd = 'UPDATE' and with_check is null`),
    ).toEqual([])
  })

  it('looks up the caller once for each statement, not once for each row', async () => {
    // PostgreSQL prints the wrapped call as "( SELECT auth.uid() AS uid)".
    expect(
      await list(`select policyname as name from pg_policies
        where regexp_replace(coalesce(qual, '') || coalesce(with_check, ''),
          'SELECT (auth\\.(uid|jwt|role)\\(\\)|private\\.has(_strong)?_permission\\()', '', 'g')
          ~ '(auth\\.(uid|jwt|role)\\(|private\\.has(_strong)?_permission\\()'`),
    ).toEqual([])
  })

  it('lets visitors and signed-in people call only the listed functions', async () => {
    const callable = (role: string) =>
      list(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace ${ours} and has_schema_privilege('${role}', pronamespace, 'usage')
          and has_function_privilege('${role}', p.oid, 'execute')
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
    expect(await callable('anon')).toEqual([
      'current_crypto_wallet()',
      'delivery_options(jsonb,text,text)',
      'search_products(text,text,text,integer,integer)',
    ])
    expect((await callable('authenticated')).sort()).toEqual(
      [
        'accept_delivery_by_phone(uuid,bigint,date)',
        'change_delivery_day(uuid,date,date)',
        'submit_order(jsonb,uuid)',
        ...['letter_of_credit(uuid)', 'send_credit_draft(uuid,text)', 'set_letter_of_credit(uuid,jsonb)'],
        'delivery_options(jsonb,text,text)',
        'preview_delivery(numeric,text,text)',
        'quote_delivery(uuid,jsonb)',
        'accept_delivery(uuid,bigint,date,jsonb)',
        'payable_currencies()',
        'private.are_areas(text[])',
        'private.are_weekdays(smallint[])',
        'private.is_plain_list(anyarray)',
        'private.is_price_ladder(integer[],bigint[])',
        'private.describe_review(text,timestamp with time zone)',
        'reopen_order(uuid,text)',
        'place_market_order(jsonb,jsonb)',
        'payment_details(uuid,jsonb)',
        'confirm_order_prices(uuid,bigint,jsonb)',
        'claim_payment(uuid,jsonb,jsonb)',
        'confirm_payment(uuid,jsonb)',
        'correct_payment(uuid,jsonb)',
        'reject_payment_claim(uuid)',
        'record_refund(uuid,jsonb)',
        'set_credit_terms(uuid,text,text)',
        'list_vat_rates()',
        'settle_remainder(uuid,jsonb)',
        'paid_kobo(orders)',
        'has_account(orders)',
        'order_hold(orders)',
        'list_ledger_balances(date)',
        'list_order_ledger(uuid)',
        'private.is_lapsed(order_documents)',
        'private.is_replaced(order_documents)',
        'standing(order_documents)',
        'move_order(uuid,text,text)',
        'swap_order_products(uuid,uuid)',
        'merge_cart(jsonb)',
        'save_cart(jsonb)',
        'merge_wishes(uuid[])',
        'list_own_orders(text,text,timestamp with time zone,uuid,integer)',
        'watch_stock(uuid,boolean)',
        'send_order_message(uuid,text,jsonb)',
        'private.require_message_file(text,uuid)',
        'list_market_limits()',
        'change_market_limit(text,integer,integer,text)',
        'decide_market_limit(bigint,boolean)',
        'list_retention_periods()',
        'list_conversation(text,uuid)',
        'send_record_message(text,uuid,text,uuid,text[],boolean)',
        'open_order_dispute(uuid,jsonb,jsonb)',
        'resolve_order_dispute(uuid,jsonb)',
        'rate_order(uuid,integer,text)',
        'rate_product(uuid,uuid,integer,text,jsonb)',
        'quote_order(uuid,jsonb)',
        'preview_quote(uuid,jsonb)',
        'product_history(uuid)',
        'find_approved_farmers(text)',
        'product_stock(products)',
        'change_product(uuid,jsonb,jsonb)',
        'private.refuse_unseen_change(products,jsonb,jsonb)',
        'record_stock(uuid,jsonb)',
        'accept_quote(uuid,bigint)',
        'decline_quote(uuid,text)',
        'make_counter_offer(uuid,jsonb)',
        'claim_market_orders()',
        'issue_pro_forma(uuid,jsonb)',
        'issue_quote_document(uuid)',
        'send_order_document(uuid)',
        'compare_registrations(text,uuid,uuid)',
        'find_merges(text,uuid)',
        'search_products(text,text,text,integer,integer)',
        'reissue_guest_link(text,uuid,text,text)',
        'find_registration(text)',
        'find_duplicates(text,uuid)',
        'log_call(text,uuid,text,text,date,time without time zone,uuid)',
        'record_audit_event(text,jsonb,uuid)',
        'request_correction(text,uuid,jsonb,text)',
        'own_registration_events(uuid)',
        'renew_consent(text,uuid)',
        'withdraw_consent(text,uuid)',
        'private.consent_withdrawn_at(text,uuid)',
        'private.own_newsletter_ids()',
        'private.order_limits()',
        'private.owed_statuses()',
        'private.payable_statuses()',
        'private.own_erasures()',
        'private.own_registration_ids()',
        'private.registrations_with(text)',
        'approve_settlement_account(uuid)',
        'current_crypto_wallet()',
        'propose_settlement_account(text,jsonb)',
        'withdraw_settlement_account(uuid)',
        'send_settlement_code(uuid)',
        'confirm_settlement_code(uuid,text)',
        'settlement_ways()',
        'assign_records(text,uuid[],uuid)',
        'request_corrections(text,uuid[],jsonb,text)',
        'undo_correction(bigint)',
        'undo_corrections(bigint[])',
        'undo_decision(bigint)',
        'undo_decisions(bigint[])',
        'decide_money_entry(uuid,boolean)',
        'decide_waiting_quote(uuid,boolean)',
        'compare_with_list(uuid,jsonb,text)',
        'why_quote_waits(uuid)',
        'waiting_quote_obstacle(uuid)',
        'list_money_entries(uuid)',
        'begin_sitting(text,text)',
        'my_sitting()',
        'end_sitting()',
        'close_vault_alarm(uuid)',
        'admin_notices()',
        'list_my_sessions()',
        'end_my_session(uuid)',
        'has_newsletter()',
        'choose_newsletter(boolean)',
        'reveal_secret(text,uuid,text,text)',
        'my_own_secrets()',
        'private.begin_own_export()',
        'private.check_merge(text,uuid,uuid,text,text)',
        'private.merge_registrations(text,uuid,uuid,text,text)',
        'private.merged_into(uuid)',
        'private.merged_with(text,uuid)',
        'private.cancel_own_secrets()',
        'masked_secrets(text,uuid)',
        'erase_my_data()',
        'private.own_vault_person_ids()',
        'private.has_permission(text)',
        'private.stopped_addresses()',
        'private.is_in_admin()',
        'private.may_read_topic(text)',
        'private.has_strong_permission(text)',
        'private.list_own_photo_accesses()',
        'private.lock_for_decisions(text,uuid[],text)',
        'private.clean_line(text)',
        'private.clean_text(text)',
        'private.is_email(text)',
        'private.normalise_phone(text)',
        'private.phone_problem(text)',
        'private.quantity_problem(text)',
        'private.strip_markup(text)',
        'my_permissions()',
        'end_subscription(uuid)',
        'private.newsletter_exit(uuid)',
        'suppress_address(text,text)',
        'lift_suppression(text)',
        'find_records(text,text,text,boolean,integer,integer,text,jsonb,text)',
        ...[...adminRecordTypes, 'newsletter_subscriptions'].map((source) => `${source}(record_page)`),
        'next_records(text,text,text,boolean,text,text,uuid,jsonb)',
        'find_record_flags(text,uuid[])',
        'admin_home()',
        'admin_places()',
        'find_record_work(text,uuid[])',
        'admin_counts()',
        'private.apply_changes(jsonb)',
        'private.apply_row(jsonb)',
        'private.apply_change(jsonb,boolean)',
        'private.name_change(jsonb)',
        'private.say_refusal(text,text,text,text)',
        'private.awaits_correction(text,uuid)',
        'private.describe_rule(text,text)',
        'private.save_board_contact(integer,jsonb)',
        'list_published_content(integer)',
        'list_page_text_versions(text,text)',
        'list_page_texts(text)',
        'private.page_text_rules()',
        'private.mark_draft_published(uuid,timestamp with time zone)',
        'save_draft(uuid,text,jsonb,timestamp with time zone)',
        'drop_draft(uuid,timestamp with time zone)',
        'publish_draft(uuid,timestamp with time zone)',
        'save_legal_text(text,jsonb,timestamp with time zone)',
        'publish_legal_text(uuid,timestamp with time zone)',
        'count_acceptances(text)',
        'start_export(text,text,jsonb,boolean)',
        'next_mails(text,text,text,uuid,date,date)',
        'count_audit(text,uuid,text,timestamp with time zone,timestamp with time zone,boolean)',
        'list_audited_people()',
        'private.search_patterns(text)',
        'invite_staff(text,text)',
        'withdraw_invitation(uuid)',
        'open_breach(jsonb)',
        'add_breach_event(uuid,text,timestamp with time zone,text,jsonb)',
        'list_breach_events(uuid)',
        'private.breach_due_at(breaches)',
        'accept_invitation()',
        'change_staff_role(uuid,text,text)',
        'deactivate_staff(uuid,text)',
        'set_role_permission(text,text,boolean)',
        'list_staff()',
        'list_last_actions()',
        'create_role(jsonb)',
        'change_role(text,jsonb,timestamp with time zone)',
        'delete_role(text)',
        'list_assignees(text)',
        'private.require_figures_right(text)',
        'private.figure_span(date,date)',
        'private.stated_state(text)',
        'private.states()',
        'goods_may_leave(orders)',
        ...['buyers', 'farmers', 'investors', 'training_enrolments'].map((table) => `merged_with(${table})`),
        'correction_waits(orders)',
        'answer_waits(orders)',
        'refund_to_send_kobo(orders)',
        'told_by(orders)',
        'to_ring(orders)',
        'goods_obstacle(orders)',
        'decline_obstacle(orders)',
        'figures_over_time(text,date,date,text)',
        'figures_by(text,text,date,date)',
        'figures_promise_kept(date,date)',
        'list_mails(text,text,integer,integer,boolean,date,date)',
        'find_mail(uuid)',
        'record_history(text,uuid)',
        'list_record_mails(text,uuid)',
        'note_export_progress(uuid,integer,integer,boolean)',
        'export_progress(uuid)',
        'resend_mail(uuid)',
        // Constants of domain/, for CHECKs and rights.
        ...[
          ...['admin_permission(text,text)', 'admin_types()', 'alarm_link_period()', 'audited_tables(text)'],
          ...['currencies()', 'currency_words()', 'cv_bytes_max()', 'person_types()', 'photo_types()'],
          ...['conversation_types()', 'dispute_period()', 'guest_link_period()', 'link_again_period()'],
          ...['newsletter_confirm_period()', 'own_secrets_open_period()', 'own_secrets_wait()'],
          ...['registration_channels()', 'stock_alert_confirm_period()'],
          ...['registration_types()', 'stock_reasons()', 'task_types()', 'undo_period()', 'undoable_types()'],
          'vat_classes()',
        ].map((name) => `private.${name}`),
        'private.admin_types_with(text)',
        'private.readable_lists()',
        'private.readable_task_types()',
        'private.task_permission(text)',
        'private.require_admin_right(text,text)',
        'private.require_strong_right(text)',
        'add_record_note(text,uuid,text,uuid[])',
        'add_task(text,uuid,text,date,time without time zone,uuid)',
        'change_task(uuid,text,date,time without time zone,uuid,timestamp with time zone)',
        'finish_task(uuid,boolean)',
        'list_tasks(text,integer)',
        'admin_bell()',
        'mark_notices_read(bigint[])',
        'find_person(text,uuid,text,integer)',
        'assign_record(text,uuid,uuid,uuid)',
        'log_first_contact(text,uuid)',
        'decide_records(text,jsonb,text,text)',
        'record_access(text,uuid,text,text)',
        'search_audit(text,uuid,text,text,timestamp with time zone,timestamp with time zone,bigint,integer,boolean)',
        'search_buyer_attempts(text,text,timestamp with time zone,timestamp with time zone,bigint,integer)',
        'search_sign_ins(uuid,boolean,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer)',
        'search_everything(text,integer)',
      ].sort(),
    )
  })

  // A body of standard SQL (`return ...`) is resolved once, when it is created: no search path changes what it names.
  it('pins the search path of every function', async () => {
    expect(
      await list(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace ${ours} and not coalesce(proconfig, '{}') @> array['search_path=""'] and prosqlbody is null
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`),
    ).toEqual([])
  })

  it('has an index for every foreign key', async () => {
    expect(
      await list(`select conname as name from pg_constraint k
        where contype = 'f' and connamespace ${ours} and not exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`),
    ).toEqual([])
  })

  it('names its constraints after table, column and rule', async () => {
    expect(
      await list(`select conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
        where connamespace ${ours} and contype in ('c', 'f', 'u') and conname not like relname || '\\_%'`),
    ).toEqual([])
  })

  it('publishes the live tables to realtime', async () => {
    const published = await list(`select tablename as name from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public'`)
    expect(published).toEqual(
      expect.arrayContaining([
        ...['profiles', 'orders'],
        ...registrationRecordTypes,
        ...applicationTables,
        'contact_messages',
      ]),
    )
  })
})

describe('the schema files and the migrations', () => {
  const files = globSync('supabase/{schemas,migrations}/*.sql', { cwd: root })
  const statements = files.map((file) => readFileSync(join(root, file), 'utf8').replace(/--.*$/gm, ''))

  it('never grant everything', () => {
    expect(files.length).toBeGreaterThan(5)
    for (const sql of statements) expect(sql).not.toMatch(/grant\s+all/i)
  })

  it('take the default rights of Supabase away from every table before they give any', () => {
    for (const sql of statements) {
      for (const [, table] of sql.matchAll(/create table (\S+)/g)) {
        expect(sql).toMatch(new RegExp(`revoke all on table ${table} from public, anon, authenticated`))
      }
    }
  })

  it('name no privilege that PostgreSQL 15 does not know', () => {
    for (const sql of statements) expect(sql).not.toMatch(/^(grant|revoke) [a-z, ]*\bmaintain\b/im)
  })

  it('need no right that Supabase does not give', () => {
    for (const sql of statements) {
      expect(sql).not.toMatch(
        /create (role|schema (?!if not exists (?:private|strongroom|app_vault))|extension)|alter (role|system)|superuser/i,
      )
    }
  })
})

describe('what the domain and the database both say', () => {
  it('is the same in the generated types as in the catalogue', async () => {
    const written = readFileSync(join(root, 'domain/database.generated.ts'), 'utf8')
    const hint = 'run: node scripts/generate-database-types.ts'
    expect(await generateDatabaseTypes(app.owner as never), hint).toBe(written)
  })

  it('is the same for the names of the roles', async () => {
    const names = await list('select name from public.roles where is_built_in')
    expect(names.sort()).toEqual([...roles].sort())
  })

  it('is the same for the content of an application in which nobody has edited anything', async () => {
    expect(await readContent(app.database, catalogueAsJson)).toEqual(defaultContent)
  })

  it('is the same for the keys of facts, the pages with figures, and the levels of positions', async () => {
    const known = async (constraint: string) => {
      const [check] = await list(
        `select pg_get_constraintdef(oid) as name from pg_constraint where conname = '${constraint}'`,
      )
      return [...(check ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => value)
    }
    expect((await known('company_facts_key_known')).sort()).toEqual(Object.values(factKeys).sort())
    expect((await known('impact_figures_page_known')).sort()).toEqual([...figurePages].sort())
    expect(await known('career_positions_level_known')).toEqual([...careerLevels])
    for (const table of ['stories', 'photographs', 'page_facts'])
      expect(await known(`${table}_page_known`)).toEqual([...blockPages])
    expect(await known('courses_topic_known')).toEqual([...courseTopics])
    expect(await known('projects_kind_known')).toEqual([...projectKinds])
    expect(await known('projects_progress_known')).toEqual([...projectProgress])
    expect(await list('select unnest(private.states()) as name')).toEqual(
      nigerianStates.map(({ value }) => value),
    )
    const checked = await list(
      `select conrelid::regclass::text as name from pg_constraint where pg_get_constraintdef(oid) = 'CHECK ((state = ANY (private.states())))'`,
    )
    expect(checked.sort()).toEqual(['courses', 'projects'])
  })
})
