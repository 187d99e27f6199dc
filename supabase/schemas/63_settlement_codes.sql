-- Where nobody else here can approve a change of the company's own accounts: the address outside confirms it by a mailed code.

create table private.settlement_codes (
  proposal_id uuid primary key,
  code_hash text not null,
  sent_at timestamptz not null default now(),
  tries integer not null default 0
);
comment on table private.settlement_codes is 'The code that was mailed to the address outside for a proposal, as a hash: good for 24 hours and five tries.';

-- Null: none is set. Anyone who works in the admin area is not outside.
create function private.settlement_alarm_email() returns text
language sql stable security definer set search_path = ''
as $$
  select value from private.app_settings
  where name = 'settlement_alarm_email' and value <> '' and not exists (
    select from public.user_roles join auth.users as account on account.id = user_id where lower(account.email) = lower(value))
$$;

-- Mails a code to the address outside, another one each time; refused while someone here can approve.
create function private.mail_settlement_code(proposal public.settlement_accounts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- 40 random bits: five tries at it within a day.
  code text := upper(left(private.make_token(), 10));
begin
  insert into private.settlement_codes (proposal_id, code_hash)
  values ((proposal).id, encode(sha256(convert_to((proposal).id || code, 'UTF8')), 'hex'))
  on conflict on constraint settlement_codes_pkey
    do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0;
  perform private.enqueue_mail('staff_settlement_code', private.settlement_alarm_email(),
    private.describe_settlement(proposal) || jsonb_build_object('code', left(code, 5) || '-' || right(code, 5)));
end $$;

-- The proposal, locked, that the address outside may confirm; or a refusal that says what is missing.
create function private.settlement_for_code(proposal_id uuid) returns public.settlement_accounts
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts;
begin
  perform private.require_settlement_right();
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  perform private.refuse_decided_settlement(proposal);
  if cardinality(private.settlement_seconds(proposal)) > 0 then
    raise exception 'Somebody here can approve this: the code is for a company that has nobody else.'
      using errcode = '42501', hint = 'second_person';
  elsif private.settlement_alarm_email() is null then
    raise exception 'Nobody here can approve this yet, and no address outside is set. Whoever runs the server sets SETTLEMENT_ALARM_EMAIL, to a mailbox of nobody who works at this desk.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return proposal;
end $$;

create function public.send_settlement_code(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
begin
  if exists (select from private.settlement_codes as sent
    where sent.proposal_id = proposal.id and sent.sent_at > now() - interval '10 minutes')
  then
    raise exception 'A code was mailed less than 10 minutes ago. Please wait for it.' using errcode = 'PT429';
  end if;
  perform private.mail_settlement_code(proposal);
end $$;

-- Answers {ok: true, effectiveAt}, or {ok: false, code: 'wrong_code' | 'code_expired', triesLeft}: a refusal would undo
-- the count of tries.
create function public.confirm_settlement_code(proposal_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
  cleaned_code text := regexp_replace(upper(coalesce(code, '')), '[^0-9A-F]', '', 'g');
  sent private.settlement_codes;
begin
  select * into sent from private.settlement_codes as one where one.proposal_id = proposal.id for update;
  if sent.proposal_id is null or sent.sent_at <= now() - interval '24 hours' or sent.tries >= 5 then
    return jsonb_build_object('ok', false, 'code', 'code_expired', 'triesLeft', 0);
  elsif sent.code_hash <> encode(sha256(convert_to(proposal.id || cleaned_code, 'UTF8')), 'hex') then
    update private.settlement_codes as one set tries = tries + 1 where one.proposal_id = proposal.id;
    return jsonb_build_object('ok', false, 'code', 'wrong_code', 'triesLeft', 4 - sent.tries);
  end if;
  delete from private.settlement_codes as one where one.proposal_id = proposal.id;
  update public.settlement_accounts set
    confirmed_outside = true,
    approved_at = now(),
    effective_at = now() + case when private.is_first_settlement(proposal) then interval '24 hours' else interval '7 days' end
  where id = proposal.id
  returning * into proposal;
  return jsonb_build_object('ok', true, 'effectiveAt', proposal.effective_at);
end $$;

-- A code that went to a mailbox which is not the address outside any more confirms nothing.
create function private.end_settlement_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.settlement_codes;
  return null;
end $$;

create function private.notify_of_unreached_outside(whom text, address text) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('staff_outside_unreached', person.email, jsonb_build_object('whom', $1),
    concat_ws(':', 'staff_outside_unreached', $1, person.id, (now() at time zone 'Africa/Lagos')::date))
  from public.user_roles as staff join public.profiles as person on person.id = staff.user_id
  where staff.role = 'admin' and person.email is not null and lower(person.email) <> lower($2)
$$;

create function private.note_unreached_mail(mail private.mail_outbox) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- What did not arrive told its buyer nothing. Those of an erased record were given up with it.
  if mail.record_type = 'orders' and mail.recipient not like 'erased:%' then
    perform private.note_untold(own, mail.template, mail.created_at) from public.orders as own where own.id = mail.record_id;
  end if;
  if not exists (select from private.mail_templates where template = mail.template and purpose = 'staff') then
    return;
  elsif mail.template = 'audit_head' then
    perform private.notify_of_unreached_outside('witness', mail.recipient);
  elsif lower(mail.recipient) = lower(private.settlement_alarm_email()) then
    perform private.notify_of_unreached_outside('alarm', mail.recipient);
  end if;
end $$;

create function private.note_unreached_address(address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if lower(address) = lower(private.settlement_alarm_email()) then
    perform private.notify_of_unreached_outside('alarm', address);
  end if;
end $$;

alter table private.settlement_codes enable row level security;
revoke all on table private.settlement_codes from public, anon, authenticated, service_role;

revoke all on function
  private.end_settlement_codes(), private.mail_settlement_code(public.settlement_accounts), private.note_unreached_address(text),
  private.note_unreached_mail(private.mail_outbox), private.notify_of_unreached_outside(text, text), private.settlement_alarm_email(),
  private.settlement_for_code(uuid), public.confirm_settlement_code(uuid, text), public.send_settlement_code(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.confirm_settlement_code(uuid, text), public.send_settlement_code(uuid) to authenticated;
