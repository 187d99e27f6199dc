-- The season calendar: when a crop is planted and harvested, and where.

create table public.crop_seasons (
  id integer primary key generated always as identity,
  crop text not null,
  states text not null,
  planting_from integer not null,
  planting_to integer not null,
  harvest_from integer not null,
  harvest_to integer not null,
  note text,
  source text,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint crop_seasons_crop_length check (char_length(crop) between 2 and 60),
  constraint crop_seasons_crop_plain check (crop = private.clean_line(crop)),
  constraint crop_seasons_states_length check (char_length(states) between 2 and 300),
  constraint crop_seasons_states_plain check (states = private.clean_line(states)),
  constraint crop_seasons_planting_from_month check (planting_from between 1 and 12),
  constraint crop_seasons_planting_to_month check (planting_to between 1 and 12),
  constraint crop_seasons_harvest_from_month check (harvest_from between 1 and 12),
  constraint crop_seasons_harvest_to_month check (harvest_to between 1 and 12),
  constraint crop_seasons_note_length check (char_length(note) between 2 and 300),
  constraint crop_seasons_note_plain check (note = private.clean_line(note)),
  constraint crop_seasons_source_length check (char_length(source) between 2 and 300),
  constraint crop_seasons_source_plain check (source = private.clean_line(source))
);
comment on column public.crop_seasons.planting_to is 'A month before planting_from: the time runs over the end of the year.';

create trigger audit_change after insert or update or delete on public.crop_seasons for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.crop_seasons
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.crop_seasons
  for each row execute function private.touch_updated_at();

alter table public.crop_seasons enable row level security;
revoke all on table public.crop_seasons from public, anon, authenticated;
revoke all on sequence public.crop_seasons_id_seq from public, anon, authenticated;
grant select on table public.crop_seasons to anon;
grant select, delete on table public.crop_seasons to authenticated;
grant insert (
  crop, states, planting_from, planting_to, harvest_from, harvest_to, note, source, sort_order, is_published,
  is_demo
  ) on table public.crop_seasons to authenticated;
grant update (
  crop, states, planting_from, planting_to, harvest_from, harvest_to, note, source, sort_order, is_published,
  is_demo
  ) on table public.crop_seasons to authenticated;
create policy "Members read published seasons, and staff who may, drafts" on public.crop_seasons
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add seasons" on public.crop_seasons
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change seasons" on public.crop_seasons
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove seasons" on public.crop_seasons
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read published seasons" on public.crop_seasons
  for select to anon
  using (is_published);
