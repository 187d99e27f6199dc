-- Where the buttons of public pages lead.

create table public.page_actions (
  label text not null,
  page text not null default '',
  target text not null,
  updated_at timestamptz not null default now(),
  primary key (label, page),
  constraint page_actions_label_length check (char_length(label) between 1 and 60),
  constraint page_actions_label_plain check (label = private.clean_line(label)),
  constraint page_actions_page_form check (page ~ '^([a-z]+(-[a-z]+)*)?$'),
  constraint page_actions_target_form check (target ~ '^/[a-z0-9/_-]*([?][A-Za-z0-9_={}&-]*)?(#[a-z0-9-]+)?$' and target !~ '^//')
);
comment on column public.page_actions.target is 'An address of this site; {page} stands for the name of the page that the button is on.';

create trigger audit_change after insert or update or delete on public.page_actions for each row
  execute function private.audit_change('staff', 'label,page', '*');

create trigger notify_content_changed after insert or update or delete or truncate on public.page_actions
  for each statement execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.page_actions
  for each row execute function private.touch_updated_at();

alter table public.page_actions enable row level security;
revoke all on table public.page_actions from public, anon, authenticated;
grant select on table public.page_actions to anon;
grant select, delete on table public.page_actions to authenticated;
grant insert (label, page, target) on table public.page_actions to authenticated;
grant update (target) on table public.page_actions to authenticated;
create policy "Everybody reads where buttons lead" on public.page_actions
  for select to anon, authenticated
  using (true);
create policy "Staff who may add a button's target" on public.page_actions
  for insert to authenticated
  with check ((select private.has_permission('content.write')));
create policy "Staff who may change a button's target" on public.page_actions
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));
create policy "Staff who may remove a button's target" on public.page_actions
  for delete to authenticated
  using ((select private.has_permission('content.write')));
