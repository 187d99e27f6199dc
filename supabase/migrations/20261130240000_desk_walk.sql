DROP VIEW "public"."correction_states";

ALTER TABLE "public"."company_facts" DROP CONSTRAINT "company_facts_value_form";

DROP FUNCTION "private"."apply_rows"(jsonb);

CREATE OR REPLACE FUNCTION private.apply_change(change jsonb, is_trial boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rule text;
  of_table text;
  of_column text;
begin
  perform private.apply_row(change);
  if is_trial then
    raise exception 'it is undone' using errcode = 'PT200';
  end if;
exception
  when sqlstate 'PT200' then
    return;
  when others then
    get stacked diagnostics rule = constraint_name, of_table = table_name, of_column = column_name;
    if is_trial and sqlstate not in ('23502', '23514') and sqlstate not like '22%' then
      return;
    -- A sentence of our own is left as it is.
    elsif sqlstate !~ '^2[23]' or (sqlstate = '23514' and rule = '') then
      raise;
    end if;
    raise exception '%', private.say_refusal(sqlstate, of_table, rule, of_column) using errcode = '23514', hint = coalesce(
      nullif(of_column, ''), (
        select attname from pg_catalog.pg_constraint
        cross join lateral unnest(conkey) with ordinality as part (number, place)
        join pg_catalog.pg_attribute on attrelid = conrelid and attnum = part.number
        where conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table)) and change -> 'values' ? attname::text
        order by place limit 1), 'changes');
end $function$;

CREATE OR REPLACE FUNCTION private.apply_changes(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  place bigint;
  reported text;
  of_column text;
  of_table text;
  rule text;
begin
  for change, place in select * from jsonb_array_elements(changes) with ordinality loop
    begin
      if change ->> 'table' = 'company_facts' then
        perform private.require_strong_right('settings.write');
      end if;
      perform private.apply_change(change);
    exception
      when check_violation then
        get stacked diagnostics reported = message_text, of_column = pg_exception_hint;
        raise exception 'This draft does not fit. %: %', private.name_change(change), reported
          using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
    end;
  end loop;
  begin
    -- What is judged at the commit only is judged now.
    set constraints all immediate;
  exception
    when integrity_constraint_violation then
      get stacked diagnostics rule = constraint_name, of_table = table_name;
      -- The database does not say which row it is: the last one that was given such values.
      select known.change, known.place, known.name into change, place, of_column from (
        select given.change, given.place, attname as name
        from jsonb_array_elements(changes) with ordinality as given (change, place)
        join pg_catalog.pg_constraint on conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table))
        join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where given.change ->> 'table' = of_table and given.change -> 'values' ? attname::text
        order by given.place desc, attname desc limit 1
      ) as known;
      raise exception 'This draft does not fit. %: %', private.name_change(change), private.say_refusal(sqlstate, of_table, rule, null)
        using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.apply_row(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  verb text;
  target text;
  new_values jsonb;
  contact jsonb;
  columns text;
  condition text;
  changed_row jsonb;
  touched bigint;
begin
  target := change ->> 'table';
  verb := coalesce(change ->> 'verb', '');
  if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
    'career_positions', 'page_actions', 'courses', 'crop_seasons', 'projects', 'stories', 'photographs', 'page_facts', 'page_texts')
  then
    raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
  end if;
  new_values := coalesce(change -> 'values', '{}');
  contact := null;
  if target = 'board_members' then
    select jsonb_object_agg(key, value) into contact
    from jsonb_each(new_values) where key in ('email', 'phone', 'public_contact');
    new_values := new_values - array['email', 'phone', 'public_contact'];
  end if;
  select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(new_values) as key;
  select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
  from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
  if verb not in ('insert', 'update', 'delete') or (verb <> 'insert' and condition is null)
    or (verb = 'insert' and columns is null) or (verb = 'update' and columns is null and contact is null)
  then
    raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
  end if;
  execute format(case
    when verb = 'insert' then
      'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) where $2 is null or true'
    when verb = 'delete' then 'delete from public.%1$I as t where %3$s and ($1 is null or true)'
    -- Only how to reach them: the row is touched, so that it is there and the caller's to change.
    when columns is null then 'update public.%1$I as t set name = t.name where %3$s and ($1 is null or true)'
    else 'update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s'
  end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using new_values, change -> 'key';
  get diagnostics touched = row_count;
  if touched <> 1 then
    raise exception 'What the draft changes is not there any more, or not yours to change: %', private.name_change(change)
      using errcode = 'PT409', hint = target;
  elsif contact is not null and verb <> 'delete' then
    perform private.save_board_contact((changed_row ->> 'id')::integer, contact);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.awaits_correction(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.correction_requests as request
    where request.record_type = $1 and request.record_id = $2 and not exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version))
$function$;

CREATE OR REPLACE FUNCTION private.describe_people(hits private.person_records[], kinds text[], knows_accounts boolean, alternatives text[], further text[], words text, phone text, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
  with named as (
    select hit.*, coalesce(hit.name, account.full_name) as full_name, account.email as account_email, account.phone as account_phone,
      case when coalesce(hit.phone, account.phone) ~ '[1-9]' then coalesce(hit.phone, account.phone) end as number
    from unnest(hits) as hit
    left join public.profiles as account on account.id = hit.user_id and describe_people.knows_accounts
  ),
  -- What an index of whole texts found may stand in a message or name a place.
  near as (
    select named.*, case
        when named.number = describe_people.phone or lower(named.email) = lower(words) or named.reference = upper(words) then 0
        when named.full_name ilike words || '%' or named.organisation ilike words || '%' then 1
        else 2
      end as distance,
      exists (select from private.registration_merges as merged where merged.younger_id = named.id) as is_part,
      coalesce(named.user_id::text,
        max(named.user_id::text) filter (where named.number is not null) over (partition by named.number),
        named.number, lower(named.email), named.id::text) as key
    from named
    cross join lateral concat_ws(chr(31), named.full_name, named.organisation, named.number, named.email, named.account_email,
      named.account_phone, case when named.record_type <> 'orders' then named.reference end) as texts
    where texts ilike any (alternatives) and texts ilike all (further)
  ),
  people as (
    select near.key, min(near.distance) as distance, max(near.created_at) as latest,
      array_remove(array_agg(distinct near.user_id), null) as accounts, array_remove(array_agg(distinct near.number), null) as numbers,
      (array_agg(near.full_name order by near.is_part, near.created_at desc) filter (where near.full_name is not null))[1] as full_name,
      (array_agg(near.organisation order by near.is_part, near.created_at desc) filter (where near.organisation is not null))[1] as organisation,
      (array_agg(near.number order by near.distance, near.is_part, near.created_at desc) filter (where near.number is not null))[1] as number,
      (array_agg(coalesce(near.email, near.account_email) order by near.is_part, near.created_at desc)
        filter (where coalesce(near.email, near.account_email) is not null))[1] as email,
      (array_agg(near.place order by near.is_part, near.created_at desc) filter (where near.place <> ''))[1] as place,
      (array_agg(near.record_type order by near.is_part, near.created_at desc))[1] as record_type,
      (array_agg(near.id order by near.is_part, near.created_at desc))[1] as id
    from near group by near.key
    order by min(near.distance), max(near.created_at) desc limit max_rows
  )
  select coalesce(jsonb_agg(jsonb_build_object('recordType', people.record_type, 'id', people.id,
      'name', coalesce(people.full_name, people.organisation), 'organisation', people.organisation, 'phone', people.number,
      'email', people.email, 'place', people.place, 'orders', orders.how_many, 'messages', messages.how_many,
      'records', registrations.list) order by people.distance, people.latest desc), '[]')
  from people
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('recordType', own.record_type, 'id', own.id, 'reference', own.reference,
        'status', own.status, 'mergedInto', private.merged_into(own.id)) order by own.created_at desc), '[]') as list
    from (select record.* from private.person_records as record
      where record.record_type = any (kinds) and record.record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
        and (record.user_id = any (people.accounts) or record.phone = any (people.numbers))
      order by record.created_at desc limit 10) as own
  ) as registrations
  cross join lateral (
    select count(*) as how_many from (
      select t.id from public.orders as t where t.user_id = any (people.accounts) and 'orders' = any (kinds)
      union select contact.order_id as id from public.order_contacts as contact
        where contact.phone = any (people.numbers) and 'orders' = any (kinds)
      union select request.order_id as id from public.order_requests as request
        where request.phone = any (people.numbers) and 'orders' = any (kinds)
    ) as ordered
  ) as orders
  cross join lateral (
    select count(*) as how_many from public.contact_messages as message
    where message.phone = any (people.numbers) and 'contact_messages' = any (kinds)
  ) as messages
$function$;

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
    where own.record_type = any (array['farmers', 'training_enrolments', 'buyers', 'investors']) and t.id = any (ids)
    union all
    select 'orders' as section, t.created_at as at, 'orders' as record_type, t.id as record_id, t.code,
      case t.kind when 'bulk' then concat_ws(' ', t.crop_type || ',', t.quantity_text, t.unit, (
        select format('and %s more', count(*)) from public.order_request_lines as line where line.order_id = t.id having count(*) > 0))
        else 'Marketplace' end as words,
      t.status as state, t.total_amount_kobo as amount_kobo, t.currency, null as by_name, null as due_on, own.via
    from own join public.orders as t on t.id = own.id where own.record_type = 'orders' and t.id = any (ids)
    union all
    select 'quotes' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code, null as words,
      t.status as state, t.total_kobo as amount_kobo, t.currency, null as by_name,
      (t.expires_at at time zone 'Africa/Lagos')::date as due_on, own.via
    from own join public.quotes as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'documents' as section, t.issued_at as at, 'orders' as record_type, t.order_id as record_id, t.number as code,
      orders.code as words, t.kind as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.order_documents as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'contact_messages' as record_type, t.id as record_id, null as code,
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
      (select caller.full_name from public.profiles as caller where caller.id = t.called_by and has_profiles) as by_name,
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

CREATE OR REPLACE FUNCTION private.name_change(change jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select upper(left(words, 1)) || substr(words, 2) from (
    select replace(concat_ws(' ', change ->> 'table', coalesce(
      (select string_agg(value, ' ') from jsonb_each_text(change -> 'key')),
      change #>> '{values,name}', change #>> '{values,title}', change #>> '{values,label}', change #>> '{values,caption}',
      change #>> '{values,crop}')), '_', ' ') as words) as named
$function$;

CREATE OR REPLACE FUNCTION private.parts_of(record_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive below as (
    select younger_id from private.registration_merges where older_id = record_id
    union
    select merge.younger_id from below join private.registration_merges as merge on merge.older_id = below.younger_id
  )
  select younger_id from below
$function$;

CREATE OR REPLACE FUNCTION private.say_refusal(state text, of_table text, rule text, of_column text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  named text := private.describe_rule(of_table, rule);
  condition text := (select pg_get_constraintdef(oid) from pg_catalog.pg_constraint
    where conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table)));
  -- "at least", "at most"
  least bigint := substring(condition from '>= ''?(\d+)');
  most bigint := substring(condition from '<= ''?(\d+)');
  range text := concat_ws(' to ', to_char(coalesce(least, 0), 'FM999,999,999,999'), to_char(most, 'FM999,999,999,999'));
  sentence text;
begin
  if state = '23502' then
    sentence := replace(regexp_replace(of_column, '_id$', ''), '_', ' ') || ' must not be empty.';
  elsif state = '23503' then
    sentence := format('the %s that it names is not there, or is needed by something else.', named);
  elsif state = '23505' then
    sentence := format('there is one with the same %s already.', named);
  elsif state <> '23514' then
    sentence := 'a value is too long, or not of its kind.';
  else
    sentence := case
      when rule ~ '_email_form$' then 'Write an email address, such as info@example.com.'
      when rule ~ '_phone_form$' then 'Write a phone number, such as 0803 123 4567.'
      when rule ~ '_page_address_form$' then 'Write the whole address of the page, with https:// at its beginning.'
      when rule ~ '_target_form$' then 'Write where it leads to on this site, such as /contact.'
      when rule ~ '_id_form$' then 'Write small letters, numbers and hyphens alone, such as farm-manager.'
      when rule = 'courses_ends_on_after' then 'The last day is the first one or comes after it, within a year.'
      when rule = 'courses_price_kobo_range' then 'The price is at most 1,000,000,000 naira.'
      when rule ~ '_plain$' then named || ' has no spaces too many, and a line of words has no line breaks.'
      when rule ~ '_known$' then named || ' is one of the list.'
      when rule = 'company_facts_number_short' then format('The number has at most %s characters.', most)
      when rule ~ '_length$' and most is not null then format('%s has %s characters.', named, range)
      when rule ~ '_(range|month)$' and most is not null then format('%s is a number from %s.', named, range)
      else named || ' is not as it should be.'
    end;
  end if;
  return upper(left(sentence, 1)) || substr(sentence, 2);
end $function$;

CREATE OR REPLACE FUNCTION private.try_changes(changes jsonb, before jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(changes) = 'array' and jsonb_array_length(changes) <= 200 then
    perform private.apply_change(change, true) from jsonb_array_elements(changes) as change
    where not exists (select from jsonb_array_elements(before) as known where known = change);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.whole_of(record_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive above as (
    select record_id as id, 0 as step
    union all
    select merge.older_id, above.step + 1 from above join private.registration_merges as merge on merge.younger_id = above.id
  )
  select id from above order by step desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.decide_records(record_type text, rows jsonb, new_status text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  requested record;
  touched boolean;
  current_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_admin_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as input (id uuid) where id is not null), new_status);
  for requested in
    select id, max(expected) as expected, max(version) as version
    from jsonb_to_recordset(rows) as input (id uuid, expected text, version integer)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    -- Of many at once nobody looks at what each was asked: it is approved by itself, or once it is answered.
    if new_status = 'approved' and requested.expected = 'pending' and private.awaits_correction(record_type, requested.id) then
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', 'pending', 'why', 'refused',
        'message', 'a correction was requested and is not answered yet; open one to approve it all the same');
      continue;
    end if;
    begin
      execute format('update public.%I set status = $1 %s %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case
          -- Terms that stand already are the reason: they are not overwritten.
          when reason_column = 'credit_terms_reason' then ', credit_terms_reason = coalesce(credit_terms_reason, $4)'
          when reason_column is not null then format(', %I = $4', reason_column) else '' end,
        case when requested.version is not null and record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
          then ', answers_version = $5' else '' end)
        into touched using new_status, requested.id, requested.expected, reason, requested.version;
    exception when check_violation or insufficient_privilege or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || requested.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into current_status using requested.id;
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', current_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped, 'events', coalesce((
    select jsonb_agg(event.id order by event.id) from public.decision_events as event
    where event.record_type = decide_records.record_type and event.record_id = any (changed) and event.created_at = now()
  ), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.find_person(record_type text, record_id uuid)
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
  registration_kinds constant text[] := array['farmers', 'training_enrolments', 'buyers', 'investors'];
  person_kinds constant text[] := registration_kinds
    || array['orders', 'contact_messages', 'partnership_applications', 'job_applications'];
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
  select array_agg(near.record_type), array_agg(near.id), array_agg(near.via) into types, ids, vias
  from (
    select known.record_type, known.id, known.via
    from private.list_person_records(readable, person.accounts, phones, emails) as known
    where known.id <> opened.id and known.id <> all (parts)
    union all
    select opened.record_type, known.id, 'record' as via from unnest(opened.id || parts) as known (id)
  ) as near;
  allowed := array(select section from (values
      ('registrations', readable && registration_kinds),
      ('orders', 'orders' = any (readable)), ('quotes', 'orders' = any (readable)), ('documents', 'orders' = any (readable)),
      ('messages', readable && array['orders', 'contact_messages', 'partnership_applications', 'job_applications']),
      ('applications', readable && array['partnership_applications', 'job_applications']),
      ('calls', readable && (registration_kinds || array['orders'])), ('mails', mail_subjects <> '{}'), ('notes', readable <> '{}'),
      ('tasks', readable <> '{}'), ('consents', decidable <> '{}')
    ) as known (section, is_open) where is_open);
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
        jsonb_agg(jsonb_build_object('at', placed.at, 'recordType', placed.record_type, 'recordId', placed.record_id,
          'code', placed.code, 'words', placed.words, 'state', placed.state, 'amountKobo', placed.amount_kobo,
          'currency', placed.currency, 'byName', placed.by_name, 'dueOn', placed.due_on, 'via', placed.via)
          order by placed.place)) as content
      from placed where placed.place <= max_entries group by placed.section
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
        case when private.is_underpaid(own) then 'underpaid' end
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
      case when find_record_flags.record_type in ('farmers', 'training_enrolments', 'buyers') and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo) then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_draft(id uuid, title text, changes jsonb, expected_updated_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  created_id uuid;
begin
  if save_draft.id is not null then
    -- Never whatever it holds by now.
    perform private.hold_draft(save_draft.id, coalesce(expected_updated_at, '-infinity'));
    perform private.try_changes(save_draft.changes, draft.changes) from public.content_drafts as draft where draft.id = save_draft.id;
    update public.content_drafts as draft set title = private.clean_line(save_draft.title), changes = save_draft.changes,
      author_id = caller_id, updated_at = clock_timestamp()
    where draft.id = save_draft.id;
    return save_draft.id;
  elsif caller_id is null or not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('content_drafts', 0));
  if exists (select from public.content_drafts where published_at is null) then
    raise exception 'Somebody else began a draft in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  perform private.try_changes(save_draft.changes, '[]');
  insert into public.content_drafts (title, changes, author_id)
  values (private.clean_line(save_draft.title), save_draft.changes, caller_id) returning content_drafts.id into created_id;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text, max_rows integer DEFAULT 6)
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
  -- From how many that match the nearest are chosen.
  max_candidates constant integer := 60;
  person_kinds constant text[] := array['farmers', 'training_enrolments', 'buyers', 'investors', 'orders', 'contact_messages'];
  own_rows integer := least(greatest(max_rows, 1), 20);
  readable text[];
  own_kinds text[];
  -- What an account says of itself is neither shown to anyone else, nor found.
  knows_accounts boolean;
  sought record;
  pattern text;
  accounts uuid[] := '{}';
  hits private.person_records[] := '{}';
  more private.person_records[];
  kind text;
  ids uuid[];
  found jsonb;
  answer jsonb := '{}';
begin
  if (select auth.uid()) is null or not private.is_in_admin() then
    raise exception 'permission denied to search' using errcode = '42501';
  end if;
  readable := private.admin_types_with('read');
  own_kinds := array(select unnest(person_kinds) intersect select unnest(readable));
  knows_accounts := private.has_permission('profiles.read');
  sought := private.read_search(query);
  if sought.alternatives is null then
    return answer;
  end if;
  pattern := (private.search_patterns(sought.words))[1];

  if cardinality(own_kinds) > 0 then
    if knows_accounts and own_kinds <> array['contact_messages'] then
      accounts := private.search_texts('profiles', sought.indexed, sought.further, max_candidates / 2);
    end if;
    foreach kind in array own_kinds loop
      more := array(select record
        from private.search_person_records(kind, sought.indexed, sought.further, accounts, max_candidates) as record);
      hits := hits || more;
    end loop;
    answer := jsonb_build_object('people', private.describe_people(hits, own_kinds, knows_accounts, sought.alternatives,
      sought.further, sought.words, sought.phone, own_rows));
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('recordType', hit.record_type, 'id', hit.id, 'reference', hit.reference,
      'name', coalesce(hit.name, hit.organisation), 'status', hit.status, 'mergedInto', private.merged_into(hit.id))), '[]') into found
  from (
    select * from unnest(hits) as every
    where every.record_type not in ('orders', 'contact_messages') and every.reference ilike any (sought.alternatives)
      and sought.further = '{}'
    order by every.created_at desc limit own_rows
  ) as hit;
  if own_kinds && array['farmers', 'training_enrolments', 'buyers', 'investors'] then
    answer := answer || jsonb_build_object('registrations', found);
  end if;

  if 'orders' = any (readable) then
    answer := answer
      || jsonb_build_object('orders', private.search_orders(sought.alternatives, sought.further,
        private.search_texts('orders', sought.indexed, sought.further, max_candidates),
        private.search_texts('payments', sought.indexed, sought.further, max_candidates), sought.amount_kobo, sought.currency,
        hits, knows_accounts, own_rows))
      || jsonb_build_object('documents', (
        select coalesce(jsonb_agg(jsonb_build_object('number', document.number, 'kind', document.kind,
            'orderId', document.order_id, 'code', orders.code, 'issuedAt', document.issued_at)), '[]')
        from public.order_documents as document join public.orders on orders.id = document.order_id
        where document.number = upper(replace(sought.words, ' ', '-'))));
  end if;

  if 'products' = any (readable) then
    ids := private.search_texts('products', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.name, 'farmerName', near.farmer_name,
          'status', near.status, 'priceKobo', near.price_kobo)), '[]')
      from (select product.* from public.products as product
        where product.id = any (ids)
        order by product.name not ilike ltrim(pattern, '%'), product.created_at desc limit own_rows) as near));
  end if;
  if 'contact_messages' = any (readable) then
    ids := private.search_texts('contact_messages', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.name, 'status', near.status,
          'text', left(near.message, 80), 'createdAt', near.created_at)), '[]')
      from (select message.* from public.contact_messages as message
        where message.id = any (ids)
        order by message.created_at desc limit own_rows) as near));
  end if;
  if 'partnership_applications' = any (readable) then
    ids := private.search_texts('partnership_applications', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('partners', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'companyName', near.company_name, 'name', near.contact_person,
          'status', near.status, 'createdAt', near.created_at)), '[]')
      from (select partner.* from public.partnership_applications as partner
        where partner.id = any (ids)
        order by partner.created_at desc limit own_rows) as near));
  end if;
  if 'job_applications' = any (readable) then
    ids := private.search_texts('job_applications', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('applications', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.full_name, 'position', near.position_title,
          'status', near.status, 'createdAt', near.created_at)), '[]')
      from (select application.* from public.job_applications as application
        where application.id = any (ids)
        order by application.created_at desc limit own_rows) as near));
  end if;
  if private.has_permission('mails.read') then
    answer := answer || jsonb_build_object('mails', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', private.name_mail(near.template), 'recipient', near.recipient,
          'state', near.state, 'createdAt', near.created_at)), '[]')
      from (select mail.* from private.mails as mail
        where (strpos(sought.words, '@') > 0 and lower(mail.address) = lower(sought.words) or mail.address = sought.phone)
          and mail.subject = any (private.own_mail_subjects())
        order by mail.created_at desc limit own_rows) as near));
  end if;
  return answer;
end $function$;

ALTER TABLE "public"."company_facts" ADD CONSTRAINT "company_facts_logo_form" CHECK (((key <> 'logo'::text) OR (value ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]*$'::text)));

ALTER TABLE "public"."company_facts" ADD CONSTRAINT "company_facts_page_address_form" CHECK (((key <> ALL (ARRAY['facebook'::text, 'twitter'::text, 'instagram'::text, 'linkedin'::text, 'youtube'::text])) OR (value ~ '^https://[^[:space:]"<>]+$'::text)));

CREATE VIEW "public"."correction_states" WITH (security_invoker=true) AS  SELECT request.id,
    request.record_type,
    request.record_id,
    request.submission_version,
    request.notes,
    request.message,
    request.created_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.registration_submissions sent
              WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version)))) THEN 'completed'::text
            ELSE 'pending'::text
        END AS status,
    record.reference,
    record.contact_name,
    record.contact_email,
    record.contact_phone,
    record.form
   FROM (public.correction_requests request
     LEFT JOIN private.registrations record ON (((record.record_type = request.record_type) AND (record.id = request.record_id))));

revoke all on table public.correction_states from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."correction_states" FROM "service_role";

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';

REVOKE ALL ON FUNCTION "private"."apply_change"(jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_change"(jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."apply_row"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_row"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."awaits_correction"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."awaits_correction"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."name_change"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_change"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."parts_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."say_refusal"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."say_refusal"(text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."try_changes"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."whole_of"(uuid) FROM PUBLIC;

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

ALTER TABLE "public"."company_facts" ADD CONSTRAINT "company_facts_email_form" CHECK (((key <> ALL (ARRAY['email'::text, 'hr_email'::text, 'data_protection_email'::text])) OR private.is_email(value)));

ALTER TABLE "public"."company_facts" ADD CONSTRAINT "company_facts_phone_form" CHECK (((key <> ALL (ARRAY['phone_primary'::text, 'phone_secondary'::text, 'chat_number'::text])) OR (private.phone_problem(value) IS NULL)));
