DROP TRIGGER "audit_change" ON "private"."money_entries";

CREATE OR REPLACE FUNCTION private.after_money_entry_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.outcome is distinct from old.outcome then old.recorded_by := null; end if;
  perform private.audit_change('money_entries', 'all', 'order_id', 'kind,amount_kobo,currency,outcome,recorded_by', old, new);
  return null;
end $function$;

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
    ids := ids || private.search_texts('payments', sought.indexed, sought.further, max_records)::text[];
  end if;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.name_audited(subject_type text, subject_id text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.read_audit_sentence(typed text, OUT deeds private.audit_words[], OUT who text, OUT named text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE TRIGGER after_money_entry_change AFTER INSERT OR UPDATE ON private.money_entries FOR EACH ROW EXECUTE FUNCTION private.after_money_entry_change();

REVOKE ALL ON FUNCTION "private"."after_money_entry_change"() FROM PUBLIC;

delete from private.audit_words where phrase = 'decided as second person about money of' and action = 'delete' and subject_type = 'money_entries' and after = '{}' and condition = '$.after.outcome != null';

delete from private.audit_words where phrase = 'decided as second person about money of' and action = 'update' and subject_type = 'money_entries' and after = '{}' and condition = '$.after.outcome != null';

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('"Documents presented to the bank"', 'update', 'letters_of_credit', '{"status": "documents_presented"}', '!($.after.draft_path.type() == "string")');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('"Draft accepted, the bank of the buyer issues it"', 'update', 'letters_of_credit', '{"status": "draft_accepted"}', '!($.after.draft_path.type() == "string")');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('"Draft received, to be read"', 'update', 'letters_of_credit', '{"status": "draft_received"}', '!($.after.draft_path.type() == "string")');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('"Issued"', 'update', 'letters_of_credit', '{"status": "issued"}', '!($.after.draft_path.type() == "string")');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('"Paid"', 'update', 'letters_of_credit', '{"status": "paid"}', '!($.after.draft_path.type() == "string")');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('"Waiting for the draft of the buyer"', 'update', 'letters_of_credit', '{"status": "awaited"}', '!($.after.draft_path.type() == "string")');

insert into private.audit_words (phrase, action, subject_type, after, condition) values (', settled without money', 'insert', 'order_credits', '{}', '');

insert into private.audit_words (phrase, action, subject_type, after, condition) values (', which waits for a second person', 'insert', 'money_entries', '{}', '');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('decided as second person about money of', 'delete', 'money_entries', '{}', '$.after.outcome != null && !($.after.outcome == "dropped" && $.after.recorded_by == $.actor) && !($.after.outcome == "dropped" && !($.after.recorded_by != null))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('decided as second person about money of', 'update', 'money_entries', '{}', '$.after.outcome != null && !($.after.outcome == "dropped" && $.after.recorded_by == $.actor) && !($.after.outcome == "dropped" && !($.after.recorded_by != null))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('dropped an entry of money of', 'delete', 'money_entries', '{}', '$.after.outcome == "dropped" && !($.after.recorded_by != null)');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('dropped an entry of money of', 'update', 'money_entries', '{}', '$.after.outcome == "dropped" && !($.after.recorded_by != null)');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('took back their own entry of money of', 'delete', 'money_entries', '{}', '$.after.outcome == "dropped" && $.after.recorded_by == $.actor');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('took back their own entry of money of', 'update', 'money_entries', '{}', '$.after.outcome == "dropped" && $.after.recorded_by == $.actor');
