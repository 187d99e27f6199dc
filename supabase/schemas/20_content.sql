-- Texts of the site: drafts, publishing, and the legal texts by version.

create table public.content_drafts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  changes jsonb not null,
  author_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_by uuid,
  published_at timestamptz,
  constraint content_drafts_title_length check (char_length(title) between 2 and 120),
  constraint content_drafts_changes_list check (jsonb_typeof(changes) = 'array' and jsonb_array_length(changes) between 1 and 200)
);
create index content_drafts_updated_at_idx on public.content_drafts (updated_at desc);

create table public.legal_texts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  version text,
  sections jsonb not null,
  author_id uuid,
  published_by uuid,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint legal_texts_kind_known check (kind in ('terms', 'privacy')),
  constraint legal_texts_version_unique unique (kind, version),
  constraint legal_texts_version_form check (version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(-[2-9])?$'),
  constraint legal_texts_sections_list check (jsonb_typeof(sections) = 'array' and jsonb_array_length(sections) between 1 and 60),
  constraint legal_texts_published_whole check ((version is null) = (published_at is null))
);
comment on table public.legal_texts is 'Each version that was in force, and at most one draft of a kind. Without any, the pages show the text that the site brings.';
create unique index legal_texts_one_draft on public.legal_texts (kind) where published_at is null;

-- Once for each statement; the server reads the content again and draws its pages again.
create function private.notify_content_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $$;

-- Holds for everybody: what was in force stays as it was.
create function private.guard_legal_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.published_at is not null then
    raise exception 'legal_texts keeps what was published' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- All of it, as the caller; what does not fit is said in words, with its row: the hint is 'changes.2.value' for the second one.
create function private.apply_changes(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
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
        if not private.has_permission('settings.write') then
          raise exception 'This draft changes facts of the company. Somebody who may change the settings publishes it.'
            using errcode = '42501';
        end if;
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
        select input.change, input.place, attname as name
        from jsonb_array_elements(changes) with ordinality as input (change, place)
        join pg_catalog.pg_constraint on conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table))
        join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where input.change ->> 'table' = of_table and input.change -> 'values' ? attname::text
        order by input.place desc, attname desc limit 1
      ) as known;
      raise exception 'This draft does not fit. %: %', private.name_change(change), private.say_refusal(sqlstate, of_table, rule, null)
        using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
  end;
end $$;

-- One change. What its table does not take is said in words; the hint names the column that was typed. As a trial it is undone,
-- and judged by its own values alone: not by other rows, which the same draft may change, nor by the rights of its publisher.
create function private.apply_change(change jsonb, is_trial boolean default false) returns void
language plpgsql set search_path = ''
as $$
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
end $$;

-- What was typed is judged when it is saved; not what stood in the draft before.
create function private.try_changes(changes jsonb, before jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(changes) = 'array' and jsonb_array_length(changes) <= 200 then
    perform private.apply_change(change, true) from jsonb_array_elements(changes) as change
    where not exists (select from jsonb_array_elements(before) as known where known = change);
  end if;
end $$;

-- "Company facts phone primary": the row of a change.
create function private.name_change(change jsonb) returns text
language sql immutable set search_path = ''
as $$
  select upper(left(words, 1)) || substr(words, 2) from (
    select replace(concat_ws(' ', change ->> 'table', coalesce(
      (select string_agg(value, ' ') from jsonb_each_text(change -> 'key')),
      change #>> '{values,name}', change #>> '{values,title}', change #>> '{values,label}', change #>> '{values,caption}',
      change #>> '{values,crop}')), '_', ' ') as words) as named
$$;

-- Why a table does not take a value, in words for the person who typed it.
create function private.say_refusal(state text, of_table text, rule text, of_column text) returns text
language plpgsql stable set search_path = ''
as $$
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
      when rule = 'stories_figures_form' then
        'Figures are at most four lines, each of three parts with | between them: 32 | bags of 50 kg from a hectare | farm book of the group.'
      when rule ~ '_plain$' then named || ' has no spaces too many, and a line of words has no line breaks.'
      when rule ~ '_known$' then named || ' is one of the list.'
      when rule = 'company_facts_number_short' then format('The number has at most %s characters.', most)
      when rule ~ '_length$' and most is not null then format('%s has %s characters.', named, range)
      when rule ~ '_year_range$' then format('%s is a number from %s to %s.', named, least, most)
      when rule ~ '_(range|month)$' and most is not null then format('%s is a number from %s.', named, range)
      else named || ' is not as it should be.'
    end;
  end if;
  return upper(left(sentence, 1)) || substr(sentence, 2);
end $$;

create function private.apply_row(change jsonb) returns void
language plpgsql set search_path = ''
as $$
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
end $$;

-- Saves a draft, if it is still as the person who changes it saw it; without an id a new one, while no other is open. Answers its id.
create function public.save_draft(id uuid, title text, changes jsonb, expected_updated_at timestamptz default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function public.drop_draft(id uuid, expected_updated_at timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_draft(id, expected_updated_at);
  delete from public.content_drafts as draft where draft.id = drop_draft.id;
end $$;

-- Security definer, because nobody writes the table: the mark of a draft that publish_draft has applied.
create function private.mark_draft_published(id uuid, expected_updated_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  draft_changes jsonb;
begin
  perform private.hold_draft(id, expected_updated_at);
  update public.content_drafts as draft set published_at = now(), published_by = (select auth.uid())
  where draft.id = mark_draft_published.id
  returning draft.changes into draft_changes;
  return draft_changes;
end $$;

-- All of it or nothing, as the caller; once. Pages are drawn again by the triggers of the tables.
create function public.publish_draft(id uuid, expected_updated_at timestamptz default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.apply_changes(private.mark_draft_published(id, expected_updated_at));
end $$;

-- The one draft of its kind; sections are [{title, paragraphs: [...]}]. Expected: when the newest text, the draft or else the
-- one in force, was last changed, as the writer saw it; null: there was none.
create function public.save_legal_text(kind text, sections jsonb, expected_updated_at timestamptz default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  stored_at timestamptz;
  created_id uuid;
begin
  if jsonb_typeof(save_legal_text.sections) is distinct from 'array' then
    raise exception 'The text is a list of sections' using errcode = '23514', hint = 'sections';
  end if;
  select jsonb_agg(jsonb_build_object('title', private.clean_line(section ->> 'title'), 'paragraphs', (
    select coalesce(jsonb_agg(private.clean_text(paragraph) order by place), '[]')
    from jsonb_array_elements_text(case when jsonb_typeof(section -> 'paragraphs') = 'array' then section -> 'paragraphs' else '[]' end)
      with ordinality as written (paragraph, place) where private.clean_text(paragraph) <> '')) order by nth)
    into cleaned from jsonb_array_elements(save_legal_text.sections) with ordinality as input (section, nth);
  if exists (
    select from jsonb_array_elements(cleaned) as section
    where char_length(coalesce(section ->> 'title', '')) not between 2 and 120
      or jsonb_array_length(section -> 'paragraphs') not between 1 and 60
      or exists (select from jsonb_array_elements_text(section -> 'paragraphs') as paragraph where char_length(paragraph) > 4000)
  ) then
    raise exception 'Each section has a title and paragraphs of at most 4000 characters' using errcode = '23514', hint = 'sections';
  end if;
  select updated_at into stored_at from public.legal_texts as text where text.kind = save_legal_text.kind
  order by published_at desc nulls first limit 1 for update;
  if stored_at is not distinct from expected_updated_at then
    insert into public.legal_texts (kind, sections, author_id, updated_at)
    values (save_legal_text.kind, cleaned, caller_id, clock_timestamp())
    on conflict (kind) where published_at is null
      do update set sections = excluded.sections, author_id = excluded.author_id, updated_at = excluded.updated_at
      -- Not over one that was begun at the same time.
      where legal_texts.updated_at = expected_updated_at
    returning id into created_id;
  end if;
  if created_id is null then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  return created_id;
end $$;

-- From now on the text in force. Answers its version: the day in Lagos, with -2 and so on for another on one day. Expected:
-- when the draft was last changed, as the publisher saw it; null: whatever it says by now.
create function public.publish_legal_text(id uuid, expected_updated_at timestamptz default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('settings.write');
  today text := to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD');
  of_kind text;
  changed_at timestamptz;
  before bigint;
  new_version text;
begin
  select kind, updated_at into of_kind, changed_at from public.legal_texts as text
  where text.id = publish_legal_text.id and published_at is null for update;
  if of_kind is null then
    raise exception 'There is no such draft' using errcode = 'P0002';
  elsif changed_at <> expected_updated_at then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  select count(*) into before from public.legal_texts where kind = of_kind and version like today || '%';
  if before >= 9 then
    raise exception 'Nine versions in a day are enough. Please publish the next one tomorrow.' using errcode = '23514', hint = 'version';
  end if;
  new_version := today || case when before > 0 then '-' || (before + 1) else '' end;
  update public.legal_texts as text set version = new_version, published_at = clock_timestamp(), published_by = caller_id
  where text.id = publish_legal_text.id;
  return new_version;
end $$;

-- How many agreed to which version: the ledger of consents, by person or record.
create function public.count_acceptances(kind text) returns table (text_version text, people bigint, last_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied to read acceptances' using errcode = '42501';
  end if;
  return query
    select agreed.text_version, count(distinct coalesce(agreed.record_id, agreed.user_id)), max(agreed.created_at)
    from public.consents as agreed
    where agreed.purpose = count_acceptances.kind and agreed.is_given
    group by 1 order by 3 desc;
end $$;

-- What was published, the latest first: who, when and what. Security definer, because editors read no profiles; values stay
-- in the drafts, since how to reach someone may be among them.
create function public.list_published_content(max_rows integer default 20)
returns table (id uuid, title text, changes jsonb, version text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.read')) then
    raise exception 'permission denied to read what was published' using errcode = '42501';
  end if;
  return query
    select reported.id, reported.title, reported.changes, reported.version, reported.published_at, coalesce(person.full_name, person.email)
    from (
      select draft.id, draft.title, draft.published_at, draft.published_by, null::text as version, (
          select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('table', change -> 'table', 'verb', change -> 'verb',
            'key', change -> 'key', 'columns', (
              select jsonb_agg(name order by name) from jsonb_object_keys(
                case when jsonb_typeof(change -> 'values') = 'object' then change -> 'values' else '{}' end) as name))))
          from jsonb_array_elements(draft.changes) as change) as changes
      from public.content_drafts as draft where draft.published_at is not null
      union all
      select text.id, text.kind, text.published_at, text.published_by, text.version, null
      from public.legal_texts as text where text.published_at is not null
    ) as reported
    left join public.profiles as person on person.id = reported.published_by
    order by reported.published_at desc
    limit least(greatest(max_rows, 1), 100);
end $$;

create function private.hold_draft(id uuid, expected_updated_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  changed_at timestamptz;
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  select updated_at into changed_at from public.content_drafts as draft
  where draft.id = hold_draft.id and draft.published_at is null for update;
  if changed_at is null then
    raise exception 'This draft is not there any more: it was published or dropped in the meantime.' using errcode = 'P0002';
  elsif changed_at <> expected_updated_at then
    raise exception 'Somebody else changed this draft in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
end $$;

-- "category", "page and position": what a rule of a table is about.
create function private.describe_rule(of_table text, rule text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(string_agg(replace(regexp_replace(attname, '_id$', ''), '_', ' '), ' and ' order by place), 'a value')
  from pg_catalog.pg_constraint
  cross join lateral unnest(conkey) with ordinality as part (number, place)
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = part.number
  where conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table))
$$;

create trigger audit_change after insert or update or delete on public.content_drafts for each row
  execute function private.audit_change('staff', 'id', 'title,published_at');

create trigger audit_change after insert or update or delete on public.legal_texts for each row
  execute function private.audit_change('all', 'id', 'kind,version,published_at');

create trigger guard_legal_text before update or delete on public.legal_texts
  for each row execute function private.guard_legal_text();

create trigger refuse_truncate before truncate on public.legal_texts
  for each statement execute function private.refuse_change();

create trigger notify_content_changed after insert or update or delete on public.legal_texts
  for each statement execute function private.notify_content_changed();

alter table public.content_drafts enable row level security;
revoke all on table public.content_drafts from public, anon, authenticated, service_role;
grant select on table public.content_drafts to authenticated, service_role;
create policy "Staff who may write content read its drafts" on public.content_drafts
  for select to authenticated
  using ((select private.has_permission('content.write')) or (select private.has_permission('settings.write')));

alter table public.legal_texts enable row level security;
revoke all on table public.legal_texts from public, anon, authenticated, service_role;
grant select on table public.legal_texts to anon, authenticated, service_role;
create policy "Everybody reads what was published, and staff who may, drafts" on public.legal_texts
  for select to authenticated
  using (published_at is not null or (select private.has_permission('settings.read')));
create policy "Visitors read what was published" on public.legal_texts
  for select to anon
  using (published_at is not null);

revoke all on function
  private.apply_change(jsonb, boolean), private.apply_changes(jsonb), private.apply_row(jsonb), private.describe_rule(text, text),
  private.guard_legal_text(), private.hold_draft(uuid, timestamp with time zone),
  private.mark_draft_published(uuid, timestamp with time zone), private.name_change(jsonb), private.notify_content_changed(),
  private.say_refusal(text, text, text, text), private.try_changes(jsonb, jsonb), public.count_acceptances(text), public.drop_draft(uuid, timestamp with time zone),
  public.list_published_content(integer), public.publish_draft(uuid, timestamp with time zone),
  public.publish_legal_text(uuid, timestamp with time zone), public.save_draft(uuid, text, jsonb, timestamp with time zone),
  public.save_legal_text(text, jsonb, timestamp with time zone)
  from public, anon, authenticated, service_role;
grant execute on function
  private.apply_change(jsonb, boolean), private.apply_changes(jsonb), private.apply_row(jsonb), private.describe_rule(text, text),
  private.mark_draft_published(uuid, timestamp with time zone), private.name_change(jsonb),
  private.say_refusal(text, text, text, text), public.count_acceptances(text),
  public.drop_draft(uuid, timestamp with time zone), public.list_published_content(integer),
  public.publish_draft(uuid, timestamp with time zone), public.publish_legal_text(uuid, timestamp with time zone),
  public.save_draft(uuid, text, jsonb, timestamp with time zone),
  public.save_legal_text(text, jsonb, timestamp with time zone)
  to authenticated;
