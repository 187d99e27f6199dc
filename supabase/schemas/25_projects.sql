-- Projects that the company has carried out or is at work on, each with its place, year and state of the work.

create table public.projects (
  id integer primary key generated always as identity,
  kind text not null,
  title text not null,
  place text not null,
  state text not null,
  year integer not null,
  progress text not null,
  description text not null,
  image text,
  image_caption text,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint projects_kind_known check (kind in ('farming', 'construction', 'contract', 'representation')),
  constraint projects_title_length check (char_length(title) between 2 and 100),
  constraint projects_title_plain check (title = private.clean_line(title)),
  constraint projects_place_length check (char_length(place) between 2 and 100),
  constraint projects_place_plain check (place = private.clean_line(place)),
  constraint projects_state_known check (state = any (private.states())),
  constraint projects_year_range check (year between 1960 and 2100),
  constraint projects_progress_known check (progress in ('planned', 'at work', 'finished')),
  constraint projects_description_length check (char_length(description) between 10 and 2000),
  constraint projects_description_plain check (description = private.clean_text(description)),
  constraint projects_image_form check (image ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]{0,198}$'),
  constraint projects_image_caption_length check (char_length(image_caption) between 2 and 200),
  constraint projects_image_caption_plain check (image_caption = private.clean_line(image_caption)),
  constraint projects_image_caption_belongs check (image is null or image_caption is not null)
);
comment on column public.projects.kind is 'Says which page shows it.';
comment on column public.projects.image is 'A plan or a photograph, stored as the portraits of the board are.';

create trigger audit_change after insert or update or delete on public.projects for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.projects
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.projects
  for each row execute function private.touch_updated_at();

alter table public.projects enable row level security;
revoke all on table public.projects from public, anon, authenticated;
revoke all on sequence public.projects_id_seq from public, anon, authenticated;
grant select on table public.projects to anon;
grant select, delete on table public.projects to authenticated;
grant insert (
  kind, title, place, state, year, progress, description, image, image_caption, sort_order, is_published,
  is_demo
  ) on table public.projects to authenticated;
grant update (
  kind, title, place, state, year, progress, description, image, image_caption, sort_order, is_published,
  is_demo
  ) on table public.projects to authenticated;
create policy "Members read published projects, and staff who may, drafts" on public.projects
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add projects" on public.projects
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change projects" on public.projects
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove projects" on public.projects
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read published projects" on public.projects
  for select to anon
  using (is_published);
