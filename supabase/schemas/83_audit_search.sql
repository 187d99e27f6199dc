-- The audit trail as it is read: entries found by words, person, kind and day, with the names of what they are about; beside
-- it sign-ins, and attempts of buyers to register.

-- What the page says of entries, as far as their action, kind and new values decide it.
create table private.audit_words (
  phrase text not null,
  action text not null default '',
  subject_type text not null default '',
  after jsonb not null default '{}',
  condition text not null default '',
  primary key (phrase, action, subject_type, after, condition),
  constraint audit_words_action_or_kind check (action <> '' or subject_type <> '')
);
alter table private.audit_words enable row level security;
comment on table private.audit_words is 'An empty action or subject_type is any; after is what the new values hold; condition is a jsonpath over {type, id, actor, before, after}.';

-- A colleague, present or former, is named to everybody who reads the trail; any other account to those who may see accounts.
create function private.name_account(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(person.full_name, person.email) from public.profiles as person
  where person.id = $1 and (private.has_permission('profiles.read')
    or exists (select from public.user_roles as held where held.user_id = $1)
    or exists (select from public.staff_departures as left_us where left_us.user_id = $1))
$$;

-- By its name for those who may read it; by its code, where it has one, for the others.
create function private.name_record(record_type text, record_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_readable boolean := private.has_permission(private.admin_permission($1, 'read'));
  named text;
begin
  if $1 = 'orders' then
    select orders.code into named from public.orders where orders.id = $2;
  elsif $1 = any (private.registration_types()) then
    select case when is_readable then coalesce(record.contact_name, record.reference) else record.reference end into named
    from private.registrations as record where record.record_type = $1 and record.id = $2;
  elsif not is_readable then
    return null;
  elsif $1 = 'products' then
    select product.name into named from public.products as product where product.id = $2;
  else
    select sent.name into named from private.form_records as sent where sent.record_type = $1 and sent.id = $2;
  end if;
  return named;
end $$;

-- {type, id, name}: the record, account or row that an entry is about; name is null where it is gone or not for the caller. Of an
-- order its currency as well: an entry keeps only what changed, and its amounts are in that.
create function private.name_audited(subject_type text, subject_id text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  kind text := case
    when $1 in ('vault_reveals', 'vault_seal') and $3 ? 'record_type' then $3 ->> 'record_type'
    when $1 in ('payments', 'quotes', 'money_entries', 'order_credits', 'letters_of_credit') then 'orders'
    when $1 in ('vault_reveals', 'photo_sittings', 'user_roles', 'staff_departures', 'account', 'own_secrets', 'own_data')
      then 'account'
    when $1 = 'board_contacts' then 'board_members'
    else $1 end;
  label text := case kind
    when 'board_members' then 'name' when 'delivery_zones' then 'name' when 'depots' then 'name'
    when 'career_categories' then 'title' when 'career_positions' then 'title' when 'courses' then 'title'
    when 'projects' then 'title' when 'stories' then 'title' when 'content_drafts' then 'title' when 'breaches' then 'title'
    when 'roles' then 'title' when 'saved_views' then 'title' when 'reply_templates' then 'title'
    when 'crop_seasons' then 'crop' when 'photographs' then 'caption'
    when 'page_facts' then 'label' when 'impact_figures' then 'label' when 'order_products' then 'label'
    when 'decline_reasons' then 'body' end;
  of_order uuid := case when kind = 'orders' and $2 ~ uuid_form then $2::uuid end;
  named text;
begin
  if kind = any (private.admin_types()) and $2 ~ uuid_form then
    named := private.name_record(kind, $2::uuid);
  elsif kind = 'account' and $2 ~ uuid_form then
    named := private.name_account($2::uuid);
  elsif label is not null and $2 is not null then
    if kind <> 'breaches' or private.has_permission('breaches.read') then
      execute format('select t.%I::text from public.%I as t where t.%I::text = $1', label, kind,
        case kind when 'roles' then 'name' else 'id' end) into named using $2;
    end if;
    named := left(coalesce(named, $3 ->> label), 120);
  end if;
  return jsonb_build_object('type', kind, 'id', $2, 'name', named)
    || coalesce((select jsonb_build_object('currency', orders.currency) from public.orders
      where orders.id = of_order), '{}');
end $$;

-- {id: name} of the people whom the values of an entry name by their ids, and of the role that they name by its name: who reads
-- the trail reads what a role is called, too, whatever they see of the roles themselves.
create function private.name_values(details jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(named.id, named.name), '{}')
  from (
    select value as id, case when key in ('role', 'former_role') then (select roles.title from public.roles where roles.name = value)
      when key = 'farmer_id' then private.name_record('farmers', value::uuid)
      else private.name_account(value::uuid) end as name
    from jsonb_each_text($1)
    where key in ('role', 'former_role') or key in ('assignee_id', 'farmer_id', 'granted_by') and value ~ '^[0-9a-f-]{36}$'
  ) as named
  where named.name is not null
$$;

-- Colleagues, present and former, by name or address.
create function private.find_colleagues(words text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(select profiles.id from public.profiles join (
      select user_id from public.user_roles union select user_id from public.staff_departures
    ) as staff on staff.user_id = profiles.id
    where profiles.full_name ilike any (private.search_patterns(words)) or profiles.email ilike any (private.search_patterns(words)))
$$;

-- What the words may mean: records and accounts by name, code, address, phone, bank reference; as far as the caller may read them.
create function private.find_audited_subjects(words text) returns text[]
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  max_records constant integer := 200;
  readable text[] := private.admin_types_with('read');
  sought record := private.read_search(words);
  accounts uuid[] := '{}';
  ids text[];
  source text;
begin
  -- Codes are nobody's secret.
  ids := array(select orders.id::text from public.orders where code = upper(btrim(words))
    union all select record.id::text from private.registrations as record where reference = upper(btrim(words)))
    || btrim(words) || replace(lower(btrim(words)), ' ', '_')
    -- Who reads the trail reads what a role is called.
    || array(select roles.name from public.roles where roles.title ilike any (private.search_patterns(words)));
  if sought.alternatives is null then
    return ids;
  end if;
  if private.has_permission('profiles.read') then
    accounts := private.search_texts('profiles', sought.indexed, sought.further, max_records);
    ids := ids || accounts::text[];
  end if;
  foreach source in array readable loop
    if source = any (private.registration_types() || array['orders', 'contact_messages']) then
      ids := ids || array(select record.id::text
        from private.search_person_records(source, sought.indexed, sought.further, accounts[1:30], max_records) as record);
    end if;
    if source <> all (private.registration_types() || array['contact_messages']) then
      ids := ids || private.search_texts(source, sought.indexed, sought.further, max_records)::text[];
    end if;
  end loop;
  if 'orders' = any (readable) then
    ids := ids || private.search_texts('payments', sought.indexed, sought.further, max_records)::text[];
  end if;
  return ids;
end $$;

-- A search in the words of a whole sentence, "approved farmer Gani Bello": who did it (the words before the deed), the deeds, each of
-- the kind and the role that are named, and the name of what it was done to. No deeds: it is no such sentence, or a deed alone.
create function private.read_audit_sentence(typed text, out deeds private.audit_words[], out who text, out named text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  spaced text := ' ' || lower(regexp_replace(btrim(typed), '\s+', ' ', 'g')) || ' ';
  deed text;
  noun text;
  kinds text[];
  -- What an entry may be of that is about a record of this kind.
  beside text[];
  called text;
  opening text;
  role_names text[] := '{}';
  with_role text := '';
begin
  select said.spoken into deed
  from (select distinct regexp_replace(lower(phrase), ' (of|about)$', '') as spoken from private.audit_words
    -- What follows a comma or stands in quotes begins no sentence.
    where action <> '' and phrase ~ '^[[:alnum:]]') as said
  where position(' ' || said.spoken || ' ' in spaced) > 0
  order by char_length(said.spoken) desc limit 1;
  who := btrim(case when deed is null then '' else split_part(spaced, ' ' || deed || ' ', 1) end);
  named := case when deed is null then spaced
    else ' ' || substr(spaced, position(' ' || deed || ' ' in spaced) + char_length(deed) + 2) end;
  named := regexp_replace(named, '^ (of|about|for|from|to) ', ' ');
  -- The role, wherever a sentence about roles names it.
  if exists (select from private.audit_words as said where regexp_replace(lower(said.phrase), ' (of|about)$', '') = deed
      and said.subject_type in ('user_roles', 'role_permissions', 'staff_invitations')) then
    for called, opening in
      select lower(roles.title), word from public.roles cross join unnest(array[' the role ', ' role ', ' as ', ' from ', ' to ', ' '])
        with ordinality as before_it (word, place)
      where position(word || lower(roles.title) || ' ' in spaced) > 0 order by place, char_length(roles.title) desc
    loop
      if position(opening || called || ' ' in named) > 0 and (opening <> ' ' or starts_with(named, ' ' || called || ' ')) then
        named := replace(named, opening || called || ' ', ' ');
        role_names := role_names || array(select roles.name from public.roles where lower(roles.title) = called);
      end if;
    end loop;
    named := regexp_replace(named, '^ (from|to) ', ' ');
  end if;
  select said.spoken, array_agg(said.subject_type) into noun, kinds
  from (select regexp_replace(regexp_replace(lower(phrase), '^(the|an?) ', ''), ' of$', '') as spoken, subject_type
    from private.audit_words where action = '') as said
  where starts_with(regexp_replace(named, '^ (the|an?) ', ' '), ' ' || said.spoken || ' ')
  group by said.spoken order by char_length(said.spoken) desc limit 1;
  if noun is not null then
    named := regexp_replace(substr(regexp_replace(named, '^ (the|an?) ', ' '), char_length(noun) + 2), '^ of ', ' ');
    beside := case when 'orders' = any (kinds) then array['payments', 'quotes', 'money_entries', 'order_credits', 'letters_of_credit']
      else '{}' end;
  end if;
  named := btrim(named);
  if cardinality(role_names) > 0 then
    with_role := (select '(' || string_agg(format('$.after.role == %1$s || $.before.role == %1$s', to_json(name)), ' || ') || ')'
      from unnest(role_names) as name);
  end if;
  if deed is null and (noun is null or named = '') or who || named || with_role = '' and noun is null then
    return;
  end if;
  deeds := array(
    select row(said.phrase, said.action, coalesce(nullif(said.subject_type, ''), kind, ''), said.after,
      concat_ws(' && ', nullif('(' || said.condition || ')', '()'), nullif(with_role, ''),
        case when said.subject_type = 'vault_reveals' and kind <> said.subject_type
          then format('$.after.record_type == %s', to_json(kind)) end))::private.audit_words
    from (
      select * from private.audit_words as known
      where known.action <> '' and regexp_replace(lower(known.phrase), ' (of|about)$', '') = deed
      -- Without a deed: anything that was done to it.
      union all select '', '', '', '{}', '' where deed is null
      union all select '', '', type, '{}', '' from unnest(beside || 'vault_reveals'::text) as type where deed is null
    ) as said
    left join unnest(kinds) as kind on true
    where kind is null or said.subject_type in ('', kind) or said.subject_type = any (beside || 'vault_reveals'::text));
end $$;

-- Ids of entries, newest first: by time, then by id. Each way to find them reads an index in this order and ends at max_rows,
-- however long the trail is; but where words have a condition of their own, it is asked of each entry that the index brings,
-- so that a rare one is sought among all of its action, or of its action and kind.
create function private.find_audit_entries(
  search text, actor uuid, kind text, subject text, only_access boolean, since timestamptz, until timestamptz,
  before_id bigint, max_rows integer
) returns bigint[]
language plpgsql stable security definer set search_path = '' set jit = off set enable_sort = on
as $$
declare
  words text := nullif(left(btrim(search), 100), '');
  pattern text := (private.search_patterns(replace(words, ' ', '_')))[1];
  -- Words of the page match from the beginning of a word, so that a name like Ann does not find 'planned'.
  begun text := (private.search_patterns(' ' || nullif(ltrim(replace(words, '"', '')), '')))[1];
  is_access constant text := $c$(e.action in ('look', 'export') or e.subject_type in ('vault_reveals', 'photo_sittings'))$c$;
  is_said constant text := $c$(w.condition = '' or jsonb_build_object('type', e.subject_type, 'id', e.subject_id,
    'actor', e.actor_id, 'before', e.before, 'after', e.after) @@ w.condition::jsonpath)$c$;
  rest text := '';
  kinds text[] := private.audited_tables(kind);
  before_at timestamptz;
  subjects text[];
  actors uuid[];
  actions text[];
  types text[];
  deeds private.audit_words[];
  ways text[];
  -- Of a search in the words of a whole sentence.
  deeds_of_it private.audit_words[];
  who text := '';
  named text := '';
  of_it text[];
  by_whom uuid[];
  sought record;
  settled text[];
  reasons text[];
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
    actors := private.find_colleagues(words);
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
    -- A deed is looked up by what fewest entries have: the status that was given, the kind of file, the kind of record, or else
    -- the action.
    deeds := array(select said from private.audit_words as said
      where said.action <> '' and ' ' || replace(said.phrase, '"', '') ilike begun);
    select said.deeds, said.who, said.named into deeds_of_it, who, named from private.read_audit_sentence(words) as said
    where said.deeds is not null;
    if who || named = '' then
      deeds := deeds || deeds_of_it;
    end if;
    -- A role by its title, as the page names it: who was given it or lost it, and what it may.
    deeds := deeds || array(
      select row('', change, type, '{}', format('$.after.role == %1$s || $.before.role == %1$s', to_json(roles.name)))::private.audit_words
      from public.roles cross join unnest(array['insert', 'update', 'delete']) as change
        cross join unnest(array['user_roles', 'role_permissions', 'staff_invitations']) as type
      where case when type = 'staff_invitations' then ' ' else ' the role ' end || roles.title ilike begun);
    -- Why a part of an order was settled without money: the entry that says so, and no other of its order.
    sought := private.read_search(words);
    if sought.alternatives is not null and private.has_permission('orders.read') then
      select array_agg(credit.order_id::text), array_agg(credit.reason) into settled, reasons from public.order_credits as credit
      where credit.id = any (private.search_texts('order_credits', sought.indexed, sought.further, 200));
    end if;
    ways := array[
      'from unnest($9) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_id = w',
      'from unnest($10) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.actor_id = w',
      'from unnest($11) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.action = w',
      'from unnest($12) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_type = w',
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after ? ''status'' and e.action = ''update'' and e.after ->> ''status'' = w.after ->> ''status''
          and (w.subject_type = '''' or e.subject_type = w.subject_type) and ' || is_said,
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after ? ''what'' and e.action = ''look'' and e.after ->> ''what'' = w.after ->> ''what''
          and (w.subject_type = '''' or e.subject_type = w.subject_type) and ' || is_said,
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after = ''{}'' and w.subject_type <> '''' and e.subject_type = w.subject_type and e.action = w.action
          and ' || is_said,
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after = ''{}'' and w.subject_type = '''' and e.action = w.action and ' || is_said,
      'from unnest($18) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_id = w
        and e.subject_type = ''order_credits'' and e.after ->> ''reason'' = any ($19)',
      'from (select e.id, e.created_at from public.audit_trail as e where e.address = $13'];
    -- Who and what are named are looked up by their index, and of their entries those are taken that say such a deed.
    if who || named <> '' then
      ways := ways || ('from unnest(' || case when named <> '' then '$15) as w0' else '$16) as w0' end
        || ' cross join lateral (select e.id, e.created_at from public.audit_trail as e where '
        || concat_ws(' and ', case when named <> '' then 'e.subject_id = w0' end,
          case when who <> '' then case when named <> '' then 'e.actor_id = any ($16)' else 'e.actor_id = w0' end end)
        || ' and exists (select from unnest($17) as w where w.subject_type in ('''', e.subject_type) and w.action in ('''', e.action)
          and (w.after = ''{}'' or e.after @> w.after) and ' || is_said || ')');
    end if;
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
  of_it := case when named <> '' then private.find_audited_subjects(named) || private.find_colleagues(named)::text[] end;
  by_whom := case when who <> '' then private.find_colleagues(who) end;
  -- Each way is read in the order of its index and not sorted, however few entries a condition lets the planner expect: it would
  -- read all that was ever approved for the newest fifty. The function's own setting ends this with it.
  perform set_config('enable_sort', 'off', true);
  execute 'select array(select hit.id from ('
      || (select string_agg('select entry.id, entry.created_at ' || way || rest || ') as entry', ' union ') from unnest(ways) as way)
      || ') as hit order by hit.created_at desc, hit.id desc limit $8)'
    into ids
    using before_at, before_id, since, until, actor, kinds, subject, max_rows, subjects, actors, actions, types, words, deeds,
      of_it, by_whom, deeds_of_it, settled, reasons;
  return ids;
end $$;

-- Newest first. Each argument may be null; before_id is the last id of the page before.
create function public.search_audit(
  search text default null, actor uuid default null, kind text default null, subject text default null,
  since timestamptz default null, until timestamptz default null, before_id bigint default null, max_rows integer default 50,
  only_access boolean default false
) returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, actor_role text, address text, action text,
  subject_type text, subject_id text, about jsonb, names jsonb, before jsonb, after jsonb, is_sealed boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.created_at, entry.actor_id, private.name_account(entry.actor_id), entry.actor_role,
      entry.address, entry.action, entry.subject_type, entry.subject_id,
      private.name_audited(entry.subject_type, entry.subject_id, coalesce(entry.before, '{}') || coalesce(entry.after, '{}')),
      private.name_values(entry.before) || private.name_values(entry.after),
      entry.before, entry.after, not exists (select from private.audit_unsealed where entry_id = entry.id)
    from public.audit_trail as entry
    where entry.id = any (private.find_audit_entries(search_audit.search, search_audit.actor, search_audit.kind,
      search_audit.subject, search_audit.only_access, search_audit.since, search_audit.until, search_audit.before_id,
      least(greatest(search_audit.max_rows, 1), 1000)))
    order by entry.created_at desc, entry.id desc;
end $$;

-- How many search_audit finds; with words, or a filter, it reads all of them, as it would.
create function public.count_audit(
  search text default null, actor uuid default null, kind text default null, since timestamptz default null,
  until timestamptz default null, only_access boolean default false
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  hit_count bigint := 0;
  last_id bigint;
  page bigint[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  elsif nullif(btrim(search), '') is null and actor is null and kind is null and not only_access then
    return (select count(*) from public.audit_trail as entry
      where (count_audit.since is null or entry.created_at >= count_audit.since)
        and (count_audit.until is null or entry.created_at < count_audit.until));
  end if;
  loop
    page := private.find_audit_entries(search, actor, kind, null, only_access, since, until, last_id, 1000);
    hit_count := hit_count + cardinality(page);
    exit when cardinality(page) < 1000;
    last_id := page[1000];
  end loop;
  return hit_count;
end $$;

-- Everybody who is or was staff: whose entries can be chosen.
create function public.list_audited_people() returns table (user_id uuid, name text, is_former boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  return query
    select person.id, coalesce(person.full_name, person.email), staff.role is null
    from public.profiles as person
    left join public.user_roles as staff on staff.user_id = person.id
    where staff.role is not null or exists (select from public.staff_departures as left_us where left_us.user_id = person.id)
    order by 3, 2;
end $$;

-- Who signed in, tried to, or signed out, newest first: staff alone, or everybody. A failed attempt names the account that it
-- was for, or none; what was typed is stored nowhere. before_at and before_id: of the last one of the page before.
create function public.search_sign_ins(
  actor uuid default null, everybody boolean default false, only_failed boolean default false,
  since timestamptz default null, until timestamptz default null, before_at timestamptz default null, before_id uuid default null,
  max_rows integer default 50
) returns table (id uuid, at timestamptz, actor_id uuid, actor_name text, actor_role text, address text, action text, way text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  condition text := $c$ e.payload ->> 'action' in ('login', 'login_failed', 'logout', 'verification_attempted',
    'verification_failed', 'invite_accepted')$c$
    || case when only_failed then $c$ and e.payload ->> 'action' in ('login_failed', 'verification_failed')$c$ else '' end
    || case when since is not null then ' and e.created_at >= $1' else '' end
    || case when until is not null then ' and e.created_at < $2' else '' end
    || case when before_at is not null then ' and e.created_at <= $3 and (e.created_at, e.id) < ($3, $4)' else '' end
    || ' order by e.created_at desc, e.id desc limit $5';
  people text[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read sign-ins' using errcode = '42501';
  end if;
  people := case when actor is not null then array[actor::text] else array(
    select staff.user_id::text from public.user_roles as staff
    union select left_us.user_id::text from public.staff_departures as left_us
    -- Without an account: failed attempts alone.
    union select '') end;
  return query execute 'select e.id, e.created_at, person.user_id, private.name_account(person.user_id),
      coalesce(staff.role, case when person.user_id is not null then ''member'' end), nullif(e.ip_address, '''')::text,
      e.payload ->> ''action'', e.payload -> ''traits'' ->> coalesce(case when e.payload ->> ''action'' like ''verification%''
        then ''factor_type'' end, ''provider'')
    from (' || case when everybody and actor is null
      then 'select e.* from auth.audit_log_entries as e where' || condition
      else 'select e.* from unnest($6) as p cross join lateral (select e.* from auth.audit_log_entries as e
        where e.payload ->> ''actor_id'' = p and' || condition || ') as e order by e.created_at desc, e.id desc limit $5' end
    || ') as e
    cross join lateral (select nullif(e.payload ->> ''actor_id'', '''')::uuid as user_id) as person
    left join public.user_roles as staff on staff.user_id = person.user_id
    order by e.created_at desc, e.id desc'
  using since, until, before_at, before_id, least(greatest(max_rows, 1), 500), people;
end $$;

-- Attempts of buyers to register (decision 77), newest first; search is an email address.
create function public.search_buyer_attempts(
  search text default null, only_event text default null, since timestamptz default null, until timestamptz default null,
  before_id bigint default null, max_rows integer default 50
) returns setof public.audit_events
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := lower(nullif(btrim(search), ''));
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read attempts' using errcode = '42501';
  end if;
  return query
    select attempt.* from public.audit_events as attempt
    where (words is null or lower(attempt.email) = words)
      and (only_event is null or attempt.event = only_event)
      and (search_buyer_attempts.since is null or attempt.created_at >= search_buyer_attempts.since)
      and (search_buyer_attempts.until is null or attempt.created_at < search_buyer_attempts.until)
      and (search_buyer_attempts.before_id is null or attempt.id < search_buyer_attempts.before_id)
    order by attempt.id desc limit least(greatest(max_rows, 1), 500);
end $$;

revoke all on table private.audit_words from public, anon, authenticated, service_role;
revoke all on function
  private.find_audit_entries(text, uuid, text, text, boolean, timestamp with time zone,
    timestamp with time zone, bigint, integer),
  private.find_audited_subjects(text), private.find_colleagues(text), private.name_account(uuid),
  private.name_audited(text, text, jsonb), private.name_record(text, uuid), private.name_values(jsonb), private.read_audit_sentence(text),
  public.count_audit(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean),
  public.list_audited_people(),
  public.search_audit(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean),
  public.search_buyer_attempts(text, text, timestamp with time zone, timestamp with time zone, bigint, integer),
  public.search_sign_ins(uuid, boolean, boolean, timestamp with time zone, timestamp with time zone, timestamp with time zone,
    uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.count_audit(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean),
  public.list_audited_people(),
  public.search_audit(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean),
  public.search_buyer_attempts(text, text, timestamp with time zone, timestamp with time zone, bigint, integer),
  public.search_sign_ins(uuid, boolean, boolean, timestamp with time zone, timestamp with time zone, timestamp with time zone,
    uuid, integer)
  to authenticated;
