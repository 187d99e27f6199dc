-- Lines of the bank statement: how their references compare, and the parts of one transfer that pays several orders.

-- ---- References compare by their letters and digits ----
create function private.reference_key(reference text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(regexp_replace(upper(normalize($1, NFKD)), '[^A-Z0-9]', '', 'g'), '')
$$;

-- Letters of other scripts look like ours and are not: a reference with one would be another line. Accents, dashes,
-- spaces and signs of currencies may stand there.
create function private.is_plain_reference(reference text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select normalize($1, NFKD) !~ '[^\u0001-\u007e\u00a0-\u00bf\u0300-\u036f\u2000-\u206f\u20a0-\u20cf]'
$$;

create function private.require_plain_reference(reference text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not private.is_plain_reference(reference) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $$;

create function private.check_statement_line(current_order public.orders, details jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif coalesce(details ->> 'transferKobo', '1') !~ '^[1-9][0-9]{0,14}$'
    or (details ->> 'transferKobo')::bigint < (details ->> 'amountKobo')::bigint
  then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif coalesce(private.read_day(details ->> 'valueDate') not between ((current_order).created_at at time zone 'Africa/Lagos')::date - 1
      and (now() at time zone 'Africa/Lagos')::date, true)
  then
    raise exception 'Enter the day that stands on the statement, between the order and today'
      using errcode = '23514', hint = 'valueDate';
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100
    or char_length(coalesce(private.reference_key(private.clean_line(details ->> 'bankReference')), '')) < 3
  then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif not private.is_plain_reference(private.clean_line(details ->> 'bankReference')) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $$;

-- The whole of a line as it was said last, by its parts or their corrections; null where nobody said it. What was corrected to nothing is no
-- part, but for the one that is asked about. What two people said of the whole by a correction holds for all parts that were there, whatever
-- becomes of the one by which they said it.
create function private.line_whole_kobo(reference_key text, kind text, part_id uuid default null) returns bigint
language sql stable security definer set search_path = ''
as $$
  select said.transfer_kobo from public.payments as said
  where said.kind = any (case $2 when 'receipt' then array['receipt', 'correction'] else array[$2] end)
    and private.reference_key(said.bank_reference) = $1 and said.transfer_kobo is not null
    and ($3 in (said.id, said.corrects_id) or said.kind = 'refund' or private.came_kobo(coalesce(said.corrects_id, said.id)) > 0
      or said.kind = 'correction' and exists (
        select from public.payments as part
        where part.kind = 'receipt' and private.reference_key(part.bank_reference) = $1 and part.created_at <= said.created_at
          and private.came_kobo(part.id) > 0))
  order by said.created_at desc, said.corrects_id is null limit 1
$$;

create function private.share_transfer(new public.payments) returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  others record;
begin
  new.reference_key := private.reference_key(new.bank_reference);
  if new.reference_key is null or char_length(new.reference_key) < 3 then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif new.kind = 'refund' then
    perform private.refuse_own_refund(new.order_id, new.recorded_by);
  end if;
  -- One after the other for each line, or two parts at once would both count as the first.
  perform pg_advisory_xact_lock(hashtextextended(new.kind || ' line ' || new.reference_key, 0));
  -- By what really came: of a receipt that was corrected to nothing the line is free for another order.
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(private.came_kobo(part.id)) as kobo,
    private.line_whole_kobo(new.reference_key, new.kind) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and private.reference_key(part.bank_reference) = new.reference_key
    and (part.order_id = new.order_id or private.came_kobo(part.id) > 0);
  if others.codes is null then
    return new;
  elsif others.is_same_order then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  elsif new.transfer_kobo is null then
    raise exception 'This line of the statement has been recorded already, for order %. If the transfer pays this order too, say how much it was in all.', others.codes
      using errcode = '23505', hint = 'transferKobo';
  elsif not others.is_same_line then
    raise exception 'The other part of this transfer, for order %, has another day or currency', others.codes
      using errcode = '23514', hint = 'valueDate';
  elsif others.whole <> new.transfer_kobo then
    raise exception 'For order % the whole of this transfer was recorded as another amount', others.codes
      using errcode = '23514', hint = 'transferKobo';
  elsif others.kobo + new.amount_kobo > new.transfer_kobo then
    raise exception 'The parts of this transfer, with order %, are more than the whole', others.codes
      using errcode = '23514', hint = 'transferKobo';
  end if;
  return new;
end $$;

-- What a line counts against the limit: the whole transfer, where it pays several orders.
create function private.whole_transfer_kobo(details jsonb) returns bigint
language sql immutable set search_path = ''
as $$
  select greatest(($1 ->> 'amountKobo')::bigint, ($1 ->> 'transferKobo')::bigint)
$$;

revoke all on function
  private.check_statement_line(public.orders, jsonb), private.is_plain_reference(text), private.line_whole_kobo(text, text, uuid),
  private.reference_key(text), private.require_plain_reference(text),
  private.share_transfer(public.payments), private.whole_transfer_kobo(jsonb)
  from public, anon, authenticated, service_role;
