-- The company's own bank accounts, one for each currency, and its wallet: changed by two people, 24 hours ahead, and all who must know are notified.

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
  holders uuid[] not null default private.settlement_holders(),
  confirmed_outside boolean not null default false,
  in_force_mailed_at timestamptz,
  currency text not null default 'NGN',
  bank_address text constraint settlement_accounts_bank_address_length check (char_length(bank_address) between 5 and 300),
  swift_bic text constraint settlement_accounts_swift_bic_form check (swift_bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  correspondent text constraint settlement_accounts_correspondent_length check (char_length(correspondent) between 5 and 300),
  constraint settlement_accounts_kind_known check (kind in ('bank_account', 'crypto_wallet')),
  constraint settlement_accounts_details_belong check (case kind
    when 'bank_account' then bank_name is not null and account_name is not null and account_number is not null
      and wallet_address is null
    else wallet_address is not null and bank_name is null and account_name is null and account_number is null
  end),
  constraint settlement_accounts_bank_name_length check (char_length(bank_name) between 2 and 100),
  constraint settlement_accounts_account_name_length check (char_length(account_name) between 2 and 100),
  constraint settlement_accounts_currency_known check (currency = any (private.currencies())),
  constraint settlement_accounts_currency_belongs check (
    case when kind = 'bank_account' and currency <> 'NGN' then bank_address is not null and swift_bic is not null
    else currency = 'NGN' and num_nonnulls(bank_address, swift_bic, correspondent) = 0 end),
  constraint settlement_accounts_account_number_form check (
    case when currency = 'NGN' then account_number ~ '^[0-9]{10}$'
    else account_number ~ '^[A-Z0-9]{5,34}$' and private.is_account_number(account_number) end),
  constraint settlement_accounts_wallet_address_form check (wallet_address ~ '^[^[:space:]]{20,100}$'),
  constraint settlement_accounts_proposer_known check (is_demo or proposed_by is not null),
  constraint settlement_accounts_approval_decides check ((approved_at is null) = (effective_at is null)),
  constraint settlement_accounts_two_people check (approved_by <> proposed_by),
  constraint settlement_accounts_effective_later check (
    effective_at >= approved_at and (is_demo or effective_at >= proposed_at + interval '24 hours')),
  constraint settlement_accounts_withdrawn_before check (withdrawn_at is null or effective_at is null
    or withdrawn_at < effective_at),
  constraint settlement_accounts_approval_whole     check (is_demo or confirmed_outside or (approved_by is null) = (approved_at is null)),
  constraint settlement_accounts_outside_alone check (not confirmed_outside or approved_by is null)
);
comment on table public.settlement_accounts is 'Proposals and what became of them; the one in force is private.current_settlement_account.';
comment on column public.settlement_accounts.currency is 'The currency of a bank account; what was entered before there were several is in naira.';
comment on column public.settlement_accounts.account_number is 'Ten digits in naira; in another currency the IBAN or the number that the bank gives for transfers from abroad.';
comment on column public.settlement_accounts.correspondent is 'The bank that money from abroad passes through, as the bank writes it.';
comment on column public.settlement_accounts.holders is 'Who held settings.settlement when this was proposed: one of them approves it.';
comment on column public.settlement_accounts.confirmed_outside is 'Nobody else here could approve it: the address outside confirmed by a mailed code.';
create index settlement_accounts_effective_at_idx on public.settlement_accounts (kind, currency, effective_at desc);
create unique index settlement_accounts_one_proposal on public.settlement_accounts (kind, currency)
  where approved_at is null and withdrawn_at is null;

-- What begins as an IBAN does (ISO 13616) has its check digits right; any other number has none.
create function private.is_account_number(written text) returns boolean
language sql immutable set search_path = ''
as $$
  select case when written !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' then true
    else (
      select string_agg(case when symbol ~ '[0-9]' then symbol else (ascii(symbol) - 55)::text end, '' order by place)::numeric % 97 = 1
      from regexp_split_to_table(substr(written, 5) || left(written, 4), '') with ordinality as spelt (symbol, place)) end
$$;

-- Holds for every caller, the owner's own tools too: what was proposed stays as proposed, an approval or withdrawal
-- happens once.
create function private.guard_settlement_account(old public.settlement_accounts, new public.settlement_accounts) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo, new.holders, new.currency, new.bank_address, new.swift_bic, new.correspondent)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo, old.holders, old.currency, old.bank_address, old.swift_bic, old.correspondent)
    or (old.approved_at is not null
      and (new.approved_by, new.approved_at, new.effective_at, new.confirmed_outside)
        is distinct from (old.approved_by, old.approved_at, old.effective_at, old.confirmed_outside))
    or old.withdrawn_at is not null
  then
    perform private.refuse_change('settlement_accounts');
  elsif old.approved_at is null and not new.is_demo and new.effective_at < new.approved_at + interval '24 hours' then
    raise exception 'A change counts 24 hours after its approval at the earliest' using errcode = '23514';
  elsif old.approved_at is null and new.confirmed_outside and new.effective_at < new.approved_at + interval '7 days'
    and not private.is_first_settlement(new)
  then
    raise exception 'A change that nobody else here could approve counts after 7 days at the earliest' using errcode = '23514';
  end if;
end $$;

-- The functions require a second factor: a stolen password alone must not redirect money.
create function private.require_settlement_right() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
begin
  if person_id is null or not private.has_permission('settings.settlement') then
    raise exception 'permission denied to change where money is sent to' using errcode = '42501';
  elsif not private.has_strong_permission('settings.settlement') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  return person_id;
end $$;

-- Security definer, as are the two below: nobody holds a right to write the table. details = {bankName, accountName,
-- accountNumber, currency?, bankAddress?, swiftBic?, correspondent?} or {walletAddress}.
create function public.propose_settlement_account(kind text, details jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  bank text := private.clean_line(details ->> 'bankName');
  holder text := private.clean_line(details ->> 'accountName');
  digits text := private.clean_line(details ->> 'accountNumber');
  wallet text := private.clean_line(details ->> 'walletAddress');
  its_currency text := coalesce(nullif(details ->> 'currency', ''), 'NGN');
  its_address text := nullif(private.clean_line(details ->> 'bankAddress'), '');
  bic text := nullif(upper(regexp_replace(coalesce(details ->> 'swiftBic', ''), '[[:space:]]', '', 'g')), '');
  passes_through text := nullif(private.clean_line(details ->> 'correspondent'), '');
  proposal_id uuid;
begin
  if propose_settlement_account.kind = 'bank_account' then
    if its_currency <> all (private.currencies()) then
      raise exception 'Enter the currency: NGN, USD, EUR or GBP' using errcode = '23514', hint = 'currency';
    end if;
    if char_length(coalesce(bank, '')) not between 2 and 100 then
      raise exception 'Enter the name of the bank, in 2 to 100 characters' using errcode = '23514', hint = 'bankName';
    elsif char_length(coalesce(holder, '')) not between 2 and 100 then
      raise exception 'Enter the name of the account, in 2 to 100 characters' using errcode = '23514', hint = 'accountName';
    elsif its_currency = 'NGN' and coalesce(digits, '') !~ '^[0-9]{10}$' then
      raise exception 'Enter the account number: 10 digits' using errcode = '23514', hint = 'accountNumber';
    end if;
    if its_currency <> 'NGN' then
      digits := upper(regexp_replace(coalesce(digits, ''), '[[:space:]-]', '', 'g'));
      if digits !~ '^[A-Z0-9]{5,34}$' or not private.is_account_number(digits) then
        raise exception 'Enter the IBAN or the account number as the bank writes it: this one has a letter or digit that is wrong'
          using errcode = '23514', hint = 'accountNumber';
      elsif coalesce(bic, '') !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then
        raise exception 'Enter the SWIFT code (BIC): 8 or 11 letters and digits' using errcode = '23514', hint = 'swiftBic';
      elsif char_length(coalesce(its_address, '')) not between 5 and 300 then
        raise exception 'Enter the address of the bank, in 5 to 300 characters' using errcode = '23514', hint = 'bankAddress';
      elsif char_length(passes_through) not between 5 and 300 then
        raise exception 'Enter the correspondent bank in 5 to 300 characters, or leave it empty' using errcode = '23514', hint = 'correspondent';
      end if;
    end if;
  elsif propose_settlement_account.kind = 'crypto_wallet' and coalesce(wallet, '') !~ '^[^[:space:]]{20,100}$' then
    raise exception 'Enter the wallet address: 20 to 100 characters without spaces' using errcode = '23514', hint = 'walletAddress';
  end if;
  if exists (
    select from public.settlement_accounts as open_one
    where open_one.kind = propose_settlement_account.kind and open_one.currency = its_currency and open_one.approved_at is null and open_one.withdrawn_at is null
  ) then
    raise exception 'Another change is proposed already. Stop it first.' using errcode = '23505';
  end if;
  insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at, currency, bank_address,
      swift_bic, correspondent)
  values (propose_settlement_account.kind, bank, holder, digits, wallet, person_id, now(), its_currency, its_address,
    bic, passes_through)
  returning id into proposal_id;
  return proposal_id;
end $$;

-- Why a person may not approve a proposal; no row: they may, as far as their right goes.
create function private.settlement_obstacle(proposal public.settlement_accounts, person_id uuid) returns table (hint text, sentence text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if proposal.proposed_by = person_id then
    return query select 'own_entry', 'Somebody else must approve your proposal';
  elsif person_id <> all (proposal.holders) then
    return query select 'later_right', 'Somebody who held this right before the proposal was made must approve it. You got it later.';
  elsif person_id = any (private.related_staff(proposal.proposed_by)) then
    return query select 'own_making',
      'You and the person who proposed this were brought in by one another, or by the same person. Somebody else must approve it.';
  elsif not private.is_at_work(person_id) then
    return query select 'not_at_work',
      'The person who approves this has worked at the desk with a second step on three different days of the last 30. You have not yet.';
  end if;
end $$;

-- For a page that shows a proposal as it was: what became of it, and by whom.
create function private.refuse_decided_settlement(proposal public.settlement_accounts) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  decided_by text := ' by ' || private.name_settlement_person(coalesce((proposal).withdrawn_by, (proposal).approved_by));
begin
  if (proposal).id is null then
    raise exception 'There is no such proposal' using errcode = 'P0002';
  elsif (proposal).withdrawn_at is not null then
    raise exception 'This account was stopped in the meantime%. Nothing was changed.', coalesce(decided_by, '')
      using errcode = 'P0002', hint = 'decided';
  elsif (proposal).approved_at is not null then
    raise exception 'This account was confirmed in the meantime%. Nothing was changed.',
      case when (proposal).confirmed_outside then ' by the code from the address outside' else coalesce(decided_by, '') end
      using errcode = 'P0002', hint = 'decided';
  end if;
end $$;

create function public.approve_settlement_account(proposal_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  proposal public.settlement_accounts;
  obstacle record;
begin
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  perform private.refuse_decided_settlement(proposal);
  select * into obstacle from private.settlement_obstacle(proposal, person_id);
  if found then
    raise exception '%', obstacle.sentence using errcode = '42501', hint = obstacle.hint;
  end if;
  update public.settlement_accounts set
    approved_by = person_id,
    approved_at = now(),
    effective_at = now() + interval '24 hours'
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
  proposal public.settlement_accounts;
begin
  update public.settlement_accounts set withdrawn_by = person_id, withdrawn_at = now()
  where id = proposal_id and withdrawn_at is null and (effective_at is null or effective_at > now());
  if not found then
    select * into proposal from public.settlement_accounts where id = proposal_id;
    if proposal.withdrawn_at is null and proposal.effective_at <= now() then
      raise exception 'This account has come into force. Propose another one to replace it.' using errcode = 'P0002', hint = 'decided';
    end if;
    perform private.refuse_decided_settlement(proposal);
  end if;
end $$;

-- The account in force now, if any: money in one currency is never sent to the account of another.
create function private.current_settlement_account(kind text, currency text default 'NGN') returns setof public.settlement_accounts
language sql stable security definer set search_path = ''
as $$
  select * from public.settlement_accounts
  where settlement_accounts.kind = $1 and settlement_accounts.currency = $2 and effective_at <= now() and withdrawn_at is null
  order by effective_at desc, proposed_at desc limit 1
$$;

-- The currencies in which a buyer can pay, because an account is in force.
create function private.currencies_with_account() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(currency order by currency), '{}')
  from unnest(private.currencies()) as currency
  where exists (select from private.current_settlement_account('bank_account', currency))
$$;

-- The same for staff who quote. Nothing else of the accounts.
create function public.payable_currencies() returns text[]
language sql stable security definer set search_path = ''
as $$
  select case when (select private.has_permission('orders.decide')) then private.currencies_with_account() else '{}' end
$$;

-- When the next approved change comes into force: pages have to be drawn again then.
create function private.next_settlement_change() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(effective_at) from public.settlement_accounts where effective_at > now() and withdrawn_at is null
$$;

-- The wallet that visitors may send to; nothing without the licence that ISA 2025 requires (decision 72).
create function public.current_crypto_wallet() returns table (wallet_address text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select account.wallet_address, account.effective_at
  from private.current_settlement_account('crypto_wallet') as account
  where exists (select from public.company_facts where key = 'crypto_licence_reference' and value is not null)
$$;

-- The end of the number is enough to know it by.
create function private.notify_staff_of_settlement(new public.settlement_accounts) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mail_about_settlement(new, case
    when new.approved_at is null then 'staff_settlement_proposed' else 'staff_settlement_approved' end);
  if new.approved_at is null and private.settlement_alarm_email() is not null
    and cardinality(private.settlement_seconds(new)) = 0
  then
    perform private.mail_settlement_code(new);
  end if;
end $$;

create function private.settlement_holders() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(user_id), '{}') from public.user_roles join public.role_permissions using (role)
  where permission = 'settings.settlement'
$$;

-- Anyone who changes where money goes does not, meanwhile, decide who could stop them.
create function private.refuse_beside_own_proposal() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.settlement_accounts
    where (select auth.uid()) in (proposed_by, approved_by) and withdrawn_at is null
      and (effective_at is null or effective_at > now())
  ) then
    raise exception 'Your change of where money is sent to is still open. Stop it in the settings first: until then you cannot change who may stop it.'
      using errcode = '23514', hint = 'open_proposal';
  end if;
end $$;

create function private.keep_settlement_holder(previous_role text, new_role text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.role_permissions where role = previous_role and permission = 'settings.settlement')
    and not exists (select from public.role_permissions where role = new_role and permission = 'settings.settlement')
  then
    perform private.refuse_beside_own_proposal();
  end if;
end $$;

create function private.keep_settlement_right() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if 'settings.settlement' in (old.permission, new.permission) then
    perform private.refuse_beside_own_proposal();
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- The first admin of all has invited everybody in a small company: what hangs together through them alone does not count.
create function private.first_account() returns uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from private.staff_grants where role = 'admin' order by id limit 1
$$;

-- Everybody whom grants tie to a person, in any number of steps up and down: ancestors, descendants, cousins; and the
-- person. A grant by the first account ties nobody, and nobody is tied through the first account.
create function private.related_staff(person_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive ties (one, other) as (
    select granted_by, user_id from private.staff_grants
    where granted_by is not null and granted_by is distinct from (select private.first_account())
    union
    select user_id, granted_by from private.staff_grants
    where granted_by is not null and granted_by is distinct from (select private.first_account())
  ),
  reached (user_id) as (
    select $1
    union
    select ties.other from reached join ties on ties.one = reached.user_id
    where reached.user_id = $1 or reached.user_id is distinct from (select private.first_account())
  )
  select array_agg(user_id) from reached
$$;

-- Whether two people are tied by who gave a role to whom (ADR 0097), and a person who is not tied to the first could confirm in
-- place of the second. Where nobody could, the two have to do: an entry would wait for ever.
create function private.needs_untied_second(entry private.money_entries, decides uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select $2 = any (tied.people) and exists (
    select from public.user_roles as holder
    join auth.users as account on account.id = holder.user_id
    where holder.user_id <> all (tied.people) and private.person_has_permission(holder.user_id, 'payments.confirm')
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
      -- Confirming takes a second factor, also where the admin area does not.
      and exists (select from auth.mfa_factors as factor where factor.user_id = holder.user_id and factor.status = 'verified')
      and not exists (select from public.orders where orders.id = (entry).order_id and orders.user_id = holder.user_id)
      and not private.exceeds_limit_of(holder.user_id, entry))
  from private.related_staff((entry).recorded_by) as tied (people)
$$;

-- The first account of a kind and currency takes nothing from anybody.
create function private.is_first_settlement(candidate public.settlement_accounts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from public.settlement_accounts as used
    where used.kind = (candidate).kind and used.currency = (candidate).currency and used.id <> (candidate).id and not used.is_demo
      and used.approved_at is not null and used.withdrawn_at is null
  )
$$;

-- Who may approve a proposal; nobody: the address outside gets a code.
create function private.settlement_seconds(proposal public.settlement_accounts) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(holder), '{}')
  from unnest((proposal).holders) as holder
  where not exists (select from private.settlement_obstacle(proposal, holder))
    and private.person_has_permission(holder, 'settings.settlement')
    and exists (select from auth.users as account where account.id = holder
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now()))
$$;

create function private.name_settlement_person(person_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(full_name, email) from public.profiles where id = person_id
$$;

create function private.describe_settlement(account public.settlement_accounts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', (account).kind,
    'name', private.name_settlement_person(coalesce((account).approved_by, (account).proposed_by)),
    'bank_name', (account).bank_name,
    'currency', nullif((account).currency, 'NGN'),
    'ending', right(coalesce((account).account_number, (account).wallet_address), 4),
    'effective_at', (account).effective_at,
    'is_outside', case when (account).confirmed_outside then true end,
    'is_first', case when private.is_first_settlement(account) then true end))
$$;

create function private.mail_about_settlement(account public.settlement_accounts, template text) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail($2, recipient, private.describe_settlement($1))
  from (
    select person.email as recipient from public.profiles as person
    where person.email is not null and (person.id = any (private.settlement_holders() || ($1).holders)
      or person.id in (select user_id from public.user_roles where role = 'admin'))
    union
    select private.settlement_alarm_email() where private.settlement_alarm_email() is not null
  ) as everybody
$$;

-- For the settings: who decided what of each account, and how an open proposal can go on. way: 'person', 'outside' or 'nobody'; null
-- where it is decided.
create function public.settlement_ways() returns table (proposal_id uuid, way text, can_approve boolean, waits_days integer,
  code_sent_at timestamptz, proposed_by_name text, approved_by_name text, withdrawn_by_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied to read the settings' using errcode = '42501';
  end if;
  return query
    select one.id,
      case when not is_open then null when cardinality(seconds) > 0 then 'person'
        when private.settlement_alarm_email() is not null then 'outside' else 'nobody' end,
      is_open and (select auth.uid()) = any (seconds),
      case when not is_open then null when cardinality(seconds) > 0 or private.is_first_settlement(one.whole) then 1 else 7 end,
      (select sent_at from private.settlement_codes as sent where is_open and sent.proposal_id = one.id
        and sent_at > now() - interval '24 hours' and tries < 5),
      private.name_settlement_person((one.whole).proposed_by), private.name_settlement_person((one.whole).approved_by),
      private.name_settlement_person((one.whole).withdrawn_by)
    from (
      select account.id, account as whole, account.approved_at is null and account.withdrawn_at is null as is_open,
        case when account.approved_at is null and account.withdrawn_at is null then private.settlement_seconds(account) end as seconds
      from public.settlement_accounts as account
    ) as one;
end $$;

-- Mails everybody that an account is in force now; answers how many accounts.
create function private.notify_settlements_in_force() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account public.settlement_accounts;
  mailed integer := 0;
begin
  for account in
    select * from public.settlement_accounts
    where effective_at <= now() and withdrawn_at is null and not is_demo and in_force_mailed_at is null
    for update skip locked
  loop
    update public.settlement_accounts set in_force_mailed_at = now() where id = account.id;
    perform private.mail_about_settlement(account, 'staff_settlement_in_force');
    perform private.notify_of_first_account(account);
    mailed := mailed + 1;
  end loop;
  return mailed;
end $$;

create function private.before_settlement_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.refuse_change('settlement_accounts');
  end if;
  perform private.guard_settlement_account(old, new);
  return new;
end $$;

create trigger before_settlement_change before update or delete on public.settlement_accounts
  for each row execute function private.before_settlement_change();

create function private.after_settlement_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_change('settlement_accounts', 'all', 'id',
    'kind,currency,bank_name,bank_address,swift_bic,correspondent,account_name,account_number,wallet_address,approved_at,effective_at,withdrawn_at,confirmed_outside', old, new, 'account_number');
  -- For a proposal, and for its approval.
  if not new.is_demo and ((tg_op = 'INSERT' and new.approved_at is null)
    or (tg_op = 'UPDATE' and old.approved_at is null and new.approved_at is not null))
  then
    perform private.notify_staff_of_settlement(new);
  end if;
  return null;
end $$;

create trigger after_settlement_change after insert or update on public.settlement_accounts
  for each row execute function private.after_settlement_change();

create trigger refuse_truncate before truncate on public.settlement_accounts
  for each statement execute function private.refuse_change();

create trigger notify_content_changed after insert or update on public.settlement_accounts
  for each statement execute function private.notify_content_changed();

-- What mails print of it, of an order on which something is due now.
create function private.payment_block(own public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account public.settlement_accounts;
  due_kobo bigint;
begin
  if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.payable_statuses()) then
    return null;
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if not found then
    return null;
  end if;
  due_kobo := private.due_now_kobo(own);
  if due_kobo <= 0 or private.has_letter_of_credit(own.id)
    or own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null
  then
    return null;
  end if;
  return jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'bank_address', account.bank_address, 'swift_bic', account.swift_bic,
    'correspondent', account.correspondent, 'changed_at', account.effective_at,
    'due_kobo', due_kobo,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)));
end $$;

alter table public.settlement_accounts enable row level security;
revoke all on table public.settlement_accounts from public, anon, authenticated, service_role;
grant select on table public.settlement_accounts to authenticated, service_role;
create policy "Staff who may read where money was and is sent to" on public.settlement_accounts
  for select to authenticated
  using ((select private.has_permission('settings.read')));

revoke all on function
  private.after_settlement_change(), private.before_settlement_change(), private.currencies_with_account(),
  private.current_settlement_account(text, text),
  private.describe_settlement(public.settlement_accounts), private.first_account(), private.payment_block(public.orders),
  private.guard_settlement_account(public.settlement_accounts, public.settlement_accounts), private.is_account_number(text),
  private.is_first_settlement(public.settlement_accounts), private.keep_settlement_holder(text, text),
  private.keep_settlement_right(), private.mail_about_settlement(public.settlement_accounts, text), private.name_settlement_person(uuid),
  private.next_settlement_change(), private.notify_settlements_in_force(),
  private.notify_staff_of_settlement(public.settlement_accounts), private.refuse_beside_own_proposal(),
  private.refuse_decided_settlement(public.settlement_accounts),
  private.needs_untied_second(private.money_entries, uuid), private.related_staff(uuid), private.require_settlement_right(), private.settlement_holders(),
  private.settlement_obstacle(public.settlement_accounts, uuid), private.settlement_seconds(public.settlement_accounts), public.approve_settlement_account(uuid),
  public.current_crypto_wallet(), public.payable_currencies(), public.propose_settlement_account(text, jsonb), public.settlement_ways(),
  public.withdraw_settlement_account(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.current_settlement_account(text, text), private.next_settlement_change() to service_role;
grant execute on function
  public.approve_settlement_account(uuid), public.payable_currencies(), public.propose_settlement_account(text, jsonb), public.settlement_ways(),
  public.withdraw_settlement_account(uuid)
  to authenticated;
grant execute on function public.current_crypto_wallet() to anon, authenticated, service_role;
