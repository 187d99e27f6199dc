-- Taking a second factor off an account whose owner has lost it.

create table private.factor_resets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  reason text not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  constraint factor_resets_reason_length check (char_length(reason) between 10 and 500),
  constraint factor_resets_due_at_later check (due_at > requested_at)
);
comment on table private.factor_resets is 'Members whose second step is to be reset; a row goes with the reset.';

-- Answers null when the reset is carried out, else when it may be: the same call then does it. A second step that was
-- shown since the request ends the request, and so do two weeks in which nobody came back.
create function private.reset_second_factor(user_id uuid, reason text) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.clean_text(reason), '');
  person record;
  is_staff boolean;
  waiting private.factor_resets;
  names jsonb;
begin
  perform private.require_reason(why, 'Please say in 10 to 500 characters how you know that it is this person');
  select id, email, raw_user_meta_data ->> 'full_name' as full_name into person
  from auth.users where id = reset_second_factor.user_id for update;
  if person.id is null then
    raise exception 'There is no such account' using errcode = 'P0002';
  elsif not exists (select from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified') then
    raise exception 'This account has no second step' using errcode = 'P0002';
  end if;
  is_staff := exists (select from public.user_roles as held where held.user_id = person.id);

  select * into waiting from private.factor_resets as request where request.user_id = person.id
    and request.due_at > now() - interval '14 days'
    and not exists (select from auth.audit_log_entries as entry
      where entry.created_at > request.requested_at and entry.payload ->> 'action' = 'verification_attempted'
        and entry.payload ->> 'actor_id' = person.id::text);
  if not is_staff and waiting.user_id is null then
    insert into private.factor_resets as request (user_id, reason, due_at)
    values (person.id, why, now() + interval '72 hours')
    on conflict on constraint factor_resets_pkey do update
      set reason = excluded.reason, requested_at = now(), due_at = excluded.due_at
    returning * into waiting;
    perform private.record_audit('request_factor_reset', 'account', person.id::text, null,
      jsonb_build_object('reason', why, 'due_at', waiting.due_at));
    perform private.notify_owner('account_factor_reset_requested', person.id, jsonb_build_object('due_at', waiting.due_at));
    return waiting.due_at;
  elsif not is_staff and waiting.due_at > now() then
    return waiting.due_at;
  end if;

  select jsonb_agg(factor.factor_type order by factor.created_at) into names
  from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified';
  delete from private.factor_resets as request where request.user_id = person.id;
  delete from auth.mfa_factors as factor where factor.user_id = person.id;
  delete from auth.sessions as session where session.user_id = person.id;
  perform private.record_audit('reset_second_factor', 'account', person.id::text,
    jsonb_build_object('factors', names), jsonb_build_object('reason', why));
  perform private.notify_owner('account_factor_reset', person.id);
  perform private.enqueue_mail('staff_factor_reset', admin.email,
    jsonb_build_object('email', person.email, 'is_staff', is_staff))
  from public.user_roles as held join auth.users as admin on admin.id = held.user_id
  where held.role = 'admin' and admin.email is not null and admin.id <> person.id;
  return null;
end $$;

alter table private.factor_resets enable row level security;
revoke all on table private.factor_resets from public, anon, authenticated, service_role;

revoke all on function private.reset_second_factor(uuid, text) from public, anon, authenticated, service_role;
grant execute on function private.reset_second_factor(uuid, text) to service_role;
