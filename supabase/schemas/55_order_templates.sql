-- Bulk orders that a member places again: the answers of the order form under a name of their own.

create table public.order_templates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  name text not null,
  answers jsonb not null,
  created_at timestamptz not null default now(),
  constraint order_templates_name_unique unique (user_id, name),
  constraint order_templates_name_length check (char_length(name) between 2 and 60),
  constraint order_templates_name_trimmed check (name = btrim(name)),
  constraint order_templates_answers_form check (
    jsonb_typeof(answers) = 'object' and answers <> '{}' and char_length(answers::text) <= 8000
    and not jsonb_path_exists(answers, 'strict $.* ? (@.type() != "string")'))
);
comment on column public.order_templates.answers is 'As the form has them, by name. Nothing is ordered with it: the form is judged when it is sent.';

create function private.limit_order_templates() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('order templates ' || new.user_id, 0));
  if (select count(*) >= 30 from public.order_templates where user_id = new.user_id) then
    raise exception 'You have 30 templates. Delete one that you do not need any more.' using errcode = '23514', hint = 'name';
  end if;
  return new;
end $$;

create trigger limit_order_templates before insert on public.order_templates
  for each row execute function private.limit_order_templates();

alter table public.order_templates enable row level security;
revoke all on table public.order_templates from public, anon, authenticated;
grant select, delete on table public.order_templates to authenticated;
grant insert (user_id, name, answers) on table public.order_templates to authenticated;
create policy "People add to their own templates" on public.order_templates
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "People delete their own templates" on public.order_templates
  for delete to authenticated
  using (user_id = (select auth.uid()));
create policy "People read their own templates" on public.order_templates
  for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on function private.limit_order_templates() from public, anon, authenticated, service_role;
