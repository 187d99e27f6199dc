-- Calls to people who have no email address, or whose goods are about to come: who rang, when, and what came of it.
create table public.phone_calls (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  called_by uuid references public.profiles (id) on delete set null,
  outcome text not null,
  note text,
  created_at timestamptz not null default now(),
  constraint phone_calls_record_type_known check (record_type = any (private.registration_types() || array['orders'])),
  constraint phone_calls_outcome_known check (outcome in
    ('reached', 'chat_sent', 'no_answer', 'call_back', 'wrong_number', 'refused')),
  constraint phone_calls_note_length check (char_length(note) between 1 and 500)
);
create index phone_calls_called_by_idx on public.phone_calls (called_by);
create index phone_calls_record_id_idx on public.phone_calls (record_id, id desc);

-- Security definer, because the calls are written by this function alone, in the caller's own name. With a day for another call
-- it becomes a task: the caller's own, unless a colleague is named.
create function public.log_call(
  record_type text, record_id uuid, outcome text, note text default null, again_on date default null, again_time time default null,
  again_by uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or log_call.record_type is null
    or log_call.record_type <> all (private.registration_types() || array['orders'])
    or not private.has_permission(log_call.record_type || '.read')
    or not private.has_permission('records.work')
  then
    raise exception 'permission denied to log a call about %', log_call.record_type using errcode = '42501';
  end if;
  if not exists (
    select from private.registrations as record
    where record.record_type = log_call.record_type and record.id = log_call.record_id
    union all
    select from public.orders where log_call.record_type = 'orders' and orders.id = log_call.record_id
  ) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  insert into public.phone_calls (record_type, record_id, called_by, outcome, note)
  values (log_call.record_type, log_call.record_id, (select auth.uid()), log_call.outcome,
    nullif(private.clean_text(log_call.note), ''));
  if log_call.again_on is not null then
    perform private.store_task(log_call.record_type, log_call.record_id, 'Ring again', log_call.again_on, log_call.again_time,
      coalesce(log_call.again_by, (select auth.uid())));
  end if;
end $$;

-- The addresses to which no mail about a registration goes, for who reads some: they count as none. What was sent more than a week
-- before one bounced has arrived, and all that was sent before somebody asked for no more. Read once: they are few beside the registrations.
create function private.stopped_addresses() returns table (address text, since timestamptz)
language sql stable rows 100 security definer set search_path = ''
as $$
  select stopped.email as address, stopped.created_at - case when stopped.reason = 'bounced' then interval '7 days' else interval '0' end as since from public.mail_suppressions as stopped
  where (stopped.expires_at is null or stopped.expires_at > now()) and (select private.registrations_with('read')) <> '{}'
$$;

-- The mails and texts that tell somebody how it stands with their registration.
create function private.registration_news() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select '{registration_received,registration_approved,registration_declined,registration_correction,decision}'::text[]
$$;

-- That these mails have told nobody outlives the stop of their address: their registrations stay in people_to_phone.
create function private.mark_untold(mail_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_work (record_type, record_id, untold_since)
  select record.record_type, record.id, max(mail.created_at)
  from private.mail_outbox as mail
  join private.registrations as record on record.record_type = mail.record_type and record.id = mail.record_id
    and lower(record.contact_email) = lower(mail.recipient)
  where mail.id = any ($1) and mail.template = any (private.registration_news())
    and not exists (select from private.mail_outbox as later
      where later.record_id = mail.record_id and later.created_at > mail.created_at and later.status = 'sent'
        and later.template = any (private.registration_news()) and later.id <> all ($1))
  group by record.record_type, record.id
  on conflict on constraint record_work_pkey
    do update set untold_since = greatest(record_work.untold_since, excluded.untold_since)
$$;

-- Of a mail or text with such news that was sent or failed.
create function private.note_untold_registration(mail private.mail_outbox) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if mail.status = 'sent' then
    update public.record_work as work set untold_since = null
    where work.record_id = mail.record_id and work.record_type = mail.record_type and work.untold_since <= mail.created_at;
  elsif exists (select from public.mail_suppressions as stopped
    where stopped.email = lower(mail.recipient) and (stopped.expires_at is null or stopped.expires_at > now()))
  then
    perform private.mark_untold(array[mail.id]);
  end if;
end $$;

-- Who has to be rung up: nobody can write to them, and something happened since the last call that reached them. Whose
-- contact or number was changed is rung up at the number of before.
create view public.people_to_phone with (security_invoker = true) as
  select record.record_type, record.id, record.form, record.reference, record.contact_name,
    coalesce(latest.phone, record.contact_phone) as contact_phone,
    record.status, record.decline_reason, record.open_correction, record.is_demo, latest.topic, latest.since,
    last_call.outcome as last_outcome, last_call.created_at as last_called_at, work.assignee_id, work.assignee_name
  from private.registrations as record
  left join public.record_work as work on work.record_id = record.id and work.record_type = record.record_type
  left join private.stopped_addresses() as stopped on stopped.address = lower(record.contact_email)
  -- From when on no mail about it has told them anything.
  cross join lateral (
    select case when record.contact_email is null then '-infinity' else least(stopped.since, work.untold_since) end as since
  ) as unreached
  cross join lateral (
    select topic, happened_at as since, phone
    from (
      select 'received' as topic, record.created_at as happened_at, null as phone
      where record.created_at >= unreached.since
      union all
      select event.to_status as topic, event.created_at as happened_at, null as phone from private.standing_decisions as event
      where event.created_at >= unreached.since and event.record_type = record.record_type and event.record_id = record.id
      union all
      select 'correction' as topic, request.created_at as happened_at, null as phone
      from public.correction_requests as request
      where request.created_at >= unreached.since and request.record_id = record.id and record.open_correction is not null
      union all
      select 'changed' as topic, sent.created_at as happened_at, sent.phone_to_call as phone
      from public.registration_submissions as sent
      where sent.record_id = record.id and sent.phone_to_call is not null
    ) as happened
    order by happened_at desc limit 1
  ) as latest
  left join lateral (
    select phone_call.outcome, phone_call.created_at from public.phone_calls as phone_call
    where phone_call.record_id = record.id order by phone_call.id desc limit 1
  ) as last_call on true
  where record.user_id is null and record.contact_phone ~ '[1-9]'
    and record.record_type = any ((select private.registrations_with('read'))::text[])
    and not coalesce(last_call.created_at >= latest.since
      and last_call.outcome in ('reached', 'chat_sent', 'wrong_number', 'refused'), false);
comment on view public.people_to_phone is 'topic says what the call is about: received, correction, changed, approved or declined. Who has the record rings.';

create trigger refuse_secrets before insert on public.phone_calls
  for each row execute function private.refuse_secrets('note', 'note');

create function private.after_call_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_audit('call', new.record_type, new.record_id::text, null, jsonb_build_object('outcome', new.outcome));
  if new.outcome in ('reached', 'chat_sent') then
    perform private.note_contact(new.record_type, new.record_id, (select auth.uid()));
  end if;
  return null;
end $$;

create trigger after_call_insert after insert on public.phone_calls
  for each row execute function private.after_call_insert();

create trigger refuse_truncate before truncate on public.phone_calls
  for each statement execute function private.refuse_change();

create trigger notify_admin after insert on public.phone_calls
  for each statement execute function private.notify_admin('people_to_phone');

alter table public.phone_calls enable row level security;
revoke all on table public.phone_calls from public, anon, authenticated, service_role;
revoke all on sequence public.phone_calls_id_seq from public, anon, authenticated, service_role;
grant select on table public.phone_calls to authenticated, service_role;
create policy "Staff read the calls about what they may read" on public.phone_calls
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('read'))::text[])
    or (record_type = 'orders' and (select private.has_permission('orders.read')))
  );

revoke all on table public.people_to_phone from public, anon, authenticated, service_role;
grant select on table public.people_to_phone to authenticated;

revoke all on function private.after_call_insert(), private.mark_untold(uuid[]), private.note_untold_registration(private.mail_outbox), private.registration_news(),
  private.stopped_addresses(), public.log_call(text, uuid, text, text, date, time, uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.stopped_addresses(), public.log_call(text, uuid, text, text, date, time, uuid) to authenticated;
