DROP VIEW "public"."correction_states";

DROP VIEW "public"."my_consents";

DROP VIEW "public"."my_registrations";

DROP VIEW "public"."people_to_phone";

DROP VIEW "public"."withdrawn_consents";

DROP FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb);

DROP FUNCTION "private"."claim_vault_person"(uuid, uuid, boolean, jsonb);

DROP FUNCTION "private"."describe_market_order"(public.orders, boolean);

DROP FUNCTION "private"."find_orphan_board_photos"(integer);

DROP FUNCTION "private"."find_orphan_cvs"(text, integer);

DROP FUNCTION "private"."find_orphan_order_uploads"(text, integer);

DROP FUNCTION "private"."find_orphan_product_photos"(text, integer);

DROP FUNCTION "private"."is_consent_withdrawn"(text, uuid);

DROP FUNCTION "private"."is_same_order"(public.orders, jsonb);

DROP FUNCTION "private"."keep_board_contact"(integer, jsonb);

DROP FUNCTION "private"."list_old_photos"(text, integer);

DROP FUNCTION "private"."notify_of_claim"(private.registrations, uuid);

DROP VIEW "private"."registrations";

DROP FUNCTION "private"."read_audit_batches"(bigint, integer);

DROP FUNCTION "private"."read_unsealed_audit"(integer);

DROP FUNCTION "private"."seal_person"(uuid, jsonb);

DROP FUNCTION "private"."take_consents_back"(uuid, uuid[], text);

DROP FUNCTION "private"."utc_text"(timestamp with time zone);

DROP FUNCTION "public"."buyers"(public.found_records);

DROP FUNCTION "public"."contact_messages"(public.found_records);

DROP FUNCTION "public"."farmers"(public.found_records);

DROP FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text);

DROP FUNCTION "public"."investors"(public.found_records);

DROP FUNCTION "public"."job_applications"(public.found_records);

DROP FUNCTION "public"."list_published_content"(integer);

DROP FUNCTION "public"."newsletter_subscriptions"(public.found_records);

DROP FUNCTION "public"."orders"(public.found_records);

DROP FUNCTION "public"."partnership_applications"(public.found_records);

DROP FUNCTION "public"."products"(public.found_records);

DROP FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer);

DROP FUNCTION "public"."training_enrolments"(public.found_records);

DROP VIEW "public"."found_records";

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
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.answer_columns(answers jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(lower(regexp_replace(field, '([A-Z])', '_\1', 'g')), nullif(answer, '""')), '{}')
  from jsonb_each(answers) as entry (field, answer)
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
  delete from private.registration_guest_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('registration_guest_links', touched);
end $function$;

CREATE OR REPLACE FUNCTION private.apply_rows(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  verb text;
  target text;
  new_values jsonb;
  contact jsonb;
  columns text;
  condition text;
  changed_row jsonb;
  touched bigint;
begin
  for change in select * from jsonb_array_elements(changes) loop
    target := change ->> 'table';
    verb := coalesce(change ->> 'verb', '');
    if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
      'career_positions', 'page_actions')
    then
      raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
    elsif target = 'company_facts' then
      perform private.require_strong_right('settings.write');
    end if;
    new_values := coalesce(change -> 'values', '{}');
    contact := null;
    if target = 'board_members' then
      select jsonb_object_agg(key, value) into contact
      from jsonb_each(new_values) where key in ('email', 'phone', 'public_contact');
      new_values := new_values - array['email', 'phone', 'public_contact'];
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(new_values) as key;
    select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
    from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
    if verb not in ('insert', 'update', 'delete') or (verb <> 'insert' and condition is null)
      or (verb = 'insert' and columns is null) or (verb = 'update' and columns is null and contact is null)
    then
      raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
    end if;
    execute format(case
      when verb = 'insert' then
        'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) where $2 is null or true'
      when verb = 'delete' then 'delete from public.%1$I as t where %3$s and ($1 is null or true)'
      -- Only how to reach them: the row is touched, so that it is there and the caller's to change.
      when columns is null then 'update public.%1$I as t set name = t.name where %3$s and ($1 is null or true)'
      else 'update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s'
    end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using new_values, change -> 'key';
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    elsif contact is not null and verb <> 'delete' then
      perform private.save_board_contact((changed_row ->> 'id')::integer, contact);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.audited_filters(filters jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'status', substring(filters ->> 'status' from '^[a-z_.]{1,64}$'),
      'searched', coalesce(filters -> 'searched' = 'true', false),
      'overdue', coalesce(filters -> 'overdue' = 'true', false),
      'assignee', substring(filters ->> 'assignee' from
        '^(?:mine|nobody|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')
    ) || coalesce(jsonb_object_agg(name, day_text) filter (where day_text is not null), '{}')
  from (
    select name, substring(filters ->> name from
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$') as day_text
    from unnest(array['since', 'until']) as name
  ) as days
$function$;

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
  -- The row stays and nothing is raised, so that what deletes many goes on.
  if old.record_type = 'newsletter_subscriptions' and private.is_newsletter_consent_in_use(old.record_id) then
    return null;
  end if;
  perform private.refuse_early_delete('consents', old.created_at);
  return old;
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
  if new.status = 'published' and new.farmer_id is not null
    and (tg_op = 'INSERT' or (new.status, new.farmer_id) is distinct from (old.status, old.farmer_id))
  then
    perform private.refuse_to_publish_without_consent(new.farmer_id, is_new => tg_op = 'INSERT');
  end if;
  if new.photo_path is not null and new.photo_path is distinct from old.photo_path then
    perform private.require_product_photo(new);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.change_consents(user_id uuid, record_ids uuid[], purpose text, is_given boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  about record;
  changed integer;
begin
  for about in
    select distinct consents.record_type, consents.record_id from public.consents
    where consents.purpose = change_consents.purpose and consents.record_id is not null
      and (consents.user_id = change_consents.user_id or consents.record_id = any (record_ids))
    order by consents.record_id
  loop
    perform private.lock_registration(about.record_type, about.record_id);
  end loop;
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
  select latest.user_id, latest.record_type, latest.record_id, latest.purpose, latest.text_version, change_consents.is_given, 'web'
  from (
    select distinct on (consents.record_id) consents.* from public.consents
    where consents.purpose = change_consents.purpose
      and (consents.user_id = change_consents.user_id or consents.record_id = any (record_ids))
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given <> change_consents.is_given and (
    not change_consents.is_given
    or latest.record_id = any (record_ids) and private.is_open_registration(latest.record_type, latest.record_id)
  );
  get diagnostics changed = row_count;
  return changed;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_vault_person(person_id uuid, user_id uuid, is_shown boolean, sealed jsonb)
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
  elsif sealed is null then
    return false;
  end if;
  update app_vault.people set user_id = claim_vault_person.user_id, sealed_for = claim_vault_person.user_id,
    seal = decode(sealed ->> 'seal', 'base64')
  where id = person.id and seal = decode(sealed ->> 'before', 'base64');
  get diagnostics touched = row_count;
  update app_vault.records set is_shown = (sealed ->> 'isShown')::boolean, seal = decode(item ->> 'seal', 'base64')
  from jsonb_array_elements(sealed -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = person.id;
  if touched = 0 or (sealed ->> 'isShown')::boolean and not claim_vault_person.is_shown
    or jsonb_array_length(sealed -> 'records') <> (select count(*) from app_vault.records where records.person_id = person.id)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.consent_withdrawn_at(record_type text, record_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(latest.created_at) filter (where not latest.is_given)
  from (
    select distinct on (consents.purpose) consents.is_given, consents.created_at from public.consents
    where consents.record_type = $1 and consents.record_id = $2 and (
      consents.purpose = 'terms' or consents.purpose = 'guardian' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = $2 and enrolment.is_minor
      )
    )
    order by consents.purpose, consents.id desc
  ) as latest
$function$;

CREATE OR REPLACE FUNCTION private.describe_market_order(order_row public.orders, is_new boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ok', true, 'id', (order_row).id, 'code', (order_row).code, 'status', (order_row).status,
    'paymentStatus', (order_row).payment_status, 'fulfilmentStatus', (order_row).fulfilment_status,
    'totalKobo', (order_row).total_amount_kobo, 'currency', (order_row).currency, 'createdAt', (order_row).created_at,
    'expiresAt', (order_row).expires_at, 'priceLockedUntil', (order_row).price_locked_until, 'isNew', is_new)
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
  select coalesce(array_agg(lower(contact.email)), '{}') into their_addresses from (
    select contact_email as email from private.registrations where id = any (their_records)
    union select answers ->> 'email' from public.registration_submissions where record_id = any (their_records)
  ) as contact where contact.email <> '';
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

CREATE OR REPLACE FUNCTION private.find_orphan_board_photos(max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.name from storage.objects as object
  where object.bucket_id = 'board-photos' and object.created_at < now() - interval '7 days'
    and not exists (select from public.board_members as member
      where member.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.content_drafts as draft
      where draft.published_at is null and strpos(draft.changes::text, object.name) > 0)
  order by object.name limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_cvs(after text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.name from storage.objects as object
  where object.bucket_id = 'cvs' and object.name > after and object.created_at < now() - interval '1 day'
    and not exists (select from public.job_applications where cv_path = object.name)
  order by object.name limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_order_uploads(after text, max_rows integer)
 RETURNS TABLE(path text, kind text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select upload.path, upload.kind
  from private.order_uploads as upload
  where upload.path > $1 and upload.created_at < now() - interval '25 hours'
    and not exists (select from public.payment_claims as claim
      where claim.order_id = upload.order_id and claim.proof_path = upload.path)
    and not exists (select from public.order_disputes as dispute
      where dispute.order_id = upload.order_id and upload.path = any (dispute.photo_paths))
  order by upload.path limit $2
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_product_photos(after text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select photo.path from private.product_photos as photo
  where photo.path > $1 and photo.created_at < now() - interval '25 hours'
    and not exists (select from public.products where photo_path = photo.path)
  order by photo.path limit $2
$function$;

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
    select left(run, 1) = '+' as is_international, regexp_replace(run, '[^0-9]', '', 'g') as digits
    from plain, regexp_matches(text, '\+?[0-9](?:[ -]?[0-9])+', 'g') as matched (matches), unnest(matches) as run
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

CREATE OR REPLACE FUNCTION private.is_same_order(order_row public.orders, request jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('market_order', request -> 'contact');
begin
  return exists (
    select from public.order_contacts as contact
    where contact.order_id = (order_row).id and contact.name = answers ->> 'name' and contact.phone = answers ->> 'phone'
      and coalesce(contact.email, '') = coalesce(answers ->> 'email', '')
  ) and (order_row).delivery_address = concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state')
    and coalesce((order_row).special_requirements, '') = coalesce(answers ->> 'remarks', '')
    and (select count(*) from public.order_items as item where item.order_id = (order_row).id) = jsonb_array_length(request -> 'items')
    and not exists (
      select from private.read_market_lines(request -> 'items') as line
      join public.order_items as item on item.order_id = (order_row).id and item.position = line.place
      where item.quantity <> line.quantity or item.product_id <> line.product_id
    );
end $function$;

CREATE OR REPLACE FUNCTION private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document_id uuid := gen_random_uuid();
  code text;
  issued_at timestamptz;
  its_year integer;
  nr integer;
  its_number text;
  content jsonb;
begin
  if kind = 'pro_forma' then
    issued_at := clock_timestamp();
    select 'PF-' || orders.code || case when count(document.id) > 0 then '-' || count(document.id) + 1 else '' end into its_number
    from public.orders left join public.order_documents as document
      on document.order_id = orders.id and document.kind = 'pro_forma'
    where orders.id = $1 group by orders.code;
  else
    -- Read inside the lock, so that a later number is never of an earlier day.
    perform pg_advisory_xact_lock(hashtextextended('document numbers ' || issue_document.kind, 0));
    issued_at := clock_timestamp();
    its_year := extract(year from issued_at at time zone 'Africa/Lagos');
    insert into private.document_counters as counter (kind, year, last_number)
    values (issue_document.kind, its_year, 1)
    on conflict on constraint document_counters_pkey do update set last_number = counter.last_number + 1
    returning last_number into nr;
    its_number := case issue_document.kind when 'invoice' then 'INV' when 'receipt' then 'RCT' when 'credit_note' then 'CN' else 'DN' end
      || '-' || its_year || '-' || lpad(nr::text, greatest(5, length(nr::text)), '0');
  end if;
  loop
    code := private.make_verification_code();
    exit when not exists (select from public.order_documents where verification_code = code);
  end loop;
  content := jsonb_build_object('kind', issue_document.kind, 'number', its_number, 'verificationCode', code,
    'issuedAt', private.utc_text(issued_at)) || private.describe_parties(issue_document.order_id) || details;
  insert into public.order_documents (id, order_id, payment_id, kind, number, verification_code, content, content_sha256, issued_at)
  values (document_id, issue_document.order_id, issue_document.payment_id, issue_document.kind, its_number, code, content,
    encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), issued_at);
  return document_id;
end $function$;

CREATE OR REPLACE FUNCTION private.list_old_photos(after text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select upload.path from private.photo_uploads as upload
  where upload.path > $1 and upload.created_at < private.retained_since('unattached_photos') - interval '1 hour'
  order by upload.path limit $2
$function$;

CREATE OR REPLACE FUNCTION private.make_verification_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select substr(code, 1, 4) || '-' || substr(code, 5, 4) || '-' || substr(code, 9, 4)
  from (
    select payload || private.order_code_check(payload) as code
    from (
      select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1), '' order by place) as payload
      from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13]) as place
    ) as drawn
  ) as payloads
$function$;

CREATE OR REPLACE FUNCTION private.normalise_phone(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  with stripped as (select regexp_replace(value, '[^0-9]', '', 'g') as digits),
  read as (
    select digits,
      case when strpos(value, '+') > 0 then digits when digits ~ '^00[0-9]{10,}$' then substr(digits, 3) end as international
    from stripped
  ),
  known as (
    select case
      when international is not null then '+' || regexp_replace(international, '^2340(?=[0-9]{8,10}$)', '234')
      when digits ~ '^2340?[1-9][0-9]{7,9}$' then '+234' || regexp_replace(digits, '^2340?', '')
      when digits ~ '^0(?:[1-9][0-9]{7,9}|[78]00[0-9]{8,11})$' then '+234' || substr(digits, 2)
      when digits ~ '^[789][01][0-9]{8}$' then '+234' || digits
      else digits
    end as number
    from read
  )
  select regexp_replace(
    -- 01 234 5678 became 0201 234 5678, and so did every area.
    regexp_replace(number, '^\+234(?=(?:[1259][0-9]|3[013-9]|4[1-8]|6[024-689]|7[1-79]|8[2-9])[0-9]{6}$)', '+23420'),
    '^(\+(?:2(?:0|7|1[1238]|3[1-3]|4[39]|5[124-6]|6[0-5]|91)|3(?:[1-3]|5[3589]|7[03-57]|8[0-35-79])|4(?:[013469]|2[13])|5(?:[13458]|08|9[0134568])|6(?:[0-46]|86)|8(?:[1246]|5[056]|8[06])|9(?:[0-58]|6[1-467]|7[01267]|9[4-6])))0(?=[1-9][0-9]{7,})', '\1')
  from known
$function$;

CREATE OR REPLACE FUNCTION private.read_audit_batches(after_number bigint, max_rows integer)
 RETURNS TABLE(number bigint, previous_hash text, hash text, unkeyed_text text, entries_hash text, entry_ids text, wanted integer, texts text[], newest_at timestamp with time zone, newest_epoch text, sealed_at timestamp with time zone, forgotten_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select seal.number, seal.previous_hash, seal.hash, case when seal.hash ~ '^2:' then private.seal_text(seal) end,
    seal.entries_hash, array_to_string(seal.entry_ids, ','), cardinality(seal.entry_ids),
    array(select private.audit_text(entry) from public.audit_trail as entry
      where entry.id = any (seal.entry_ids) order by entry.id),
    seal.newest_at, extract(epoch from seal.newest_at)::text, seal.sealed_at, seal.forgotten_at,
    seal.newest_at + (select keep from private.retention_in_force
      where subject = 'audit_trail' and since <= seal.forgotten_at order by since desc limit 1)
  from private.audit_seals as seal where seal.number > after_number order by seal.number limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.read_own_sealed(export_id uuid)
 RETURNS SETOF private.sealed_secret
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sealed.* from private.own_exports as export,
    lateral private.sealed_of(private.vault_person_ids(export.user_id)) as sealed
  where export.id = $1 and export.in_clear and export.created_at > now() - interval '1 minute'
    and not private.is_frozen(export.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.read_unsealed_audit(max_rows integer)
 RETURNS TABLE(number bigint, previous_hash text, entry_ids bigint[], newest_at text, texts text[], lost bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with waiting as (
    select entry_id from private.audit_unsealed order by entry_id limit max_rows
  ), present as (
    select entry.id, entry.created_at, private.audit_text(entry) as text
    from public.audit_trail as entry where entry.id in (select entry_id from waiting)
  ), last as (
    select seal.number, seal.hash from private.audit_seals as seal order by seal.number desc limit 1
  )
  select coalesce((select last.number from last), 0) + 1, coalesce((select last.hash from last), repeat('0', 64)),
    coalesce(array_agg(present.id order by present.id), '{}'), extract(epoch from max(present.created_at))::text,
    coalesce(array_agg(present.text order by present.id), '{}'),
    array(select entry_id from waiting where entry_id not in (select id from present) order by entry_id)
  from present
$function$;

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
  if private.consent_withdrawn_at('farmers', farmer_id) is not null then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_without_consent(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.consent_withdrawn_at(record_type, record_id) is not null then
    raise exception 'The person has taken back their consent: it can be declined, and not approved.'
      using errcode = '23514', hint = 'status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.save_board_contact(member_id integer, contact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.board_contacts (board_member_id) values (member_id) on conflict do nothing;
  update public.board_contacts as stored set
    email = case when contact ? 'email' then nullif(lower(private.clean_line(contact ->> 'email')), '') else stored.email end,
    phone = case when contact ? 'phone' then nullif(private.clean_line(contact ->> 'phone'), '') else stored.phone end,
    public_contact = case when contact ? 'public_contact' then coalesce((contact ->> 'public_contact')::boolean, false)
      else stored.public_contact end
  where stored.board_member_id = member_id;
end $function$;

CREATE OR REPLACE FUNCTION private.seal_person(person_id uuid, sealed jsonb)
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
    or person.user_id is distinct from (sealed ->> 'userId')::uuid
  then
    return false;
  end if;
  update app_vault.people set seal = decode(sealed ->> 'seal', 'base64'), sealed_for = person.user_id where id = person.id;
  update app_vault.records set seal = decode(item ->> 'seal', 'base64'), sender_link_hash = item ->> 'linkHash'
  from jsonb_array_elements(sealed -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = (item ->> 'personId')::uuid and records.is_shown = (item ->> 'isShown')::boolean
    and records.seal is null;
  update app_vault.secrets set ciphertext = private.read_encrypted(item ->> 'after')
  from jsonb_array_elements(sealed -> 'secrets') as item
  where secrets.id = (item ->> 'id')::uuid and secrets.person_id = person.id
    and secrets.ciphertext = decode(item ->> 'before', 'base64');
  get diagnostics touched = row_count;
  if touched <> jsonb_array_length(sealed -> 'secrets')
    or (select count(*) from app_vault.secrets where secrets.person_id = person.id) <> (sealed ->> 'count')::integer
    or exists (select from app_vault.records where records.person_id = person.id and records.seal is null)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $function$;

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
      as rule (kind, count, count_max)
    where rule.count >= rule.count_max and not exists (
      select from private.vault_alarms as earlier
      where earlier.actor_id = new.actor_id and earlier.kind = rule.kind and earlier.created_at > now() - interval '1 hour')
  loop
    insert into private.vault_alarms (actor_id, kind, count) values (new.actor_id, alarm.kind, alarm.count);
    perform private.record_audit('alarm', 'vault_reveals', new.actor_id::text, null,
      jsonb_build_object('kind', alarm.kind, 'count', alarm.count));
    perform private.mail_other_admins(new.actor_id, 'staff_vault_alarm', jsonb_build_object(
      'name', coalesce(new.actor_name, (select email from public.profiles where id = new.actor_id)),
      'kind', alarm.kind, 'count', alarm.count));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.store_audit_seal(number bigint, previous_hash text, entry_ids bigint[], entries_hash text, sealed_at timestamp with time zone, hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  sealed_ids alias for $3;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal_audit', 0))
    or $2 <> coalesce((select hash from private.audit_seals order by number desc limit 1), repeat('0', 64))
    or $1 <> coalesce((select max(number) from private.audit_seals), 0) + 1
    or cardinality(sealed_ids) <> (select count(*) from private.audit_unsealed where entry_id = any (sealed_ids))
  then
    return false;
  end if;
  insert into private.audit_seals (number, previous_hash, entry_ids, entries_hash, newest_at, sealed_at, hash)
  values ($1, $2, sealed_ids, $4, (select max(created_at) from public.audit_trail where id = any (sealed_ids)), $5, $6);
  delete from private.audit_unsealed where entry_id = any (sealed_ids);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.store_sealed(sealed jsonb, record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_input jsonb := sealed -> 'person';
  owner_id uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person app_vault.people;
  owner_of_record app_vault.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(person_input) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;

  if person_input ? 'wrappedKey' then
    insert into app_vault.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (person_input ->> 'id')::uuid, owner_id, private.read_encrypted(person_input ->> 'wrappedKey'), person_input ->> 'masterKeyId',
      decode(person_input ->> 'seal', 'base64'), owner_id
    )
    returning * into person;
  else
    select * into person from app_vault.people where id = (person_input ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif owner_id is not null and owner_id is distinct from person.user_id then
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
  where stored.token_hash = use_alarm_link.token_hash and stored.created_at > now() - interval '30 days';
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

CREATE OR REPLACE FUNCTION private.utc_text(value timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$function$;

CREATE OR REPLACE FUNCTION public.figures_over_time(subject text, since date, until date, step text DEFAULT 'day'::text)
 RETURNS TABLE(period date, status text, count bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  span tstzrange := private.figure_span(since, until);
begin
  perform private.require_figures_right(subject);
  if step is null or step not in ('day', 'week', 'month') then
    raise exception 'Please choose days, weeks or months' using errcode = '23514', hint = 'step';
  end if;
  return query execute format($query$
    with counted as (
      select date_trunc($1, record.created_at at time zone 'Africa/Lagos')::date as period, record.status, count(*) as record_count
      from public.%I as record
      where record.created_at >= lower($2) and record.created_at < upper($2) and not record.is_demo
      group by 1, 2
    ), steps as (
      select generate_series(date_trunc($1, $3::timestamp), date_trunc($1, $4::timestamp), ('1 ' || $1)::interval)::date as period
    )
    select steps.period, known.status, coalesce(counted.record_count, 0)
    from steps cross join (select distinct counted.status from counted union select 'pending') as known
    left join counted on counted.period = steps.period and counted.status = known.status
    order by 1, 2 $query$, subject) using step, span, since, until;
end $function$;

CREATE OR REPLACE FUNCTION public.list_published_content(max_rows integer DEFAULT 20)
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
    limit least(greatest(max_rows, 1), 100);
end $function$;

REVOKE ALL ON FUNCTION "public"."list_published_content"(integer) FROM "service_role";

CREATE OR REPLACE FUNCTION public.renew_consent(purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renewed integer := 0;
begin
  if (select auth.uid()) is not null then
    renewed := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given => true);
  end if;
  if renewed = 0 then
    raise exception 'There is no such consent to give again' using errcode = 'P0002';
  end if;
  return renewed;
end $function$;

REVOKE ALL ON FUNCTION "public"."renew_consent"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.renew_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renewed integer := 0;
begin
  select private.change_consents(null, array[link.record_id], renew_tracked_consent.purpose, is_given => true) into renewed
  from private.registration_guest_links as link
  where link.token_hash = renew_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(renewed, 0) = 0 then
    raise exception 'There is no such consent to give again' using errcode = 'P0002';
  end if;
  return renewed;
end $function$;

CREATE OR REPLACE FUNCTION public.save_legal_text(kind text, sections jsonb, expected_updated_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  found_at timestamptz;
  created_id uuid;
begin
  if jsonb_typeof(save_legal_text.sections) is distinct from 'array' then
    raise exception 'The text is a list of sections' using errcode = '23514', hint = 'sections';
  end if;
  select jsonb_agg(jsonb_build_object('title', private.clean_line(section ->> 'title'), 'paragraphs', (
    select coalesce(jsonb_agg(private.clean_text(paragraph) order by place), '[]')
    from jsonb_array_elements_text(case when jsonb_typeof(section -> 'paragraphs') = 'array' then section -> 'paragraphs' else '[]' end)
      with ordinality as written (paragraph, place) where private.clean_text(paragraph) <> '')) order by nth)
    into cleaned from jsonb_array_elements(save_legal_text.sections) with ordinality as input (section, nth);
  if exists (
    select from jsonb_array_elements(cleaned) as section
    where char_length(coalesce(section ->> 'title', '')) not between 2 and 120
      or jsonb_array_length(section -> 'paragraphs') not between 1 and 60
      or exists (select from jsonb_array_elements_text(section -> 'paragraphs') as paragraph where char_length(paragraph) > 4000)
  ) then
    raise exception 'Each section has a title and paragraphs of at most 4000 characters' using errcode = '23514', hint = 'sections';
  end if;
  select updated_at into found_at from public.legal_texts as text where text.kind = save_legal_text.kind
  order by published_at desc nulls first limit 1 for update;
  if found_at is not distinct from expected_updated_at then
    insert into public.legal_texts (kind, sections, author_id, updated_at)
    values (save_legal_text.kind, cleaned, caller_id, clock_timestamp())
    on conflict (kind) where published_at is null
      do update set sections = excluded.sections, author_id = excluded.author_id, updated_at = excluded.updated_at
      -- Not over one that was begun at the same time.
      where legal_texts.updated_at = expected_updated_at
    returning id into created_id;
  end if;
  if created_id is null then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.search_audit(search text DEFAULT NULL::text, actor uuid DEFAULT NULL::uuid, kind text DEFAULT NULL::text, subject text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, actor_name text, actor_role text, address text, action text, subject_type text, subject_id text, before jsonb, after jsonb, is_sealed boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(btrim(search_audit.search), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  actors uuid[];
  named text[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  if words is not null then
    actors := array(select profiles.id from public.profiles join (
        select user_id from public.user_roles union select user_id from public.staff_departures
      ) as staff on staff.user_id = profiles.id
      where profiles.full_name ilike pattern or profiles.email ilike pattern);
    named := array(select orders.id::text from public.orders where code = upper(words)
      union all select record.id::text from private.registrations as record where reference = upper(words));
  end if;
  return query
    select entry.id, entry.created_at, entry.actor_id, coalesce(person.full_name, person.email), entry.actor_role,
      entry.address, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after,
      not exists (select from private.audit_unsealed where entry_id = entry.id)
    from public.audit_trail as entry
    left join public.profiles as person on person.id = entry.actor_id
    where (words is null or entry.action ilike pattern or entry.subject_type ilike pattern or entry.subject_id ilike pattern
        or entry.subject_id = any (named) or entry.address = words or entry.actor_id = any (actors))
      and (search_audit.actor is null or entry.actor_id = search_audit.actor)
      and (search_audit.kind is null or entry.subject_type = search_audit.kind)
      and (search_audit.subject is null or entry.subject_id = search_audit.subject)
      and (search_audit.since is null or entry.created_at >= search_audit.since)
      and (search_audit.until is null or entry.created_at < search_audit.until)
      and (search_audit.before_id is null or entry.id < search_audit.before_id)
    order by entry.id desc limit least(greatest(max_rows, 1), 1000);
end $function$;

REVOKE ALL ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "service_role";

CREATE OR REPLACE FUNCTION public.search_products(query text DEFAULT ''::text, category text DEFAULT 'All'::text, sort text DEFAULT 'name'::text, page_size integer DEFAULT 24, page_offset integer DEFAULT 0)
 RETURNS SETOF public.products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  typed text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  folded text := lower(pattern);
  -- A name that contains a query of ASCII letters alone has it in search_text as well: then this stays null.
  accented text;
  only_category text := nullif(coalesce(category, 'All'), 'All');
  ordering text := case when sort in ('price_low', 'price_high', 'newest', 'rating') then sort else 'name' end;
  wanted integer := least(greatest(coalesce(page_size, 24), 1), 100);
  skipped bigint := greatest(coalesce(page_offset, 0), 0);
  sampled constant integer := 200;
  matching_samples integer;
  -- Null is all of them.
  max_read bigint;
  found_ids uuid[] := '{}';
begin
  if char_length(typed) > 100 then
    return;
  end if;
  if octet_length(typed) > char_length(typed) then
    accented := folded;
    folded := translate(regexp_replace(normalize(accented, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky');
  end if;
  if typed = '' and only_category is not null then
    case ordering
      when 'name' then
        found_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by sort_name, id limit wanted offset skipped);
      when 'price_low' then
        found_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by price_kobo, id limit wanted offset skipped);
      when 'price_high' then
        found_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by price_kobo desc, id desc limit wanted offset skipped);
      when 'newest' then
        found_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by created_at desc, id desc limit wanted offset skipped);
      when 'rating' then
        found_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit wanted offset skipped);
    end case;
  else
    if typed <> '' then
      -- Products without a rating stand in the order of their ids, which are random.
      select count(*) into matching_samples
      from (
        select category, name, search_text from public.products where status = 'published'
        order by coalesce(rating_average, 0), rating_count, id limit sampled
      ) as product
      where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented);
      -- No further than what the letters would cost instead: the more match, the more it is, and the sooner is a page full.
      max_read := matching_samples * 2000;
      if matching_samples * max_read < (skipped + wanted) * sampled then
        max_read := 0;
      end if;
    end if;
    if max_read is distinct from 0 then
      -- What comes out is in the order in which it was read.
      case ordering
      when 'name' then
        found_ids := array(
          select product.id
          from (
            select id, category, sort_name as name, search_text from public.products where status = 'published'
            order by sort_name, id limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'price_low' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo, id limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'price_high' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'newest' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by created_at desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'rating' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      end case;
    end if;
    if typed <> '' and cardinality(found_ids) < wanted then
      case only_category
      when 'Grains' then
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Grains' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Vegetables' then
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Vegetables' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Tubers' then
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Tubers' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Oil' then
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Oil' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Spices' then
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Spices' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      else
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      end case;
    end if;
  end if;
  return query
    select product.* from unnest(found_ids) with ordinality as hit (id, place)
    join public.products as product on product.id = hit.id order by hit.place;
end $function$;

CREATE OR REPLACE FUNCTION public.set_role_permission(role text, permission text, is_granted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_strong_right('roles.manage');
  if set_role_permission.role = 'admin' or set_role_permission.permission = 'roles.manage' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif not exists (select from public.role_permissions as known
    where known.role = 'admin' and known.permission = set_role_permission.permission)
  then
    raise exception 'There is no such right' using errcode = '23514', hint = 'permission';
  end if;
  if is_granted then
    insert into public.role_permissions (role, permission)
    values (set_role_permission.role, set_role_permission.permission) on conflict do nothing;
  else
    delete from public.role_permissions as granted
    where granted.role = set_role_permission.role and granted.permission = set_role_permission.permission;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken integer := 0;
begin
  if (select auth.uid()) is null then
    null;
  elsif withdraw_consent.purpose = 'newsletter' then
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null;
    get diagnostics taken = row_count;
  else
    taken := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given => false);
  end if;
  if taken = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken integer := 0;
begin
  select private.change_consents(null, array[link.record_id], withdraw_tracked_consent.purpose, is_given => false) into taken
  from private.registration_guest_links as link
  where link.token_hash = withdraw_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(taken, 0) = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $function$;

CREATE VIEW "private"."registrations" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.user_id,
    record.contact_name,
    record.contact_email,
    record.contact_phone,
    record.status,
    record.decline_reason,
    record.has_photo,
    record.is_demo,
    record.created_at,
    record.updated_at,
    open_request.correction AS open_correction,
        CASE
            WHEN (record.status = 'declined'::text) THEN 'Closed. You are welcome to register again when things have changed.'::text
            WHEN (record.consent_withdrawn_at IS NOT NULL) THEN 'You took back your consent. It goes no further unless you agree again.'::text
            WHEN (record.status = 'approved'::text) THEN 'Approved. Our team will contact you about what comes next.'::text
            WHEN (open_request.correction IS NOT NULL) THEN 'Please correct what we marked and send it again.'::text
            WHEN (record.record_type = 'buyers'::text) THEN 'We are reviewing it. Our team will contact you within 48 hours.'::text
            ELSE 'We are reviewing it. We will contact you soon.'::text
        END AS next_step,
    record.consent_withdrawn_at
   FROM (( SELECT one.record_type,
            one.id,
            one.form,
            one.reference,
            one.user_id,
            one.contact_name,
            one.contact_email,
            one.contact_phone,
            one.status,
            one.decline_reason,
            one.has_photo,
            one.is_demo,
            one.created_at,
            one.updated_at,
                CASE
                    WHEN (one.status <> 'declined'::text) THEN private.consent_withdrawn_at(one.record_type, one.id)
                    ELSE NULL::timestamp with time zone
                END AS consent_withdrawn_at
           FROM ( SELECT 'farmers'::text AS record_type,
                    farmers.id,
                    'farmer'::text AS form,
                    farmers.reference,
                    farmers.user_id,
                    farmers.contact_name,
                    farmers.contact_email,
                    farmers.phone AS contact_phone,
                    farmers.status,
                    farmers.decline_reason,
                    farmers.has_photo,
                    farmers.is_demo,
                    farmers.created_at,
                    farmers.updated_at
                   FROM public.farmers
                UNION ALL
                 SELECT 'training_enrolments'::text AS record_type,
                    training_enrolments.id,
                    'training'::text AS form,
                    training_enrolments.reference,
                    training_enrolments.user_id,
                    training_enrolments.contact_name,
                    training_enrolments.contact_email,
                    training_enrolments.phone,
                    training_enrolments.status,
                    training_enrolments.decline_reason,
                    training_enrolments.has_photo,
                    training_enrolments.is_demo,
                    training_enrolments.created_at,
                    training_enrolments.updated_at
                   FROM public.training_enrolments
                UNION ALL
                 SELECT 'buyers'::text AS record_type,
                    buyers.id,
                        CASE buyers.buyer_type
                            WHEN 'individual'::text THEN 'buyer_individual'::text
                            WHEN 'corporate'::text THEN 'buyer_corporate'::text
                            ELSE NULL::text
                        END AS form,
                    buyers.reference,
                    buyers.user_id,
                    COALESCE(NULLIF(concat_ws(' '::text, buyers.contact_first_name, buyers.contact_last_name), ''::text), buyers.company_name) AS contact_name,
                    buyers.contact_email,
                    buyers.contact_phone,
                    buyers.status,
                    buyers.decline_reason,
                    buyers.has_photo,
                    buyers.is_demo,
                    buyers.created_at,
                    buyers.updated_at
                   FROM public.buyers
                UNION ALL
                 SELECT 'investors'::text AS record_type,
                    investors.id,
                        CASE investors.investor_type
                            WHEN 'individual'::text THEN 'investor_individual'::text
                            WHEN 'corporate'::text THEN 'investor_corporate'::text
                            WHEN 'crypto'::text THEN 'investor_crypto'::text
                            ELSE NULL::text
                        END AS form,
                    investors.reference,
                    investors.user_id,
                    COALESCE(investors.contact_name, investors.company_name) AS contact_name,
                    investors.contact_email,
                    investors.contact_phone,
                    investors.status,
                    investors.decline_reason,
                    false AS has_photo,
                    investors.is_demo,
                    investors.created_at,
                    investors.updated_at
                   FROM public.investors) one) record
     LEFT JOIN LATERAL ( SELECT jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes, 'createdAt', request.created_at) AS correction
           FROM public.correction_requests request
          WHERE ((request.record_id = record.id) AND (record.status = 'pending'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version))))))
          ORDER BY request.id DESC
         LIMIT 1) open_request ON (true));

revoke all on table private.registrations from public, anon, authenticated;

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

CREATE OR REPLACE FUNCTION private.notify_of_claim(claimed private.registrations, account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if claimed.contact_email <> '' then
    perform private.enqueue_alarm_mail('registration_claimed', account_id, claimed.contact_email,
      jsonb_build_object('at', now(), 'reference', claimed.reference));
  end if;
  if claimed.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_claimed', claimed.contact_phone, jsonb_build_object('reference', claimed.reference));
  end if;
end $function$;

CREATE VIEW "public"."correction_states" WITH (security_invoker=true) AS  SELECT request.id,
    request.record_type,
    request.record_id,
    request.submission_version,
    request.notes,
    request.message,
    request.created_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.registration_submissions sent
              WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version)))) THEN 'completed'::text
            ELSE 'pending'::text
        END AS status,
    record.reference,
    record.contact_name,
    record.contact_email,
    record.contact_phone
   FROM (public.correction_requests request
     LEFT JOIN private.registrations record ON (((record.record_type = request.record_type) AND (record.id = request.record_id))));

revoke all on table public.correction_states from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."correction_states" FROM "service_role";

CREATE VIEW "public"."my_registrations" WITH (security_invoker=true) AS  SELECT record_type,
    id,
    form,
    reference,
    status,
    decline_reason,
    next_step,
    open_correction,
    has_photo,
    created_at,
    updated_at,
    consent_withdrawn_at
   FROM private.registrations
  WHERE (user_id = ( SELECT auth.uid() AS uid));

revoke all on table public.my_registrations from public, anon, authenticated;

CREATE VIEW "public"."my_consents" WITH (security_invoker=true) AS  SELECT DISTINCT ON (purpose, record_id) id,
    purpose,
    record_type,
    record_id,
    text_version,
    is_given,
    channel,
    created_at,
    ((NOT is_given) AND (record_id IN ( SELECT mine.id
           FROM public.my_registrations mine
          WHERE (mine.status = ANY (ARRAY['pending'::text, 'approved'::text]))))) AS is_renewable
   FROM public.consents
  WHERE ((user_id = ( SELECT auth.uid() AS uid)) OR (record_id IN ( SELECT private.own_registration_ids() AS own_registration_ids)) OR (record_id IN ( SELECT private.own_newsletter_ids() AS own_newsletter_ids)))
  ORDER BY purpose, record_id, id DESC;

revoke all on table public.my_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_consents" FROM "service_role";

REVOKE ALL ON TABLE "public"."my_registrations" FROM "service_role";

CREATE VIEW "public"."people_to_phone" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    record.contact_phone,
    record.status,
    record.decline_reason,
    record.open_correction,
    record.is_demo,
    latest.topic,
    latest.since,
    last_call.outcome AS last_outcome,
    last_call.created_at AS last_called_at
   FROM ((private.registrations record
     CROSS JOIN LATERAL ( SELECT happened.topic,
            happened.happened_at AS since
           FROM ( SELECT 'received'::text AS topic,
                    record.created_at AS happened_at
                UNION ALL
                 SELECT event.to_status AS topic,
                    event.created_at
                   FROM public.decision_events event
                  WHERE ((event.record_type = record.record_type) AND (event.record_id = record.id))
                UNION ALL
                 SELECT 'correction'::text AS topic,
                    request.created_at
                   FROM public.correction_requests request
                  WHERE ((request.record_id = record.id) AND (record.open_correction IS NOT NULL))) happened
          ORDER BY happened.happened_at DESC
         LIMIT 1) latest)
     LEFT JOIN LATERAL ( SELECT phone_call.outcome,
            phone_call.created_at
           FROM public.phone_calls phone_call
          WHERE (phone_call.record_id = record.id)
          ORDER BY phone_call.id DESC
         LIMIT 1) last_call ON (true))
  WHERE ((record.contact_email IS NULL) AND (record.user_id IS NULL) AND (record.contact_phone ~ '[1-9]'::text) AND (record.record_type = ANY (( SELECT private.registrations_with('read'::text) AS registrations_with)::text[])) AND (NOT COALESCE(((last_call.created_at >= latest.since) AND (last_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text]))), false)));

revoke all on table public.people_to_phone from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."people_to_phone" FROM "service_role";

CREATE VIEW "public"."record_page" WITH (security_invoker=true) AS  SELECT NULL::bigint AS count,
    NULL::uuid[] AS ids
  WHERE false;

revoke all on table public.record_page from public, anon, authenticated;

CREATE OR REPLACE FUNCTION public.buyers(public.record_page)
 RETURNS SETOF public.buyers
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.buyers as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."buyers"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.contact_messages(public.record_page)
 RETURNS SETOF public.contact_messages
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.contact_messages as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."contact_messages"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.farmers(public.record_page)
 RETURNS SETOF public.farmers
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.farmers as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."farmers"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.find_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, page_index integer DEFAULT 0, page_size integer DEFAULT 10, assignee text DEFAULT NULL::text)
 RETURNS public.record_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  condition text := private.list_condition(source, only_status, only_overdue, assignee, words);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  if words is null then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by t.created_at desc, t.id limit $6 offset $7)', list || '_list', condition)
      into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
  else
    execute format('with hits as materialized (select t.id, t.created_at from private.%I as t where %s)
        select (select count(*) from hits), array(select id from hits order by created_at desc, id limit $6 offset $7)',
        list || '_list', condition)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
  end if;
  return answer;
end $function$;

REVOKE ALL ON FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.investors(public.record_page)
 RETURNS SETOF public.investors
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.investors as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."investors"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.job_applications(public.record_page)
 RETURNS SETOF public.job_applications
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.job_applications as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."job_applications"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.newsletter_subscriptions(public.record_page)
 RETURNS SETOF public.newsletter_subscriptions
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.id, t.email, null::text, t.confirm_sent_at, t.confirmed_at, null::text, t.unsubscribed_at, t.created_at, t.updated_at
  from public.newsletter_subscriptions as t where t.id = any ($1.ids) order by t.created_at desc, t.id
$function$;

REVOKE ALL ON FUNCTION "public"."newsletter_subscriptions"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.orders(public.record_page)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.orders as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."orders"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.partnership_applications(public.record_page)
 RETURNS SETOF public.partnership_applications
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.partnership_applications as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."partnership_applications"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.products(public.record_page)
 RETURNS SETOF public.products
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.products as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."products"(public.record_page) FROM "service_role";

CREATE OR REPLACE FUNCTION public.training_enrolments(public.record_page)
 RETURNS SETOF public.training_enrolments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select t.* from public.training_enrolments as t where t.id = any ($1.ids) order by t.created_at desc, t.id$function$;

REVOKE ALL ON FUNCTION "public"."training_enrolments"(public.record_page) FROM "service_role";

REVOKE ALL ON TABLE "public"."record_page" FROM "service_role";

CREATE VIEW "public"."withdrawn_consents" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    record.status,
    record.is_demo,
    latest.purpose,
    latest.text_version,
    latest.created_at AS withdrawn_at
   FROM (( SELECT DISTINCT ON (consents.record_id, consents.purpose) consents.record_type,
            consents.record_id,
            consents.purpose,
            consents.text_version,
            consents.is_given,
            consents.created_at
           FROM public.consents
          WHERE (consents.record_type = ANY (( SELECT private.registrations_with('decide'::text) AS registrations_with)::text[]))
          ORDER BY consents.record_id, consents.purpose, consents.id DESC) latest
     JOIN private.registrations record ON (((record.record_type = latest.record_type) AND (record.id = latest.record_id))))
  WHERE (NOT latest.is_given);

revoke all on table public.withdrawn_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."withdrawn_consents" FROM "service_role";

COMMENT ON COLUMN "public"."cart_items"."seen_price_kobo" IS 'The price when it was last shown: the page says when it is another one now. Nobody pays it.';

COMMENT ON COLUMN "public"."consents"."recorded_by" IS 'The member of staff who recorded it, for someone in the admin area or on the phone.';

COMMENT ON COLUMN "public"."order_documents"."verification_code" IS 'What /verify takes: 11 strong random characters and one that checks them.';

COMMENT ON COLUMN "public"."payments"."second_by" IS 'Who confirmed it after the one who recorded it, where the amount requires two people.';

COMMENT ON COLUMN "public"."products"."is_verified" IS 'The farmer is approved. Written by triggers alone.';

COMMENT ON TABLE "private"."document_files" IS 'One for each document: whether its PDF is made, and after the document is gone, whether its PDF still is there. No foreign key, for that reason.';

COMMENT ON TABLE "public"."correction_requests" IS 'Please correct: requested on a pending record, answered by sending it again. Notes are [{field, note}].';

COMMENT ON TABLE "public"."order_requests" IS 'What the bulk order form has beyond the stored order: who orders, and on which terms.';

COMMENT ON TABLE "public"."profiles" IS 'What an account says about itself. Grants nothing: rights are in user_roles.';

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';

COMMENT ON VIEW "public"."my_consents" IS 'The latest entry for each purpose and record.';

COMMENT ON VIEW "public"."my_registrations" IS 'What a member has registered as, how it stands and what comes next.';

COMMENT ON VIEW "public"."people_to_phone" IS 'topic says what the call is about: received, correction, approved or declined.';

COMMENT ON VIEW "public"."record_page" IS 'The shape of what find_records answers; it holds nothing itself.';

REVOKE ALL ON FUNCTION "private"."change_consents"(uuid, uuid[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_vault_person"(uuid, uuid, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."consent_withdrawn_at"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."consent_withdrawn_at"(text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."consent_withdrawn_at"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."describe_market_order"(public.orders, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_orphan_board_photos"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_orphan_board_photos"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."find_orphan_cvs"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_orphan_cvs"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."find_orphan_order_uploads"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_orphan_order_uploads"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."find_orphan_product_photos"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_orphan_product_photos"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_same_order"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_old_photos"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_old_photos"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."notify_of_claim"(private.registrations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_audit_batches"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_audit_batches"(bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_unsealed_audit"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_unsealed_audit"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."save_board_contact"(integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_board_contact"(integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."seal_person"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seal_person"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."utc_text"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."buyers"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."buyers"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."contact_messages"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."contact_messages"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."farmers"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."farmers"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."investors"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."investors"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."job_applications"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."job_applications"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_published_content"(integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_published_content"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."newsletter_subscriptions"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."newsletter_subscriptions"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."orders"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."orders"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."partnership_applications"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."partnership_applications"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."products"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."products"(public.record_page) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_consent"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_consent"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_tracked_consent"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_tracked_consent"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."training_enrolments"(public.record_page) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."training_enrolments"(public.record_page) TO "authenticated";

GRANT SELECT ON TABLE "private"."registrations" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_consents" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_registrations" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_to_phone" TO "authenticated";

GRANT SELECT ON TABLE "public"."withdrawn_consents" TO "authenticated";

CREATE OR REPLACE FUNCTION private.is_open_registration(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.registrations as record
    where record.record_type = $1 and record.id = $2 and record.status in ('pending', 'approved')
  )
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
  join app_vault.records as vault_record on vault_record.record_type = record.record_type and vault_record.record_id = record.id
  join app_vault.people on people.id = vault_record.person_id
  where record.user_id is null and not record.is_demo and people.user_id is null and people.wrapped_key is not null
    and (lower(record.contact_email) = (select private.proved_address($1))
      or record.contact_phone = (select private.proved_number($1)))
$function$;

CREATE OR REPLACE FUNCTION public.find_duplicates(record_type text, record_id uuid)
 RETURNS TABLE(other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamp with time zone, reasons text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  mine private.registrations;
  near uuid[];
  -- The noughts that stand for an erased number are nobody's.
  phones text[] := array(select phone from private.registration_phones where id = find_duplicates.record_id and phone ~ '[1-9]');
  same_phone uuid[];
begin
  if find_duplicates.record_type is null or find_duplicates.record_type <> all (readable) then
    raise exception 'permission denied to read %', find_duplicates.record_type using errcode = '42501';
  end if;
  select * into mine from private.registrations as record
  where record.record_type = find_duplicates.record_type and record.id = find_duplicates.record_id;
  if mine.id is null then
    return;
  end if;
  same_phone := array(select id from private.registration_phones where phone = any (phones));
  -- Each by an index of its own.
  near := array(
    select vault.other_id from private.find_vault_matches(mine.record_type, mine.id) as vault
    union select unnest(same_phone)
    union select id from private.registrations where lower(contact_email) = lower(mine.contact_email)
    union select id from private.registrations where user_id = mine.user_id
  );
  return query
    with sealed as (
      select vault.other_id as id, array_agg(vault.kind order by vault.kind) as kinds
      from private.find_vault_matches(mine.record_type, mine.id) as vault
      where vault.kind <> 'selfie'
      group by vault.other_id
    ),
    hinted as (
      select record.*, array_remove(
        array(select case kind when 'name' then 'same_name' when 'bvn' then 'same_bvn' when 'idNumber' then 'same_idNumber'
            when 'accountNumber' then 'same_accountNumber' when 'sidraWalletAddress' then 'same_sidraWalletAddress' end
          from unnest(sealed.kinds) as kind)
        || case when record.id = any (same_phone) then 'same_phone' end
        || case when lower(record.contact_email) = lower(mine.contact_email) then 'same_email' end
        || case when record.user_id = mine.user_id then 'same_member' end
        || case when 'dateOfBirth' = any (sealed.kinds)
            and ('name' = any (sealed.kinds) or private.name_likeness(record.contact_name, mine.contact_name) >= 0.5)
          then 'near_name_and_birth_date' end, null) as reasons
      from private.registrations as record
      left join sealed on sealed.id = record.id
      where record.id = any (near) and record.id <> mine.id
    )
    select hinted.record_type, hinted.id, hinted.reference, hinted.contact_name, hinted.status, hinted.created_at,
      hinted.reasons
    from hinted
    where hinted.record_type = any (readable) and cardinality(hinted.reasons) > 0
    order by cardinality(hinted.reasons) desc, hinted.created_at desc limit 50;
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
  current_record private.registrations;
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
  select * into current_record from private.registrations as record
  where record.record_type = reissue_guest_link.record_type and record.id = reissue_guest_link.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif current_record.contact_email is null and coalesce(current_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- No mail about demo rows.
  can_mail := current_record.contact_email is not null and not current_record.is_demo;
  delete from private.registration_guest_links as link where link.record_id = current_record.id;
  if can_mail then
    perform private.notify_registrant(current_record.id, 'registration_link');
  else
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_guest_link.token_hash, current_record.record_type, current_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (current_record.record_type, current_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', current_record.reference, 'isMailed', can_mail);
end $function$;

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
    'consentWithdrawnAt', record.consent_withdrawn_at,
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and record.status in ('pending', 'approved')) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

REVOKE ALL ON FUNCTION "private"."is_open_registration"(text, uuid) FROM PUBLIC;
