DROP FUNCTION "public"."renew_consent"(text);

DROP FUNCTION "public"."renew_tracked_consent"(text, text);

DROP FUNCTION "public"."withdraw_consent"(text);

DROP FUNCTION "public"."withdraw_tracked_consent"(text, text);

CREATE OR REPLACE FUNCTION private.change_own_consents(purpose text, is_given boolean)
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
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null;
    get diagnostics changed = row_count;
  else
    changed := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given);
  end if;
  return private.require_changed_consents(changed, is_given);
end $function$;

CREATE OR REPLACE FUNCTION private.change_tracked_consents(token_hash text, purpose text, is_given boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  select private.change_consents(null, array[link.record_id], purpose, is_given) into changed
  from private.registration_guest_links as link
  where link.token_hash = change_tracked_consents.token_hash and link.expires_at > now();
  return private.require_changed_consents(changed, is_given);
end $function$;

CREATE OR REPLACE FUNCTION private.require_changed_consents(changed integer, is_given boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if coalesce(changed, 0) = 0 then
    raise exception 'There is no such consent to %', case when is_given then 'give again' else 'take back' end
      using errcode = 'P0002';
  end if;
  return changed;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_consent(purpose text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.change_own_consents(purpose, is_given => true)$function$;

REVOKE ALL ON FUNCTION "public"."renew_consent"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.renew_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.change_tracked_consents(token_hash, purpose, is_given => true)$function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(purpose text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.change_own_consents(purpose, is_given => false)$function$;

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$select private.change_tracked_consents(token_hash, purpose, is_given => false)$function$;

COMMENT ON TABLE "private"."change_codes" IS 'Six digits, mailed or texted: the person who types them reads what goes to the contact on record.';

REVOKE ALL ON FUNCTION "private"."change_own_consents"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_tracked_consents"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_changed_consents"(integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."renew_consent"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_consent"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_tracked_consent"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_tracked_consent"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_tracked_consent"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."withdraw_tracked_consent"(text, text) TO "service_role";
