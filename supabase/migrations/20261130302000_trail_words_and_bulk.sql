CREATE TABLE "private"."audit_words" ("phrase" text NOT NULL, "action" text NOT NULL DEFAULT ''::text, "subject_type" text NOT NULL DEFAULT ''::text, "after" jsonb NOT NULL DEFAULT '{}'::jsonb, CONSTRAINT "audit_words_action_or_kind" CHECK (((action <> ''::text) OR (subject_type <> ''::text))), CONSTRAINT "audit_words_pkey" PRIMARY KEY (phrase, action, subject_type, after));

revoke all on table private.audit_words from public, anon, authenticated;

ALTER TABLE "private"."audit_words" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.find_audit_entries(search text, actor uuid, kind text, subject text, only_access boolean, since timestamp with time zone, until timestamp with time zone, before_id bigint, max_rows integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  words text := nullif(left(btrim(search), 100), '');
  pattern text := (private.search_patterns(replace(words, ' ', '_')))[1];
  -- A name that stands within a word is no word.
  begun text := (private.search_patterns(' ' || words))[1];
  is_access constant text := $c$(e.action in ('look', 'export') or e.subject_type in ('vault_reveals', 'photo_sittings'))$c$;
  rest text := '';
  kinds text[] := private.audited_tables(kind);
  before_at timestamptz;
  subjects text[];
  actors uuid[];
  actions text[];
  types text[];
  deeds private.audit_words[];
  ways text[];
  ids bigint[];
begin
  if before_id is not null then
    select created_at into before_at from public.audit_trail where id = before_id;
    rest := ' and e.created_at <= $1 and (e.created_at, e.id) < ($1, $2)';
  end if;
  rest := rest || case when since is not null then ' and e.created_at >= $3' else '' end
    || case when until is not null then ' and e.created_at < $4' else '' end;
  rest := rest || case when actor is not null then ' and e.actor_id = $5' else '' end
    || case when kind is not null then ' and e.subject_type = any ($6)' else '' end
    || case when subject is not null then ' and e.subject_id = $7' else '' end
    || case when only_access then ' and ' || is_access else '' end
    || ' order by e.created_at desc, e.id desc limit $8';
  if words is not null then
    subjects := private.find_audited_subjects(words);
    actors := array(select profiles.id from public.profiles join (
        select user_id from public.user_roles union select user_id from public.staff_departures
      ) as staff on staff.user_id = profiles.id
      where profiles.full_name ilike any (private.search_patterns(words)) or profiles.email ilike any (private.search_patterns(words)));
    -- The few words that there are, by the index alone.
    actions := array(
      with recursive known as (
        (select t.action as word from public.audit_trail as t order by t.action limit 1)
        union all
        select (select t.action from public.audit_trail as t where t.action > known.word order by t.action limit 1) as word
        from known where known.word is not null
      )
      select known.word from known where known.word ilike pattern);
    types := array(
      with recursive known as (
        (select t.subject_type as word from public.audit_trail as t order by t.subject_type limit 1)
        union all
        select (select t.subject_type from public.audit_trail as t where t.subject_type > known.word
          order by t.subject_type limit 1) as word
        from known where known.word is not null
      )
      select known.word from known where known.word ilike pattern)
      || array(select said.subject_type from private.audit_words as said
        where said.action = '' and ' ' || said.phrase ilike begun);
    -- A deed is led to by what fewest entries have: the status that was given, the kind, or else the action.
    deeds := array(select said from private.audit_words as said
      where said.action <> '' and ' ' || said.phrase ilike begun);
    ways := array[
      'from unnest($9) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_id = w',
      'from unnest($10) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.actor_id = w',
      'from unnest($11) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.action = w',
      'from unnest($12) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_type = w',
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after ? ''status'' and e.action = ''update'' and e.after ->> ''status'' = w.after ->> ''status''
          and (w.subject_type = '''' or e.subject_type = w.subject_type)',
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where not w.after ? ''status'' and w.subject_type <> '''' and e.subject_type = w.subject_type and e.action = w.action
          and (w.after = ''{}'' or e.after @> w.after)',
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where not w.after ? ''status'' and w.subject_type = '''' and e.action = w.action
          and (w.after = ''{}'' or e.after @> w.after)',
      'from (select e.id, e.created_at from public.audit_trail as e where e.address = $13'];
  elsif subject is not null then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where e.subject_id = $7'];
  elsif actor is not null then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where e.actor_id = $5'];
  elsif kind is not null then
    ways := array['from unnest($6) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_type = w'];
  elsif only_access then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where ' || is_access];
  else
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where true'];
  end if;
  execute 'select array(select hit.id from ('
      || (select string_agg('select entry.id, entry.created_at ' || way || rest || ') as entry', ' union ') from unnest(ways) as way)
      || ') as hit order by hit.created_at desc, hit.id desc limit $8)'
    into ids
    using before_at, before_id, since, until, actor, kinds, subject, max_rows, subjects, actors, actions, types, words, deeds;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  twins uuid[];
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end,
        case when coalesce(
          (select request.email from public.order_requests as request where request.order_id = own.id),
          (select contact.email from public.order_contacts as contact where contact.order_id = own.id),
          (select buyer.email from public.profiles as buyer where buyer.id = own.user_id)) is null then 'by_phone' end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo)
        and private.merged_into(own.id) is null then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction'
        when exists (select from private.registrations as record
          where record.record_type = find_record_flags.record_type and record.id = own.id
            and record.user_id is null and record.contact_email is null)
          and private.merged_into(own.id) is null then 'by_phone' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE INDEX audit_trail_status_idx ON public.audit_trail USING btree (((after ->> 'status'::text)), created_at DESC, id DESC) WHERE ((action = 'update'::text) AND ((after ->> 'status'::text) IS NOT NULL));

COMMENT ON TABLE "private"."audit_words" IS 'An empty action or subject_type is any; after is what the new values hold.';

insert into private.audit_words (phrase, action, subject_type, after) values ('a bank account of the company', '', 'settlement_accounts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a credit', '', 'order_credits', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a legal text', '', 'legal_texts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a look at private data', '', 'vault_reveals', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a look at their own private data', '', 'own_secrets', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a mail', '', 'mails', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a newsletter subscription', '', 'newsletter_subscriptions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a payment', '', 'payments', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a quote', '', 'quotes', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a request to correct', '', 'correction_requests', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a review of photos', '', 'photo_sittings', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a right of a role', '', 'role_permissions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('a text of the page', '', 'page_texts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('accepted an invitation to the desk', 'update', 'staff_invitations', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('account', '', 'account', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('added a task about', 'task', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('added', 'insert', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('allowed mails to an address again', 'delete', 'mail_suppressions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('an address that we do not write to', '', 'mail_suppressions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('an entry of money', '', 'money_entries', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('an invitation', '', 'staff_invitations', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('answered', 'update', '', '{"status": "answered"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('answered', 'update', 'contact_messages', '{"status": "completed"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('approved a bank account of the company', 'update', 'settlement_accounts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('approved', 'update', '', '{"status": "approved"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('asked to correct', 'correction', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('asked to open again', 'ask_thaw', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('asked to remove the second step of', 'request_factor_reset', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('asked to see their own private data', 'request', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('audit entries', '', 'audit_trail', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('began to review photos', 'insert', 'photo_sittings', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('board contacts', '', 'board_contacts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('board member', '', 'board_members', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('board members', '', 'board_members', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('brought back', 'delete', 'staff_departures', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('buyer', '', 'buyers', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('buyers', '', 'buyers', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('called', 'call', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('cancelled', 'update', '', '{"status": "cancelled"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('career categories', '', 'career_categories', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('career positions', '', 'career_positions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('changed a task about', 'task', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('changed the day of delivery of', 'change_delivery_day', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('changed the quote of', 'update', 'quotes', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('changed the role of from to', 'update', 'user_roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('changed their own answers as', 'change', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('changed', 'update', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('company facts', '', 'company_facts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('completed', 'update', '', '{"status": "completed"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('confirmed', 'insert', 'payments', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('content drafts', '', 'content_drafts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('corrections that were asked for', '', 'correction_requests', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('courses', '', 'courses', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('crop seasons', '', 'crop_seasons', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('data breaches', '', 'breaches', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('deactivated', 'insert', 'staff_departures', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('decline reasons', '', 'decline_reasons', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('declined', 'update', '', '{"status": "declined"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('delivery zones', '', 'delivery_zones', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('depots', '', 'depots', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('disputes', '', 'disputes', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('downloaded the list of', 'export', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('dropped the proposal to make the limit', 'withdraw', 'market_limits', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('entered the form of', 'enter', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('farmer', '', 'farmers', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('farmers', '', 'farmers', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('finished a task about', 'task', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('found private data that was changed past the application', 'alarm', 'vault_seal', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('found that this trail is damaged', 'entry_altered', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('found that this trail is damaged', 'entry_lost', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('found that this trail is damaged', 'head_lost', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('froze by a link in a mail', 'freeze', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('gave the role', 'insert', 'user_roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('gave to a colleague', 'assign', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('gave to the role the right', 'insert', 'role_permissions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('hid', 'update', '', '{"status": "hidden"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('impact figures', '', 'impact_figures', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('investor', '', 'investors', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('investors', '', 'investors', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('invited a colleague as', 'insert', 'staff_invitations', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('job applications', '', 'job_applications', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('legal texts', '', 'legal_texts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('letter of credit', '', 'letters_of_credit', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('letters of credit', '', 'letters_of_credit', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at a file of', 'look', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at a photo of the dispute of', 'look', '', '{"what": "dispute_photo"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at a proof of payment of', 'look', '', '{"what": "payment_proof"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at the CV of', 'look', '', '{"what": "cv"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at the draft of a letter of credit of', 'look', '', '{"what": "credit_draft"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at the photo of', 'look', '', '{"what": "photo"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at the photo', 'look', '', '{"what": "own_photo"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('looked at the private detail of', 'insert', 'vault_reveals', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('low stock', '', 'low_stock', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('mail suppressions', '', 'mail_suppressions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('mails', '', 'mails', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('market limits', '', 'market_limits', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('merged into registration', 'merge', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('messages', '', 'contact_messages', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('money entries', '', 'money_entries', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('newsletter readers', '', 'newsletter_subscriptions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('noted a first contact about', 'contact', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('opened again', 'thaw', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('order credits', '', 'order_credits', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('order products', '', 'order_products', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('order', '', 'orders', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('orders', '', 'orders', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('own data', '', 'own_data', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('own secrets', '', 'own_secrets', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('page actions', '', 'page_actions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('page facts', '', 'page_facts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('page texts', '', 'page_texts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('partnership applications', '', 'partnership_applications', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('payments', '', 'payments', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('people to phone', '', 'people_to_phone', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('photo sittings', '', 'photo_sittings', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('photographs', '', 'photographs', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('private data', '', 'vault_seal', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('product of the order form', '', 'order_products', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('product', '', 'products', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('products that run low', '', 'low_stock', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('products', '', 'products', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('projects', '', 'projects', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('proposed a bank account of the company', 'insert', 'settlement_accounts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('proposed to change the limit', 'propose', 'market_limits', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('published a legal text', 'update', 'legal_texts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('published', 'update', '', '{"status": "published"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('published', 'update', 'content_drafts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('quoted the delivery of', 'quote_delivery', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('quoted', 'insert', 'quotes', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('quotes', '', 'quotes', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('raised an alarm', 'alarm', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('recorded money of', 'insert', 'money_entries', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('removed the second step of', 'reset_second_factor', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('removed', 'delete', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('reopened', 'update', '', '{"status": "pending"}');

insert into private.audit_words (phrase, action, subject_type, after) values ('reply templates', '', 'reply_templates', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('retention periods', '', 'retention_periods', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('role permissions', '', 'role_permissions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('roles', '', 'roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('saved views', '', 'saved_views', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('sent a mail again', 'resend', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('sent the document to the buyer of', 'send_document', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('settlement accounts', '', 'settlement_accounts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('staff departures', '', 'staff_departures', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('staff invitations', '', 'staff_invitations', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('stopped mails to an address', 'insert', 'mail_suppressions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('stories', '', 'stories', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the account of', '', 'account', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the audit trail', '', 'audit_trail', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the button', '', 'page_actions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the company fact', '', 'company_facts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the complaint about an order', '', 'disputes', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the contact of a board member', '', 'board_contacts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the course', '', 'courses', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the data breach', '', 'breaches', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the delivery zone', '', 'delivery_zones', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the depot', '', 'depots', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the draft', '', 'content_drafts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the fact of a page', '', 'page_facts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the figure', '', 'impact_figures', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the job application of', '', 'job_applications', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the leaving of a colleague', '', 'staff_departures', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the limit', '', 'market_limits', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the message of', '', 'contact_messages', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the partnership application of', '', 'partnership_applications', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the photograph', '', 'photographs', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the position category', '', 'career_categories', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the position', '', 'career_positions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the project', '', 'projects', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the rate of VAT', '', 'vat_rates', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the reason for declining', '', 'decline_reasons', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the retention period of', '', 'retention_periods', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the role of a colleague', '', 'user_roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the role', '', 'roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the saved view', '', 'saved_views', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the season of', '', 'crop_seasons', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the story', '', 'stories', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('the words for answers', '', 'reply_templates', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('their own data', '', 'own_data', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('took an address off the newsletter', 'unsubscribe', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('took back the correction that was asked of', 'undo', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('took back the request to see their own private data', 'cancel', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('took from the role the right', 'delete', 'role_permissions', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('took over', 'assign', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('took the role', 'delete', 'user_roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('trainee', '', 'training_enrolments', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('trainees', '', 'training_enrolments', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('undid the decision about', 'undo', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('user roles', '', 'user_roles', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('vat rates', '', 'vat_rates', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('vault reveals', '', 'vault_reveals', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('vault seal', '', 'vault_seal', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('withdrew a bank account of the company', 'update', 'settlement_accounts', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('withdrew an invitation to the desk', 'update', 'staff_invitations', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('wrote a note about', 'note', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('wrote by mail about', 'message', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('wrote down that the buyer agreed by telephone to the delivery of', 'accept_delivery_by_phone', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('wrote into the register of', 'event', '', '{}');

insert into private.audit_words (phrase, action, subject_type, after) values ('wrote to the buyer of order', 'message', 'orders', '{}');
