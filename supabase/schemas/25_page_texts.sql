-- Texts of pages that staff have put in place of what the site brings. Without a row, the page says what the site brings.

create table public.page_texts (
  page text not null,
  key text not null,
  text text not null,
  updated_at timestamptz not null default now(),
  primary key (page, key),
  -- Lines of a list each on a line of their own.
  constraint page_texts_text_plain check (text = private.clean_text(text) and strpos(text, E'\n\n') = 0),
  constraint page_texts_text_length check (char_length(text) between 1 and 600)
);
comment on column public.page_texts.key is 'One of private.page_text_rules(): a text of a page, by the names on the way to it.';

-- A text that the page has, in one line where it is no list, and no longer than there is room for.
create function private.prepare_page_text() returns trigger
language plpgsql set search_path = ''
as $$
declare
  rule record;
begin
  select known.kind, known.maximum into rule from private.page_text_rules() as known
  where known.page = new.page and known.key = new.key;
  if rule.kind is null then
    raise exception 'The page % has no such text: %', new.page, new.key using errcode = '23514', hint = 'key';
  elsif rule.kind = 'picture' and new.text !~ E'^/storage/v1/object/public/board-photos/[A-Za-z0-9_-]+[.](jpg|png)\n[^\n]{3,160}$' then
    raise exception 'A picture is one that was sent here, with a few words that say what it shows.'
      using errcode = '23514', hint = 'text';
  elsif rule.kind not in ('list', 'picture') and strpos(new.text, E'\n') > 0 then
    raise exception 'This text is one line: leave the line breaks out.' using errcode = '23514', hint = 'text';
  elsif char_length(new.text) > rule.maximum then
    raise exception 'This text has % characters; there is room for %.', char_length(new.text), rule.maximum
      using errcode = '23514', hint = 'text';
  end if;
  new.updated_at := now();
  return new;
end $$;

-- All texts of a page in its order: what the site brings, and the text in its place, where there is one.
create function public.list_page_texts(page text) returns table (key text, original text, text text)
language sql stable set search_path = ''
as $$
  select rule.key, rule.original, stored.text
  from private.page_text_rules() as rule
  left join public.page_texts as stored on stored.page = rule.page and stored.key = rule.key
  where rule.page = $1
  order by rule.place
$$;

-- What this text was, the latest first; null where it went back to the one that the site brings. Security definer, because
-- editors read no profiles.
create function public.list_page_text_versions(page text, key text)
returns table (text text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('content.write') then
    raise exception 'permission denied to read the versions of a text' using errcode = '42501';
  end if;
  return query
    select change -> 'values' ->> 'text', draft.published_at, coalesce(person.full_name, person.email)
    from public.content_drafts as draft
    cross join lateral jsonb_array_elements(draft.changes) as change
    left join public.profiles as person on person.id = draft.published_by
    where draft.published_at is not null and change ->> 'table' = 'page_texts'
      and change -> 'key' = jsonb_build_object('page', $1, 'key', $2)
    order by draft.published_at desc
    limit 50;
end $$;

create trigger audit_change after insert or update or delete on public.page_texts for each row
  execute function private.audit_change('staff', 'page,key', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.page_texts
  for each statement execute function private.notify_content_changed();

create trigger prepare_page_text before insert or update on public.page_texts
  for each row execute function private.prepare_page_text();

alter table public.page_texts enable row level security;
revoke all on table public.page_texts from public, anon, authenticated;
grant select on table public.page_texts to anon;
grant select, delete on table public.page_texts to authenticated;
grant insert (page, key, text) on table public.page_texts to authenticated;
grant update (text) on table public.page_texts to authenticated;
create policy "Everybody reads the texts of pages" on public.page_texts
  for select to anon, authenticated
  using (true);
create policy "Staff who may add a text of a page" on public.page_texts
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change a text of a page" on public.page_texts
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove a text of a page" on public.page_texts
  for delete to authenticated
  using ((select private.has_permission('content.write')));

revoke all on function private.prepare_page_text(), public.list_page_text_versions(text, text), public.list_page_texts(text)
  from public, anon, authenticated, service_role;
grant execute on function public.list_page_text_versions(text, text), public.list_page_texts(text) to authenticated;
