DROP FUNCTION "public"."find_person"(text, uuid);

CREATE OR REPLACE FUNCTION private.list_person_entries(sections text[], types text[], ids uuid[], vias text[], phones text[], emails text[], mail_subjects text[], consent_types text[], has_profiles boolean)
 RETURNS TABLE(section text, at timestamp with time zone, record_type text, record_id uuid, code text, words text, state text, amount_kobo bigint, currency text, by_name text, due_on date, via text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with own as materialized (select * from unnest(types, ids, vias) as listed (record_type, id, via)),
  entries as (
    select 'registrations' as section, t.created_at as at, t.record_type, t.id as record_id, t.reference as code,
      coalesce(merged.older_reference, concat_ws(', ', t.name, t.organisation)) as words,
      case when merged.id is null then t.status else 'merged' end as state, null::bigint as amount_kobo, null::text as currency,
      null::text as by_name, null::date as due_on, own.via
    from own join private.person_records as t on t.record_type = own.record_type and t.id = own.id
    left join private.registration_merges as merged on merged.younger_id = t.id
    where own.record_type = any (private.registration_types()) and t.id = any (ids)
    union all
    select 'orders' as section, t.created_at as at, 'orders' as record_type, t.id as record_id, t.code,
      case t.kind when 'bulk' then concat_ws(' ', t.crop_type || ',', t.quantity_text, t.unit, (
        select format('and %s more', count(*)) from public.order_request_lines as line where line.order_id = t.id having count(*) > 0))
        else 'Marketplace' end as words,
      t.status as state, t.total_amount_kobo as amount_kobo, t.currency, null as by_name, null as due_on, own.via
    from own join public.orders as t on t.id = own.id where own.record_type = 'orders' and t.id = any (ids)
    union all
    select 'quotes' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code, null as words,
      -- Nobody accepts or approves it any more once its day has passed.
      case when t.expires_at > now() then t.status when t.status = 'waiting' then 'ended' when t.status = 'open' then 'ran_out'
        else t.status end as state,
      t.total_kobo as amount_kobo, t.currency, null as by_name,
      (t.expires_at at time zone 'Africa/Lagos')::date as due_on, own.via
    from own join public.quotes as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'documents' as section, t.issued_at as at, 'orders' as record_type, t.order_id as record_id, t.number as code,
      orders.code as words, t.kind as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.order_documents as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'contact_messages' as record_type, t.id as record_id, t.about_reference as code,
      left(t.message, 160) as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.contact_messages as t on t.id = own.id where own.record_type = 'contact_messages' and t.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code,
      left(t.body, 160) as words, case when t.is_from_staff then 'from_staff' else 'from_buyer' end as state, null as amount_kobo,
      null as currency, null as by_name, null as due_on, own.via
    from own join public.order_messages as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 160) as words,
      case when t.is_from_staff then 'from_staff' when t.is_proved then 'from_person' else 'unproved' end as state,
      null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.record_messages as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'partnership_applications' as record_type, t.id as record_id, null as code,
      t.company_name as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.partnership_applications as t on t.id = own.id where own.record_type = 'partnership_applications' and t.id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'job_applications' as record_type, t.id as record_id, null as code,
      coalesce(t.position_title, 'General application') as words, t.status as state, null as amount_kobo, null as currency,
      null as by_name, null as due_on, own.via
    from own join public.job_applications as t on t.id = own.id where own.record_type = 'job_applications' and t.id = any (ids)
    union all
    select 'calls' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.note as words, t.outcome as state,
      null as amount_kobo, null as currency,
      case when has_profiles then private.name_staff(t.called_by) end as by_name,
      null as due_on, own.via
    from own join public.phone_calls as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'mails' as section, t.created_at as at, 'mails' as record_type, t.id as record_id, null as code, private.name_mail(t.template) as words,
      t.state, null as amount_kobo, null as currency, null as by_name, null as due_on,
      case when t.record_id = any (ids) then 'record' when t.channel = 'sms' then 'phone' else 'email' end as via
    from private.mails as t
    where (t.record_id = any (ids) or lower(t.address) = any (emails)
        or t.address = any (phones))
      and t.subject = any (mail_subjects)
    union all
    select 'notes' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 300) as words,
      null as state, null as amount_kobo, null as currency, t.author_name as by_name, null as due_on, own.via
    from own join public.record_notes as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'tasks' as section, coalesce(t.done_at, t.created_at) as at, t.record_type, t.record_id, null as code, t.title as words,
      case when t.done_at is not null then 'done' when t.due_on < (now() at time zone 'Africa/Lagos')::date then 'late'
        else 'open' end as state,
      null as amount_kobo, null as currency, t.assignee_name as by_name, t.due_on, own.via
    from own join public.tasks as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'consents' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.purpose as words,
      case when t.is_given then 'given' else 'withdrawn' end as state, null as amount_kobo, null as currency, null as by_name,
      null as due_on, own.via
    from own join public.consents as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids) and t.record_type = any (consent_types)
  )
  select * from entries where entries.section = any (sections);
end $function$;

CREATE OR REPLACE FUNCTION public.find_person(record_type text, record_id uuid, only_section text DEFAULT NULL::text, page_index integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  max_entries constant integer := 20;
  skipped bigint := greatest(page_index, 0)::bigint * max_entries;
  registration_kinds constant text[] := private.registration_types();
  person_kinds constant text[] := private.person_types();
  readable text[];
  decidable text[];
  mail_subjects text[];
  opened private.person_records;
  person record;
  -- What was made one with it, and by what that is reached.
  parts uuid[];
  phones text[];
  emails text[];
  has_profiles boolean := private.has_permission('profiles.read');
  allowed text[];
  -- Every record of theirs: its kind, its id and by what it is theirs.
  types text[];
  ids uuid[];
  vias text[];
begin
  perform private.require_admin_right(find_person.record_type, 'read');
  if find_person.record_type <> all (person_kinds) then
    raise exception 'This kind of record is about nobody' using errcode = '22023';
  end if;
  readable := array(select unnest(person_kinds) intersect select unnest(private.admin_types_with('read')));
  decidable := array(select unnest(registration_kinds) intersect select unnest(private.admin_types_with('decide')));
  mail_subjects := private.own_mail_subjects();
  -- What is a part of another registration is read under that one.
  select known.* into opened from private.person_records as known
  where known.record_type = find_person.record_type and known.id = private.whole_of(find_person.record_id);
  if opened.id is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  select * into person from private.identify_person(opened, readable);
  parts := array(select private.parts_of(opened.id));
  phones := array(select unnest(person.phones)
    union select known.phone from private.person_records as known where known.id = any (parts) and known.phone ~ '[1-9]');
  emails := array(select unnest(person.emails)
    union select lower(known.email) from private.person_records as known where known.id = any (parts) and known.email is not null);
  with near as (
    select known.record_type, known.id, known.via
    from private.list_person_records(readable, person.accounts, phones, emails) as known
    where known.id <> opened.id and known.id <> all (parts)
    union all
    select opened.record_type, known.id, 'record' as via from unnest(opened.id || parts) as known (id)
  ), own as (
    select near.* from near
    union all
    -- What was written from the page of one of them, whatever number or address stands in it; and of a message, where that was.
    select 'contact_messages', written.id, near.via from near join public.contact_messages as written on written.about_id = near.id
    where 'contact_messages' = any (readable) and written.id not in (select near.id from near)
    union all
    select written.about_type, written.about_id, 'record' from public.contact_messages as written
    where written.id = opened.id and written.about_type = any (readable) and written.about_id not in (select near.id from near)
  )
  select array_agg(own.record_type), array_agg(own.id), array_agg(own.via) into types, ids, vias from own;
  allowed := array(select section from (values
      ('registrations', readable && registration_kinds),
      ('orders', 'orders' = any (readable)), ('quotes', 'orders' = any (readable)), ('documents', 'orders' = any (readable)),
      ('messages', readable && private.conversation_types()),
      ('applications', readable && array['partnership_applications', 'job_applications']),
      ('calls', readable && (registration_kinds || array['orders'])), ('mails', mail_subjects <> '{}'), ('notes', readable <> '{}'),
      ('tasks', readable <> '{}'), ('consents', decidable <> '{}')
    ) as known (section, is_open) where is_open and (only_section is null or section = only_section));
  return (
    with placed as (
      select entries.*, row_number() over (partition by entries.section order by entries.at desc, entries.record_id) as place,
        count(*) over (partition by entries.section) as how_many
      from private.list_person_entries(
        allowed, types, ids, vias, phones, emails, mail_subjects, decidable, has_profiles
      ) as entries
    ),
    sections as (
      select placed.section, jsonb_build_object('count', max(placed.how_many), 'entries',
        coalesce(jsonb_agg(jsonb_build_object('at', placed.at, 'recordType', placed.record_type, 'recordId', placed.record_id,
          'code', placed.code, 'words', placed.words, 'state', placed.state, 'amountKobo', placed.amount_kobo,
          'currency', placed.currency, 'byName', placed.by_name, 'dueOn', placed.due_on, 'via', placed.via)
          order by placed.place) filter (where placed.place > skipped and placed.place <= skipped + max_entries), '[]')) as content
      from placed group by placed.section
    )
    select jsonb_build_object(
      'who', jsonb_build_object(
        'recordType', opened.record_type, 'recordId', opened.id, 'label', private.label_record(opened.record_type, opened.id),
        'name', coalesce(opened.name, opened.organisation), 'organisation', opened.organisation, 'place', opened.place,
        'phone', case when opened.phone ~ '[1-9]' then opened.phone end, 'email', opened.email,
        'accounts', cardinality(person.accounts),
        -- What an account says of itself is for those who may read accounts.
        'account', case when has_profiles then (
          select jsonb_build_object('name', account.full_name, 'email', account.email, 'phone', account.phone, 'since', account.created_at)
          from public.profiles as account where account.id = person.accounts[1]) end),
      'sections', (
        select coalesce(jsonb_object_agg(known.section, coalesce(sections.content, '{"count": 0, "entries": []}')), '{}')
        from unnest(allowed) as known (section) left join sections on sections.section = known.section))
  );
end $function$;

REVOKE ALL ON FUNCTION "public"."find_person"(text, uuid, text, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."find_person"(text, uuid, text, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_person"(text, uuid, text, integer) TO "authenticated";
