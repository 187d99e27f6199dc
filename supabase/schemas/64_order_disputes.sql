-- Complaints about delivered goods, and how staff answer them.

create table public.order_disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null,
  photo_paths text[] not null default '{}',
  resolution text,
  resolution_note text,
  refund_kobo bigint,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  line_position integer,
  line_name text,
  amount numeric,
  amount_unit text,
  wish text,
  constraint order_disputes_line_whole check ((line_position is null) = (line_name is null)
    and (amount is null) = (amount_unit is null) and (amount is null or line_name is not null)),
  constraint order_disputes_amount_positive check (amount > 0),
  constraint order_disputes_wish_known check (wish in ('replace', 'refund', 'credit')),
  constraint order_disputes_reason_length check (char_length(reason) between 10 and 2000),
  constraint order_disputes_photo_paths_few check (cardinality(photo_paths) <= 6
    and array_to_string(photo_paths, '/') ~ '^[A-Za-z0-9/_.-]*$' and char_length(array_to_string(photo_paths, '/')) <= 1200),
  constraint order_disputes_resolution_known check (resolution in ('rejected', 'replaced', 'refunded')),
  constraint order_disputes_resolution_note_length check (char_length(resolution_note) between 3 and 2000),
  constraint order_disputes_resolution_whole check ((resolution is null) = (resolved_at is null)
    and (resolution is null) = (resolution_note is null) and (refund_kobo is not null) = (resolution is not distinct from 'refunded')),
  constraint order_disputes_refund_kobo_positive check (refund_kobo > 0)
);
comment on column public.order_disputes.line_name is 'What the line was called when it was reported. Null: the whole order.';
comment on column public.order_disputes.amount is 'How much of the line is not as it should be.';
comment on column public.order_disputes.wish is 'What the buyer wishes; the answer is what staff decide.';
create unique index order_disputes_one_open on public.order_disputes (order_id) where resolved_at is null;
create index order_disputes_order_id_idx on public.order_disputes (order_id, created_at);

-- The lines that a complaint can be about: packs of the marketplace, or the goods of the accepted quote.
create function private.goods_lines(order_id uuid)
returns table ("position" integer, name text, quantity numeric, unit text)
language sql stable security definer set search_path = ''
as $$
  select item.position, item.product_name || ', ' || trim_scale(item.pack_amount) || ' ' || item.pack_unit,
    item.quantity::numeric, 'packs'
  from public.order_items as item where item.order_id = $1
  union all
  select line.position, line.description, line.quantity, line.unit
  from public.quotes as quote join public.quote_lines as line on line.quote_id = quote.id
  where quote.order_id = $1 and quote.status = 'accepted' and line.kind = 'goods'
$$;

-- dispute = {reason, photoPaths?, line?, amount?, wish?}; without a line it is about the whole order.
create function public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  said text := private.clean_text(dispute ->> 'reason');
  line_given text := nullif(dispute ->> 'line', '');
  amount_given text := nullif(dispute ->> 'amount', '');
  goods record;
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - private.dispute_period() then
    raise exception 'The quality can be disputed within % hours of the delivery', extract(epoch from private.dispute_period())::integer / 3600
      using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(said, '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  if line_given !~ '^[0-9]{1,6}$' or amount_given !~ '^[0-9]{1,9}(\.[0-9]{1,3})?$' or amount_given is not null and line_given is null
    or nullif(dispute ->> 'wish', '') not in ('replace', 'refund', 'credit')
  then
    raise exception 'This is no complaint about a line of the order' using errcode = '22023', hint = 'line';
  end if;
  select * into goods from private.goods_lines(own.id) as line where line.position = line_given::integer;
  if line_given is not null and goods.position is null then
    raise exception 'Please choose which goods it is about' using errcode = '23514', hint = 'line';
  elsif amount_given::numeric = 0 then
    raise exception 'Enter a quantity greater than 0' using errcode = '23514', hint = 'amount';
  elsif amount_given::numeric > goods.quantity then
    raise exception 'At most % were ordered', trim_scale(goods.quantity) using errcode = '23514', hint = 'amount';
  elsif exists (select from public.order_disputes as earlier
      where earlier.order_id = own.id and earlier.resolved_at is not null and earlier.reason = said
        and earlier.line_position is not distinct from line_given::integer) then
    raise exception 'We have answered this complaint. Say what else is wrong, or write to us below.'
      using errcode = '23514', hint = 'reason';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths, line_position, line_name, amount, amount_unit, wish)
  values (own.id, said, photos, line_given::integer, left(goods.name, 300), amount_given::numeric,
    case when amount_given is not null then goods.unit end, nullif(dispute ->> 'wish', ''))
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $$;

-- answer = {resolution: 'rejected' | 'replaced' | 'refunded', note, refundKobo?}. What is granted is taken off the balance
-- first, and only what is beyond it goes back; in all no more than the order is worth, less what was settled without money.
-- What comes off the balance has the limits of a write-off, since no transfer follows that a second person would see: above
-- them, or above the limit of the role, the answer waits for a second person (waitsForSecondPerson) and the buyer hears nothing
-- of it. Answered once more meanwhile, the new answer takes its place.
create function public.resolve_order_dispute(order_id uuid, answer jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  note text := coalesce(private.clean_text(answer ->> 'note'), '');
  granted_kobo bigint;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to decide on disputes' using errcode = '42501';
  end if;
  select * into current_order from public.orders where id = order_id for update;
  if private.is_own_order(current_order) then
    raise exception 'Somebody else must decide on your own dispute' using errcode = '42501';
  elsif coalesce(answer ->> 'resolution', '') not in ('rejected', 'replaced', 'refunded') or char_length(note) not between 3 and 2000 then
    raise exception 'Choose a resolution and say why' using errcode = '23514', hint = 'note';
  end if;
  update private.money_entries as entry set decided_by = person_id, decided_at = now(), outcome = 'dropped'
  where entry.order_id = current_order.id and entry.kind = 'complaint' and entry.decided_at is null;
  if answer ->> 'resolution' = 'refunded' then
    granted_kobo := private.check_grant(current_order, answer ->> 'refundKobo');
    if private.needs_second_for_grant(current_order, granted_kobo) then
      return private.hold_money(current_order, 'complaint', jsonb_build_object('amountKobo', granted_kobo, 'reason', note,
        'disputeId', (private.open_dispute(current_order.id)).id));
    end if;
  end if;
  return private.answer_dispute(current_order, answer ->> 'resolution', note, granted_kobo, person_id, null);
end $$;

-- The complaint that waits for its answer. Raises where there is none.
create function private.open_dispute(order_id uuid) returns public.order_disputes
language plpgsql stable security definer set search_path = ''
as $$
declare
  waiting public.order_disputes;
begin
  select * into waiting from public.order_disputes as one where one.order_id = $1 and one.resolved_at is null;
  if waiting.id is null then
    raise exception 'No complaint of this order waits for an answer' using errcode = '23514', hint = 'dispute';
  end if;
  return waiting;
end $$;

-- Whether an answer to the open complaint waits for a second person, for those who read orders, as a field of each row.
create function public.answer_waits(public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.money_entries as entry
    where entry.order_id = ($1).id and entry.kind = 'complaint' and entry.decided_at is null)
  where (select private.has_permission('orders.read'))
$$;

-- What is to be granted, as a number.
create function private.check_grant(current_order public.orders, typed text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(typed, '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'refundKobo';
  elsif typed::bigint > private.net_kobo(current_order) then
    raise exception 'The amount must be between % and what the order is worth',
      case (current_order).currency when 'NGN' then '1 kobo' when 'GBP' then '1 penny' else '1 cent' end
      using errcode = '23514', hint = 'refundKobo';
  end if;
  return typed::bigint;
end $$;

-- Whether one person alone may not grant it, with what was granted before, so that parts are no way around. What goes back in
-- money meets the limits once more where the transfer is recorded.
create function private.needs_second_for_grant(current_order public.orders, granted_kobo bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  off_balance bigint := private.off_balance_kobo((current_order).id, granted_kobo);
begin
  if off_balance > 0 then
    perform private.refuse_own_refund((current_order).id, person_id);
  end if;
  return off_balance > 0 and private.needs_second_person(current_order, 'complaint', off_balance)
    or private.exceeds_refund_limit(person_id, (current_order).currency,
      granted_kobo + private.gone_back_kobo((current_order).id, 'complaint'));
end $$;

create function private.answer_dispute(current_order public.orders, resolution text, note text, granted_kobo bigint,
  recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  dispute public.order_disputes := private.open_dispute(current_order.id);
  owed bigint := private.balance_kobo(current_order.id);
begin
  if granted_kobo > owed and current_order.payment_status = 'claimed' then
    raise exception 'The buyer says that the rest is paid. Decide on that first: what is granted is more than what is still open.'
      using errcode = '23514', hint = 'claim';
  end if;
  current_order := private.apply_order_event(current_order.id, case
    when answer_dispute.resolution = 'rejected' then 'reject_dispute'
    when answer_dispute.resolution = 'replaced' then 'replace_disputed'
    when granted_kobo > owed then 'refund_disputed'
    when granted_kobo = owed then 'credit_disputed_in_full'
    else 'credit_disputed' end);
  if granted_kobo is not null then
    perform private.grant_complaint(current_order, granted_kobo, dispute.id, recorded_by, second_by);
    select * into current_order from public.orders where id = current_order.id;
  end if;
  update public.order_disputes as answered set resolution = answer_dispute.resolution, resolution_note = note,
    refund_kobo = granted_kobo, resolved_by = recorded_by, resolved_at = now()
  where answered.id = dispute.id;
  return private.describe_market_order(current_order, false);
end $$;

-- A grant that waited, once a second person has confirmed it: of the complaint that it was the answer to.
create function private.book_grant(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  granted_kobo bigint := private.check_grant(current_order, details ->> 'amountKobo');
begin
  if (private.open_dispute(current_order.id)).id::text is distinct from details ->> 'disputeId' then
    raise exception 'This complaint has another answer already' using errcode = '23514', hint = 'dispute';
  end if;
  return private.answer_dispute(current_order, 'refunded', details ->> 'reason', granted_kobo, recorded_by, second_by);
end $$;

create function private.notify_buyer_of_dispute() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_buyer(new.order_id, 'order_dispute_answered');
  return null;
end $$;

create trigger notify_buyer_of_dispute after update of resolved_at on public.order_disputes
  for each row when (old.resolved_at is null and new.resolved_at is not null)
  execute function private.notify_buyer_of_dispute();

alter table public.order_disputes enable row level security;
revoke all on table public.order_disputes from public, anon, authenticated, service_role;
grant select on table public.order_disputes to service_role;
grant select (
  id, order_id, reason, photo_paths, resolution, resolution_note, refund_kobo, resolved_at, created_at,
  line_position, line_name, amount, amount_unit, wish
  ) on table public.order_disputes to authenticated;
create policy "Readers of an order read its disputes" on public.order_disputes
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.answer_dispute(public.orders, text, text, bigint, uuid, uuid), private.book_grant(public.orders, jsonb, uuid, uuid),
  private.check_grant(public.orders, text), private.goods_lines(uuid), private.needs_second_for_grant(public.orders, bigint),
  private.notify_buyer_of_dispute(), private.open_dispute(uuid), public.answer_waits(public.orders),
  public.open_order_dispute(uuid, jsonb, jsonb), public.resolve_order_dispute(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.open_order_dispute(uuid, jsonb, jsonb) to authenticated, service_role;
grant execute on function public.answer_waits(public.orders), public.resolve_order_dispute(uuid, jsonb) to authenticated;
