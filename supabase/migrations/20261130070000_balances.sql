CREATE OR REPLACE FUNCTION private.await_ledger_writers(as_of timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
begin
  if as_of is null or as_of > clock_timestamp() then
    raise exception 'Nobody knows the balance of an instant that is to come' using errcode = '22023';
  end if;
  begin
    lock table private.ledger_transfers in share mode;
    raise exception 'Everybody has written';
  exception when raise_exception then null; -- what was locked since the inner begin is free again
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.ledger_balance_as_of(account text, as_of timestamp with time zone, order_id uuid DEFAULT NULL::uuid, currency text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.await_ledger_writers(as_of);
  return private.ledger_balance(account, order_id, currency, as_of);
end $function$;

CREATE OR REPLACE FUNCTION public.list_ledger_balances(day date)
 RETURNS TABLE(account text, currency text, debit_minor bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  as_of timestamptz := (day + 1)::timestamp at time zone 'Africa/Lagos' - interval '1 microsecond';
begin
  if not private.has_permission('payments.confirm') then
    raise exception 'permission denied to read balances' using errcode = '42501';
  elsif day = (now() at time zone 'Africa/Lagos')::date then
    as_of := clock_timestamp();
  end if;
  perform private.await_ledger_writers(as_of);
  return query
    select posting.account, posting.currency, sum(posting.amount_minor)::bigint
    from private.ledger_postings as posting where posting.recorded_at <= as_of
    group by posting.account, posting.currency having sum(posting.amount_minor) <> 0
    order by posting.currency, posting.account;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_ledger_balances"(date) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."await_ledger_writers"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_ledger_balances"(date) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_ledger_balances"(date) TO "authenticated";
