DROP VIEW "private"."buyers_texts";

DROP VIEW "private"."farmers_texts";

DROP VIEW "private"."investors_texts";

DROP VIEW "private"."orders_texts";

DROP VIEW "private"."training_enrolments_texts";

DROP FUNCTION "private"."describe_people"(private.person_records[], text[], text[], text[], text, text, integer);

DROP FUNCTION "private"."search_orders"(text[], text[], uuid[], uuid[], bigint, text, private.person_records[], integer);

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
    and not t.waits_for_buyer
  union all
  select 'quotes' as place, 'orders.decide' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.quotes_list as t where (select private.has_permission('orders.decide')) and t.is_default
  union all
  select 'payments' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.payments_list as t where (select private.has_permission('orders.read')) and t.is_default
  union all
  select 'disputes' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.disputes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'listings' as place, 'products.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.products_list as t where (select private.has_permission('products.read')) and t.list_status = 'pending'
  union all
  select 'farmers' as place, 'farmers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.farmers_list as t where (select private.has_permission('farmers.read')) and t.list_status = 'pending'
  union all
  select 'training' as place, 'training_enrolments.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.training_enrolments_list as t
  where (select private.has_permission('training_enrolments.read')) and t.list_status = 'pending'
  union all
  select 'buyers' as place, 'buyers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.buyers_list as t where (select private.has_permission('buyers.read')) and t.list_status = 'pending'
  union all
  select 'investors' as place, 'investors.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.investors_list as t where (select private.has_permission('investors.read')) and t.list_status = 'pending'
  union all
  select 'corrections' as place, ((select private.registrations_with('decide'))::text[])[1] || '.decide' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, ((select private.registrations_with('read'))::text[])[1] || '.read' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.registrations_with('read'))::text[] <> '{}'
  union all
  select 'messages' as place, 'contact_messages.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.contact_messages_list as t
  where (select private.has_permission('contact_messages.read')) and t.list_status = 'pending'
  union all
  select 'partnership' as place, 'partnership_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.partnership_applications_list as t
  where (select private.has_permission('partnership_applications.read')) and t.list_status = 'pending'
  union all
  select 'job-applications' as place, 'job_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.job_applications_list as t
  where (select private.has_permission('job_applications.read')) and t.list_status = 'pending'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mails as t
  where (select private.has_permission('mails.read')) and t.state = 'failed' and t.created_at > now() - interval '7 days'
    and t.subject = any ((select private.own_mail_subjects())::text[])
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
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
      (array_agg(near.full_name order by near.created_at desc) filter (where near.full_name is not null))[1] as full_name,
      (array_agg(near.organisation order by near.created_at desc) filter (where near.organisation is not null))[1] as organisation,
      (array_agg(near.number order by near.distance, near.created_at desc) filter (where near.number is not null))[1] as number,
      (array_agg(coalesce(near.email, near.account_email) order by near.created_at desc)
        filter (where coalesce(near.email, near.account_email) is not null))[1] as email,
      (array_agg(near.place order by near.created_at desc) filter (where near.place <> ''))[1] as place,
      (array_agg(near.record_type order by near.created_at desc))[1] as record_type,
      (array_agg(near.id order by near.created_at desc))[1] as id
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
        'status', own.status) order by own.created_at desc), '[]') as list
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

CREATE OR REPLACE FUNCTION private.end_role_of_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.user_roles where user_id = new.id;
  perform private.free_work(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.find_invitation(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'email', invitation.email, 'title', roles.title, 'description', roles.description,
    'invitedBy', (select full_name from public.profiles where id = invitation.invited_by),
    'state', case
      when invitation.accepted_at is not null then 'accepted'
      when invitation.withdrawn_at is not null then 'withdrawn'
      when invitation.expires_at <= now() then 'expired'
      when not private.person_has_permission(invitation.invited_by, 'roles.manage') then 'withdrawn'
      else 'open' end,
    'hasAccount', exists (select from auth.users as account
      where lower(account.email) = lower(invitation.email) and account.email_confirmed_at is not null and account.deleted_at is null),
    'hasPassword', exists (select from auth.users as account
      where lower(account.email) = lower(invitation.email) and account.encrypted_password <> '' and account.deleted_at is null))
  from private.staff_invitation_links as link
  join public.staff_invitations as invitation on invitation.id = link.invitation_id
  join public.roles on roles.name = invitation.role
  where link.token_hash = $1
$function$;

CREATE OR REPLACE FUNCTION private.free_work(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.record_work as work set assignee_id = null, assignee_name = null, assigned_by = null, assigned_at = null
  where work.assignee_id = any (people)
    and exists (select from unnest(array[private.task_permission(work.record_type), 'records.work']) as needed
      where not exists (select from public.user_roles as held join public.role_permissions as granted using (role)
        where held.user_id = work.assignee_id and granted.permission = needed));
  update public.tasks as task set assignee_id = null, assignee_name = null
  where task.assignee_id = any (people) and task.done_at is null
    and exists (select from unnest(array[private.task_permission(task.record_type), 'records.work']) as needed
      where not exists (select from public.user_roles as held join public.role_permissions as granted using (role)
        where held.user_id = task.assignee_id and granted.permission = needed));
end $function$;

CREATE OR REPLACE FUNCTION private.free_work_of_role(role text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.free_work(array(select held.user_id from public.user_roles as held where held.role = $1))$function$;

CREATE OR REPLACE FUNCTION private.limit_saved_views()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('saved views ' || new.owner_id, 0));
  if (select count(*) from public.saved_views as own where own.owner_id = new.owner_id and own.list = new.list) >= 30 then
    raise exception 'You have 30 views of this list. Please remove one first.' using errcode = '23514', hint = 'list';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.search_orders(alternatives text[], further text[], by_text uuid[], by_bank_reference uuid[], amount_kobo bigint, currency text, hits private.person_records[], knows_accounts boolean, max_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return (
    with candidates as (
      select t.id, 1 as distance, 'code' as via from public.orders as t
      where further = '{}' and t.code ilike any (alternatives)
        and t.id = any (by_text)
      union all (
        select t.id, 2 as distance, 'amount' as via from public.orders as t
        where t.total_amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      -- What the buyer may still say yes to.
      union all (
        select t.order_id as id, 2 as distance, 'quote' as via from public.quotes as t
        where t.total_kobo = search_orders.amount_kobo and t.status = 'open' and t.expires_at > now()
          and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.transfer_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all
      select bank.id, 3 as distance, 'bank_reference' as via
      from unnest(by_bank_reference) as bank (id)
      union all
      select hit.id, 4 as distance, 'buyer' as via from unnest(hits) as hit where hit.record_type = 'orders'
    ),
    near as (
      select candidate.id, min(candidate.distance) as distance, (array_agg(candidate.via order by candidate.distance))[1] as via
      from candidates as candidate group by candidate.id
    ),
    shown as (
      select t.*, near.distance, near.via from near join public.orders as t on t.id = near.id
      order by near.distance, t.created_at desc limit max_rows
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'code', shown.code, 'via', shown.via, 'kind', shown.kind,
        'crop', shown.crop_type, 'quantity', shown.quantity_text, 'unit', shown.unit,
        'buyer', coalesce(
          (select request.company_name from public.order_requests as request where request.order_id = shown.id),
          (select contact.name from public.order_contacts as contact where contact.order_id = shown.id),
          (select account.full_name from public.profiles as account where account.id = shown.user_id and knows_accounts)),
        'totalKobo', shown.total_amount_kobo,
        'quote', case when shown.total_amount_kobo is null then (
          select case when quote.status = 'open' and exists (select from public.counter_offers as answer where answer.quote_id = quote.id)
            then 'answered' else quote.status end
          from public.quotes as quote
          where quote.order_id = shown.id and quote.status in ('open', 'waiting') and quote.expires_at > now()
          -- As its page says: what the buyer has comes first.
          order by quote.status limit 1) end,
        'currency', shown.currency, 'status', shown.status, 'paymentStatus', shown.payment_status,
        'isUnderpaid', (select private.is_underpaid(own) from public.orders as own where own.id = shown.id),
        'fulfilmentStatus', shown.fulfilment_status, 'createdAt', shown.created_at) order by shown.distance, shown.created_at desc), '[]')
    from shown
  );
end $function$;

CREATE OR REPLACE FUNCTION private.store_role_rights(role_name text, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text[] := array(select jsonb_array_elements_text(details -> 'permissions'));
begin
  update public.roles set refund_up_to_kobo = (details ->> 'refundUpToKobo')::bigint,
    quote_below_list_percent = (details ->> 'quoteBelowListPercent')::integer
  where name = role_name;
  delete from public.role_permissions where role = role_name and permission <> all (wanted);
  insert into public.role_permissions (role, permission) select distinct role_name, unnest(wanted) on conflict do nothing;
  perform private.free_work_of_role(role_name);
end $function$;

CREATE OR REPLACE FUNCTION public.change_staff_role(user_id uuid, new_role text, expected_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_role text;
begin
  perform private.require_strong_right('roles.manage');
  select role into found_role from public.user_roles where user_roles.user_id = change_staff_role.user_id for update;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  elsif found_role is distinct from expected_role then
    raise exception 'Their role is % by now. Please look again.', found_role using errcode = 'PT409', hint = found_role;
  elsif not private.is_role(new_role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  end if;
  update public.user_roles set role = new_role where user_roles.user_id = change_staff_role.user_id;
  perform private.free_work(array[change_staff_role.user_id]);
end $function$;

CREATE OR REPLACE FUNCTION public.deactivate_staff(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  found_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into found_role;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, found_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  perform private.free_work(array[deactivate_staff.user_id]);
  delete from public.staff_notices where staff_notices.user_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
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
      'name', coalesce(hit.name, hit.organisation), 'status', hit.status)), '[]') into found
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

CREATE OR REPLACE FUNCTION public.set_role_permission(role text, permission text, is_granted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_strong_right('roles.manage');
  if set_role_permission.role = 'admin' or set_role_permission.permission = 'roles.manage' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif not private.is_role(set_role_permission.role) then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif not exists (select from public.role_permissions as known
    where known.role = 'admin' and known.permission = set_role_permission.permission)
  then
    raise exception 'There is no such right' using errcode = '23514', hint = 'permission';
  end if;
  if is_granted then
    insert into public.role_permissions (role, permission)
    values (set_role_permission.role, set_role_permission.permission) on conflict do nothing;
  else
    delete from public.role_permissions as granted
    where granted.role = set_role_permission.role and granted.permission = set_role_permission.permission;
    perform private.free_work_of_role(set_role_permission.role);
  end if;
end $function$;

CREATE VIEW "private"."buyers_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.business_type, ''::text)) || chr(31)) || COALESCE(t.contact_first_name, ''::text)) || chr(31)) || COALESCE(t.contact_last_name, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.contact_phone, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.buyers t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.buyers t ON ((t.user_id = s.id)))
  WHERE ( SELECT private.has_permission('profiles.read'::text) AS has_permission);

revoke all on table private.buyers_texts from public, anon, authenticated;

CREATE VIEW "private"."farmers_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((((COALESCE(t.farm_name, ''::text) || chr(31)) || COALESCE(t.location, ''::text)) || chr(31)) || COALESCE(t.contact_name, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.farmers t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.farmers t ON ((t.user_id = s.id)))
  WHERE ( SELECT private.has_permission('profiles.read'::text) AS has_permission);

revoke all on table private.farmers_texts from public, anon, authenticated;

CREATE VIEW "private"."investors_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.investor_type, ''::text)) || chr(31)) || COALESCE(t.contact_name, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.contact_phone, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.investors t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.investors t ON ((t.user_id = s.id)))
  WHERE ( SELECT private.has_permission('profiles.read'::text) AS has_permission);

revoke all on table private.investors_texts from public, anon, authenticated;

CREATE VIEW "private"."orders_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((COALESCE(t.code, ''::text) || chr(31)) || COALESCE(t.crop_type, ''::text)) || chr(31)) || COALESCE(t.delivery_address, ''::text)) AS words
   FROM public.orders t
UNION ALL
 SELECT s.order_id AS id,
    ((((((COALESCE(s.company_name, ''::text) || chr(31)) || COALESCE(s.contact_person, ''::text)) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM public.order_requests s
UNION ALL
 SELECT s.order_id AS id,
    ((((COALESCE(s.name, ''::text) || chr(31)) || COALESCE(s.phone, ''::text)) || chr(31)) || COALESCE(s.email, ''::text)) AS words
   FROM public.order_contacts s
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.orders t ON ((t.user_id = s.id)))
  WHERE ( SELECT private.has_permission('profiles.read'::text) AS has_permission)
UNION ALL
 SELECT s.order_id AS id,
    COALESCE(s.bank_reference, ''::text) AS words
   FROM public.payments s;

revoke all on table private.orders_texts from public, anon, authenticated;

CREATE VIEW "private"."training_enrolments_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((COALESCE(t.contact_name, ''::text) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.city, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.training_enrolments t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.training_enrolments t ON ((t.user_id = s.id)))
  WHERE ( SELECT private.has_permission('profiles.read'::text) AS has_permission);

revoke all on table private.training_enrolments_texts from public, anon, authenticated;

CREATE TRIGGER limit_saved_views BEFORE INSERT ON public.saved_views FOR EACH ROW EXECUTE FUNCTION private.limit_saved_views();

REVOKE ALL ON FUNCTION "private"."describe_people"(private.person_records[], text[], boolean, text[], text[], text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_work"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_work_of_role"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_saved_views"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_orders"(text[], text[], uuid[], uuid[], bigint, text, private.person_records[], boolean, integer) FROM PUBLIC;
