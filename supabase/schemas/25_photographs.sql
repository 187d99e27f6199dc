-- Photographs on pages, each with its caption, place and day.

create table public.photographs (
  id integer primary key generated always as identity,
  page text not null,
  image text not null,
  caption text not null,
  place text not null,
  taken_on date not null,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint photographs_page_known check (page in ('agriculture', 'sustainable-farming', 'rural-education', 'poultry-development',
    'poultry-training', 'real-estate-construction', 'general-contract', 'company-representation',
    'franchise-partnership', 'board', 'contact')),
  constraint photographs_image_form check (image ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]{0,198}$'),
  constraint photographs_caption_length check (char_length(caption) between 2 and 200),
  constraint photographs_caption_plain check (caption = private.clean_line(caption)),
  constraint photographs_place_length check (char_length(place) between 2 and 100),
  constraint photographs_place_plain check (place = private.clean_line(place))
);
comment on column public.photographs.image is 'Stored as the portraits of the board are: drawn again, without what was hidden in the file.';

-- A row that stands is not judged by it: only a day that is written.
create function private.refuse_future_photograph() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.taken_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a photograph is not in the future.' using errcode = '23514', hint = 'taken_on';
  end if;
  return new;
end $$;
revoke all on function private.refuse_future_photograph() from public, anon, authenticated, service_role;

create trigger refuse_future before insert or update of taken_on on public.photographs for each row
  execute function private.refuse_future_photograph();

create trigger audit_change after insert or update or delete on public.photographs for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.photographs
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.photographs
  for each row execute function private.touch_updated_at();

alter table public.photographs enable row level security;
revoke all on table public.photographs from public, anon, authenticated;
revoke all on sequence public.photographs_id_seq from public, anon, authenticated;
grant select on table public.photographs to anon;
grant select, delete on table public.photographs to authenticated;
grant insert (
  page, image, caption, place, taken_on, sort_order, is_published, is_demo
  ) on table public.photographs to authenticated;
grant update (
  page, image, caption, place, taken_on, sort_order, is_published, is_demo
  ) on table public.photographs to authenticated;
create policy "Members read published photographs, and staff who may, drafts" on public.photographs
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add photographs" on public.photographs
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change photographs" on public.photographs
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove photographs" on public.photographs
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read published photographs" on public.photographs
  for select to anon
  using (is_published);
