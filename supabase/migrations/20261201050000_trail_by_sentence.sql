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

CREATE OR REPLACE FUNCTION private.find_colleagues(words text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select profiles.id from public.profiles join (
      select user_id from public.user_roles union select user_id from public.staff_departures
    ) as staff on staff.user_id = profiles.id
    where profiles.full_name ilike any (private.search_patterns(words)) or profiles.email ilike any (private.search_patterns(words)))
$function$;

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
  from (select distinct regexp_replace(lower(phrase), ' (of|about)$', '') as spoken from private.audit_words where action <> '') as said
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

REVOKE ALL ON FUNCTION "private"."find_colleagues"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_audit_sentence"(text) FROM PUBLIC;

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the HS code of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "hs_code"))) && !(exists($.after.keyvalue() ? (@.key != "hs_code")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the category of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "category"))) && !(exists($.after.keyvalue() ? (@.key != "category")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the class of VAT of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "vat_class"))) && !(exists($.after.keyvalue() ? (@.key != "vat_class")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the class of VAT of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "vat_class"))) && !(exists($.after.keyvalue() ? (@.key != "vat_class")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the currency of the price of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "price_currency"))) && !(exists($.after.keyvalue() ? (@.key != "price_currency")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the day of the price of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "price_on"))) && !(exists($.after.keyvalue() ? (@.key != "price_on")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the farmer of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "farmer_id"))) && !(exists($.after.keyvalue() ? (@.key != "farmer_id")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the grade of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "grade"))) && !(exists($.after.keyvalue() ? (@.key != "grade")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the grade of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "grade"))) && !(exists($.after.keyvalue() ? (@.key != "grade")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the grown in of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "origin_states"))) && !(exists($.after.keyvalue() ? (@.key != "origin_states")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the harvest of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "harvest"))) && !(exists($.after.keyvalue() ? (@.key != "harvest")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the kilograms in a 20 ft container of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "container_20ft_kg"))) && !(exists($.after.keyvalue() ? (@.key != "container_20ft_kg")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the kilograms in a 40 ft container of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "container_40ft_kg"))) && !(exists($.after.keyvalue() ? (@.key != "container_40ft_kg")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the label of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "label"))) && !(exists($.after.keyvalue() ? (@.key != "label")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the lot of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "lot"))) && !(exists($.after.keyvalue() ? (@.key != "lot")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the low from of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "low_stock_at"))) && !(exists($.after.keyvalue() ? (@.key != "low_stock_at")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the more photos of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "more_photo_paths"))) && !(exists($.after.keyvalue() ? (@.key != "more_photo_paths")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the name of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "name"))) && !(exists($.after.keyvalue() ? (@.key != "name")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the note on the review of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "review_note"))) && !(exists($.after.keyvalue() ? (@.key != "review_note")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the offered of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "is_active"))) && !(exists($.after.keyvalue() ? (@.key != "is_active")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the pack size of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "pack_amount"))) && !(exists($.after.keyvalue() ? (@.key != "pack_amount")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the packing of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "packing"))) && !(exists($.after.keyvalue() ? (@.key != "packing")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the photo of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "photo_path"))) && !(exists($.after.keyvalue() ? (@.key != "photo_path")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the photo of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "photo_path"))) && !(exists($.after.keyvalue() ? (@.key != "photo_path")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the position of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "position"))) && !(exists($.after.keyvalue() ? (@.key != "position")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the price of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "price_kobo"))) && !(exists($.after.keyvalue() ? (@.key != "price_kobo")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the price of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "price_kobo"))) && !(exists($.after.keyvalue() ? (@.key != "price_kobo")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the season of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "season"))) && !(exists($.after.keyvalue() ? (@.key != "season")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the season of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "season"))) && !(exists($.after.keyvalue() ? (@.key != "season")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the smallest lot of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "minimum_lot"))) && !(exists($.after.keyvalue() ? (@.key != "minimum_lot")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the state of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "state"))) && !(exists($.after.keyvalue() ? (@.key != "state")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the stock of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "stock"))) && !(exists($.after.keyvalue() ? (@.key != "stock")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the terms of the price of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "price_basis"))) && !(exists($.after.keyvalue() ? (@.key != "price_basis")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the unit of a pack of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "pack_unit"))) && !(exists($.after.keyvalue() ? (@.key != "pack_unit")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the unit of the price of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "price_unit"))) && !(exists($.after.keyvalue() ? (@.key != "price_unit")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the unit of the smallest lot of', 'update', 'order_products', '{}', '!(exists($.before.keyvalue() ? (@.key != "minimum_lot_unit"))) && !(exists($.after.keyvalue() ? (@.key != "minimum_lot_unit")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the variety of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "variety"))) && !(exists($.after.keyvalue() ? (@.key != "variety")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the weight grams of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "weight_grams"))) && !(exists($.after.keyvalue() ? (@.key != "weight_grams")))');
