-- One trigger before and one after a change of each busy table (ADR 0055).

-- generated
DROP TRIGGER "a_decide" ON "public"."orders";

DROP TRIGGER "a_reopen" ON "public"."orders";

DROP TRIGGER "audit_change" ON "public"."orders";

DROP TRIGGER "b_require_money_for_approval" ON "public"."orders";

DROP TRIGGER "b_require_payment" ON "public"."orders";

DROP TRIGGER "c_couple_order_axes" ON "public"."orders";

DROP TRIGGER "d_set_refund_due" ON "public"."orders";

DROP TRIGGER "drop_papers_of_nobody" ON "public"."orders";

DROP TRIGGER "forget_record_work" ON "public"."orders";

DROP TRIGGER "give_order_code" ON "public"."orders";

DROP TRIGGER "guard_credit_terms" ON "public"."orders";

DROP TRIGGER "issue_order_papers" ON "public"."orders";

DROP TRIGGER "record_order_events" ON "public"."orders";

DROP TRIGGER "refuse_secrets" ON "public"."orders";

DROP TRIGGER "tell_buyer_of_decision" ON "public"."orders";

DROP TRIGGER "tell_buyer_of_fulfilment" ON "public"."orders";

DROP TRIGGER "text_buyer_of_decision" ON "public"."orders";

DROP FUNCTION "private"."couple_order_axes"();

DROP FUNCTION "private"."drop_papers_of_nobody"();

DROP FUNCTION "private"."give_order_code"();

DROP FUNCTION "private"."guard_credit_terms"();

DROP FUNCTION "private"."issue_order_papers"();

DROP FUNCTION "private"."record_order_events"();

DROP FUNCTION "private"."reopen"();

DROP FUNCTION "private"."require_money_for_approval"();

DROP FUNCTION "private"."require_payment"();

DROP FUNCTION "private"."set_refund_due"();

DROP FUNCTION "private"."tell_buyer_of_decision"();

DROP FUNCTION "private"."tell_buyer_of_fulfilment"();

DROP FUNCTION "private"."text_buyer_of_decision"();

CREATE OR REPLACE FUNCTION private.after_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decided boolean;
begin
  if tg_op = 'INSERT' then
    perform private.record_order_events(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    return null;
  end if;
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id',
    'status,decline_reason,credit_terms_reason,payment_status,fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if old.user_id is not null and new.user_id is null then perform private.drop_papers_of_nobody(new.id); end if;
  if (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status)
  then
    perform private.issue_order_papers(old, new);
    perform private.record_order_events(old, new);
  end if;
  -- The buyer hears of decisions, not of a completion that was taken back.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.tell_buyer(new.id, case
      when new.kind <> 'marketplace' then case new.status
        when 'approved' then 'order_approved'
        when 'declined' then 'order_declined'
        when 'completed' then 'order_completed' end
      -- Its time was over.
      when new.status = 'declined' and (select auth.uid()) is null and new.expires_at <= now()
        and new.decline_reason <> 'withdrawn_by_buyer' then 'order_expired'
      else case new.status
        when 'approved' then 'order_market_approved'
        when 'declined' then 'order_market_declined'
        when 'completed' then 'order_market_completed' end
    end);
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then perform private.tell_buyer(new.id, 'order_dispatched'); end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then perform private.tell_buyer(new.id, 'order_delivered'); end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_order_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change(tg_table_name, tg_argv[0], tg_argv[1], tg_argv[2], old, new, coalesce(tg_argv[3], ''));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_change(table_name text, whose text, key_columns text, columns text, old anyelement, new anyelement, withheld_columns text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  action text := case when old is null then 'insert' when new is null then 'delete' else 'update' end;
  whole_before jsonb;
  whole_after jsonb;
  told text[] := string_to_array(columns, ',');
  withheld text[] := string_to_array(withheld_columns, ',');
  before jsonb := '{}';
  after jsonb := '{}';
  subject text;
  field text;
begin
  if whose = 'staff' and not exists (select from public.user_roles where user_id = (select auth.uid())) then
    return;
  end if;
  -- After the question above, which is all that a sale pays for.
  whole_before := case when action <> 'insert' then to_jsonb(old) end;
  whole_after := case when action <> 'delete' then to_jsonb(new) end;
  for field in
    select key from jsonb_object_keys(coalesce(whole_after, whole_before)) as key
    where (told = '{*}' and key not in ('created_at', 'updated_at')) or key = any (told)
  loop
    if whole_before -> field is distinct from whole_after -> field then
      before := before || jsonb_build_object(field,
        case when field = any (withheld) and whole_before -> field <> 'null' then '"•••"'::jsonb else whole_before -> field end);
      after := after || jsonb_build_object(field,
        case when field = any (withheld) and whole_after -> field <> 'null' then '"•••"'::jsonb else whole_after -> field end);
    end if;
  end loop;
  if action = 'update' and after = '{}' then
    return;
  end if;
  select string_agg(coalesce(whole_after, whole_before) ->> key, ' ' order by place) into subject
  from unnest(string_to_array(key_columns, ',')) with ordinality as keys (key, place);
  perform private.record_audit(action, table_name, subject,
    case when action <> 'insert' then jsonb_strip_nulls(before) end,
    case when action <> 'delete' then case when action = 'insert' then jsonb_strip_nulls(after) else after end end);
end $function$;

ALTER FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.code := private.give_order_code(new.code);
    perform private.refuse_secrets('credit_terms_reason', null, new.credit_terms_reason);
    return new;
  end if;
  -- The machine of decisions knows no way back: reopening has a step of its own.
  if new.reopened_at is distinct from old.reopened_at then new := private.reopen(old, new);
  else new := private.decide('orders', old, new);
  end if;
  if new.kind = 'marketplace' and old.status = 'pending' and new.status = 'approved' then
    new := private.require_money_for_approval(new);
  end if;
  if new.status = 'completed' and old.status <> 'completed' then perform private.require_payment(new); end if;
  new := private.couple_order_axes(old, new);
  -- What was received of an order goes back when it is declined.
  if new.status = 'declined' and old.status <> 'declined' then new.refund_due_kobo := private.received_kobo(new.id); end if;
  if new.credit_terms_reason is distinct from old.credit_terms_reason then perform private.guard_credit_terms(old, new); end if;
  perform private.refuse_secrets('credit_terms_reason', old.credit_terms_reason, new.credit_terms_reason);
  return new;
end $function$;

ALTER FUNCTION "private"."before_order_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.couple_order_axes(old public.orders, new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next_payment text;
begin
  if new.status = 'declined' and old.status <> 'declined' then
    select to_value into next_payment from private.order_couplings
    where event = 'decline' and axis = 'payment' and from_value = old.payment_status;
    if next_payment is null or old.fulfilment_status <> 'none' then
      raise exception 'An order whose goods are on their way cannot be declined' using errcode = '23514', hint = 'status';
    end if;
    new.payment_status := next_payment;
    new.fulfilment_status := old.fulfilment_status;
  end if;
  perform private.require_axis_step('payment', old.payment_status, new.payment_status);
  perform private.require_axis_step('fulfilment', old.fulfilment_status, new.fulfilment_status);
  if new.fulfilment_status is distinct from old.fulfilment_status
    and new.fulfilment_status in ('preparing', 'dispatched')
    and (new.status not in ('approved', 'completed') or private.is_paid_enough(new) is not true)
  then
    raise exception 'Goods leave when the order is approved and its payment is confirmed'
      using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.status = 'completed' and old.status <> 'completed' and new.kind = 'marketplace'
    and new.fulfilment_status <> 'delivered'
  then
    raise exception 'The goods of this order are not delivered yet' using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched' then
    new.delivered_at := now();
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."couple_order_axes"(public.orders, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.decide()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.decide(tg_table_name, old, new);
end $function$;

CREATE OR REPLACE FUNCTION private.decide(record_type text, old anyelement, new anyelement)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decided record := new;
  caller_role text := coalesce((select auth.role()), '');
  caller_id uuid := (select auth.uid());
begin
  decided.updated_at := now();
  if new.status = old.status then
    if new.decline_reason is distinct from old.decline_reason then
      raise exception 'A reason is given together with the decision' using errcode = '23514', hint = 'decline_reason';
    end if;
    return decided;
  end if;
  -- The service's own work (no caller in the claims, or the service role) is trusted; people need the right.
  if caller_role in ('anon', 'authenticated') and not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  if private.is_own_record(record_type, old.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  if not exists (
    select from private.status_transitions as step
    where step.record_type = decide.record_type and step.from_status = old.status and step.to_status = new.status
  ) then
    raise exception 'Status cannot change from % to %', old.status, new.status using errcode = '23514', hint = 'status';
  end if;
  if new.status = 'declined' then
    decided.decline_reason := coalesce(
      nullif(private.clean_text(new.decline_reason), ''),
      'We are unable to take this further at the moment. Please contact us if you would like to know more.'
    );
    if char_length(decided.decline_reason) > 500 then
      raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'decline_reason';
    end if;
  else
    decided.decline_reason := null;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    record_type, old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif(caller_role, ''), 'system'),
    old.status, new.status, decided.decline_reason
  );
  return decided;
end $function$;

ALTER FUNCTION "private"."decide"(text, anyelement, anyelement) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.drop_papers_of_nobody(order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.order_documents
  where order_documents.order_id = $1 and kind in ('pro_forma', 'delivery_note')
$function$;

ALTER FUNCTION "private"."drop_papers_of_nobody"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_record_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.forget_record_work(old.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_record_work(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.record_notes where record_notes.record_id = $1;
  delete from public.record_work where record_work.record_id = $1;
$function$;

ALTER FUNCTION "private"."forget_record_work"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.give_order_code(code text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  while code is null or exists (select from public.orders where orders.code = give_order_code.code) loop
    code := private.make_order_code();
  end loop;
  return code;
end $function$;

ALTER FUNCTION "private"."give_order_code"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.guard_credit_terms(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null then
    return;
  end if;
  perform private.require_strong_right('orders.credit');
  if private.is_own_order(new) then
    raise exception 'Somebody else must give credit terms to your own order' using errcode = '42501';
  elsif old.status not in ('pending', 'approved') or new.total_amount_kobo is null
    or new.payment_status not in ('unpaid', 'claimed', 'underpaid')
  then
    raise exception 'Credit terms are for an order that has a price and is not paid' using errcode = '23514', hint = 'credit_terms_reason';
  elsif new.credit_terms_reason is null
    and (new.fulfilment_status not in ('none', 'preparing') or (new.kind = 'marketplace' and new.status = 'approved'))
  then
    raise exception 'The order went on by these terms: they cannot be taken back' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
end $function$;

ALTER FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_order_papers(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0 and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.credited_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when received < new.total_amount_kobo then private.describe_account() end));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as given (line, place))));
  end if;
end $function$;

ALTER FUNCTION "private"."issue_order_papers"(public.orders, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.record_order_events(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_events (order_id, axis, from_value, to_value, actor_id)
  select (new).id, step.axis, step.from_value, step.to_value, (select auth.uid())
  from (values
    ('status', (old).status, (new).status),
    ('payment', (old).payment_status, (new).payment_status),
    ('fulfilment', (old).fulfilment_status, (new).fulfilment_status)
  ) as step (axis, from_value, to_value)
  where step.from_value is distinct from step.to_value and ((old).id is not null or step.axis = 'status')
$function$;

ALTER FUNCTION "private"."record_order_events"(public.orders, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_secrets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  for position in 1 .. tg_nargs - 1 loop
    perform private.refuse_secrets(tg_argv[0], to_jsonb(old) ->> tg_argv[position], to_jsonb(new) ->> tg_argv[position]);
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_secrets(field text, previous text, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if words is distinct from previous and private.holds_secret(words) then
    raise exception 'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it'
      using errcode = '23514', detail = field, hint = field;
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_secrets"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reopen(old public.orders, new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
begin
  if old.status <> 'completed' or new.status <> 'approved' then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    'orders', old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    old.status, new.status, new.decline_reason
  );
  new.updated_at := now();
  new.decline_reason := null;
  return new;
end $function$;

ALTER FUNCTION "private"."reopen"(public.orders, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_money_for_approval(new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  elsif new.stock_released_at is not null then
    if not private.reserve_again(new.id) then
      raise exception 'The goods of this order were sold to others before its money was found. Wait until there is stock again, or decline it and send the money back.'
        using errcode = '23514', hint = 'stock';
    end if;
    new.stock_released_at := null;
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."require_money_for_approval"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_payment(new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.total_amount_kobo is not null and new.payment_status not in ('confirmed', 'overpaid')
    and new.credit_terms_reason is null
    and not (new.payment_status in ('refund_due', 'refunded') and private.credited_kobo(new.id) >= new.total_amount_kobo)
  then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
end $function$;

ALTER FUNCTION "private"."require_payment"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.text_buyer_of_decision(new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  contact public.order_contacts;
begin
  select * into contact from public.order_contacts where order_id = new.id;
  if contact.phone is not null and contact.email is null and new.user_id is null then
    perform private.enqueue_sms('decision', contact.phone,
      jsonb_build_object('code', new.code, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
end $function$;

ALTER FUNCTION "private"."text_buyer_of_decision"(public.orders) OWNER TO "postgres";

CREATE TRIGGER after_order_change AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.after_order_change();

CREATE TRIGGER before_order_change BEFORE INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.before_order_change();

REVOKE ALL ON FUNCTION "private"."after_order_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_order_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_order_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_order_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_order_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_order_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."couple_order_axes"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."couple_order_axes"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."couple_order_axes"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decide"(text, anyelement, anyelement) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide"(text, anyelement, anyelement) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decide"(text, anyelement, anyelement) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_papers_of_nobody"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_papers_of_nobody"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_papers_of_nobody"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_record_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_record_work"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_record_work"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_order_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_order_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_order_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."issue_order_papers"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_order_papers"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_order_papers"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_order_events"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_order_events"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_order_events"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_secrets"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_secrets"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_secrets"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopen"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reopen"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_money_for_approval"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_money_for_approval"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_money_for_approval"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_payment"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payment"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payment"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_buyer_of_decision"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_buyer_of_decision"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_buyer_of_decision"(public.orders) TO "postgres";
