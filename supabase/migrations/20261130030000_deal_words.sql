DROP TRIGGER "guard_zone_areas" ON "public"."delivery_zones";

DROP TRIGGER "touch_updated_at" ON "public"."delivery_zones";

DROP TRIGGER "guard_depot_area" ON "public"."depots";

DROP TRIGGER "touch_updated_at" ON "public"."depots";

DROP FUNCTION "private"."contract_in_mail"(public.orders);

DROP FUNCTION "private"."guard_depot_area"();

DROP FUNCTION "private"."guard_zone_areas"();

ALTER TABLE "public"."products" ADD COLUMN "variety" text;

ALTER TABLE "public"."products" ADD COLUMN "grade" text;

ALTER TABLE "public"."products" ADD COLUMN "harvest" text;

ALTER TABLE "public"."products" ADD COLUMN "lot" text;

CREATE OR REPLACE FUNCTION private.after_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('products', 'staff', 'id',
    'name,category,farmer_id,pack_amount,pack_unit,weight_grams,vat_class,price_kobo,stock,low_stock_at,season,variety,grade,harvest,lot,state,photo_path,more_photo_paths,status,review_note', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
  elsif (new.stock, new.price_kobo) is distinct from (old.stock, old.price_kobo) then
    perform private.record_product_numbers(old, new);
  end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.weight_grams, new.price_kobo, new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.weight_grams, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.before_depot_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  if tg_op = 'INSERT' or (new.state, new.lga) is distinct from (old.state, old.lga) then
    perform private.refuse_unknown_area(new.state, new.lga, 'state', 'lga');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  -- Sales, ratings and a stock that the farmer counts need no review.
  if (new.stock, new.rating_average, new.rating_count) is distinct from (old.stock, old.rating_average, old.rating_count)
    and (new.name, new.category, new.description, new.farmer_id, new.farmer_name, new.location, new.is_verified,
      new.pack_amount, new.pack_unit, new.weight_grams, new.vat_class, new.price_kobo, new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths, new.status, new.review_note)
    is not distinct from (old.name, old.category, old.description, old.farmer_id, old.farmer_name, old.location, old.is_verified,
      old.pack_amount, old.pack_unit, old.weight_grams, old.vat_class, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths, old.status, old.review_note)
  then
    return new;
  end if;
  perform private.guard_price(old, new);
  new := private.guard_product(old, new);
  if tg_op = 'INSERT' and new.farmer_id is not null then perform private.limit_farmer_products(new.farmer_id); end if;
  perform private.refuse_secrets('review_note', old.review_note, new.review_note);
  if new.status = 'published' and new.farmer_id is not null
    and (tg_op = 'INSERT' or (new.status, new.farmer_id) is distinct from (old.status, old.farmer_id))
  then
    perform private.refuse_to_publish_without_consent(new.farmer_id, is_new => tg_op = 'INSERT');
  end if;
  if (new.photo_path, new.more_photo_paths) is distinct from (old.photo_path, old.more_photo_paths) then
    perform private.require_product_photos(new, array(
      select path from unnest(array_append(new.more_photo_paths, new.photo_path)) as named (path)
      where path is not null and path <> all (array_append(coalesce(old.more_photo_paths, '{}'), coalesce(old.photo_path, '')))));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_zone_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  -- An area of before stays what it is until it is changed.
  if tg_op = 'INSERT' or new.areas is distinct from old.areas then
    perform private.refuse_unknown_area(split_part(area, ': ', 1), nullif(split_part(area, ': ', 2), ''), 'areas', 'areas')
    from unnest(new.areas) as area;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shortfall(current_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
  is_ended boolean := current_order.status = 'declined';
  another_day timestamptz := case when current_order.status = 'pending' then now() + interval '24 hours' end;
  event text := case
    when goes_back > 0 then null -- less of it, and the state is as it was
    when is_ended and (private.paid_in_kobo(current_order.id) = 0 or current_order.payment_status = 'claimed')
      -- Also where a rest of it was settled without money: nothing would go back of it, if it were declined.
      or current_order.status = 'pending' and private.received_kobo(current_order.id) = 0 then 'correct_to_nothing'
    when is_ended or owed = 0 and current_order.payment_status = 'refund_due' and private.paid_in_kobo(current_order.id) > private.received_kobo(current_order.id)
      then 'refund'
    when owed = 0 and not current_order.awaits_delivery then 'correct_to_exact'
    else 'correct_to_short' end;
begin
  if event is not null then
    current_order := private.apply_order_event(current_order.id, event);
  end if;
  update public.orders set refund_due_kobo = goes_back,
    -- The next claim is the first one of the money that it waits for now.
    claimed_at = case when event = 'correct_to_nothing' and payment_status = 'unpaid' then null else claimed_at end,
    expires_at = case when expires_at < another_day then another_day else expires_at end,
    price_locked_until = case when price_locked_until < another_day then another_day else price_locked_until end,
    claim_holds_until = case when claim_holds_until < another_day then another_day else claim_holds_until end
  where id = current_order.id returning * into current_order;
  -- A bank that is said to have paid has not.
  update public.letters_of_credit set status = 'documents_presented'
  where order_id = current_order.id and status = 'paid' and owed > 0;
  return current_order;
end $function$;

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
  if is_farmers_own_change and new.vat_class is distinct from coalesce(old.vat_class, 'basic_food') then
    raise exception 'permission denied to set the VAT of products' using errcode = '42501', hint = 'vat_class';
  end if;
  new.name := private.clean_line(new.name);
  new.description := nullif(private.clean_text(new.description), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.variety := nullif(private.clean_line(new.variety), '');
  new.grade := nullif(private.clean_line(new.grade), '');
  new.harvest := nullif(private.clean_line(new.harvest), '');
  new.lot := nullif(private.clean_line(new.lot), '');
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
    elsif (new.name, new.category, new.description, new.farmer_id, new.pack_amount, new.pack_unit, new.weight_grams, new.price_kobo,
        new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths)
      is distinct from (old.name, old.category, old.description, old.farmer_id, old.pack_amount, old.pack_unit,
        old.weight_grams, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths)
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

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then interval '7 days' else interval '400 days' end);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type,
    'quantity', current_order.quantity_text,
    'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code,
    'total_kobo', current_order.total_amount_kobo,
    'delivery', private.describe_delivery(current_order.id),
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- Of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.seller_in_mail()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(facts ->> 'legal_name', facts ->> 'company_name')
    || coalesce(', ' || (facts ->> 'registration_number'), '') || coalesce(', ' || (facts ->> 'head_office'), '')
  from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known
$function$;

CREATE OR REPLACE FUNCTION public.accept_quote(quote_id uuid, total_kobo bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes;
  own public.orders;
  parts bigint[];
  sums record;
begin
  chosen := private.lock_own_quote(quote_id);
  select * into own from public.orders where id = chosen.order_id;
  if chosen.status = 'accepted' and chosen.total_kobo = accept_quote.total_kobo then
    return private.describe_market_order(own, false);
  end if;
  perform private.require_answerable(chosen);
  if chosen.total_kobo is distinct from accept_quote.total_kobo then
    raise exception 'The total of this quote is another one' using errcode = '23514', hint = 'total_kobo';
  end if;
  update public.quotes set status = 'accepted', accepted_at = now() where id = chosen.id;
  -- Less a discount, goods are what is left of the total; where that is more than the goods, delivery is what is left.
  select least(coalesce(sum(line.total_kobo) filter (where line.kind = 'tax'), 0), chosen.total_kobo)::bigint as vat_kobo,
    coalesce(sum(line.total_kobo) filter (where line.kind = 'delivery'), 0)::bigint as delivery_kobo
  into strict sums from public.quote_lines as line where line.quote_id = chosen.id;
  -- Where the request asked for it stays with the request: the same request again is judged by it.
  update public.order_requests as request set delivery_location = own.delivery_address
  where request.order_id = own.id and chosen.deliver_to <> own.delivery_address;
  update public.orders set total_amount_kobo = chosen.total_kobo, currency = chosen.currency, vat_kobo = sums.vat_kobo,
    delivery_kobo = least(sums.delivery_kobo, chosen.total_kobo - sums.vat_kobo),
    vat_lines = private.quote_vat_lines(chosen, sums.vat_kobo),
    delivery_address = coalesce(chosen.deliver_to, delivery_address),
    delivers_from = coalesce(chosen.window_from, chosen.window_to), delivers_until = coalesce(chosen.window_to, chosen.window_from)
  where id = own.id returning * into own;
  parts := private.split_amount(chosen.total_kobo, array(
    select percent from private.payment_schedules where terms = chosen.payment_terms order by position));
  insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
  select own.id, position, percent, due, parts[position]
  from private.payment_schedules where terms = chosen.payment_terms;
  perform private.issue_document_of_quote(chosen.id, 'contract');
  perform private.notify_staff_of_answer(own.id, 'accepted', chosen.total_kobo, chosen.currency);
  perform private.notify_buyer(own.id, 'order_quote_accepted');
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION public.set_letter_of_credit(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{awaited,draft_received,issued,documents_presented,paid}';
  current_order public.orders;
  letter public.letters_of_credit;
  written public.letters_of_credit;
  next_status text := details ->> 'status';
  bank text := nullif(private.clean_line(details ->> 'advisingBank'), '');
  documents_named text := nullif(private.clean_text(details ->> 'documents'), '');
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into current_order from public.orders where id = set_letter_of_credit.order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501';
  elsif not private.has_letter_of_credit(current_order.id) then
    raise exception 'No letter of credit was agreed on for this order' using errcode = '23514', hint = 'status';
  elsif char_length(bank) not between 5 and 300 then
    raise exception 'Name the bank in 5 to 300 characters' using errcode = '23514', hint = 'advisingBank';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  if array_position(known, next_status) is null or array_position(known, next_status) < array_position(known, letter.status) then
    raise exception 'It goes forward only' using errcode = '23514', hint = 'status';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    -- What a complaint took off or sent back since changes nothing about it.
    if current_order.status = 'declined' or private.paid_kobo(current_order.id) <= 0 or private.balance_kobo(current_order.id) > 0 then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'documents', written.documents,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

ALTER TABLE "public"."products" ADD CONSTRAINT "products_grade_length" CHECK (((char_length(grade) >= 2) AND (char_length(grade) <= 100)));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_harvest_length" CHECK (((char_length(harvest) >= 2) AND (char_length(harvest) <= 100)));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_lot_length" CHECK (((char_length(lot) >= 2) AND (char_length(lot) <= 100)));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_variety_length" CHECK (((char_length(variety) >= 2) AND (char_length(variety) <= 100)));

CREATE TRIGGER before_zone_change BEFORE INSERT OR UPDATE ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION private.before_zone_change();

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE ON public.delivery_zones FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER before_depot_change BEFORE INSERT OR UPDATE ON public.depots FOR EACH ROW EXECUTE FUNCTION private.before_depot_change();

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE ON public.depots FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

COMMENT ON COLUMN "public"."products"."harvest" IS 'When it was brought in, in words: October 2026.';

COMMENT ON COLUMN "public"."products"."lot" IS 'The mark that stands on its bags.';

REVOKE ALL ON FUNCTION "private"."before_depot_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_zone_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seller_in_mail"() FROM PUBLIC;

REVOKE ALL ("grade") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("grade"), UPDATE ("grade") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("harvest") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("harvest"), UPDATE ("harvest") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("lot") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("lot"), UPDATE ("lot") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("variety") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("variety"), UPDATE ("variety") ON TABLE "public"."products" TO "authenticated";

CREATE OR REPLACE FUNCTION private.contract_in_mail(own public.orders, is_own_mailbox boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.describe_quote_in_mail(quote) || jsonb_build_object(
        'isAgreed', quote.status = 'accepted',
        'before', case when quote.status = 'open' then (select private.describe_quote_in_mail(earlier) from public.quotes as earlier
          where earlier.order_id = quote.order_id and earlier.status in ('replaced', 'declined') and earlier.created_at < quote.created_at
          order by earlier.created_at desc limit 1) end,
        'requested', case when quote.status = 'open' then private.describe_request_in_mail(quote.order_id) end,
        'expiresAt', case when quote.status = 'open' then private.utc_text(quote.expires_at) end,
        'seller', private.seller_in_mail(),
        'goods', (select jsonb_agg(jsonb_build_object('name', description, 'quantity', trim_scale(quantity)::text, 'unit', unit)
            order by position)
          from public.quote_lines as line where line.quote_id = quote.id and line.kind = 'goods'))
      from public.quotes as quote where quote.order_id = ($1).id and quote.status in ('open', 'accepted')
      order by quote.status limit 1),
    -- Where several products are requested, each of them: their names are of the list of the order form.
    (select case when $2 then private.describe_request_in_mail(($1).id) - 'products' || jsonb_build_object(
          'seller', private.seller_in_mail(), 'wishedDay', ($1).delivery_date,
          'purchaseOrderNumber', request.purchase_order_number)
        else jsonb_build_object('paymentTerms', payment_terms, 'incoterms', incoterms) end
      || jsonb_build_object('goods', (
        select jsonb_agg(jsonb_build_object('name', product, 'quantity', trim_scale(quantity)::text, 'unit', unit) order by position)
        from (
          select 1 as position, ($1).crop_type as product, ($1).quantity, ($1).unit
          union all
          select line.position, line.product, line.quantity, line.unit
          from public.order_request_lines as line where line.order_id = ($1).id
        ) as goods having count(*) > 1))
      from public.order_requests as request where request.order_id = ($1).id))
$function$;

REVOKE ALL ON FUNCTION "private"."contract_in_mail"(public.orders, boolean) FROM PUBLIC;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_quote_accepted', '{email}', 'orders', 'notice', 'order', 'once', 'true', null, 'false', 'Quote accepted');
