-- Positions, by category.

create table public.career_categories (
  id text primary key,
  title text not null,
  icon text not null,
  colour text not null,
  background_colour text not null default 'sand',
  sort_order integer not null,
  updated_at timestamptz not null default now(),
  constraint career_categories_id_form check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  constraint career_categories_title_length check (char_length(title) between 2 and 100),
  constraint career_categories_title_plain check (title = private.clean_line(title)),
  constraint career_categories_icon_form check (icon ~ '^[a-z][a-z-]{0,39}$'),
  constraint career_categories_colour_known check (colour in ('ink', 'leaf', 'forest', 'millet', 'clay', 'indigo', 'stone')),
  constraint career_categories_background_colour_known check (background_colour in ('paper', 'sand', 'millet', 'forest'))
);
comment on column public.career_categories.colour is 'A name in the site''s palette.';

create table public.career_positions (
  id text primary key,
  category_id text not null references public.career_categories (id) on delete restrict,
  title text not null,
  level text not null,
  location text not null,
  type text not null default 'Full-time',
  description text not null,
  posted_on date not null default current_date,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint career_positions_id_form check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  constraint career_positions_title_length check (char_length(title) between 2 and 100),
  constraint career_positions_title_plain check (title = private.clean_line(title)),
  constraint career_positions_level_known check (level in ('Entry-level', 'Mid-level', 'Senior')),
  constraint career_positions_location_length check (char_length(location) between 2 and 100),
  constraint career_positions_location_plain check (location = private.clean_line(location)),
  constraint career_positions_type_known check (type = 'Full-time'),
  constraint career_positions_description_length check (char_length(description) between 10 and 5000),
  constraint career_positions_description_plain check (description = private.clean_text(description))
);
create index career_positions_category_id_idx on public.career_positions (category_id, sort_order);

create trigger audit_change after insert or update or delete on public.career_categories for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.career_categories
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.career_categories
  for each row execute function private.touch_updated_at();

create trigger audit_change after insert or update or delete on public.career_positions for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.career_positions
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.career_positions
  for each row execute function private.touch_updated_at();

alter table public.career_categories enable row level security;
revoke all on table public.career_categories from public, anon, authenticated;
grant select on table public.career_categories to anon;
grant select, delete on table public.career_categories to authenticated;
grant insert (id, title, icon, colour, background_colour, sort_order) on table public.career_categories to authenticated;
grant update (title, icon, colour, background_colour, sort_order) on table public.career_categories to authenticated;
create policy "Everybody reads the departments" on public.career_categories
  for select to anon, authenticated
  using (true);
create policy "Staff who may add departments" on public.career_categories
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change departments" on public.career_categories
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove departments" on public.career_categories
  for delete to authenticated
  using ((select private.has_permission('content.write')));

alter table public.career_positions enable row level security;
revoke all on table public.career_positions from public, anon, authenticated;
grant select on table public.career_positions to anon;
grant select, delete on table public.career_positions to authenticated;
grant insert (
  id, category_id, title, level, location, description, posted_on, sort_order, is_published, is_demo
  ) on table public.career_positions to authenticated;
grant update (
  category_id, title, level, location, description, posted_on, sort_order, is_published, is_demo
  ) on table public.career_positions to authenticated;
create policy "Members read open positions, and staff who may, drafts" on public.career_positions
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add positions" on public.career_positions
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change positions" on public.career_positions
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove positions" on public.career_positions
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read open positions" on public.career_positions
  for select to anon
  using (is_published);
