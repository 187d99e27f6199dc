-- What the company states on a page, line by line under a heading: costs, fees, hours, certificates, terms.

create table public.page_facts (
  id integer primary key generated always as identity,
  page text not null,
  heading text not null,
  label text not null,
  value text not null,
  source text,
  as_of date,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint page_facts_page_known check (page in ('agriculture', 'sustainable-farming', 'rural-education', 'poultry-development',
    'poultry-training', 'real-estate-construction', 'general-contract', 'company-representation',
    'franchise-partnership', 'board', 'contact')),
  constraint page_facts_heading_length check (char_length(heading) between 2 and 100),
  constraint page_facts_heading_plain check (heading = private.clean_line(heading)),
  constraint page_facts_label_length check (char_length(label) between 1 and 100),
  constraint page_facts_label_plain check (label = private.clean_line(label)),
  constraint page_facts_value_length check (char_length(value) between 1 and 300),
  constraint page_facts_value_plain check (value = private.clean_line(value)),
  constraint page_facts_source_length check (char_length(source) between 1 and 300),
  constraint page_facts_source_plain check (source = private.clean_line(source))
);

create trigger audit_change after insert or update or delete on public.page_facts for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.page_facts
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.page_facts
  for each row execute function private.touch_updated_at();

alter table public.page_facts enable row level security;
revoke all on table public.page_facts from public, anon, authenticated;
revoke all on sequence public.page_facts_id_seq from public, anon, authenticated;
grant select on table public.page_facts to anon;
grant select, delete on table public.page_facts to authenticated;
grant insert (
  page, heading, label, value, source, as_of, sort_order, is_published, is_demo
  ) on table public.page_facts to authenticated;
grant update (
  page, heading, label, value, source, as_of, sort_order, is_published, is_demo
  ) on table public.page_facts to authenticated;
create policy "Members read published facts of pages, and staff who may, drafts" on public.page_facts
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));
create policy "Staff who may add facts of pages" on public.page_facts
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change facts of pages" on public.page_facts
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove facts of pages" on public.page_facts
  for delete to authenticated
  using ((select private.has_permission('content.write')));
create policy "Visitors read published facts of pages" on public.page_facts
  for select to anon
  using (is_published);
