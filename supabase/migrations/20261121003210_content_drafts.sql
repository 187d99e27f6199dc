-- Content before it is published: a draft is a list of changes, shown as pages before anybody else sees them, and
-- published as a whole. Texts of law (terms, privacy) have versions that stay as they were once people agreed to them.

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

insert into private.personal_data (table_name, belongs, hidden, acts, note)
values
  ('public.content_drafts', null, '{}', '{author_id,published_by}', 'Changes of pages.'),
  ('public.legal_texts', null, '{}', '{author_id,published_by}', 'Terms and privacy notices.');

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
create trigger guard_legal_text before update or delete on public.legal_texts
  for each row execute function private.guard_legal_text();
create trigger refuse_truncate before truncate on public.legal_texts
  for each statement execute function private.refuse_change();
create trigger tell_content_changed after insert or update or delete on public.legal_texts
  for each statement execute function private.tell_content_changed();
create trigger audit_change after insert or update or delete on public.legal_texts for each row
  execute function private.audit_change('all', 'id', 'kind,version,published_at');
create trigger audit_change after insert or update or delete on public.content_drafts for each row
  execute function private.audit_change('staff', 'id', 'title,published_at');

-- Applies each change as the caller, whose rights, like the tables' own rules, decide; one that meets no row stops all.
-- Names of tables come from this list, names of columns are quoted; what may be written, the grants say.
create function private.apply_changes(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  change jsonb;
  target text;
  columns text;
  condition text;
  touched bigint;
begin
  for change in select * from jsonb_array_elements(changes) loop
    target := change ->> 'table';
    if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
      'career_positions', 'page_actions')
    then
      raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns
    from jsonb_object_keys(coalesce(change -> 'values', '{}')) as key;
    select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
    from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
    if (change ->> 'verb' is distinct from 'insert' and condition is null)
      or (change ->> 'verb' is distinct from 'delete' and columns is null)
      or change ->> 'verb' not in ('insert', 'update', 'delete')
    then
      raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
    end if;
    case change ->> 'verb'
      when 'insert' then
        execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', target, columns)
          using change -> 'values';
      when 'update' then
        execute format('update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s',
          target, columns, condition) using change -> 'values', change -> 'key';
      else
        execute format('delete from public.%1$I as t where $1 is null and %2$s', target, condition)
          using null::jsonb, change -> 'key';
    end case;
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    end if;
  end loop;
end $$;

-- Keeps a draft; without an id a new one. Answers its id.
create function public.save_draft(id uuid, title text, changes jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  made uuid;
begin
  if caller_id is null or not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  elsif save_draft.id is null then
    insert into public.content_drafts (title, changes, author_id)
    values (private.clean_line(save_draft.title), save_draft.changes, caller_id) returning content_drafts.id into made;
    return made;
  end if;
  update public.content_drafts as draft set title = private.clean_line(save_draft.title), changes = save_draft.changes,
    author_id = caller_id, updated_at = now()
  where draft.id = save_draft.id and draft.published_at is null;
  if not found then
    raise exception 'There is no such draft' using errcode = 'P0002';
  end if;
  return save_draft.id;
end $$;

create function public.drop_draft(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  delete from public.content_drafts as draft where draft.id = drop_draft.id and draft.published_at is null;
  if not found then
    raise exception 'There is no such draft' using errcode = 'P0002';
  end if;
end $$;

-- Security definer, because nobody writes the table: the mark of a draft that publish_draft has applied.
create function private.mark_draft_published(id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_changes jsonb;
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  update public.content_drafts as draft set published_at = now(), published_by = (select auth.uid())
  where draft.id = mark_draft_published.id and draft.published_at is null
  returning draft.changes into found_changes;
  if found_changes is null then
    raise exception 'There is no such draft' using errcode = 'P0002';
  end if;
  return found_changes;
end $$;

-- All of it or nothing, as the caller; once. Pages are drawn anew by the triggers of the tables.
create function public.publish_draft(id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.apply_changes(private.mark_draft_published(id));
end $$;

-- The one draft of its kind; sections are [{title, paragraphs: [...]}].
create function public.save_legal_text(kind text, sections jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  made uuid;
begin
  if jsonb_typeof(save_legal_text.sections) is distinct from 'array' then
    raise exception 'The text is a list of sections' using errcode = '23514', hint = 'sections';
  end if;
  select jsonb_agg(jsonb_build_object('title', private.clean_line(section ->> 'title'), 'paragraphs', (
    select coalesce(jsonb_agg(private.clean_text(paragraph) order by place), '[]')
    from jsonb_array_elements_text(case when jsonb_typeof(section -> 'paragraphs') = 'array' then section -> 'paragraphs' else '[]' end)
      with ordinality as written (paragraph, place) where private.clean_text(paragraph) <> '')) order by nth)
    into cleaned from jsonb_array_elements(save_legal_text.sections) with ordinality as given (section, nth);
  if exists (
    select from jsonb_array_elements(cleaned) as section
    where char_length(coalesce(section ->> 'title', '')) not between 2 and 120
      or jsonb_array_length(section -> 'paragraphs') not between 1 and 60
      or exists (select from jsonb_array_elements_text(section -> 'paragraphs') as paragraph where char_length(paragraph) > 4000)
  ) then
    raise exception 'Each section has a title and paragraphs of at most 4000 characters' using errcode = '23514', hint = 'sections';
  end if;
  insert into public.legal_texts (kind, sections, author_id) values (save_legal_text.kind, cleaned, caller_id)
  on conflict (kind) where published_at is null
    do update set sections = excluded.sections, author_id = excluded.author_id, updated_at = now()
  returning id into made;
  return made;
end $$;

-- From now on the text in force. Answers its version: the day in Lagos, with -2 and so on for another on one day.
create function public.publish_legal_text(id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('settings.write');
  today text := to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD');
  of_kind text;
  before bigint;
  made text;
begin
  select kind into of_kind from public.legal_texts as text
  where text.id = publish_legal_text.id and published_at is null for update;
  if of_kind is null then
    raise exception 'There is no such draft' using errcode = 'P0002';
  end if;
  select count(*) into before from public.legal_texts where kind = of_kind and version like today || '%';
  if before >= 9 then
    raise exception 'Nine versions in a day are enough. Please publish the next one tomorrow.' using errcode = '23514', hint = 'version';
  end if;
  made := today || case when before > 0 then '-' || (before + 1) else '' end;
  update public.legal_texts as text set version = made, published_at = clock_timestamp(), published_by = caller_id
  where text.id = publish_legal_text.id;
  return made;
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

revoke all on function private.guard_legal_text(), private.apply_changes(jsonb), private.mark_draft_published(uuid) from public;
grant execute on function private.apply_changes(jsonb), private.mark_draft_published(uuid) to authenticated;
revoke all on function public.save_draft(uuid, text, jsonb), public.drop_draft(uuid), public.publish_draft(uuid),
  public.save_legal_text(text, jsonb), public.publish_legal_text(uuid), public.count_acceptances(text)
  from public, anon, authenticated, service_role;
grant execute on function public.save_draft(uuid, text, jsonb), public.drop_draft(uuid), public.publish_draft(uuid),
  public.save_legal_text(text, jsonb), public.publish_legal_text(uuid), public.count_acceptances(text) to authenticated;

alter table public.content_drafts enable row level security;
revoke all on table public.content_drafts from public, anon, authenticated, service_role;
grant select on table public.content_drafts to authenticated, service_role;
create policy "Staff who may write content read its drafts" on public.content_drafts
  for select to authenticated
  using ((select private.has_permission('content.write')) or (select private.has_permission('settings.write')));

alter table public.legal_texts enable row level security;
revoke all on table public.legal_texts from public, anon, authenticated, service_role;
grant select on table public.legal_texts to anon, authenticated, service_role;
create policy "Visitors read what was published" on public.legal_texts
  for select to anon
  using (published_at is not null);
create policy "Everybody reads what was published, and staff who may, drafts" on public.legal_texts
  for select to authenticated
  using (published_at is not null or (select private.has_permission('settings.read')));
