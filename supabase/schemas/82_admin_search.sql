-- One search over everything that the caller may read: people first, then orders, products, messages and the others.

-- Everybody who registered, ordered, applied or wrote, a row for each record: who it is about and how they are reached.
create view private.person_records with (security_invoker = true) as
  select 'farmers' as record_type, t.id, t.user_id, t.contact_name as name, t.farm_name as organisation, t.phone,
    t.contact_email as email, t.location as place, t.status, t.reference, t.created_at
  from public.farmers as t
  union all
  select 'training_enrolments' as record_type, t.id, t.user_id, t.contact_name as name, null as organisation, t.phone,
    t.contact_email as email, concat_ws(', ', t.city, t.state) as place, t.status, t.reference, t.created_at
  from public.training_enrolments as t
  union all
  select 'buyers' as record_type, t.id, t.user_id,
    nullif(concat_ws(' ', t.contact_first_name, t.contact_last_name), '') as name, t.company_name as organisation,
    t.contact_phone as phone, t.contact_email as email, concat_ws(', ', t.city, t.state) as place, t.status, t.reference, t.created_at
  from public.buyers as t
  union all
  select 'investors' as record_type, t.id, t.user_id, t.contact_name as name, t.company_name as organisation,
    t.contact_phone as phone, t.contact_email as email, concat_ws(', ', t.city, t.state) as place, t.status, t.reference, t.created_at
  from public.investors as t
  union all
  select 'orders' as record_type, t.id, t.user_id, coalesce(contact.name, request.contact_person) as name,
    request.company_name as organisation, coalesce(contact.phone, request.phone) as phone,
    coalesce(contact.email, request.email) as email,
    coalesce(nullif(concat_ws(', ', contact.lga, contact.state), ''), request.country) as place, t.status, t.code as reference, t.created_at
  from public.orders as t
  left join public.order_contacts as contact on contact.order_id = t.id
  left join public.order_requests as request on request.order_id = t.id
  union all
  select 'contact_messages' as record_type, t.id, null as user_id, t.name, null as organisation, t.phone, t.email, null as place,
    t.status, null as reference, t.created_at
  from public.contact_messages as t
  union all
  select 'partnership_applications' as record_type, t.id, t.user_id, t.contact_person as name, t.company_name as organisation,
    private.normalise_phone(t.phone) as phone, t.email, t.country as place, t.status, null as reference, t.created_at
  from public.partnership_applications as t
  union all
  select 'job_applications' as record_type, t.id, t.user_id, t.full_name as name, null as organisation, t.phone, t.email,
    null as place, t.status, null as reference, t.created_at
  from public.job_applications as t;
revoke all on table private.person_records from public, anon, authenticated, service_role;

-- What was typed, read in each way that it can be meant. All patterns of `alternatives` mean the same: one of them is to
-- match; all of `further` as well. `indexed` is what the indexes of letters are searched by: of a number its end and of an
-- email address its beginning, since the other halves are much alike. Null alternatives: too little was typed, and an index of letters knows three and more.
create function private.read_search(
  typed text, out words text, out alternatives text[], out further text[], out indexed text[], out phone text,
  out amount_kobo bigint, out currency text
)
language plpgsql immutable set search_path = ''
as $$
declare
  legal constant text := '[2-9A-HJKMNP-Z]';
  compact text;
  parts text[];
  number text[];
begin
  words := left(btrim(regexp_replace(coalesce(typed, ''), '\s+', ' ', 'g')), 100);
  further := '{}';
  if char_length(words) < 3 then
    return;
  end if;
  compact := upper(regexp_replace(words, '[\s-]', '', 'g'));
  if words ~ '^[0-9+()./ -]+$' and char_length(regexp_replace(words, '[^0-9]', '', 'g')) >= 6 then
    alternatives := private.search_patterns(words) || ('%' || private.normalise_phone(words) || '%');
    phone := private.normalise_phone(words);
    indexed := array['%' || right(regexp_replace(words, '[^0-9]', '', 'g'), 7) || '%'];
  elsif compact ~ ('^(AG|FM|TR|BY|IV)' || legal || '{7}$') then
    alternatives := array['%' || left(compact, 5) || '-' || substr(compact, 6) || '%'];
  else
    -- The longest word is looked up, and the others are compared.
    select array_agg(word order by char_length(word) desc, place) into parts
    from regexp_split_to_table(words, ' ') with ordinality as split (word, place);
    alternatives := private.search_patterns(parts[1]);
    further := array(select (private.search_patterns(part))[1] from unnest(parts[2:]) as part);
    -- A reference without its hyphen, whole or begun.
    if cardinality(parts) = 1 and compact ~ ('^(AG|FM|TR|BY|IV)' || legal || '{4,6}$') then
      alternatives := alternatives || ('%' || left(compact, 5) || '-' || substr(compact, 6) || '%');
    elsif cardinality(parts) = 1 and compact ~ ('^' || legal || '{7}$') and compact ~ '[0-9]' then
      alternatives := alternatives || ('%' || left(compact, 3) || '-' || substr(compact, 4) || '%');
    end if;
  end if;
  -- Many share what stands behind the @.
  if cardinality(further) = 0 and char_length(split_part(words, '@', 1)) between 3 and char_length(words) - 1 then
    indexed := private.search_patterns(split_part(words, '@', 1));
  end if;
  indexed := coalesce(indexed, alternatives);
  number := regexp_match(words,
    '^(₦|NGN|N|US\$|USD|\$|€|EUR|£|GBP)? ?((?:[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}|[1-9][0-9]{0,12}))(?:\.([0-9]{1,2}))?$', 'i');
  if number is not null then
    amount_kobo := replace(number[2], ',', '')::bigint * 100 + rpad(coalesce(number[3], ''), 2, '0')::bigint;
    currency := case when number[1] is null then null when upper(number[1]) in ('₦', 'NGN', 'N') then 'NGN'
      when upper(number[1]) in ('€', 'EUR') then 'EUR' when upper(number[1]) in ('£', 'GBP') then 'GBP' else 'USD' end;
  end if;
end $$;

-- The ids of one source of private.searched_texts: the first that an index finds, at most max_rows of them, so that a word
-- which half of all share costs no more than another.
create function private.search_texts(source text, indexed text[], further text[], max_rows integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  ids uuid[];
begin
  execute format('select array(select t.id from private.searched_texts as t where t.source = %L and t.words ilike any ($1)%s limit $2)',
      source, (select string_agg(format(' and t.words ilike %L', pattern), '') from unnest(further) as pattern))
    into ids using indexed, max_rows;
  return ids;
end $$;

-- Records of one kind that name what is looked for, of the accounts that do as well.
create function private.search_person_records(
  kind text, indexed text[], further text[], accounts uuid[], max_rows integer
) returns setof private.person_records
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  ids uuid[] := case kind
    when 'orders' then private.search_texts('order_contacts', indexed, further, max_rows)
      || private.search_texts('order_requests', indexed, further, max_rows)
    else private.search_texts(kind, indexed, further, max_rows) end;
  account uuid;
  more uuid[];
begin
  if kind <> 'contact_messages' then
    foreach account in array accounts loop
      execute format('select array(select t.id from public.%I as t where t.user_id = $1 order by t.created_at desc limit 10)', kind)
        into more using account;
      ids := ids || more;
    end loop;
  end if;
  return query execute format('select record.* from private.person_records as record where record.record_type = %L and record.id = any ($1)', kind)
    using ids;
end $$;

-- {people: [...], orders: [...], ...}: of each kind that the caller may read at most max_rows, the nearest first; the others
-- are not named. It is what the lists of these kinds show, and no more.
create function public.search_everything(query text, max_rows integer default 6) returns jsonb
language plpgsql stable security definer set search_path = ''
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  -- From how many that match the nearest are chosen.
  max_candidates constant integer := 60;
  person_kinds constant text[] := private.registration_types() || array['orders', 'contact_messages'];
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
  registrations jsonb;
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
      'name', coalesce(hit.name, hit.organisation), 'status', hit.status, 'mergedInto', private.merged_into(hit.id))), '[]') into registrations
  from (
    select * from unnest(hits) as every
    where every.record_type not in ('orders', 'contact_messages') and every.reference ilike any (sought.alternatives)
      and sought.further = '{}'
    order by every.created_at desc limit own_rows
  ) as hit;
  if own_kinds && private.registration_types() then
    answer := answer || jsonb_build_object('registrations', registrations);
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
end $$;

-- One entry for each person: records of one account, or of one number, are theirs. What they are is read for those alone
-- who are shown.
create function private.describe_people(
  hits private.person_records[], kinds text[], knows_accounts boolean, alternatives text[], further text[], words text,
  phone text, max_rows integer
) returns jsonb
language sql stable security definer set search_path = ''
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
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
    from (
      -- All of theirs are found first, by their indexes: for the newest ten alone, each table might be walked through in its order.
      with theirs as materialized (
        select record.* from private.person_records as record
        where record.record_type = any (kinds) and record.record_type = any (private.registration_types())
          and (record.user_id = any (people.accounts) or record.phone = any (people.numbers))
      )
      select theirs.* from theirs order by theirs.created_at desc limit 10) as own
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
$$;

-- By code, by amount, by the reference of a line of the statement, or by who ordered: in that order, the newest first.
create function private.search_orders(
  alternatives text[], further text[], by_text uuid[], by_bank_reference uuid[], amount_kobo bigint, currency text,
  hits private.person_records[], knows_accounts boolean, max_rows integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_custom_plan
as $$
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
        'refundToSendKobo', (select public.refund_to_send_kobo(own) from public.orders as own where own.id = shown.id),
        'fulfilmentStatus', shown.fulfilment_status, 'createdAt', shown.created_at) order by shown.distance, shown.created_at desc), '[]')
    from shown
  );
end $$;

revoke all on function
  private.describe_people(private.person_records[], text[], boolean, text[], text[], text, text, integer), private.read_search(text),
  private.search_orders(text[], text[], uuid[], uuid[], bigint, text, private.person_records[], boolean, integer),
  private.search_person_records(text, text[], text[], uuid[], integer),
  private.search_texts(text, text[], text[], integer), public.search_everything(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_everything(text, integer) to authenticated;
