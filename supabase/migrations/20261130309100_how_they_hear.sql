CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  texts constant boolean := private.sends_sms();
  twins uuid[];
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end,
        case when coalesce(
          (select request.email from public.order_requests as request where request.order_id = own.id),
          (select contact.email from public.order_contacts as contact where contact.order_id = own.id),
          (select buyer.email from public.profiles as buyer where buyer.id = own.user_id)) is null then
          -- As private.text_buyer_of_decision writes.
          case when texts and own.user_id is null and exists (
            select from public.order_contacts as contact where contact.order_id = own.id and contact.phone is not null)
            then 'by_text' else 'untold' end end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo)
        and private.merged_into(own.id) is null then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction'
        when private.merged_into(own.id) is null then (
          select case when record.contact_phone !~ '[1-9]' or record.contact_phone is null then 'untold'
            when texts then 'by_text' else 'by_phone' end
          from private.registrations as record
          where record.record_type = find_record_flags.record_type and record.id = own.id
            and record.user_id is null and record.contact_email is null) end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;
