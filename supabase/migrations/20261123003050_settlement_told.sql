-- Where money goes changes 24 hours after the second person agreed, however old the proposal; and everybody who could
-- stop it hears of both steps.

-- As before (20261121001260), and: 24 hours from the approval. Not a CHECK, which rows of before would break.
create or replace function private.guard_settlement_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo)
    or (old.approved_at is not null
      and (new.approved_by, new.approved_at, new.effective_at)
        is distinct from (old.approved_by, old.approved_at, old.effective_at))
    or old.withdrawn_at is not null
  then
    raise exception 'settlement_accounts keeps what was written' using errcode = '42501';
  elsif old.approved_at is null and not new.is_demo and new.effective_at < new.approved_at + interval '24 hours' then
    raise exception 'A change counts 24 hours after its approval at the earliest' using errcode = '23514';
  end if;
  return new;
end $$;

create or replace function public.approve_settlement_account(proposal_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  proposal public.settlement_accounts;
begin
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  if proposal.id is null or proposal.approved_at is not null or proposal.withdrawn_at is not null then
    raise exception 'There is no such proposal to approve' using errcode = 'P0002';
  elsif proposal.proposed_by = person_id then
    raise exception 'Somebody else must approve your proposal' using errcode = '42501';
  end if;
  update public.settlement_accounts set
    approved_by = person_id,
    approved_at = now(),
    effective_at = now() + interval '24 hours'
  where id = proposal_id
  returning effective_at into proposal.effective_at;
  return proposal.effective_at;
end $$;

-- The end of the number is enough to know it by.
create function private.tell_staff_of_settlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_mail(
    case when new.approved_at is null then 'staff_settlement_proposed' else 'staff_settlement_approved' end,
    person.email,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', new.kind,
      'name', (select full_name from public.profiles where id = coalesce(new.approved_by, new.proposed_by)),
      'bank_name', new.bank_name,
      'ending', right(coalesce(new.account_number, new.wallet_address), 4),
      'effective_at', new.effective_at)))
  from public.user_roles as role join public.role_permissions using (role)
    join public.profiles as person on person.id = role.user_id
  where permission = 'settings.settlement' and person.email is not null;
  return null;
end $$;
create trigger tell_staff_of_proposal after insert on public.settlement_accounts
  for each row when (not new.is_demo and new.approved_at is null) execute function private.tell_staff_of_settlement();
create trigger tell_staff_of_approval after update of approved_at on public.settlement_accounts
  for each row when (not new.is_demo and old.approved_at is null and new.approved_at is not null)
  execute function private.tell_staff_of_settlement();
revoke all on function private.tell_staff_of_settlement() from public;
