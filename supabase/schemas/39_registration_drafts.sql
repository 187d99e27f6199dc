-- Answers of members that are not sent yet, without what is secret.

create table public.registration_drafts (
  user_id uuid not null references public.profiles (id) on delete cascade,
  form text not null,
  answers jsonb not null default '{}',
  step integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, form),
  constraint registration_drafts_form_known check (form in ('farmer', 'training', 'buyer_individual',
    'buyer_corporate', 'investor_individual', 'investor_corporate', 'investor_crypto')),
  constraint registration_drafts_answers_object check (jsonb_typeof(answers) = 'object'),
  constraint registration_drafts_answers_size check (octet_length(answers::text) <= 60000),
  constraint registration_drafts_step_range check (step between 0 and 50)
);
create index registration_drafts_updated_at_idx on public.registration_drafts (updated_at);

-- A secret of any form is refused in every form's draft, whatever it holds and however deep it lies; so is a photo.
-- Security definer, because no client reads the names of the secrets.
create function private.keep_secrets_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  secret text;
begin
  select answer.key into secret
  from jsonb_path_query(new.answers, 'strict $.** ? (@.type() == "object")') as part, jsonb_each(part) as answer
  where answer.key in (select field from private.registration_fields where is_secret)
    or (answer.key = 'selfieImage' and answer.value not in ('true', 'false'))
  limit 1;
  if secret is not null then
    raise exception 'A draft never holds this answer' using errcode = '23514', detail = secret, hint = secret;
  end if;
  new.updated_at := now();
  return new;
end $$;

create trigger keep_secrets_out before insert or update on public.registration_drafts
  for each row execute function private.keep_secrets_out();

alter table public.registration_drafts enable row level security;
revoke all on table public.registration_drafts from public, anon, authenticated;
grant select, delete on table public.registration_drafts to authenticated;
grant insert (user_id, form, answers, step) on table public.registration_drafts to authenticated;
grant update (user_id, form, answers, step) on table public.registration_drafts to authenticated;
create policy "People change their own drafts" on public.registration_drafts
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "People keep drafts of their own" on public.registration_drafts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People read their own drafts" on public.registration_drafts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People throw their own drafts away" on public.registration_drafts
  for delete to authenticated using (user_id = (select auth.uid()));

revoke all on function private.keep_secrets_out() from public, anon, authenticated, service_role;
