DROP FUNCTION "private"."notify_of_change"(private.registrations, jsonb);

CREATE OR REPLACE FUNCTION private.notify_of_change(record_before private.registrations, changes jsonb, channel text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  is_notified boolean := false;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded)
    || case when channel = 'web' then '{}' else jsonb_build_object('channel', channel) end;
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return null;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    is_notified := true;
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
    is_notified := true;
  end if;
  return case when not is_notified and record_before.contact_phone ~ '[1-9]' then record_before.contact_phone end;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed(current_record private.registrations)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_erased(current_record.record_type, current_record.id);
  if current_record.status <> 'pending' then
    raise exception 'It is % by now, so it cannot be changed here any more. Please call us or write to us.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif current_record.consent_withdrawn_at is not null then
    raise exception 'You took back your consent, so nothing is changed. Agree again first.' using errcode = 'PT409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_erased(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_erased_registration($1, $2) then
    raise exception 'Your data is erased: there is nothing to change any more.' using errcode = 'PT409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_future_photograph()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.taken_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a photograph is not in the future.' using errcode = '23514', hint = 'taken_on';
  end if;
  return new;
end $function$;

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
      select case when sent.requested_by = 'applicant' then 'changed' when sent.channel = 'web' then 'sent_again'
        else 'entered_' || sent.channel end as kind, sent.created_at as at
      from public.registration_submissions as sent
      where sent.record_id = $2 and sent.version > 1
      union all
      select decision.to_status as kind, decision.created_at as at from private.standing_decisions as decision
      where decision.record_type = $1 and decision.record_id = $2
        and not exists (select from private.registration_merges as merge
          where merge.younger_id = $2 and merge.created_at = decision.created_at)
      union all
      select changed.kind, changed.at from private.consent_changes($1, $2) as changed
      union all
      select 'merged' as kind, merge.created_at as at from private.registration_merges as merge
      where merge.younger_id = $2
      union all
      select 'message_sent' as kind, written.created_at as at from public.contact_messages as written
      where written.about_type = $1 and written.about_id = $2
      union all
      -- By mail, each time; what was answered by a call alone is marked.
      select 'message_answered' as kind, answer.created_at as at
      from public.contact_messages as written
      join public.record_messages as answer on answer.record_type = 'contact_messages' and answer.record_id = written.id
      where written.about_type = $1 and written.about_id = $2 and answer.is_from_staff
      union all
      select 'message_answered' as kind, written.answered_at as at from public.contact_messages as written
      where written.about_type = $1 and written.about_id = $2 and written.answered_at is not null
        and not exists (select from public.record_messages as answer
          where answer.record_type = 'contact_messages' and answer.record_id = written.id and answer.is_from_staff)
    ) as event
  ), '[]')
$function$;

CREATE OR REPLACE FUNCTION private.say_refusal(state text, of_table text, rule text, of_column text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  named text := private.describe_rule(of_table, rule);
  condition text := (select pg_get_constraintdef(oid) from pg_catalog.pg_constraint
    where conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table)));
  -- "at least", "at most"
  least bigint := substring(condition from '>= ''?(\d+)');
  most bigint := substring(condition from '<= ''?(\d+)');
  range text := concat_ws(' to ', to_char(coalesce(least, 0), 'FM999,999,999,999'), to_char(most, 'FM999,999,999,999'));
  sentence text;
begin
  if state = '23502' then
    sentence := replace(regexp_replace(of_column, '_id$', ''), '_', ' ') || ' must not be empty.';
  elsif state = '23503' then
    sentence := format('the %s that it names is not there, or is needed by something else.', named);
  elsif state = '23505' then
    sentence := format('there is one with the same %s already.', named);
  elsif state <> '23514' then
    sentence := 'a value is too long, or not of its kind.';
  else
    sentence := case
      when rule ~ '_email_form$' then 'Write an email address, such as info@example.com.'
      when rule ~ '_phone_form$' then 'Write a phone number, such as 0803 123 4567.'
      when rule ~ '_page_address_form$' then 'Write the whole address of the page, with https:// at its beginning.'
      when rule ~ '_target_form$' then 'Write where it leads to on this site, such as /contact.'
      when rule ~ '_id_form$' then 'Write small letters, numbers and hyphens alone, such as farm-manager.'
      when rule = 'courses_ends_on_after' then 'The last day is the first one or comes after it, within a year.'
      when rule = 'courses_price_kobo_range' then 'The price is at most 1,000,000,000 naira.'
      when rule = 'stories_figures_form' then
        'Figures are at most four lines, each of three parts with | between them: 32 | bags of 50 kg from a hectare | farm book of the group.'
      when rule ~ '_plain$' then named || ' has no spaces too many, and a line of words has no line breaks.'
      when rule ~ '_known$' then named || ' is one of the list.'
      when rule = 'company_facts_number_short' then format('The number has at most %s characters.', most)
      when rule ~ '_length$' and most is not null then format('%s has %s characters.', named, range)
      when rule ~ '_year_range$' then format('%s is a number from %s to %s.', named, least, most)
      when rule ~ '_(range|month)$' and most is not null then format('%s is a number from %s.', named, range)
      else named || ' is not as it should be.'
    end;
  end if;
  return upper(left(sentence, 1)) || substr(sentence, 2);
end $function$;

CREATE OR REPLACE FUNCTION private.store_changed(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.registration_columns(current_record.form, answers);
  next_version integer := current_record.answers_version + 1;
begin
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    jsonb_build_object('answers_version', next_version, 'sent_again_at', now()) ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context || jsonb_build_object('phoneToCall', private.notify_of_change(current_record, changes, context ->> 'channel'), 'changes', (
      select coalesce(jsonb_agg(change - 'guard' - 'label' order by change ->> 'label'), '[]')
      from jsonb_array_elements(changes) as change)));
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
    'total_amount_kobo', orders.total_amount_kobo, 'delivery_kobo', orders.delivery_kobo, 'vat_kobo', orders.vat_kobo, 'vat_lines', orders.vat_lines,
    'awaits_delivery', orders.awaits_delivery, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo, 'paid_kobo', private.paid_kobo(orders.id),
    'has_credit_terms', orders.credit_terms_reason is not null, 'goods_released', orders.stock_released_at is not null, 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'link_ends_at', case when link.expires_at <= now() + private.link_again_period() then link.expires_at end,
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_deliveries', (select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
        'weight_grams', weight_grams, 'price_kobo', price_kobo, 'quoted_at', quoted_at, 'accepted_at', accepted_at, 'vat_kobo', vat_kobo,
        'earlier_price_kobo', earlier_price_kobo, 'earlier_vat_kobo', earlier_vat_kobo, 'earlier_day', earlier_day,
        'day_before', day_before, 'day_changed_at', day_changed_at)
      from public.order_deliveries as delivery where delivery.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock,
        'vat_class', vat_class, 'vat_rate_bp', vat_rate_bp) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'amount_kobo', claim.amount_kobo, 'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date, 'created_at', payment.created_at) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_credits', (select coalesce(jsonb_agg(jsonb_build_object('kind', credit.kind, 'amount_kobo', credit.amount_kobo)
        order by credit.created_at), '[]')
      from public.order_credits as credit where credit.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'photo_paths', photo_paths, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at,
        'line_position', line_position, 'line_name', line_name, 'amount', amount, 'amount_unit', amount_unit, 'wish', wish)
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
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'mergedInto', private.merged_into(record.id),
    'linkEndsAt', case when link.expires_at <= now() + private.link_again_period() then link.expires_at end,
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

CREATE TRIGGER refuse_future BEFORE INSERT OR UPDATE OF taken_on ON public.photographs FOR EACH ROW EXECUTE FUNCTION private.refuse_future_photograph();

REVOKE ALL ON FUNCTION "private"."notify_of_change"(private.registrations, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_erased"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_erased"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_future_photograph"() FROM PUBLIC;
