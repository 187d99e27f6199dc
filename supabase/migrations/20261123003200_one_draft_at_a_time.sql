-- Two editors: whoever keeps a draft says which one they saw, so that nobody's changes are written over unseen. And a draft
-- that the tables do not take says what is wrong with it, when it is looked at as when it is published.

-- The open draft, held until the end of the transaction. Expected: when it was last changed, as the caller saw it; null:
-- whatever it holds by now.
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

drop function public.save_draft(uuid, text, jsonb);
-- Keeps a draft as whoever changes it saw it; without an id a new one, while no other is open. Answers its id.
create function public.save_draft(id uuid, title text, changes jsonb, expected_updated_at timestamptz default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  made uuid;
begin
  if save_draft.id is not null then
    -- Never whatever it holds by now.
    perform private.hold_draft(save_draft.id, coalesce(expected_updated_at, '-infinity'));
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
  insert into public.content_drafts (title, changes, author_id)
  values (private.clean_line(save_draft.title), save_draft.changes, caller_id) returning content_drafts.id into made;
  return made;
end $$;

drop function public.drop_draft(uuid);
create function public.drop_draft(id uuid, expected_updated_at timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_draft(id, expected_updated_at);
  delete from public.content_drafts as draft where draft.id = drop_draft.id;
end $$;

drop function private.mark_draft_published(uuid);
drop function public.publish_draft(uuid);
-- Security definer, because nobody writes the table: the mark of a draft that publish_draft has applied.
create function private.mark_draft_published(id uuid, expected_updated_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_changes jsonb;
begin
  perform private.hold_draft(id, expected_updated_at);
  update public.content_drafts as draft set published_at = now(), published_by = (select auth.uid())
  where draft.id = mark_draft_published.id
  returning draft.changes into found_changes;
  return found_changes;
end $$;

-- All of it or nothing, as the caller; once. Pages are drawn anew by the triggers of the tables.
create function public.publish_draft(id uuid, expected_updated_at timestamptz default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.apply_changes(private.mark_draft_published(id, expected_updated_at));
end $$;

alter function private.apply_changes(jsonb) rename to apply_rows;

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

-- As apply_rows, with what does not fit said in words.
create function private.apply_changes(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  told text;
  rule text;
  of_table text;
  of_column text;
begin
  begin
    perform private.apply_rows(changes);
    -- What is judged at the commit only is judged now.
    set constraints all immediate;
  exception
    when integrity_constraint_violation or data_exception then
      get stacked diagnostics rule = constraint_name, of_table = table_name, of_column = column_name;
      told := case sqlstate
        when '23502' then format('%s must not be empty.', replace(regexp_replace(of_column, '_id$', ''), '_', ' '))
        when '23503' then format('the %s that it names is not there, or is needed by something else.', private.describe_rule(of_table, rule))
        when '23505' then format('there is one with the same %s already.', private.describe_rule(of_table, rule))
        when '23514' then format('%s is not as it should be.', private.describe_rule(of_table, rule))
        else 'a value is too long, or not of its kind.'
      end;
      -- A sentence of our own is left as it is.
      if sqlstate = '23514' and rule = '' then
        raise;
      end if;
      raise exception 'This draft does not fit: %', told using errcode = '23514', hint = 'changes';
  end;
end $$;

drop function public.save_legal_text(text, jsonb);
-- The one draft of its kind; sections are [{title, paragraphs: [...]}]. Expected: when the newest text, the draft or else the
-- one in force, was last changed, as the writer saw it; null: there was none.
create function public.save_legal_text(kind text, sections jsonb, expected_updated_at timestamptz default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  found_at timestamptz;
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
  select updated_at into found_at from public.legal_texts as text where text.kind = save_legal_text.kind
  order by published_at desc nulls first limit 1 for update;
  if found_at is not distinct from expected_updated_at then
    insert into public.legal_texts (kind, sections, author_id, updated_at)
    values (save_legal_text.kind, cleaned, caller_id, clock_timestamp())
    on conflict (kind) where published_at is null
      do update set sections = excluded.sections, author_id = excluded.author_id, updated_at = excluded.updated_at
      -- Not over one that was begun in this very moment.
      where legal_texts.updated_at = expected_updated_at
    returning id into made;
  end if;
  if made is null then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  return made;
end $$;

drop function public.publish_legal_text(uuid);
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
  made text;
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
  made := today || case when before > 0 then '-' || (before + 1) else '' end;
  update public.legal_texts as text set version = made, published_at = clock_timestamp(), published_by = caller_id
  where text.id = publish_legal_text.id;
  return made;
end $$;

revoke all on function private.hold_draft(uuid, timestamptz), private.mark_draft_published(uuid, timestamptz),
  private.describe_rule(text, text), private.apply_changes(jsonb) from public;
grant execute on function private.mark_draft_published(uuid, timestamptz), private.describe_rule(text, text),
  private.apply_changes(jsonb) to authenticated;
revoke all on function public.save_draft(uuid, text, jsonb, timestamptz), public.drop_draft(uuid, timestamptz),
  public.publish_draft(uuid, timestamptz), public.save_legal_text(text, jsonb, timestamptz),
  public.publish_legal_text(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.save_draft(uuid, text, jsonb, timestamptz), public.drop_draft(uuid, timestamptz),
  public.publish_draft(uuid, timestamptz), public.save_legal_text(text, jsonb, timestamptz),
  public.publish_legal_text(uuid, timestamptz) to authenticated;
