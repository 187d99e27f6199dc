-- Figures that the company stands by, shown on public pages.

create table public.impact_figures (
  id integer primary key generated always as identity,
  page text not null,
  position integer not null,
  value text not null,
  label text not null,
  source text,
  as_of date,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint impact_figures_page_known check (page in ('home', 'agriculture', 'sustainable-farming', 'rural-education',
    'poultry-development', 'real-estate-construction', 'company-representation', 'general-contract')),
  constraint impact_figures_position_unique unique (page, position) deferrable initially deferred,
  constraint impact_figures_position_range check (position between 1 and 20),
  constraint impact_figures_value_length check (char_length(value) between 1 and 20),
  constraint impact_figures_value_plain check (value = private.clean_line(value)),
  constraint impact_figures_label_length check (char_length(label) between 1 and 80),
  constraint impact_figures_label_plain check (label = private.clean_line(label)),
  constraint impact_figures_source_length check (char_length(source) between 1 and 300),
  constraint impact_figures_source_plain check (source = private.clean_line(source))
);
comment on table public.impact_figures is 'Display text of the specification; never computed, never blended with live numbers.';

create trigger audit_change after insert or update or delete on public.impact_figures for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.impact_figures
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.impact_figures
  for each row execute function private.touch_updated_at();

alter table public.impact_figures enable row level security;
revoke all on table public.impact_figures from public, anon, authenticated;
revoke all on sequence public.impact_figures_id_seq from public, anon, authenticated;
grant select on table public.impact_figures to anon;
grant select, delete on table public.impact_figures to authenticated;
grant insert (page, position, value, label, source, as_of, is_demo) on table public.impact_figures to authenticated;
grant update (page, position, value, label, source, as_of, is_demo) on table public.impact_figures to authenticated;
create policy "Everybody reads the figures" on public.impact_figures
  for select to anon, authenticated
  using (true);
create policy "Staff who may add figures" on public.impact_figures
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change figures" on public.impact_figures
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove figures" on public.impact_figures
  for delete to authenticated
  using ((select private.has_permission('content.write')));
