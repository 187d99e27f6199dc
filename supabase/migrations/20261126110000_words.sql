-- by hand: names by docs/glossary.md; what depends on a renamed object follows it.
alter schema strongroom rename to app_vault;
alter table private.desk_queues rename to admin_queues;
alter table private.house_settings rename to app_settings;
alter table private.order_links rename to order_guest_links;
alter table private.tracking_links rename to registration_guest_links;
alter table private.admin_queues rename constraint desk_queues_pkey to admin_queues_pkey;
alter table private.app_settings rename constraint house_settings_name_known to app_settings_name_known;
alter table private.app_settings rename constraint house_settings_pkey to app_settings_pkey;
alter table private.app_settings rename constraint house_settings_value_known to app_settings_value_known;
alter table private.order_guest_links rename constraint order_links_order_id_fkey to order_guest_links_order_id_fkey;
alter table private.order_guest_links rename constraint order_links_pkey to order_guest_links_pkey;
alter table private.order_guest_links rename constraint order_links_token_hash_form to order_guest_links_token_hash_form;
alter table private.registration_guest_links rename constraint tracking_links_pkey to registration_guest_links_pkey;
alter table private.registration_guest_links rename constraint tracking_links_token_hash_form to registration_guest_links_token_hash_form;
-- Named since PostgreSQL 18 alone.
do $$
declare
  one record;
begin
  for one in select * from (values
    ('private.admin_queues', 'desk_queues_queue_not_null', 'admin_queues_queue_not_null'),
    ('private.admin_queues', 'desk_queues_source_not_null', 'admin_queues_source_not_null'),
    ('private.app_settings', 'house_settings_name_not_null', 'app_settings_name_not_null'),
    ('private.app_settings', 'house_settings_value_not_null', 'app_settings_value_not_null'),
    ('private.order_guest_links', 'order_links_created_at_not_null', 'order_guest_links_created_at_not_null'),
    ('private.order_guest_links', 'order_links_expires_at_not_null', 'order_guest_links_expires_at_not_null'),
    ('private.order_guest_links', 'order_links_order_id_not_null', 'order_guest_links_order_id_not_null'),
    ('private.order_guest_links', 'order_links_token_hash_not_null', 'order_guest_links_token_hash_not_null'),
    ('private.registration_guest_links', 'tracking_links_created_at_not_null', 'registration_guest_links_created_at_not_null'),
    ('private.registration_guest_links', 'tracking_links_expires_at_not_null', 'registration_guest_links_expires_at_not_null'),
    ('private.registration_guest_links', 'tracking_links_is_mailed_not_null', 'registration_guest_links_is_mailed_not_null'),
    ('private.registration_guest_links', 'tracking_links_is_seen_by_staff_not_null', 'registration_guest_links_is_seen_by_staff_not_null'),
    ('private.registration_guest_links', 'tracking_links_record_id_not_null', 'registration_guest_links_record_id_not_null'),
    ('private.registration_guest_links', 'tracking_links_record_type_not_null', 'registration_guest_links_record_type_not_null'),
    ('private.registration_guest_links', 'tracking_links_token_hash_not_null', 'registration_guest_links_token_hash_not_null')
  ) as names (place, before, after)
  loop
    if exists (select from pg_constraint where conrelid = one.place::regclass and conname = one.before) then
      execute format('alter table %s rename constraint %I to %I', one.place, one.before, one.after);
    end if;
  end loop;
end $$;
alter index private.order_links_order_id_idx rename to order_guest_links_order_id_idx;
alter index private.tracking_links_expires_at_idx rename to registration_guest_links_expires_at_idx;
alter index private.tracking_links_record_id_idx rename to registration_guest_links_record_id_idx;
alter function private.ask_for_second_factor() rename to demand_second_factor;
alter function private.ask_thaw(user_id uuid) rename to request_thaw;
alter function private.desk_permission(record_type text, verb text) rename to admin_permission;
alter function private.desk_types() rename to admin_types;
alter function private.desk_types_with(verb text) rename to admin_types_with;
alter function private.drop_papers_of_nobody(order_id uuid) rename to drop_unowned_documents;
alter function private.forget_order_links() rename to forget_order_guest_links;
alter function private.is_at_the_desk() rename to is_in_admin;
alter function private.issue_order_papers(old orders, new orders) rename to issue_order_documents;
alter function private.keep_house_key(key_name text, offered bytea, offered_by text) rename to store_app_key;
alter function private.keep_object_key(bucket text, name text, version text, wrapped bytea, wrapped_by text) rename to store_object_key;
alter function private.keep_seal_key(open_key bytea, closed_key bytea, master_key_id text) rename to store_seal_key;
alter function private.keep_submission(record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb) rename to store_submission;
alter function private.keep_tracking_link(record_type text, record_id uuid, token_hash text) rename to store_guest_link;
alter function private.kept_since(subject text) rename to retained_since;
alter function private.require_desk_right(record_type text, verb text) rename to require_admin_right;
alter function private.set_house_setting(name text, value text) rename to set_app_setting;
alter function private.tell_applicant() rename to notify_applicant;
alter function private.tell_buyer(order_id uuid, template text) rename to notify_buyer;
alter function private.tell_buyer_of_dispute() rename to notify_buyer_of_dispute;
alter function private.tell_buyer_of_message() rename to notify_buyer_of_message;
alter function private.tell_buyer_of_payment(order_id uuid) rename to notify_buyer_of_payment;
alter function private.tell_content_changed() rename to notify_content_changed;
alter function private.tell_desk() rename to notify_admin;
alter function private.tell_farmer_of_listing(new products, template text) rename to notify_farmer_of_listing;
alter function private.tell_of_claim(claimed private.registrations, account_id uuid) rename to notify_of_claim;
alter function private.tell_of_unreached_outside(whom text, address text) rename to notify_of_unreached_outside;
alter function private.tell_registrant(record_id uuid, template text, details jsonb) rename to notify_registrant;
alter function private.tell_settlements_in_force() rename to notify_settlements_in_force;
alter function private.tell_staff_of_settlement(new settlement_accounts) rename to notify_staff_of_settlement;
alter function private.told_filters(filters jsonb) rename to audited_filters;
alter function public.desk_counts() rename to admin_counts;
alter function public.desk_notices() rename to admin_notices;
alter function public.my_desk() rename to my_permissions;
alter function public.record_look(record_type text, record_id uuid, what text, path text) rename to record_access;
alter function public.reissue_tracking_link(record_type text, record_id uuid, reason text, token_hash text) rename to reissue_guest_link;
alter trigger tell_desk on private.mail_outbox rename to notify_admin;
alter trigger tell_desk_of_new on private.mail_outbox rename to notify_admin_of_new;
alter trigger tell_content_changed on public.board_contacts rename to notify_content_changed;
alter trigger tell_content_changed on public.board_members rename to notify_content_changed;
alter trigger tell_content_changed on public.career_categories rename to notify_content_changed;
alter trigger tell_content_changed on public.career_positions rename to notify_content_changed;
alter trigger tell_content_changed on public.company_facts rename to notify_content_changed;
alter trigger tell_desk on public.correction_requests rename to notify_admin;
alter trigger ask_for_second_factor on public.decline_reasons rename to demand_second_factor;
alter trigger tell_content_changed on public.impact_figures rename to notify_content_changed;
alter trigger tell_applicant on public.job_applications rename to notify_applicant;
alter trigger tell_content_changed on public.legal_texts rename to notify_content_changed;
alter trigger tell_desk on public.newsletter_subscriptions rename to notify_admin;
alter trigger tell_buyer_of_dispute on public.order_disputes rename to notify_buyer_of_dispute;
alter trigger tell_buyer_of_message on public.order_messages rename to notify_buyer_of_message;
alter trigger tell_content_changed on public.page_actions rename to notify_content_changed;
alter trigger tell_applicant on public.partnership_applications rename to notify_applicant;
alter trigger tell_desk on public.phone_calls rename to notify_admin;
alter trigger tell_desk on public.products rename to notify_admin;
alter trigger tell_desk on public.registration_submissions rename to notify_admin;
alter trigger tell_content_changed on public.settlement_accounts rename to notify_content_changed;

-- generated
DROP POLICY "Staff read the promises of what they may read" ON "private"."due_clocks";

DROP POLICY "Staff read the decisions on what they may read" ON "public"."decision_events";

DROP POLICY "Staff read reasons for what they may read" ON "public"."decline_reasons";

DROP POLICY "Staff read the notes on what they may read" ON "public"."record_notes";

DROP POLICY "Staff read who works on what they may read" ON "public"."record_work";

DROP POLICY "Staff hear that a list of the desk has changed" ON "realtime"."messages";

CREATE OR REPLACE FUNCTION private.admin_permission(record_type text, verb text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when record_type <> all (private.admin_types()) then null
    when record_type = 'products' then 'products.write'
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    else record_type || '.' || verb
  end
$function$;

CREATE OR REPLACE FUNCTION private.admin_types_with(verb text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(record_type), '{}') from unnest(private.admin_types()) as record_type
  where private.has_permission(private.admin_permission(record_type, admin_types_with.verb))
$function$;

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
  if old.user_id is not null and new.user_id is null then perform private.drop_unowned_documents(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_documents(old, new);
  end if;
  if moved then perform private.record_order_events(old, new); end if;
  -- The buyer hears of decisions, not of a completion that was taken back.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.notify_buyer(new.id, case
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
    perform private.notify_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.notify_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_product_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_decision('products', old, new);
  if new.status in ('published', 'hidden') and not new.is_demo then
    perform private.notify_farmer_of_listing(new, case new.status
      when 'published' then 'listing_published'
      when 'hidden' then 'listing_hidden' end);
  end if;
  return null;
end $function$;

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
    perform private.notify_registrant(new.id, case new.status
      when 'approved' then 'registration_approved'
      when 'declined' then 'registration_declined' end);
    perform private.text_registrant_of_decision(to_jsonb(new));
  end if;
  return null;
end $function$;

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
    perform private.notify_staff_of_settlement(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.apply_changes(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reported text;
  rule text;
  of_table text;
  of_column text;
begin
  begin
    perform private.apply_rows(changes);
    -- What is judged at the commit only is judged now.
    set constraints all immediate;
  exception
    when integrity_constraint_violation or data_exception then
      get stacked diagnostics rule = constraint_name, of_table = table_name, of_column = column_name;
      reported := case sqlstate
        when '23502' then format('%s must not be empty.', replace(regexp_replace(of_column, '_id$', ''), '_', ' '))
        when '23503' then format('the %s that it names is not there, or is needed by something else.', private.describe_rule(of_table, rule))
        when '23505' then format('there is one with the same %s already.', private.describe_rule(of_table, rule))
        when '23514' then format('%s is not as it should be.', private.describe_rule(of_table, rule))
        else 'a value is too long, or not of its kind.'
      end;
      -- A sentence of our own is left as it is.
      if sqlstate = '23514' and rule = '' then
        raise;
      end if;
      raise exception 'This draft does not fit: %', reported using errcode = '23514', hint = 'changes';
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.apply_retention()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications'] loop
    execute format('delete from public.%I as record
      where not is_demo and updated_at < private.retained_since(record.status || ''_registrations'')', kind);
    get diagnostics touched = row_count;
    gone := gone || jsonb_build_object(kind, touched);
  end loop;
  delete from app_vault.secrets using public.investors, public.investor_private
  where secrets.record_type = 'investors' and secrets.record_id = investors.id and secrets.field = 'idNumber'
    and investor_private.investor_id = investors.id and investor_private.valid_id_type = 'nin'
    and investors.status <> 'pending' and investors.updated_at <= private.retained_since('national_identity_numbers');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('national_identity_numbers', touched);
  delete from public.registration_drafts where updated_at < private.retained_since('registration_drafts');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('registration_drafts', touched);
  delete from public.audit_events where created_at < private.retained_since('audit_events');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('audit_events', touched);
  delete from public.vault_reveals where created_at < private.retained_since('vault_reveals');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('vault_reveals', touched);
  delete from public.consents where created_at < private.retained_since('consents')
    and not exists (select from private.registrations where registrations.id = consents.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('consents', touched);
  -- Not of orders: the decisions on them stay with the orders.
  delete from public.decision_events
  where created_at < private.retained_since('decision_events')
    and record_type in
      ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications')
    and not exists (select from private.registrations where registrations.id = decision_events.record_id)
    and not exists (select from public.partnership_applications as application where application.id = decision_events.record_id)
    and not exists (select from public.job_applications as application where application.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  -- Requested again is a new request. The ledger of consents stays: it tells when someone began and left, not who.
  delete from public.newsletter_subscriptions
  where confirmed_at is null and unsubscribed_at is null
    and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('unconfirmed_subscriptions', touched);
  delete from public.newsletter_subscriptions
  where greatest(unsubscribed_at, confirm_sent_at) < private.retained_since('ended_subscriptions') and unsubscribed_at is not null;
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('ended_subscriptions', touched);
  delete from private.registration_guest_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('registration_guest_links', touched);
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
  reported text[] := string_to_array(columns, ',');
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
    where (reported = '{*}' and key not in ('created_at', 'updated_at')) or key = any (reported)
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

CREATE OR REPLACE FUNCTION private.book_receipt(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
  surplus bigint;
begin
  perform private.add_payment(found_order, 'receipt', details, recorded_by, second_by);
  received := private.received_kobo(found_order.id);
  surplus := private.credited_kobo(found_order.id) - found_order.total_amount_kobo;
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when found_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when surplus < 0 then 'pay_short'
    when surplus = 0 then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = case
      when status = 'declined' then received
      -- Of what is above the total, what has come with this.
      else refund_due_kobo + greatest(0, least(surplus, (details ->> 'amountKobo')::bigint))
    end,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when surplus < 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = found_order.id
  returning * into found_order;
  perform private.notify_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received)
    || case when found_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $function$;

CREATE OR REPLACE FUNCTION private.book_refund(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest bigint := found_order.refund_due_kobo - (details ->> 'amountKobo')::bigint;
begin
  perform private.check_refund(found_order, details, recorded_by);
  perform private.add_payment(found_order, 'refund', details, recorded_by, second_by);
  update public.orders set refund_due_kobo = rest where id = found_order.id;
  if rest = 0 and found_order.payment_status = 'refund_due' and found_order.status <> 'declined'
    and private.credited_kobo(found_order.id) < found_order.total_amount_kobo
  then
    found_order := private.apply_order_event(found_order.id, 'refund_before_rest');
    perform private.notify_buyer(found_order.id, 'order_payment_refunded');
  elsif rest = 0 then
    found_order := private.apply_order_event(found_order.id,
      case found_order.payment_status when 'overpaid' then 'return_surplus' else 'refund' end);
    perform private.notify_buyer_of_payment(found_order.id);
  end if;
  return private.describe_market_order(found_order, false) || jsonb_build_object('refundDueKobo', rest);
end $function$;

CREATE OR REPLACE FUNCTION private.claim_record(claimed private.registrations, account_id uuid, hashes text[], seals jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  touched integer;
  vault_person uuid := private.vault_person_of(claimed.record_type, claimed.id);
begin
  execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', claimed.record_type)
    using account_id, claimed.id;
  get diagnostics touched = row_count;
  if touched = 0 then
    return false;
  elsif not private.claim_vault_person(vault_person, account_id, private.proves_sender(claimed.id, hashes),
    seals -> vault_person::text)
  then
    raise exception 'The vault does not vouch for this person' using errcode = 'PT409';
  end if;
  delete from private.registration_guest_links where record_id = claimed.id;
  perform private.notify_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_tracked_registration(user_id uuid, token_hash text, seals jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id uuid := user_id;
  found_record private.registrations;
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.registration_guest_links as link where link.token_hash = claim_tracked_registration.token_hash;
  select record.* into found_record
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = claim_tracked_registration.token_hash and link.expires_at > now() and record.user_id is null
    and not record.is_demo;
  if found_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif not private.has_proved_contact(account_id, found_record.contact_email, found_record.contact_phone) then
    raise exception 'It takes more than the link: confirm the % of this registration in your account, and it comes into it.',
      case when private.sends_sms() then 'email address or phone number' else 'email address' end
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(found_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(found_record, account_id, array[claim_tracked_registration.token_hash], seals) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $function$;

CREATE OR REPLACE FUNCTION private.claim_vault_person(person_id uuid, user_id uuid, is_shown boolean, given jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person app_vault.people;
  touched integer;
begin
  select * into person from app_vault.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.user_id is not null then
    return true;
  elsif given is null then
    return false;
  end if;
  update app_vault.people set user_id = claim_vault_person.user_id, sealed_for = claim_vault_person.user_id,
    seal = decode(given ->> 'seal', 'base64')
  where id = person.id and seal = decode(given ->> 'before', 'base64');
  get diagnostics touched = row_count;
  update app_vault.records set is_shown = (given ->> 'isShown')::boolean, seal = decode(item ->> 'seal', 'base64')
  from jsonb_array_elements(given -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = person.id;
  if touched = 0 or (given ->> 'isShown')::boolean and not claim_vault_person.is_shown
    or jsonb_array_length(given -> 'records') <> (select count(*) from app_vault.records where records.person_id = person.id)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.close_seal_key(before bytea, after bytea, master_key_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update app_vault.keys set name = 'seal_closed', wrapped_key = $2, master_key_id = $3
  where name = 'seal' and wrapped_key = $1
$function$;

CREATE OR REPLACE FUNCTION private.count_clear_objects(buckets text[])
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from storage.objects as object
  where object.bucket_id = any ($1) and object.version is not null and object.metadata is not null
    and not exists (select from app_vault.object_keys as keys where keys.version = object.version)
$function$;

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
  -- Two admins who leave at the same time leave one after the other.
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

CREATE OR REPLACE FUNCTION private.drop_object_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from app_vault.object_keys where version = old.version;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.enqueue_sms(template text, phone text, data jsonb, dedupe_key text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if exists (select from private.app_settings where name = 'sms' and value = 'on') then
    insert into private.mail_outbox (channel, template, recipient, data, dedupe_key)
    values ('sms', enqueue_sms.template, enqueue_sms.phone, coalesce(enqueue_sms.data, '{}'), enqueue_sms.dedupe_key)
    on conflict on constraint mail_outbox_dedupe_key_unique do nothing
    returning mail_outbox.id into made;
    if made is not null then
      perform pg_notify('mail_outbox', '');
    end if;
  end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_person(user_id uuid, person_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  closed_type text;
begin
  -- Anyone else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from app_vault.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from app_vault.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The application does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Mails about them that still wait have names in them, and nobody wants to read "declined" after "erase". Of those
  -- that were sent only the address is left: every one that they gave, also before it was corrected.
  select coalesce(array_agg(lower(given.email)), '{}') into their_addresses from (
    select contact_email as email from private.registrations where id = any (their_records)
    union select answers ->> 'email' from public.registration_submissions where record_id = any (their_records)
  ) as given where given.email <> '';
  delete from private.mail_outbox
  where status = 'waiting' and data ->> 'code' in (
      select reference from private.registrations where id = any (their_records)
    )
    or status in ('sent', 'failed') and lower(recipient) = any (their_addresses);
  -- What staff entered for them was noted under no account, by which it could be found later.
  delete from public.audit_events
  where audit_events.user_id is null and (
    lower(audit_events.email) = any (their_addresses) or attempt_id = any (their_records) or attempt_id in (
      select idempotency_key from private.submission_keys where record_id = any (their_records)
    )
  );
  -- Without this, storage refuses; the bytes of a file whose row is gone are swept away within a day.
  perform set_config('storage.can_delete', 'true', true), set_config('storage.allow_delete_query', 'true', true);
  perform private.erase_rows(user_id, everybody, address);
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.phone_calls as t where record_id in (select private.registrations_of($1, $2));
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
$function$;

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.audit_log_entries as t where payload ->> 'actor_id' = $1::text) as records
    union all select 'auth.flow_state' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token']), '[]')
      from auth.flow_state as t where user_id = $1) as records
    union all select 'auth.identities' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.identities as t where user_id = $1) as records
    union all select 'auth.mfa_amr_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.mfa_amr_claims as t where session_id in (select id from auth.sessions where user_id = $1)) as records
    union all select 'auth.mfa_challenges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['otp_code', 'web_authn_session_data']), '[]')
      from auth.mfa_challenges as t where factor_id in (select id from auth.mfa_factors where user_id = $1)) as records
    union all select 'auth.mfa_factors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']), '[]')
      from auth.mfa_factors as t where user_id = $1) as records
    union all select 'auth.one_time_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash', 'code_hash', 'sign_up']), '[]')
      from auth.one_time_tokens as t where user_id = $1) as records
    union all select 'auth.refresh_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token', 'parent']), '[]')
      from auth.refresh_tokens as t where user_id = $1::text) as records
    union all select 'auth.sessions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.sessions as t where user_id = $1) as records
    union all select 'auth.users' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']), '[]')
      from auth.users as t where id = $1) as records
    union all select 'private.account_freezes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.account_freezes as t where user_id = $1) as records
    union all select 'private.alarm_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.alarm_links as t where user_id = $1) as records
    union all select 'private.export_progress' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.export_progress as t where user_id = $1) as records
    union all select 'private.factor_resets' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.factor_resets as t where user_id = $1) as records
    union all select 'private.link_reissues' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from private.link_reissues as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.mail_outbox' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['data', 'dedupe_key', 'last_error']), '[]')
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1))) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from private.money_entries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_guest_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.order_uploads as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.own_exports' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_exports as t where user_id = $1) as records
    union all select 'private.own_secret_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_secret_requests as t where user_id = $1) as records
    union all select 'private.photo_sittings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.photo_sittings as t where person_id = $1) as records
    union all select 'private.photo_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['receipt_hash']), '[]')
      from private.photo_uploads as t where user_id = $1) as records
    union all select 'private.product_photos' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.product_photos as t where user_id = $1) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.registration_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.registration_guest_links as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_disputes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['resolved_by']), '[]')
      from public.order_disputes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_documents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_documents as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.order_events as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_instalments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_instalments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_items as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3))) as records
    union all select 'app_vault.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from app_vault.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from app_vault.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'app_vault.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from app_vault.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.find_attempt(form text, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attempt private.submission_keys;
  made_reference text;
begin
  -- The same key at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form anew.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into made_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      made_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) and not exists (
    select from private.link_reissues where record_id = attempt.record_id and created_at > attempt.created_at
  ) then
    perform private.store_guest_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false) || jsonb_build_object('hasLink', exists (
    select from private.registration_guest_links as link
    where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = attempt.record_id and link.expires_at > now()
  ));
end $function$;

CREATE OR REPLACE FUNCTION private.find_object_key(bucket text, name text)
 RETURNS TABLE(version text, wrapped_key bytea, master_key_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.version, keys.wrapped_key, keys.master_key_id
  from storage.objects as object left join app_vault.object_keys as keys on keys.version = object.version
  where object.bucket_id = $1 and object.name = $2
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_photos(paths text[], hashes text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select given.path from unnest($1, $2) as given (path, hash)
  where not exists (
    select from app_vault.secrets
    where secrets.field = 'selfie' and secrets.match_hash = decode(given.hash, 'hex')
  )
$function$;

CREATE OR REPLACE FUNCTION private.find_own_order(order_id uuid, context jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := private.buyer_in(context);
  own public.orders;
begin
  select * into own from public.orders
  where orders.id = find_own_order.order_id and (
    orders.user_id = buyer_id
    or ((select auth.uid()) is null and orders.user_id is null and exists (
      select from private.order_guest_links as link
      where link.order_id = orders.id and link.token_hash = context ->> 'trackingTokenHash' and link.expires_at > now()
    ))
  );
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  return own;
end $function$;

CREATE OR REPLACE FUNCTION private.find_person_key(user_id uuid, person_id uuid)
 RETURNS TABLE(id uuid, account_id uuid, sealed_for uuid, seal bytea, wrapped_key bytea, master_key_id text, is_erased boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    people.erased_at is not null
  from app_vault.people
  where case when $2 is not null then people.id = $2 else people.user_id = $1 and people.erased_at is null end
  order by people.created_at, people.id limit 1
$function$;

CREATE OR REPLACE FUNCTION private.find_photo_upload(receipt_hash text)
 RETURNS TABLE(path text, user_id uuid, is_attached boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select upload.path, upload.user_id, upload.attached_at is not null
  from private.photo_uploads as upload
  where upload.receipt_hash = $1
    and (upload.attached_at is not null or upload.created_at > private.retained_since('unattached_photos'))
$function$;

CREATE OR REPLACE FUNCTION private.find_vault_matches(record_type text, record_id uuid)
 RETURNS TABLE(other_type text, other_id uuid, kind text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select other.record_type, other.record_id, other.field
  from app_vault.secrets as mine join app_vault.secrets as other using (field, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
  union
  select other.record_type, other.record_id, other.kind
  from app_vault.matches as mine join app_vault.matches as other using (kind, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
$function$;

CREATE OR REPLACE FUNCTION private.forget_account_safety()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  delete from private.alarm_links where created_at < now() - interval '30 days';
  delete from private.own_secret_requests where closes_at < now();
  delete from private.account_freezes where thaws_at < now();
  delete from private.vault_openings where created_at < private.retained_since('vault_openings');
  delete from private.own_exports where created_at < private.retained_since('own_exports');
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_audit_trail()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint := 0;
  batch private.audit_seals;
begin
  -- A period that changes meanwhile waits, so that the one that counted is known afterwards.
  perform from public.retention_periods where subject = 'audit_trail' for share;
  for batch in
    select * from private.audit_seals where forgotten_at is null order by id limit 1000
  loop
    exit when batch.newest_at >= private.retained_since('audit_trail');
    update private.audit_seals set forgotten_at = now() where id = batch.id;
    delete from public.audit_trail where id = any (batch.entry_ids);
    gone := gone + cardinality(batch.entry_ids);
  end loop;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_breaches()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (delete from public.breaches where closed_at < private.retained_since('breaches') returning id)
  select count(*) from gone
$function$;

CREATE OR REPLACE FUNCTION private.forget_buyer(order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders set delivery_address = 'Erased', special_requirements = null where id = any (order_ids);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person'
  where order_id = any (order_ids);
  update public.order_contacts set name = 'Erased', email = null, phone = '00000000', device_hash = null
  where order_id = any (order_ids);
  update public.order_messages set body = 'Erased', author_id = null
  where order_id = any (order_ids) and not is_from_staff;
  update public.payment_claims set note = null, proof_path = null where order_id = any (order_ids);
  update public.order_disputes set photo_paths = '{}' where order_id = any (order_ids);
  update public.product_ratings set comment = null where order_id = any (order_ids);
  delete from public.order_documents where order_id = any (order_ids) and kind in ('pro_forma', 'delivery_note');
  delete from private.order_guest_links where order_id = any (order_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.forget_guests()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  over uuid[] := array(
    select orders.id from public.orders join public.order_contacts as contact on contact.order_id = orders.id
    where orders.user_id is null and not orders.is_demo and orders.status in ('declined', 'completed')
      and orders.payment_status in ('unpaid', 'confirmed', 'refunded') and orders.fulfilment_status in ('none', 'delivered')
      and orders.updated_at < private.retained_since('guest_contacts') and contact.name <> 'Erased'
    order by orders.id limit 10000 for update of orders
  );
begin
  perform private.forget_buyer(over);
  return cardinality(over);
end $function$;

CREATE OR REPLACE FUNCTION private.forget_order_guest_links()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from private.order_guest_links where expires_at <= now();
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_sealed(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid;
begin
  delete from app_vault.records as record where record.record_type = $1 and record.record_id = $2
  returning person_id into owner_id;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from app_vault.records where person_id = owner_id)
    and not exists (select from app_vault.secrets where person_id = owner_id);
end $function$;

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
  delete from private.registration_guest_links where registration_guest_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
$function$;

CREATE OR REPLACE FUNCTION private.has_record(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_there boolean;
begin
  if record_type = any (private.admin_types()) then
    execute format('select exists (select from public.%I where id = $1)', record_type) into is_there using record_id;
  end if;
  return coalesce(is_there, false);
end $function$;

CREATE OR REPLACE FUNCTION private.holds_secret(words text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  with plain as (
    -- Dates of this decade and the ones to come, and our references, are nobody's secret.
    select regexp_replace(words,
      '\m20[2-9][0-9]-[0-9]{1,2}-[0-9]{1,2}\M|\m[0-9]{1,2}-[0-9]{1,2}-20[2-9][0-9]\M|\m[A-Z]{2}[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}\M',
      ' ; ', 'g') as text
  ),
  runs as (
    select left(found, 1) = '+' as is_international, regexp_replace(found, '[^0-9]', '', 'g') as digits
    from plain, regexp_matches(text, '\+?[0-9](?:[ -]?[0-9])+', 'g') as matched (matches), unnest(matches) as found
  )
  select coalesce(
    -- BVN and NIN (11), account (10), card and other numbers, unless it is how a telephone number is written.
    exists (
      select from runs
      where char_length(digits) >= 10 and not (
        is_international and char_length(digits) <= 15
        or digits ~ '^0[0-9]{10}$' or digits ~ '^[789][01][0-9]{8}$' or digits ~ '^(00)?234[0-9]{8,10}$'
      )
    )
    -- vNIN, voter's card, driver's licence, wallet, the secret part of a guest link: long words with many digits.
    or exists (
      select from plain, regexp_matches(text, '[0-9A-Za-z_-]{11,}', 'g') as matched (matches), unnest(matches) as word
      where word ~ '[A-Za-z]' and char_length(regexp_replace(word, '[^0-9]', '', 'g')) >= 5
    )
    -- A passport.
    or (select text from plain) ~ '\m[A-Za-z] ?[0-9]{8}\M'
    -- A birth date.
    or (select text from plain) ~* (
      '\m[0-9]{1,2}[ /.-][0-9]{1,2}[ /.-](19[0-9]{2}|20[01][0-9])\M|\m(19[0-9]{2}|20[01][0-9])[/.-][0-9]{1,2}[/.-][0-9]{1,2}\M'
      || '|\m[0-9]{1,2}(st|nd|rd|th)?[ ,.-]+(of +)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ ,.-]+(19[0-9]{2}|20[01][0-9])\M'
      || '|\m(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ .-]+[0-9]{1,2}(st|nd|rd|th)?[ ,.-]+(19[0-9]{2}|20[01][0-9])\M'
    ),
    false)
$function$;

CREATE OR REPLACE FUNCTION private.is_let_in(person_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
    or exists (select from auth.mfa_factors where user_id = $1 and status = 'verified')
$function$;

CREATE OR REPLACE FUNCTION private.is_signed_in_as_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(bool_and(case name
    when 'staff_second_factor' then value <> 'demanded'
      or coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.is_let_in((select auth.uid()))
    when 'sessions_checked' then value <> 'on' or private.has_living_session()
    else true end), false)
  from private.app_settings
$function$;

CREATE OR REPLACE FUNCTION private.list_claims(user_id uuid, hashes text[])
 RETURNS TABLE(person_id uuid, sealed_for uuid, seal bytea, is_shown boolean, records jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select people.id, people.sealed_for, people.seal, private.proves_sender(record.id, $2), (
    select jsonb_agg(jsonb_build_object('type', own.record_type, 'id', own.record_id, 'isShown', own.is_shown,
      'linkHash', own.sender_link_hash, 'seal', encode(own.seal, 'base64')))
    from app_vault.records as own where own.person_id = people.id)
  from private.registrations as record
  join app_vault.records as kept on kept.record_type = record.record_type and kept.record_id = record.id
  join app_vault.people on people.id = kept.person_id
  where record.user_id is null and not record.is_demo and people.user_id is null and people.wrapped_key is not null
    and (lower(record.contact_email) = (select private.proved_address($1))
      or record.contact_phone = (select private.proved_number($1)))
$function$;

CREATE OR REPLACE FUNCTION private.list_clear_objects(buckets text[], after uuid, batch integer)
 RETURNS TABLE(id uuid, bucket_id text, name text, version text, metadata jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.id, object.bucket_id, object.name, object.version, object.metadata from storage.objects as object
  where object.bucket_id = any ($1) and object.id > $2 and object.version is not null and object.metadata is not null
    and not exists (select from app_vault.object_keys as keys where keys.version = object.version)
  order by object.id limit $3
$function$;

CREATE OR REPLACE FUNCTION private.list_master_key_ids()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select people.master_key_id from app_vault.people where people.wrapped_key is not null
  union
  select keys.master_key_id from app_vault.keys
  union
  select keys.master_key_id from app_vault.object_keys as keys
$function$;

CREATE OR REPLACE FUNCTION private.list_old_keys(master_key_id text, batch integer)
 RETURNS TABLE(owner text, wrapped_key bytea, wrapped_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  (
    select people.id::text, people.wrapped_key, people.master_key_id from app_vault.people
    where people.wrapped_key is not null and people.master_key_id <> $1 limit $2
  )
  union all
  select 'house ' || keys.name, keys.wrapped_key, keys.master_key_id from app_vault.keys
  where keys.master_key_id <> $1
  union all
  (
    select 'object ' || object.version || ' ' || object.bucket_id || '/' || object.name, keys.wrapped_key, keys.master_key_id
    from app_vault.object_keys as keys join storage.objects as object on object.version = keys.version
    where keys.master_key_id <> $1 limit $2
  )
$function$;

CREATE OR REPLACE FUNCTION private.list_old_photos(after text, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select upload.path from private.photo_uploads as upload
  where upload.path > $1 and upload.created_at < private.retained_since('unattached_photos') - interval '1 hour'
  order by upload.path limit $2
$function$;

CREATE OR REPLACE FUNCTION private.list_unsealed_people(after uuid, batch integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from app_vault.people
  where seal is null and wrapped_key is not null and ($1 is null or id > $1) order by id limit $2
$function$;

CREATE OR REPLACE FUNCTION private.may_change_registration(record_id uuid, owner_id uuid, context jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when owner_id is not null then owner_id is not distinct from (context ->> 'userId')::uuid
    else exists (
      select from private.registration_guest_links as link
      where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = $1 and link.expires_at > now()
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.name_mail_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  policy private.mail_templates;
begin
  select * into policy from private.mail_templates where template = new.template;
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif policy.about = 'registrations' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = new.data ->> 'code';
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif policy.limited = 'form' and policy.about = any (private.admin_types()) then
    execute format('select id from public.%I where created_at = now() and email = $1', policy.about)
      into new.record_id using new.recipient;
    new.record_type := case when new.record_id is not null then policy.about end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.note_newsletter_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_given boolean := tg_op <> 'INSERT' and old.confirmed_at is not null and old.unsubscribed_at is null;
  is_given boolean := tg_op <> 'DELETE' and new.confirmed_at is not null and new.unsubscribed_at is null;
  subscription public.newsletter_subscriptions := case tg_op when 'DELETE' then old else new end;
begin
  if was_given <> is_given then
    insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
    values (
      (select id from auth.users where email = subscription.email and email_confirmed_at is not null limit 1),
      'newsletter_subscriptions', subscription.id, 'newsletter',
      coalesce(case when not is_given then (
        select text_version from public.consents where record_id = subscription.id and purpose = 'newsletter'
        order by id desc limit 1
      ) end, private.newsletter_text_version()),
      is_given, 'web', nullif(current_setting('app.reported_by', true), '')::uuid
    );
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_silent_witness(witness text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_of_unreached_outside('witness', '')
  where exists (
    select from private.audit_seals as seal
    where seal.number > (select coalesce(max(head.number), 0) from private.audit_heads as head where head.witness = $1)
      and coalesce(seal.sealed_at, seal.created_at) <= $2 - interval '3 hours'
  )
$function$;

CREATE OR REPLACE FUNCTION private.note_unreached_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if lower(new.email) = lower(private.settlement_alarm_email()) then
    perform private.notify_of_unreached_outside('alarm', new.email);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_unreached_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.mail_templates where template = new.template and purpose = 'staff') then
    return null;
  elsif new.template = 'audit_head' then
    perform private.notify_of_unreached_outside('witness', new.recipient);
  elsif lower(new.recipient) = lower(private.settlement_alarm_email()) then
    perform private.notify_of_unreached_outside('alarm', new.recipient);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  list text := tg_argv[0];
  setting text := 'admin.notified_' || list;
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    perform realtime.send(jsonb_build_object('list', list), 'changed', 'desk', true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict found_order from public.orders where id = order_id;
  if found_order.is_demo then
    return;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited is not null or found_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
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
    insert into private.order_guest_links (token_hash, order_id)
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
    'payment', case when policy.has_payment_account then private.payment_block(found_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = found_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || found_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, found_order.id, extract(epoch from found_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer_of_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_buyer(new.order_id, 'order_dispute_answered');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_buyer(new.order_id, 'order_message');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer_of_payment(order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  template text := (
    select case payment_status
      when 'confirmed' then 'order_payment_confirmed' when 'underpaid' then 'order_payment_short' when 'overpaid' then 'order_payment_over'
      when 'refunded' then 'order_payment_refunded' when 'unpaid' then 'order_payment_not_found'
    end
    from public.orders where id = $1 and not is_demo
  );
begin
  if template is not null then
    perform private.notify_buyer($1, template);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_registrant(record_id uuid, template text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported private.registrations;
  recipient text;
  token text;
begin
  select * into strict reported from private.registrations where id = notify_registrant.record_id;
  recipient := coalesce(reported.contact_email, (select email from public.profiles where id = reported.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or reported.is_demo then
    return;
  end if;
  if reported.user_id is null then
    token := private.make_token();
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), reported.record_type, reported.id, true);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', reported.contact_name,
    'code', reported.reference,
    'form', reported.form,
    'token', token,
    'reason', reported.decline_reason
  ));
  perform private.confirm_form(template, recipient, details);
end $function$;

CREATE OR REPLACE FUNCTION private.open_list(list text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queue private.admin_queues;
begin
  select * into queue from private.admin_queues where admin_queues.queue = list;
  if queue.permission is null then
    perform private.require_admin_right(coalesce(queue.source, list), 'read');
  elsif (select auth.uid()) is null or not private.has_permission(queue.permission) then
    raise exception 'permission denied to read %', list using errcode = '42501';
  end if;
  return coalesce(queue.source, list);
end $function$;

CREATE OR REPLACE FUNCTION private.own_mail_subjects()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when private.has_permission('mails.read') then private.admin_types_with('read')
    || case when private.has_permission('newsletter_subscriptions.read') then array['newsletter_subscriptions'] else '{}' end
    || case when private.has_permission('roles.manage') then array['accounts'] else '{}' end
  else '{}' end
$function$;

CREATE OR REPLACE FUNCTION private.proves_sender(record_id uuid, hashes text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.registration_guest_links as link
    where link.record_id = $1 and link.token_hash = any ($2) and link.expires_at > now()
      and not link.is_mailed and not link.is_seen_by_staff
  )
$function$;

CREATE OR REPLACE FUNCTION private.read_masked(person_ids uuid[])
 RETURNS TABLE(record_type text, record_id uuid, field text, last_four text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select secrets.record_type, secrets.record_id, secrets.field, secrets.last_four
  from app_vault.secrets where secrets.person_id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$function$;

CREATE OR REPLACE FUNCTION private.read_seal_key()
 RETURNS TABLE(name text, wrapped_key bytea, master_key_id text, is_used boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select keys.name, keys.wrapped_key, keys.master_key_id, true from app_vault.keys where keys.name in ('seal', 'seal_closed')
  union all
  select null, null, null, exists (select from app_vault.secrets where get_byte(ciphertext, 0) = 2)
    or exists (select from app_vault.people where people.seal is not null)
  where not exists (select from app_vault.keys where keys.name in ('seal', 'seal_closed'))
$function$;

CREATE OR REPLACE FUNCTION private.read_unsealed_person(person_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person app_vault.people;
begin
  select * into person from app_vault.people where id = person_id and seal is null and wrapped_key is not null;
  if person.id is null then
    return null;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select distinct 'sealing', person.id, secrets.record_type, secrets.record_id
  from app_vault.secrets where secrets.person_id = person.id;
  return jsonb_build_object(
    'userId', person.user_id, 'wrappedKey', encode(person.wrapped_key, 'base64'), 'masterKeyId', person.master_key_id,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('type', record_type, 'id', record_id, 'personId', records.person_id,
        'isShown', is_shown, 'linkHash', (
          select link.token_hash from private.registration_guest_links as link
          where link.record_id = records.record_id and not link.is_mailed and not link.is_seen_by_staff
          order by link.created_at limit 1))), '[]')
      from app_vault.records where seal is null and (records.person_id = person.id or (record_type, record_id) in (
        select secrets.record_type, secrets.record_id from app_vault.secrets where secrets.person_id = person.id))),
    'secrets', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'recordType', record_type, 'recordId', record_id,
        'field', field, 'ciphertext', encode(ciphertext, 'base64'))), '[]')
      from app_vault.secrets where secrets.person_id = person.id));
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
    and private.has_permission(private.admin_permission(record_type, 'decide'))
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

CREATE OR REPLACE FUNCTION private.refuse_early_breach_delete(old public.breaches)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.closed_at is null or old.closed_at >= private.retained_since('breaches') then
    perform private.refuse_change('breaches');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_early_delete(table_name text, created_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if created_at >= private.retained_since(table_name) then
    perform private.refuse_change(table_name);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.registrations_of(user_id uuid, person_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select records.record_id from app_vault.records where records.person_id = any (registrations_of.person_ids)
    union select id from public.farmers as t where t.user_id = registrations_of.user_id
    union select id from public.training_enrolments as t where t.user_id = registrations_of.user_id
    union select id from public.buyers as t where t.user_id = registrations_of.user_id
    union select id from public.investors as t where t.user_id = registrations_of.user_id;
end $function$;

CREATE OR REPLACE FUNCTION private.release_claimed_stock(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid')
      and stock_released_at is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else credit_terms_reason is null and private.part_paid_hold(id) <= now() end
    order by created_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  update public.products set stock = least(stock + free.quantity, 1000000)
  from (
    select product_id, sum(quantity) as quantity from public.order_items
    where order_id = any (due_ids) and has_reserved_stock group by product_id
  ) as free
  where products.id = free.product_id and products.stock is not null;
  update public.order_items set has_reserved_stock = false, is_released = true
  where order_id = any (due_ids) and has_reserved_stock;
  update public.orders set stock_released_at = now() where id = any (due_ids);
  foreach due_id in array due_ids loop
    perform private.notify_buyer(due_id,
      case when private.credited_kobo(due_id) = 0 then 'order_payment_not_seen' else 'order_payment_rest_not_seen' end);
  end loop;
  return cardinality(due_ids);
end $function$;

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
      perform private.notify_buyer(due.id, 'order_unpaid');
      reminded := reminded + 1;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', contact.phone,
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.request_thaw(user_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  obstacle text;
  ends_at timestamptz;
begin
  perform from auth.users where id = request_thaw.user_id for update;
  if not private.is_frozen(user_id) then
    raise exception 'This account is not frozen' using errcode = 'P0002';
  end if;
  obstacle := private.thaw_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', case obstacle when 'mailbox' then 'The address of this account has changed since: only our staff can open it again'
      else 'Please choose a new password first' end using errcode = '42501', hint = obstacle;
  end if;
  update private.account_freezes as frozen set asked_at = now(), thaws_at = now() + interval '72 hours'
  where frozen.user_id = request_thaw.user_id and frozen.asked_at is null
  returning thaws_at into ends_at;
  if ends_at is null then
    return (select thaws_at from private.account_freezes as frozen where frozen.user_id = request_thaw.user_id);
  end if;
  perform private.record_audit('ask_thaw', 'account', user_id::text, null, jsonb_build_object('thaws_at', ends_at));
  perform private.notify_owner('account_thaw_asked', user_id, jsonb_build_object('opens_at', ends_at));
  return ends_at;
end $function$;

CREATE OR REPLACE FUNCTION private.require_admin_right(record_type text, verb text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  permission text := private.admin_permission(record_type, verb);
begin
  if permission is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif (select auth.uid()) is null or not private.has_permission(permission) then
    raise exception 'permission denied to % %', verb, record_type using errcode = '42501';
  end if;
  return (select auth.uid());
end $function$;

CREATE OR REPLACE FUNCTION private.require_figures_right(subject text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if subject is null or subject not in ('orders', 'farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There are no such figures' using errcode = '22023';
  elsif not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  perform private.require_admin_right(subject, 'read');
end $function$;

CREATE OR REPLACE FUNCTION private.rewrap_key(owner text, before bytea, after bytea, master_key_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if owner like 'house %' then
    update app_vault.keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where name = substr(owner, 7) and wrapped_key = before;
  elsif owner like 'object %' then
    update app_vault.object_keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where version = split_part(owner, ' ', 2) and wrapped_key = before;
  else
    update app_vault.people set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where id = owner::uuid and wrapped_key = before;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.run_market_jobs()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders(),
    'released', private.release_claimed_stock(), 'accountsInForce', private.notify_settlements_in_force());
end $function$;

CREATE OR REPLACE FUNCTION private.seal_person(person_id uuid, given jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person app_vault.people;
  touched integer;
begin
  select * into person from app_vault.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.seal is not null
    or person.user_id is distinct from (given ->> 'userId')::uuid
  then
    return false;
  end if;
  update app_vault.people set seal = decode(given ->> 'seal', 'base64'), sealed_for = person.user_id where id = person.id;
  update app_vault.records set seal = decode(item ->> 'seal', 'base64'), sender_link_hash = item ->> 'linkHash'
  from jsonb_array_elements(given -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = (item ->> 'personId')::uuid and records.is_shown = (item ->> 'isShown')::boolean
    and records.seal is null;
  update app_vault.secrets set ciphertext = private.read_encrypted(item ->> 'after')
  from jsonb_array_elements(given -> 'secrets') as item
  where secrets.id = (item ->> 'id')::uuid and secrets.person_id = person.id
    and secrets.ciphertext = decode(item ->> 'before', 'base64');
  get diagnostics touched = row_count;
  if touched <> jsonb_array_length(given -> 'secrets')
    or (select count(*) from app_vault.secrets where secrets.person_id = person.id) <> (given ->> 'count')::integer
    or exists (select from app_vault.records where records.person_id = person.id and records.seal is null)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.sealed_of(person_ids uuid[])
 RETURNS SETOF private.sealed_secret
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    records.record_type, records.record_id, records.person_id, records.is_shown, records.sender_link_hash, records.seal,
    secrets.field, secrets.ciphertext, secrets.last_four
  from app_vault.secrets join app_vault.people on people.id = secrets.person_id
  join app_vault.records on records.record_type = secrets.record_type and records.record_id = secrets.record_id
  where people.id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$function$;

CREATE OR REPLACE FUNCTION private.sends_sms()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.app_settings where name = 'sms' and value = 'on')
$function$;

CREATE OR REPLACE FUNCTION private.set_app_setting(name text, value text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.app_settings set value = $2 where app_settings.name = $1 and app_settings.value <> $2
$function$;

CREATE OR REPLACE FUNCTION private.settlement_alarm_email()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select value from private.app_settings
  where name = 'settlement_alarm_email' and value <> '' and not exists (
    select from public.user_roles join auth.users as account on account.id = user_id where lower(account.email) = lower(value))
$function$;

CREATE OR REPLACE FUNCTION private.store_app_key(key_name text, offered bytea, offered_by text)
 RETURNS TABLE(wrapped_key bytea, master_key_id text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if offered is not null then
    insert into app_vault.keys (name, wrapped_key, master_key_id)
    values (key_name, offered, offered_by)
    on conflict on constraint keys_pkey do nothing;
  end if;
  return query select keys.wrapped_key, keys.master_key_id from app_vault.keys where keys.name = key_name;
end $function$;

CREATE OR REPLACE FUNCTION private.store_guest_link(record_type text, record_id uuid, token_hash text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.registration_guest_links (token_hash, record_type, record_id, is_seen_by_staff)
  select $3, $1, $2, exists (
    select from public.registration_submissions as sent
    where sent.record_id = $2 and sent.version = 1 and sent.channel <> 'web'
  )
  where $3 is not null
  on conflict (token_hash) do nothing
$function$;

CREATE OR REPLACE FUNCTION private.store_object_key(bucket text, name text, version text, wrapped bytea, wrapped_by text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from storage.objects as object
  where object.bucket_id = store_object_key.bucket and object.name = store_object_key.name
    and object.version = store_object_key.version
  for update;
  if not found then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  insert into app_vault.object_keys (version, wrapped_key, master_key_id)
  values (store_object_key.version, wrapped, wrapped_by)
  on conflict on constraint object_keys_pkey do update
    set wrapped_key = excluded.wrapped_key, master_key_id = excluded.master_key_id;
end $function$;

CREATE OR REPLACE FUNCTION private.store_seal_key(open_key bytea, closed_key bytea, master_key_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('seal key', 0));
  if exists (select from app_vault.keys where keys.name in ('seal', 'seal_closed')) then
    return;
  elsif exists (select from app_vault.people where people.seal is null and people.wrapped_key is not null) then
    insert into app_vault.keys (name, wrapped_key, master_key_id) values ('seal', open_key, store_seal_key.master_key_id);
  else
    insert into app_vault.keys (name, wrapped_key, master_key_id) values ('seal_closed', closed_key, store_seal_key.master_key_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.store_sealed(sealed jsonb, record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given jsonb := sealed -> 'person';
  given_user uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person app_vault.people;
  owner_of_record app_vault.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;

  if given ? 'wrappedKey' then
    insert into app_vault.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (given ->> 'id')::uuid, given_user, private.read_encrypted(given ->> 'wrappedKey'), given ->> 'masterKeyId',
      decode(given ->> 'seal', 'base64'), given_user
    )
    returning * into person;
  else
    select * into person from app_vault.people where id = (given ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif given_user is not null and given_user is distinct from person.user_id then
      raise exception 'This key is somebody else''s' using errcode = '42501';
    end if;
  end if;
  if person.seal is null then
    raise exception 'This person is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  insert into app_vault.records (record_type, record_id, person_id, sender_link_hash, seal)
  values (store_sealed.record_type, store_sealed.record_id, person.id, sealed -> 'record' ->> 'linkHash',
    decode(sealed -> 'record' ->> 'seal', 'base64'))
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from app_vault.records join app_vault.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  select records.seal into strict sealed_record from app_vault.records
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  if owner_of_record.id <> person.id
    and (owner_of_record.user_id is null or owner_of_record.user_id is distinct from person.user_id)
  then
    raise exception 'This record is somebody else''s' using errcode = '42501';
  elsif sealed_record is null then
    raise exception 'This record is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  for item in select value from jsonb_array_elements(sealed -> 'secrets') loop
    ciphertext := private.read_encrypted(item ->> 'ciphertext');
    if get_byte(ciphertext, 0) <> 2 then
      raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
    end if;
    insert into app_vault.secrets
      (person_id, record_type, record_id, field, ciphertext, last_four, match_hash)
    values (
      person.id, store_sealed.record_type, store_sealed.record_id, item ->> 'field',
      ciphertext, item ->> 'lastFour', decode(item ->> 'matchHash', 'hex')
    )
    on conflict on constraint secrets_record_field_unique do update set
      person_id = excluded.person_id, ciphertext = excluded.ciphertext, last_four = excluded.last_four,
      match_hash = excluded.match_hash, updated_at = now();
  end loop;
  for item in select value from jsonb_array_elements(coalesce(sealed -> 'matches', '[]')) loop
    insert into app_vault.matches (record_type, record_id, kind, match_hash)
    values (store_sealed.record_type, store_sealed.record_id, item ->> 'kind', decode(item ->> 'hash', 'hex'))
    on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash;
  end loop;
  return person.id;
end $function$;

CREATE OR REPLACE FUNCTION private.store_submission(record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, sealed);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version)
  values (
    store_submission.record_type, store_submission.record_id, store_submission.version, store_submission.form,
    store_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion')
  );
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, store_submission.form, store_submission.record_type, store_submission.record_id,
    store_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, store_submission.record_type, store_submission.record_id, given ->> 'purpose',
    given ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as given;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, store_submission.record_type, store_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = store_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', store_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      store_submission.record_type, store_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', store_submission.version));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.tracked_order_id(token_hash text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select orders.id
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

CREATE OR REPLACE FUNCTION private.vault_person_ids(user_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(people.id order by people.created_at), '{}') from app_vault.people
  where people.user_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.vault_person_of(record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select records.person_id from app_vault.records where records.record_type = $1 and records.record_id = $2
$function$;

CREATE OR REPLACE FUNCTION public.add_record_note(record_type text, record_id uuid, body text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := private.require_admin_right(record_type, 'read');
  words text := coalesce(private.clean_text(body), '');
  made bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    (select full_name from public.profiles where id = author), words)
  returning id into made;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text;
  counts jsonb := '{}';
begin
  foreach kind in array private.admin_types_with('read') loop
    counts := counts || jsonb_build_object(kind, jsonb_build_object(
      'total', private.count_records(kind, 'true', null),
      'pending', private.count_records(kind, 't.list_status = $2', 'pending')));
  end loop;
  return counts;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_notices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
        'isOwn', entry.recorded_by = person_id) order by entry.recorded_at)
      from (select * from private.money_entries where decided_at is null order by recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status in ('unpaid', 'claimed', 'underpaid')
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $function$;

CREATE OR REPLACE FUNCTION public.assign_record(record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not private.person_has_permission(
    assign_record.assignee_id, private.admin_permission(assign_record.record_type, 'read'))
  then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
  insert into public.record_work (record_type, record_id)
  values (assign_record.record_type, assign_record.record_id) on conflict on constraint record_work_pkey do nothing;
  select work.assignee_id into now_assigned from public.record_work as work
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type for update;
  if now_assigned is distinct from expected_assignee_id then
    raise exception 'Somebody else has taken it by now. Please look at it again.'
      using errcode = 'PT409', hint = coalesce(now_assigned::text, '');
  end if;
  update public.record_work as work set
    assignee_id = assign_record.assignee_id,
    assignee_name = (select full_name from public.profiles where id = assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
end $function$;

CREATE OR REPLACE FUNCTION public.attach_photo(record_type text, record_id uuid, sealed jsonb, context jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_record private.registrations;
begin
  perform private.lock_registration(attach_photo.record_type, attach_photo.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = attach_photo.record_type and record.id = attach_photo.record_id;
  if found_record.id is null or found_record.record_type = 'investors'
    or not private.may_change_registration(found_record.id, found_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  -- Anyone who decided on it saw that photo.
  if found_record.has_photo and found_record.status <> 'pending' then
    return false;
  end if;
  if not private.use_photo_upload(context ->> 'photoReceiptHash', found_record.record_type, (context ->> 'userId')::uuid) then
    return false;
  end if;
  perform private.store_sealed(sealed, found_record.record_type, found_record.id);
  execute format('update public.%I set has_photo = true where id = $1', found_record.record_type) using found_record.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_market_orders()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person record;
  claimed text[];
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  with taken as (
    update public.orders set user_id = person.id
    from public.order_contacts as contact
    where contact.order_id = orders.id and orders.user_id is null and orders.kind = 'marketplace' and not orders.is_demo
      and (lower(contact.email) = person.email or contact.phone = person.phone)
    returning orders.id, orders.code
  ), ended as (
    delete from private.order_guest_links where order_id in (select id from taken)
  )
  select coalesce(array_agg(code order by code), '{}') into claimed from taken;
  return claimed;
end $function$;

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
      select from public.payment_claims as reported where reported.order_id = own.id and reported.proof_path = proof
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
    perform private.notify_buyer(own.id, 'order_payment_claimed');
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

CREATE OR REPLACE FUNCTION public.deactivate_staff(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  found_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into found_role;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, found_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  -- What they had in hand waits for someone else.
  update public.record_work set assignee_id = null, assignee_name = null, assigned_by = null, assigned_at = null
  where assignee_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_records(record_type text, rows jsonb, new_status text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  given record;
  touched boolean;
  found_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_admin_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as asked (id uuid) where id is not null), new_status);
  for given in
    select id, max(expected) as expected from jsonb_to_recordset(rows) as asked (id uuid, expected text)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end)
        into touched using new_status, given.id, given.expected, reason;
    exception when check_violation or insufficient_privilege then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || given.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into found_status using given.id;
      skipped := skipped || jsonb_build_object('id', given.id, 'status', found_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $function$;

CREATE OR REPLACE FUNCTION public.end_subscription(subscription_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null or not private.has_permission('newsletter_subscriptions.end') then
    raise exception 'permission denied to end a subscription' using errcode = '42501';
  end if;
  perform set_config('app.reported_by', (select auth.uid())::text, true);
  update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
  where id = subscription_id and unsubscribed_at is null;
  if not found then
    raise exception 'This address is not subscribed any more' using errcode = 'P0002';
  end if;
  perform set_config('app.reported_by', '', true);
  perform private.record_audit('unsubscribe', 'newsletter_subscriptions', subscription_id::text);
end $function$;

CREATE OR REPLACE FUNCTION public.figures_promise_kept(since date, until date)
 RETURNS TABLE(record_type text, clock text, kept bigint, broken bigint, open bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  span tstzrange := private.figure_span(since, until);
  due private.due_clocks;
begin
  if not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  for due in
    select * from private.due_clocks as known where known.record_type = any (private.admin_types_with('read'))
    order by known.record_type, known.clock
  loop
    return query execute format($query$
      select $1, $2,
        count(*) filter (where met_at <= due_at),
        count(*) filter (where met_at > due_at or (met_at is null and due_at < now())),
        count(*) filter (where met_at is null and due_at >= now())
      from (
        select record.created_at + make_interval(hours => $3) as due_at, least(%1$s, %2$s) as met_at
        from public.%3$I as record
        where record.created_at >= lower($4) and record.created_at < upper($4) and not record.is_demo %4$s
      ) as clocks $query$,
      case when due.record_type = 'contact_messages' then 'record.answered_at'
        else '(select min(event.created_at) from public.decision_events as event
          where event.record_type = $1 and event.record_id = record.id)' end,
      case when due.clock = 'first_contact' then '(select work.contacted_at from public.record_work as work
          where work.record_id = record.id and work.record_type = $1)' else 'null' end,
      due.record_type,
      case when due.record_type = 'orders' then 'and record.kind = ''bulk''' else '' end)
    using due.record_type, due.clock, due.hours, span;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_work(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamp with time zone, contacted_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when t.is_promised then t.due_at end
    from private.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)', record_type || '_list')
    using record_ids[1:500], record_type;
end $function$;

CREATE OR REPLACE FUNCTION public.list_assignees(record_type text)
 RETURNS TABLE(user_id uuid, full_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.person_has_permission(roles.user_id, private.admin_permission(list_assignees.record_type, 'read'))
    order by 2, 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_published_content(most integer DEFAULT 20)
 RETURNS TABLE(id uuid, title text, changes jsonb, version text, published_at timestamp with time zone, published_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.read')) then
    raise exception 'permission denied to read what was published' using errcode = '42501';
  end if;
  return query
    select reported.id, reported.title, reported.changes, reported.version, reported.published_at, coalesce(person.full_name, person.email)
    from (
      select draft.id, draft.title, draft.published_at, draft.published_by, null::text as version, (
          select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('table', change -> 'table', 'verb', change -> 'verb',
            'key', change -> 'key', 'columns', (
              select jsonb_agg(name order by name) from jsonb_object_keys(
                case when jsonb_typeof(change -> 'values') = 'object' then change -> 'values' else '{}' end) as name))))
          from jsonb_array_elements(draft.changes) as change) as changes
      from public.content_drafts as draft where draft.published_at is not null
      union all
      select text.id, text.kind, text.published_at, text.published_by, text.version, null
      from public.legal_texts as text where text.published_at is not null
    ) as reported
    left join public.profiles as person on person.id = reported.published_by
    order by reported.published_at desc
    limit least(greatest(most, 1), 100);
end $function$;

CREATE OR REPLACE FUNCTION public.list_record_mails(record_type text, record_id uuid)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  may_read boolean;
begin
  perform private.require_admin_right(list_record_mails.record_type, 'read');
  may_read := private.has_permission('mails.read');
  return query
    select mail.id, mail.channel, mail.template, case when may_read then mail.recipient end, mail.state, mail.attempts,
      case when may_read then mail.last_error end, mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend
    from private.mails as mail
    where mail.record_id = list_record_mails.record_id and mail.record_type = list_record_mails.record_type
    order by mail.created_at desc, mail.id
    limit 50;
end $function$;

CREATE OR REPLACE FUNCTION public.log_first_contact(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  perform private.note_contact(record_type, record_id, caller_id);
  perform private.record_audit('contact', record_type, record_id::text);
end $function$;

CREATE OR REPLACE FUNCTION public.masked_secrets(record_type text, record_id uuid)
 RETURNS TABLE(field text, last_four text, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select secrets.field, secrets.last_four, secrets.updated_at from app_vault.secrets
  where secrets.record_type = $1 and secrets.record_id = $2
    and (
      secrets.person_id = any (private.own_vault_person_ids())
      or private.has_permission($1 || '.read')
    )
  order by secrets.field
$function$;

CREATE OR REPLACE FUNCTION public.my_permissions()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'role', mine.role,
    'permissions', case when private.is_signed_in_as_staff()
      then (select coalesce(jsonb_agg(permission order by permission), '[]') from public.role_permissions where role = mine.role)
      else '[]' end,
    'isStrong', coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2',
    'hasSecondFactor', exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'),
    'mustAddSecondFactor', mine.role is not null and not private.is_let_in((select auth.uid())),
    'mustShowSecondFactor', mine.role is not null and private.is_let_in((select auth.uid()))
      and coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
      and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  )
  from (select (select role from public.user_roles where user_id = (select auth.uid())) as role) as mine
$function$;

CREATE OR REPLACE FUNCTION public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - interval '48 hours' then
    raise exception 'The quality can be disputed within 48 hours of the delivery' using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(private.clean_text(dispute ->> 'reason'), '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths)
  values (own.id, private.clean_text(dispute ->> 'reason'), photos)
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $function$;

CREATE OR REPLACE FUNCTION public.place_market_order(request jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  too_much jsonb;
  made public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  select * into made from public.orders
  where idempotency_key = attempt and kind = 'marketplace' and user_id is not distinct from buyer_id;
  if found then
    if buyer_id is null and not exists (
      select from private.order_guest_links where token_hash = link_hash and order_id = made.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(made, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', made.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(made, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform from private.read_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until, holds_much)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs', sum(line.quantity * line.price_kobo),
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    now() + make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours')),
    now() + make_interval(hours => private.market_limit('price_lock_hours')),
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false)
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into made;
  insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
    price_kobo, quantity, has_reserved_stock)
  select made.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
    line.price_kobo, line.quantity, product.stock is not null
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id;
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = made.id and products.id = item.product_id and item.has_reserved_stock;
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (made.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, made.id);
  end if;
  perform private.notify_buyer(made.id, 'order_placed');
  return private.describe_market_order(made, true);
end $function$;

CREATE OR REPLACE FUNCTION public.quote_order(order_id uuid, quote jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_order public.orders;
  wanted_terms text;
  wanted_currency text := coalesce(quote ->> 'currency', 'NGN');
  note text := nullif(private.clean_text(quote ->> 'note'), '');
  ends_at timestamptz;
  wrong record;
  total numeric;
  quote_id uuid := gen_random_uuid();
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as asked where asked.order_id = found_order.id));
  begin
    ends_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    ends_at := null;
  end;
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(found_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif found_order.kind <> 'bulk' or found_order.status not in ('pending', 'approved') or found_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  elsif coalesce(ends_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = wanted_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif wanted_currency not in ('NGN', 'USD') then
    raise exception 'A quote is in naira (NGN) or US dollars (USD)' using errcode = '23514', hint = 'currency';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = wrong.field;
  end if;
  select sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint)) into total
  from jsonb_array_elements(quote -> 'lines') as line;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = found_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  values (quote_id, found_order.id, wanted_currency, wanted_terms, total::bigint, note, ends_at, (select auth.uid()));
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place);
  perform private.notify_buyer(found_order.id, 'order_quoted');
  return quote_id;
end $function$;

CREATE OR REPLACE FUNCTION public.record_access(record_type text, record_id uuid, what text, path text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
  place text;
  bucket text;
begin
  if what = 'payment_proof' and not private.has_permission('payments.confirm') then
    raise exception 'permission denied to see proofs of payment' using errcode = '42501';
  elsif record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_access.path limit 1;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_access.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_access.path = any (dispute.photo_paths) limit 1;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $function$;

CREATE OR REPLACE FUNCTION public.record_history(record_type text, record_id uuid)
 RETURNS TABLE(axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean;
begin
  perform private.require_admin_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      select event.axis, event.from_value, event.to_value, null, event.actor_id, null, false, event.created_at, event.id
      from public.order_events as event
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then person.full_name end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    left join public.profiles as person on person.id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $function$;

CREATE OR REPLACE FUNCTION public.reissue_guest_link(record_type text, record_id uuid, reason text, token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  found_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_guest_link.record_type, reissue_guest_link.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = reissue_guest_link.record_type and record.id = reissue_guest_link.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif found_record.contact_email is null and coalesce(found_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- Mail about what is made up goes to nobody.
  can_mail := found_record.contact_email is not null and not found_record.is_demo;
  delete from private.registration_guest_links as link where link.record_id = found_record.id;
  if can_mail then
    perform private.notify_registrant(found_record.id, 'registration_link');
  else
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_guest_link.token_hash, found_record.record_type, found_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (found_record.record_type, found_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', found_record.reference, 'isMailed', can_mail);
end $function$;

CREATE OR REPLACE FUNCTION public.reject_payment_claim(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  found_order := private.apply_order_event(found_order.id,
    case
      when private.credited_kobo(found_order.id) = 0 then 'reject_claim'
      when found_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  if found_order.stock_released_at is not null and found_order.status = 'pending' and found_order.payment_status = 'unpaid' then
    -- Its time is over: the next run of the jobs ends it, and that is what its buyer hears.
    update public.orders set expires_at = least(expires_at, now()) where id = found_order.id returning * into found_order;
    return private.describe_market_order(found_order, false);
  end if;
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = found_order.id and status = 'pending' and kind = 'marketplace' and (
    select count(*) <= 1 from public.order_events as step
    where step.order_id = found_order.id and step.axis = 'payment' and step.from_value = 'claimed'
  );
  select * into found_order from public.orders where id = found_order.id;
  perform private.notify_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_order(order_id uuid, reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := coalesce(private.clean_text(reason), '');
  reopened text;
begin
  perform private.require_strong_right('orders.reopen');
  if char_length(given) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why the order is reopened' using errcode = '23514', hint = 'reason';
  end if;
  update public.orders set status = 'approved', reopened_at = clock_timestamp(), decline_reason = given
  where id = order_id and status = 'completed'
  returning status into reopened;
  if reopened is null then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  perform private.notify_buyer(order_id, 'order_reopened');
  return reopened;
end $function$;

CREATE OR REPLACE FUNCTION public.request_correction(record_type text, record_id uuid, notes jsonb, message text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  found_record private.registrations;
  cleaned jsonb;
  made bigint;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into found_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', found_record.status
      using errcode = 'PT409', hint = found_record.status;
  elsif private.is_own_record(found_record.record_type, found_record.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) not between 1 and 40 then
    raise exception 'Please mark at least one field' using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  select jsonb_agg(jsonb_build_object('field', note ->> 'field', 'note', private.clean_text(note ->> 'note')))
    into cleaned from jsonb_array_elements(notes) as note;
  if exists (
    select from jsonb_array_elements(cleaned) as note
    where coalesce(char_length(note ->> 'note'), 0) not between 1 and 500
      or not exists (
        select from private.registration_fields where form = found_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and found_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    found_record.record_type, found_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = found_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into made;
  insert into private.correction_authors (correction_request_id, requested_by) values (made, person_id);
  perform private.notify_registrant(found_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_record private.registrations;
  columns jsonb;
  known jsonb;
  next_version integer;
begin
  perform private.check_context(context);
  perform private.lock_registration(resubmit_registration.record_type, resubmit_registration.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = resubmit_registration.record_type and record.id = resubmit_registration.record_id;
  if found_record.id is null or not (
    context ->> 'enteredBy' is not null and found_record.user_id is null
    or private.may_change_registration(found_record.id, found_record.user_id, context)
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(found_record.form, context);
  if known is not null then
    return known;
  elsif found_record.open_correction is null then
    raise exception 'There is nothing to correct' using errcode = 'PT409';
  end if;
  perform private.refuse_clear_secrets(answers);
  columns := private.registration_columns(found_record.form, answers);
  perform private.update_row(found_record.record_type, 'id', found_record.id, columns -> 'record' ||
    case found_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, found_record.id, columns -> 'private')
    from private.private_table(found_record.record_type);
  end if;
  select coalesce(max(version), 0) + 1 into next_version from public.registration_submissions
  where registration_submissions.record_id = found_record.id;
  perform private.store_submission(found_record.record_type, found_record.id, next_version, found_record.form, answers,
    sealed, context);
  return private.describe_registration(found_record.id, true);
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_secret(record_type text, record_id uuid, field text, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
  looked_at uuid;
  reveal_id uuid;
begin
  if caller_id is null or not private.has_permission('vault.reveal')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to reveal this' using errcode = '42501';
  elsif not private.has_strong_permission('vault.reveal') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || caller_id, 0));
  if field = 'selfie' then
    sitting := private.open_sitting(caller_id);
    if sitting.queue is distinct from record_type then
      sitting := null;
    elsif why = '' then
      why := sitting.reason;
    end if;
  end if;
  if char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave the number itself out of the reason' using errcode = '23514', hint = 'reason';
  elsif sitting.id is null and (select count(*) >= 60 from public.vault_reveals
      where actor_id = caller_id and sitting_id is null and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  select secrets.person_id into looked_at from app_vault.secrets
  where secrets.record_type = reveal_secret.record_type and secrets.record_id = reveal_secret.record_id
    and secrets.field = reveal_secret.field;
  if looked_at is null then
    raise exception 'There is nothing to reveal here' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'What is your own is under Privacy, where your download has it' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.vault_reveals
    (person_id, record_type, record_id, field, reason, actor_id, actor_name, actor_role)
  values (
    looked_at, reveal_secret.record_type, reveal_secret.record_id, reveal_secret.field, why, caller_id,
    (select full_name from public.profiles where id = caller_id),
    (select role from public.user_roles where user_id = caller_id)
  )
  returning id into reveal_id;
  return reveal_id;
end $function$;

CREATE OR REPLACE FUNCTION public.start_export(list text, format text, filters jsonb DEFAULT '{}'::jsonb, unmasked boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_strong_right('exports.make');
  if list in ('correction_requests', 'people_to_phone') then
    if private.registrations_with('read') = '{}' then
      raise exception 'permission denied to read %', list using errcode = '42501';
    end if;
  elsif list = 'mails' then
    perform private.require_strong_right('mails.read');
  elsif list = 'audit_trail' then
    perform private.require_strong_right('audit_events.read');
  elsif list = 'breaches' then
    perform private.require_strong_right('breaches.read');
  else
    perform private.open_list(list);
  end if;
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', substring(format from '^(?:csv|xlsx)$'), 'filters', private.audited_filters(filters), 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_order(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  preferred_date date;
  made public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
  select * into made from public.orders
  where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
  if not found then
    answers := private.check_form('order', request);
    if answers ->> 'preferredDate' <> '' then
      preferred_date := private.read_day(answers ->> 'preferredDate');
      if preferred_date is null or preferred_date < (now() at time zone 'Africa/Lagos')::date then
        raise exception 'Please choose a day that is not in the past'
          using errcode = '23514', detail = 'preferredDate', hint = 'preferredDate';
      end if;
    end if;
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
    insert into public.orders
      (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements,
      delivery_date, idempotency_key)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key
    )
    returning * into made;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values (
      made.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
    );
    perform private.notify_buyer(made.id, 'order_received');
  end if;
  return jsonb_build_object('id', made.id, 'code', made.code, 'status', made.status, 'created_at', made.created_at);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  columns jsonb;
  known jsonb;
  made_id uuid := coalesce((sealed -> 'record' ->> 'id')::uuid, gen_random_uuid());
  broken text;
begin
  if record_type is null then
    raise exception 'There is no such form' using errcode = '22023';
  end if;
  perform private.check_context(context);
  known := private.find_attempt(form, context);
  if known is not null then
    return known;
  end if;
  if record_type = 'buyers' and person_id is null and context ->> 'enteredBy' is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  end if;
  perform private.refuse_clear_secrets(answers);
  columns := private.registration_columns(form, answers);
  -- An account whose profile could not be made at sign-up gets it now.
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person_id and email is not null
  on conflict (id) do nothing;
  if record_type = 'buyers' then
    perform private.record_audit_event('BUYER_REGISTRATION_ATTEMPT', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType'),
      (context ->> 'idempotencyKey')::uuid);
  end if;
  begin
    perform private.insert_row(record_type, columns -> 'record' || jsonb_build_object(
      'id', made_id,
      'user_id', person_id,
      'entered_by', context ->> 'enteredBy',
      'channel', context ->> 'channel',
      'locale', private.answer(context, 'locale'),
      'terms_version', private.answer(context, 'termsVersion'),
      'terms_accepted_at', now(),
      'status', 'pending',
      'is_demo', false,
      'created_at', now(),
      'updated_at', now()
    ) || case record_type
      when 'investors' then '{}'
      else '{"has_photo": false}'
    end::jsonb || case record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  exception when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'buyers_one_open_per_person' then
      raise;
    end if;
    select id into strict made_id from public.buyers
    where user_id = person_id and buyer_type = split_part(form, '_', 2) and status in ('pending', 'approved');
    -- What was sent now is not taken, and admins see that it was tried.
    perform private.record_audit_event('BUYER_REGISTRATION_ERROR', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = made_id;
    return private.describe_registration(made_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, made_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.store_submission(record_type, made_id, 1, form, answers, sealed, context);
  if person_id is null then
    perform private.store_guest_link(record_type, made_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.notify_registrant(made_id, 'registration_received');
  return private.describe_registration(made_id, true);
end $function$;

CREATE OR REPLACE FUNCTION public.track_market_order(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', orders.id, 'code', orders.code, 'kind', orders.kind, 'status', orders.status,
    'payment_status', orders.payment_status, 'fulfilment_status', orders.fulfilment_status,
    'total_amount_kobo', orders.total_amount_kobo, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo,
    'has_credit_terms', orders.credit_terms_reason is not null, 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at)
        order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'product_ratings', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

CREATE OR REPLACE FUNCTION public.track_registration(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken integer := 0;
begin
  select private.take_consents_back(null, array[link.record_id], withdraw_tracked_consent.purpose) into taken
  from private.registration_guest_links as link
  where link.token_hash = withdraw_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(taken, 0) = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $function$;

CREATE POLICY "Staff read the promises of what they may read" ON "private"."due_clocks" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

CREATE POLICY "Staff read the decisions on what they may read" ON "public"."decision_events" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

CREATE POLICY "Staff read reasons for what they may read" ON "public"."decline_reasons" FOR SELECT TO "authenticated" USING (((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])) OR ((record_type IS NULL) AND (( SELECT private.admin_types_with('read'::text) AS admin_types_with) <> '{}'::text[]))));

CREATE POLICY "Staff read the notes on what they may read" ON "public"."record_notes" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

CREATE POLICY "Staff read who works on what they may read" ON "public"."record_work" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

CREATE POLICY "Staff hear that a list of the desk has changed" ON "realtime"."messages" FOR SELECT TO "authenticated" USING (((( SELECT realtime.topic() AS topic) = 'desk'::text) AND (extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT private.is_in_admin() AS is_in_admin)));

COMMENT ON COLUMN "app_vault"."records"."sender_link_hash" IS 'Of the link that stood on the screen of a guest who sent it: anyone who claims it with that link sees it whole. Null: nobody does.';

COMMENT ON COLUMN "private"."mail_templates"."purpose" IS 'sign_in: prompted by the account itself, and secret; staff: for colleagues. Both go to anyone who wants no notices.';

COMMENT ON COLUMN "private"."order_uploads"."ready_at" IS 'The server has looked at the file, and drawn it again when it is a picture. No claim or dispute names it before.';

COMMENT ON COLUMN "private"."product_photos"."ready_at" IS 'The server has drawn it again. No product shows it before.';

COMMENT ON COLUMN "private"."registration_guest_links"."is_mailed" IS 'It left by another way than the screen of the person who sent the form: by mail, or handed over by staff. Such a link proves less: what is secret stays masked for the account that claims by it.';

COMMENT ON COLUMN "private"."submission_keys"."fingerprint" IS 'HMAC of the attempt''s key, answers and secrets. Null: an attempt of before it was stored, or of a person who was erased.';

COMMENT ON COLUMN "public"."audit_trail"."address" IS 'From where: null where the application itself acted.';

COMMENT ON COLUMN "public"."buyers"."has_photo" IS 'Whether a photo was received; where it lies is not stored in this table.';

COMMENT ON COLUMN "public"."consents"."recorded_by" IS 'The member of staff who was told so, for someone in the admin area or on the phone.';

COMMENT ON COLUMN "public"."decision_events"."own_record" IS 'Someone decided on what is their own: refused since release 0.2.0, and flagged here of before.';

COMMENT ON COLUMN "public"."farmers"."channel" IS 'How the form came in: web, or entered by staff for a walk_in or a caller (phone). Null: before this was stored.';

COMMENT ON COLUMN "public"."farmers"."entered_by" IS 'The member of staff who entered the form on someone''s behalf. No foreign key: from a record one way alone leads to profiles, the person''s own.';

COMMENT ON COLUMN "public"."training_enrolment_private"."guardian_consent" IS 'A parent or guardian agreed to the enrolment of someone under 18 (NDPA, section 31).';

COMMENT ON COLUMN "public"."user_roles"."granted_by" IS 'Who gave this role: anyone who invited them or changed it last.';

COMMENT ON TABLE "app_vault"."keys" IS 'Keys of the application, wrapped like a person''s: the one of the keyed hashes.';

COMMENT ON TABLE "app_vault"."people" IS 'A person''s key. Someone may have several: as a guest, and as the account that claimed it later.';

COMMENT ON TABLE "private"."admin_queues" IS 'source is the kind of record that it is a part of; permission is requested where it is no kind of record.';

COMMENT ON TABLE "private"."market_limits" IS 'What staff may tune.';

COMMENT ON TABLE "private"."own_exports" IS 'Who took along what is stored about them, masked or in clear. Append-only.';

COMMENT ON TABLE "private"."photo_sittings" IS 'Announced times in which someone looks through the photos of a queue: four hours or 300 photos.';

COMMENT ON TABLE "private"."vault_openings" IS 'What was decrypted without anybody seeing it: to judge a correction, to find photos that go, to encrypt again. Append-only; looks and exports have ledgers of their own.';

COMMENT ON TABLE "public"."company_facts" IS 'Offices as the specification names them; the rest is null until someone enters it.';

COMMENT ON TABLE "public"."order_documents" IS 'Documents as they were issued. What one says is never changed; a pro-forma and a delivery note go with the account, tax law keeps the rest.';

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';
CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.phone_calls as t where record_id in (select private.registrations_of($1, $2));
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'app_vault.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from app_vault.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from app_vault.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'app_vault.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from app_vault.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.audit_log_entries as t where payload ->> 'actor_id' = $1::text) as records
    union all select 'auth.flow_state' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token']), '[]')
      from auth.flow_state as t where user_id = $1) as records
    union all select 'auth.identities' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.identities as t where user_id = $1) as records
    union all select 'auth.mfa_amr_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.mfa_amr_claims as t where session_id in (select id from auth.sessions where user_id = $1)) as records
    union all select 'auth.mfa_challenges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['otp_code', 'web_authn_session_data']), '[]')
      from auth.mfa_challenges as t where factor_id in (select id from auth.mfa_factors where user_id = $1)) as records
    union all select 'auth.mfa_factors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']), '[]')
      from auth.mfa_factors as t where user_id = $1) as records
    union all select 'auth.one_time_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash', 'code_hash', 'sign_up']), '[]')
      from auth.one_time_tokens as t where user_id = $1) as records
    union all select 'auth.refresh_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token', 'parent']), '[]')
      from auth.refresh_tokens as t where user_id = $1::text) as records
    union all select 'auth.sessions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.sessions as t where user_id = $1) as records
    union all select 'auth.users' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']), '[]')
      from auth.users as t where id = $1) as records
    union all select 'private.account_freezes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.account_freezes as t where user_id = $1) as records
    union all select 'private.alarm_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.alarm_links as t where user_id = $1) as records
    union all select 'private.export_progress' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.export_progress as t where user_id = $1) as records
    union all select 'private.factor_resets' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.factor_resets as t where user_id = $1) as records
    union all select 'private.link_reissues' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from private.link_reissues as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.mail_outbox' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['data', 'dedupe_key', 'last_error']), '[]')
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1))) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from private.money_entries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_guest_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.order_uploads as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.own_exports' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_exports as t where user_id = $1) as records
    union all select 'private.own_secret_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_secret_requests as t where user_id = $1) as records
    union all select 'private.photo_sittings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.photo_sittings as t where person_id = $1) as records
    union all select 'private.photo_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['receipt_hash']), '[]')
      from private.photo_uploads as t where user_id = $1) as records
    union all select 'private.product_photos' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.product_photos as t where user_id = $1) as records
    union all select 'private.registration_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.registration_guest_links as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_disputes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['resolved_by']), '[]')
      from public.order_disputes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_documents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_documents as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.order_events as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_instalments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_instalments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_items as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3))) as records
  ) as part
$function$;
