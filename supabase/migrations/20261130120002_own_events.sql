CREATE OR REPLACE FUNCTION private.registration_events(record_type text, record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
    from (
      select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
      where request.record_type = $1 and request.record_id = $2
      union all
      select case sent.requested_by when 'applicant' then 'changed' else 'sent_again' end as kind, sent.created_at as at
      from public.registration_submissions as sent
      where sent.record_id = $2 and sent.version > 1
      union all
      select decision.to_status as kind, decision.created_at as at from private.standing_decisions as decision
      where decision.record_type = $1 and decision.record_id = $2
        and not exists (select from private.registration_merges as merge
          where merge.younger_id = $2 and merge.created_at = decision.created_at)
      union all
      -- What it needs was taken back, or given again.
      select case when entry.is_given then 'renewed' else 'stopped' end as kind, entry.created_at as at
      from public.consents as entry
      where entry.record_type = $1 and entry.record_id = $2
        and entry.purpose in ('terms', 'guardian') and (not entry.is_given or exists (
          select from public.consents as earlier
          where earlier.record_id = entry.record_id and earlier.purpose = entry.purpose and earlier.id < entry.id
            and not earlier.is_given
        ))
      union all
      select 'merged' as kind, merge.created_at as at from private.registration_merges as merge
      where merge.younger_id = $2
    ) as event
  ), '[]')
$function$;

CREATE OR REPLACE FUNCTION public.own_registration_events(record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.registration_events(record.record_type, record.id) from private.registrations as record
  where record.id = own_registration_events.record_id and record.user_id = (select auth.uid())
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
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'mergedInto', private.merged_into(record.id),
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)
      and private.merged_into(record.id) is null),
    'events', private.registration_events(record.record_type, record.id),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and private.is_open_registration(record.record_type, record.id)) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

REVOKE ALL ON FUNCTION private.registration_events(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.own_registration_events(uuid) FROM PUBLIC, anon, authenticated, service_role;

GRANT EXECUTE ON FUNCTION public.own_registration_events(uuid) TO authenticated;
