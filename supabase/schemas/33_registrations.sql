-- What farmers, trainees, buyers and investors have in common: references, owners, and one view of them all.

-- Like an order's code, with a prefix of its own: FM farmers, TR training, BY buyers, IV investors.
create function private.make_reference(prefix text) returns text
language sql volatile set search_path = ''
as $$
  select prefix || substr(private.make_order_code(), 3)
$$;

-- The reference of a new record; another draw in the rare case that it is taken.
-- Security definer, because a buyer's own insert may neither draw one nor see everybody's.
create function private.give_reference(prefix text, table_name text, reference text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  is_taken boolean := coalesce(reference, '') = '';
begin
  while is_taken loop
    reference := private.make_reference(prefix);
    execute format('select exists (select from public.%I where reference = $1)', table_name) into is_taken using reference;
  end loop;
  return reference;
end $$;

-- The tables whose records the caller may read, or decide on; called once for each statement.
create function private.registrations_with(permission text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}')
  from unnest(private.registration_types()) as record_type
  where private.has_permission(record_type || '.' || registrations_with.permission)
$$;

create function private.own_registration_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.farmers where user_id = (select auth.uid())
  union all select id from public.training_enrolments where user_id = (select auth.uid())
  union all select id from public.buyers where user_id = (select auth.uid())
  union all select id from public.investors where user_id = (select auth.uid())
$$;

-- When what was secret in one's own registrations was destroyed, by their ids.
create function private.own_erasures() returns table (record_id uuid, erased_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select records.record_id, people.erased_at
  from app_vault.records join app_vault.people on people.id = records.person_id
  where people.erased_at is not null and records.record_id in (select private.own_registration_ids())
$$;

-- Whether its secrets are erased: at its person's wish, or because it was made one with an older one.
create function private.is_erased_registration(record_type text, record_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from app_vault.people where people.id = private.vault_person_of($1, $2) and people.erased_at is not null
  )
$$;

create function private.is_own_contact(email text, phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users as account left join public.profiles as person on person.id = account.id
    where account.id = (select auth.uid()) and (
      private.mailbox_of($1) in (private.mailbox_of(person.email), private.mailbox_of(private.proved_address(account.id)))
      or private.normalise_phone($2) in (person.phone, private.proved_number(account.id))
    )
  )
$$;

-- Whether a record is the caller's. An investor's also, if they entered the form for someone: two people see to it.
create function private.is_own_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_id text := (select auth.uid());
  current_record jsonb;
begin
  if caller_id is null then
    return false;
  elsif record_type = 'orders' then
    return exists (select from public.orders where id = record_id and private.is_own_order(orders));
  elsif record_type = 'products' then
    select to_jsonb(farmer) into current_record
    from public.products join public.farmers as farmer on farmer.id = products.farmer_id where products.id = record_id;
  else
    execute format('select to_jsonb(t) from public.%I as t where id = $1', record_type) into current_record using record_id;
  end if;
  return coalesce(current_record ->> 'user_id' = caller_id, false)
    or coalesce(record_type = 'investors' and current_record ->> 'entered_by' = caller_id, false)
    or private.is_own_contact(
      coalesce(current_record ->> 'contact_email', current_record ->> 'email'),
      coalesce(current_record ->> 'contact_phone', current_record ->> 'phone'))
    or private.is_own_contact(null, current_record ->> 'alternative_phone')
    or (record_type = 'investors' and exists (select from public.investor_private as behind
      where behind.investor_id = record_id and private.is_own_contact(behind.company_email, behind.company_phone)));
end $$;

create function private.registration_table(form text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when form = 'farmer' then 'farmers'
    when form = 'training' then 'training_enrolments'
    when form in ('buyer_individual', 'buyer_corporate') then 'buyers'
    when form in ('investor_individual', 'investor_corporate', 'investor_crypto') then 'investors'
  end
$$;

-- The row beside a record: its table and the column that names the record.
create function private.private_table(record_type text, out name text, out key text)
language sql immutable set search_path = ''
as $$
  select case record_type
    when 'farmers' then 'farmer_private'
    when 'training_enrolments' then 'training_enrolment_private'
    when 'investors' then 'investor_private' end,
  case record_type
    when 'farmers' then 'farmer_id'
    when 'training_enrolments' then 'training_enrolment_id'
    when 'investors' then 'investor_id' end
$$;

-- {record, private}: private is missing where the record has no row beside it.
create function private.registration_columns(form text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when form = 'farmer' then private.farmer_columns(answers)
    when form = 'training' then private.training_columns(answers)
    when form like 'buyer%' then private.buyer_columns(split_part(form, '_', 2), answers)
    when form like 'investor%' then private.investor_columns(split_part(form, '_', 2), answers)
  end
$$;

-- One change after the other for each record: what is read after this stays true until the transaction ends.
create function private.lock_registration(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if record_type = any (private.registration_types()) then
    execute format('select from public.%I where id = $1 for update', record_type) using record_id;
  end if;
end $$;

-- Whether the record is theirs who send: by their account, or, where no account owns it, by a link to it.
create function private.may_change_registration(record_id uuid, owner_id uuid, context jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when owner_id is not null then owner_id is not distinct from (context ->> 'userId')::uuid
    else exists (
      select from private.registration_guest_links as link
      where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = $1 and link.expires_at > now()
    )
  end
$$;

-- One registration by its reference, for staff who help someone with it; null for what the caller may not read.
-- Security invoker: the policies of the tables behind decide.
create function public.find_registration(reference text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'contactName', record.contact_name, 'hasAccount', record.user_id is not null,
    'hasEmail', record.contact_email is not null,
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}')
  )
  from private.registrations as record
  where record.reference = upper(btrim(find_registration.reference))
$$;

-- What is next while nobody has decided: the day by which a person has read what was sent last, or by which buyers hear
-- from us. As formatDateInWords, no line ends between day and month. Security definer: the promises are for staff to read.
create function private.describe_review(record_type text, sent_at timestamptz) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  promised interval := private.promised_time(record_type, 'decision');
  hours numeric := extract(epoch from promised) / 3600;
  within text := case when hours = 24 then '1 day' when hours = 1 then '1 hour'
    when hours % 24 = 0 then trunc(hours / 24) || ' days' else trunc(hours) || ' hours' end;
begin
  if sent_at + promised < now() then
    return 'We are reviewing it. It takes longer than the ' || within || ' that we promised: please call us, and we tell you why.';
  end if;
  return 'We are reviewing it. '
    || case record_type when 'buyers' then 'Our team contacts you within ' else 'A person reads it within ' end || within || ': by '
    || to_char((sent_at + promised) at time zone 'Africa/Lagos', U&'FMDD\00A0FMMonth YYYY') || '.';
end $$;

-- One list over the four kinds of registration: for the person, for the tracking page, and for staff on the phone.
create view private.registrations with (security_invoker = true) as
  select record.record_type, record.id, record.form, record.reference, record.user_id, record.contact_name,
    record.contact_email, record.contact_phone, record.status, record.decline_reason, record.has_photo, record.is_demo,
    record.created_at, record.updated_at, open_request.correction as open_correction,
    case
      when record.status = 'declined' then coalesce(
        'This registration is one with ' || private.merged_into(record.id) || '. It goes on there, and you do not have to do anything.',
        'Closed. You are welcome to register again when things have changed.')
      when record.consent_withdrawn_at is not null then 'You took back your consent. It goes no further unless you agree again.'
      when record.status = 'approved' then 'Approved. Our team will contact you about what comes next.'
      when open_request.correction is not null then 'Please correct what we marked and send it again.'
      else private.describe_review(record.record_type, coalesce(record.sent_again_at, record.created_at))
    end as next_step,
    record.consent_withdrawn_at, record.answers_version
  from (
    select one.*,
      case when one.status <> 'declined' then private.consent_withdrawn_at(one.record_type, one.id) end as consent_withdrawn_at
    from (
      select 'farmers' as record_type, id, 'farmer' as form, reference, user_id, contact_name, contact_email,
        phone as contact_phone, status, decline_reason, has_photo, is_demo, created_at, updated_at, answers_version,
        sent_again_at
      from public.farmers
      union all
      select 'training_enrolments' as record_type, id, 'training' as form, reference, user_id, contact_name, contact_email,
        phone, status, decline_reason, has_photo, is_demo, created_at, updated_at, answers_version,
        sent_again_at
      from public.training_enrolments
      union all
      select 'buyers' as record_type, id,
        case buyer_type when 'individual' then 'buyer_individual' when 'corporate' then 'buyer_corporate' end as form,
        reference, user_id, coalesce(nullif(concat_ws(' ', contact_first_name, contact_last_name), ''), company_name) as contact_name,
        contact_email, contact_phone, status, decline_reason, has_photo, is_demo, created_at, updated_at, answers_version,
        sent_again_at
      from public.buyers
      union all
      select 'investors' as record_type, id,
        case investor_type when 'individual' then 'investor_individual' when 'corporate' then 'investor_corporate'
          when 'crypto' then 'investor_crypto' end as form,
        reference, user_id, coalesce(contact_name, company_name) as contact_name,
        contact_email, contact_phone, status, decline_reason, false as has_photo, is_demo, created_at, updated_at, answers_version,
        sent_again_at
      from public.investors
    ) as one
  ) as record
  -- The correction that is open: the last one requested, while nothing later was sent and nothing is decided.
  left join lateral (
    select jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes,
      'createdAt', request.created_at) as correction
    from public.correction_requests as request
    where request.record_id = record.id and record.status = 'pending' and not exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    )
    order by request.id desc limit 1
  ) as open_request on true;

create view public.my_registrations with (security_invoker = true) as
  select record.record_type, record.id, record.form, record.reference, record.status, record.decline_reason, record.next_step,
    record.open_correction, record.has_photo, record.created_at, record.updated_at, record.consent_withdrawn_at,
    private.merged_into(record.id) as merged_into,
    -- Made one with an older one, it was not erased at its person's wish.
    case when private.merged_into(record.id) is null then erasure.erased_at end as erased_at
  from private.registrations as record
  left join private.own_erasures() as erasure on erasure.record_id = record.id
  where record.user_id = (select auth.uid());
comment on view public.my_registrations is 'What a member has registered as, how it stands and what comes next.';

-- "The same phone number" of two registrations: any of the numbers of a form.
create view private.registration_phones with (security_invoker = true) as
  select id, phone, 'farmers' as record_type from public.farmers
  union all select id, phone, 'training_enrolments' from public.training_enrolments
  union all select training_enrolment_id, guardian_phone, 'training_enrolments' from public.training_enrolment_private
  union all select id, contact_phone, 'buyers' from public.buyers
  union all select id, alternative_phone, 'buyers' from public.buyers
  union all select id, contact_phone, 'investors' from public.investors
  union all select investor_id, company_phone, 'investors' from public.investor_private;

-- And "the same e-mail address" and "the same account".
create view private.registration_contacts with (security_invoker = true) as
  select id, lower(contact_email) as email, user_id, 'farmers' as record_type from public.farmers
  union all select id, lower(contact_email) as email, user_id, 'training_enrolments' as record_type from public.training_enrolments
  union all select id, lower(contact_email) as email, user_id, 'buyers' as record_type from public.buyers
  union all select id, lower(contact_email) as email, user_id, 'investors' as record_type from public.investors;

revoke all on table private.registrations from public, anon, authenticated, service_role;
grant select on table private.registrations to authenticated, service_role;

revoke all on table public.my_registrations from public, anon, authenticated, service_role;
grant select on table public.my_registrations to authenticated;

revoke all on table private.registration_phones from public, anon, authenticated, service_role;

revoke all on table private.registration_contacts from public, anon, authenticated, service_role;

revoke all on function
  private.describe_review(text, timestamptz), private.give_reference(text, text, text),
  private.is_erased_registration(text, uuid), private.is_own_contact(text, text),
  private.is_own_record(text, uuid), private.lock_registration(text, uuid), private.make_reference(text),
  private.may_change_registration(uuid, uuid, jsonb), private.own_erasures(), private.own_registration_ids(),
  private.private_table(text),
  private.registration_columns(text, jsonb), private.registration_table(text), private.registrations_with(text),
  public.find_registration(text)
  from public, anon, authenticated, service_role;
grant execute on function private.describe_review(text, timestamptz), private.own_erasures(), private.own_registration_ids(), private.registrations_with(text)
  to authenticated, service_role;
grant execute on function public.find_registration(text) to authenticated;
