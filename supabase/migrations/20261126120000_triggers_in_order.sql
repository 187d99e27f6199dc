-- One trigger before and one after a change of each busy table (ADR 0055).

-- by hand
-- How an order ended was read from its words until now. Triggers rest: nobody decides anything here.
alter table public.orders add column decline_code text;
alter table public.orders disable trigger user;
update public.orders set decline_code = case
    when decline_reason = 'withdrawn_by_buyer' then 'withdrawn_by_buyer'
    else 'payment_expired'
  end
where status = 'declined'
  and (decline_reason = 'withdrawn_by_buyer' or decline_reason like 'No payment arrived in time%');
alter table public.orders enable trigger user;
-- Of mails that wait, too.
update private.mail_outbox set data = data || '{"decline_code": "withdrawn_by_buyer"}'
where status in ('waiting', 'sending') and template in ('order_declined', 'order_market_declined')
  and data ->> 'reason' = 'withdrawn_by_buyer';

-- generated
DROP TRIGGER "guard_breach" ON "public"."breaches";

DROP TRIGGER "refuse_early_delete" ON "public"."breaches";

DROP TRIGGER "refuse_secrets" ON "public"."breaches";

DROP TRIGGER "touch_updated_at" ON "public"."breaches";

DROP TRIGGER "audit_change" ON "public"."buyers";

DROP TRIGGER "check_state" ON "public"."buyers";

DROP TRIGGER "decide" ON "public"."buyers";

DROP TRIGGER "forget_record_work" ON "public"."buyers";

DROP TRIGGER "forget_sealed" ON "public"."buyers";

DROP TRIGGER "forget_submissions" ON "public"."buyers";

DROP TRIGGER "give_reference" ON "public"."buyers";

DROP TRIGGER "prepare_buyer" ON "public"."buyers";

DROP TRIGGER "record_buyer_success" ON "public"."buyers";

DROP TRIGGER "refuse_secrets" ON "public"."buyers";

DROP TRIGGER "refuse_without_consent" ON "public"."buyers";

DROP TRIGGER "tell_registrant_of_decision" ON "public"."buyers";

DROP TRIGGER "text_registrant_of_decision" ON "public"."buyers";

DROP TRIGGER "keep_newsletter_consent" ON "public"."consents";

DROP TRIGGER "refuse_change" ON "public"."consents";

DROP TRIGGER "refuse_early_delete" ON "public"."consents";

DROP TRIGGER "stop_what_hangs_on_consent" ON "public"."consents";

DROP TRIGGER "audit_contact" ON "public"."correction_requests";

DROP TRIGGER "refuse_change" ON "public"."correction_requests";

DROP TRIGGER "refuse_secrets_in_notes" ON "public"."correction_requests";

DROP TRIGGER "refuse_secrets" ON "public"."correction_requests";

DROP TRIGGER "flag_own_record" ON "public"."decision_events";

DROP TRIGGER "refuse_change" ON "public"."decision_events";

DROP TRIGGER "refuse_early_delete" ON "public"."decision_events";

DROP TRIGGER "refuse_secrets" ON "public"."decision_events";

DROP TRIGGER "audit_change" ON "public"."farmers";

DROP TRIGGER "carry_farmer_to_products" ON "public"."farmers";

DROP TRIGGER "decide" ON "public"."farmers";

DROP TRIGGER "forget_record_work" ON "public"."farmers";

DROP TRIGGER "forget_sealed" ON "public"."farmers";

DROP TRIGGER "forget_submissions" ON "public"."farmers";

DROP TRIGGER "give_reference" ON "public"."farmers";

DROP TRIGGER "refuse_secrets" ON "public"."farmers";

DROP TRIGGER "refuse_without_consent" ON "public"."farmers";

DROP TRIGGER "tell_registrant_of_decision" ON "public"."farmers";

DROP TRIGGER "text_registrant_of_decision" ON "public"."farmers";

DROP TRIGGER "audit_change" ON "public"."investors";

DROP TRIGGER "decide" ON "public"."investors";

DROP TRIGGER "forget_record_work" ON "public"."investors";

DROP TRIGGER "forget_sealed" ON "public"."investors";

DROP TRIGGER "forget_submissions" ON "public"."investors";

DROP TRIGGER "give_reference" ON "public"."investors";

DROP TRIGGER "refuse_secrets" ON "public"."investors";

DROP TRIGGER "refuse_without_consent" ON "public"."investors";

DROP TRIGGER "tell_registrant_of_decision" ON "public"."investors";

DROP TRIGGER "text_registrant_of_decision" ON "public"."investors";

DROP TRIGGER "audit_contact" ON "public"."order_messages";

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

DROP TRIGGER "audit_change" ON "public"."payments";

DROP TRIGGER "issue_credit_note" ON "public"."payments";

DROP TRIGGER "issue_receipt" ON "public"."payments";

DROP TRIGGER "refuse_change" ON "public"."payments";

DROP TRIGGER "require_plain_reference" ON "public"."payments";

DROP TRIGGER "share_transfer" ON "public"."payments";

DROP TRIGGER "audit_contact" ON "public"."phone_calls";

DROP TRIGGER "note_contact" ON "public"."phone_calls";

DROP TRIGGER "audit_change" ON "public"."products";

DROP TRIGGER "forget_record_work" ON "public"."products";

DROP TRIGGER "guard_price" ON "public"."products";

DROP TRIGGER "guard_product" ON "public"."products";

DROP TRIGGER "limit_farmer_products" ON "public"."products";

DROP TRIGGER "record_decision" ON "public"."products";

DROP TRIGGER "refuse_secrets" ON "public"."products";

DROP TRIGGER "refuse_to_publish_without_consent" ON "public"."products";

DROP TRIGGER "require_product_photo_on_insert" ON "public"."products";

DROP TRIGGER "require_product_photo" ON "public"."products";

DROP TRIGGER "tell_content_changed" ON "public"."products";

DROP TRIGGER "tell_desk_of_new" ON "public"."products";

DROP TRIGGER "tell_desk" ON "public"."products";

DROP TRIGGER "tell_farmer" ON "public"."products";

DROP TRIGGER "tell_product_changed" ON "public"."products";

DROP TRIGGER "touch_updated_at" ON "public"."products";

DROP TRIGGER "audit_change" ON "public"."settlement_accounts";

DROP TRIGGER "guard_settlement_account" ON "public"."settlement_accounts";

DROP TRIGGER "refuse_change" ON "public"."settlement_accounts";

DROP TRIGGER "tell_staff_of_approval" ON "public"."settlement_accounts";

DROP TRIGGER "tell_staff_of_proposal" ON "public"."settlement_accounts";

DROP TRIGGER "audit_change" ON "public"."training_enrolments";

DROP TRIGGER "decide" ON "public"."training_enrolments";

DROP TRIGGER "forget_record_work" ON "public"."training_enrolments";

DROP TRIGGER "forget_sealed" ON "public"."training_enrolments";

DROP TRIGGER "forget_submissions" ON "public"."training_enrolments";

DROP TRIGGER "give_reference" ON "public"."training_enrolments";

DROP TRIGGER "refuse_secrets" ON "public"."training_enrolments";

DROP TRIGGER "refuse_without_consent" ON "public"."training_enrolments";

DROP TRIGGER "tell_registrant_of_decision" ON "public"."training_enrolments";

DROP TRIGGER "text_registrant_of_decision" ON "public"."training_enrolments";

DROP TRIGGER "audit_change" ON "public"."user_roles";

DROP TRIGGER "end_invitations" ON "public"."user_roles";

DROP TRIGGER "keep_an_admin" ON "public"."user_roles";

DROP TRIGGER "keep_settlement_holder" ON "public"."user_roles";

DROP TRIGGER "note_grant" ON "public"."user_roles";

DROP TRIGGER "note_who_granted" ON "public"."user_roles";

DROP TRIGGER "audit_change" ON "public"."vault_reveals";

DROP TRIGGER "count_to_sitting" ON "public"."vault_reveals";

DROP TRIGGER "refuse_change" ON "public"."vault_reveals";

DROP TRIGGER "refuse_early_delete" ON "public"."vault_reveals";

DROP TRIGGER "refuse_secrets" ON "public"."vault_reveals";

DROP TRIGGER "sound_vault_alarm" ON "public"."vault_reveals";

DROP FUNCTION "private"."apply_order_event"(uuid, text, text);

DROP FUNCTION "private"."carry_farmer_to_products"();

DROP FUNCTION "private"."check_state_of_buyer"();

DROP FUNCTION "private"."count_to_sitting"();

DROP FUNCTION "private"."couple_order_axes"();

DROP FUNCTION "private"."drop_papers_of_nobody"();

DROP FUNCTION "private"."end_invitations"();

DROP FUNCTION "private"."flag_own_record"();

DROP FUNCTION "private"."forget_sealed"();

DROP FUNCTION "private"."forget_submissions"();

DROP FUNCTION "private"."give_order_code"();

DROP FUNCTION "private"."give_reference"();

DROP FUNCTION "private"."guard_breach"();

DROP FUNCTION "private"."guard_credit_terms"();

DROP FUNCTION "private"."guard_price"();

DROP FUNCTION "private"."guard_product"();

DROP FUNCTION "private"."guard_settlement_account"();

DROP FUNCTION "private"."issue_credit_note"();

DROP FUNCTION "private"."issue_order_papers"();

DROP FUNCTION "private"."issue_receipt"();

DROP FUNCTION "private"."keep_an_admin"();

DROP FUNCTION "private"."keep_newsletter_consent"();

DROP FUNCTION "private"."keep_settlement_holder"();

DROP FUNCTION "private"."limit_farmer_products"();

DROP FUNCTION "private"."mail_about_settlement"(public.settlement_accounts, text);

DROP FUNCTION "private"."note_grant"();

DROP FUNCTION "private"."note_who_granted"();

DROP FUNCTION "private"."prepare_buyer"();

DROP FUNCTION "private"."record_buyer_success"();

DROP FUNCTION "private"."record_order_events"();

DROP FUNCTION "private"."refuse_early_breach_delete"();

DROP FUNCTION "private"."refuse_secrets_in_notes"();

DROP FUNCTION "private"."refuse_to_publish_without_consent"();

DROP FUNCTION "private"."refuse_without_consent"();

DROP FUNCTION "private"."reopen"();

DROP FUNCTION "private"."require_money_for_approval"();

DROP FUNCTION "private"."require_payment"();

DROP FUNCTION "private"."require_plain_reference"();

DROP FUNCTION "private"."require_product_photo"();

DROP FUNCTION "private"."set_refund_due"();

DROP FUNCTION "private"."share_transfer"();

DROP FUNCTION "private"."sound_vault_alarm"();

DROP FUNCTION "private"."stop_what_hangs_on_consent"();

DROP FUNCTION "private"."tell_buyer_of_decision"();

DROP FUNCTION "private"."tell_buyer_of_fulfilment"();

DROP FUNCTION "private"."tell_farmer_of_listing"();

DROP FUNCTION "private"."tell_registrant_of_decision"();

DROP FUNCTION "private"."tell_staff_of_settlement"();

DROP FUNCTION "private"."text_buyer_of_decision"();

DROP FUNCTION "private"."text_registrant_of_decision"();

CREATE OR REPLACE FUNCTION private.after_call_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_audit('call', new.record_type, new.record_id::text, null, jsonb_build_object('outcome', new.outcome));
  if new.outcome in ('reached', 'chat_sent') then
    perform private.note_contact(new.record_type, new.record_id, (select auth.uid()));
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_call_insert"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_consent_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.is_given and new.record_type = 'farmers' and new.purpose = 'terms' then
    perform private.stop_what_hangs_on_consent(new.record_id);
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_consent_insert"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_correction_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_audit('correction', new.record_type, new.record_id::text, null,
    jsonb_build_object('fields', jsonb_path_query_array(new.notes, '$[*].field')));
  return null;
end $function$;

ALTER FUNCTION "private"."after_correction_insert"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved boolean;
  decided boolean;
begin
  if tg_op = 'INSERT' then
    perform private.record_order_events(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if old.user_id is not null and new.user_id is null then perform private.drop_papers_of_nobody(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_papers(old, new);
  end if;
  if moved then perform private.record_order_events(old, new); end if;
  -- The buyer hears of decisions, not of a completion that was taken back.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.tell_buyer(new.id, case
      when new.kind <> 'marketplace' then case new.status
        when 'approved' then 'order_approved'
        when 'declined' then 'order_declined'
        when 'completed' then 'order_completed' end
      when new.decline_code = 'payment_expired' then 'order_expired'
      else case new.status
        when 'approved' then 'order_market_approved'
        when 'declined' then 'order_market_declined'
        when 'completed' then 'order_market_completed' end
    end);
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then
    perform private.tell_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.tell_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_order_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_payment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('payments', 'staff', 'order_id', 'kind,amount_kobo,currency,value_date', old, new);
  if new.kind = 'refund' then perform private.issue_credit_note(new); end if;
  if new.kind = 'receipt' then perform private.issue_receipt(new); end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_payment_insert"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('products', 'staff', 'id',
    'name,category,farmer_id,pack_amount,pack_unit,price_kobo,stock,season,state,photo_path,status,review_note', old, new);
  if tg_op = 'DELETE' then perform private.forget_record_work(old.id); end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_product_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_product_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_decision('products', old, new);
  if new.status in ('published', 'hidden') and not new.is_demo then
    perform private.tell_farmer_of_listing(new, case new.status
      when 'published' then 'listing_published'
      when 'hidden' then 'listing_hidden' end);
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_product_decision"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' and not new.is_demo then perform private.record_buyer_success(new); end if;
    return null;
  end if;
  perform private.audit_change(tg_table_name, 'staff', 'id', 'status,decline_reason', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    perform private.forget_sealed(tg_table_name, old.id);
    perform private.forget_submissions(old.id);
    return null;
  end if;
  if tg_table_name = 'farmers' then perform private.carry_farmer_to_products(old, new); end if;
  if new.status <> old.status and not new.is_demo then
    perform private.tell_registrant(new.id, case new.status
      when 'approved' then 'registration_approved'
      when 'declined' then 'registration_declined' end);
    perform private.text_registrant_of_decision(to_jsonb(new));
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_registration_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_reveal_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('vault_reveals', 'all', 'record_id', 'record_type,field,reason', old, new);
  if new.sitting_id is null then perform private.sound_vault_alarm(new); end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_reveal_insert"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_role_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('user_roles', 'all', 'user_id', 'role', old, new);
  if tg_op <> 'INSERT' then perform private.end_invitations(old.user_id, new.role); end if;
  if tg_op <> 'DELETE' then perform private.note_grant(new); end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_role_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.after_settlement_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('settlement_accounts', 'all', 'id',
    'kind,bank_name,account_name,account_number,wallet_address,approved_at,effective_at,withdrawn_at', old, new, 'account_number');
  -- Of a proposal, and of its approval.
  if not new.is_demo and ((tg_op = 'INSERT' and new.approved_at is null)
    or (tg_op = 'UPDATE' and old.approved_at is null and new.approved_at is not null))
  then
    perform private.tell_staff_of_settlement(new);
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."after_settlement_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.apply_order_event(order_id uuid, event text, decline_reason text DEFAULT NULL::text, decline_code text DEFAULT NULL::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed public.orders;
  next jsonb;
begin
  select * into strict changed from public.orders where id = order_id for update;
  select jsonb_object_agg(coupling.axis, coupling.to_value) into next
  from private.order_couplings as coupling
  where coupling.event = apply_order_event.event and (coupling.axis, coupling.from_value) in (
    ('status', changed.status), ('payment', changed.payment_status), ('fulfilment', changed.fulfilment_status));
  if next is null or (select count(*) from jsonb_object_keys(next)) < 3 then
    raise exception 'This is not possible any more: the order is %, its payment %, its delivery %',
      changed.status, changed.payment_status, changed.fulfilment_status using errcode = '23514', hint = event;
  end if;
  update public.orders set
    status = next ->> 'status',
    payment_status = next ->> 'payment',
    fulfilment_status = next ->> 'fulfilment',
    decline_reason = coalesce(apply_order_event.decline_reason, orders.decline_reason),
    decline_code = coalesce(apply_order_event.decline_code, orders.decline_code)
  where id = order_id
  returning * into changed;
  return changed;
end $function$;

ALTER FUNCTION "private"."apply_order_event"(uuid, text, text, text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.audit_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_audit('message', 'orders', new.order_id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.before_breach_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then
      perform private.refuse_secrets('facts', null, new.title);
      perform private.refuse_secrets('facts', null, new.facts);
      perform private.refuse_secrets('facts', null, new.found_how);
      perform private.refuse_secrets('facts', null, new.consequences);
      perform private.refuse_secrets('facts', null, new.measures);
    when 'UPDATE' then
      perform private.guard_breach(old, new);
      new.updated_at := now();
    when 'DELETE' then
      perform private.refuse_early_breach_delete(old);
      return old;
  end case;
  return new;
end $function$;

ALTER FUNCTION "private"."before_breach_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_consent_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.refuse_change('consents');
  end if;
  -- Kept in silence, so that what deletes many goes on.
  if old.record_type = 'newsletter_subscriptions' and private.is_newsletter_consent_in_use(old.record_id) then
    return null;
  end if;
  perform private.refuse_early_delete('consents', old.created_at);
  return old;
end $function$;

ALTER FUNCTION "private"."before_consent_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_correction_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.refuse_change('correction_requests');
  end if;
  perform private.refuse_secrets('message', null, new.message);
  perform private.refuse_secrets_in_notes(new.notes);
  return new;
end $function$;

ALTER FUNCTION "private"."before_correction_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_decision_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then
      new.own_record := coalesce(new.actor_id = new.record_owner, false) or private.is_own_record(new.record_type, new.record_id);
      perform private.refuse_secrets('reason', null, new.reason);
      return new;
    when 'UPDATE' then
      perform private.refuse_change('decision_events');
    when 'DELETE' then
      perform private.refuse_early_delete('decision_events', old.created_at);
  end case;
  return old;
end $function$;

ALTER FUNCTION "private"."before_decision_event_change"() OWNER TO "postgres";

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
  if new.status = 'declined' and old.status <> 'declined' then
    new.refund_due_kobo := private.received_kobo(new.id);
  end if;
  if new.credit_terms_reason is distinct from old.credit_terms_reason then
    perform private.guard_credit_terms(old, new);
  end if;
  perform private.refuse_secrets('credit_terms_reason', old.credit_terms_reason, new.credit_terms_reason);
  return new;
end $function$;

ALTER FUNCTION "private"."before_order_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.refuse_change('payments');
  end if;
  perform private.require_plain_reference(new.bank_reference);
  new := private.share_transfer(new);
  return new;
end $function$;

ALTER FUNCTION "private"."before_payment_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  -- Selling and rating pass by, and a farmer counts sacks without asking anybody.
  if (new.stock, new.rating_average, new.rating_count) is distinct from (old.stock, old.rating_average, old.rating_count)
    and (new.name, new.category, new.description, new.farmer_id, new.farmer_name, new.location, new.is_verified,
      new.pack_amount, new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.review_note)
    is not distinct from (old.name, old.category, old.description, old.farmer_id, old.farmer_name, old.location, old.is_verified,
      old.pack_amount, old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.review_note)
  then
    return new;
  end if;
  perform private.guard_price(old, new);
  new := private.guard_product(old, new);
  if tg_op = 'INSERT' and new.farmer_id is not null then perform private.limit_farmer_products(new.farmer_id); end if;
  perform private.refuse_secrets('review_note', old.review_note, new.review_note);
  if new.status = 'published' and new.farmer_id is not null then
    perform private.refuse_to_publish_without_consent(new.farmer_id, is_new => tg_op = 'INSERT');
  end if;
  if new.photo_path is not null and new.photo_path is distinct from old.photo_path then
    perform private.require_product_photo(new);
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."before_product_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
    return new;
  end if;
  new := private.decide(tg_table_name, old, new);
  perform private.refuse_secrets('reason', old.decline_reason, new.decline_reason);
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.refuse_without_consent(tg_table_name, new.id);
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."before_registration_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_reveal_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then
      new.sitting_id := private.count_to_sitting(new);
      perform private.refuse_secrets('reason', null, new.reason);
      return new;
    when 'UPDATE' then
      perform private.refuse_change('vault_reveals');
    when 'DELETE' then
      perform private.refuse_early_delete('vault_reveals', old.created_at);
  end case;
  return old;
end $function$;

ALTER FUNCTION "private"."before_reveal_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_role_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_an_admin(old.user_id, old.role, new.role);
  perform private.keep_settlement_holder(old.role, new.role);
  if tg_op = 'DELETE' then return old; end if;
  new.granted_by := (select auth.uid());
  new.granted_at := now();
  return new;
end $function$;

ALTER FUNCTION "private"."before_role_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.before_settlement_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    perform private.refuse_change('settlement_accounts');
  end if;
  perform private.guard_settlement_account(old, new);
  return new;
end $function$;

ALTER FUNCTION "private"."before_settlement_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.carry_farmer_to_products(old public.farmers, new public.farmers)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (new.status, new.farm_name, new.location) is distinct from (old.status, old.farm_name, old.location) then
    perform from public.products where farmer_id = new.id order by id for no key update;
    update public.products set is_verified = (new.status = 'approved') where farmer_id = new.id;
  end if;
end $function$;

ALTER FUNCTION "private"."carry_farmer_to_products"(public.farmers, public.farmers) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_state_of_buyer(new public.buyers)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if lower(private.clean_line(new.country) collate "C") = 'nigeria' and not exists (
    select from private.field_rules
    where form = 'buyer_' || new.buyer_type and field = 'state' and private.clean_line(new.state) = any (options)
  ) then
    raise exception 'Please select state' using errcode = '23514', detail = 'state', hint = 'state';
  end if;
end $function$;

ALTER FUNCTION "private"."check_state_of_buyer"(public.buyers) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_to_sitting(new public.vault_reveals)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sitting private.photo_sittings;
begin
  if new.field = 'selfie' then
    sitting := private.open_sitting(new.actor_id);
    if sitting.queue = new.record_type then
      update private.photo_sittings set photos = photos + 1 where id = sitting.id;
      return sitting.id;
    end if;
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."count_to_sitting"(public.vault_reveals) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.delete_account(user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same moment leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer', decline_code = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending' and fulfilment_status = 'none';
  delete from private.mail_outbox
  where data ->> 'order_id' = any (own_orders::text[])
    or (status in ('sent', 'failed') and (
      recipient in (select email from public.order_requests where order_id = any (own_orders))
      or recipient in (select email from public.order_contacts where order_id = any (own_orders))
    ));
  perform private.forget_buyer(own_orders);

  delete from auth.users where id = delete_account.user_id;
end $function$;

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

CREATE OR REPLACE FUNCTION private.end_invitations(inviter uuid, role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.role_permissions as held where held.role = $2 and held.permission = 'roles.manage') then
    update public.staff_invitations set withdrawn_at = now()
    where invited_by = inviter and accepted_at is null and withdrawn_at is null;
  end if;
end $function$;

ALTER FUNCTION "private"."end_invitations"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.expire_market_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and expires_at <= now()
      and not private.has_money_waiting(id)
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    perform private.apply_order_event(due_id, 'expire',
      'No payment arrived in time, so the goods are for sale again. You are welcome to order anew.', 'payment_expired');
  end loop;
  return cardinality(due_ids);
end $function$;

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

CREATE OR REPLACE FUNCTION private.forget_sealed(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid;
begin
  delete from strongroom.records as record where record.record_type = $1 and record.record_id = $2
  returning person_id into owner_id;
  update strongroom.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from strongroom.records where person_id = owner_id)
    and not exists (select from strongroom.secrets where person_id = owner_id);
end $function$;

ALTER FUNCTION "private"."forget_sealed"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_submissions(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.registration_submissions where registration_submissions.record_id = $1;
  delete from public.correction_requests where correction_requests.record_id = $1;
  delete from public.phone_calls where phone_calls.record_id = $1;
  delete from private.submission_keys where submission_keys.record_id = $1;
  delete from private.tracking_links where tracking_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
$function$;

ALTER FUNCTION "private"."forget_submissions"(uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.give_reference(prefix text, table_name text, reference text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_taken boolean := coalesce(reference, '') = '';
begin
  while is_taken loop
    reference := private.make_reference(prefix);
    execute format('select exists (select from public.%I where reference = $1)', table_name) into is_taken using reference;
  end loop;
  return reference;
end $function$;

ALTER FUNCTION "private"."give_reference"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.guard_breach(old public.breaches, new public.breaches)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changing text[] := array['people_count', 'records_count', 'risk', 'commission_notified_at', 'commission_reference',
    'people_notified_at', 'closed_at', 'closed_by', 'reminded_hours', 'updated_at'];
begin
  if to_jsonb(new) - changing is distinct from to_jsonb(old) - changing then
    perform private.refuse_change('breaches');
  end if;
end $function$;

ALTER FUNCTION "private"."guard_breach"(public.breaches, public.breaches) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.guard_price(old public.products, new public.products)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sets_price boolean := old.id is null;
  publishes boolean := new.status = 'published';
  farmer jsonb;
begin
  if old.id is not null then
    sets_price := new.price_kobo is distinct from old.price_kobo;
    publishes := publishes and (sets_price or old.status <> 'published');
  end if;
  if not (sets_price or publishes) or coalesce((select auth.role()), '') <> 'authenticated'
    or not private.has_permission('products.write')
  then
    return;
  elsif sets_price and not private.has_strong_permission('products.write') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif publishes and new.farmer_id is not null then
    select to_jsonb(owner) into farmer from public.farmers as owner where owner.id = new.farmer_id;
    if farmer ->> 'user_id' = (select auth.uid())::text
      or private.is_own_contact(coalesce(farmer ->> 'contact_email', farmer ->> 'email'),
        coalesce(farmer ->> 'contact_phone', farmer ->> 'phone'))
    then
      raise exception 'Somebody else must publish the products of your own farm' using errcode = '42501', hint = 'own_record';
    end if;
  end if;
end $function$;

ALTER FUNCTION "private"."guard_price"(public.products, public.products) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.guard_product(old public.products, new public.products)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_farmers_own_change boolean := coalesce((select auth.role()), '') = 'authenticated'
    and not private.has_permission('products.write');
begin
  new.name := private.clean_line(new.name);
  new.description := nullif(private.clean_text(new.description), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.state := nullif(private.clean_line(new.state), '');
  new.review_note := nullif(private.clean_text(new.review_note), '');
  if new.farmer_id is null and old.id is not null and old.farmer_id is not null then
    -- Whose record was erased is not named here either.
    new.farmer_name := 'No longer listed';
    new.status := 'hidden';
  end if;
  if new.farmer_id is null then
    new.farmer_name := private.clean_line(new.farmer_name);
    new.location := private.clean_line(new.location);
    new.is_verified := false;
  else
    select farm_name, farmers.location, farmers.status = 'approved'
    into new.farmer_name, new.location, new.is_verified
    from public.farmers where id = new.farmer_id;
  end if;
  if old.id is not null and new.farmer_id is not null and is_farmers_own_change then
    new.review_note := old.review_note;
    if new.status is distinct from old.status then
      raise exception 'permission denied to review products' using errcode = '42501';
    elsif (new.name, new.category, new.description, new.farmer_id, new.pack_amount, new.pack_unit, new.price_kobo,
        new.season, new.state, new.photo_path)
      is distinct from (old.name, old.category, old.description, old.farmer_id, old.pack_amount, old.pack_unit,
        old.price_kobo, old.season, old.state, old.photo_path)
    then
      new.status := 'pending';
    end if;
  end if;
  if old.id is not null then
    perform private.require_axis_step('product', old.status, new.status);
  end if;
  if new.status <> 'hidden' then
    new.review_note := null;
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."guard_product"(public.products, public.products) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.guard_settlement_account(old public.settlement_accounts, new public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo, new.holders)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo, old.holders)
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
end $function$;

ALTER FUNCTION "private"."guard_settlement_account"(public.settlement_accounts, public.settlement_accounts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_newsletter_consent_in_use(subscription_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.newsletter_subscriptions
    where id = $1 and confirmed_at is not null and unsubscribed_at is null
  )
$function$;

ALTER FUNCTION "private"."is_newsletter_consent_in_use"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'credited', (select jsonb_build_object('number', invoice.number, 'issuedAt', invoice.content -> 'issuedAt')
        from public.order_documents as invoice where invoice.order_id = orders.id and invoice.kind = 'invoice'),
      'reason', case when orders.status = 'declined' then 'declined'
        when private.paid_in_kobo(orders.id) > orders.total_amount_kobo
          and not exists (select from public.order_disputes as dispute where dispute.order_id = orders.id and dispute.resolution = 'refunded')
          then 'surplus'
        else 'complaint' end)
    from public.orders where orders.id = new.order_id), new.id);
end $function$;

ALTER FUNCTION "private"."issue_credit_note"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_order_papers(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0
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

CREATE OR REPLACE FUNCTION private.issue_receipt(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', new.amount_kobo, 'transferKobo', new.transfer_kobo, 'valueDate', new.value_date,
      'bankReference', new.bank_reference, 'receivedKobo', private.credited_kobo(orders.id))))
    from public.orders where orders.id = new.order_id), new.id);
end $function$;

ALTER FUNCTION "private"."issue_receipt"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_an_admin(user_id uuid, previous_role text, new_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if previous_role = 'admin' and new_role is distinct from 'admin' and session_user <> current_user then
    -- Two admins who unmake each other do so one after the other.
    perform pg_advisory_xact_lock(hashtextextended('keep an admin', 0));
    if not private.has_admin_besides(user_id) then
      raise exception 'There must always be an admin. Please make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
end $function$;

ALTER FUNCTION "private"."keep_an_admin"(uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_settlement_holder(previous_role text, new_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.role_permissions where role = previous_role and permission = 'settings.settlement')
    and not exists (select from public.role_permissions where role = new_role and permission = 'settings.settlement')
  then
    perform private.refuse_beside_own_proposal();
  end if;
end $function$;

ALTER FUNCTION "private"."keep_settlement_holder"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_farmer_products(farmer_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_permission('products.write') then
    perform pg_advisory_xact_lock(hashtextextended('products of ' || farmer_id, 0));
    if (select count(*) >= private.market_limit('farmer_products_max') from public.products where products.farmer_id = $1) then
      raise exception 'A farm can offer at most % products', private.market_limit('farmer_products_max')
        using errcode = '23514', hint = 'farmer_id';
    end if;
  end if;
end $function$;

ALTER FUNCTION "private"."limit_farmer_products"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_about_settlement(account public.settlement_accounts, template text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.enqueue_mail($2, recipient, private.describe_settlement($1))
  from (
    select person.email as recipient from public.profiles as person
    where person.email is not null and (person.id = any (private.settlement_holders() || ($1).holders)
      or person.id in (select user_id from public.user_roles where role = 'admin'))
    union
    select private.settlement_alarm_email() where private.settlement_alarm_email() is not null
  ) as everybody
$function$;

ALTER FUNCTION "private"."mail_about_settlement"(public.settlement_accounts, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.needs_second_person(found_order public.orders, kind text, amount_kobo bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $3 + coalesce((
      select sum(payments.amount_kobo) from public.payments
      where payments.order_id = (found_order).id and payments.kind = $2 and payments.second_by is null
    ), 0) > private.market_limit(case
      when $2 = 'receipt' and (found_order).currency = 'NGN' then 'confirm_alone_max_kobo'
      when $2 = 'receipt' then 'confirm_alone_max_cents'
      when (found_order).currency = 'NGN' then 'refund_alone_max_kobo'
      else 'refund_alone_max_cents' end)
$function$;

CREATE OR REPLACE FUNCTION private.note_contact_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce((to_jsonb(new) ->> 'is_from_staff')::boolean, true) then
    perform private.note_contact('orders', new.order_id, (select auth.uid()));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_grant(new public.user_roles)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.staff_grants (user_id, granted_by, role)
  values (new.user_id, nullif(new.granted_by, new.user_id), new.role);
  insert into private.staff_grants (user_id, granted_by, role)
  select distinct new.user_id, invitation.invited_by, new.role
  from public.staff_invitations as invitation join auth.users as account on lower(account.email) = lower(invitation.email)
  where account.id = new.user_id and invitation.invited_by <> new.user_id
    and not exists (select from private.staff_grants as known
      where known.user_id = new.user_id and known.granted_by = invitation.invited_by);
end $function$;

ALTER FUNCTION "private"."note_grant"(public.user_roles) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.prepare_buyer(new public.buyers)
 RETURNS public.buyers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.company_name := nullif(private.clean_line(new.company_name), '');
  new.registration_number := nullif(private.clean_line(new.registration_number), '');
  new.address := private.clean_text(new.address);
  new.city := private.clean_line(new.city);
  new.state := private.clean_line(new.state);
  new.country := private.clean_line(new.country);
  if new.annual_purchase_volume is not null then
    new.annual_revenue := case new.annual_purchase_volume
      when '10-50tons' then 10
      when '51-100tons' then 51
      when '101-500tons' then 101
      when '501-1000tons' then 501
      when '1000plus-tons' then 1000
    end;
  end if;
  if new.user_id is not null then
    new.supersedes_id := (
      select id from public.buyers
      where user_id = new.user_id and buyer_type = new.buyer_type and status = 'declined'
      order by created_at desc limit 1
    );
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."prepare_buyer"(public.buyers) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.private_table(record_type text, OUT name text, OUT key text)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case record_type
    when 'farmers' then 'farmer_private'
    when 'training_enrolments' then 'training_enrolment_private'
    when 'investors' then 'investor_private' end,
  case record_type
    when 'farmers' then 'farmer_id'
    when 'training_enrolments' then 'training_enrolment_id'
    when 'investors' then 'investor_id' end
$function$;

CREATE OR REPLACE FUNCTION private.record_buyer_success(new public.buyers)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_events (event, user_id, email, business_type, attempt_id)
  values (
    'BUYER_REGISTRATION_SUCCESS', new.user_id,
    coalesce(new.contact_email, (select email from public.profiles where id = new.user_id)), new.business_type, new.id
  );
end $function$;

ALTER FUNCTION "private"."record_buyer_success"(public.buyers) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.record_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_decision(tg_table_name, old, new);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.record_decision(record_type text, old anyelement, new anyelement)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  decided jsonb := to_jsonb(new);
begin
  if private.is_own_record(record_type, new.id)
    and private.has_permission(private.desk_permission(record_type, 'decide'))
  then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    record_type, new.id,
    (select user_id from public.farmers where id = (decided ->> 'farmer_id')::uuid), caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif((select auth.role()), ''), 'system'),
    old.status, new.status, decided ->> 'review_note'
  );
end $function$;

ALTER FUNCTION "private"."record_decision"(text, anyelement, anyelement) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_change(tg_table_name);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_change(table_name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '% keeps what was written', table_name using errcode = '42501';
end $function$;

ALTER FUNCTION "private"."refuse_change"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_early_breach_delete(old public.breaches)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.closed_at is null or old.closed_at >= private.kept_since('breaches') then
    perform private.refuse_change('breaches');
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_early_breach_delete"(public.breaches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_early_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_early_delete(tg_table_name, old.created_at);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_early_delete(table_name text, created_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if created_at >= private.kept_since(table_name) then
    perform private.refuse_change(table_name);
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_early_delete"(text, timestamp with time zone) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.refuse_secrets_in_notes(notes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from jsonb_array_elements(notes) as marked where private.holds_secret(marked ->> 'note')) then
    raise exception 'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_secrets_in_notes"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_to_publish_without_consent(farmer_id uuid, is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_new then
    perform from public.farmers where id = farmer_id for key share;
  end if;
  if private.is_consent_withdrawn('farmers', farmer_id) then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_to_publish_without_consent"(uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_without_consent(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_consent_withdrawn(record_type, record_id) then
    raise exception 'The person has taken back their consent: it can be declined, and not approved.'
      using errcode = '23514', hint = 'status';
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_without_consent"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remind_unpaid_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due public.orders;
  contact public.order_contacts;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and reminded_at is null
      and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    select * into contact from public.order_contacts where order_id = due.id;
    if due.user_id is not null or contact.email is not null then
      perform private.tell_buyer(due.id, 'order_unpaid');
      reminded := reminded + 1;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', contact.phone,
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

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

CREATE OR REPLACE FUNCTION private.require_plain_reference(reference text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.is_plain_reference(reference) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $function$;

ALTER FUNCTION "private"."require_plain_reference"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_product_photo(new public.products)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from private.product_photos as photo
    where photo.path = new.photo_path and photo.ready_at is not null and photo.created_at > now() - interval '1 day'
      and (photo.farmer_id = new.farmer_id or (photo.farmer_id is null and private.has_permission('products.write')))
  ) then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
end $function$;

ALTER FUNCTION "private"."require_product_photo"(public.products) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.share_transfer(new public.payments)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(part.amount_kobo) as kobo,
    max(part.transfer_kobo) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and private.reference_key(part.bank_reference) = new.reference_key;
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
end $function$;

ALTER FUNCTION "private"."share_transfer"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sound_vault_alarm(new public.vault_reveals)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted record;
  alarm record;
begin
  select count(*) filter (where field <> 'selfie') as reveals,
    count(*) filter (where field = 'selfie' and sitting_id is null) as photos,
    count(distinct record_id) filter (where lower(reason) = lower(new.reason) and sitting_id is null) as reasons
  into counted
  from public.vault_reveals where actor_id = new.actor_id and created_at > now() - interval '1 hour';
  for alarm in
    select * from (values ('reveals', counted.reveals, 10), ('photos', counted.photos, 20), ('reasons', counted.reasons, 5))
      as rule (kind, seen, most)
    where rule.seen >= rule.most and not exists (
      select from private.vault_alarms as earlier
      where earlier.actor_id = new.actor_id and earlier.kind = rule.kind and earlier.created_at > now() - interval '1 hour')
  loop
    insert into private.vault_alarms (actor_id, kind, count) values (new.actor_id, alarm.kind, alarm.seen);
    perform private.record_audit('alarm', 'vault_reveals', new.actor_id::text, null,
      jsonb_build_object('kind', alarm.kind, 'count', alarm.seen));
    perform private.mail_other_admins(new.actor_id, 'staff_vault_alarm', jsonb_build_object(
      'name', coalesce(new.actor_name, (select email from public.profiles where id = new.actor_id)),
      'kind', alarm.kind, 'count', alarm.seen));
  end loop;
end $function$;

ALTER FUNCTION "private"."sound_vault_alarm"(public.vault_reveals) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stop_what_hangs_on_consent(farmer_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  -- In the order in which carts and orders lock products.
  perform from public.products where products.farmer_id = $1 and status <> 'hidden' order by id for update;
  perform set_config('request.jwt.claims', '', true);
  update public.products set status = 'hidden', review_note = 'The farmer has taken back the consent to be shown here.'
  where products.farmer_id = $1 and status <> 'hidden';
  perform set_config('request.jwt.claims', claims, true);
end $function$;

ALTER FUNCTION "private"."stop_what_hangs_on_consent"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_applicant()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decided jsonb := to_jsonb(new);
  template text := case tg_table_name || ' ' || new.status
    when 'partnership_applications approved' then 'partnership_approved'
    when 'partnership_applications declined' then 'partnership_declined'
    when 'job_applications approved' then 'application_approved'
    when 'job_applications declined' then 'application_declined'
  end;
begin
  perform private.enqueue_mail(template, new.email, jsonb_strip_nulls(jsonb_build_object(
    'record_type', tg_table_name, 'record_id', new.id, 'reason', new.decline_reason,
    'contact_person', decided -> 'contact_person', 'partnership_type', decided -> 'partnership_type',
    'full_name', decided -> 'full_name', 'position_title', decided -> 'position_title'
  )));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_buyer(order_id uuid, template text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict found_order from public.orders where id = order_id;
  if found_order.is_demo then
    return;
  end if;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox and (
    template in ('order_received', 'order_placed', 'order_payment_claimed', 'order_unpaid', 'order_expired')
    or found_order.decline_code = 'withdrawn_by_buyer'
  ) then
    if template in ('order_received', 'order_placed') then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || recipient, 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where mail_outbox.recipient = coalesce(request.email, contact.email) and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  if found_order.kind = 'marketplace' and found_order.user_id is null then
    token := private.make_token();
    insert into private.order_links (token_hash, order_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), found_order.id);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', found_order.id,
    'code', found_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', found_order.crop_type,
    'quantity', found_order.quantity_text,
    'unit', found_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = found_order.id order by event.id desc limit 1)
      else found_order.decline_reason end,
    'decline_code', found_order.decline_code,
    'total_kobo', found_order.total_amount_kobo,
    'currency', case when found_order.total_amount_kobo is not null then found_order.currency end,
    'expires_at', found_order.expires_at,
    'payment_status', case when found_order.kind = 'marketplace' then found_order.payment_status end,
    'refund_due_kobo', nullif(found_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(found_order.fulfilment_status, 'none'),
    'due', private.describe_due(found_order),
    'payment', case when template in ('order_placed', 'order_unpaid', 'order_payment_short', 'order_payment_not_found',
        'order_approved', 'order_dispatched', 'order_delivered', 'order_dispute_answered', 'order_payment_refunded')
      then private.payment_block(found_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = found_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case
    when template ~ '^order_(payment|dispute|quoted|dispatched|delivered)' then null
    -- A conversation rings once an hour.
    when template = 'order_message' then template || ':' || found_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    -- Of an order that was reopened each is told anew.
    else concat_ws(':', template, found_order.id, extract(epoch from found_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.tell_farmer_of_listing(new public.products, template text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  farmer public.farmers;
  recipient text;
begin
  select * into farmer from public.farmers where id = new.farmer_id;
  recipient := coalesce((select email from public.profiles where id = farmer.user_id), farmer.contact_email);
  if recipient is null or farmer.user_id is not distinct from (select auth.uid()) then
    return;
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'record_type', 'products', 'record_id', new.id,
    'name', farmer.contact_name, 'listing', new.name, 'reason', new.review_note
  )));
end $function$;

ALTER FUNCTION "private"."tell_farmer_of_listing"(public.products, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_settlements_in_force()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    mailed := mailed + 1;
  end loop;
  return mailed;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_staff_of_settlement(new public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.mail_about_settlement(new, case
    when new.approved_at is null then 'staff_settlement_proposed' else 'staff_settlement_approved' end);
  if new.approved_at is null and private.settlement_alarm_email() is not null
    and cardinality(private.settlement_seconds(new)) = 0
  then
    perform private.mail_settlement_code(new);
  end if;
end $function$;

ALTER FUNCTION "private"."tell_staff_of_settlement"(public.settlement_accounts) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.text_registrant_of_decision(record jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  phone text := coalesce(record ->> 'phone', record ->> 'contact_phone');
begin
  if record ->> 'contact_email' is null and record ->> 'user_id' is null and phone ~ '[1-9]' then
    perform private.enqueue_sms('decision', phone,
      jsonb_build_object('code', record -> 'reference', 'status', record -> 'status'),
      'sms:' || (record ->> 'id') || ':' || (record ->> 'status'));
  end if;
end $function$;

ALTER FUNCTION "private"."text_registrant_of_decision"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.claim_payment(order_id uuid, claim jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  is_first boolean;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as told where told.order_id = own.id and told.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'underpaid')
      or own.fulfilment_status = 'disputed'
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_code = 'payment_expired'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    perform private.tell_buyer(own.id, 'order_payment_claimed');
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof
  );
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    update public.orders set claimed_at = own.claimed_at, claim_holds_until = private.claim_hold(own, is_first)
    where id = own.id returning * into own;
  end if;
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION public.track_market_order(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_market_order(orders, false) || jsonb_build_object(
    'declineReason', orders.decline_reason,
    'declineCode', orders.decline_code,
    'deliveryAddress', orders.delivery_address,
    'remarks', orders.special_requirements,
    'deliveredAt', orders.delivered_at,
    'refundDueKobo', orders.refund_due_kobo,
    'isOnCredit', orders.credit_terms_reason is not null,
    'contact', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'name', product_name,
        'farmer', farmer_name, 'packAmount', pack_amount, 'packUnit', pack_unit, 'priceKobo', price_kobo,
        'quantity', quantity, 'totalKobo', total_kobo, 'hasReservedStock', has_reserved_stock) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from', from_value, 'to', to_value,
        'at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note, 'hasProof', proof_path is not null,
        'at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amountKobo', amount_kobo,
        'valueDate', value_date) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'messages', (select coalesce(jsonb_agg(jsonb_build_object('isFromStaff', is_from_staff, 'body', body,
        'at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'resolution', resolution,
        'note', resolution_note, 'refundKobo', refund_kobo, 'at', dispute.created_at) order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'ratings', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_market_order(order_id uuid, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  own := private.apply_order_event(own.id, 'decline', 'withdrawn_by_buyer', 'withdrawn_by_buyer');
  return private.describe_market_order(own, false);
end $function$;

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_decline_code_belongs" CHECK (((decline_code IS NULL) OR (status = 'declined'::text)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_decline_code_known" CHECK ((decline_code = ANY (ARRAY['withdrawn_by_buyer'::text, 'payment_expired'::text])));

CREATE TRIGGER before_breach_change BEFORE INSERT OR DELETE OR UPDATE ON public.breaches FOR EACH ROW EXECUTE FUNCTION private.before_breach_change();

CREATE TRIGGER after_registration_change AFTER INSERT OR DELETE OR UPDATE ON public.buyers FOR EACH ROW EXECUTE FUNCTION private.after_registration_change();

CREATE TRIGGER before_registration_change BEFORE INSERT OR UPDATE ON public.buyers FOR EACH ROW EXECUTE FUNCTION private.before_registration_change('BY');

CREATE TRIGGER after_consent_insert AFTER INSERT ON public.consents FOR EACH ROW EXECUTE FUNCTION private.after_consent_insert();

CREATE TRIGGER before_consent_change BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION private.before_consent_change();

CREATE TRIGGER after_correction_insert AFTER INSERT ON public.correction_requests FOR EACH ROW EXECUTE FUNCTION private.after_correction_insert();

CREATE TRIGGER before_correction_change BEFORE INSERT OR UPDATE ON public.correction_requests FOR EACH ROW EXECUTE FUNCTION private.before_correction_change();

CREATE TRIGGER before_decision_event_change BEFORE INSERT OR DELETE OR UPDATE ON public.decision_events FOR EACH ROW EXECUTE FUNCTION private.before_decision_event_change();

CREATE TRIGGER after_registration_change AFTER INSERT OR DELETE OR UPDATE ON public.farmers FOR EACH ROW EXECUTE FUNCTION private.after_registration_change();

CREATE TRIGGER before_registration_change BEFORE INSERT OR UPDATE ON public.farmers FOR EACH ROW EXECUTE FUNCTION private.before_registration_change('FM');

CREATE TRIGGER after_registration_change AFTER INSERT OR DELETE OR UPDATE ON public.investors FOR EACH ROW EXECUTE FUNCTION private.after_registration_change();

CREATE TRIGGER before_registration_change BEFORE INSERT OR UPDATE ON public.investors FOR EACH ROW EXECUTE FUNCTION private.before_registration_change('IV');

CREATE TRIGGER audit_contact AFTER INSERT ON public.order_messages FOR EACH ROW WHEN (new.is_from_staff) EXECUTE FUNCTION private.audit_contact();

CREATE TRIGGER after_order_change AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.after_order_change();

CREATE TRIGGER before_order_change BEFORE INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.before_order_change();

CREATE TRIGGER after_payment_insert AFTER INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION private.after_payment_insert();

CREATE TRIGGER before_payment_change BEFORE INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.before_payment_change();

CREATE TRIGGER after_call_insert AFTER INSERT ON public.phone_calls FOR EACH ROW EXECUTE FUNCTION private.after_call_insert();

CREATE TRIGGER after_product_change AFTER INSERT OR DELETE OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.after_product_change();

CREATE TRIGGER after_product_decision AFTER UPDATE OF status ON public.products FOR EACH ROW WHEN ((new.status IS DISTINCT FROM old.status)) EXECUTE FUNCTION private.after_product_decision();

CREATE TRIGGER before_product_change BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.before_product_change();

CREATE TRIGGER tell_desk AFTER INSERT OR DELETE OR UPDATE OF status, name, price_kobo, photo_path, farmer_id ON public.products FOR EACH ROW EXECUTE FUNCTION private.tell_desk('products');

CREATE TRIGGER after_settlement_change AFTER INSERT OR UPDATE ON public.settlement_accounts FOR EACH ROW EXECUTE FUNCTION private.after_settlement_change();

CREATE TRIGGER before_settlement_change BEFORE DELETE OR UPDATE ON public.settlement_accounts FOR EACH ROW EXECUTE FUNCTION private.before_settlement_change();

CREATE TRIGGER after_registration_change AFTER INSERT OR DELETE OR UPDATE ON public.training_enrolments FOR EACH ROW EXECUTE FUNCTION private.after_registration_change();

CREATE TRIGGER before_registration_change BEFORE INSERT OR UPDATE ON public.training_enrolments FOR EACH ROW EXECUTE FUNCTION private.before_registration_change('TR');

CREATE TRIGGER after_role_change AFTER INSERT OR DELETE OR UPDATE OF role, granted_by ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.after_role_change();

CREATE TRIGGER before_role_change BEFORE DELETE OR UPDATE OF role ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.before_role_change();

CREATE TRIGGER after_reveal_insert AFTER INSERT ON public.vault_reveals FOR EACH ROW EXECUTE FUNCTION private.after_reveal_insert();

CREATE TRIGGER before_reveal_change BEFORE INSERT OR DELETE OR UPDATE ON public.vault_reveals FOR EACH ROW EXECUTE FUNCTION private.before_reveal_change();

COMMENT ON COLUMN "public"."orders"."decline_code" IS 'How it ended where nobody of the company declined it; its words stand in decline_reason.';

COMMENT ON COLUMN "public"."orders"."status" IS 'Four values and no more; payment and fulfilment have columns of their own. A cancellation is declined with the code withdrawn_by_buyer.';

REVOKE ALL ON FUNCTION "private"."after_call_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_call_insert"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_call_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_consent_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_consent_insert"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_consent_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_correction_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_correction_insert"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_correction_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_order_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_order_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_order_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_payment_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_payment_insert"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_payment_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_product_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_product_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_product_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_product_decision"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_product_decision"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_product_decision"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_registration_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_registration_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_registration_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_reveal_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_reveal_insert"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_reveal_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_role_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_role_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_role_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_settlement_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_settlement_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."after_settlement_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_order_event"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_order_event"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_order_event"(uuid, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_change"(text, text, text, text, anyelement, anyelement, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_breach_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_breach_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_breach_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_consent_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_consent_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_consent_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_correction_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_correction_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_correction_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_decision_event_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_decision_event_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_decision_event_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_order_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_order_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_order_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_payment_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_payment_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_payment_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_product_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_product_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_product_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_registration_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_registration_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_registration_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_reveal_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_reveal_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_reveal_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_role_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_role_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_role_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_settlement_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_settlement_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_settlement_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."carry_farmer_to_products"(public.farmers, public.farmers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carry_farmer_to_products"(public.farmers, public.farmers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carry_farmer_to_products"(public.farmers, public.farmers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_state_of_buyer"(public.buyers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_state_of_buyer"(public.buyers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_state_of_buyer"(public.buyers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_to_sitting"(public.vault_reveals) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_to_sitting"(public.vault_reveals) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_to_sitting"(public.vault_reveals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."couple_order_axes"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."couple_order_axes"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."couple_order_axes"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decide"(text, anyelement, anyelement) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide"(text, anyelement, anyelement) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decide"(text, anyelement, anyelement) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_papers_of_nobody"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_papers_of_nobody"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_papers_of_nobody"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_invitations"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_invitations"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_invitations"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_record_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_record_work"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_record_work"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_sealed"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_sealed"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_sealed"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_submissions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_submissions"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_submissions"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_order_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_order_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_order_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_reference"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_reference"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_reference"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_breach"(public.breaches, public.breaches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_breach"(public.breaches, public.breaches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_breach"(public.breaches, public.breaches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_credit_terms"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_price"(public.products, public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_price"(public.products, public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_price"(public.products, public.products) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_product"(public.products, public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_product"(public.products, public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_product"(public.products, public.products) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_settlement_account"(public.settlement_accounts, public.settlement_accounts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_settlement_account"(public.settlement_accounts, public.settlement_accounts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_settlement_account"(public.settlement_accounts, public.settlement_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_newsletter_consent_in_use"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_newsletter_consent_in_use"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_newsletter_consent_in_use"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."issue_credit_note"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_credit_note"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_credit_note"(public.payments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."issue_order_papers"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_order_papers"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_order_papers"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."issue_receipt"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_receipt"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_receipt"(public.payments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_an_admin"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_an_admin"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_an_admin"(uuid, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_settlement_holder"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_settlement_holder"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_settlement_holder"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."limit_farmer_products"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_farmer_products"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_farmer_products"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_about_settlement"(public.settlement_accounts, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_about_settlement"(public.settlement_accounts, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_about_settlement"(public.settlement_accounts, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_grant"(public.user_roles) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_grant"(public.user_roles) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_grant"(public.user_roles) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prepare_buyer"(public.buyers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prepare_buyer"(public.buyers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."prepare_buyer"(public.buyers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_buyer_success"(public.buyers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_buyer_success"(public.buyers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_buyer_success"(public.buyers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_decision"(text, anyelement, anyelement) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_decision"(text, anyelement, anyelement) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_decision"(text, anyelement, anyelement) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_order_events"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_order_events"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_order_events"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_change"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_change"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_change"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_early_breach_delete"(public.breaches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_early_breach_delete"(public.breaches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_early_breach_delete"(public.breaches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_early_delete"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_early_delete"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_early_delete"(text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_secrets"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_secrets"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_secrets"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_secrets_in_notes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_secrets_in_notes"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_secrets_in_notes"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_to_publish_without_consent"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_to_publish_without_consent"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_to_publish_without_consent"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_without_consent"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_without_consent"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_without_consent"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopen"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reopen"(public.orders, public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_money_for_approval"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_money_for_approval"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_money_for_approval"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_payment"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payment"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payment"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_plain_reference"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_plain_reference"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_plain_reference"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_product_photo"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_product_photo"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_product_photo"(public.products) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_transfer"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."share_transfer"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."share_transfer"(public.payments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sound_vault_alarm"(public.vault_reveals) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sound_vault_alarm"(public.vault_reveals) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sound_vault_alarm"(public.vault_reveals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stop_what_hangs_on_consent"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stop_what_hangs_on_consent"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stop_what_hangs_on_consent"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_farmer_of_listing"(public.products, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_farmer_of_listing"(public.products, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_farmer_of_listing"(public.products, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_staff_of_settlement"(public.settlement_accounts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_staff_of_settlement"(public.settlement_accounts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff_of_settlement"(public.settlement_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_buyer_of_decision"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_buyer_of_decision"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_buyer_of_decision"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_registrant_of_decision"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_registrant_of_decision"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_registrant_of_decision"(jsonb) TO "postgres";
