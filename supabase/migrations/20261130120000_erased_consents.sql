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
    not change_consents.is_given and (private.merged_into(latest.record_id) is not null or not exists (
      select from app_vault.people
      where people.id = private.vault_person_of(latest.record_type, latest.record_id) and people.erased_at is not null
    ))
    or change_consents.is_given and latest.record_id = any (record_ids) and private.is_open_registration(latest.record_type, latest.record_id)
  );
  get diagnostics changed = row_count;
  return changed;
end $function$;

CREATE OR REPLACE VIEW "public"."my_consents" WITH (security_invoker=true) AS  SELECT DISTINCT ON (consents.purpose, consents.record_id) consents.id,
    consents.purpose,
    consents.record_type,
    consents.record_id,
    consents.text_version,
    consents.is_given,
    consents.channel,
    consents.created_at,
    ((NOT consents.is_given) AND COALESCE(((mine.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (mine.erased_at IS NULL)), false)) AS is_renewable,
    mine.reference,
    (mine.erased_at IS NOT NULL) AS is_over
   FROM (public.consents
     LEFT JOIN public.my_registrations mine ON ((mine.id = consents.record_id)))
  WHERE ((consents.user_id = ( SELECT auth.uid() AS uid)) OR (consents.record_id IN ( SELECT private.own_registration_ids() AS own_registration_ids)) OR (consents.record_id IN ( SELECT private.own_newsletter_ids() AS own_newsletter_ids)))
  ORDER BY consents.purpose, consents.record_id, consents.id DESC;
