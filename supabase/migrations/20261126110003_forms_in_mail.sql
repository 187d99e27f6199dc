-- by hand: mails that wait are written from the answers that their form repeats.
update private.mail_outbox set data = data - 'partnership_type' || jsonb_build_object('answers', jsonb_build_array(jsonb_build_array(
    'Partnership', case data ->> 'partnership_type' when 'franchise' then 'Franchise Partner' when 'representative' then 'Business Representative'
      when 'strategic' then 'Strategic Partnership' else 'Distribution Partner' end)))
  where template = 'partnership_received' and data ? 'partnership_type';
update private.mail_outbox set data = data - 'topic' || jsonb_build_object('answers', jsonb_build_array(jsonb_build_array(
    'About', case data ->> 'topic' when 'hr' then 'Work and careers' else 'A general question' end)))
  where template = 'contact_received' and data ? 'topic';

-- generated
CREATE OR REPLACE FUNCTION public.submit_contact_message(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created record := private.insert_once('contact_messages', private.answer_columns(request - 'inMail'), idempotency_key);
begin
  if created.is_new and request ->> 'email' <> '' then
    perform private.confirm_form('contact_received', request ->> 'email', jsonb_build_object(
      'name', request ->> 'name',
      'answers', request -> 'inMail'
    ));
  end if;
  return jsonb_build_object('id', created.id);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.answer_columns(request - 'inMail') || jsonb_build_object(
    'cv_path', cv -> 'path', 'cv_name', cv -> 'name', 'cv_type', cv -> 'type', 'cv_bytes', cv -> 'bytes');
  found_title text;
  created record;
begin
  if columns ->> 'position_id' is not null and not exists (
    select from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key
  ) then
    select title into found_title from public.career_positions
    where career_positions.id = columns ->> 'position_id' and is_published;
    if found_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  created := private.insert_once('job_applications', columns || jsonb_build_object('position_title', found_title), idempotency_key);
  if created.is_new then
    perform private.confirm_form('application_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', request ->> 'fullName',
      'position_title', found_title,
      'answers', request -> 'inMail'
    )));
  end if;
  return jsonb_build_object('id', created.id, 'cvPath', (select cv_path from public.job_applications where id = created.id));
end $function$;

CREATE OR REPLACE FUNCTION public.submit_partnership(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created record := private.insert_once('partnership_applications', private.answer_columns(request - '{termsAccepted,inMail}'::text[]),
    idempotency_key);
begin
  if created.is_new then
    perform private.confirm_form('partnership_received', request ->> 'email', jsonb_build_object(
      'contact_person', request ->> 'contactPerson',
      'answers', request -> 'inMail'
    ));
  end if;
  return jsonb_build_object('id', created.id);
end $function$;
