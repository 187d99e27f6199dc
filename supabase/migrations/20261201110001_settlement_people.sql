DROP FUNCTION "public"."settlement_ways"();

CREATE OR REPLACE FUNCTION private.mail_settlement_code(proposal public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.name_settlement_person(person_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(full_name, email) from public.profiles where id = person_id
$function$;

CREATE OR REPLACE FUNCTION private.refuse_decided_settlement(proposal public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.settlement_for_code(proposal_id uuid)
 RETURNS public.settlement_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.approve_settlement_account(proposal_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_ways()
 RETURNS TABLE(proposal_id uuid, way text, can_approve boolean, waits_days integer, code_sent_at timestamp with time zone, proposed_by_name text, approved_by_name text, withdrawn_by_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "public"."settlement_ways"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_settlement_account(proposal_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "private"."name_settlement_person"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_decided_settlement"(public.settlement_accounts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."settlement_ways"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."settlement_ways"() TO "authenticated";

CREATE OR REPLACE FUNCTION private.describe_settlement(account public.settlement_accounts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', (account).kind,
    'name', private.name_settlement_person(coalesce((account).approved_by, (account).proposed_by)),
    'bank_name', (account).bank_name,
    'currency', nullif((account).currency, 'NGN'),
    'ending', right(coalesce((account).account_number, (account).wallet_address), 4),
    'effective_at', (account).effective_at,
    'is_outside', case when (account).confirmed_outside then true end,
    'is_first', case when private.is_first_settlement(account) then true end))
$function$;
