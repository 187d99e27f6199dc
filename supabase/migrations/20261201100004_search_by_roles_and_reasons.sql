DROP VIEW "private"."searched_texts";

CREATE OR REPLACE FUNCTION private.find_audit_entries(search text, actor uuid, kind text, subject text, only_access boolean, since timestamp with time zone, until timestamp with time zone, before_id bigint, max_rows integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET enable_sort TO 'on'
AS $function$
declare
  words text := nullif(left(btrim(search), 100), '');
  pattern text := (private.search_patterns(replace(words, ' ', '_')))[1];
  -- Words of the page match from the beginning of a word, so that a name like Ann does not find 'planned'.
  begun text := (private.search_patterns(' ' || words))[1];
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
      where said.action <> '' and ' ' || said.phrase ilike begun);
    select said.deeds, said.who, said.named into deeds_of_it, who, named from private.read_audit_sentence(words) as said
    where said.deeds is not null;
    if who || named = '' then
      deeds := deeds || deeds_of_it;
    end if;
    -- A role by its title alone: who was given it or lost it, and what it may.
    deeds := deeds || array(
      select row('', change, type, '{}', format('$.after.role == %1$s || $.before.role == %1$s', to_json(roles.name)))::private.audit_words
      from public.roles cross join unnest(array['insert', 'update', 'delete']) as change
        cross join unnest(array['user_roles', 'role_permissions', 'staff_invitations']) as type
      where ' ' || roles.title ilike begun);
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
      of_it, by_whom, deeds_of_it;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_audited_subjects(words text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
    ids := ids || private.search_texts('payments', sought.indexed, sought.further, max_records)::text[]
      -- Why a part of an order was settled without money.
      || array(select credit.order_id::text from public.order_credits as credit
        where credit.id = any (private.search_texts('order_credits', sought.indexed, sought.further, max_records)));
  end if;
  return ids;
end $function$;

CREATE VIEW "private"."searched_texts" WITH (security_invoker=true) AS  SELECT 'buyers'::text AS source,
    t.id,
    ((((((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.business_type, ''::text)) || chr(31)) || COALESCE(t.contact_first_name, ''::text)) || chr(31)) || COALESCE(t.contact_last_name, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.contact_phone, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.buyers t
UNION ALL
 SELECT 'contact_messages'::text AS source,
    t.id,
    ((((((COALESCE(t.name, ''::text) || chr(31)) || COALESCE(t.email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.message, ''::text)) AS words
   FROM public.contact_messages t
UNION ALL
 SELECT 'farmers'::text AS source,
    t.id,
    ((((((((((COALESCE(t.farm_name, ''::text) || chr(31)) || COALESCE(t.location, ''::text)) || chr(31)) || COALESCE(t.contact_name, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.farmers t
UNION ALL
 SELECT 'investors'::text AS source,
    t.id,
    ((((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.investor_type, ''::text)) || chr(31)) || COALESCE(t.contact_name, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.contact_phone, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.investors t
UNION ALL
 SELECT 'job_applications'::text AS source,
    t.id,
    ((((((COALESCE(t.full_name, ''::text) || chr(31)) || COALESCE(t.email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.position_title, ''::text)) AS words
   FROM public.job_applications t
UNION ALL
 SELECT 'order_contacts'::text AS source,
    t.order_id AS id,
    ((((COALESCE(t.name, ''::text) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.email, ''::text)) AS words
   FROM public.order_contacts t
UNION ALL
 SELECT 'order_credits'::text AS source,
    t.id,
    COALESCE(t.reason, ''::text) AS words
   FROM public.order_credits t
UNION ALL
 SELECT 'order_requests'::text AS source,
    t.order_id AS id,
    ((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.contact_person, ''::text)) || chr(31)) || COALESCE(t.email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) AS words
   FROM public.order_requests t
UNION ALL
 SELECT 'orders'::text AS source,
    t.id,
    ((((COALESCE(t.code, ''::text) || chr(31)) || COALESCE(t.crop_type, ''::text)) || chr(31)) || COALESCE(t.delivery_address, ''::text)) AS words
   FROM public.orders t
UNION ALL
 SELECT 'partnership_applications'::text AS source,
    t.id,
    ((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.contact_person, ''::text)) || chr(31)) || COALESCE(t.email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.country, ''::text)) AS words
   FROM public.partnership_applications t
UNION ALL
 SELECT 'payments'::text AS source,
    t.order_id AS id,
    COALESCE(t.bank_reference, ''::text) AS words
   FROM public.payments t
UNION ALL
 SELECT 'products'::text AS source,
    t.id,
    ((((((COALESCE(t.name, ''::text) || chr(31)) || COALESCE(t.farmer_name, ''::text)) || chr(31)) || COALESCE(t.location, ''::text)) || chr(31)) || COALESCE(t.category, ''::text)) AS words
   FROM public.products t
UNION ALL
 SELECT 'profiles'::text AS source,
    t.id,
    ((((COALESCE(t.full_name, ''::text) || chr(31)) || COALESCE(t.email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) AS words
   FROM public.profiles t
UNION ALL
 SELECT 'training_enrolments'::text AS source,
    t.id,
    ((((((((COALESCE(t.contact_name, ''::text) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.city, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.training_enrolments t;

revoke all on table private.searched_texts from public, anon, authenticated;

-- Where pg_trgm is not installed, a search reads every row.
do $$
declare
  search_path_before text := current_setting('search_path');
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  perform set_config('search_path', extnamespace::regnamespace::text, true) from pg_extension where extname = 'pg_trgm';
  create index order_credits_searched_idx on public.order_credits using gin ((coalesce(reason, '')) gin_trgm_ops);
  perform set_config('search_path', search_path_before, true);
end $$;
