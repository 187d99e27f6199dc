DROP TRIGGER "refuse_secrets" ON "public"."record_notes";

DROP TRIGGER "refuse_secrets" ON "public"."tasks";

ALTER TABLE "private"."change_codes" DROP CONSTRAINT "change_codes_record_type_known";

ALTER TABLE "private"."change_refusals" DROP CONSTRAINT "change_refusals_record_type_known";

ALTER TABLE "private"."link_reissues" DROP CONSTRAINT "link_reissues_record_type_known";

ALTER TABLE "private"."photo_sittings" DROP CONSTRAINT "photo_sittings_queue_known";

ALTER TABLE "private"."photo_uploads" DROP CONSTRAINT "photo_uploads_record_type_known";

ALTER TABLE "private"."registration_merges" DROP CONSTRAINT "registration_merges_record_type_known";

ALTER TABLE "public"."consents" DROP CONSTRAINT "consents_record_type_known";

ALTER TABLE "public"."correction_requests" DROP CONSTRAINT "correction_requests_record_type_known";

ALTER TABLE "public"."counter_offers" DROP CONSTRAINT "counter_offers_currency_known";

ALTER TABLE "public"."job_applications" DROP CONSTRAINT "job_applications_cv_bytes_range";

ALTER TABLE "public"."order_items" DROP CONSTRAINT "order_items_vat_class_known";

ALTER TABLE "public"."order_products" DROP CONSTRAINT "order_products_price_currency_known";

ALTER TABLE "public"."order_products" DROP CONSTRAINT "order_products_vat_class_known";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_currency_known";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_currency_known";

ALTER TABLE "public"."phone_calls" DROP CONSTRAINT "phone_calls_record_type_known";

ALTER TABLE "public"."products" DROP CONSTRAINT "products_vat_class_known";

ALTER TABLE "public"."quote_lines" DROP CONSTRAINT "quote_lines_vat_class_known";

ALTER TABLE "public"."quotes" DROP CONSTRAINT "quotes_currency_known";

ALTER TABLE "public"."quotes" DROP CONSTRAINT "quotes_vat_class_known";

ALTER TABLE "public"."registration_submissions" DROP CONSTRAINT "registration_submissions_record_type_known";

ALTER TABLE "public"."settlement_accounts" DROP CONSTRAINT "settlement_accounts_currency_known";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_reason_known";

ALTER TABLE "public"."vat_rates" DROP CONSTRAINT "vat_rates_vat_class_known";

DROP FUNCTION "private"."is_undoable"(text);

DROP FUNCTION "private"."is_vat_class"(text);

CREATE OR REPLACE FUNCTION private.admin_permission(record_type text, verb text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    when record_type = 'products' and verb = 'decide' then 'products.write'
    when record_type = any (private.admin_types()) then record_type || '.' || verb
  end
$function$;

CREATE OR REPLACE FUNCTION private.alarm_link_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '30 days'
$function$;

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
  foreach kind in array private.registration_types() || array['partnership_applications'] loop
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
    and record_type = any (private.registration_types() || array['partnership_applications', 'job_applications'])
    and not exists (select from private.registrations where registrations.id = decision_events.record_id)
    and not exists (select from public.partnership_applications as application where application.id = decision_events.record_id)
    and not exists (select from public.job_applications as application where application.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  -- Requested again is a new request. The ledger of consents stays: it says when a subscription began and ended, not whose.
  delete from public.newsletter_subscriptions
  where confirmed_at is null and unsubscribed_at is null
    and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('unconfirmed_subscriptions', touched);
  delete from public.newsletter_subscriptions
  where greatest(unsubscribed_at, confirm_sent_at) < private.retained_since('ended_subscriptions') and unsubscribed_at is not null;
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('ended_subscriptions', touched);
  delete from public.stock_alerts
  where greatest(created_at, confirm_sent_at, confirmed_at, notified_at) < private.retained_since('ended_subscriptions')
    or confirmed_at is null and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('stock_alerts', touched);
  delete from private.registration_guest_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('registration_guest_links', touched);
end $function$;

CREATE OR REPLACE FUNCTION private.audited_tables(kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case kind
    when 'orders' then array['orders', 'payments', 'money_entries', 'order_credits', 'quotes', 'disputes', 'letters_of_credit']
    when 'people' then array['farmers', 'training_enrolments', 'buyers', 'investors', 'correction_requests', 'people_to_phone']
    when 'messages' then array['contact_messages', 'partnership_applications', 'job_applications', 'newsletter_subscriptions', 'mails', 'mail_suppressions']
    when 'catalogue' then array['products', 'order_products', 'low_stock']
    when 'content' then array['content_drafts', 'company_facts', 'legal_texts', 'board_members', 'board_contacts', 'career_categories', 'career_positions', 'courses', 'crop_seasons', 'impact_figures', 'page_actions', 'page_facts', 'page_texts', 'photographs', 'projects', 'stories']
    when 'staff' then array['roles', 'role_permissions', 'user_roles', 'staff_departures', 'staff_invitations']
    when 'secrets' then array['vault_reveals', 'vault_seal', 'photo_sittings', 'own_secrets', 'own_data', 'account', 'breaches']
    when 'settings' then array['settlement_accounts', 'market_limits', 'vat_rates', 'delivery_zones', 'depots', 'retention_periods', 'decline_reasons', 'reply_templates', 'saved_views', 'audit_trail']
    else array[kind]
  end
$function$;

CREATE OR REPLACE FUNCTION private.check_merge(record_type text, record_id uuid, other_id uuid, reason text, seen text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid;
  why text := coalesce(private.clean_line(reason), '');
  pair private.registrations[];
  obstacle text;
begin
  if record_type is null or record_type <> all (private.registration_types()) then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  end if;
  caller_id := private.require_record_work(record_type);
  perform private.require_strong_right(record_type || '.decide');
  if private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing is erased from it for now'
      using errcode = '42501', hint = 'frozen';
  elsif char_length(why) not between 10 and 500 then
    raise exception 'Please give a reason of 10 to 500 characters' using errcode = '23514', hint = 'reason';
  end if;
  perform private.refuse_secrets('reason', null, why);
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('merge ' || caller_id, 0));
  if (select count(*) >= 30 from private.registration_merges
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(record_type, least(record_id, other_id));
  perform private.lock_registration(record_type, greatest(record_id, other_id));
  pair := private.find_pair(record_type, record_id, other_id);
  if coalesce(cardinality(pair), 0) <> 2 then
    raise exception 'There are no two such registrations' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) or private.is_own_record(record_type, other_id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  obstacle := private.find_merge_obstacle(pair[1], pair[2]);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = 'PT409', hint = 'merge';
  elsif seen is distinct from private.mark_pair(pair[1], pair[2]) then
    raise exception 'One of the two was changed meanwhile. Please compare them again.' using errcode = 'PT409', hint = 'seen';
  end if;
  return pair[2].id;
end $function$;

CREATE OR REPLACE FUNCTION private.currencies()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['NGN', 'USD', 'EUR', 'GBP']
$function$;

CREATE OR REPLACE FUNCTION private.currency_words()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 'naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)'
$function$;

CREATE OR REPLACE FUNCTION private.cv_bytes_max()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 2097152
$function$;

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
  farm_id uuid;
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
  foreach closed_type in array private.registration_types() loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Locked first: who adds a product to one of these farms waits, and is refused.
  for farm_id in select id from public.farmers where id = any (their_records) order by id for update loop
    perform private.hide_listings(farm_id, 'The farmer has had their data erased.');
  end loop;
  -- Those that wait have names in them, and nobody wants to read "declined" after "erase". A farmer's listings are theirs.
  perform private.forget_recipients(their_records || array(
    select id from public.products where farmer_id = any (their_records)));
  -- What staff entered for them was noted under no account, by which it could be found later: by its attempt, and by an
  -- address that they proved or that staff typed. One that somebody typed themselves may be anybody's.
  select coalesce(array_agg(lower(contact.email)), '{}') into their_addresses from (
    select address as email
    union select contact_email from public.buyers where id = any (their_records) and channel <> 'web'
    union select answers ->> 'email' from public.registration_submissions
      where record_id = any (their_records) and registration_submissions.channel <> 'web'
  ) as contact where contact.email <> '';
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

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'day' then
        format('t.delivers_until >= %1$L::date and t.delivers_from <= %1$L::date', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'crop' then format('t.crop_type = any ((select private.crops_with(%L))::text[])', value)
      when source = 'orders' and name = 'money' and private.open_money_condition(value) is not null then
        format('t.id in (select own.id from public.orders as own where %s)', private.open_money_condition(value))
      when source = 'orders' and name = 'received' then format(
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt' and private.came_kobo(payment.id) > 0
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source in ('contact_messages', 'job_applications', 'partnership_applications') and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      -- From an unknown address, and since then nobody wrote to the record's person, or a note about it.
      when source in ('contact_messages', 'job_applications', 'partnership_applications', 'orders') and name = 'reply' and value = 'unproved' then
        $sql$t.id in (select came.record_id from public.record_messages as came where not came.is_proved
          and not exists (select from public.record_messages as later
            where later.record_id = came.record_id and later.is_from_staff and later.id > came.id)
          and not exists (select from public.order_messages as later
            where later.order_id = came.record_id and later.is_from_staff and later.created_at > came.created_at)
          and not exists (select from public.record_notes as note
            where note.record_id = came.record_id and note.created_at > came.created_at))$sql$
      when source = 'contact_messages' and name = 'topic' or source = 'products' and name in ('category', 'state')
        or source = 'partnership_applications' and name = 'partnership_type'
      then format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'job_applications' and name = 'position' then case value
        when 'general' then 'exists (select from public.job_applications as own where own.id = t.id and own.position_title is null)'
        else format('exists (select from public.job_applications as own where own.id = t.id and own.position_id::text = %L)', value) end
      when source = 'products' and name = 'photo' and value = 'missing' then
        'exists (select from public.products as own where own.id = t.id and own.photo_path is null)'
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source = any (private.registration_types()) and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'training_enrolments' and name = 'minor' and value = 'yes' then
        'exists (select from public.training_enrolments as own where own.id = t.id and own.is_minor)'
      when source = any (private.photo_types()) and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo)', source)
      when source = any (private.registration_types()) and name = 'twin' and value = 'possible' then
        format('t.id in (select twin.record_id from private.open_twins as twin where twin.record_type = %L
          and twin.other_type = any ((select private.registrations_with(''read''))::text[]))', source)
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.find_audited_subjects(words text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  max_records constant integer := 200;
  readable text[] := private.admin_types_with('read');
  sought record := private.read_search(words);
  accounts uuid[] := '{}';
  found text[];
  source text;
begin
  -- Codes are nobody's secret.
  found := array(select orders.id::text from public.orders where code = upper(btrim(words))
    union all select record.id::text from private.registrations as record where reference = upper(btrim(words)))
    || btrim(words) || replace(lower(btrim(words)), ' ', '_');
  if sought.alternatives is null then
    return found;
  end if;
  if private.has_permission('profiles.read') then
    accounts := private.search_texts('profiles', sought.indexed, sought.further, max_records);
    found := found || accounts::text[];
  end if;
  foreach source in array readable loop
    if source = any (private.registration_types() || array['orders', 'contact_messages']) then
      found := found || array(select record.id::text
        from private.search_person_records(source, sought.indexed, sought.further, accounts[1:30], max_records) as record);
    end if;
    if source <> all (private.registration_types() || array['contact_messages']) then
      found := found || private.search_texts(source, sought.indexed, sought.further, max_records)::text[];
    end if;
  end loop;
  if 'orders' = any (readable) then
    found := found || private.search_texts('payments', sought.indexed, sought.further, max_records)::text[];
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_account_safety()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  delete from private.alarm_links where created_at < now() - private.alarm_link_period();
  delete from private.own_secret_requests where closes_at < now();
  delete from private.account_freezes where thaws_at < now();
  delete from private.vault_openings where created_at < private.retained_since('vault_openings');
  delete from private.own_exports where created_at < private.retained_since('own_exports');
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_masks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.field = 'sidraWalletAddress' then
    update public.investors set wallet_address = null where id = old.record_id;
  elsif old.field = 'selfie' and old.record_type = any (private.photo_types()) then
    execute format('update public.%I set has_photo = false where id = $1', old.record_type) using old.record_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_registration(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if record_type = any (private.registration_types()) then
    execute format('select from public.%I where id = $1 for update', record_type) using record_id;
  end if;
end $function$;

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
    from private.registrations where reference = coalesce(new.data ->> 'code', new.data ->> 'reference');
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif policy.limited = 'form' and policy.about = any (private.admin_types()) then
    execute format('select id from public.%I where created_at = now() and email = $1', policy.about)
      into new.record_id using new.recipient;
    new.record_type := case when new.record_id is not null then policy.about end;
  end if;
  if policy.waits_for_undo and new.record_type = any (private.undoable_types()) and (select auth.uid()) is not null then
    new.next_attempt_at := new.created_at + private.undo_period();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.name_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_readable boolean := private.has_permission(private.admin_permission($1, 'read'));
  named text;
begin
  if $1 = 'orders' then
    select orders.code into named from public.orders where orders.id = $2;
  elsif $1 = any (private.registration_types()) then
    select case when is_readable then coalesce(record.contact_name, record.reference) else record.reference end into named
    from private.registrations as record where record.record_type = $1 and record.id = $2;
  elsif not is_readable then
    return null;
  elsif $1 = 'products' then
    select product.name into named from public.products as product where product.id = $2;
  else
    select sent.name into named from private.form_records as sent where sent.record_type = $1 and sent.id = $2;
  end if;
  return named;
end $function$;

CREATE OR REPLACE FUNCTION private.person_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['farmers', 'training_enrolments', 'buyers', 'investors', 'orders', 'contact_messages', 'partnership_applications', 'job_applications']
$function$;

CREATE OR REPLACE FUNCTION private.photo_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['farmers', 'training_enrolments', 'buyers']
$function$;

CREATE OR REPLACE FUNCTION private.read_alarm_link(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', private.mask_address(mailbox), 'template', template, 'at', created_at, 'isUsed', used_at is not null)
  from private.alarm_links as link
  where link.token_hash = $1 and link.created_at > now() - private.alarm_link_period()
$function$;

CREATE OR REPLACE FUNCTION private.read_quote(current_order public.orders, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  result public.quotes;
  wrong record;
  total numeric;
  largest numeric;
begin
  result := jsonb_populate_record(result, case when quote ? 'terms' then private.read_terms_for_order((current_order).id, quote -> 'terms')
    else private.last_contract_terms((current_order).id) end);
  result.id := gen_random_uuid();
  result.order_id := (current_order).id;
  result.currency := coalesce(quote ->> 'currency', 'NGN');
  result.agreed_rate := case when result.currency <> 'NGN' then nullif(private.clean_line(quote ->> 'agreedRate'), '') end;
  result.note := nullif(private.clean_text(quote ->> 'note'), '');
  result.created_by := (select auth.uid());
  result.created_at := clock_timestamp();
  result.payment_terms := coalesce(quote ->> 'paymentTerms',
    (select payment_terms from public.order_requests as bulk_request where bulk_request.order_id = (current_order).id));
  begin
    result.expires_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    result.expires_at := null;
  end;
  if coalesce(result.expires_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = result.payment_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif result.currency <> all (private.currencies()) then
    raise exception 'A quote is in %', private.currency_words() using errcode = '23514', hint = 'currency';
  elsif char_length(result.agreed_rate) not between 2 and 60 then
    raise exception 'The rate has 2 to 60 characters' using errcode = '23514', hint = 'agreedRate';
  elsif char_length(result.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'kind' then 'say whether it is goods, delivery, a discount or tax'
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      when 'discount' then 'a discount must be more than nothing'
      when 'whole' then 'bags, containers and other packs are counted whole'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = case wrong.field when 'discount' then 'priceKobo' when 'whole' then 'quantity' else wrong.field end;
  end if;
  perform private.read_line_terms(line, place) from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place);
  if not exists (
    select from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods'
  ) then
    raise exception 'A quote has at least one line of goods' using errcode = '23514', hint = 'lines';
  end if;
  select sum(amount), max(abs(amount)) into total, largest
  from (
    select round((line ->> 'quantity')::numeric * private.quote_line_price(line)) as amount
    from jsonb_array_elements(quote -> 'lines') as line
  ) as amounts;
  if total not between 1 and 9000000000000000 or largest > 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  result.total_kobo := total;
  -- Nobody accepts what could not be delivered any more.
  result.expires_at := least(result.expires_at, private.end_of_day(result.window_to));
  if result.expires_at < now() + interval '1 hour' then
    raise exception 'The delivery window ends in less than an hour, and the quote with it' using errcode = '23514', hint = 'windowTo';
  end if;
  return private.read_quote_vat(result, quote);
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote_vat(result public.quotes, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_said boolean := nullif(quote ->> 'vatClass', '') is not null
    or exists (select from jsonb_array_elements(quote -> 'lines') as line where nullif(line ->> 'vatClass', '') is not null);
  rates jsonb := (select jsonb_agg(jsonb_build_object('vatClass', vat_class, 'rateBp', rate_bp, 'reason', reason)) from private.vat_on());
  goods jsonb;
  tax bigint;
  owed bigint;
begin
  select coalesce(sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line))), 0) into tax
  from jsonb_array_elements(quote -> 'lines') as line where line ->> 'kind' = 'tax';
  if exists (select from jsonb_array_elements(jsonb_build_array(quote) || (quote -> 'lines')) as said
    where nullif(said ->> 'vatClass', '') <> all (private.vat_classes()))
  then
    raise exception 'Choose what VAT the quote bears' using errcode = '23514', hint = 'vatClass';
  elsif not is_said and tax > 0 and private.has_one_kind_of_goods(quote) and tax = (select private.vat_of((result).total_kobo - tax, rate.rate_bp)
    from private.vat_on() as rate where rate.vat_class = 'standard')
  then
    quote := quote || '{"vatClass": "standard"}';
  end if;
  select jsonb_agg(jsonb_build_object('vatClass', private.line_vat_class(result, quote, line),
    'amountKobo', round((line ->> 'quantity')::numeric * private.quote_line_price(line)))) into goods
  from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods';
  if exists (select from jsonb_array_elements(goods) as line where line ->> 'vatClass' is null) then
    if is_said or tax > 0 or exists (select from jsonb_array_elements(goods) as line
      join private.vat_on() as rate on rate.vat_class = line ->> 'vatClass' where rate.rate_bp > 0)
    then
      raise exception 'Choose what VAT each line of goods bears' using errcode = '23514', hint = 'vatClass';
    end if;
    return result;
  end if;
  result.vat_lines := private.vat_by_class(goods, (result).total_kobo - tax, rates);
  owed := private.sum_of(result.vat_lines, 'vatKobo');
  if owed = 0 and tax > 0 then
    raise exception 'These goods bear no VAT: remove the line of tax, or choose the standard rate' using errcode = '23514', hint = 'vatClass';
  elsif owed > 0 and tax = 0 then
    raise exception 'These goods bear VAT of %: add a line of tax for it', to_char(owed * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  elsif owed <> tax then
    raise exception 'VAT is % (%), and the line of tax says %', to_char(owed * 0.01, 'FM999,999,999,999,990.00'), (
        select string_agg(trim_scale((line ->> 'rateBp')::integer * 0.01) || ' percent of '
          || to_char((line ->> 'baseKobo')::bigint * 0.01, 'FM999,999,999,999,990.00'), ', ' order by place)
        from jsonb_array_elements(result.vat_lines) with ordinality as input (line, place) where (line ->> 'vatKobo')::bigint <> 0),
      to_char(tax * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  end if;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION private.registration_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['farmers', 'training_enrolments', 'buyers', 'investors']
$function$;

CREATE OR REPLACE FUNCTION private.registrations_with(permission text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(record_type), '{}')
  from unnest(private.registration_types()) as record_type
  where private.has_permission(record_type || '.' || registrations_with.permission)
$function$;

CREATE OR REPLACE FUNCTION private.require_figures_right(subject text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if subject is null or subject <> all (private.registration_types() || array['orders']) then
    raise exception 'There are no such figures' using errcode = '22023';
  elsif not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  perform private.require_admin_right(subject, 'read');
end $function$;

CREATE OR REPLACE FUNCTION private.stock_reasons()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['counted', 'received', 'sold', 'spoiled', 'reserved', 'released']
$function$;

CREATE OR REPLACE FUNCTION private.undoable_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages']
$function$;

CREATE OR REPLACE FUNCTION private.use_alarm_link(token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link private.alarm_links;
  person auth.users;
  is_reset boolean;
begin
  select stored.* into link from private.alarm_links as stored
  where stored.token_hash = use_alarm_link.token_hash and stored.created_at > now() - private.alarm_link_period();
  if link.user_id is null then
    return null;
  end if;
  select * into person from auth.users where id = link.user_id for update;
  update private.alarm_links as own set used_at = now()
  where own.token_hash = link.token_hash and own.used_at is null;
  if not found then
    return private.read_alarm_link(link.token_hash);
  end if;
  delete from auth.sessions where user_id = person.id;
  delete from auth.one_time_tokens where user_id = person.id;
  delete from auth.flow_state where user_id = person.id;
  update auth.users set encrypted_password = null, email_change = '', updated_at = now() where id = person.id;
  is_reset := not private.has_old_factor(person.id)
    and not exists (select from public.user_roles where user_id = person.id);
  if is_reset then
    delete from auth.mfa_factors where user_id = person.id;
    is_reset := found;
  end if;
  delete from private.own_secret_requests where user_id = person.id;
  insert into private.account_freezes as frozen (user_id, mailbox) values (person.id, link.mailbox)
  on conflict on constraint account_freezes_pkey do update set
    -- Two mailboxes that say so of each other: neither ends it, staff do.
    mailbox = case when frozen.thaws_at <= now() or frozen.mailbox = excluded.mailbox then excluded.mailbox else '' end,
    frozen_at = now(), asked_at = null, thaws_at = null;
  perform private.record_audit('freeze', 'account', person.id::text, null,
    jsonb_build_object('template', link.template, 'second_step_removed', is_reset));
  perform private.enqueue_mail('account_frozen', recipient, jsonb_build_object(
    'full_name', person.raw_user_meta_data ->> 'full_name', 'at', now(), 'second_step_removed', is_reset))
  from (select link.mailbox as recipient union select lower(person.email) where person.email <> '') as both_addresses;
  return private.read_alarm_link(link.token_hash);
end $function$;

CREATE OR REPLACE FUNCTION private.vat_classes()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['basic_food', 'export', 'exempt', 'standard']
$function$;

CREATE OR REPLACE FUNCTION public.begin_sitting(queue text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('vault.reveal');
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
begin
  if coalesce(queue, '') <> all (private.registration_types()) then
    raise exception 'There is no such queue with photos' using errcode = '22023';
  elsif not private.has_permission(queue || '.read') then
    raise exception 'permission denied to read %', queue using errcode = '42501';
  elsif char_length(why) not between 10 and 500 then
    raise exception 'Please give a reason of 10 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of people out of the reason' using errcode = '23514', hint = 'reason';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || person_id, 0));
  sitting := private.open_sitting(person_id);
  if sitting.id is not null then
    raise exception 'Your sitting is still open. End it first.' using errcode = 'PT409', hint = 'sitting';
  end if;
  insert into private.photo_sittings (person_id, queue, reason) values (person_id, begin_sitting.queue, why)
  returning * into sitting;
  if private.mail_other_admins(person_id, 'staff_sitting_begun', jsonb_build_object(
      'name', (select coalesce(full_name, email) from public.profiles where id = person_id),
      'queue', sitting.queue, 'reason', sitting.reason, 'ends_at', sitting.ends_at)) = 0
  then
    raise exception 'Nobody else would hear of it: a sitting needs another admin, or SETTLEMENT_ALARM_EMAIL.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return private.describe_sitting(sitting);
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
        select coalesce(%5$s, record.created_at) + make_interval(hours => $3) as due_at, least(%1$s, %2$s) as met_at
        from public.%3$I as record
        where record.created_at >= lower($4) and record.created_at < upper($4) and not record.is_demo %4$s
      ) as clocks $query$,
      case when due.record_type = 'contact_messages' then
          -- The first answer: a message is open again when its person writes again.
          'coalesce((select min(event.created_at) from private.standing_decisions as event
            where event.record_type = $1 and event.record_id = record.id and event.to_status = ''completed''), record.answered_at)'
        else '(select min(event.created_at) from private.standing_decisions as event
          where event.record_type = $1 and event.record_id = record.id)' end,
      case when due.clock = 'first_contact' then '(select work.contacted_at from public.record_work as work
          where work.record_id = record.id and work.record_type = $1)' else 'null' end,
      due.record_type,
      case when due.record_type = 'orders' then 'and record.kind = ''bulk''' else '' end,
      -- What was sent again counts from then, unless the promise was broken before it: a correction that was asked for in time
      -- stopped the clock.
      case when due.record_type = any (private.registration_types()) then
          '(select record.sent_again_at where record.sent_again_at <= record.created_at + make_interval(hours => $3) or exists (
            select from public.correction_requests as request where request.record_type = $1 and request.record_id = record.id
              and request.created_at <= record.created_at + make_interval(hours => $3)))'
        else 'null::timestamptz' end)
    using due.record_type, due.clock, due.hours, span;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.log_call(record_type text, record_id uuid, outcome text, note text DEFAULT NULL::text, again_on date DEFAULT NULL::date, again_time time without time zone DEFAULT NULL::time without time zone, again_by uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null or log_call.record_type is null
    or log_call.record_type <> all (private.registration_types() || array['orders'])
    or not private.has_permission(log_call.record_type || '.read')
    or not private.has_permission('records.work')
  then
    raise exception 'permission denied to log a call about %', log_call.record_type using errcode = '42501';
  end if;
  if not exists (
    select from private.registrations as record
    where record.record_type = log_call.record_type and record.id = log_call.record_id
    union all
    select from public.orders where log_call.record_type = 'orders' and orders.id = log_call.record_id
  ) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  insert into public.phone_calls (record_type, record_id, called_by, outcome, note)
  values (log_call.record_type, log_call.record_id, (select auth.uid()), log_call.outcome,
    nullif(private.clean_text(log_call.note), ''));
  if log_call.again_on is not null then
    perform private.store_task(log_call.record_type, log_call.record_id, 'Ring again', log_call.again_on, log_call.again_time,
      coalesce(log_call.again_by, (select auth.uid())));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.make_counter_offer(quote_id uuid, offer jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  made public.counter_offers;
  total numeric;
  wrong text;
begin
  perform private.require_answerable(chosen);
  if (select count(*) >= 20 from public.counter_offers as earlier
      where earlier.order_id = chosen.order_id and earlier.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  elsif jsonb_typeof(offer -> 'prices') is distinct from 'array'
    or jsonb_array_length(offer -> 'prices') <> (select count(*) from public.quote_lines as line where line.quote_id = chosen.id)
    or exists (select from jsonb_array_elements_text(offer -> 'prices') as price
      where coalesce(price, '') !~ '^[0-9]{1,12}$' or price::bigint > 100000000000)
  then
    raise exception 'Enter a price for one unit of each line' using errcode = '23514', hint = 'prices';
  elsif offer ? 'quantities' and (jsonb_typeof(offer -> 'quantities') is distinct from 'array'
    or jsonb_array_length(offer -> 'quantities') <> jsonb_array_length(offer -> 'prices')) then
    raise exception 'Enter a quantity for each line' using errcode = '23514', hint = 'quantities';
  elsif coalesce(offer ->> 'currency', chosen.currency) <> all (private.currencies()) then
    raise exception 'An offer is in %', private.currency_words() using errcode = '23514', hint = 'currency';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = offer ->> 'paymentTerms') then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  end if;
  made := jsonb_populate_record(made, private.read_terms_for_order(chosen.order_id, offer -> 'terms'));
  made.id := gen_random_uuid();
  made.order_id := chosen.order_id;
  made.quote_id := chosen.id;
  made.currency := coalesce(offer ->> 'currency', chosen.currency);
  made.payment_terms := offer ->> 'paymentTerms';
  made.note := nullif(private.clean_text(offer ->> 'note'), '');
  made.created_at := clock_timestamp();
  if char_length(made.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  end if;
  -- As private.read_quote judges the lines that staff write; what a quote of before says of half a sack may be offered again.
  select judged.problem into wrong
  from (
    select line.place, line.quantity as quoted, typed.quantity as offered,
      private.quote_line_problem(jsonb_build_object('description', line.description, 'quantity', typed.quantity, 'unit', line.unit,
        'priceKobo', 0)) as problem
    from (select *, row_number() over (order by quote_lines.position) as place from public.quote_lines
      where quote_lines.quote_id = chosen.id) as line
    join jsonb_array_elements_text(offer -> 'quantities') with ordinality as typed (quantity, place) on typed.place = line.place
    where line.kind = 'goods'
  ) as judged
  where case judged.problem when 'whole' then judged.offered::numeric <> judged.quoted else judged.problem is not null end
  order by judged.place limit 1;
  if wrong is not null then
    raise exception '%', case wrong when 'whole' then 'Bags, containers and other packs are counted whole: enter a number without decimals'
      else 'Enter a quantity greater than 0, and at most 1,000,000,000' end using errcode = '23514', hint = 'quantities';
  end if;
  -- A single line of tax by the rates that the quote names follows the other lines as they are offered.
  with offered as (
    select line.position, line.kind, coalesce(line.vat_class, chosen.vat_class) as vat_class,
      line.kind = 'tax' and line.quantity = 1 and line.taxes = 1 and private.quote_vat_rates(chosen) is not null
        and made.currency = chosen.currency as is_by_rate,
      case when line.kind = 'goods' and offer ? 'quantities' then (offer -> 'quantities' ->> (line.place - 1)::integer)::numeric
        else line.quantity end as quantity,
      case when line.kind = 'goods' then (offer -> 'prices' ->> (line.place - 1)::integer)::bigint
        when made.currency = chosen.currency then line.price_kobo else 0 end as price
    from (
      select *, row_number() over (order by quote_lines.position) as place,
        count(*) filter (where quote_lines.kind = 'tax') over () as taxes
      from public.quote_lines where quote_lines.quote_id = chosen.id
    ) as line
  ), tax as (
    select private.sum_of(private.vat_by_class(
      jsonb_agg(jsonb_build_object('vatClass', offered.vat_class, 'amountKobo', round(offered.quantity * offered.price)))
        filter (where offered.kind = 'goods'),
      least(sum(case when offered.is_by_rate then 0 else round(offered.quantity * offered.price) end), 9000000000000000)::bigint,
      private.quote_vat_rates(chosen)), 'vatKobo') as kobo
    from offered
  )
  select array_agg(priced.price order by priced.position), array_agg(priced.quantity order by priced.position),
    sum(round(priced.quantity * priced.price))
  into made.prices_kobo, made.quantities, total
  from (
    select offered.position, offered.quantity, case when offered.is_by_rate then tax.kobo else offered.price end as price
    from offered, tax
  ) as priced;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'prices';
  end if;
  -- What a line of a quote may say: no quote of ours could take the offer otherwise.
  if 100000000000 < any (made.prices_kobo) then
    raise exception 'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.'
      using errcode = '23514', hint = 'prices';
  end if;
  made.total_kobo := total;
  if made.total_kobo = chosen.total_kobo and made.currency = chosen.currency and made.payment_terms = chosen.payment_terms
    and (made.prices_kobo, made.quantities) = (select array_agg(price_kobo order by position), array_agg(quantity order by position)
      from public.quote_lines as line where line.quote_id = chosen.id)
    and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(made))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
  then
    raise exception 'This is what our quote says already. Change a price or a term first.' using errcode = '23514', hint = 'prices';
  end if;
  insert into public.counter_offers select made.*;
  perform private.notify_staff_of_answer(made.order_id, 'offered', made.total_kobo, made.currency);
  return made.id;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_currencies()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(currency order by currency), '{}')
  from unnest(private.currencies()) as currency
  where (select private.has_permission('orders.decide')) and exists (select from private.current_settlement_account('bank_account', currency))
$function$;

CREATE OR REPLACE FUNCTION public.propose_settlement_account(kind text, details jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.record_stock(product_id uuid, movement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  product public.products;
  reason text := movement ->> 'reason';
  quantity integer;
  note text := nullif(private.clean_line(movement ->> 'note'), '');
  attempt uuid;
  before public.stock_movements;
  reserved integer;
  set_aside integer;
  available integer;
  reserved_change integer := 0;
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to change the stock' using errcode = '42501';
  elsif coalesce(reason, '') <> all (private.stock_reasons()) then
    raise exception 'Please say why the stock changes' using errcode = '23514', hint = 'reason';
  elsif char_length(note) > 300 then
    raise exception 'A note has at most 300 characters' using errcode = '23514', hint = 'note';
  elsif not (reason = 'counted' and coalesce(movement -> 'quantity', 'null') = 'null')
    and (coalesce(movement ->> 'quantity', '') !~ '^[0-9]{1,7}$' or (movement ->> 'quantity')::integer > 1000000
      or (reason <> 'counted' and (movement ->> 'quantity')::integer = 0))
  then
    raise exception 'Enter a whole number of packs, at most 1,000,000' using errcode = '23514', hint = 'quantity';
  end if;
  begin
    attempt := (movement ->> 'idempotencyKey')::uuid;
  exception when data_exception then
    raise exception 'idempotencyKey is no key' using errcode = '23514', hint = 'idempotencyKey';
  end;
  quantity := (movement ->> 'quantity')::integer;
  select * into product from public.products where products.id = record_stock.product_id for no key update;
  if product.id is null then
    raise exception 'There is no such product' using errcode = 'P0002';
  end if;
  select coalesce(sum(move.reserved_change), 0) into reserved
  from public.stock_movements as move where move.product_id = product.id;
  available := product.stock;
  select * into before from public.stock_movements as move where move.idempotency_key = attempt;
  if found then
    if (before.product_id, before.reason, case before.reason when 'counted' then before.counted else abs(before.available_change) end, before.note)
      is distinct from (product.id, reason, quantity, note)
    then
      raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
    end if;
    return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', false);
  elsif product.stock is null and reason <> 'counted' then
    raise exception 'This product has no limit. Count it first: type how many packs are on hand.'
      using errcode = '23514', hint = 'quantity';
  end if;
  case reason
    when 'counted' then
      if quantity < reserved then
        raise exception '% are reserved, so there must be at least as many on hand. Release or decline what cannot be sent.',
          private.count_packs(reserved) using errcode = '23514', hint = 'quantity';
      end if;
      available := quantity - reserved;
    when 'received' then
      available := available + quantity;
    when 'released' then
      select coalesce(sum(move.reserved_change), 0) into set_aside
      from public.stock_movements as move
      where move.product_id = product.id and move.order_id is null and move.reserved_change <> 0;
      if quantity > set_aside then
        raise exception 'Only % are set aside by hand. What orders have reserved is released by their decline.',
          private.count_packs(set_aside) using errcode = '23514', hint = 'quantity';
      end if;
      available := available + quantity;
      reserved_change := - quantity;
    else
      if quantity > available then
        raise exception 'Only % are free; % are reserved.', private.count_packs(available), private.count_packs(reserved)
          using errcode = '23514', hint = 'quantity';
      end if;
      available := available - quantity;
      reserved_change := case reason when 'reserved' then quantity else 0 end;
  end case;
  if available > 1000000 then
    raise exception 'A stock is at most 1,000,000 packs' using errcode = '23514', hint = 'quantity';
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = available where id = product.id;
  perform private.record_stock_here(false);
  insert into public.stock_movements
    (product_id, reason, available_change, reserved_change, counted, note, actor_id, idempotency_key)
  values (product.id, reason, coalesce(available, 0) - coalesce(product.stock, 0), reserved_change,
    case when reason = 'counted' then quantity end, note, (select auth.uid()), attempt);
  reserved := reserved + reserved_change;
  return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', true);
end $function$;

CREATE OR REPLACE FUNCTION public.request_correction(record_type text, record_id uuid, notes jsonb, message text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_record private.registrations;
  cleaned jsonb;
  request_id bigint;
begin
  if record_type is null or record_type <> all (private.registration_types()) then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into current_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif private.is_own_record(current_record.record_type, current_record.id) then
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
        select from private.registration_fields where form = current_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and current_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    current_record.record_type, current_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = current_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into request_id;
  insert into private.correction_authors (correction_request_id, requested_by) values (request_id, person_id);
  perform private.notify_registrant(current_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return request_id;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_decision(event_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  event public.decision_events;
  found_status text;
  changed_at timestamptz;
begin
  select * into event from public.decision_events as decided where decided.id = event_id;
  if caller_id is null or event.actor_id is distinct from caller_id then
    raise exception 'Only who decided can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(event.record_type, 'decide');
  if event.record_type <> all (private.undoable_types()) or event.undoes is not null or event.from_status <> 'pending' then
    raise exception 'This is not undone so: it has steps of its own' using errcode = '23514', hint = 'event_id';
  end if;
  execute format('select status, updated_at from public.%I where id = $1 for update', event.record_type)
    into found_status, changed_at using event.record_id;
  if found_status is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif exists (select from public.decision_events as undo where undo.undoes = event.id) then
    raise exception 'It was undone before' using errcode = 'PT409', hint = 'undone';
  elsif clock_timestamp() > event.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif (found_status, changed_at) is distinct from (event.to_status, event.created_at) then
    raise exception 'It was changed since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif exists (
    select from public.phone_calls as made
    where made.record_id = event.record_id and made.record_type = event.record_type and made.created_at > event.created_at
  ) then
    raise exception 'Somebody has rung them up since, so it cannot be undone' using errcode = 'PT409', hint = 'called';
  elsif not private.take_back_mails(event.record_type, event.record_id, event.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason, undoes)
  values (
    event.record_type, event.record_id, event.record_owner, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    event.to_status, event.from_status, 'Undone', event.id
  );
  execute format('update public.%I set status = $1 %s where id = $2', event.record_type,
    case when event.to_status = 'declined' then ', decline_reason = null' else '' end)
    using event.from_status, event.record_id;
  perform private.record_audit('undo', event.record_type, event.record_id::text,
    jsonb_build_object('status', event.to_status), jsonb_build_object('status', event.from_status, 'decision', event.id));
end $function$;

CREATE TRIGGER refuse_secrets BEFORE INSERT ON public.record_notes FOR EACH ROW WHEN ((new.record_type = ANY (private.registration_types()))) EXECUTE FUNCTION private.refuse_secrets('body', 'body');

CREATE TRIGGER refuse_secrets BEFORE INSERT OR UPDATE OF title ON public.tasks FOR EACH ROW WHEN ((new.record_type = ANY ((private.registration_types() || ARRAY['breaches'::text])))) EXECUTE FUNCTION private.refuse_secrets('title', 'title');

COMMENT ON TABLE "private"."alarm_links" IS 'Secrets of links in mails, as hashes; good for private.alarm_link_period().';

REVOKE ALL ON FUNCTION "private"."alarm_link_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."alarm_link_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."alarm_link_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."audited_tables"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."audited_tables"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."audited_tables"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."audited_tables"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."currencies"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."currencies"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."currencies"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."currency_words"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."currency_words"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."currency_words"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."cv_bytes_max"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cv_bytes_max"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."cv_bytes_max"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."person_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."person_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."photo_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."photo_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."photo_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."registration_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."registration_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."registration_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."stock_reasons"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stock_reasons"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."stock_reasons"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_period"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."undo_period"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_period"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."undo_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."undoable_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undoable_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."undoable_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."vat_classes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vat_classes"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."vat_classes"() TO "service_role";

ALTER TABLE "private"."change_codes" ADD CONSTRAINT "change_codes_record_type_known" CHECK ((record_type = ANY (private.registration_types())));

ALTER TABLE "private"."change_refusals" ADD CONSTRAINT "change_refusals_record_type_known" CHECK ((record_type = ANY (private.registration_types())));

ALTER TABLE "private"."link_reissues" ADD CONSTRAINT "link_reissues_record_type_known" CHECK ((record_type = ANY (private.registration_types())));

ALTER TABLE "private"."photo_sittings" ADD CONSTRAINT "photo_sittings_queue_known" CHECK ((queue = ANY (private.registration_types())));

ALTER TABLE "private"."photo_uploads" ADD CONSTRAINT "photo_uploads_record_type_known" CHECK ((record_type = ANY (private.photo_types())));

ALTER TABLE "private"."registration_merges" ADD CONSTRAINT "registration_merges_record_type_known" CHECK ((record_type = ANY (private.registration_types())));

ALTER TABLE "public"."consents" ADD CONSTRAINT "consents_record_type_known" CHECK ((record_type = ANY ((private.registration_types() || ARRAY['newsletter_subscriptions'::text]))));

ALTER TABLE "public"."correction_requests" ADD CONSTRAINT "correction_requests_record_type_known" CHECK ((record_type = ANY (private.registration_types())));

ALTER TABLE "public"."counter_offers" ADD CONSTRAINT "counter_offers_currency_known" CHECK ((currency = ANY (private.currencies())));

ALTER TABLE "public"."job_applications" ADD CONSTRAINT "job_applications_cv_bytes_range" CHECK (((cv_bytes >= 1) AND (cv_bytes <= private.cv_bytes_max())));

ALTER TABLE "public"."order_items" ADD CONSTRAINT "order_items_vat_class_known" CHECK ((vat_class = ANY (private.vat_classes())));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_price_currency_known" CHECK ((price_currency = ANY (private.currencies())));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_vat_class_known" CHECK ((vat_class = ANY (private.vat_classes())));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_currency_known" CHECK ((currency = ANY (private.currencies())));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_currency_known" CHECK ((currency = ANY (private.currencies())));

ALTER TABLE "public"."phone_calls" ADD CONSTRAINT "phone_calls_record_type_known" CHECK ((record_type = ANY ((private.registration_types() || ARRAY['orders'::text]))));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_vat_class_known" CHECK ((vat_class = ANY (private.vat_classes())));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_vat_class_known" CHECK ((vat_class = ANY (private.vat_classes())));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_currency_known" CHECK ((currency = ANY (private.currencies())));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_vat_class_known" CHECK ((vat_class = ANY (private.vat_classes())));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_record_type_known" CHECK ((record_type = ANY (private.registration_types())));

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_currency_known" CHECK ((currency = ANY (private.currencies())));

ALTER TABLE "public"."stock_movements" ADD CONSTRAINT "stock_movements_reason_known" CHECK ((reason = ANY (private.stock_reasons())));

ALTER TABLE "public"."vat_rates" ADD CONSTRAINT "vat_rates_vat_class_known" CHECK ((vat_class = ANY ((private.vat_classes() || ARRAY['delivery'::text]))));

CREATE OR REPLACE FUNCTION private.has_code(record_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$select $1 = any (private.registration_types() || array['orders'])$function$;
