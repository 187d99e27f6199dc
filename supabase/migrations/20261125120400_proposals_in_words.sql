-- As before (20261121001260), and what is wrong with a proposal is said in words.
create or replace function public.propose_settlement_account(kind text, details jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  bank text := private.clean_line(details ->> 'bankName');
  holder text := private.clean_line(details ->> 'accountName');
  digits text := private.clean_line(details ->> 'accountNumber');
  wallet text := private.clean_line(details ->> 'walletAddress');
  proposal_id uuid;
begin
  if propose_settlement_account.kind = 'bank_account' then
    if char_length(coalesce(bank, '')) not between 2 and 100 then
      raise exception 'Enter the name of the bank, in 2 to 100 characters' using errcode = '23514', hint = 'bankName';
    elsif char_length(coalesce(holder, '')) not between 2 and 100 then
      raise exception 'Enter the name of the account, in 2 to 100 characters' using errcode = '23514', hint = 'accountName';
    elsif coalesce(digits, '') !~ '^[0-9]{10}$' then
      raise exception 'Enter the account number: 10 digits' using errcode = '23514', hint = 'accountNumber';
    end if;
  elsif propose_settlement_account.kind = 'crypto_wallet' and coalesce(wallet, '') !~ '^[^[:space:]]{20,100}$' then
    raise exception 'Enter the wallet address: 20 to 100 characters without spaces' using errcode = '23514', hint = 'walletAddress';
  end if;
  if exists (
    select from public.settlement_accounts as open_one
    where open_one.kind = propose_settlement_account.kind and open_one.approved_at is null and open_one.withdrawn_at is null
  ) then
    raise exception 'Another change is proposed already. Stop it first.' using errcode = '23505';
  end if;
  insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at)
  values (propose_settlement_account.kind, bank, holder, digits, wallet, person_id, now())
  returning id into proposal_id;
  return proposal_id;
end $$;
