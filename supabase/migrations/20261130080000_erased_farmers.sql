ALTER TABLE "public"."buyers" DROP CONSTRAINT "buyers_company_name_length";

DROP FUNCTION "private"."refuse_to_publish_without_consent"(uuid, boolean);

DROP FUNCTION "private"."stop_what_hangs_on_consent"(uuid);

CREATE OR REPLACE FUNCTION private.after_consent_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.is_given and new.record_type = 'farmers' and new.purpose = 'terms' then
    perform private.hide_listings(new.record_id, 'The farmer has taken back the consent to be shown here.');
  end if;
  return null;
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
  if new.status <> 'hidden' and new.farmer_id is not null
    and (tg_op = 'INSERT' or (new.status, new.farmer_id) is distinct from (old.status, old.farmer_id))
  then
    perform private.refuse_to_offer(new.farmer_id, new.status, is_new => tg_op = 'INSERT');
  end if;
  if (new.photo_path, new.more_photo_paths) is distinct from (old.photo_path, old.more_photo_paths) then
    perform private.require_product_photos(new, array(
      select path from unnest(array_append(new.more_photo_paths, new.photo_path)) as named (path)
      where path is not null and path <> all (array_append(coalesce(old.more_photo_paths, '{}'), coalesce(old.photo_path, '')))));
  end if;
  return new;
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
  foreach closed_type in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
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
    select farm_name, farmers.location, farmers.status = 'approved' and not private.is_erased_registration('farmers', farmers.id)
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

CREATE OR REPLACE FUNCTION private.hide_listings(farmer_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  -- In the order in which carts and orders lock products; of those that are hidden, too, one may just be published.
  perform from public.products where products.farmer_id = $1 order by id for update;
  perform set_config('request.jwt.claims', '', true);
  update public.products set status = 'hidden', review_note = reason
  where products.farmer_id = $1 and status <> 'hidden';
  perform set_config('request.jwt.claims', claims, true);
end $function$;

CREATE OR REPLACE FUNCTION private.is_erased_registration(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from app_vault.people where people.id = private.vault_person_of($1, $2) and people.erased_at is not null
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_open_registration(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.registrations as record
    where record.record_type = $1 and record.id = $2 and record.status in ('pending', 'approved')
      and not private.is_erased_registration($1, $2)
  )
$function$;

CREATE OR REPLACE FUNCTION private.refuse_to_offer(farmer_id uuid, status text, is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_new then
    perform from public.farmers where id = farmer_id for key share;
  end if;
  if private.is_erased_registration('farmers', farmer_id) then
    raise exception 'The farmer has had their data erased.' using errcode = '23514', hint = 'status';
  elsif status = 'published' and private.consent_withdrawn_at('farmers', farmer_id) is not null then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.find_approved_farmers(search text)
 RETURNS TABLE(id uuid, farm_name text, location text, reference text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := btrim(coalesce(search, ''));
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to choose a farmer' using errcode = '42501';
  elsif char_length(typed) < 3 then
    return;
  end if;
  return query
    select farmer.id, farmer.farm_name, farmer.location, farmer.reference
    from public.farmers as farmer
    where farmer.status = 'approved' and not private.is_erased_registration('farmers', farmer.id) and farmer.id in (
      select texts.id from private.farmers_texts as texts where texts.words ilike any (private.search_patterns(typed)))
    order by farmer.farm_name, farmer.id
    limit 8;
end $function$;

ALTER TABLE "public"."buyers" ADD CONSTRAINT "buyers_company_name_length" CHECK (((char_length(company_name) >=
CASE buyer_type
    WHEN 'individual'::text THEN 1
    ELSE 2
END) AND (char_length(company_name) <= 200)));

COMMENT ON COLUMN "public"."products"."is_verified" IS 'The farmer is approved, and not erased. Written by triggers alone.';

REVOKE ALL ON FUNCTION "private"."hide_listings"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_erased_registration"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_to_offer"(uuid, text, boolean) FROM PUBLIC;

-- What farmers whose data was erased before still offered; they are written nothing.
do $$
declare
  farm_id uuid;
begin
  for farm_id in select id from public.farmers where private.is_erased_registration('farmers', id) order by id for update loop
    perform private.hide_listings(farm_id, 'The farmer has had their data erased.');
    perform private.forget_recipients(array(select id from public.products where farmer_id = farm_id));
  end loop;
end $$;
