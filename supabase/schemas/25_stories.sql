-- Stories with numbers: what happened in one place, and what was counted.

create table public.stories (
  id integer primary key generated always as identity,
  page text not null,
  title text not null,
  text text not null,
  place text not null,
  happened_on date not null,
  figures text,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint stories_page_known check (page in ('agriculture', 'sustainable-farming', 'rural-education', 'poultry-development',
    'poultry-training', 'real-estate-construction', 'general-contract', 'company-representation',
    'franchise-partnership', 'board', 'contact')),
  constraint stories_title_length check (char_length(title) between 2 and 120),
  constraint stories_title_plain check (title = private.clean_line(title)),
  constraint stories_text_length check (char_length(text) between 10 and 3000),
  constraint stories_text_plain check (text = private.clean_text(text)),
  constraint stories_place_length check (char_length(place) between 2 and 100),
  constraint stories_place_plain check (place = private.clean_line(place)),
  constraint stories_figures_form check (figures ~
    '^[^|\n]{1,20} \| [^|\n]{1,80} \| [^|\n]{1,200}(\n[^|\n]{1,20} \| [^|\n]{1,80} \| [^|\n]{1,200}){0,3}$'),
  constraint stories_figures_plain check (figures = private.clean_text(figures))
);
comment on column public.stories.figures is 'At most four lines, each: value | what it counts | where it comes from.';

create trigger audit_change after insert or update or delete on public.stories for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.stories
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.stories
  for each row execute function private.touch_updated_at();

alter table public.stories enable row level security;
revoke all on table public.stories from public, anon, authenticated;
revoke all on sequence public.stories_id_seq from public, anon, authenticated;
grant select on table public.stories to anon;
grant select, delete on table public.stories to authenticated;
grant insert (
  page, title, text, place, happened_on, figures, sort_order, is_published, is_demo
  ) on table public.stories to authenticated;
grant update (
  page, title, text, place, happened_on, figures, sort_order, is_published, is_demo
  ) on table public.stories to authenticated;
create policy "Members read published stories, and staff who may, drafts" on public.stories
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add stories" on public.stories
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change stories" on public.stories
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove stories" on public.stories
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read published stories" on public.stories
  for select to anon
  using (is_published);
