DROP VIEW "public"."my_consents";

DROP VIEW "public"."my_vault_reveals";

DROP FUNCTION "private"."change_consents"(uuid, uuid[], text, boolean);

DROP FUNCTION "private"."change_own_consents"(text, boolean);

DROP FUNCTION "public"."renew_consent"(text);

DROP FUNCTION "public"."withdraw_consent"(text);

CREATE OR REPLACE FUNCTION private.change_consents(user_id uuid, record_ids uuid[], purpose text, is_given boolean, only_record uuid DEFAULT NULL::uuid)
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
      and (only_record is null or consents.record_id = only_record)
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
      and (only_record is null or consents.record_id = only_record)
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given <> change_consents.is_given and (
    not change_consents.is_given
    or latest.record_id = any (record_ids) and private.is_open_registration(latest.record_type, latest.record_id)
  );
  get diagnostics changed = row_count;
  return changed;
end $function$;

CREATE OR REPLACE FUNCTION private.change_own_consents(purpose text, is_given boolean, record_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  if (select auth.uid()) is null then
    null;
  elsif purpose = 'newsletter' and not is_given then
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null
      and (change_own_consents.record_id is null or id = change_own_consents.record_id);
    get diagnostics changed = row_count;
  else
    changed := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given,
      change_own_consents.record_id);
  end if;
  return private.require_changed_consents(changed, is_given);
end $function$;

CREATE OR REPLACE FUNCTION private.list_own_photo_looks()
 RETURNS TABLE(id uuid, record_type text, record_id uuid, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ('00000000-0000-0000-0000-' || lpad(to_hex(opening.id), 12, '0'))::uuid, opening.record_type, opening.record_id, opening.created_at
  from private.vault_openings as opening
  where opening.person_id = any ((select private.own_vault_person_ids())::uuid[]) and opening.purpose = 'own_photo'
$function$;

CREATE OR REPLACE FUNCTION public.find_tracked_status(reference text, phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id))
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as given
      where given.id = record.id and given.record_type = record.record_type and given.phone = find_tracked_status.phone
    )
    -- What stands in place of an erased number is nobody's.
    and find_tracked_status.phone ~ '[1-9]'
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'declineCode', orders.decline_code, 'orderKind', orders.kind,
    'totalKobo', orders.total_amount_kobo, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.decline_code = 'withdrawn_by_buyer' then 'You withdrew it. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery and delivery.quoted_at is null
        then 'Closed. We could not price the delivery in time, and we are sorry. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery
        then 'The time to answer our price for the delivery ran out. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' then 'The time to pay ran out. You are welcome to order again.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      -- What has become of the goods comes first: on credit terms they are on their way before anything is paid.
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' and delivery.kind = 'collect' then 'Your goods are ready to collect.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' and delivery.kind = 'collect' then 'You have collected your goods.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.awaits_delivery and delivery.quoted_at is null
        then 'We are pricing the delivery, and tell you. You do not pay anything yet.'
      when orders.awaits_delivery then 'We have priced the delivery. ' || case when orders.user_id is null
        then 'Your link' else 'Your account' end || ' shows price and day: you pay only after you have said yes.'
      when orders.payment_status in ('unpaid', 'underpaid') and orders.kind = 'marketplace' and orders.credit_terms_reason is null
        then 'We are waiting for your transfer. ' || case when orders.user_id is null
          then 'Your link' else 'Your account' end || ' shows where to pay.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.renew_consent(purpose text, record_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.change_own_consents(purpose, is_given => true, record_id => record_id)$function$;

REVOKE ALL ON FUNCTION "public"."renew_consent"(text, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_consent(purpose text, record_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.change_own_consents(purpose, is_given => false, record_id => record_id)$function$;

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text, uuid) FROM "service_role";

CREATE VIEW "public"."my_consents" WITH (security_invoker=true) AS  SELECT DISTINCT ON (consents.purpose, consents.record_id) consents.id,
    consents.purpose,
    consents.record_type,
    consents.record_id,
    consents.text_version,
    consents.is_given,
    consents.channel,
    consents.created_at,
    ((NOT consents.is_given) AND COALESCE(((mine.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (mine.erased_at IS NULL)), false)) AS is_renewable,
    mine.reference
   FROM (public.consents
     LEFT JOIN public.my_registrations mine ON ((mine.id = consents.record_id)))
  WHERE ((consents.user_id = ( SELECT auth.uid() AS uid)) OR (consents.record_id IN ( SELECT private.own_registration_ids() AS own_registration_ids)) OR (consents.record_id IN ( SELECT private.own_newsletter_ids() AS own_newsletter_ids)))
  ORDER BY consents.purpose, consents.record_id, consents.id DESC;

revoke all on table public.my_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_consents" FROM "service_role";

CREATE VIEW "public"."my_vault_reveals" WITH (security_invoker=true) AS  SELECT vault_reveals.id,
    vault_reveals.record_type,
    vault_reveals.record_id,
    vault_reveals.field,
    vault_reveals.reason,
    vault_reveals.actor_name,
    vault_reveals.actor_role,
    vault_reveals.created_at
   FROM public.vault_reveals
  WHERE (vault_reveals.person_id = ANY (( SELECT private.own_vault_person_ids() AS own_vault_person_ids)::uuid[]))
UNION ALL
 SELECT list_own_photo_looks.id,
    list_own_photo_looks.record_type,
    list_own_photo_looks.record_id,
    'selfie'::text AS field,
    NULL::text AS reason,
    NULL::text AS actor_name,
    NULL::text AS actor_role,
    list_own_photo_looks.created_at
   FROM private.list_own_photo_looks() list_own_photo_looks(id, record_type, record_id, created_at);

revoke all on table public.my_vault_reveals from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_vault_reveals" FROM "service_role";

COMMENT ON VIEW "public"."my_consents" IS 'The latest entry for each purpose and record.';

COMMENT ON VIEW "public"."my_vault_reveals" IS 'Who looked at what is secret about the caller; without a role: somebody with the link and a code, and none of staff.';

REVOKE ALL ON FUNCTION "private"."change_consents"(uuid, uuid[], text, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_own_consents"(text, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_own_photo_looks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_own_photo_looks"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_consent"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_consent"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text, uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."my_consents" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_vault_reveals" TO "authenticated";
CREATE OR REPLACE FUNCTION private.before_depot_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := private.row_changed_at(to_jsonb(old), to_jsonb(new));
  if tg_op = 'INSERT' or (new.state, new.lga) is distinct from (old.state, old.lga) then
    perform private.refuse_unknown_area(new.state, new.lga, 'state', 'lga');
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
  new.updated_at := private.row_changed_at(to_jsonb(old), to_jsonb(new));
  -- An area of before stays what it is until it is changed.
  if tg_op = 'INSERT' or new.areas is distinct from old.areas then
    perform private.refuse_unknown_area(split_part(area, ': ', 1), nullif(split_part(area, ': ', 2), ''), 'areas', 'areas')
    from unnest(new.areas) as area;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.row_changed_at(before jsonb, after jsonb)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when before - '{is_active,updated_at}'::text[] = after - '{is_active,updated_at}'::text[]
    then (before ->> 'updated_at')::timestamptz else now() end
$function$;

REVOKE ALL ON FUNCTION "private"."row_changed_at"(jsonb, jsonb) FROM PUBLIC;
