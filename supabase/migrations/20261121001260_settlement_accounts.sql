-- Where money is sent to: the bank account and the crypto wallet. A change is proposed by one person, approved by
-- another, and comes into force 24 hours after the proposal at the earliest; until then either may be stopped.
-- Every row stays: the table is its own history. Nobody writes it but through the three functions below.

create table public.settlement_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  bank_name text,
  account_name text,
  account_number text,
  wallet_address text,
  proposed_by uuid,
  proposed_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  effective_at timestamptz,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  is_demo boolean not null default false,
  constraint settlement_accounts_kind_known check (kind in ('bank_account', 'crypto_wallet')),
  constraint settlement_accounts_details_belong check (case kind
    when 'bank_account' then bank_name is not null and account_name is not null and account_number is not null
      and wallet_address is null
    else wallet_address is not null and bank_name is null and account_name is null and account_number is null
  end),
  constraint settlement_accounts_bank_name_length check (char_length(bank_name) between 2 and 100),
  constraint settlement_accounts_account_name_length check (char_length(account_name) between 2 and 100),
  constraint settlement_accounts_account_number_digits check (account_number ~ '^[0-9]{10}$'),
  constraint settlement_accounts_wallet_address_form check (wallet_address ~ '^[^[:space:]]{20,100}$'),
  constraint settlement_accounts_proposer_known check (is_demo or proposed_by is not null),
  constraint settlement_accounts_approval_whole check (is_demo or (approved_by is null) = (approved_at is null)),
  constraint settlement_accounts_approval_decides check ((approved_at is null) = (effective_at is null)),
  constraint settlement_accounts_two_people check (approved_by <> proposed_by),
  constraint settlement_accounts_effective_later check (
    effective_at >= approved_at and (is_demo or effective_at >= proposed_at + interval '24 hours')),
  constraint settlement_accounts_withdrawn_before check (withdrawn_at is null or effective_at is null
    or withdrawn_at < effective_at)
);
comment on table public.settlement_accounts is 'Proposals and what became of them; the one in force is private.current_settlement_account.';

create unique index settlement_accounts_one_proposal on public.settlement_accounts (kind)
  where approved_at is null and withdrawn_at is null;
create index settlement_accounts_effective_at_idx on public.settlement_accounts (kind, effective_at desc);

-- Holds for every caller, the owner's own tools too: what was proposed stays as proposed, an approval or withdrawal
-- happens once.
create function private.guard_settlement_account() returns trigger
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
  end if;
  return new;
end $$;

create trigger guard_settlement_account before update on public.settlement_accounts
  for each row execute function private.guard_settlement_account();
create trigger refuse_change before delete on public.settlement_accounts
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.settlement_accounts
  for each statement execute function private.refuse_change();
create trigger tell_content_changed after insert or update on public.settlement_accounts
  for each statement execute function private.tell_content_changed();

-- The functions ask for a second factor: a stolen password alone must not redirect money.
create function private.require_settlement_right() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
begin
  if person_id is null or not private.has_permission('settings.settlement') then
    raise exception 'permission denied to change where money is sent to' using errcode = '42501';
  elsif not private.has_strong_permission('settings.settlement') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  return person_id;
end $$;

-- Security definer, as are the two below: nobody holds a right to write the table.
create function public.propose_settlement_account(kind text, details jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  proposal_id uuid;
begin
  insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at)
  values (
    propose_settlement_account.kind,
    private.clean_line(details ->> 'bankName'),
    private.clean_line(details ->> 'accountName'),
    private.clean_line(details ->> 'accountNumber'),
    private.clean_line(details ->> 'walletAddress'),
    person_id,
    now()
  )
  returning id into proposal_id;
  return proposal_id;
end $$;

create function public.approve_settlement_account(proposal_id uuid) returns timestamptz
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
    effective_at = greatest(now(), proposal.proposed_at + interval '24 hours')
  where id = proposal_id
  returning effective_at into proposal.effective_at;
  return proposal.effective_at;
end $$;

-- Either of the two, or anybody with the right, may stop a change until it is in force.
create function public.withdraw_settlement_account(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
begin
  update public.settlement_accounts set withdrawn_by = person_id, withdrawn_at = now()
  where id = proposal_id and withdrawn_at is null and (effective_at is null or effective_at > now());
  if not found then
    raise exception 'There is no such proposal to withdraw' using errcode = 'P0002';
  end if;
end $$;

-- The account in force now, if any.
create function private.current_settlement_account(kind text) returns setof public.settlement_accounts
language sql stable security definer set search_path = ''
as $$
  select * from public.settlement_accounts
  where settlement_accounts.kind = $1 and effective_at <= now() and withdrawn_at is null
  order by effective_at desc, proposed_at desc limit 1
$$;

-- When the next approved change comes into force: pages have to be drawn again then.
create function private.next_settlement_change() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(effective_at) from public.settlement_accounts where effective_at > now() and withdrawn_at is null
$$;

-- The wallet that visitors may send to; nothing without the licence that ISA 2025 asks for (decision 72).
create function public.current_crypto_wallet() returns table (wallet_address text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select account.wallet_address, account.effective_at
  from private.current_settlement_account('crypto_wallet') as account
  where exists (select from public.company_facts where key = 'crypto_licence_reference' and value is not null)
$$;

revoke all on function private.guard_settlement_account(), private.require_settlement_right(),
  private.current_settlement_account(text), private.next_settlement_change() from public;
grant execute on function private.current_settlement_account(text), private.next_settlement_change() to service_role;
revoke all on function public.propose_settlement_account(text, jsonb), public.approve_settlement_account(uuid),
  public.withdraw_settlement_account(uuid), public.current_crypto_wallet()
  from public, anon, authenticated, service_role;
grant execute on function public.propose_settlement_account(text, jsonb), public.approve_settlement_account(uuid),
  public.withdraw_settlement_account(uuid) to authenticated;
grant execute on function public.current_crypto_wallet() to anon, authenticated, service_role;

alter table public.settlement_accounts enable row level security;
revoke all on table public.settlement_accounts from public, anon, authenticated, service_role;
grant select on table public.settlement_accounts to authenticated, service_role;

create policy "Staff who may read where money was and is sent to" on public.settlement_accounts
  for select to authenticated
  using ((select private.has_permission('settings.read')));
