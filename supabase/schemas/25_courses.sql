-- Courses that are held: where, when, for how much, and what one learns.

create table public.courses (
  id integer primary key generated always as identity,
  topic text not null,
  title text not null,
  learns text not null,
  gets text,
  place text not null,
  state text not null,
  starts_on date not null,
  ends_on date not null,
  seats integer not null,
  price_kobo bigint not null,
  languages text not null,
  trainer text,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint courses_topic_known check (topic in ('poultry', 'rural-education', 'sustainable-farming')),
  constraint courses_title_length check (char_length(title) between 2 and 100),
  constraint courses_title_plain check (title = private.clean_line(title)),
  constraint courses_learns_length check (char_length(learns) between 10 and 2000),
  constraint courses_learns_plain check (learns = private.clean_text(learns)),
  constraint courses_gets_length check (char_length(gets) between 2 and 500),
  constraint courses_gets_plain check (gets = private.clean_text(gets)),
  constraint courses_place_length check (char_length(place) between 2 and 100),
  constraint courses_place_plain check (place = private.clean_line(place)),
  constraint courses_state_known check (state = any (private.states())),
  constraint courses_ends_on_after check (ends_on between starts_on and starts_on + 366),
  constraint courses_seats_range check (seats between 1 and 10000),
  constraint courses_price_kobo_range check (price_kobo between 0 and 100000000000),
  constraint courses_languages_length check (char_length(languages) between 2 and 100),
  constraint courses_languages_plain check (languages = private.clean_line(languages)),
  constraint courses_trainer_length check (char_length(trainer) between 2 and 100),
  constraint courses_trainer_plain check (trainer = private.clean_line(trainer))
);
comment on column public.courses.price_kobo is 'For one person; 0: free of charge.';
comment on column public.courses.ends_on is 'From the day after it, no page shows the course.';

create trigger audit_change after insert or update or delete on public.courses for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.courses
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.courses
  for each row execute function private.touch_updated_at();

alter table public.courses enable row level security;
revoke all on table public.courses from public, anon, authenticated;
revoke all on sequence public.courses_id_seq from public, anon, authenticated;
grant select on table public.courses to anon;
grant select, delete on table public.courses to authenticated;
grant insert (
  topic, title, learns, gets, place, state, starts_on, ends_on, seats, price_kobo, languages, trainer,
  is_published, is_demo
  ) on table public.courses to authenticated;
grant update (
  topic, title, learns, gets, place, state, starts_on, ends_on, seats, price_kobo, languages, trainer,
  is_published, is_demo
  ) on table public.courses to authenticated;
create policy "Members read published courses, and staff who may, drafts" on public.courses
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add courses" on public.courses
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change courses" on public.courses
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove courses" on public.courses
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read published courses" on public.courses
  for select to anon
  using (is_published);
