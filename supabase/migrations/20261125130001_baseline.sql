-- Baseline of release 0.2.0: generated from supabase/schemas/ and supabase/reference/ as they stood, in the place of
-- 195 migrations (supabase/released.json). A database of 0.2.0 has all of it, and only notes that.

create schema if not exists private;

create schema if not exists strongroom;

revoke all on schema private, strongroom from public;

grant usage on schema private to authenticated, service_role, supabase_auth_admin;

create function private.strip_markup(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(regexp_replace(regexp_replace(
    normalize(value, nfc),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '<[A-Za-z/!?][^<>]*>', '', 'g'),
    '<+(?=[A-Za-z/!?])', '', 'g')
$$;

create function private.clean_line(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select normalize(btrim(regexp_replace(private.strip_markup(value),
    '[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' '), nfc)
$$;

create function private.clean_text(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select normalize(btrim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(private.strip_markup(value),
      '\r\n|[\r\v\f\u0085\u2028\u2029]', E'\n', 'g'),
      '[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'),
      ' ?\n ?', E'\n', 'g'),
      '\n{3,}', E'\n\n', 'g'), E' \n'), nfc)
$$;

create function private.is_email(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select length(value) <= 254 and strpos(value, '@') <= 65 and value ~
    '^[A-Za-z0-9_%+''-]+(?:\.[A-Za-z0-9_%+''-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'
$$;

create function private.phone_problem(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when value !~ '^[0-9+()./ -]*$' then 'Please write the phone number in digits, for example 0803 123 4567'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) < 10 then 'Phone number must be at least 10 digits'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) > 15 then 'Phone number must be at most 15 digits'
  end
$$;

create function private.normalise_phone(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  with given as (select regexp_replace(value, '[^0-9]', '', 'g') as digits),
  read as (
    select digits,
      case when strpos(value, '+') > 0 then digits when digits ~ '^00[0-9]{10,}$' then substr(digits, 3) end as international
    from given
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
$$;

create function private.quantity_problem(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when value = '' then 'Quantity is required'
    when value !~ '^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(?:\.[0-9]+)?$' or value !~ '[1-9]'
      then 'Enter a quantity greater than 0'
    when length(split_part(value, '.', 2)) > 3 then 'Enter a quantity with at most 3 decimals'
    when replace(value, ',', '')::numeric > 1000000000 then 'Enter a quantity of at most 1,000,000,000'
  end
$$;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% keeps what was written', tg_table_name using errcode = '42501';
end $$;

create function private.normalise_url(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select 'https://' || lower(found[1] collate "C") || found[2]
  from regexp_match(value,
    '^(?:[Hh][Tt][Tt][Pp][Ss]?://)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9](?::[0-9]{1,5})?)((?:[/?#][^ <>"''`\\^{}|]*)?)$'
  ) as found
$$;

create function private.normalise_amount(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when value ~ '^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,8})?$'
      and length(ltrim(split_part(replace(value, ',', ''), '.', 1), '0')) <= 30
    then trim_scale(replace(value, ',', '')::numeric)::text
  end
$$;

create function private.read_day(answer text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if answer !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return null;
  end if;
  return make_date(substr(answer, 1, 4)::integer, substr(answer, 6, 2)::integer, substr(answer, 9, 2)::integer);
exception when datetime_field_overflow then
  return null;
end $$;

create function private.make_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;

create function private.utc_text(moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;

create function private.mask_email(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace($1, '^(.)[^@]*@', '\1•••@')
$$;

create function private.mask_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select left($1, 1) || '•••' || substring($1 from position('@' in $1))
$$;

create function private.last_migration() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end $$;

create table public.role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission),
  constraint role_permissions_role_known check (role in ('admin', 'reviewer', 'finance', 'content', 'field_agent')),
  constraint role_permissions_permission_form check (permission ~ '^[a-z_]+\.[a-z_]+$')
);

comment on table public.role_permissions is 'What each role may do; equal to domain/roles.ts.';

create table private.house_settings (
  name text primary key,
  value text not null,
  constraint house_settings_name_known check (name in ('staff_second_factor', 'sms', 'sessions_checked', 'settlement_alarm_email')),
  constraint house_settings_value_known check (case name
    when 'settlement_alarm_email' then value = '' or private.is_email(value)
    else value in ('offered', 'demanded', 'off', 'on') end)
);

create table private.staff_grants (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  granted_by uuid,
  role text not null,
  granted_at timestamptz not null default now()
);

comment on table private.staff_grants is 'Every role that was ever given, and by whom. Append-only: a role that is given once more does not hide who gave it first. Names no account by key, since it outlives them.';

create index staff_grants_granted_by_idx on private.staff_grants (granted_by);

create index staff_grants_user_id_idx on private.staff_grants (user_id);

create function private.set_house_setting(name text, value text) returns void
language sql security definer set search_path = ''
as $$
  update private.house_settings set value = $2 where house_settings.name = $1 and house_settings.value <> $2
$$;

create function private.ask_for_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.has_permission(tg_argv[0]) then
    perform private.require_strong_right(tg_argv[0]);
  end if;
  return null;
end $$;

create function private.require_strong_right(permission text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission($1) then
    raise exception 'permission denied: %', $1 using errcode = '42501';
  elsif not private.has_strong_permission($1) then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  return (select auth.uid());
end $$;

create function private.has_living_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions
    where id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and user_id = (select auth.uid())
      and coalesce(aal::text, 'aal1') >= coalesce((select auth.jwt()) ->> 'aal', 'aal1')
      and (not_after is null or not_after > now())
  )
$$;

create function private.claimed_aal() returns text
language sql stable set search_path = ''
as $$
  select nullif(left((select auth.jwt()) ->> 'aal', 10), '')
$$;

create function private.is_let_in(person_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.house_settings where name = 'staff_second_factor' and value = 'demanded')
    or exists (select from auth.mfa_factors where user_id = $1 and status = 'verified')
$$;

create function private.has_shown_factors() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
$$;

create function private.note_who_granted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.granted_by := (select auth.uid());
  new.granted_at := now();
  return new;
end $$;

create function private.desk_types() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
    'job_applications', 'contact_messages', 'products']
$$;

create function private.desk_permission(record_type text, verb text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when record_type <> all (private.desk_types()) then null
    when record_type = 'products' then 'products.write'
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    else record_type || '.' || verb
  end
$$;

create function private.require_desk_right(record_type text, verb text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  permission text := private.desk_permission(record_type, verb);
begin
  if permission is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif (select auth.uid()) is null or not private.has_permission(permission) then
    raise exception 'permission denied to % %', verb, record_type using errcode = '42501';
  end if;
  return (select auth.uid());
end $$;

create function private.has_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if record_type = any (private.desk_types()) then
    execute format('select exists (select from public.%I where id = $1)', record_type) into is_there using record_id;
  end if;
  return coalesce(is_there, false);
end $$;

create function private.note_grant() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.staff_grants (user_id, granted_by, role)
  values (new.user_id, nullif(new.granted_by, new.user_id), new.role);
  insert into private.staff_grants (user_id, granted_by, role)
  select distinct new.user_id, invitation.invited_by, new.role
  from public.staff_invitations as invitation join auth.users as account on lower(account.email) = lower(invitation.email)
  where account.id = new.user_id and invitation.invited_by <> new.user_id
    and not exists (select from private.staff_grants as known
      where known.user_id = new.user_id and known.granted_by = invitation.invited_by);
  return null;
end $$;

alter table public.role_permissions enable row level security;

alter table private.house_settings enable row level security;

alter table private.staff_grants enable row level security;

create table private.field_rules (
  form text not null,
  position integer not null,
  field text not null,
  kind text not null,
  min integer not null,
  max integer not null,
  options text[],
  message text not null,
  too_long text not null,
  malformed text,
  applies_when jsonb,
  optional_when jsonb,
  options_when jsonb,
  primary key (form, field),
  constraint field_rules_position_unique unique (form, position),
  constraint field_rules_kind_known check (kind in
  ('line', 'text', 'email', 'phone', 'quantity', 'option', 'accepted', 'flag', 'several', 'products', 'url', 'year', 'amount'))
);

comment on column private.field_rules.applies_when is 'A condition on another answer ({field, is} or {field, not}); without it the question is not asked and its answer is dropped.';

comment on column private.field_rules.optional_when is 'Under it the answer may stay empty.';

comment on column private.field_rules.options_when is 'The options hold under it alone; otherwise any text of the right length does.';

create table private.secret_fields (
  form text not null,
  position integer not null,
  field text not null,
  required boolean not null,
  applies_when jsonb,
  optional_when jsonb,
  message text not null,
  adults_only text,
  primary key (form, field),
  constraint secret_fields_position_unique unique (form, position)
);

comment on table private.secret_fields is 'Answers that are encrypted before they reach the database. Their rules are in domain/; here are their names, and when they are demanded.';

comment on column private.secret_fields.required is 'Demanded of everybody. Where false, optional_when tells who may leave it out.';

comment on column private.secret_fields.adults_only is 'Said to somebody under 18, where the form is for adults.';

create function private.answer_problem(rule private.field_rules, answer text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when rule.min = 0 and answer = '' then null
    when rule.kind = 'option' then case when answer = any (rule.options) then null else rule.message end
    when char_length(answer) > rule.max then rule.too_long
    when rule.kind = 'quantity' then private.quantity_problem(answer)
    when rule.kind = 'phone' then private.phone_problem(answer)
    when char_length(answer) < rule.min then rule.message
    when rule.kind = 'email' and not private.is_email(answer) then coalesce(rule.malformed, rule.message)
  end
$$;

create function private.check_form(form text, answers jsonb, context jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  is_minor boolean := coalesce((context ->> 'isMinor')::boolean, false);
  year_max integer := coalesce((context ->> 'establishedYearMax')::integer,
    extract(year from now() at time zone 'Africa/Lagos')::integer);
  sent jsonb := case when jsonb_typeof(answers) = 'object' then answers else '{}' end;
  given jsonb := sent || jsonb_build_object('isMinor', is_minor);
  adults private.secret_fields;
  secret text;
  rule private.field_rules;
  reading record;
  checked jsonb := '{}';
begin
  select field into secret from private.secret_fields where sent ? field order by field limit 1;
  if secret is not null then
    raise exception 'This answer comes encrypted, or not at all' using errcode = '23514', detail = secret, hint = secret;
  end if;
  select * into adults from private.secret_fields
  where secret_fields.form = check_form.form and is_minor and adults_only is not null;
  for rule in select * from private.field_rules where field_rules.form = check_form.form order by position loop
    if adults.position < rule.position then
      raise exception '%', adults.adults_only using errcode = '23514', detail = adults.field, hint = adults.field;
    end if;
    reading := private.read_answer(rule, given, year_max);
    if reading.problem is not null then
      raise exception '%', reading.problem using errcode = '23514', detail = rule.field, hint = rule.field;
    elsif reading.value is not null then
      checked := checked || jsonb_build_object(rule.field, reading.value);
    end if;
  end loop;
  return checked;
end $$;

create function private.check_form(form text, answers jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select private.check_form(form, answers, '{}')
$$;

create function private.clean_answer(kind text, answer text) returns text
language sql immutable set search_path = ''
as $$
  select case kind
    when 'option' then answer
    when 'text' then private.clean_text(answer)
    else private.clean_line(answer)
  end
$$;

create function private.check_filled(form text, answers jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  rule private.field_rules;
  is_filled boolean;
begin
  for rule in
    select * from private.field_rules
    where field_rules.form = check_filled.form and min > 0
    order by kind <> 'accepted', position
  loop
    is_filled := case
      when rule.kind = 'accepted' then answers -> rule.field is not distinct from 'true'
      when jsonb_typeof(answers -> rule.field) = 'string'
        then private.clean_answer(rule.kind, answers ->> rule.field) <> ''
      else false
    end;
    if not is_filled then
      raise exception '%', rule.message using errcode = '23514', detail = rule.field, hint = rule.field;
    end if;
  end loop;
end $$;

create function private.condition_holds(condition jsonb, given jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  with asked as (select given -> (condition ->> 'field') as answer),
  described as (
    select case jsonb_typeof(answer)
      when 'string' then lower(private.clean_line(answer #>> '{}') collate "C")
      when 'boolean' then answer::text
      when 'array' then case when answer = '[]' then '' else 'some' end
      else ''
    end as answer
    from asked
  )
  select case
    when condition is null then true
    when condition ? 'is' then condition -> 'is' ? answer
    when condition ? 'not' then not condition -> 'not' ? answer
    else answer <> ''
  end
  from described
$$;

create function private.read_several(rule private.field_rules, answer jsonb, is_optional boolean,
  out value jsonb, out problem text)
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(answer) <> 'array' or not to_jsonb(rule.options) @> answer then
    problem := rule.message;
    return;
  end if;
  select coalesce(jsonb_agg(option order by place), '[]') into value
  from unnest(rule.options) with ordinality as offered (option, place) where answer ? option;
  if value = '[]' and is_optional then
    return;
  elsif jsonb_array_length(value) < rule.min then
    problem := rule.message;
  elsif jsonb_array_length(value) > rule.max then
    problem := rule.too_long;
  end if;
end $$;

create function private.read_text(rule private.field_rules, typed text, given jsonb, year_max integer,
  out value jsonb, out problem text)
language plpgsql immutable set search_path = ''
as $$
declare
  malformed text := coalesce(rule.malformed, rule.message);
  answer text := private.clean_answer(case rule.kind when 'products' then 'text' else rule.kind end, typed);
  normal text := answer;
begin
  if answer = '' and rule.min = 0 then
    value := to_jsonb(answer);
    return;
  elsif rule.kind in ('url', 'year', 'amount', 'products') and answer = '' then
    problem := rule.message;
  elsif rule.kind in ('url', 'amount', 'products') and char_length(answer) > rule.max then
    problem := rule.too_long;
  elsif rule.kind = 'url' then
    normal := private.normalise_url(answer);
    problem := case when normal is null then malformed when char_length(normal) > rule.max then rule.too_long end;
  elsif rule.kind = 'year' then
    problem := case when answer !~ '^[0-9]{4}$' or answer::integer not between rule.min and year_max
      then replace(malformed, '{max}', year_max::text) end;
  elsif rule.kind = 'amount' then
    normal := private.normalise_amount(answer);
    problem := case when normal is null or normal::numeric < rule.min then malformed end;
  elsif rule.kind = 'products' then
    problem := case when char_length(answer) < rule.min and not exists (
      select from regexp_split_to_table(answer, '[,\n]') as part where btrim(part, ' ') = any (rule.options)
    ) then rule.message end;
  elsif rule.options_when is not null and private.condition_holds(rule.options_when, given) then
    problem := case when answer <> all (rule.options) then malformed end;
  else
    problem := private.answer_problem(rule, answer);
    -- Long enough as typed, too short as plain text: markup or characters that do not show.
    if problem = rule.message and rule.kind = 'line' and char_length(typed) >= rule.min then
      problem := malformed;
    end if;
    normal := case
      when rule.kind = 'phone' and answer <> '' then private.normalise_phone(answer)
      when rule.kind = 'email' then lower(answer)
      else answer
    end;
  end if;
  value := to_jsonb(normal);
end $$;

create function private.read_answer(rule private.field_rules, given jsonb, year_max integer,
  out value jsonb, out problem text)
language plpgsql immutable set search_path = ''
as $$
declare
  answer jsonb := given -> rule.field;
  is_optional boolean := rule.min = 0
    or (rule.optional_when is not null and private.condition_holds(rule.optional_when, given));
begin
  if not private.condition_holds(rule.applies_when, given) then
    return;
  elsif rule.kind = 'flag' then
    value := coalesce(answer, 'false');
    problem := case when jsonb_typeof(value) <> 'boolean' then rule.message end;
  elsif answer is null and is_optional then
    return;
  elsif rule.kind = 'accepted' then
    value := answer;
    problem := case when answer is distinct from 'true' then rule.message end;
  elsif answer is null then
    problem := rule.message;
  elsif rule.kind = 'several' then
    select read.value, read.problem into value, problem from private.read_several(rule, answer, is_optional) as read;
  elsif jsonb_typeof(answer) <> 'string' then
    problem := rule.message;
  else
    if is_optional then
      rule.min := 0;
    end if;
    select read.value, read.problem into value, problem
    from private.read_text(rule, answer #>> '{}', given, year_max) as read;
  end if;
end $$;

create function private.find_missing_secret(form text, answers jsonb, context jsonb, given text[])
returns private.secret_fields
language sql stable set search_path = ''
as $$
  select secret from private.secret_fields as secret,
    jsonb_build_object('collectBvn', coalesce((context ->> 'collectBvn')::boolean, true)) as facts
  where secret.form = $1 and secret.field <> all (given)
    and private.condition_holds(secret.applies_when, answers || facts)
    and (secret.required or not private.condition_holds(secret.optional_when, answers || facts))
  order by secret.position limit 1
$$;

create function private.answer(answers jsonb, field text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(answers ->> field, '')
$$;

create function private.joined_answer(answers jsonb, field text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case jsonb_typeof(answers -> field)
    when 'array' then (select nullif(string_agg(value, ', ' order by place), '')
      from jsonb_array_elements_text(answers -> field) with ordinality as chosen (value, place))
    else private.answer(answers, field)
  end
$$;

alter table private.field_rules enable row level security;

alter table private.secret_fields enable row level security;

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  recipient text not null,
  data jsonb not null default '{}',
  status text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  last_error text,
  message_id text,
  dedupe_key text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  channel text not null default 'email',
  record_type text,
  record_id uuid,
  constraint mail_outbox_template_form check (template ~ '^[a-z_]{1,60}$'),
  constraint mail_outbox_recipient_length check (char_length(recipient) between 3 and 320),
  constraint mail_outbox_status_known check (status in ('waiting', 'sending', 'sent', 'failed')),
  constraint mail_outbox_dedupe_key_unique unique (dedupe_key),
  constraint mail_outbox_channel_known check (channel in ('email', 'sms')),
  constraint mail_outbox_record_type_known check (record_type = any (private.desk_types())),
  constraint mail_outbox_record_whole check ((record_type is null) = (record_id is null))
);

comment on column private.mail_outbox.data is 'What the template needs: links, names. Emptied once sent or given up.';

create index mail_outbox_created_at_idx on private.mail_outbox (created_at desc, id);

create index mail_outbox_due_idx on private.mail_outbox (next_attempt_at) where status in ('waiting', 'sending');

create index mail_outbox_recipient_idx on private.mail_outbox (recipient, created_at desc);

create index mail_outbox_record_id_idx on private.mail_outbox (record_id, created_at desc) where record_id is not null;

create index mail_outbox_status_idx on private.mail_outbox (status, created_at desc);

create function private.enqueue_mail(template text, recipient text, data jsonb, dedupe_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  mail_id uuid;
begin
  if not private.is_mail_wanted(enqueue_mail.template, enqueue_mail.recipient) then
    return null;
  end if;
  insert into private.mail_outbox (template, recipient, data, dedupe_key)
  values (enqueue_mail.template, enqueue_mail.recipient, coalesce(enqueue_mail.data, '{}'), enqueue_mail.dedupe_key)
  on conflict on constraint mail_outbox_dedupe_key_unique do nothing
  returning id into mail_id;
  if mail_id is null then
    select id into mail_id from private.mail_outbox where mail_outbox.dedupe_key = enqueue_mail.dedupe_key;
  elsif not exists (
    select from private.mail_outbox as earlier
    where earlier.status = 'waiting' and earlier.next_attempt_at <= now() and earlier.id <> mail_id
  ) then
    perform pg_notify('mail_outbox', '');
  end if;
  return mail_id;
end $$;

create function private.mark_mail_sent(mail_id uuid, message_id text) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set
    status = 'sent', message_id = $2, sent_at = now(), data = '{}', lease_until = null, last_error = null
  where id = $1 and status = 'sending'
$$;

create function private.forget_mails(before timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.mail_outbox where status in ('sent', 'failed') and created_at < before;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

create function private.count_form_mails(recipient text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.mail_outbox
  where mail_outbox.recipient = $1 and created_at > now() - interval '1 hour'
    and template in ('partnership_received', 'newsletter_confirm', 'contact_received', 'application_received',
      'registration_received')
$$;

create function private.confirm_form(template text, recipient text, data jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || recipient, 0));
  if private.count_form_mails(recipient) < 5 then
    perform private.enqueue_mail(template, recipient, data);
  end if;
end $$;

create function private.enqueue_sms(template text, phone text, data jsonb, dedupe_key text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  if exists (select from private.house_settings where name = 'sms' and value = 'on') then
    insert into private.mail_outbox (channel, template, recipient, data, dedupe_key)
    values ('sms', enqueue_sms.template, enqueue_sms.phone, coalesce(enqueue_sms.data, '{}'), enqueue_sms.dedupe_key)
    on conflict on constraint mail_outbox_dedupe_key_unique do nothing
    returning mail_outbox.id into made;
    if made is not null then
      perform pg_notify('mail_outbox', '');
    end if;
  end if;
  return made;
end $$;

create function private.sends_sms() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.house_settings where name = 'sms' and value = 'on')
$$;

create function private.name_mail_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif new.template ~ '^registration_' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = new.data ->> 'code';
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif new.template = 'partnership_received' then
    select 'partnership_applications', id into new.record_type, new.record_id
    from public.partnership_applications where created_at = now() and email = new.recipient;
  elsif new.template = 'application_received' then
    select 'job_applications', id into new.record_type, new.record_id
    from public.job_applications where created_at = now() and email = new.recipient;
  elsif new.template = 'contact_received' then
    select 'contact_messages', id into new.record_type, new.record_id
    from public.contact_messages where created_at = now() and email = new.recipient;
  end if;
  return new;
end $$;

create function private.mail_subject(template text, record_type text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(record_type, case when template ~ '^newsletter_' then 'newsletter_subscriptions' else 'accounts' end)
$$;

alter table private.mail_outbox enable row level security;

create table public.mail_suppressions (
  email text primary key,
  reason text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint mail_suppressions_email_form check (email = lower(email) and char_length(email) between 3 and 320),
  constraint mail_suppressions_reason_known check (reason in ('bounced', 'complained', 'asked')),
  constraint mail_suppressions_bounce_ends check ((reason = 'bounced') = (expires_at is not null))
);

comment on column public.mail_suppressions.expires_at is 'Of a bounce: a mailbox may be made again.';

create function private.is_suppressed(recipient text, template text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mail_suppressions
    where email = lower($1) and (expires_at is null or expires_at > now())
      and (reason = 'bounced' or $2 !~ '^(auth|staff|audit|breach)_'))
$$;

create function public.suppress_address(email text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := lower(private.clean_line(suppress_address.email));
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to change who is written to' using errcode = '42501';
  elsif private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif suppress_address.reason is null or suppress_address.reason not in ('complained', 'asked') then
    raise exception 'Please choose why' using errcode = '23514', hint = 'reason';
  elsif exists (select from public.user_roles as staff join auth.users as account on account.id = staff.user_id
    where lower(account.email) = address) then
    raise exception 'This is the address of a colleague, who has to hear from us' using errcode = '23514', hint = 'email';
  end if;
  insert into public.mail_suppressions (email, reason, created_by)
  values (address, suppress_address.reason, (select auth.uid()))
  on conflict (email) do update set reason = excluded.reason, created_by = excluded.created_by, expires_at = null;
end $$;

create function public.lift_suppression(email text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to change who is written to' using errcode = '42501';
  end if;
  delete from public.mail_suppressions where email = lower(private.clean_line(lift_suppression.email));
  if not found then
    raise exception 'This address is not on the list' using errcode = 'P0002';
  end if;
end $$;

create function private.audit_suppression() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    perform private.record_audit(lower(tg_op), tg_table_name::text, private.mask_email(coalesce(new.email, old.email)),
      case when tg_op <> 'INSERT' then jsonb_build_object('reason', old.reason) end,
      case when tg_op <> 'DELETE' then jsonb_build_object('reason', new.reason) end);
  end if;
  return null;
end $$;

create function private.record_bounce(mail_id uuid, status text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  if record_bounce.status !~ '^[45]\.[0-9]{1,3}\.[0-9]{1,3}$' then
    raise exception 'This is no status of RFC 3463' using errcode = '22023';
  end if;
  update private.mail_outbox as mail set status = 'failed', last_error = 'bounced ' || record_bounce.status
  where mail.id = record_bounce.mail_id and mail.channel = 'email'
    and (mail.status = 'sent' or (mail.status = 'failed' and mail.sent_at is not null))
  returning lower(mail.recipient) into address;
  if address is null then
    return 'unknown';
  elsif record_bounce.status !~ '^5\.(1\.(1|2|3|6|10)|2\.1)$' then
    return 'failed';
  end if;
  insert into public.mail_suppressions (email, reason, expires_at) values (address, 'bounced', now() + interval '30 days')
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced';
  return 'suppressed';
end $$;

alter table public.mail_suppressions enable row level security;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text,
  phone text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_email_length check (char_length(email) between 3 and 254),
  constraint profiles_full_name_length check (char_length(full_name) between 2 and 100),
  constraint profiles_full_name_plain check (full_name = private.clean_line(full_name)),
  constraint profiles_phone_digits check (phone ~ '^\+?[0-9]{8,15}$')
);

comment on table public.profiles is 'What an account tells about itself. Grants nothing: rights are in user_roles.';

create index profiles_created_at_idx on public.profiles (created_at desc);

create index profiles_email_idx on public.profiles (lower(email));

create function private.clean_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.full_name := nullif(private.clean_line(new.full_name), '');
  if char_length(new.full_name) < 2 then
    raise exception 'Full name must be at least 2 characters long' using errcode = '23514', hint = 'full_name';
  elsif char_length(new.full_name) > 100 then
    raise exception 'Full name must be less than 100 characters' using errcode = '23514', hint = 'full_name';
  end if;
  if tg_op = 'INSERT' or new.phone is distinct from old.phone then
    new.phone := nullif(private.clean_line(new.phone), '');
    if private.phone_problem(new.phone) is not null then
      raise exception '%', private.phone_problem(new.phone) using errcode = '23514', hint = 'phone';
    end if;
    new.phone := private.normalise_phone(new.phone);
  end if;
  new.updated_at := now();
  return new;
end $$;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
  given_phone text := private.clean_line(new.raw_user_meta_data ->> 'phone');
begin
  if new.email is not null then
    insert into public.profiles (id, email, full_name, phone)
    values (
      new.id,
      new.email,
      case when char_length(given_name) between 2 and 100 then given_name end,
      case when private.phone_problem(given_phone) is null then given_phone end
    )
    on conflict (id) do nothing;
  end if;
  return new;
exception when others then
  raise log 'profile of a new account was not made: %', sqlstate;
  return new;
end $$;

create function private.copy_email_to_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id and new.email is not null;
  return new;
exception when others then
  raise log 'profile did not take the new address: %', sqlstate;
  return new;
end $$;

create function private.copy_confirmed_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
begin
  update public.profiles
  set full_name = case when char_length(given_name) between 2 and 100 then given_name end
  where id = new.id;
  return new;
exception when others then
  -- As when the profile is made: nothing here may stop a sign-up.
  raise log 'profile did not take the confirmed name: %', sqlstate;
  return new;
end $$;

comment on function private.copy_confirmed_name() is 'security definer: the auth service that confirms an address has no rights on profiles.';

create function private.proved_number(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select '+' || ltrim(phone, '+') from auth.users where id = $1 and phone_confirmed_at is not null
$$;

create function private.proved_address(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(email) from auth.users where id = $1 and email_confirmed_at is not null
$$;

alter table public.profiles enable row level security;

create function public.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at::timestamptz, s.created_at), s.user_agent, host(s.ip), s.aal::text,
    s.id::text is not distinct from (select auth.jwt()) ->> 'session_id'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    and (select private.has_shown_factors())
  order by 3 desc, 1
$$;

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_shown_factors() then
    raise exception 'Please confirm your second step first' using errcode = '42501', hint = 'aal2';
  end if;
  delete from auth.sessions where id = end_my_session.session_id and user_id = (select auth.uid());
  return found;
end $$;

create table public.notification_choices (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  order_mails boolean not null default true,
  registration_mails boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.notification_choices is 'No row: everything is wanted.';

create table private.chosen_mails (
  template text primary key,
  choice text not null,
  constraint chosen_mails_choice_known check (choice in ('order_mails', 'registration_mails'))
);

create function private.is_mail_wanted(template text, recipient text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.chosen_mails m
    join public.profiles p on lower(p.email) = lower(is_mail_wanted.recipient)
    join public.notification_choices c on c.user_id = p.id
    where m.template = is_mail_wanted.template
      and not case m.choice when 'order_mails' then c.order_mails else c.registration_mails end
  )
$$;

create function private.choice_of_mail(template text, recipient text) returns text
language sql stable security definer set search_path = ''
as $$
  select chosen.choice from private.chosen_mails as chosen
  where chosen.template = choice_of_mail.template
    and exists (select from public.profiles as person where lower(person.email) = lower(choice_of_mail.recipient))
$$;

create function private.stop_mails_like(mail_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.mail_outbox;
  stopped text;
begin
  select * into mail from private.mail_outbox where id = mail_id and channel = 'email';
  stopped := private.choice_of_mail(mail.template, mail.recipient);
  if stopped is not null then
    insert into public.notification_choices as chosen (user_id, order_mails, registration_mails)
    select person.id, stopped <> 'order_mails', stopped <> 'registration_mails'
    from public.profiles as person where lower(person.email) = lower(mail.recipient)
    on conflict (user_id) do update set
      order_mails = chosen.order_mails and excluded.order_mails,
      registration_mails = chosen.registration_mails and excluded.registration_mails;
  end if;
  return stopped;
end $$;

alter table public.notification_choices enable row level security;

alter table private.chosen_mails enable row level security;

create table private.own_secret_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailbox text not null,
  session_id uuid not null,
  requested_at timestamptz not null default now(),
  opens_at timestamptz not null default now() + interval '72 hours',
  closes_at timestamptz not null default now() + interval '10 days',
  constraint own_secret_requests_opens_at_wait check (opens_at >= requested_at + interval '72 hours'),
  constraint own_secret_requests_closes_at_bound check (closes_at > opens_at and closes_at <= opens_at + interval '7 days')
);

comment on column private.own_secret_requests.mailbox is 'The one that has shown the code: the request ends with it.';

comment on column private.own_secret_requests.session_id is 'The sign-in that has shown the code last: it opens for no other, or a password alone would do once it is open.';

create table private.own_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  in_clear boolean not null,
  basis text,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint own_exports_basis_known check (basis in ('factor', 'waited')),
  constraint own_exports_basis_whole check (in_clear = (basis is not null)),
  constraint own_exports_user_agent_length check (char_length(user_agent) <= 500)
);

comment on table private.own_exports is 'Who took along what is kept about them, masked or in clear. Append-only.';

create index own_exports_user_id_idx on private.own_exports (user_id, created_at desc);

create function private.shown_factor_since() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(factor.created_at, factor.updated_at)
  from auth.sessions as session join auth.mfa_factors as factor on factor.id = session.factor_id
  where session.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and session.user_id = (select auth.uid())
    and session.aal = 'aal2' and (select auth.jwt()) ->> 'aal' = 'aal2'
    and (session.not_after is null or session.not_after > now())
    and factor.user_id = session.user_id and factor.status = 'verified'
$$;

create function private.has_old_factor(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors as factor where factor.user_id = $1 and factor.status = 'verified'
    and greatest(factor.created_at, factor.updated_at) <= now() - interval '72 hours')
$$;

create function private.begin_own_export() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  state jsonb := private.own_secrets_state();
  made private.own_exports;
begin
  if caller_id is null then
    raise exception 'Please sign in' using errcode = '42501';
  elsif state ->> 'state' = 'frozen' then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  insert into private.own_exports (user_id, in_clear, basis, user_agent)
  values (caller_id, state ->> 'state' = 'open', case when state ->> 'state' = 'open' then state ->> 'basis' end,
    (select left(session.user_agent, 500) from auth.sessions as session
     where session.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and session.user_id = caller_id))
  returning * into made;
  perform private.record_audit('export', 'own_data', caller_id::text, null,
    jsonb_build_object('in_clear', made.in_clear, 'basis', made.basis));
  perform private.notify_owner('account_data_exported', caller_id, jsonb_build_object('in_clear', made.in_clear));
  return jsonb_build_object('id', made.id, 'inClear', made.in_clear);
end $$;

create function private.request_own_secrets(user_id uuid, session_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  made private.own_secret_requests;
begin
  perform from auth.users where id = request_own_secrets.user_id for update;
  if not exists (select from auth.sessions as session
    where session.id = request_own_secrets.session_id and session.user_id = request_own_secrets.user_id) then
    raise exception 'Please sign in' using errcode = '42501';
  elsif address is null then
    raise exception 'This account has no confirmed mailbox' using errcode = '42501';
  elsif private.is_frozen(user_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  elsif private.has_old_factor(user_id) then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  -- Again moves it to this sign-in while the first still counts, and neither hastens nor delays it.
  update private.own_secret_requests as request set session_id = request_own_secrets.session_id
  where request.user_id = request_own_secrets.user_id and request.closes_at > now() and request.mailbox = address;
  insert into private.own_secret_requests as request (user_id, mailbox, session_id)
  values (request_own_secrets.user_id, address, request_own_secrets.session_id)
  on conflict on constraint own_secret_requests_pkey do update set mailbox = excluded.mailbox, session_id = excluded.session_id,
    requested_at = excluded.requested_at, opens_at = excluded.opens_at, closes_at = excluded.closes_at
    where request.closes_at <= now() or request.mailbox <> excluded.mailbox
  returning * into made;
  if made.user_id is null then
    return (select opens_at from private.own_secret_requests as request where request.user_id = request_own_secrets.user_id);
  end if;
  perform private.record_audit('request', 'own_secrets', user_id::text, null, jsonb_build_object('opens_at', made.opens_at));
  perform private.notify_owner('account_secrets_requested', user_id,
    jsonb_build_object('opens_at', made.opens_at, 'closes_at', made.closes_at));
  return made.opens_at;
end $$;

create function private.cancel_own_secrets() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.own_secret_requests where user_id = (select auth.uid());
  if not found then
    return false;
  end if;
  perform private.record_audit('cancel', 'own_secrets', (select auth.uid())::text);
  return true;
end $$;

alter table private.own_secret_requests enable row level security;

alter table private.own_exports enable row level security;

create table private.alarm_links (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  template text not null,
  mailbox text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint alarm_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint alarm_links_template_form check (template ~ '^[a-z_]{1,60}$')
);

comment on table private.alarm_links is 'Secrets of links in mails, as hashes; good for 30 days.';

comment on column private.alarm_links.mailbox is 'Where the mail went: after a change of address it went to the old one too.';

create index alarm_links_user_id_idx on private.alarm_links (user_id, created_at);

create table private.account_freezes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailbox text not null,
  frozen_at timestamptz not null default now(),
  asked_at timestamptz,
  thaws_at timestamptz,
  constraint account_freezes_asked_whole check ((asked_at is null) = (thaws_at is null)),
  constraint account_freezes_thaws_at_wait check (thaws_at >= asked_at + interval '72 hours')
);

comment on table private.account_freezes is 'Accounts whose owner said "this was not me": nothing leaves the vault for them until thaws_at.';

comment on column private.account_freezes.mailbox is 'Whose owner said so: no other mailbox ends it. Empty: two said so, and staff alone end it.';

create function private.enqueue_alarm_mail(template text, user_id uuid, recipient text, data jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  -- Two random UUIDs: 244 bits of the server's own randomness.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.alarm_links (token_hash, user_id, template, mailbox)
  values (encode(sha256(token::bytea), 'hex'), enqueue_alarm_mail.user_id, enqueue_alarm_mail.template,
    lower(enqueue_alarm_mail.recipient));
  return private.enqueue_mail(enqueue_alarm_mail.template, enqueue_alarm_mail.recipient,
    coalesce(enqueue_alarm_mail.data, '{}') || jsonb_build_object('token', token));
end $$;

create function private.notify_owner(template text, user_id uuid, data jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_alarm_mail($1, id, email,
    jsonb_build_object('full_name', raw_user_meta_data ->> 'full_name', 'at', now()) || $3)
  from auth.users where id = $2 and email <> ''
$$;

create function private.is_frozen(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.account_freezes as frozen
    where frozen.user_id = $1 and (frozen.thaws_at is null or frozen.thaws_at > now()))
$$;

create function private.thaw_obstacle(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when private.proved_address($1) is distinct from frozen.mailbox then 'mailbox'
    when coalesce(account.encrypted_password, '') = ''
      and not exists (select from auth.identities as identity where identity.user_id = $1 and identity.provider not in ('email', 'phone'))
      then 'password'
    end
  from private.account_freezes as frozen join auth.users as account on account.id = frozen.user_id
  where frozen.user_id = $1
$$;

create function private.read_alarm_link(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('email', private.mask_address(mailbox), 'template', template, 'at', created_at, 'isUsed', used_at is not null)
  from private.alarm_links as link
  where link.token_hash = $1 and link.created_at > now() - interval '30 days'
$$;

create function private.use_alarm_link(token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  link private.alarm_links;
  person auth.users;
  is_reset boolean;
begin
  select found.* into link from private.alarm_links as found
  where found.token_hash = use_alarm_link.token_hash and found.created_at > now() - interval '30 days';
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
end $$;

create function private.ask_thaw(user_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  ends_at timestamptz;
begin
  perform from auth.users where id = ask_thaw.user_id for update;
  if not private.is_frozen(user_id) then
    raise exception 'This account is not frozen' using errcode = 'P0002';
  end if;
  obstacle := private.thaw_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', case obstacle when 'mailbox' then 'The address of this account has changed since: only our staff can open it again'
      else 'Please choose a new password first' end using errcode = '42501', hint = obstacle;
  end if;
  update private.account_freezes as frozen set asked_at = now(), thaws_at = now() + interval '72 hours'
  where frozen.user_id = ask_thaw.user_id and frozen.asked_at is null
  returning thaws_at into ends_at;
  if ends_at is null then
    return (select thaws_at from private.account_freezes as frozen where frozen.user_id = ask_thaw.user_id);
  end if;
  perform private.record_audit('ask_thaw', 'account', user_id::text, null, jsonb_build_object('thaws_at', ends_at));
  perform private.notify_owner('account_thaw_asked', user_id, jsonb_build_object('opens_at', ends_at));
  return ends_at;
end $$;

create function private.thaw_account(user_id uuid, reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 10 and 500 then
    raise exception 'Please say in 10 to 500 characters how you know that it is this person' using errcode = '23514', hint = 'reason';
  end if;
  delete from private.account_freezes as frozen where frozen.user_id = thaw_account.user_id
    and (frozen.thaws_at is null or frozen.thaws_at > now());
  if not found then
    return false;
  end if;
  perform private.record_audit('thaw', 'account', user_id::text, null, jsonb_build_object('reason', why));
  perform private.notify_owner('account_thawed', user_id);
  return true;
end $$;

create function private.forget_account_safety() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.alarm_links where created_at < now() - interval '30 days';
  delete from private.own_secret_requests where closes_at < now();
  delete from private.account_freezes where thaws_at < now();
  delete from private.vault_openings where created_at < private.kept_since('vault_openings');
  delete from private.own_exports where created_at < private.kept_since('own_exports');
  get diagnostics gone = row_count;
  return gone;
end $$;

alter table private.alarm_links enable row level security;

alter table private.account_freezes enable row level security;

create table private.factor_resets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  reason text not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  constraint factor_resets_reason_length check (char_length(reason) between 10 and 500),
  constraint factor_resets_due_at_later check (due_at > requested_at)
);

comment on table private.factor_resets is 'Members whose second step is to be reset; a row goes with the reset.';

create function private.reset_second_factor(user_id uuid, reason text) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.clean_text(reason), '');
  person record;
  is_staff boolean;
  waiting private.factor_resets;
  names jsonb;
begin
  if char_length(why) not between 10 and 500 then
    raise exception 'Please say in 10 to 500 characters how you know that it is this person' using errcode = '23514', hint = 'reason';
  end if;
  select id, email, raw_user_meta_data ->> 'full_name' as full_name into person
  from auth.users where id = reset_second_factor.user_id for update;
  if person.id is null then
    raise exception 'There is no such account' using errcode = 'P0002';
  elsif not exists (select from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified') then
    raise exception 'This account has no second step' using errcode = 'P0002';
  end if;
  is_staff := exists (select from public.user_roles as held where held.user_id = person.id);

  select * into waiting from private.factor_resets as request where request.user_id = person.id
    and request.due_at > now() - interval '14 days'
    and not exists (select from auth.audit_log_entries as entry
      where entry.created_at > request.requested_at and entry.payload ->> 'action' = 'verification_attempted'
        and entry.payload ->> 'actor_id' = person.id::text);
  if not is_staff and waiting.user_id is null then
    insert into private.factor_resets as request (user_id, reason, due_at)
    values (person.id, why, now() + interval '72 hours')
    on conflict on constraint factor_resets_pkey do update
      set reason = excluded.reason, requested_at = now(), due_at = excluded.due_at
    returning * into waiting;
    perform private.record_audit('request_factor_reset', 'account', person.id::text, null,
      jsonb_build_object('reason', why, 'due_at', waiting.due_at));
    perform private.notify_owner('account_factor_reset_requested', person.id, jsonb_build_object('due_at', waiting.due_at));
    return waiting.due_at;
  elsif not is_staff and waiting.due_at > now() then
    return waiting.due_at;
  end if;

  select jsonb_agg(factor.factor_type order by factor.created_at) into names
  from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified';
  delete from private.factor_resets as request where request.user_id = person.id;
  delete from auth.mfa_factors as factor where factor.user_id = person.id;
  delete from auth.sessions as session where session.user_id = person.id;
  perform private.record_audit('reset_second_factor', 'account', person.id::text,
    jsonb_build_object('factors', names), jsonb_build_object('reason', why));
  perform private.notify_owner('account_factor_reset', person.id);
  perform private.enqueue_mail('staff_factor_reset', admin.email,
    jsonb_build_object('email', person.email, 'is_staff', is_staff))
  from public.user_roles as held join auth.users as admin on admin.id = held.user_id
  where held.role = 'admin' and admin.email is not null and admin.id <> person.id;
  return null;
end $$;

alter table private.factor_resets enable row level security;

create table private.personal_data (
  table_name text primary key,
  belongs text,
  hidden text[] not null default '{}',
  acts text[] not null default '{}',
  erasure text not null default 'keep',
  scrub text,
  note text not null,
  constraint personal_data_erasure_known check (erasure in ('keep', 'delete', 'scrub')),
  constraint personal_data_scrub_belongs check ((erasure = 'scrub') = (scrub is not null)),
  constraint personal_data_erasure_whose check (erasure = 'keep' or belongs is not null)
);

comment on column private.personal_data.belongs is 'The condition on t: $1 the account (or null), $2 who they are in the vault, $3 the account''s confirmed address (or null). Null: nothing here is about a customer.';

comment on column private.personal_data.hidden is 'Columns that an export leaves out: what opens something, or would.';

comment on column private.personal_data.acts is 'Columns that name staff who did something: records of the house, and no part of anybody''s export.';

comment on column private.personal_data.scrub is 'The assignments that leave the record without its person.';

comment on column private.personal_data.note is 'What the table holds, or why it is kept.';

create function private.registrations_of(user_id uuid, person_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select records.record_id from strongroom.records where records.person_id = any (registrations_of.person_ids)
    union select id from public.farmers as t where t.user_id = registrations_of.user_id
    union select id from public.training_enrolments as t where t.user_id = registrations_of.user_id
    union select id from public.buyers as t where t.user_id = registrations_of.user_id
    union select id from public.investors as t where t.user_id = registrations_of.user_id;
end $$;

create function private.export_person(user_id uuid, person_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  entry private.personal_data;
  rows_of_table jsonb;
  exported jsonb := '{}';
begin
  for entry in select * from private.personal_data where belongs is not null order by table_name loop
    continue when to_regclass(entry.table_name) is null;
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $4), ''[]'') from %s as t where %s',
      to_regclass(entry.table_name), entry.belongs)
      into rows_of_table using user_id, person_ids, address, entry.hidden;
    exported := exported || jsonb_build_object(entry.table_name, rows_of_table);
  end loop;
  return exported;
end $$;

create function private.erase_person(user_id uuid, person_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  entry private.personal_data;
  closed_type text;
begin
  -- Whoever else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from strongroom.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from strongroom.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update strongroom.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The house does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Mails about them that still wait have names in them, and nobody wants to read "declined" after "erase". Of those
  -- that were sent only the address is left: every one that they gave, also before it was corrected.
  select coalesce(array_agg(lower(given.email)), '{}') into their_addresses from (
    select contact_email as email from private.registrations where id = any (their_records)
    union select answers ->> 'email' from public.registration_submissions where record_id = any (their_records)
  ) as given where given.email <> '';
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
  -- Backwards, so that files go before the applications that say whose they are.
  for entry in select * from private.personal_data where erasure <> 'keep' order by table_name desc loop
    continue when to_regclass(entry.table_name) is null;
    execute case entry.erasure
      when 'delete' then format('delete from %s as t where %s', to_regclass(entry.table_name), entry.belongs)
      else format('update %s as t set %s where %s', to_regclass(entry.table_name), entry.scrub, entry.belongs)
    end using user_id, everybody, address;
  end loop;
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $$;

create function public.erase_my_data() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null then
    raise exception 'Please sign in to erase your data' using errcode = '42501';
  elsif coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors as factor where factor.user_id = caller_id and factor.status = 'verified')
  then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  perform private.erase_person(caller_id, private.vault_person_ids(caller_id));
end $$;

create function private.delete_account(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same moment leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending' and fulfilment_status = 'none';
  delete from private.mail_outbox
  where data ->> 'order_id' = any (own_orders::text[])
    or (status in ('sent', 'failed') and (
      recipient in (select email from public.order_requests where order_id = any (own_orders))
      or recipient in (select email from public.order_contacts where order_id = any (own_orders))
    ));
  perform private.forget_buyer(own_orders);

  delete from auth.users where id = delete_account.user_id;
end $$;

comment on function private.delete_account(uuid) is 'security definer: nobody deletes accounts, and nobody changes what an order says.';

alter table private.personal_data enable row level security;

create table public.content_drafts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  changes jsonb not null,
  author_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_by uuid,
  published_at timestamptz,
  constraint content_drafts_title_length check (char_length(title) between 2 and 120),
  constraint content_drafts_changes_list check (jsonb_typeof(changes) = 'array' and jsonb_array_length(changes) between 1 and 200)
);

create index content_drafts_updated_at_idx on public.content_drafts (updated_at desc);

create table public.legal_texts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  version text,
  sections jsonb not null,
  author_id uuid,
  published_by uuid,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint legal_texts_kind_known check (kind in ('terms', 'privacy')),
  constraint legal_texts_version_unique unique (kind, version),
  constraint legal_texts_version_form check (version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(-[2-9])?$'),
  constraint legal_texts_sections_list check (jsonb_typeof(sections) = 'array' and jsonb_array_length(sections) between 1 and 60),
  constraint legal_texts_published_whole check ((version is null) = (published_at is null))
);

comment on table public.legal_texts is 'Each version that was in force, and at most one draft of a kind. Without any, the pages show the text that the site brings.';

create unique index legal_texts_one_draft on public.legal_texts (kind) where published_at is null;

create function private.tell_content_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $$;

create function private.guard_legal_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.published_at is not null then
    raise exception 'legal_texts keeps what was published' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function private.apply_changes(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  told text;
  rule text;
  of_table text;
  of_column text;
begin
  begin
    perform private.apply_rows(changes);
    -- What is judged at the commit only is judged now.
    set constraints all immediate;
  exception
    when integrity_constraint_violation or data_exception then
      get stacked diagnostics rule = constraint_name, of_table = table_name, of_column = column_name;
      told := case sqlstate
        when '23502' then format('%s must not be empty.', replace(regexp_replace(of_column, '_id$', ''), '_', ' '))
        when '23503' then format('the %s that it names is not there, or is needed by something else.', private.describe_rule(of_table, rule))
        when '23505' then format('there is one with the same %s already.', private.describe_rule(of_table, rule))
        when '23514' then format('%s is not as it should be.', private.describe_rule(of_table, rule))
        else 'a value is too long, or not of its kind.'
      end;
      -- A sentence of our own is left as it is.
      if sqlstate = '23514' and rule = '' then
        raise;
      end if;
      raise exception 'This draft does not fit: %', told using errcode = '23514', hint = 'changes';
  end;
end $$;

create function private.apply_rows(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  change jsonb;
  verb text;
  target text;
  given jsonb;
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
    given := coalesce(change -> 'values', '{}');
    contact := null;
    if target = 'board_members' then
      select jsonb_object_agg(key, value) into contact
      from jsonb_each(given) where key in ('email', 'phone', 'public_contact');
      given := given - array['email', 'phone', 'public_contact'];
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(given) as key;
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
    end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using given, change -> 'key';
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    elsif contact is not null and verb <> 'delete' then
      perform private.keep_board_contact((changed_row ->> 'id')::integer, contact);
    end if;
  end loop;
end $$;

create function public.save_draft(id uuid, title text, changes jsonb, expected_updated_at timestamptz default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  made uuid;
begin
  if save_draft.id is not null then
    -- Never whatever it holds by now.
    perform private.hold_draft(save_draft.id, coalesce(expected_updated_at, '-infinity'));
    update public.content_drafts as draft set title = private.clean_line(save_draft.title), changes = save_draft.changes,
      author_id = caller_id, updated_at = clock_timestamp()
    where draft.id = save_draft.id;
    return save_draft.id;
  elsif caller_id is null or not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('content_drafts', 0));
  if exists (select from public.content_drafts where published_at is null) then
    raise exception 'Somebody else began a draft in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  insert into public.content_drafts (title, changes, author_id)
  values (private.clean_line(save_draft.title), save_draft.changes, caller_id) returning content_drafts.id into made;
  return made;
end $$;

create function public.drop_draft(id uuid, expected_updated_at timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_draft(id, expected_updated_at);
  delete from public.content_drafts as draft where draft.id = drop_draft.id;
end $$;

create function private.mark_draft_published(id uuid, expected_updated_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_changes jsonb;
begin
  perform private.hold_draft(id, expected_updated_at);
  update public.content_drafts as draft set published_at = now(), published_by = (select auth.uid())
  where draft.id = mark_draft_published.id
  returning draft.changes into found_changes;
  return found_changes;
end $$;

create function public.publish_draft(id uuid, expected_updated_at timestamptz default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.apply_changes(private.mark_draft_published(id, expected_updated_at));
end $$;

create function public.save_legal_text(kind text, sections jsonb, expected_updated_at timestamptz default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  found_at timestamptz;
  made uuid;
begin
  if jsonb_typeof(save_legal_text.sections) is distinct from 'array' then
    raise exception 'The text is a list of sections' using errcode = '23514', hint = 'sections';
  end if;
  select jsonb_agg(jsonb_build_object('title', private.clean_line(section ->> 'title'), 'paragraphs', (
    select coalesce(jsonb_agg(private.clean_text(paragraph) order by place), '[]')
    from jsonb_array_elements_text(case when jsonb_typeof(section -> 'paragraphs') = 'array' then section -> 'paragraphs' else '[]' end)
      with ordinality as written (paragraph, place) where private.clean_text(paragraph) <> '')) order by nth)
    into cleaned from jsonb_array_elements(save_legal_text.sections) with ordinality as given (section, nth);
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
      -- Not over one that was begun in this very moment.
      where legal_texts.updated_at = expected_updated_at
    returning id into made;
  end if;
  if made is null then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  return made;
end $$;

create function public.publish_legal_text(id uuid, expected_updated_at timestamptz default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('settings.write');
  today text := to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD');
  of_kind text;
  changed_at timestamptz;
  before bigint;
  made text;
begin
  select kind, updated_at into of_kind, changed_at from public.legal_texts as text
  where text.id = publish_legal_text.id and published_at is null for update;
  if of_kind is null then
    raise exception 'There is no such draft' using errcode = 'P0002';
  elsif changed_at <> expected_updated_at then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  select count(*) into before from public.legal_texts where kind = of_kind and version like today || '%';
  if before >= 9 then
    raise exception 'Nine versions in a day are enough. Please publish the next one tomorrow.' using errcode = '23514', hint = 'version';
  end if;
  made := today || case when before > 0 then '-' || (before + 1) else '' end;
  update public.legal_texts as text set version = made, published_at = clock_timestamp(), published_by = caller_id
  where text.id = publish_legal_text.id;
  return made;
end $$;

create function public.count_acceptances(kind text) returns table (text_version text, people bigint, last_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied to read acceptances' using errcode = '42501';
  end if;
  return query
    select agreed.text_version, count(distinct coalesce(agreed.record_id, agreed.user_id)), max(agreed.created_at)
    from public.consents as agreed
    where agreed.purpose = count_acceptances.kind and agreed.is_given
    group by 1 order by 3 desc;
end $$;

create function public.list_published_content(most integer default 20)
returns table (id uuid, title text, changes jsonb, version text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.read')) then
    raise exception 'permission denied to read what was published' using errcode = '42501';
  end if;
  return query
    select told.id, told.title, told.changes, told.version, told.published_at, coalesce(person.full_name, person.email)
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
    ) as told
    left join public.profiles as person on person.id = told.published_by
    order by told.published_at desc
    limit least(greatest(most, 1), 100);
end $$;

create function private.hold_draft(id uuid, expected_updated_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  changed_at timestamptz;
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  select updated_at into changed_at from public.content_drafts as draft
  where draft.id = hold_draft.id and draft.published_at is null for update;
  if changed_at is null then
    raise exception 'This draft is not there any more: it was published or dropped in the meantime.' using errcode = 'P0002';
  elsif changed_at <> expected_updated_at then
    raise exception 'Somebody else changed this draft in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
end $$;

create function private.describe_rule(of_table text, rule text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(string_agg(replace(regexp_replace(attname, '_id$', ''), '_', ' '), ' and ' order by place), 'a value')
  from pg_catalog.pg_constraint
  cross join lateral unnest(conkey) with ordinality as part (number, place)
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = part.number
  where conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table))
$$;

alter table public.content_drafts enable row level security;

alter table public.legal_texts enable row level security;

create table public.company_facts (
  key text primary key,
  value text,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint company_facts_value_length check (char_length(value) between 1 and 500),
  constraint company_facts_value_plain check (value = private.clean_line(value)),
  constraint company_facts_value_form check (case
    when key in ('email', 'hr_email') then private.is_email(value)
    when key in ('phone_primary', 'phone_secondary', 'chat_number') then private.phone_problem(value) is null
    when key in ('facebook', 'twitter', 'instagram', 'linkedin', 'youtube') then value ~ '^https://[^[:space:]"<>]+$'
    when key = 'logo' then value ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]*$'
    else true
  end),
  constraint company_facts_key_known check (key in (
    'company_name', 'logo', 'blurb', 'head_office', 'branch_office', 'phone_primary', 'phone_secondary', 'email',
    'hr_email', 'chat_number', 'facebook', 'twitter', 'instagram', 'linkedin', 'youtube', 'crypto_licence_reference',
    'registration_number', 'tax_number')),
  constraint company_facts_number_short check (key not in ('registration_number', 'tax_number') or char_length(value) <= 30)
);

comment on table public.company_facts is 'Offices as the specification names them; the rest is null until somebody enters it.';

create function private.prepare_company_fact() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.value := nullif(private.clean_line(new.value), '');
  if new.value is distinct from old.value and new.is_demo = old.is_demo then
    new.is_demo := false;
  end if;
  new.updated_at := now();
  return new;
end $$;

alter table public.company_facts enable row level security;

create table public.impact_figures (
  id integer primary key generated always as identity,
  page text not null,
  position integer not null,
  value text not null,
  label text not null,
  source text,
  as_of date,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint impact_figures_page_known check (page in ('home', 'agriculture', 'sustainable-farming', 'rural-education',
    'poultry-development', 'real-estate-construction', 'company-representation', 'general-contract')),
  constraint impact_figures_position_unique unique (page, position) deferrable initially deferred,
  constraint impact_figures_position_range check (position between 1 and 20),
  constraint impact_figures_value_length check (char_length(value) between 1 and 20),
  constraint impact_figures_value_plain check (value = private.clean_line(value)),
  constraint impact_figures_label_length check (char_length(label) between 1 and 80),
  constraint impact_figures_label_plain check (label = private.clean_line(label)),
  constraint impact_figures_source_length check (char_length(source) between 1 and 300),
  constraint impact_figures_source_plain check (source = private.clean_line(source))
);

comment on table public.impact_figures is 'Display text of the specification; never computed, never blended with live numbers.';

alter table public.impact_figures enable row level security;

create table public.board_members (
  id integer primary key generated by default as identity,
  name text not null,
  position text not null,
  bio text not null,
  image text,
  type text not null,
  linkedin text,
  twitter text,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint board_members_name_length check (char_length(name) between 2 and 100),
  constraint board_members_name_plain check (name = private.clean_line(name)),
  constraint board_members_position_length check (char_length(position) between 2 and 100),
  constraint board_members_position_plain check (position = private.clean_line(position)),
  constraint board_members_bio_length check (char_length(bio) between 1 and 5000),
  constraint board_members_bio_plain check (bio = private.clean_text(bio)),
  constraint board_members_image_form check (image ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]{0,198}$'),
  constraint board_members_type_known check (type in ('board', 'investor')),
  constraint board_members_linkedin_length check (char_length(linkedin) <= 300),
  constraint board_members_twitter_length check (char_length(twitter) <= 300)
);

comment on column public.board_members.linkedin is 'As it was given, placeholders too (# or a bare host): pages show no link that names nobody.';

create table public.board_contacts (
  board_member_id integer primary key references public.board_members (id) on delete cascade,
  email text,
  phone text,
  public_contact boolean not null default false,
  constraint board_contacts_email_form check (private.is_email(email)),
  constraint board_contacts_phone_form check (private.phone_problem(phone) is null)
);

comment on column public.board_contacts.public_contact is 'The person agreed that everybody sees e-mail and phone.';

create function private.keep_board_contact(member_id integer, contact jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.board_contacts (board_member_id) values (member_id) on conflict do nothing;
  update public.board_contacts as kept set
    email = case when contact ? 'email' then nullif(lower(private.clean_line(contact ->> 'email')), '') else kept.email end,
    phone = case when contact ? 'phone' then nullif(private.clean_line(contact ->> 'phone'), '') else kept.phone end,
    public_contact = case when contact ? 'public_contact' then coalesce((contact ->> 'public_contact')::boolean, false)
      else kept.public_contact end
  where kept.board_member_id = member_id;
end $$;

create function private.find_orphan_board_photos(most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'board-photos' and object.created_at < now() - interval '7 days'
    and not exists (select from public.board_members as member
      where member.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.content_drafts as draft
      where draft.published_at is null and strpos(draft.changes::text, object.name) > 0)
  order by object.name limit most
$$;

alter table public.board_members enable row level security;

alter table public.board_contacts enable row level security;

create table public.career_categories (
  id text primary key,
  title text not null,
  icon text not null,
  colour text not null,
  background_colour text not null default 'sand',
  sort_order integer not null,
  updated_at timestamptz not null default now(),
  constraint career_categories_id_form check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  constraint career_categories_title_length check (char_length(title) between 2 and 100),
  constraint career_categories_title_plain check (title = private.clean_line(title)),
  constraint career_categories_icon_form check (icon ~ '^[a-z][a-z-]{0,39}$'),
  constraint career_categories_colour_known check (colour in ('ink', 'leaf', 'forest', 'millet', 'clay', 'indigo', 'stone')),
  constraint career_categories_background_colour_known check (background_colour in ('paper', 'sand', 'millet', 'forest'))
);

comment on column public.career_categories.colour is 'A name in the site''s palette.';

create table public.career_positions (
  id text primary key,
  category_id text not null references public.career_categories (id) on delete restrict,
  title text not null,
  level text not null,
  location text not null,
  type text not null default 'Full-time',
  description text not null,
  posted_on date not null default current_date,
  sort_order integer not null default 100,
  is_published boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint career_positions_id_form check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  constraint career_positions_title_length check (char_length(title) between 2 and 100),
  constraint career_positions_title_plain check (title = private.clean_line(title)),
  constraint career_positions_level_known check (level in ('Entry-level', 'Mid-level', 'Senior')),
  constraint career_positions_location_length check (char_length(location) between 2 and 100),
  constraint career_positions_location_plain check (location = private.clean_line(location)),
  constraint career_positions_type_known check (type = 'Full-time'),
  constraint career_positions_description_length check (char_length(description) between 10 and 5000),
  constraint career_positions_description_plain check (description = private.clean_text(description))
);

create index career_positions_category_id_idx on public.career_positions (category_id, sort_order);

alter table public.career_categories enable row level security;

alter table public.career_positions enable row level security;

create table public.page_actions (
  label text not null,
  page text not null default '',
  target text not null,
  updated_at timestamptz not null default now(),
  primary key (label, page),
  constraint page_actions_label_length check (char_length(label) between 1 and 60),
  constraint page_actions_label_plain check (label = private.clean_line(label)),
  constraint page_actions_page_form check (page ~ '^([a-z]+(-[a-z]+)*)?$'),
  constraint page_actions_target_form check (target ~ '^/[a-z0-9/_-]*([?][A-Za-z0-9_={}&-]*)?(#[a-z0-9-]+)?$' and target !~ '^//')
);

comment on column public.page_actions.target is 'An address of this site; {page} stands for the name of the page that the button is on.';

alter table public.page_actions enable row level security;

create table public.partnership_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  partnership_type text not null,
  company_name text not null,
  contact_person text not null,
  email text not null,
  phone text not null,
  country text not null,
  address text,
  business_description text not null,
  experience text,
  investment_capacity text,
  expected_revenue text,
  marketing_strategy text,
  terms_accepted_at timestamptz not null default now(),
  status text not null default 'pending',
  decline_reason text,
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint partnership_applications_idempotency_key_unique unique (idempotency_key),
  constraint partnership_applications_partnership_type_known check (partnership_type in
    ('franchise', 'representative', 'strategic', 'distribution')),
  constraint partnership_applications_company_name_length check (char_length(company_name) between 1 and 200),
  constraint partnership_applications_contact_person_length check (char_length(contact_person) between 1 and 200),
  constraint partnership_applications_email_form check (private.is_email(email)),
  constraint partnership_applications_phone_length check (char_length(phone) between 1 and 200),
  constraint partnership_applications_country_length check (char_length(country) between 1 and 200),
  constraint partnership_applications_address_length check (char_length(address) <= 5000),
  constraint partnership_applications_business_description_length
    check (char_length(business_description) between 1 and 5000),
  constraint partnership_applications_experience_length check (char_length(experience) <= 5000),
  constraint partnership_applications_investment_capacity_length check (char_length(investment_capacity) <= 200),
  constraint partnership_applications_expected_revenue_length check (char_length(expected_revenue) <= 200),
  constraint partnership_applications_marketing_strategy_length check (char_length(marketing_strategy) <= 5000),
  constraint partnership_applications_status_known check (status in ('pending', 'approved', 'declined')),
  constraint partnership_applications_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint partnership_applications_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);

comment on column public.partnership_applications.user_id is 'Null: sent without an account. Filled when the same confirmed address claims it.';

create index partnership_applications_created_at_idx on public.partnership_applications (created_at desc, id);

create index partnership_applications_email_idx on public.partnership_applications (lower(email)) where user_id is null;

create index partnership_applications_status_idx on public.partnership_applications (status, created_at desc);

create index partnership_applications_user_id_idx on public.partnership_applications (user_id, created_at desc);

create function public.submit_partnership(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb;
  made uuid;
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  perform private.check_filled('partnership', request);
  answers := private.check_form('partnership', request);
  insert into public.partnership_applications
    (partnership_type, company_name, contact_person, email, phone, country, address, business_description, experience,
      investment_capacity, expected_revenue, marketing_strategy, idempotency_key)
  values (
    answers ->> 'partnershipType', answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email',
    answers ->> 'phone', answers ->> 'country', nullif(answers ->> 'address', ''), answers ->> 'businessDescription',
    nullif(answers ->> 'experience', ''), nullif(answers ->> 'investmentCapacity', ''),
    nullif(answers ->> 'expectedRevenue', ''), nullif(answers ->> 'marketingStrategy', ''),
    submit_partnership.idempotency_key
  )
  on conflict on constraint partnership_applications_idempotency_key_unique do nothing
  returning id into made;
  if made is null then
    select id into strict made from public.partnership_applications
    where partnership_applications.idempotency_key = submit_partnership.idempotency_key;
  else
    perform private.confirm_form('partnership_received', answers ->> 'email', jsonb_build_object(
      'contact_person', answers ->> 'contactPerson',
      'partnership_type', answers ->> 'partnershipType'
    ));
  end if;
  return jsonb_build_object('id', made);
end $$;

create function private.tell_applicant() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decided jsonb := to_jsonb(new);
  prefix text := case tg_table_name when 'partnership_applications' then 'partnership' else 'application' end;
begin
  perform private.enqueue_mail(prefix || '_' || new.status, new.email, jsonb_strip_nulls(jsonb_build_object(
    'record_type', tg_table_name, 'record_id', new.id, 'reason', new.decline_reason,
    'contact_person', decided -> 'contact_person', 'partnership_type', decided -> 'partnership_type',
    'full_name', decided -> 'full_name', 'position_title', decided -> 'position_title'
  )));
  return null;
end $$;

alter table public.partnership_applications enable row level security;

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  confirm_token_hash text,
  confirm_sent_at timestamptz,
  confirmed_at timestamptz,
  unsubscribe_token text not null,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint newsletter_subscriptions_email_unique unique (email),
  constraint newsletter_subscriptions_email_form check (private.is_email(email) and email = lower(email)),
  constraint newsletter_subscriptions_confirm_token_hash_form check (confirm_token_hash ~ '^[0-9a-f]{64}$'),
  constraint newsletter_subscriptions_unsubscribe_token_unique unique (unsubscribe_token),
  constraint newsletter_subscriptions_unsubscribe_token_length check (char_length(unsubscribe_token) = 64)
);

comment on table public.newsletter_subscriptions is 'Subscribed: confirmed_at is set and unsubscribed_at is not.';

comment on column public.newsletter_subscriptions.unsubscribe_token is 'In every letter (RFC 8058): opens nothing but the way out. Not readable by people.';

create unique index newsletter_subscriptions_confirm_token_hash_idx
  on public.newsletter_subscriptions (confirm_token_hash);

create index newsletter_subscriptions_created_at_idx on public.newsletter_subscriptions (created_at desc, id);

create function public.request_newsletter(request jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('newsletter', request);
  token text := private.make_token();
  wanted public.newsletter_subscriptions;
begin
  insert into public.newsletter_subscriptions (email, unsubscribe_token)
  values (answers ->> 'email', private.make_token())
  on conflict on constraint newsletter_subscriptions_email_unique do nothing;
  select * into strict wanted from public.newsletter_subscriptions where email = answers ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.unsubscribed_at is null then
    return;
  end if;
  if private.count_form_mails(wanted.email) < 5 then
    update public.newsletter_subscriptions set
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      confirm_sent_at = now()
    where id = wanted.id;
    perform private.confirm_form('newsletter_confirm', wanted.email,
      jsonb_build_object('token', token, 'unsubscribe_token', wanted.unsubscribe_token));
  end if;
end $$;

create function public.confirm_newsletter(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set
    confirmed_at = case when unsubscribed_at is null then coalesce(confirmed_at, now()) else now() end,
    unsubscribed_at = null
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - interval '7 days';
  return found;
end $$;

create function public.unsubscribe_newsletter(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set
    unsubscribed_at = coalesce(unsubscribed_at, now()), confirm_token_hash = null
  where unsubscribe_token = token;
  return found;
end $$;

create function public.end_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission('newsletter_subscriptions.end') then
    raise exception 'permission denied to end a subscription' using errcode = '42501';
  end if;
  perform set_config('house.told_by', (select auth.uid())::text, true);
  update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
  where id = subscription_id and unsubscribed_at is null;
  if not found then
    raise exception 'This address is not subscribed any more' using errcode = 'P0002';
  end if;
  perform set_config('house.told_by', '', true);
  perform private.record_audit('unsubscribe', 'newsletter_subscriptions', subscription_id::text);
end $$;

create function private.newsletter_text_version() returns text
language sql immutable set search_path = ''
as $$
  select '2026-11-23'
$$;

create function private.note_newsletter_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_given boolean := tg_op <> 'INSERT' and old.confirmed_at is not null and old.unsubscribed_at is null;
  is_given boolean := tg_op <> 'DELETE' and new.confirmed_at is not null and new.unsubscribed_at is null;
  subscription public.newsletter_subscriptions := case tg_op when 'DELETE' then old else new end;
begin
  if was_given <> is_given then
    insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
    values (
      (select id from auth.users where email = subscription.email and email_confirmed_at is not null limit 1),
      'newsletter_subscriptions', subscription.id, 'newsletter',
      coalesce(case when not is_given then (
        select text_version from public.consents where record_id = subscription.id and purpose = 'newsletter'
        order by id desc limit 1
      ) end, private.newsletter_text_version()),
      is_given, 'web', nullif(current_setting('house.told_by', true), '')::uuid
    );
  end if;
  return null;
end $$;

create function private.keep_newsletter_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.newsletter_subscriptions
    where id = old.record_id and confirmed_at is not null and unsubscribed_at is null
  ) then
    return null;
  end if;
  return old;
end $$;

create function public.has_newsletter() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.newsletter_subscriptions s
    join auth.users u on s.email = lower(u.email)
    where u.id = (select auth.uid()) and s.confirmed_at is not null and s.unsubscribed_at is null
  )
$$;

create function public.choose_newsletter(wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  address text := (
    select lower(email) from auth.users where id = caller_id and email_confirmed_at is not null
  );
begin
  if address is null then
    raise exception 'Please confirm your e-mail address first' using errcode = '42501';
  end if;
  if wanted then
    -- One after the other for each account, or many at once would all count the same few.
    perform pg_advisory_xact_lock(hashtextextended('newsletter ' || caller_id, 0));
    if (select count(*) >= 20 from public.consents
        where user_id = caller_id and purpose = 'newsletter' and created_at > now() - interval '1 day') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
    values (address, now(), private.make_token())
    on conflict on constraint newsletter_subscriptions_email_unique do update
      set confirmed_at = now(), unsubscribed_at = null, confirm_token_hash = null;
  else
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where email = address and unsubscribed_at is null;
  end if;
  return public.has_newsletter();
end $$;

alter table public.newsletter_subscriptions enable row level security;

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  name text not null,
  email text,
  phone text,
  message text not null,
  status text not null default 'pending',
  answered_by uuid,
  answered_at timestamptz,
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_messages_idempotency_key_unique unique (idempotency_key),
  constraint contact_messages_name_length check (char_length(name) between 2 and 200),
  constraint contact_messages_email_form check (private.is_email(email)),
  constraint contact_messages_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint contact_messages_way_back check (email is not null or phone is not null),
  constraint contact_messages_message_length check (char_length(message) between 10 and 5000),
  constraint contact_messages_status_known check (status in ('pending', 'completed')),
  constraint contact_messages_answered_whole check ((status = 'completed') = (answered_at is not null)),
  constraint contact_messages_topic_known check (topic in ('general', 'hr'))
);

create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id);

create index contact_messages_status_idx on public.contact_messages (status, created_at desc);

create function private.mark_answered() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  if new.status is distinct from old.status then
    new.answered_by := case when new.status = 'completed' then (select auth.uid()) end;
    new.answered_at := case when new.status = 'completed' then now() end;
  else
    new.answered_by := old.answered_by;
    new.answered_at := old.answered_at;
  end if;
  return new;
end $$;

create function public.submit_contact_message(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('contact', request);
  made uuid;
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  if coalesce(answers ->> 'email', '') = '' and coalesce(answers ->> 'phone', '') = '' then
    raise exception 'Please give an email address or a phone number, so that we can answer'
      using errcode = '23514', detail = 'email', hint = 'email';
  end if;
  insert into public.contact_messages (topic, name, email, phone, message, idempotency_key)
  values (
    answers ->> 'topic', answers ->> 'name', nullif(answers ->> 'email', ''), nullif(answers ->> 'phone', ''),
    answers ->> 'message', submit_contact_message.idempotency_key
  )
  on conflict on constraint contact_messages_idempotency_key_unique do nothing
  returning id into made;
  if made is null then
    select id into strict made from public.contact_messages
    where contact_messages.idempotency_key = submit_contact_message.idempotency_key;
  elsif answers ->> 'email' <> '' then
    perform private.confirm_form('contact_received', answers ->> 'email', jsonb_build_object(
      'name', answers ->> 'name',
      'topic', answers ->> 'topic'
    ));
  end if;
  return jsonb_build_object('id', made);
end $$;

alter table public.contact_messages enable row level security;

create table public.job_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  position_id text references public.career_positions (id) on update cascade on delete set null,
  position_title text,
  full_name text not null,
  email text not null,
  phone text not null,
  cover_note text,
  cv_path text not null,
  cv_name text not null,
  cv_type text not null,
  cv_bytes integer not null,
  status text not null default 'pending',
  decline_reason text,
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint job_applications_idempotency_key_unique unique (idempotency_key),
  constraint job_applications_full_name_length check (char_length(full_name) between 2 and 100),
  constraint job_applications_email_form check (private.is_email(email)),
  constraint job_applications_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint job_applications_cover_note_length check (char_length(cover_note) <= 5000),
  constraint job_applications_cv_path_form check (cv_path ~ '^[0-9a-f-]{36}[.](pdf|doc|docx)$'),
  constraint job_applications_cv_name_length check (char_length(cv_name) between 1 and 200),
  constraint job_applications_cv_type_known check (cv_type in ('application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  constraint job_applications_cv_bytes_range check (cv_bytes between 1 and 2097152),
  constraint job_applications_status_known check (status in ('pending', 'approved', 'declined')),
  constraint job_applications_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint job_applications_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);

comment on column public.job_applications.position_id is 'Null: a general application, or the position is gone; position_title tells which it was.';

comment on column public.job_applications.cv_path is 'The object''s name in the bucket cvs.';

create index job_applications_created_at_idx on public.job_applications (created_at desc, id);

create index job_applications_cv_path_idx on public.job_applications (cv_path);

create index job_applications_email_idx on public.job_applications (lower(email)) where user_id is null;

create index job_applications_position_id_idx on public.job_applications (position_id, created_at desc);

create index job_applications_status_idx on public.job_applications (status, created_at desc);

create index job_applications_user_id_idx on public.job_applications (user_id, created_at desc);

create function public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb;
  wanted text;
  found_title text;
  made public.job_applications;
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  select * into made from public.job_applications
  where job_applications.idempotency_key = submit_job_application.idempotency_key;
  if found then
    return jsonb_build_object('id', made.id, 'cvPath', made.cv_path);
  end if;
  answers := private.check_form('job_application', request);
  wanted := nullif(answers ->> 'positionId', '');
  if coalesce(cv ->> 'path', '') = '' then
    raise exception 'Please attach your CV as a PDF, DOC or DOCX file'
      using errcode = '23514', detail = 'cv', hint = 'cv';
  end if;
  if wanted is not null then
    select title into found_title from public.career_positions where id = wanted and is_published;
    if found_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  insert into public.job_applications
    (position_id, position_title, full_name, email, phone, cover_note, cv_path, cv_name, cv_type, cv_bytes,
      idempotency_key)
  values (
    wanted, found_title, answers ->> 'fullName', answers ->> 'email', answers ->> 'phone',
    nullif(answers ->> 'coverNote', ''), cv ->> 'path',
    coalesce(nullif(left(private.clean_line(cv ->> 'name'), 200), ''), 'CV'), cv ->> 'type', (cv ->> 'bytes')::integer,
    submit_job_application.idempotency_key
  )
  on conflict on constraint job_applications_idempotency_key_unique do nothing
  returning * into made;
  if made.id is null then
    select * into strict made from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key;
  else
    perform private.confirm_form('application_received', answers ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', answers ->> 'fullName',
      'position_title', found_title
    )));
  end if;
  return jsonb_build_object('id', made.id, 'cvPath', made.cv_path);
end $$;

create function private.find_orphan_cvs(after text, most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'cvs' and object.name > after and object.created_at < now() - interval '1 day'
    and not exists (select from public.job_applications where cv_path = object.name)
  order by object.name limit most
$$;

alter table public.job_applications enable row level security;

create type private.sealed_secret as (
  person_id uuid, user_id uuid, sealed_for uuid, person_seal bytea, wrapped_key bytea, master_key_id text,
  record_type text, record_id uuid, record_person_id uuid, is_shown boolean, sender_link_hash text, record_seal bytea,
  field text, ciphertext bytea, last_four text
);

create table private.vault_openings (
  id bigint generated always as identity primary key,
  purpose text not null,
  person_id uuid not null,
  record_type text not null,
  record_id uuid not null,
  created_at timestamptz not null default now(),
  constraint vault_openings_purpose_known check (purpose in ('correction', 'erasure', 'sealing'))
);

comment on table private.vault_openings is 'What was decrypted without anybody seeing it: to judge a correction, to find photos that go, to encrypt anew. Append-only; looks and exports have ledgers of their own.';

create index vault_openings_created_at_idx on private.vault_openings (created_at);

create index vault_openings_person_id_idx on private.vault_openings (person_id, created_at desc);

create function private.looks_encrypted(value bytea) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select octet_length(value) >= 61 and (octet_length(value) - 29) % 32 = 0 and get_byte(value, 0) in (1, 2)
    and exists (
      select from generate_series(1, octet_length(value) - 1) as place where get_byte(value, place) > 127
    )
$$;

create function private.read_encrypted(value text) returns bytea
language plpgsql immutable set search_path = ''
as $$
declare
  bytes bytea;
begin
  if value ~ '^[A-Za-z0-9+/]+={0,2}$' and length(value) % 4 = 0 then
    bytes := decode(value, 'base64');
  end if;
  if bytes is null or not private.looks_encrypted(bytes) then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;
  return bytes;
end $$;

create function private.keep_house_key(key_name text, offered bytea, offered_by text)
returns table (wrapped_key bytea, master_key_id text)
language plpgsql security definer set search_path = ''
as $$
begin
  if offered is not null then
    insert into strongroom.keys (name, wrapped_key, master_key_id)
    values (key_name, offered, offered_by)
    on conflict on constraint keys_pkey do nothing;
  end if;
  return query select keys.wrapped_key, keys.master_key_id from strongroom.keys where keys.name = key_name;
end $$;

create function private.read_sealed(person_ids uuid[], purpose text) returns setof private.sealed_secret
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select distinct read_sealed.purpose, sealed.person_id, sealed.record_type, sealed.record_id
  from private.sealed_of(person_ids) as sealed;
  return query select * from private.sealed_of(person_ids);
end $$;

create function private.forget_sealed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  delete from strongroom.records where record_type = tg_table_name and record_id = old.id
  returning person_id into owner_id;
  update strongroom.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from strongroom.records where person_id = owner_id)
    and not exists (select from strongroom.secrets where person_id = owner_id);
  return null;
end $$;

create function private.rewrap_key(owner text, before bytea, after bytea, master_key_id text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if owner like 'house %' then
    update strongroom.keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where name = substr(owner, 7) and wrapped_key = before;
  elsif owner like 'object %' then
    update strongroom.object_keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where version = split_part(owner, ' ', 2) and wrapped_key = before;
  else
    update strongroom.people set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where id = owner::uuid and wrapped_key = before;
  end if;
  return found;
end $$;

create function private.forget_masks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.field = 'sidraWalletAddress' then
    update public.investors set wallet_address = null where id = old.record_id;
  elsif old.field = 'selfie' and old.record_type in ('farmers', 'training_enrolments', 'buyers') then
    execute format('update public.%I set has_photo = false where id = $1', old.record_type) using old.record_id;
  end if;
  return null;
end $$;

create function private.drop_seal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.seal := null;
  new.sealed_for := null;
  return new;
end $$;

create function private.keep_seal_key(open_key bytea, closed_key bytea, master_key_id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('seal key', 0));
  if exists (select from strongroom.keys where keys.name in ('seal', 'seal_closed')) then
    return;
  elsif exists (select from strongroom.people where people.seal is null and people.wrapped_key is not null) then
    insert into strongroom.keys (name, wrapped_key, master_key_id) values ('seal', open_key, keep_seal_key.master_key_id);
  else
    insert into strongroom.keys (name, wrapped_key, master_key_id) values ('seal_closed', closed_key, keep_seal_key.master_key_id);
  end if;
end $$;

create function private.note_broken_seal(person_id uuid, record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('broken seal', 0));
  if not exists (select from public.audit_trail where action = 'alarm' and subject_type = 'vault_seal'
    and subject_id = note_broken_seal.record_id::text and created_at > now() - interval '1 hour')
  then
    perform private.record_audit('alarm', 'vault_seal', record_id::text, null,
      jsonb_build_object('record_type', record_type, 'person_id', person_id));
  end if;
end $$;

alter table private.vault_openings enable row level security;

create table public.vault_reveals (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  record_type text not null,
  record_id uuid not null,
  field text not null,
  reason text not null,
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  created_at timestamptz not null default now(),
  sitting_id uuid,
  constraint vault_reveals_reason_length check (char_length(reason) between 10 and 500)
);

comment on table public.vault_reveals is 'Who looked at what is secret about whom, when and why. Append-only; references no account, since it outlives all of them.';

comment on column public.vault_reveals.person_id is 'Whose secret it was, as the vault knows them; with or without an account.';

comment on column public.vault_reveals.sitting_id is 'The announced sitting that this photo was looked at in.';

create index vault_reveals_actor_id_idx on public.vault_reveals (actor_id, created_at desc);

create index vault_reveals_person_id_idx on public.vault_reveals (person_id, created_at desc);

create index vault_reveals_record_id_idx on public.vault_reveals (record_id, created_at desc);

create table private.photo_sittings (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  queue text not null,
  reason text not null,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '4 hours',
  photos integer not null default 0,
  constraint photo_sittings_queue_known check (queue in ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint photo_sittings_reason_length check (char_length(reason) between 10 and 500),
  constraint photo_sittings_photos_max check (photos between 0 and 300)
);

comment on table private.photo_sittings is 'Announced times in which somebody looks through the photos of a queue: four hours or 300 photos.';

create index photo_sittings_person_id_idx on private.photo_sittings (person_id, ends_at desc);

create table private.vault_alarms (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid not null,
  kind text not null,
  count integer not null,
  created_at timestamptz not null default now(),
  seen_by uuid,
  seen_at timestamptz,
  constraint vault_alarms_kind_known check (kind in ('reveals', 'photos', 'reasons')),
  constraint vault_alarms_seen_by_other check (seen_by <> actor_id),
  constraint vault_alarms_seen_whole check ((seen_by is null) = (seen_at is null))
);

create index vault_alarms_actor_id_idx on private.vault_alarms (actor_id, created_at desc);

create index vault_alarms_open_idx on private.vault_alarms (created_at) where seen_at is null;

create function public.reveal_secret(record_type text, record_id uuid, field text, reason text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
  looked_at uuid;
  reveal_id uuid;
begin
  if caller_id is null or not private.has_permission('vault.reveal')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to reveal this' using errcode = '42501';
  elsif not private.has_strong_permission('vault.reveal') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || caller_id, 0));
  if field = 'selfie' then
    sitting := private.open_sitting(caller_id);
    if sitting.queue is distinct from record_type then
      sitting := null;
    elsif why = '' then
      why := sitting.reason;
    end if;
  end if;
  if char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave the number itself out of the reason' using errcode = '23514', hint = 'reason';
  elsif sitting.id is null and (select count(*) >= 60 from public.vault_reveals
      where actor_id = caller_id and sitting_id is null and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  select secrets.person_id into looked_at from strongroom.secrets
  where secrets.record_type = reveal_secret.record_type and secrets.record_id = reveal_secret.record_id
    and secrets.field = reveal_secret.field;
  if looked_at is null then
    raise exception 'There is nothing to reveal here' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'What is your own is under Privacy, where your download has it' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.vault_reveals
    (person_id, record_type, record_id, field, reason, actor_id, actor_name, actor_role)
  values (
    looked_at, reveal_secret.record_type, reveal_secret.record_id, reveal_secret.field, why, caller_id,
    (select full_name from public.profiles where id = caller_id),
    (select role from public.user_roles where user_id = caller_id)
  )
  returning id into reveal_id;
  return reveal_id;
end $$;

create function private.open_sitting(person_id uuid) returns private.photo_sittings
language sql stable security definer set search_path = ''
as $$
  select * from private.photo_sittings
  where photo_sittings.person_id = $1 and ends_at > now() and photos < 300
  order by began_at desc limit 1
$$;

create function public.begin_sitting(queue text, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_strong_right('vault.reveal');
  why text := coalesce(private.clean_line(reason), '');
  made private.photo_sittings;
begin
  if coalesce(queue, '') not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such queue with photos' using errcode = '22023';
  elsif not private.has_permission(queue || '.read') then
    raise exception 'permission denied to read %', queue using errcode = '42501';
  elsif char_length(why) not between 10 and 500 then
    raise exception 'Please give a reason of 10 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of people out of the reason' using errcode = '23514', hint = 'reason';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || person_id, 0));
  made := private.open_sitting(person_id);
  if made.id is not null then
    raise exception 'Your sitting is still open. End it first.' using errcode = 'PT409', hint = 'sitting';
  end if;
  insert into private.photo_sittings (person_id, queue, reason) values (person_id, begin_sitting.queue, why)
  returning * into made;
  if private.mail_other_admins(person_id, 'staff_sitting_begun', jsonb_build_object(
      'name', (select coalesce(full_name, email) from public.profiles where id = person_id),
      'queue', made.queue, 'reason', made.reason, 'ends_at', made.ends_at)) = 0
  then
    raise exception 'Nobody else would hear of it: a sitting needs another admin, or SETTLEMENT_ALARM_EMAIL.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return private.describe_sitting(made);
end $$;

create function private.describe_sitting(sitting private.photo_sittings) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when (sitting).id is not null then jsonb_build_object('id', (sitting).id, 'queue', (sitting).queue,
    'reason', (sitting).reason, 'endsAt', (sitting).ends_at, 'photos', (sitting).photos, 'photosMax', 300) end
$$;

create function public.my_sitting() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_sitting(private.open_sitting((select auth.uid())))
$$;

create function public.end_sitting() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sitting private.photo_sittings := private.open_sitting(private.require_strong_right('vault.reveal'));
begin
  if sitting.id is null then
    raise exception 'No sitting of yours is open' using errcode = 'P0002';
  end if;
  update private.photo_sittings set ends_at = now() where id = sitting.id;
end $$;

create function private.count_to_sitting() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sitting private.photo_sittings;
begin
  new.sitting_id := null;
  if new.field = 'selfie' then
    sitting := private.open_sitting(new.actor_id);
    if sitting.queue = new.record_type then
      update private.photo_sittings set photos = photos + 1 where id = sitting.id;
      new.sitting_id := sitting.id;
    end if;
  end if;
  return new;
end $$;

create function private.sound_vault_alarm() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
      as rule (kind, seen, most)
    where rule.seen >= rule.most and not exists (
      select from private.vault_alarms as earlier
      where earlier.actor_id = new.actor_id and earlier.kind = rule.kind and earlier.created_at > now() - interval '1 hour')
  loop
    insert into private.vault_alarms (actor_id, kind, count) values (new.actor_id, alarm.kind, alarm.seen);
    perform private.record_audit('alarm', 'vault_reveals', new.actor_id::text, null,
      jsonb_build_object('kind', alarm.kind, 'count', alarm.seen));
    perform private.mail_other_admins(new.actor_id, 'staff_vault_alarm', jsonb_build_object(
      'name', coalesce(new.actor_name, (select email from public.profiles where id = new.actor_id)),
      'kind', alarm.kind, 'count', alarm.seen));
  end loop;
  return null;
end $$;

create function public.close_vault_alarm(alarm_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_strong_right('audit_events.read');
begin
  if exists (select from private.vault_alarms where id = alarm_id and actor_id = person_id) then
    raise exception 'This alarm is about you. Somebody else must look into it.' using errcode = '42501', hint = 'own_record';
  end if;
  update private.vault_alarms set seen_by = person_id, seen_at = now() where id = alarm_id and seen_at is null;
  if not found then
    raise exception 'Somebody else has looked into it already' using errcode = 'P0002';
  end if;
end $$;

create function public.desk_notices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.house_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
        'isOwn', entry.recorded_by = person_id) order by entry.recorded_at)
      from (select * from private.money_entries where decided_at is null order by recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status in ('unpaid', 'claimed', 'underpaid')
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $$;

alter table public.vault_reveals enable row level security;

alter table private.photo_sittings enable row level security;

alter table private.vault_alarms enable row level security;

create table strongroom.object_keys (
  version text primary key,
  wrapped_key bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now(),
  constraint object_keys_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint object_keys_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$')
)
-- As in strongroom.people: a key that was destroyed shall not linger among dead rows.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);

comment on table strongroom.object_keys is 'The key of each version of an encrypted file, wrapped for that version, bucket and name.';

create index object_keys_master_key_id_idx on strongroom.object_keys (master_key_id);

create function private.drop_object_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from strongroom.object_keys where version = old.version;
  return null;
end $$;

create function private.keep_object_key(bucket text, name text, version text, wrapped bytea, wrapped_by text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from storage.objects as object
  where object.bucket_id = keep_object_key.bucket and object.name = keep_object_key.name
    and object.version = keep_object_key.version
  for update;
  if not found then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  insert into strongroom.object_keys (version, wrapped_key, master_key_id)
  values (keep_object_key.version, wrapped, wrapped_by)
  on conflict on constraint object_keys_pkey do update
    set wrapped_key = excluded.wrapped_key, master_key_id = excluded.master_key_id;
end $$;

create function private.find_object_key(bucket text, name text)
returns table (version text, wrapped_key bytea, master_key_id text)
language sql stable security definer set search_path = ''
as $$
  select object.version, keys.wrapped_key, keys.master_key_id
  from storage.objects as object left join strongroom.object_keys as keys on keys.version = object.version
  where object.bucket_id = $1 and object.name = $2
$$;

create function private.list_clear_objects(buckets text[], after uuid, batch integer)
returns table (id uuid, bucket_id text, name text, version text, metadata jsonb)
language sql stable security definer set search_path = ''
as $$
  select object.id, object.bucket_id, object.name, object.version, object.metadata from storage.objects as object
  where object.bucket_id = any ($1) and object.id > $2 and object.version is not null and object.metadata is not null
    and not exists (select from strongroom.object_keys as keys where keys.version = object.version)
  order by object.id limit $3
$$;

create function private.count_clear_objects(buckets text[]) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from storage.objects as object
  where object.bucket_id = any ($1) and object.version is not null and object.metadata is not null
    and not exists (select from strongroom.object_keys as keys where keys.version = object.version)
$$;

alter table strongroom.object_keys enable row level security;

create function private.give_reference() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_taken boolean := coalesce(new.reference, '') = '';
begin
  while is_taken loop
    new.reference := private.make_reference(tg_argv[0]);
    execute format('select exists (select from public.%I where reference = $1)', tg_table_name)
      into is_taken using new.reference;
  end loop;
  return new;
end $$;

create function private.is_own_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_id text := (select auth.uid());
  found_record jsonb;
begin
  if caller_id is null then
    return false;
  elsif record_type = 'orders' then
    return exists (select from public.orders where id = record_id and private.is_own_order(orders));
  elsif record_type = 'products' then
    select to_jsonb(farmer) into found_record
    from public.products join public.farmers as farmer on farmer.id = products.farmer_id where products.id = record_id;
  else
    execute format('select to_jsonb(t) from public.%I as t where id = $1', record_type) into found_record using record_id;
  end if;
  return coalesce(found_record ->> 'user_id' = caller_id, false)
    or coalesce(record_type = 'investors' and found_record ->> 'entered_by' = caller_id, false)
    or private.is_own_contact(
      coalesce(found_record ->> 'contact_email', found_record ->> 'email'),
      coalesce(found_record ->> 'contact_phone', found_record ->> 'phone'))
    or private.is_own_contact(null, found_record ->> 'alternative_phone')
    or (record_type = 'investors' and exists (select from public.investor_private as behind
      where behind.investor_id = record_id and private.is_own_contact(behind.company_email, behind.company_phone)));
end $$;

create function private.flag_own_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.own_record := coalesce(new.actor_id = new.record_owner, false) or private.is_own_record(new.record_type, new.record_id);
  return new;
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

create function private.private_table(record_type text, out name text, out key text)
language sql immutable set search_path = ''
as $$
  select case when record_type <> 'buyers' then rtrim(record_type, 's') || '_private' end,
    case when record_type <> 'buyers' then rtrim(record_type, 's') || '_id' end
$$;

create function private.insert_row(target text, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(columns) as key);
begin
  execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
    target, names, names, target) using columns;
end $$;

create function private.update_row(target text, key text, id uuid, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(name), ', ' order by name) from jsonb_object_keys(columns) as name);
begin
  execute format('update public.%I set (%s) = (select %s from jsonb_populate_record(null::public.%I, $1)) where %I = $2',
    target, names, names, target, key) using columns, id;
end $$;

create function private.lock_registration(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if record_type in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    execute format('select from public.%I where id = $1 for update', record_type) using record_id;
  end if;
end $$;

create table public.farmers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  contact_name text,
  contact_email text,
  phone text,
  farm_name text not null,
  farm_size_code text,
  farm_size_acres numeric,
  location text not null,
  city text,
  state text,
  farming_experience_code text,
  farming_experience_years integer,
  crops_grown text[] not null,
  farming_methods text,
  challenges text,
  goals text,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null default '',
  has_photo boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  entered_by uuid,
  constraint farmers_contact_name_length check (char_length(contact_name) between 2 and 100),
  constraint farmers_contact_email_form check (private.is_email(contact_email)),
  constraint farmers_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint farmers_farm_name_length check (char_length(farm_name) between 2 and 200),
  constraint farmers_farm_size_acres_positive check (farm_size_acres > 0),
  constraint farmers_farm_size_code_known check (farm_size_code in ('under-1', '1-5', '6-10', '11-50', '51-100', '100plus')),
  constraint farmers_location_length check (char_length(location) between 2 and 200),
  constraint farmers_city_length check (char_length(city) between 2 and 100),
  constraint farmers_state_length check (char_length(state) between 2 and 100),
  constraint farmers_farming_experience_code_known check (farming_experience_code in ('0-1', '2-5', '6-10', '11-20', '20plus')),
  constraint farmers_farming_experience_years_range check (farming_experience_years between 0 and 100),
  constraint farmers_crops_grown_some check (cardinality(crops_grown) between 1 and 30),
  constraint farmers_farming_methods_known check (farming_methods in ('organic', 'conventional', 'mixed', 'sustainable')),
  constraint farmers_challenges_length check (char_length(challenges) <= 2000),
  constraint farmers_goals_length check (char_length(goals) between 10 and 2000),
  constraint farmers_status_known check (status in ('pending', 'approved', 'declined')),
  constraint farmers_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint farmers_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint farmers_reference_unique unique (reference),
  constraint farmers_reference_form check (reference ~ '^FM[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint farmers_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint farmers_locale_length check (char_length(locale) between 2 and 35),
  constraint farmers_channel_known check (channel in ('web', 'walk_in', 'phone'))
);

comment on column public.farmers.farm_size_acres is 'The lower bound of farm_size_code (0.5 for under-1).';

comment on column public.farmers.farming_experience_years is 'The lower bound of farming_experience_code.';

comment on column public.farmers.channel is 'How the form came in: web, or entered by staff for a walk_in or a caller (phone). Null: before this was kept.';

comment on column public.farmers.entered_by is 'The member of staff who entered the form on somebody''s behalf. No foreign key: from a record one way alone leads to profiles, the person''s own.';

create index farmers_contact_email_idx on public.farmers (lower(contact_email));

create index farmers_created_at_idx on public.farmers (created_at desc, id);

create index farmers_phone_idx on public.farmers (phone);

create index farmers_status_idx on public.farmers (status, created_at desc);

create index farmers_user_id_idx on public.farmers (user_id, created_at desc);

create table public.farmer_private (
  farmer_id uuid primary key references public.farmers (id) on delete cascade,
  gender text,
  address text,
  updated_at timestamptz not null default now(),
  constraint farmer_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint farmer_private_address_length check (char_length(address) between 5 and 500)
);

comment on table public.farmer_private is 'Birth date and photo are not here: they lie in the vault.';

create function private.farmer_columns(answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'farm_name', coalesce(private.answer(answers, 'farmName'), private.answer(answers, 'fullName') || '''s farm'),
      'farm_size_code', private.answer(answers, 'farmSize'),
      'farm_size_acres',
        '{"under-1": 0.5, "1-5": 1, "6-10": 6, "11-50": 11, "51-100": 51, "100plus": 100}'::jsonb -> (answers ->> 'farmSize'),
      'location', concat_ws(', ', private.answer(answers, 'city'), private.answer(answers, 'state')),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'farming_experience_code', private.answer(answers, 'farmingExperience'),
      'farming_experience_years',
        '{"0-1": 0, "2-5": 2, "6-10": 6, "11-20": 11, "20plus": 20}'::jsonb -> (answers ->> 'farmingExperience'),
      'crops_grown', answers -> 'cropTypes',
      'farming_methods', private.answer(answers, 'farmingMethods'),
      'challenges', private.answer(answers, 'challenges'),
      'goals', private.answer(answers, 'goals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address')
    )
  )
$$;

create function private.carry_farmer_to_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.products where farmer_id = new.id order by id for no key update;
  update public.products set is_verified = (new.status = 'approved') where farmer_id = new.id;
  return null;
end $$;

create function private.tell_farmer_of_listing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  farmer public.farmers;
  recipient text;
begin
  select * into farmer from public.farmers where id = new.farmer_id;
  recipient := coalesce((select email from public.profiles where id = farmer.user_id), farmer.contact_email);
  if recipient is null or farmer.user_id is not distinct from (select auth.uid()) then
    return null;
  end if;
  perform private.enqueue_mail('listing_' || new.status, recipient, jsonb_strip_nulls(jsonb_build_object(
    'record_type', 'products', 'record_id', new.id,
    'name', farmer.contact_name, 'listing', new.name, 'reason', new.review_note
  )));
  return null;
end $$;

alter table public.farmers enable row level security;

alter table public.farmer_private enable row level security;

create table public.training_enrolments (
  id uuid primary key default gen_random_uuid(),
  reference text not null default '',
  user_id uuid references public.profiles (id) on delete set null,
  contact_name text not null,
  contact_email text,
  phone text not null,
  city text not null,
  state text not null,
  education_level text not null,
  experience text not null,
  motivation text not null,
  training_goals text not null,
  is_minor boolean not null default false,
  has_photo boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  entered_by uuid,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint training_enrolments_reference_unique unique (reference),
  constraint training_enrolments_reference_form check (reference ~ '^TR[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint training_enrolments_contact_name_length check (char_length(contact_name) between 2 and 100),
  constraint training_enrolments_contact_email_form check (private.is_email(contact_email)),
  constraint training_enrolments_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint training_enrolments_city_length check (char_length(city) between 2 and 100),
  constraint training_enrolments_state_length check (char_length(state) between 2 and 100),
  constraint training_enrolments_education_level_known check (education_level in
    ('primary', 'secondary', 'tertiary', 'vocational', 'other')),
  constraint training_enrolments_experience_known check (experience in
    ('beginner', 'basic', 'intermediate', 'advanced')),
  constraint training_enrolments_motivation_length check (char_length(motivation) between 10 and 2000),
  constraint training_enrolments_training_goals_length check (char_length(training_goals) between 10 and 2000),
  constraint training_enrolments_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint training_enrolments_locale_length check (char_length(locale) between 2 and 35),
  constraint training_enrolments_channel_known check (channel in ('web', 'walk_in', 'phone')),
  constraint training_enrolments_status_known check (status in ('pending', 'approved', 'declined')),
  constraint training_enrolments_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint training_enrolments_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);

comment on column public.training_enrolments.is_minor is 'Under 18 when they enrolled: the guardian stands in training_enrolment_private. The birth date lies in the vault.';

create index training_enrolments_contact_email_idx on public.training_enrolments (lower(contact_email));

create index training_enrolments_created_at_idx on public.training_enrolments (created_at desc, id);

create index training_enrolments_phone_idx on public.training_enrolments (phone);

create index training_enrolments_status_idx on public.training_enrolments (status, created_at desc);

create index training_enrolments_user_id_idx on public.training_enrolments (user_id, created_at desc);

create table public.training_enrolment_private (
  training_enrolment_id uuid primary key references public.training_enrolments (id) on delete cascade,
  gender text,
  address text,
  guardian_name text,
  guardian_phone text,
  guardian_consent boolean,
  updated_at timestamptz not null default now(),
  constraint training_enrolment_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint training_enrolment_private_address_length check (char_length(address) between 5 and 500),
  constraint training_enrolment_private_guardian_name_length check (char_length(guardian_name) between 2 and 100),
  constraint training_enrolment_private_guardian_phone_digits check (guardian_phone ~ '^\+?[0-9]{8,15}$'),
  constraint training_enrolment_private_guardian_whole check (
    (guardian_name is null) = (guardian_phone is null) and (guardian_name is null) = (guardian_consent is not true))
);

comment on column public.training_enrolment_private.guardian_consent is 'A parent or guardian agreed to the enrolment of somebody under 18 (NDPA, section 31).';

create index training_enrolment_private_guardian_phone_idx on public.training_enrolment_private (guardian_phone);

create function private.training_columns(answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'education_level', private.answer(answers, 'educationLevel'),
      'experience', private.answer(answers, 'experience'),
      'motivation', private.answer(answers, 'motivation'),
      'training_goals', private.answer(answers, 'trainingGoals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address'),
      'guardian_name', private.answer(answers, 'guardianName'),
      'guardian_phone', private.answer(answers, 'guardianPhone'),
      'guardian_consent', answers -> 'guardianConsent'
    )
  )
$$;

alter table public.training_enrolments enable row level security;

alter table public.training_enrolment_private enable row level security;

create table public.buyers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  buyer_type text not null,
  company_name text,
  registration_number text,
  business_type text not null,
  address text not null,
  city text not null,
  state text not null,
  country text not null,
  annual_revenue numeric,
  contact_first_name text,
  contact_last_name text,
  contact_title text,
  contact_email text,
  contact_phone text,
  alternative_phone text,
  website text,
  products_of_interest text,
  average_order_quantity text,
  annual_purchase_volume text,
  years_in_business text,
  target_markets text,
  quality_certifications text,
  payment_terms_preference text,
  hear_about_us text,
  additional_info text,
  has_photo boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  supersedes_id uuid references public.buyers (id) on delete set null,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null default '',
  entered_by uuid,
  annual_purchase_volume_min_tonnes numeric generated always as (case annual_purchase_volume
    when '10-50tons' then 10 when '51-100tons' then 51 when '101-500tons' then 101 when '501-1000tons' then 501
    when '1000plus-tons' then 1000 end) stored,
  annual_purchase_volume_max_tonnes numeric generated always as (case annual_purchase_volume
    when '10-50tons' then 50 when '51-100tons' then 100 when '101-500tons' then 500 when '501-1000tons' then 1000
    end) stored,
  constraint buyers_buyer_type_known check (buyer_type in ('individual', 'corporate')),
  constraint buyers_business_type_known check (case buyer_type
    when 'individual' then business_type in ('individual', 'retailer', 'restaurant', 'processor', 'distributor', 'other')
    else business_type in ('exporter', 'processor', 'distributor', 'manufacturer', 'retailer', 'trading-company', 'food-service', 'other')
  end),
  constraint buyers_company_name_length check (char_length(company_name) between 2 and 200),
  constraint buyers_registration_number_length check (char_length(registration_number) between 5 and 200),
  constraint buyers_company_named check (buyer_type = 'individual' or (company_name is not null and registration_number is not null)),
  constraint buyers_address_length check (char_length(address) between 10 and 500),
  constraint buyers_city_length check (char_length(city) between 2 and 100),
  constraint buyers_state_length check (char_length(state) between 2 and 100),
  constraint buyers_country_length check (char_length(country) between 2 and 100),
  constraint buyers_annual_revenue_not_negative check (annual_revenue >= 0),
  constraint buyers_contact_first_name_length check (char_length(contact_first_name) between 2 and 100),
  constraint buyers_contact_last_name_length check (char_length(contact_last_name) between 2 and 100),
  constraint buyers_contact_title_length check (char_length(contact_title) between 2 and 200),
  constraint buyers_contact_email_form check (private.is_email(contact_email)),
  constraint buyers_contact_phone_digits check (contact_phone ~ '^\+?[0-9]{8,15}$'),
  constraint buyers_alternative_phone_digits check (alternative_phone ~ '^\+?[0-9]{8,15}$'),
  constraint buyers_website_https check (website ~ '^https://' and char_length(website) <= 500),
  constraint buyers_products_of_interest_length check (char_length(products_of_interest) <= 2000),
  constraint buyers_average_order_quantity_known check (average_order_quantity in
    ('1-50kg', '51-100kg', '101-500kg', '501-1000kg', '1-5tons', '5plus-tons')),
  constraint buyers_annual_purchase_volume_known check (annual_purchase_volume in
    ('10-50tons', '51-100tons', '101-500tons', '501-1000tons', '1000plus-tons')),
  constraint buyers_years_in_business_known check (years_in_business in ('0-2', '3-5', '6-10', '11-20', '20plus')),
  constraint buyers_target_markets_length check (char_length(target_markets) between 5 and 2000),
  constraint buyers_quality_certifications_length check (char_length(quality_certifications) <= 2000),
  constraint buyers_payment_terms_preference_known check (payment_terms_preference in
    ('advance-payment', 'letter-of-credit', '30-days', '60-days', 'negotiable')),
  constraint buyers_hear_about_us_known check (case buyer_type
    when 'individual' then hear_about_us in ('social-media', 'website', 'referral', 'trade-show', 'advertisement', 'other')
    else hear_about_us in ('trade-show', 'business-referral', 'website', 'industry-publication', 'social-media', 'partner-recommendation', 'other')
  end),
  constraint buyers_additional_info_length check (char_length(additional_info) <= 2000),
  constraint buyers_status_known check (status in ('pending', 'approved', 'declined')),
  constraint buyers_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint buyers_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint buyers_reference_unique unique (reference),
  constraint buyers_reference_form check (reference ~ '^BY[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint buyers_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint buyers_locale_length check (char_length(locale) between 2 and 35),
  constraint buyers_channel_known check (channel in ('web', 'walk_in', 'phone'))
);

comment on column public.buyers.annual_revenue is 'Despite its name tonnes, not money: the lower bound of annual_purchase_volume. Show it as "Annual purchase volume (tonnes, from)".';

comment on column public.buyers.has_photo is 'Whether a photo was received; where it lies is not kept in this table.';

comment on column public.buyers.annual_purchase_volume_max_tonnes is 'Null: no upper bound.';

create index buyers_alternative_phone_idx on public.buyers (alternative_phone);

create index buyers_contact_email_idx on public.buyers (lower(contact_email));

create index buyers_contact_phone_idx on public.buyers (contact_phone);

create index buyers_created_at_idx on public.buyers (created_at desc, id);

create unique index buyers_one_open_per_person on public.buyers (user_id, buyer_type)
  where status in ('pending', 'approved');

create index buyers_status_idx on public.buyers (status, created_at desc);

create index buyers_supersedes_id_idx on public.buyers (supersedes_id);

create index buyers_user_id_idx on public.buyers (user_id, created_at desc);

create function private.prepare_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.company_name := nullif(private.clean_line(new.company_name), '');
  new.registration_number := nullif(private.clean_line(new.registration_number), '');
  new.address := private.clean_text(new.address);
  new.city := private.clean_line(new.city);
  new.state := private.clean_line(new.state);
  new.country := private.clean_line(new.country);
  if new.annual_purchase_volume is not null then
    new.annual_revenue := case new.annual_purchase_volume
      when '10-50tons' then 10
      when '51-100tons' then 51
      when '101-500tons' then 101
      when '501-1000tons' then 501
      when '1000plus-tons' then 1000
    end;
  end if;
  if new.user_id is not null then
    new.supersedes_id := (
      select id from public.buyers
      where user_id = new.user_id and buyer_type = new.buyer_type and status = 'declined'
      order by created_at desc limit 1
    );
  end if;
  return new;
end $$;

create function private.buyer_columns(buyer_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with named as (
    select private.answer(answers, 'contactPersonName') as whole,
      split_part(answers ->> 'contactPersonName', ' ', 1) as first,
      nullif(substr(answers ->> 'contactPersonName', strpos(answers ->> 'contactPersonName', ' ') + 1),
        answers ->> 'contactPersonName') as last
  )
  select jsonb_build_object('record', case $1
    when 'individual' then jsonb_build_object(
      'company_name', private.answer(answers, 'businessName'),
      'address', private.answer(answers, 'address'),
      'contact_first_name', private.answer(answers, 'firstName'),
      'contact_last_name', private.answer(answers, 'lastName'),
      'average_order_quantity', private.answer(answers, 'averageOrderQuantity')
    )
    else jsonb_build_object(
      'company_name', private.answer(answers, 'companyName'),
      'registration_number', private.answer(answers, 'registrationNumber'),
      'address', private.answer(answers, 'companyAddress'),
      'contact_first_name', case when char_length(first) > 1 and char_length(last) > 1 then first else left(whole, 100) end,
      'contact_last_name', case when char_length(first) > 1 and char_length(last) > 1 then last end,
      'contact_title', private.answer(answers, 'contactPersonTitle'),
      'alternative_phone', private.answer(answers, 'alternativePhone'),
      'website', private.answer(answers, 'website'),
      'annual_purchase_volume', private.answer(answers, 'annualPurchaseVolume'),
      -- Tonnes, despite the column's name (decision 46).
      'annual_revenue', '{"10-50tons": 10, "51-100tons": 51, "101-500tons": 101, "501-1000tons": 501,
        "1000plus-tons": 1000}'::jsonb -> (answers ->> 'annualPurchaseVolume'),
      'years_in_business', private.answer(answers, 'yearsInBusiness'),
      'target_markets', private.answer(answers, 'targetMarkets'),
      'quality_certifications', private.answer(answers, 'qualityCertifications'),
      'payment_terms_preference', private.answer(answers, 'paymentTermsPreference')
    )
  end || jsonb_build_object(
    'buyer_type', $1,
    'business_type', private.answer(answers, 'businessType'),
    'city', private.answer(answers, 'city'),
    'state', private.answer(answers, 'state'),
    'country', private.answer(answers, 'country'),
    'contact_email', private.answer(answers, 'email'),
    'contact_phone', private.answer(answers, 'phone'),
    'products_of_interest', private.joined_answer(answers, 'productsOfInterest'),
    'hear_about_us', private.answer(answers, 'hearAboutUs'),
    'additional_info', private.answer(answers, 'additionalInfo')
  ))
  from named
$$;

create function private.check_state_of_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if lower(private.clean_line(new.country) collate "C") = 'nigeria' and not exists (
    select from private.field_rules
    where form = 'buyer_' || new.buyer_type and field = 'state' and private.clean_line(new.state) = any (options)
  ) then
    raise exception 'Please select state' using errcode = '23514', detail = 'state', hint = 'state';
  end if;
  return new;
end $$;

alter table public.buyers enable row level security;

create table public.investors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  investor_type text not null,
  company_name text,
  contact_name text,
  contact_email text,
  contact_phone text,
  investment_amount text not null,
  investment_amount_min numeric(38, 8),
  investment_amount_max numeric(38, 8),
  currency text not null default 'NGN',
  risk_tolerance text,
  experience_level text,
  city text,
  state text,
  country text,
  crypto_experience text,
  preferred_sectors text[],
  investment_goals text,
  wallet_address text,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null default '',
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  entered_by uuid,
  constraint investors_investor_type_known check (investor_type in ('individual', 'corporate', 'crypto')),
  constraint investors_company_name_length check (char_length(company_name) between 2 and 200),
  constraint investors_company_named check ((investor_type = 'corporate') = (company_name is not null)),
  constraint investors_contact_name_length check (char_length(contact_name) between 2 and 200),
  constraint investors_contact_email_form check (private.is_email(contact_email)),
  constraint investors_contact_phone_digits check (contact_phone ~ '^\+?[0-9]{8,15}$'),
  constraint investors_investment_amount_known check (case investor_type
    when 'individual' then investment_amount in ('under-500k', '500k-1m', '1m-5m', '5m-10m', 'above-10m')
    when 'corporate' then investment_amount in ('under-5m', '5m-20m', '20m-50m', '50m-100m', 'above-100m')
    else investment_amount in
      ('20-100', '100-500', '500-1000', '1000-5000', '5000-10000', '10000-50000', 'above-50000', 'custom')
  end),
  constraint investors_investment_amount_order check (investment_amount_min <= investment_amount_max),
  constraint investors_crypto_minimum check (investor_type <> 'crypto' or coalesce(investment_amount_min >= 20, false)),
  constraint investors_currency_known check (currency = case investor_type when 'crypto' then 'SIDRA' else 'NGN' end),
  constraint investors_risk_tolerance_known check (risk_tolerance in ('conservative', 'moderate', 'aggressive')),
  constraint investors_experience_level_known check (experience_level in
    ('none', 'beginner', 'intermediate', 'experienced', 'expert')),
  constraint investors_city_length check (char_length(city) between 2 and 100),
  constraint investors_state_length check (char_length(state) between 2 and 100),
  constraint investors_country_length check (char_length(country) between 2 and 100),
  constraint investors_crypto_experience_known check (crypto_experience in
    ('beginner', 'intermediate', 'experienced', 'expert')),
  constraint investors_preferred_sectors_some check (cardinality(preferred_sectors) between 1 and 20),
  constraint investors_investment_goals_length check (char_length(investment_goals) <= 2000),
  -- Four first, dots, four last at most: never a whole address.
  constraint investors_wallet_address_masked check (wallet_address ~ '^.{0,6}(…|\.\.\.|\*{3,}).{0,4}$'),
  constraint investors_status_known check (status in ('pending', 'approved', 'declined')),
  constraint investors_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint investors_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint investors_reference_unique unique (reference),
  constraint investors_reference_form check (reference ~ '^IV[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint investors_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint investors_locale_length check (char_length(locale) between 2 and 35),
  constraint investors_channel_known check (channel in ('web', 'walk_in', 'phone'))
);

comment on column public.investors.investment_amount is 'The code of the range that was chosen; min and max are the range in currency (max null: no upper bound).';

comment on column public.investors.wallet_address is 'The masked form only.';

create index investors_contact_email_idx on public.investors (lower(contact_email));

create index investors_contact_phone_idx on public.investors (contact_phone);

create index investors_created_at_idx on public.investors (created_at desc, id);

create index investors_status_idx on public.investors (status, created_at desc);

create index investors_user_id_idx on public.investors (user_id, created_at desc);

create table public.investor_private (
  investor_id uuid primary key references public.investors (id) on delete cascade,
  address text,
  nationality text,
  occupation text,
  employer_name text,
  annual_income text,
  linkedin_profile text,
  bank_name text,
  valid_id_type text,
  previous_crypto_investments text,
  company_email text,
  company_phone text,
  website text,
  registration_number text,
  tax_id text,
  business_type text,
  industry text,
  established_year integer,
  employee_count text,
  annual_revenue text,
  contact_person_title text,
  partnership_type text,
  previous_partnerships text,
  additional_info text,
  updated_at timestamptz not null default now(),
  constraint investor_private_address_length check (char_length(address) <= 500),
  constraint investor_private_annual_income_known check (annual_income in
    ('under-2m', '2m-5m', '5m-10m', '10m-20m', 'above-20m')),
  constraint investor_private_linkedin_profile_https check (linkedin_profile ~ '^https://' and char_length(linkedin_profile) <= 500),
  constraint investor_private_valid_id_type_known check (valid_id_type in
    ('nin', 'passport', 'drivers-license', 'voters-card')),
  constraint investor_private_company_email_form check (private.is_email(company_email)),
  constraint investor_private_company_phone_digits check (company_phone ~ '^\+?[0-9]{8,15}$'),
  constraint investor_private_website_https check (website ~ '^https://' and char_length(website) <= 500),
  constraint investor_private_business_type_known check (business_type in
    ('private-limited', 'public-limited', 'partnership', 'llc', 'sole-proprietorship', 'cooperative', 'ngo')),
  constraint investor_private_industry_known check (industry in
    ('agriculture', 'food-processing', 'technology', 'finance', 'manufacturing', 'retail', 'consulting', 'other')),
  constraint investor_private_established_year_range check (established_year between 1900 and 2200),
  constraint investor_private_employee_count_known check (employee_count in
    ('1-10', '11-50', '51-200', '201-500', '500+')),
  constraint investor_private_annual_revenue_known check (annual_revenue in
    ('under-10m', '10m-50m', '50m-100m', '100m-500m', 'above-500m')),
  constraint investor_private_partnership_type_known check (partnership_type in
    ('equity', 'joint-venture', 'strategic-alliance', 'supplier', 'distribution', 'technology')),
  constraint investor_private_additional_info_length check (char_length(additional_info) <= 2000)
);

comment on table public.investor_private is 'BVN, identity number, account number, wallet and birth date are not here: they lie in the vault.';

create index investor_private_company_phone_idx on public.investor_private (company_phone);

create function private.investment_range(investor_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when $1 = 'crypto' and answers ->> 'investmentAmount' = 'custom' then jsonb_build_array(
      private.answer(answers, 'customInvestmentAmount')::numeric,
      private.answer(answers, 'customInvestmentAmount')::numeric)
    else '{
      "individual": {"under-500k": [0, 500000], "500k-1m": [500000, 1000000], "1m-5m": [1000000, 5000000],
        "5m-10m": [5000000, 10000000], "above-10m": [10000000]},
      "corporate": {"under-5m": [0, 5000000], "5m-20m": [5000000, 20000000], "20m-50m": [20000000, 50000000],
        "50m-100m": [50000000, 100000000], "above-100m": [100000000]},
      "crypto": {"20-100": [20, 100], "100-500": [100, 500], "500-1000": [500, 1000], "1000-5000": [1000, 5000],
        "5000-10000": [5000, 10000], "10000-50000": [10000, 50000], "above-50000": [50000]}
    }'::jsonb #> array[$1, answers ->> 'investmentAmount']
  end
$$;

create function private.investor_columns(investor_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'investor_type', $1,
      'company_name', case $1 when 'corporate' then private.answer(answers, 'companyName') end,
      'contact_name', private.answer(answers, case $1 when 'corporate' then 'contactPersonName' else 'fullName' end),
      'contact_email', private.answer(answers, case $1 when 'corporate' then 'contactPersonEmail' else 'email' end),
      'contact_phone', private.answer(answers, case $1 when 'corporate' then 'contactPersonPhone' else 'phone' end),
      'investment_amount', private.answer(answers, 'investmentAmount'),
      'investment_amount_min', private.investment_range($1, answers) -> 0,
      'investment_amount_max', private.investment_range($1, answers) -> 1,
      'currency', case $1 when 'crypto' then 'SIDRA' else 'NGN' end,
      'risk_tolerance', case when $1 <> 'corporate' then private.answer(answers, 'riskTolerance') end,
      'experience_level', private.answer(answers, case $1 when 'crypto' then 'cryptoExperience' else 'investmentExperience' end),
      'crypto_experience', private.answer(answers, 'cryptoExperience'),
      'preferred_sectors', (
        select to_jsonb(array[sector])
        from private.answer(answers, case $1 when 'corporate' then 'partnershipInterest' else 'investmentInterest' end) as sector
        where sector is not null
      ),
      'investment_goals', private.answer(answers, case $1 when 'corporate' then 'businessGoals' else 'motivation' end),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'country', private.answer(answers, 'country')
    ),
    'private', jsonb_build_object(
      'address', private.answer(answers, case $1 when 'corporate' then 'companyAddress' else 'address' end),
      'nationality', private.answer(answers, 'nationality'),
      'occupation', private.answer(answers, 'occupation'),
      'employer_name', private.answer(answers, 'employerName'),
      'annual_income', private.answer(answers, 'annualIncome'),
      'linkedin_profile', private.answer(answers, 'linkedinProfile'),
      'bank_name', private.answer(answers, 'bankName'),
      'valid_id_type', private.answer(answers, 'validIdType'),
      'previous_crypto_investments', private.answer(answers, 'previousCryptoInvestments'),
      'company_email', private.answer(answers, 'companyEmail'),
      'company_phone', private.answer(answers, 'companyPhone'),
      'website', private.answer(answers, 'website'),
      'registration_number', private.answer(answers, 'registrationNumber'),
      'tax_id', private.answer(answers, 'taxId'),
      'business_type', private.answer(answers, 'businessType'),
      'industry', private.answer(answers, 'industry'),
      'established_year', private.answer(answers, 'establishedYear'),
      'employee_count', private.answer(answers, 'employeeCount'),
      'annual_revenue', private.answer(answers, 'annualRevenue'),
      'contact_person_title', private.answer(answers, 'contactPersonTitle'),
      'partnership_type', private.answer(answers, 'partnershipType'),
      'previous_partnerships', private.answer(answers, 'previousPartnerships'),
      'additional_info', private.answer(answers, 'additionalInfo')
    )
  )
$$;

alter table public.investors enable row level security;

alter table public.investor_private enable row level security;

create table public.registration_submissions (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  form text not null,
  answers jsonb not null,
  secret_fields text[] not null default '{}',
  channel text not null,
  locale text,
  terms_version text,
  created_at timestamptz not null default now(),
  constraint registration_submissions_version_unique unique (record_id, version),
  constraint registration_submissions_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint registration_submissions_form_known check (form in ('farmer', 'training', 'buyer_individual',
    'buyer_corporate', 'investor_individual', 'investor_corporate', 'investor_crypto')),
  constraint registration_submissions_answers_object check (jsonb_typeof(answers) = 'object'),
  constraint registration_submissions_channel_known check (channel in ('web', 'walk_in', 'phone'))
);

comment on column public.registration_submissions.secret_fields is 'Which secrets came with it; they themselves lie in the vault.';

create table private.submission_keys (
  idempotency_key uuid primary key,
  form text not null,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  fingerprint text,
  constraint submission_keys_fingerprint_form check (fingerprint ~ '^[0-9a-f]{64}$')
);

comment on column private.submission_keys.fingerprint is 'HMAC of the attempt''s key, answers and secrets. Null: an attempt of before it was kept, or of a person who was erased.';

create index submission_keys_record_id_idx on private.submission_keys (record_id);

create table private.used_proofs (
  id text primary key,
  attempt uuid not null,
  expires_at timestamptz not null,
  constraint used_proofs_id_form check (id ~ '^[0-9a-f]{64}$')
);

comment on table private.used_proofs is 'Proofs of work that were used, until they expire.';

create index used_proofs_expires_at_idx on private.used_proofs (expires_at);

create function private.forget_submissions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.registration_submissions where record_id = old.id;
  delete from public.correction_requests where record_id = old.id;
  delete from public.phone_calls where record_id = old.id;
  delete from private.submission_keys where record_id = old.id;
  delete from private.tracking_links where record_id = old.id;
  delete from private.link_reissues where record_id = old.id;
  return null;
end $$;

create function private.check_context(context jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  staff_id uuid := (context ->> 'enteredBy')::uuid;
begin
  if (context ->> 'idempotencyKey')::uuid is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif coalesce(context ->> 'channel', '') not in ('web', 'walk_in', 'phone')
    or jsonb_typeof(coalesce(context -> 'consents', '[]')) <> 'array'
  then
    raise exception 'This is no context of a registration' using errcode = '22023';
  elsif context ->> 'channel' = 'web' and staff_id is not null
    or context ->> 'channel' <> 'web' and (staff_id is null or context ->> 'userId' is not null
      or not private.person_has_permission(staff_id, 'registrations.enter'))
  then
    raise exception 'permission denied to enter a registration for somebody' using errcode = '42501';
  elsif context ->> 'channel' <> 'web' and jsonb_array_length(coalesce(context -> 'consents', '[]')) = 0 then
    raise exception 'Please record that the person agreed.' using errcode = '23514', hint = 'consents', detail = 'consents';
  end if;
end $$;

create function private.check_sealed(form text, answers jsonb, sealed jsonb, context jsonb, record_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  given text[] := (
    select coalesce(array_agg(item ->> 'field' order by item ->> 'field'), '{}')
    from jsonb_array_elements(coalesce(sealed -> 'secrets', '[]')) as item
  );
  stored text[] := (
    select coalesce(array_agg(secrets.field::text), '{}') from strongroom.secrets
    where secrets.record_id = check_sealed.record_id
  );
  missing private.secret_fields := private.find_missing_secret(form, answers, context, given || stored);
begin
  if exists (
    select from unnest(given) as name
    where name <> 'selfie' and not exists (
      select from private.secret_fields where secret_fields.form = check_sealed.form and field = name
    )
  ) then
    raise exception 'The form does not ask for this secret' using errcode = '22023';
  elsif missing.field is not null then
    raise exception '%', missing.message using errcode = '23514', detail = missing.field, hint = missing.field;
  end if;
  return given;
end $$;

create function private.keep_submission(
  record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, answers, sealed, context, record_id);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version)
  values (
    keep_submission.record_type, keep_submission.record_id, keep_submission.version, keep_submission.form,
    keep_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion')
  );
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, keep_submission.form, keep_submission.record_type, keep_submission.record_id,
    keep_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, keep_submission.record_type, keep_submission.record_id, given ->> 'purpose',
    given ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as given;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, keep_submission.record_type, keep_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = keep_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', keep_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      keep_submission.record_type, keep_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', keep_submission.version));
  end if;
end $$;

create function private.find_attempt(form text, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  attempt private.submission_keys;
  made_reference text;
begin
  -- The same key at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form anew.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into made_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      made_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) and not exists (
    select from private.link_reissues where record_id = attempt.record_id and created_at > attempt.created_at
  ) then
    perform private.keep_tracking_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false) || jsonb_build_object('hasLink', exists (
    select from private.tracking_links as link
    where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = attempt.record_id and link.expires_at > now()
  ));
end $$;

create function public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  checked jsonb;
  columns jsonb;
  known jsonb;
  made_id uuid := coalesce((sealed -> 'record' ->> 'id')::uuid, gen_random_uuid());
  broken text;
begin
  if record_type is null then
    raise exception 'There is no such form' using errcode = '22023';
  end if;
  perform private.check_context(context);
  known := private.find_attempt(form, context);
  if known is not null then
    return known;
  end if;
  if record_type = 'buyers' and person_id is null and context ->> 'enteredBy' is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  end if;
  checked := private.check_form(form, answers, context);
  columns := private.registration_columns(form, checked);
  -- An account whose profile could not be made at sign-up gets it now.
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person_id and email is not null
  on conflict (id) do nothing;
  if record_type = 'buyers' then
    perform private.record_audit_event('BUYER_REGISTRATION_ATTEMPT', person_id,
      jsonb_build_object('email', checked ->> 'email', 'businessType', checked ->> 'businessType'),
      (context ->> 'idempotencyKey')::uuid);
  end if;
  begin
    perform private.insert_row(record_type, columns -> 'record' || jsonb_build_object(
      'id', made_id,
      'user_id', person_id,
      'entered_by', context ->> 'enteredBy',
      'channel', context ->> 'channel',
      'locale', private.answer(context, 'locale'),
      'terms_version', private.answer(context, 'termsVersion'),
      'terms_accepted_at', now(),
      'status', 'pending',
      'is_demo', false,
      'created_at', now(),
      'updated_at', now()
    ) || case record_type
      when 'investors' then '{}'
      else '{"has_photo": false}'
    end::jsonb || case record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  exception when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'buyers_one_open_per_person' then
      raise;
    end if;
    select id into strict made_id from public.buyers
    where user_id = person_id and buyer_type = split_part(form, '_', 2) and status in ('pending', 'approved');
    -- What was sent now is not taken, and admins see that it was tried.
    perform private.record_audit_event('BUYER_REGISTRATION_ERROR', person_id,
      jsonb_build_object('email', checked ->> 'email', 'businessType', checked ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = made_id;
    return private.describe_registration(made_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, made_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.keep_submission(record_type, made_id, 1, form, checked, sealed, context);
  if person_id is null then
    perform private.keep_tracking_link(record_type, made_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.tell_registrant(made_id, 'registration_received');
  return private.describe_registration(made_id, true);
end $$;

create function private.use_proof(id text, attempt uuid, expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.used_proofs (id, attempt, expires_at)
  values (use_proof.id, use_proof.attempt, use_proof.expires_at)
  on conflict on constraint used_proofs_pkey do nothing;
  return exists (
    select from private.used_proofs
    where used_proofs.id = use_proof.id and used_proofs.attempt = use_proof.attempt
  );
end $$;

create function private.forget_proofs(before timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.used_proofs where used_proofs.expires_at < before;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

alter table public.registration_submissions enable row level security;

alter table private.submission_keys enable row level security;

alter table private.used_proofs enable row level security;

create table public.registration_drafts (
  user_id uuid not null references public.profiles (id) on delete cascade,
  form text not null,
  answers jsonb not null default '{}',
  step integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, form),
  constraint registration_drafts_form_known check (form in ('farmer', 'training', 'buyer_individual',
    'buyer_corporate', 'investor_individual', 'investor_corporate', 'investor_crypto')),
  constraint registration_drafts_answers_object check (jsonb_typeof(answers) = 'object'),
  constraint registration_drafts_answers_size check (octet_length(answers::text) <= 60000),
  constraint registration_drafts_step_range check (step between 0 and 50)
);

create index registration_drafts_updated_at_idx on public.registration_drafts (updated_at);

create function private.keep_secrets_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  secret text;
begin
  select answer.key into secret
  from jsonb_path_query(new.answers, 'strict $.** ? (@.type() == "object")') as part, jsonb_each(part) as answer
  where answer.key in (select field from private.secret_fields)
    or (answer.key = 'selfieImage' and answer.value not in ('true', 'false'))
  limit 1;
  if secret is not null then
    raise exception 'A draft never holds this answer' using errcode = '23514', detail = secret, hint = secret;
  end if;
  new.updated_at := now();
  return new;
end $$;

alter table public.registration_drafts enable row level security;

create table public.phone_calls (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  called_by uuid references public.profiles (id) on delete set null,
  outcome text not null,
  note text,
  created_at timestamptz not null default now(),
  constraint phone_calls_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint phone_calls_outcome_known check (outcome in
    ('reached', 'chat_sent', 'no_answer', 'call_back', 'wrong_number', 'refused')),
  constraint phone_calls_note_length check (char_length(note) between 1 and 500)
);

create index phone_calls_called_by_idx on public.phone_calls (called_by);

create index phone_calls_record_id_idx on public.phone_calls (record_id, id desc);

create table public.correction_requests (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  submission_version integer not null,
  notes jsonb not null,
  message text,
  created_at timestamptz not null default now(),
  constraint correction_requests_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint correction_requests_notes_array check (jsonb_typeof(notes) = 'array'),
  constraint correction_requests_message_length check (char_length(message) between 1 and 1000)
);

comment on table public.correction_requests is 'Please correct: asked on a pending record, answered by sending it again. Notes are [{field, note}].';

comment on column public.correction_requests.submission_version is 'What it is about: the request is open while no later version was sent. 0: a record without a stored form.';

create index correction_requests_record_id_idx on public.correction_requests (record_id, id desc);

create table private.correction_authors (
  correction_request_id bigint primary key references public.correction_requests (id) on delete cascade,
  requested_by uuid,
  constraint correction_authors_requested_by_fkey foreign key (requested_by)
    references public.profiles (id) on delete set null
);

create index correction_authors_requested_by_idx on private.correction_authors (requested_by);

create function public.decide_registration(
  record_type text, record_id uuid, expected_status text, new_status text, reason text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  found_status text;
  answer jsonb;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  execute format('update public.%I set status = $1, decline_reason = $2 where id = $3 and status = $4
    returning jsonb_build_object(''status'', status, ''declineReason'', decline_reason, ''updatedAt'', updated_at)',
    record_type) into answer
    using new_status, case when new_status = 'declined' then reason end, record_id, expected_status;
  if answer is null then
    execute format('select status from public.%I where id = $1', record_type) into found_status using record_id;
    if found_status is null then
      raise exception 'There is no such registration' using errcode = 'P0002';
    end if;
    raise exception 'It is % by now. Please look at it again.', found_status
      using errcode = 'PT409', hint = found_status;
  elsif new_status is not distinct from expected_status then
    raise exception 'Please choose another status' using errcode = '23514', hint = 'status';
  end if;
  return answer;
end $$;

create function private.tell_registrant_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_registrant(new.id, 'registration_' || new.status);
  return null;
end $$;

create function private.text_registrant_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told jsonb := to_jsonb(new);
  phone text := coalesce(told ->> 'phone', told ->> 'contact_phone');
begin
  if told ->> 'contact_email' is null and told ->> 'user_id' is null and phone ~ '[1-9]' then
    perform private.enqueue_sms('decision', phone,
      jsonb_build_object('code', new.reference, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
  return null;
end $$;

create function private.name_likeness(one text, other text) returns numeric
language sql immutable parallel safe set search_path = ''
as $$
  with words as (
    select distinct side, word
    from (values (1, one), (2, other)) as names (side, name),
      regexp_split_to_table(lower(regexp_replace(normalize(coalesce(name, ''), nfd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+') as word
    where word <> ''
  )
  select case when count(distinct word) = 0 then 0
    else (count(*) - count(distinct word))::numeric / count(distinct word) end
  from words
$$;

create function public.log_call(record_type text, record_id uuid, outcome text, note text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or log_call.record_type is null
    or log_call.record_type <> all (private.registrations_with('read'))
  then
    raise exception 'permission denied to log a call about %', log_call.record_type using errcode = '42501';
  end if;
  if not exists (
    select from private.registrations as record
    where record.record_type = log_call.record_type and record.id = log_call.record_id
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  insert into public.phone_calls (record_type, record_id, called_by, outcome, note)
  values (log_call.record_type, log_call.record_id, (select auth.uid()), log_call.outcome,
    nullif(private.clean_text(log_call.note), ''));
end $$;

alter table public.phone_calls enable row level security;

alter table public.correction_requests enable row level security;

alter table private.correction_authors enable row level security;

create table private.photo_uploads (
  path text primary key,
  receipt_hash text not null,
  record_type text,
  user_id uuid references public.profiles (id) on delete set null,
  attached_at timestamptz,
  created_at timestamptz not null default now(),
  constraint photo_uploads_receipt_hash_unique unique (receipt_hash),
  constraint photo_uploads_receipt_hash_form check (receipt_hash ~ '^[0-9a-f]{64}$'),
  constraint photo_uploads_path_form check (path ~ '^[0-9A-Za-z._/-]{8,200}$'),
  constraint photo_uploads_record_type_known check (record_type in ('farmers', 'training_enrolments', 'buyers'))
);

comment on column private.photo_uploads.receipt_hash is 'SHA-256 of what the uploader holds: shows at the attachment that the slot was theirs.';

comment on column private.photo_uploads.attached_at is 'Null: belongs to no record yet, and is purged after the period of retention_periods.';

create index photo_uploads_created_at_idx on private.photo_uploads (created_at) where attached_at is null;

create index photo_uploads_user_id_idx on private.photo_uploads (user_id);

create function private.use_photo_upload(receipt_hash text, record_type text, user_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.photo_uploads set attached_at = now(), user_id = null, record_type = use_photo_upload.record_type
  where photo_uploads.receipt_hash = use_photo_upload.receipt_hash and attached_at is null
    and (photo_uploads.user_id is null or photo_uploads.user_id = use_photo_upload.user_id);
  return found;
end $$;

alter table private.photo_uploads enable row level security;

create table private.tracking_links (
  token_hash text primary key,
  record_type text not null,
  record_id uuid not null,
  is_mailed boolean not null default false,
  expires_at timestamptz not null default now() + interval '400 days',
  created_at timestamptz not null default now(),
  is_seen_by_staff boolean not null default false,
  constraint tracking_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);

comment on column private.tracking_links.is_mailed is 'It left by another way than the screen of whoever sent the form: by mail, or handed over by staff. Such a link proves less: what is secret stays masked for the account that claims by it.';

comment on column private.tracking_links.is_seen_by_staff is 'It stood on the screen of a member of staff: nobody claims by it alone.';

create index tracking_links_expires_at_idx on private.tracking_links (expires_at);

create index tracking_links_record_id_idx on private.tracking_links (record_id);

create table private.link_reissues (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  actor_id uuid not null,
  reason text not null,
  is_mailed boolean not null,
  created_at timestamptz not null default now(),
  constraint link_reissues_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint link_reissues_reason_length check (char_length(reason) between 10 and 500)
);

comment on table private.link_reissues is 'Append-only; goes with its registration.';

comment on column private.link_reissues.is_mailed is 'False: it was shown to the member of staff, to be read out.';

create index link_reissues_actor_id_idx on private.link_reissues (actor_id, created_at desc);

create index link_reissues_record_id_idx on private.link_reissues (record_id, id desc);

create function private.keep_tracking_link(record_type text, record_id uuid, token_hash text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.tracking_links (token_hash, record_type, record_id, is_seen_by_staff)
  select $3, $1, $2, exists (
    select from public.registration_submissions as sent
    where sent.record_id = $2 and sent.version = 1 and sent.channel <> 'web'
  )
  where $3 is not null
  on conflict (token_hash) do nothing
$$;

create function private.has_proved_contact(user_id uuid, contact_email text, contact_phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(lower($2) = private.proved_address($1), false) or coalesce($3 = private.proved_number($1), false)
$$;

create function private.proves_sender(record_id uuid, hashes text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.tracking_links as link
    where link.record_id = $1 and link.token_hash = any ($2) and link.expires_at > now()
      and not link.is_mailed and not link.is_seen_by_staff
  )
$$;

alter table private.tracking_links enable row level security;

alter table private.link_reissues enable row level security;

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid,
  record_type text,
  record_id uuid,
  purpose text not null,
  text_version text not null,
  is_given boolean not null,
  channel text not null,
  recorded_by uuid,
  created_at timestamptz not null default now(),
  constraint consents_somebody check (user_id is not null or record_id is not null),
  constraint consents_record_whole check ((record_type is null) = (record_id is null)),
  constraint consents_purpose_form check (purpose ~ '^[a-z][a-z_]{1,39}$'),
  constraint consents_text_version_length check (char_length(text_version) between 1 and 40),
  constraint consents_channel_known check (channel in ('web', 'walk_in', 'phone')),
  constraint consents_record_type_known check (record_type in
  ('farmers', 'training_enrolments', 'buyers', 'investors', 'newsletter_subscriptions'))
);

comment on table public.consents is 'Append-only; the latest entry for a purpose and record holds. Outlives records and accounts, so it references none.';

comment on column public.consents.recorded_by is 'The member of staff who was told so, for somebody at the desk or on the phone.';

create index consents_record_id_idx on public.consents (record_id, purpose, id desc);

create index consents_user_id_idx on public.consents (user_id, purpose, id desc);

create function private.take_consents_back(user_id uuid, record_ids uuid[], purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  about record;
  taken integer;
begin
  for about in
    select distinct consents.record_type, consents.record_id from public.consents
    where consents.purpose = take_consents_back.purpose and consents.record_id is not null
      and (consents.user_id = take_consents_back.user_id or consents.record_id = any (record_ids))
    order by consents.record_id
  loop
    perform private.lock_registration(about.record_type, about.record_id);
  end loop;
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
  select latest.user_id, latest.record_type, latest.record_id, latest.purpose, latest.text_version, false, 'web'
  from (
    select distinct on (consents.record_id) consents.* from public.consents
    where consents.purpose = take_consents_back.purpose
      and (consents.user_id = take_consents_back.user_id or consents.record_id = any (record_ids))
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given;
  get diagnostics taken = row_count;
  return taken;
end $$;

create function public.withdraw_consent(purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
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
    taken := private.take_consents_back((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose);
  end if;
  if taken = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $$;

create function public.withdraw_tracked_consent(token_hash text, purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken integer := 0;
begin
  select private.take_consents_back(null, array[link.record_id], withdraw_tracked_consent.purpose) into taken
  from private.tracking_links as link
  where link.token_hash = withdraw_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(taken, 0) = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $$;

create function private.is_consent_withdrawn(record_type text, record_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_or(not latest.is_given), false)
  from (
    select distinct on (consents.purpose) consents.is_given from public.consents
    where consents.record_type = $1 and consents.record_id = $2 and (
      consents.purpose = 'terms' or consents.purpose = 'guardian' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = $2 and enrolment.is_minor
      )
    )
    order by consents.purpose, consents.id desc
  ) as latest
$$;

create function private.refuse_without_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_consent_withdrawn(tg_table_name, new.id) then
    raise exception 'The person has taken back their consent: it can be declined, and not approved.'
      using errcode = '23514', hint = 'status';
  end if;
  return new;
end $$;

create function private.stop_what_hangs_on_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  -- In the order in which carts and orders lock products.
  perform from public.products where farmer_id = new.record_id and status <> 'hidden' order by id for update;
  perform set_config('request.jwt.claims', '', true);
  update public.products set status = 'hidden', review_note = 'The farmer has taken back the consent to be shown here.'
  where farmer_id = new.record_id and status <> 'hidden';
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $$;

create function private.refuse_to_publish_without_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform from public.farmers where id = new.farmer_id for key share;
  end if;
  if private.is_consent_withdrawn('farmers', new.farmer_id) then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
  return new;
end $$;

alter table public.consents enable row level security;

create table public.retention_periods (
  subject text primary key,
  keep interval not null,
  description text not null,
  updated_at timestamptz not null default now(),
  at_least interval not null default '0 days',
  constraint retention_periods_subject_form check (subject ~ '^[a-z_]{3,60}$'),
  constraint retention_periods_keep_range check (keep between interval '0' and interval '30 years'),
  constraint retention_periods_description_length check (char_length(description) between 5 and 300),
  constraint retention_periods_keep_floor   check (timestamp '2001-01-01' + keep >= timestamp '2001-01-01' + at_least)
);

comment on table public.retention_periods is 'Obeyed daily by private.apply_retention. The law of the longest duty wins over a shorter wish: see docs/operations.md.';

comment on column public.retention_periods.at_least is 'The floor of keep. Nobody but a migration sets it.';

create table private.retention_in_force (
  subject text not null references public.retention_periods (subject) on delete cascade,
  since timestamptz not null,
  keep interval not null,
  primary key (subject, since)
);

create function private.kept_since(subject text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select now() - keep from private.retention_in_force
    where retention_in_force.subject = $1 and since <= now() order by since desc limit 1
  ), '-infinity')
$$;

create function private.refuse_early_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.created_at >= private.kept_since(tg_table_name) then
    raise exception '% keeps what was written', tg_table_name using errcode = '42501';
  end if;
  return old;
end $$;

create function private.apply_retention() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications'] loop
    execute format('delete from public.%I as record
      where not is_demo and updated_at < private.kept_since(record.status || ''_registrations'')', kind);
    get diagnostics touched = row_count;
    gone := gone || jsonb_build_object(kind, touched);
  end loop;
  delete from strongroom.secrets using public.investors, public.investor_private
  where secrets.record_type = 'investors' and secrets.record_id = investors.id and secrets.field = 'idNumber'
    and investor_private.investor_id = investors.id and investor_private.valid_id_type = 'nin'
    and investors.status <> 'pending' and investors.updated_at <= private.kept_since('national_identity_numbers');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('national_identity_numbers', touched);
  delete from public.registration_drafts where updated_at < private.kept_since('registration_drafts');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('registration_drafts', touched);
  delete from public.audit_events where created_at < private.kept_since('audit_events');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('audit_events', touched);
  delete from public.vault_reveals where created_at < private.kept_since('vault_reveals');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('vault_reveals', touched);
  delete from public.consents where created_at < private.kept_since('consents')
    and not exists (select from private.registrations where registrations.id = consents.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('consents', touched);
  -- Not of orders: the decisions on them stay with the orders.
  delete from public.decision_events
  where created_at < private.kept_since('decision_events')
    and record_type in
      ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications')
    and not exists (select from private.registrations where registrations.id = decision_events.record_id)
    and not exists (select from public.partnership_applications as application where application.id = decision_events.record_id)
    and not exists (select from public.job_applications as application where application.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  -- Asked for again is a new request. The ledger of consents stays: it tells when somebody began and left, not who.
  delete from public.newsletter_subscriptions
  where confirmed_at is null and unsubscribed_at is null
    and greatest(created_at, confirm_sent_at) < private.kept_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('unconfirmed_subscriptions', touched);
  delete from public.newsletter_subscriptions
  where greatest(unsubscribed_at, confirm_sent_at) < private.kept_since('ended_subscriptions') and unsubscribed_at is not null;
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('ended_subscriptions', touched);
  delete from private.tracking_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('tracking_links', touched);
end $$;

create function private.put_retention_in_force() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counting interval;
begin
  select keep into counting from private.retention_in_force
  where subject = new.subject and since <= now() order by since desc limit 1;
  delete from private.retention_in_force where subject = new.subject and since > now();
  insert into private.retention_in_force (subject, keep, since)
  values (new.subject, new.keep, case
    when counting is null then '-infinity'
    when new.keep < counting then now() + interval '7 days'
    else clock_timestamp()
  end);
  return null;
end $$;

create function private.forget_buyer(order_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set delivery_address = 'Erased', special_requirements = null where id = any (order_ids);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person'
  where order_id = any (order_ids);
  update public.order_contacts set name = 'Erased', email = null, phone = '00000000', device_hash = null
  where order_id = any (order_ids);
  update public.order_messages set body = 'Erased', author_id = null
  where order_id = any (order_ids) and not is_from_staff;
  update public.payment_claims set note = null, proof_path = null where order_id = any (order_ids);
  update public.order_disputes set photo_paths = '{}' where order_id = any (order_ids);
  update public.product_ratings set comment = null where order_id = any (order_ids);
  delete from public.order_documents where order_id = any (order_ids) and kind in ('pro_forma', 'delivery_note');
  delete from private.order_links where order_id = any (order_ids);
end $$;

create function private.forget_guests() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  over uuid[] := array(
    select orders.id from public.orders join public.order_contacts as contact on contact.order_id = orders.id
    where orders.user_id is null and not orders.is_demo and orders.status in ('declined', 'completed')
      and orders.payment_status in ('unpaid', 'confirmed', 'refunded') and orders.fulfilment_status in ('none', 'delivered')
      and orders.updated_at < private.kept_since('guest_contacts') and contact.name <> 'Erased'
    order by orders.id limit 10000 for update of orders
  );
begin
  perform private.forget_buyer(over);
  return cardinality(over);
end $$;

alter table public.retention_periods enable row level security;

alter table private.retention_in_force enable row level security;

create table private.axis_transitions (
  axis text not null,
  from_value text not null,
  to_value text not null,
  primary key (axis, from_value, to_value)
);

comment on table private.axis_transitions is 'Machines beside the status of records: productMachine here, payment and fulfilment of orders; equal to domain/.';

create table private.order_couplings (
  event text not null,
  axis text not null,
  from_value text not null,
  to_value text not null,
  primary key (event, axis, from_value),
  constraint order_couplings_axis_known check (axis in ('status', 'payment', 'fulfilment'))
);

comment on table private.order_couplings is 'What an event makes of each axis. An order in a state that an event does not name here refuses that event.';

create function private.require_axis_step(axis text, from_value text, to_value text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if from_value is distinct from to_value and not exists (
    select from private.axis_transitions as step
    where step.axis = $1 and step.from_value = $2 and step.to_value = $3
  ) then
    raise exception '% cannot change from % to %', initcap(axis), from_value, to_value
      using errcode = '23514', hint = axis || '_status';
  end if;
end $$;

alter table private.axis_transitions enable row level security;

alter table private.order_couplings enable row level security;

create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  category text not null,
  description text,
  farmer_id uuid references public.farmers (id) on delete set null,
  farmer_name text not null,
  location text not null,
  is_verified boolean not null default false,
  pack_amount numeric(10, 3) not null,
  pack_unit text not null,
  price_kobo bigint not null,
  unit_price_kobo bigint not null generated always as (coalesce(round(price_kobo / nullif(pack_amount, 0)), 0)::bigint) stored,
  stock integer,
  season text,
  state text,
  photo_path text,
  status text not null default 'pending',
  review_note text,
  rating_average numeric(2, 1),
  rating_count integer not null default 0,
  is_demo boolean not null default false,
  search_text text not null generated always as (
    translate(regexp_replace(normalize(lower(name || ' ' || farmer_name || ' ' || location), nfd), '[\u0300-\u036f]', '', 'g'),
      'ɓɗƙƴ', 'bdky')
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (lower(name)) stored,
  constraint products_name_length check (char_length(name) between 2 and 100),
  constraint products_category_known check (category in ('Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices')),
  constraint products_description_length check (char_length(description) between 1 and 2000),
  constraint products_farmer_name_length check (char_length(farmer_name) between 2 and 200),
  constraint products_location_length check (char_length(location) between 2 and 200),
  constraint products_pack_amount_positive check (pack_amount > 0 and pack_amount <= 1000000),
  constraint products_pack_unit_known check (pack_unit in ('kg', 'L')),
  constraint products_price_kobo_range check (price_kobo between 100 and 100000000000),
  constraint products_stock_range check (stock between 0 and 1000000),
  constraint products_season_length check (char_length(season) between 2 and 100),
  constraint products_state_length check (char_length(state) between 2 and 100),
  constraint products_photo_path_form check (photo_path ~ '^[A-Za-z0-9/_.-]{1,200}$'),
  constraint products_status_known check (status in ('pending', 'published', 'hidden')),
  constraint products_review_note_belongs check (review_note is null or status = 'hidden'),
  constraint products_review_note_length check (char_length(review_note) between 1 and 500),
  constraint products_verified_farmer check (farmer_id is not null or not is_verified),
  constraint products_rating_whole check ((rating_average is null) = (rating_count = 0) and rating_count >= 0),
  constraint products_rating_average_range check (rating_average between 1 and 5),
  constraint products_search_text_size check (octet_length(search_text) <= 2100)
)
-- Room on each page, so that a sale changes the row beside itself and no index.
with (fillfactor = 70);

comment on column public.products.is_verified is 'The farmer is approved. Kept by triggers, written by nobody.';

comment on column public.products.stock is 'Packs that can still be ordered; null is unlimited. Open orders have taken theirs already.';

comment on column public.products.rating_average is 'From completed orders alone; null while nobody has rated.';

comment on column public.products.search_text is 'Name, farmer and place without accents and capitals: finds more, and never hides a match of the name.';

comment on column public.products.sort_name is 'The name in small letters: the order of the catalogue by name, letter by letter on every server.';

create index products_by_age_idx on public.products (created_at, id) include (category, name, search_text)
  where status = 'published';

create index products_by_category_age_idx on public.products (category, created_at, id) where status = 'published';

create index products_by_category_idx on public.products (category, sort_name, id) where status = 'published';

create index products_by_category_price_idx on public.products (category, price_kobo, id) where status = 'published';

create index products_by_category_rating_idx
  on public.products (category, coalesce(rating_average, 0), rating_count, id) where status = 'published';

create index products_by_name_idx on public.products (sort_name, id) include (category, search_text)
  where status = 'published';

create index products_by_price_idx on public.products (price_kobo, id) include (category, name, search_text)
  where status = 'published';

create index products_by_rating_idx on public.products (coalesce(rating_average, 0), rating_count, id)
  include (rating_average, category, name, search_text) where status = 'published';

create index products_farmer_id_idx on public.products (farmer_id);

create index products_photo_path_idx on public.products (photo_path) where photo_path is not null;

create index products_status_idx on public.products (status, created_at desc);

create function private.guard_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_farmers_own_change boolean := coalesce((select auth.role()), '') = 'authenticated'
    and not private.has_permission('products.write');
begin
  new.name := private.clean_line(new.name);
  new.description := nullif(private.clean_text(new.description), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.state := nullif(private.clean_line(new.state), '');
  new.review_note := nullif(private.clean_text(new.review_note), '');
  if new.farmer_id is null and tg_op = 'UPDATE' and old.farmer_id is not null then
    -- Whose record was erased is not named here either.
    new.farmer_name := 'No longer listed';
    new.status := 'hidden';
  end if;
  if new.farmer_id is null then
    new.farmer_name := private.clean_line(new.farmer_name);
    new.location := private.clean_line(new.location);
    new.is_verified := false;
  else
    select farm_name, farmers.location, farmers.status = 'approved'
    into new.farmer_name, new.location, new.is_verified
    from public.farmers where id = new.farmer_id;
  end if;
  if tg_op = 'UPDATE' and new.farmer_id is not null and is_farmers_own_change then
    new.review_note := old.review_note;
    if new.status is distinct from old.status then
      raise exception 'permission denied to review products' using errcode = '42501';
    elsif (new.name, new.category, new.description, new.farmer_id, new.pack_amount, new.pack_unit, new.price_kobo,
        new.season, new.state, new.photo_path)
      is distinct from (old.name, old.category, old.description, old.farmer_id, old.pack_amount, old.pack_unit,
        old.price_kobo, old.season, old.state, old.photo_path)
    then
      new.status := 'pending';
    end if;
  end if;
  if tg_op = 'UPDATE' then
    perform private.require_axis_step('product', old.status, new.status);
  end if;
  if new.status <> 'hidden' then
    new.review_note := null;
  end if;
  return new;
end $$;

create function private.guard_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sets_price boolean := tg_op = 'INSERT';
  publishes boolean := new.status = 'published';
  farmer jsonb;
begin
  if tg_op = 'UPDATE' then
    sets_price := new.price_kobo is distinct from old.price_kobo;
    publishes := publishes and (sets_price or old.status <> 'published');
  end if;
  if not (sets_price or publishes) or coalesce((select auth.role()), '') <> 'authenticated'
    or not private.has_permission('products.write')
  then
    return new;
  elsif sets_price and not private.has_strong_permission('products.write') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif publishes and new.farmer_id is not null then
    select to_jsonb(owner) into farmer from public.farmers as owner where owner.id = new.farmer_id;
    if farmer ->> 'user_id' = (select auth.uid())::text
      or private.is_own_contact(coalesce(farmer ->> 'contact_email', farmer ->> 'email'),
        coalesce(farmer ->> 'contact_phone', farmer ->> 'phone'))
    then
      raise exception 'Somebody else must publish the products of your own farm' using errcode = '42501', hint = 'own_record';
    end if;
  end if;
  return new;
end $$;

create function public.search_products(query text default '', category text default 'All', sort text default 'name', page_size integer default 24, page_offset integer default 0) returns setof public.products
 LANGUAGE plpgsql stable security definer set search_path = ''
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
as $$
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
  most_read bigint;
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
      most_read := matching_samples * 2000;
      if matching_samples * most_read < (skipped + wanted) * sampled then
        most_read := 0;
      end if;
    end if;
    if most_read is distinct from 0 then
      -- What comes out is in the order in which it was read.
      case ordering
      when 'name' then
        found_ids := array(
          select product.id
          from (
            select id, category, sort_name as name, search_text from public.products where status = 'published'
            order by sort_name, id limit most_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'price_low' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo, id limit most_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'price_high' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo desc, id desc limit most_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'newest' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by created_at desc, id desc limit most_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'rating' then
        found_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit most_read
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
    select product.* from unnest(found_ids) with ordinality as found (id, place)
    join public.products as product on product.id = found.id order by found.place;
end $$;

create function private.limit_farmer_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_permission('products.write') then
    perform pg_advisory_xact_lock(hashtextextended('products of ' || new.farmer_id, 0));
    if (select count(*) >= private.market_limit('farmer_products_max') from public.products where farmer_id = new.farmer_id) then
      raise exception 'A farm can offer at most % products', private.market_limit('farmer_products_max')
        using errcode = '23514', hint = 'farmer_id';
    end if;
  end if;
  return new;
end $$;

alter table public.products enable row level security;

create table private.product_photos (
  path text primary key,
  farmer_id uuid references public.farmers (id) on delete set null,
  user_id uuid references public.profiles (id) on delete set null,
  ready_at timestamptz,
  created_at timestamptz not null default now(),
  constraint product_photos_path_form check (path ~ '^[0-9a-z-]{5,36}/[0-9a-f-]{36}$')
);

comment on table private.product_photos is 'Places given out for photos of products; the photo lies in product-photos.';

comment on column private.product_photos.farmer_id is 'Whose products may show it; null: any, since staff brought it.';

comment on column private.product_photos.ready_at is 'The server has drawn it anew. No product shows it before.';

create index product_photos_created_at_idx on private.product_photos (created_at);

create index product_photos_farmer_id_idx on private.product_photos (farmer_id);

create index product_photos_user_id_idx on private.product_photos (user_id, created_at);

create function private.open_product_photo(user_id uuid, farmer_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made text := coalesce(farmer_id::text, 'staff') || '/' || gen_random_uuid();
begin
  if not private.person_has_permission(open_product_photo.user_id, 'products.write') and not exists (
    select from public.farmers
    where farmers.id = open_product_photo.farmer_id and farmers.user_id = open_product_photo.user_id and status = 'approved'
  ) then
    raise exception 'permission denied to add photos of products' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('product photo ' || open_product_photo.user_id, 0));
  if (select count(*) >= 60 from private.product_photos as photo
      where photo.user_id = open_product_photo.user_id and created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.product_photos (path, farmer_id, user_id)
  values (made, open_product_photo.farmer_id, open_product_photo.user_id);
  return made;
end $$;

create function private.find_product_photo(path text, user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  photo private.product_photos;
begin
  select * into photo from private.product_photos as place
  where place.path = find_product_photo.path and place.user_id = find_product_photo.user_id;
  if photo.path is null then
    raise exception 'There is no such photo' using errcode = 'P0002';
  end if;
  return photo.ready_at is not null;
end $$;

create function private.mark_product_photo_ready(path text) returns void
language sql security definer set search_path = ''
as $$
  update private.product_photos set ready_at = now() where product_photos.path = $1 and ready_at is null
$$;

create function private.find_orphan_product_photos(after text, most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select photo.path from private.product_photos as photo
  where photo.path > $1 and photo.created_at < now() - interval '25 hours'
    and not exists (select from public.products where photo_path = photo.path)
  order by photo.path limit $2
$$;

create function private.forget_product_photos(paths text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.product_photos where path = any ($1)
$$;

create function private.require_product_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.product_photos as photo
    where photo.path = new.photo_path and photo.ready_at is not null and photo.created_at > now() - interval '1 day'
      and (photo.farmer_id = new.farmer_id or (photo.farmer_id is null and private.has_permission('products.write')))
  ) then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
  return new;
end $$;

alter table private.product_photos enable row level security;

create table public.cart_items (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null default 1,
  seen_price_kobo bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, product_id),
  constraint cart_items_quantity_range check (quantity between 1 and 10000),
  constraint cart_items_seen_price_kobo_positive check (seen_price_kobo > 0)
);

comment on column public.cart_items.seen_price_kobo is 'The price when it was last shown: the page tells when it is another one now. Nobody pays it.';

create index cart_items_product_id_idx on public.cart_items (product_id);

create function private.limit_cart() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select count(*) >= 50 from public.cart_items where user_id = new.user_id and product_id <> new.product_id) then
    raise exception 'At most 50 different products in one cart' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $$;

create function public.merge_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 50 then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(greatest(max(line."quantity"), 1), 10000), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = greatest(cart_items.quantity, excluded.quantity), seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $$;

create function public.save_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  delete from public.cart_items
  using jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer)
  where user_id = (select auth.uid()) and product_id = line."productId" and coalesce(line."quantity", 0) < 1;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(max(line."quantity"), 10000), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  where line."quantity" > 0
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = excluded.quantity, seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $$;

alter table public.cart_items enable row level security;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null default 'bulk',
  crop_type text not null,
  quantity numeric not null,
  quantity_text text not null,
  unit text not null,
  currency text not null default 'NGN',
  total_amount_kobo bigint,
  total_amount numeric generated always as (total_amount_kobo / 100.0) stored,
  delivery_date date,
  delivery_address text not null,
  special_requirements text,
  status text not null default 'pending',
  decline_reason text,
  payment_status text not null default 'unpaid',
  credit_terms_reason text,
  fulfilment_status text not null default 'none',
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reopened_at timestamptz,
  expires_at timestamptz,
  reminded_at timestamptz,
  price_locked_until timestamptz,
  delivered_at timestamptz,
  refund_due_kobo bigint not null default 0,
  claimed_at timestamptz,
  claim_holds_until timestamptz,
  stock_released_at timestamptz,
  holds_much boolean not null default false,
  constraint orders_code_unique unique (code),
  constraint orders_code_form check (code ~ '^AG[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint orders_idempotency_key_unique unique (user_id, idempotency_key),
  constraint orders_kind_known check (kind in ('bulk', 'marketplace')),
  constraint orders_crop_type_length check (char_length(crop_type) between 1 and 200),
  constraint orders_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint orders_quantity_text_length check (char_length(quantity_text) between 1 and 40),
  constraint orders_unit_known check (kind <> 'bulk' or unit in
    ('Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)', 'Containers (20ft)', 'Containers (40ft)')),
  constraint orders_currency_known check (currency in ('NGN', 'USD')),
  constraint orders_total_amount_kobo_not_negative check (total_amount_kobo >= 0),
  constraint orders_delivery_address_length check (char_length(delivery_address) between 5 and 500),
  constraint orders_special_requirements_length check (char_length(special_requirements) <= 2000),
  constraint orders_status_known check (status in ('pending', 'approved', 'declined', 'completed')),
  constraint orders_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint orders_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint orders_payment_status_known check (payment_status in
    ('unpaid', 'claimed', 'confirmed', 'underpaid', 'overpaid', 'refund_due', 'refunded')),
  constraint orders_credit_terms_reason_length check (char_length(credit_terms_reason) between 3 and 500),
  constraint orders_fulfilment_status_known check (fulfilment_status in
    ('none', 'preparing', 'dispatched', 'delivered', 'disputed')),
  constraint orders_refund_due_kobo_not_negative check (refund_due_kobo >= 0)
);

comment on column public.orders.total_amount_kobo is 'The truth, in minor units of currency (kobo, cents); null until the order is quoted.';

comment on column public.orders.total_amount is 'The same in naira or dollars, for reading.';

comment on column public.orders.status is 'Four values and no more; payment and fulfilment have columns of their own. A cancellation is declined with the reason withdrawn_by_buyer.';

comment on column public.orders.credit_terms_reason is 'Why an order may be completed before its payment is confirmed.';

comment on column public.orders.reopened_at is 'When the order was last reopened; who did it and why stands in decision_events.';

comment on column public.orders.expires_at is 'Until when an unpaid marketplace order keeps its stock.';

comment on column public.orders.refund_due_kobo is 'What the company still has to send back, in minor units.';

comment on column public.orders.claimed_at is 'When its payment was claimed for the first time; further claims change nothing of it.';

comment on column public.orders.claim_holds_until is 'Until when the claim keeps its goods from other buyers.';

comment on column public.orders.stock_released_at is 'Since when its goods are for sale again while it waits for its money. Null: it has what it reserved.';

comment on column public.orders.holds_much is 'It reserved more than a quarter of what there was of a product.';

create index orders_claim_holds_idx on public.orders (claim_holds_until)
  where kind = 'marketplace' and status = 'pending' and payment_status = 'claimed' and stock_released_at is null;

create index orders_counted_idx on public.orders (status);

create index orders_created_at_idx on public.orders (created_at desc, id);

create index orders_disputed_idx on public.orders (created_at desc, id) where fulfilment_status = 'disputed';

create index orders_expires_at_idx on public.orders (expires_at)
  where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid';

create unique index orders_guest_idempotency_key_idx on public.orders (idempotency_key)
  where user_id is null and kind = 'marketplace';

create index orders_hold_much_idx on public.orders (created_at desc) where holds_much and status = 'pending';

create index orders_idempotency_key_idx on public.orders (idempotency_key);

create index orders_part_paid_idx on public.orders (id)
  where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid') and stock_released_at is null;

create index orders_payment_waits_idx on public.orders (created_at desc, id)
  where payment_status in ('claimed', 'underpaid', 'overpaid', 'refund_due');

create index orders_released_idx on public.orders (created_at desc) where stock_released_at is not null and status = 'pending';

create index orders_status_idx on public.orders (status, created_at desc, id);

create index orders_user_id_idx on public.orders (user_id, created_at desc);

create index orders_waiting_idx on public.orders (created_at desc, id) where status = 'pending' and kind = 'bulk';

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  axis text not null,
  from_value text,
  to_value text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  constraint order_events_axis_known check (axis in ('status', 'payment', 'fulfilment'))
);

create index order_events_order_id_idx on public.order_events (order_id, id);

create function private.order_code_check(payload text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + (
    sum((place + 1) * (strpos('23456789ABCDEFGHJKMNPQRSTUVWXYZ', substr(payload, place, 1)) - 1)) % 31
  )::integer, 1)
  from generate_series(1, length(payload)) as place
$$;

create function private.format_order_code(payload text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select 'AG' || substr(payload, 1, 3) || '-' || substr(payload, 4) || private.order_code_check(payload)
$$;

create function private.make_order_code() returns text
language sql volatile set search_path = ''
as $$
  select private.format_order_code(string_agg(
    substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1), '' order by place))
  from uuid_send(gen_random_uuid()) as bytes, generate_series(0, 5) as place
$$;

create function private.give_order_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  while new.code is null or exists (select from public.orders where code = new.code) loop
    new.code := private.make_order_code();
  end loop;
  return new;
end $$;

create function private.require_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and new.payment_status not in ('confirmed', 'overpaid')
    and new.credit_terms_reason is null
    and not (new.payment_status in ('refund_due', 'refunded') and private.credited_kobo(new.id) >= new.total_amount_kobo)
  then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;

create function private.require_money_for_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  elsif new.stock_released_at is not null then
    if not private.reserve_again(new.id) then
      raise exception 'The goods of this order were sold to others before its money was found. Wait until there is stock again, or decline it and send the money back.'
        using errcode = '23514', hint = 'stock';
    end if;
    new.stock_released_at := null;
  end if;
  return new;
end $$;

create function private.couple_order_axes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  next_payment text;
begin
  if new.status = 'declined' and old.status <> 'declined' then
    select to_value into next_payment from private.order_couplings
    where event = 'decline' and axis = 'payment' and from_value = old.payment_status;
    if next_payment is null or old.fulfilment_status <> 'none' then
      raise exception 'An order whose goods are on their way cannot be declined' using errcode = '23514', hint = 'status';
    end if;
    new.payment_status := next_payment;
    new.fulfilment_status := old.fulfilment_status;
  end if;
  perform private.require_axis_step('payment', old.payment_status, new.payment_status);
  perform private.require_axis_step('fulfilment', old.fulfilment_status, new.fulfilment_status);
  if new.fulfilment_status is distinct from old.fulfilment_status
    and new.fulfilment_status in ('preparing', 'dispatched')
    and (new.status not in ('approved', 'completed') or private.is_paid_enough(new) is not true)
  then
    raise exception 'Goods leave when the order is approved and its payment is confirmed'
      using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.status = 'completed' and old.status <> 'completed' and new.kind = 'marketplace'
    and new.fulfilment_status <> 'delivered'
  then
    raise exception 'The goods of this order are not delivered yet' using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched' then
    new.delivered_at := now();
  end if;
  return new;
end $$;

create function private.record_order_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_events (order_id, axis, from_value, to_value, actor_id)
  select new.id, step.axis, step.from_value, step.to_value, (select auth.uid())
  from (values
    ('status', case when tg_op = 'UPDATE' then old.status end, new.status),
    ('payment', case when tg_op = 'UPDATE' then old.payment_status end, new.payment_status),
    ('fulfilment', case when tg_op = 'UPDATE' then old.fulfilment_status end, new.fulfilment_status)
  ) as step (axis, from_value, to_value)
  where step.from_value is distinct from step.to_value and (tg_op = 'UPDATE' or step.axis = 'status');
  return null;
end $$;

create function private.apply_order_event(order_id uuid, event text, decline_reason text default null)
returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  changed public.orders;
  next jsonb;
begin
  select * into strict changed from public.orders where id = order_id for update;
  select jsonb_object_agg(coupling.axis, coupling.to_value) into next
  from private.order_couplings as coupling
  where coupling.event = apply_order_event.event and (coupling.axis, coupling.from_value) in (
    ('status', changed.status), ('payment', changed.payment_status), ('fulfilment', changed.fulfilment_status));
  if next is null or (select count(*) from jsonb_object_keys(next)) < 3 then
    raise exception 'This is not possible any more: the order is %, its payment %, its delivery %',
      changed.status, changed.payment_status, changed.fulfilment_status using errcode = '23514', hint = event;
  end if;
  update public.orders set
    status = next ->> 'status',
    payment_status = next ->> 'payment',
    fulfilment_status = next ->> 'fulfilment',
    decline_reason = coalesce(apply_order_event.decline_reason, orders.decline_reason)
  where id = order_id
  returning * into changed;
  return changed;
end $$;

create function public.move_order(order_id uuid, expected text, fulfilment text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  moved text;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to move orders' using errcode = '42501';
  elsif fulfilment not in ('preparing', 'dispatched', 'delivered') or expected = 'disputed' then
    raise exception 'Fulfilment cannot change from % to %', expected, fulfilment using errcode = '23514', hint = 'fulfilment_status';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must move the goods of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  update public.orders set fulfilment_status = fulfilment
  where id = order_id and fulfilment_status = expected
  returning fulfilment_status into moved;
  if moved is null then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = '40001';
  end if;
  return moved;
end $$;

create function private.tell_buyer_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.id, case
    when new.kind <> 'marketplace' then 'order_' || new.status
    when new.status = 'declined' and (select auth.uid()) is null and new.expires_at <= now()
      and new.decline_reason <> 'withdrawn_by_buyer' then 'order_expired'
    else 'order_market_' || new.status
  end);
  return null;
end $$;

create function private.tell_buyer_of_fulfilment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.id, 'order_' || new.fulfilment_status);
  return null;
end $$;

create function private.reopen() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if old.status <> 'completed' or new.status <> 'approved' then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    'orders', old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    old.status, new.status, new.decline_reason
  );
  new.updated_at := now();
  new.decline_reason := null;
  return new;
end $$;

create function public.reopen_order(order_id uuid, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  given text := coalesce(private.clean_text(reason), '');
  reopened text;
begin
  perform private.require_strong_right('orders.reopen');
  if char_length(given) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why the order is reopened' using errcode = '23514', hint = 'reason';
  end if;
  update public.orders set status = 'approved', reopened_at = clock_timestamp(), decline_reason = given
  where id = order_id and status = 'completed'
  returning status into reopened;
  if reopened is null then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  perform private.tell_buyer(order_id, 'order_reopened');
  return reopened;
end $$;

create function public.set_credit_terms(order_id uuid, reason text, expected text default '') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text := nullif(private.clean_text(reason), '');
  found_words text;
begin
  perform private.require_strong_right('orders.credit');
  select credit_terms_reason into found_words from public.orders where id = order_id for update;
  if not found then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif found_words is distinct from nullif(expected, '') then
    raise exception 'Somebody else has changed the credit terms of this order' using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  update public.orders set credit_terms_reason = words where id = order_id;
end $$;

create function private.guard_credit_terms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    return new;
  end if;
  perform private.require_strong_right('orders.credit');
  if private.is_own_order(new) then
    raise exception 'Somebody else must give credit terms to your own order' using errcode = '42501';
  elsif old.status not in ('pending', 'approved') or new.total_amount_kobo is null
    or new.payment_status not in ('unpaid', 'claimed', 'underpaid')
  then
    raise exception 'Credit terms are for an order that has a price and is not paid' using errcode = '23514', hint = 'credit_terms_reason';
  elsif new.credit_terms_reason is null
    and (new.fulfilment_status not in ('none', 'preparing') or (new.kind = 'marketplace' and new.status = 'approved'))
  then
    raise exception 'The order went on by these terms: they cannot be taken back' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  return new;
end $$;

create function private.buyer_in(context jsonb) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    return (select auth.uid());
  elsif coalesce((select auth.role()), 'service_role') <> 'service_role' then
    raise exception 'permission denied to order' using errcode = '42501';
  end if;
  return (context ->> 'userId')::uuid;
end $$;

create function private.has_handed_over(record_id uuid, account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.consents where consents.record_id = $1 and recorded_by = $2)
    or exists (select from private.link_reissues where link_reissues.record_id = $1 and actor_id = $2)
$$;

alter table public.orders enable row level security;

alter table public.order_events enable row level security;

create table public.order_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  company_name text not null,
  contact_person text not null,
  email text not null,
  phone text not null,
  address text not null,
  country text not null,
  payment_terms text not null,
  incoterms text not null,
  constraint order_requests_company_name_length check (char_length(company_name) between 2 and 200),
  constraint order_requests_contact_person_length check (char_length(contact_person) between 2 and 200),
  constraint order_requests_email_form check (private.is_email(email)),
  constraint order_requests_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint order_requests_address_length check (char_length(address) between 10 and 500),
  constraint order_requests_country_length check (char_length(country) between 2 and 100),
  constraint order_requests_payment_terms_known check (payment_terms in
    ('30% Advance 70% on Delivery', '50% Advance 50% on Delivery', 'Letter of Credit', 'Cash on Delivery', 'Bank Transfer')),
  constraint order_requests_incoterms_known check (incoterms in ('FOB', 'CIF', 'CFR', 'EXW', 'DDP'))
);

comment on table public.order_requests is 'What the bulk order form asked beyond the stored order: who asks, and on which terms.';

create function public.submit_order(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  preferred_date date;
  made public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
  select * into made from public.orders
  where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
  if not found then
    answers := private.check_form('order', request);
    if answers ->> 'preferredDate' <> '' then
      preferred_date := private.read_day(answers ->> 'preferredDate');
      if preferred_date is null or preferred_date < (now() at time zone 'Africa/Lagos')::date then
        raise exception 'Please choose a day that is not in the past'
          using errcode = '23514', detail = 'preferredDate', hint = 'preferredDate';
      end if;
    end if;
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
    insert into public.orders
      (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements,
      delivery_date, idempotency_key)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key
    )
    returning * into made;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values (
      made.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
    );
    perform private.tell_buyer(made.id, 'order_received');
  end if;
  return jsonb_build_object('id', made.id, 'code', made.code, 'status', made.status, 'created_at', made.created_at);
end $$;

alter table public.order_requests enable row level security;

create table private.market_limits (
  name text primary key,
  value integer not null,
  constraint market_limits_value_positive check (value > 0)
);

comment on table private.market_limits is 'What staff of the house may tune; equal to marketLimits in domain/market-limits.ts as delivered.';

create table public.order_items (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  product_id uuid references public.products (id) on delete set null,
  product_name text not null,
  farmer_name text not null,
  pack_amount numeric(10, 3) not null,
  pack_unit text not null,
  price_kobo bigint not null,
  quantity integer not null,
  total_kobo bigint not null generated always as (price_kobo * quantity) stored,
  has_reserved_stock boolean not null default false,
  is_released boolean not null default false,
  primary key (order_id, position),
  constraint order_items_price_kobo_positive check (price_kobo > 0),
  constraint order_items_quantity_positive check (quantity > 0)
);

comment on table public.order_items is 'The lines of a marketplace order as they were confirmed; a later change of the product changes nothing here.';

comment on column public.order_items.is_released is 'Its packs were reserved and are for sale again, while the order is still open.';

create index order_items_product_id_idx on public.order_items (product_id);

create table public.order_contacts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  name text not null,
  phone text not null,
  email text,
  state text not null,
  lga text not null,
  device_hash text,
  constraint order_contacts_name_length check (char_length(name) between 2 and 100),
  constraint order_contacts_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint order_contacts_email_form check (private.is_email(email)),
  constraint order_contacts_state_length check (char_length(state) between 2 and 100),
  constraint order_contacts_lga_length check (char_length(lga) between 2 and 100),
  constraint order_contacts_device_hash_form check (device_hash ~ '^[0-9a-f]{64}$')
);

comment on column public.order_contacts.device_hash is 'A keyed hash of the device that a guest ordered from, or of the network address of one that shows none: caps open orders, and is read by nobody.';

create index order_contacts_device_hash_idx on public.order_contacts (device_hash);

create index order_contacts_phone_idx on public.order_contacts (phone);

create function private.market_limit(name text) returns integer
language sql stable security definer set search_path = ''
as $$
  select value from private.market_limits where market_limits.name = $1
$$;

create function private.find_own_order(order_id uuid, context jsonb) returns public.orders
language plpgsql stable security definer set search_path = ''
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  own public.orders;
begin
  select * into own from public.orders
  where orders.id = find_own_order.order_id and (
    orders.user_id = buyer_id
    or ((select auth.uid()) is null and orders.user_id is null and exists (
      select from private.order_links as link
      where link.order_id = orders.id and link.token_hash = context ->> 'trackingTokenHash' and link.expires_at > now()
    ))
  );
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  return own;
end $$;

create function private.read_market_lines(items jsonb)
returns table (product_id uuid, quantity integer, price_kobo bigint, place integer)
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > private.market_limit('order_lines_max') then
    raise exception 'At most % different products in one order', private.market_limit('order_lines_max')
      using errcode = '23514', hint = 'items', detail = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where coalesce(item ->> 'productId', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
      or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,8}$' or coalesce(item ->> 'priceKobo', '') !~ '^[0-9]{1,15}$'
  ) or (select count(*) <> count(distinct lower(item ->> 'productId')) from jsonb_array_elements(items) as item) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where (item ->> 'quantity')::integer > private.market_limit('line_quantity_max')
  ) then
    raise exception 'At most % of one product in an order', to_char(private.market_limit('line_quantity_max'), 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
  return query
    select (item ->> 'productId')::uuid, (item ->> 'quantity')::integer, (item ->> 'priceKobo')::bigint, nr::integer
    from jsonb_array_elements(items) with ordinality as given (item, nr);
end $$;

create function private.has_too_many_open_orders(buyer_id uuid, phone text, device_hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if buyer_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('market buyer ' || buyer_id, 0));
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and kind = 'marketplace' and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    return (
      select count(*) >= private.market_limit('member_open_orders_max') from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending' and payment_status in ('unpaid', 'claimed')
    );
  end if;
  perform pg_advisory_xact_lock(hashtextextended('market phone ' || phone, 0));
  if device_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('market device ' || device_hash, 0));
  end if;
  return exists (
    select from public.order_contacts as contact join public.orders on orders.id = contact.order_id
    where orders.user_id is null and orders.status = 'pending' and orders.payment_status in ('unpaid', 'claimed')
      and (contact.phone = $2 or contact.device_hash = $3)
    having count(*) filter (where contact.phone = $2) >= private.market_limit('guest_phone_open_orders_max')
      or count(*) filter (where contact.device_hash = $3) >= private.market_limit('guest_device_open_orders_max')
  );
end $$;

create function private.describe_market_order(made public.orders, is_new boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('ok', true, 'id', (made).id, 'code', (made).code, 'status', (made).status,
    'paymentStatus', (made).payment_status, 'fulfilmentStatus', (made).fulfilment_status,
    'totalKobo', (made).total_amount_kobo, 'currency', (made).currency, 'createdAt', (made).created_at,
    'expiresAt', (made).expires_at, 'priceLockedUntil', (made).price_locked_until, 'isNew', is_new)
$$;

create function public.place_market_order(request jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  too_much jsonb;
  made public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same moment: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  select * into made from public.orders
  where idempotency_key = attempt and kind = 'marketplace' and user_id is not distinct from buyer_id;
  if found then
    if buyer_id is null and not exists (
      select from private.order_links where token_hash = link_hash and order_id = made.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(made, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', made.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(made, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform from private.read_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until, holds_much)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs', sum(line.quantity * line.price_kobo),
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    now() + make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours')),
    now() + make_interval(hours => private.market_limit('price_lock_hours')),
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false)
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into made;
  insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
    price_kobo, quantity, has_reserved_stock)
  select made.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
    line.price_kobo, line.quantity, product.stock is not null
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id;
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = made.id and products.id = item.product_id and item.has_reserved_stock;
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (made.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  if buyer_id is null then
    insert into private.order_links (token_hash, order_id) values (link_hash, made.id);
  end if;
  perform private.tell_buyer(made.id, 'order_placed');
  return private.describe_market_order(made, true);
end $$;

create function public.withdraw_market_order(order_id uuid, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  own := private.apply_order_event(own.id, 'decline', 'withdrawn_by_buyer');
  return private.describe_market_order(own, false);
end $$;

create function private.is_same_order(made public.orders, request jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('market_order', request -> 'contact');
begin
  return exists (
    select from public.order_contacts as contact
    where contact.order_id = (made).id and contact.name = answers ->> 'name' and contact.phone = answers ->> 'phone'
      and coalesce(contact.email, '') = coalesce(answers ->> 'email', '')
  ) and (made).delivery_address = concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state')
    and coalesce((made).special_requirements, '') = coalesce(answers ->> 'remarks', '')
    and (select count(*) from public.order_items as item where item.order_id = (made).id) = jsonb_array_length(request -> 'items')
    and not exists (
      select from private.read_market_lines(request -> 'items') as line
      join public.order_items as item on item.order_id = (made).id and item.position = line.place
      where item.quantity <> line.quantity or item.product_id <> line.product_id
    );
end $$;

create function private.lock_for_decisions(record_type text, ids uuid[], new_status text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if record_type = 'orders' then
    perform from public.orders where id = any (ids) order by id for no key update;
    if new_status = 'declined' then
      perform private.lock_reserved_products(ids);
    end if;
  elsif record_type = 'farmers' then
    perform from public.farmers where id = any (ids) order by id for no key update;
    perform from public.products where farmer_id = any (ids) order by id for no key update;
  end if;
end $$;

alter table private.market_limits enable row level security;

alter table public.order_items enable row level security;

alter table public.order_contacts enable row level security;

create function private.lock_reserved_products(order_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select from public.products
  where id in (select product_id from public.order_items where order_id = any (order_ids) and has_reserved_stock)
  order by id for no key update
$$;

create function private.release_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_ids uuid[] := array(
    select changed.id from changed join unchanged using (id)
    where changed.kind = 'marketplace' and changed.status = 'declined' and unchanged.status <> 'declined');
begin
  if cardinality(order_ids) > 0 then
    perform private.lock_reserved_products(order_ids);
    update public.products set stock = least(stock + free.quantity, 1000000)
    from (
      select product_id, sum(quantity) as quantity from public.order_items
      where order_id = any (order_ids) and has_reserved_stock group by product_id
    ) as free
    where products.id = free.product_id and products.stock is not null;
    update public.order_items set has_reserved_stock = false where order_id = any (order_ids) and has_reserved_stock;
  end if;
  return null;
end $$;

create function private.expire_market_orders(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and expires_at <= now()
      and not private.has_money_waiting(id)
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    perform private.apply_order_event(due_id, 'expire',
      'No payment arrived in time, so the goods are for sale again. You are welcome to order anew.');
  end loop;
  return cardinality(due_ids);
end $$;

create function private.remind_unpaid_orders(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due public.orders;
  contact public.order_contacts;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and reminded_at is null
      and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest' else 'member' end || '_reminder_hours'))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    select * into contact from public.order_contacts where order_id = due.id;
    if due.user_id is not null or contact.email is not null then
      perform private.tell_buyer(due.id, 'order_unpaid');
      reminded := reminded + 1;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', contact.phone,
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $$;

create function private.run_market_jobs() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders(),
    'released', private.release_claimed_stock(), 'accountsInForce', private.tell_settlements_in_force());
end $$;

create function private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who text := case when buyer_id is null then 'guest' else 'member' end;
  free_packs integer := private.market_limit(who || '_hold_packs');
  share integer := private.market_limit(who || '_hold_percent');
  sum_max bigint := private.market_limit(who || '_hold_sum_kobo');
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  if buyer_id is not null then
    own_orders := array(
      select id from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending'
        and payment_status in ('unpaid', 'claimed', 'underpaid'));
  else
    own_orders := array(
      select orders.id from public.order_contacts as contact join public.orders on orders.id = contact.order_id
      where (contact.phone = $2 or contact.device_hash = $3) and orders.user_id is null and orders.status = 'pending'
        and orders.payment_status in ('unpaid', 'claimed', 'underpaid'));
  end if;
  select coalesce(sum(total_kobo), 0) into held from public.order_items
  where order_id = any (own_orders) and (has_reserved_stock or is_released);
  select sum(line.quantity * line.price_kobo), jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - own.packs)) order by line.place)
      filter (where line.quantity + own.packs > cap.packs)
  into wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  cross join lateral (
    select coalesce(sum(item.quantity), 0)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from public.order_items as item
    where item.order_id = any (own_orders) and item.product_id = line.product_id
      and (item.has_reserved_stock or item.is_released)
  ) as own
  cross join lateral (
    select greatest(free_packs, (product.stock + own.reserved)::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $$;

create function private.release_claimed_stock(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid')
      and stock_released_at is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else credit_terms_reason is null and private.part_paid_hold(id) <= now() end
    order by created_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  update public.products set stock = least(stock + free.quantity, 1000000)
  from (
    select product_id, sum(quantity) as quantity from public.order_items
    where order_id = any (due_ids) and has_reserved_stock group by product_id
  ) as free
  where products.id = free.product_id and products.stock is not null;
  update public.order_items set has_reserved_stock = false, is_released = true
  where order_id = any (due_ids) and has_reserved_stock;
  update public.orders set stock_released_at = now() where id = any (due_ids);
  foreach due_id in array due_ids loop
    perform private.tell_buyer(due_id,
      case when private.credited_kobo(due_id) = 0 then 'order_payment_not_seen' else 'order_payment_rest_not_seen' end);
  end loop;
  return cardinality(due_ids);
end $$;

create function private.reserve_again(order_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = $1 and item.is_released)
  order by id for no key update;
  if exists (
    select from public.order_items as item left join public.products as product on product.id = item.product_id
    where item.order_id = $1 and item.is_released and (product.id is null or product.stock < item.quantity)
  ) then
    return false;
  end if;
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = $1 and item.is_released and products.id = item.product_id and products.stock is not null;
  update public.order_items as item set is_released = false, has_reserved_stock = product.stock is not null
  from public.products as product
  where item.order_id = $1 and item.is_released and product.id = item.product_id;
  return true;
end $$;

create table private.order_links (
  token_hash text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '400 days',
  constraint order_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);

comment on table private.order_links is 'The secret links of guests, as hashes of their tokens.';

create index order_links_order_id_idx on private.order_links (order_id);

create function public.claim_market_orders() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
  claimed text[];
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  with taken as (
    update public.orders set user_id = person.id
    from public.order_contacts as contact
    where contact.order_id = orders.id and orders.user_id is null and orders.kind = 'marketplace' and not orders.is_demo
      and (lower(contact.email) = person.email or contact.phone = person.phone)
    returning orders.id, orders.code
  ), ended as (
    delete from private.order_links where order_id in (select id from taken)
  )
  select coalesce(array_agg(code order by code), '{}') into claimed from taken;
  return claimed;
end $$;

create function private.tracked_order_id(token_hash text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select orders.id
  from private.order_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$$;

create function private.forget_order_links() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.order_links where expires_at <= now();
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

alter table private.order_links enable row level security;

create table public.payment_claims (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  words text not null,
  note text,
  proof_path text,
  created_at timestamptz not null default now(),
  constraint payment_claims_words_length check (char_length(words) between 2 and 200),
  constraint payment_claims_note_length check (char_length(note) between 1 and 500),
  constraint payment_claims_proof_path_form check (proof_path ~ '^[A-Za-z0-9/_.-]{1,200}$')
);

comment on table public.payment_claims is 'A buyer says that they have paid, in the words of the button that they used. It is not money yet.';

create index payment_claims_order_id_idx on public.payment_claims (order_id, id);

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  kind text not null,
  amount_kobo bigint not null,
  currency text not null,
  value_date date not null,
  bank_reference text not null,
  recorded_by uuid not null,
  created_at timestamptz not null default now(),
  transfer_kobo bigint,
  reference_key text,
  second_by uuid,
  constraint payments_kind_known check (kind in ('receipt', 'refund')),
  constraint payments_amount_kobo_positive check (amount_kobo > 0),
  constraint payments_currency_known check (currency in ('NGN', 'USD')),
  constraint payments_bank_reference_length check (char_length(bank_reference) between 3 and 100),
  constraint payments_transfer_kobo_more check (transfer_kobo > amount_kobo),
  constraint payments_bank_reference_unique unique (kind, bank_reference, order_id)
);

comment on table public.payments is 'What stands on the bank statement, as staff with the right recorded it. A line of the statement counts once, or in parts that are no more than the line.';

comment on column public.payments.transfer_kobo is 'The whole line of the statement, where several orders share it. Null: the line is this amount, as far as was said.';

comment on column public.payments.reference_key is 'The reference by its letters and digits. Null: the same line was recorded twice for this order before that was refused.';

comment on column public.payments.second_by is 'Who confirmed it after the one who recorded it, where the amount asks for two people.';

create index payments_order_id_idx on public.payments (order_id, created_at);

create unique index payments_reference_key_unique on public.payments (kind, reference_key, order_id);

create function private.received_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(case kind when 'receipt' then amount_kobo else -amount_kobo end), 0)::bigint
  from public.payments where payments.order_id = $1
$$;

create function private.find_changed_prices(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('productId', product.id, 'name', item.product_name, 'quantity', item.quantity,
    'seenPriceKobo', item.price_kobo, 'priceKobo', product.price_kobo) order by item.position)
  from public.order_items as item join public.products as product on product.id = item.product_id
  where item.order_id = (own).id and (own).price_locked_until < now() and product.price_kobo <> item.price_kobo
$$;

create function public.confirm_order_prices(order_id uuid, total_kobo bigint, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  question jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = own.id) order by id for share;
  question := public.payment_details(own.id, context);
  if question ->> 'code' is distinct from 'price_changed' or (question ->> 'totalKobo')::bigint <> total_kobo then
    return question;
  end if;
  update public.order_items as item set price_kobo = product.price_kobo
  from public.products as product
  where item.order_id = own.id and product.id = item.product_id;
  update public.orders set
    total_amount_kobo = (select sum(item.total_kobo) from public.order_items as item where item.order_id = own.id),
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours'))
  where id = own.id;
  return public.payment_details(own.id, context);
end $$;

create function public.claim_payment(order_id uuid, claim jsonb, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  is_first boolean;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as told where told.order_id = own.id and told.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'underpaid')
      or own.fulfilment_status = 'disputed'
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_reason like 'No payment arrived in time%'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    perform private.tell_buyer(own.id, 'order_payment_claimed');
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof
  );
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    update public.orders set claimed_at = own.claimed_at, claim_holds_until = private.claim_hold(own, is_first)
    where id = own.id returning * into own;
  end if;
  return private.describe_market_order(own, false);
end $$;

create function private.order_for_finance(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
begin
  perform private.require_strong_right('payments.confirm');
  select * into found_order from public.orders where id = order_id for update;
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(found_order) then
    raise exception 'Somebody else must confirm payments of your own order' using errcode = '42501';
  end if;
  return found_order;
end $$;

create function private.add_payment(found_order public.orders, kind text, details jsonb, recorded_by uuid, second_by uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_statement_line(found_order, details);
  insert into public.payments (order_id, kind, amount_kobo, transfer_kobo, currency, value_date, bank_reference,
    recorded_by, second_by)
  values ((found_order).id, add_payment.kind, (details ->> 'amountKobo')::bigint,
    nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint), (found_order).currency,
    (details ->> 'valueDate')::date, upper(private.clean_line(details ->> 'bankReference')),
    add_payment.recorded_by, add_payment.second_by);
end $$;

create function public.confirm_payment(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  repeated jsonb;
begin
  if found_order.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'total_amount';
  end if;
  repeated := private.find_repeated_money(found_order, 'receipt', details);
  if repeated is not null then
    return repeated;
  elsif private.needs_second_person(found_order, 'receipt', private.whole_transfer_kobo(details)) then
    return private.hold_money(found_order, 'receipt', details);
  end if;
  return private.book_receipt(found_order, details, (select auth.uid()), null);
end $$;

create function public.reject_payment_claim(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  found_order := private.apply_order_event(found_order.id,
    case
      when private.credited_kobo(found_order.id) = 0 then 'reject_claim'
      when found_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  if found_order.stock_released_at is not null and found_order.status = 'pending' and found_order.payment_status = 'unpaid' then
    -- Its time is over: the next run of the jobs ends it, and that is what its buyer hears.
    update public.orders set expires_at = least(expires_at, now()) where id = found_order.id returning * into found_order;
    return private.describe_market_order(found_order, false);
  end if;
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = found_order.id and status = 'pending' and kind = 'marketplace' and (
    select count(*) <= 1 from public.order_events as step
    where step.order_id = found_order.id and step.axis = 'payment' and step.from_value = 'claimed'
  );
  select * into found_order from public.orders where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false);
end $$;

create function private.tell_buyer_of_payment(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  template text := (
    select case payment_status
      when 'confirmed' then 'order_payment_confirmed' when 'underpaid' then 'order_payment_short' when 'overpaid' then 'order_payment_over'
      when 'refunded' then 'order_payment_refunded' when 'unpaid' then 'order_payment_not_found'
    end
    from public.orders where id = $1 and not is_demo
  );
begin
  if template is not null then
    perform private.tell_buyer($1, template);
  end if;
end $$;

create function private.paid_in_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(amount_kobo), 0)::bigint from public.payments where payments.order_id = $1 and kind = 'receipt'
$$;

create function private.share_transfer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  others record;
begin
  new.reference_key := private.reference_key(new.bank_reference);
  if new.reference_key is null or char_length(new.reference_key) < 3 then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif new.kind = 'refund' then
    perform private.refuse_own_refund(new.order_id, new.recorded_by);
  end if;
  -- One after the other for each line, or two parts at once would both count as the first.
  perform pg_advisory_xact_lock(hashtextextended(new.kind || ' line ' || new.reference_key, 0));
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(part.amount_kobo) as kobo,
    max(part.transfer_kobo) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and private.reference_key(part.bank_reference) = new.reference_key;
  if others.codes is null then
    return new;
  elsif others.is_same_order then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  elsif new.transfer_kobo is null then
    raise exception 'This line of the statement has been recorded already, for order %. If the transfer pays this order too, say how much it was in all.', others.codes
      using errcode = '23505', hint = 'transferKobo';
  elsif not others.is_same_line then
    raise exception 'The other part of this transfer, for order %, has another day or currency', others.codes
      using errcode = '23514', hint = 'valueDate';
  elsif others.whole <> new.transfer_kobo then
    raise exception 'For order % the whole of this transfer was recorded as another amount', others.codes
      using errcode = '23514', hint = 'transferKobo';
  elsif others.kobo + new.amount_kobo > new.transfer_kobo then
    raise exception 'The parts of this transfer, with order %, are more than the whole', others.codes
      using errcode = '23514', hint = 'transferKobo';
  end if;
  return new;
end $$;

create function private.whole_transfer_kobo(details jsonb) returns bigint
language sql immutable set search_path = ''
as $$
  select greatest(($1 ->> 'amountKobo')::bigint, ($1 ->> 'transferKobo')::bigint)
$$;

create function private.reference_key(reference text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(regexp_replace(upper(normalize($1, NFKD)), '[^A-Z0-9]', '', 'g'), '')
$$;

create function private.is_plain_reference(reference text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select normalize($1, NFKD) !~ '[^\u0001-\u007e\u00a0-\u00bf\u0300-\u036f\u2000-\u206f\u20a0-\u20cf]'
$$;

create function private.require_plain_reference() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not private.is_plain_reference(new.bank_reference) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
  return new;
end $$;

create function private.check_statement_line(found_order public.orders, details jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif coalesce(details ->> 'transferKobo', '1') !~ '^[1-9][0-9]{0,14}$'
    or (details ->> 'transferKobo')::bigint < (details ->> 'amountKobo')::bigint
  then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif coalesce(details ->> 'valueDate', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or (details ->> 'valueDate')::date not between ((found_order).created_at at time zone 'Africa/Lagos')::date - 1
      and (now() at time zone 'Africa/Lagos')::date
  then
    raise exception 'Enter the day that stands on the statement, between the order and today'
      using errcode = '23514', hint = 'valueDate';
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100
    or char_length(coalesce(private.reference_key(private.clean_line(details ->> 'bankReference')), '')) < 3
  then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif not private.is_plain_reference(private.clean_line(details ->> 'bankReference')) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $$;

create function private.book_receipt(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
  surplus bigint;
begin
  perform private.add_payment(found_order, 'receipt', details, recorded_by, second_by);
  received := private.received_kobo(found_order.id);
  surplus := private.credited_kobo(found_order.id) - found_order.total_amount_kobo;
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when found_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when surplus < 0 then 'pay_short'
    when surplus = 0 then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = case
      when status = 'declined' then received
      -- Of what is above the total, what has come with this.
      else refund_due_kobo + greatest(0, least(surplus, (details ->> 'amountKobo')::bigint))
    end,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when surplus < 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = found_order.id
  returning * into found_order;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received)
    || case when found_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $$;

alter table public.payment_claims enable row level security;

alter table public.payments enable row level security;

create function public.record_refund(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  repeated jsonb := private.find_repeated_money(found_order, 'refund', details);
begin
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_refund(found_order, details, (select auth.uid()));
  if private.needs_second_person(found_order, 'refund', private.whole_transfer_kobo(details)) or exists (
    select from public.payments
    where payments.order_id = found_order.id and kind = 'receipt' and second_by = (select auth.uid())
  ) then
    return private.hold_money(found_order, 'refund', details);
  end if;
  return private.book_refund(found_order, details, (select auth.uid()), null);
end $$;

create function private.set_refund_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.refund_due_kobo := private.received_kobo(new.id);
  return new;
end $$;

create function private.refuse_own_refund(order_id uuid, person_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.payments
    where payments.order_id = $1 and payments.kind = 'receipt' and payments.recorded_by = $2
  ) then
    raise exception 'You recorded the payment of this order. Somebody else must record what goes back.'
      using errcode = '42501', hint = 'own_receipt';
  end if;
end $$;

create function private.check_refund(found_order public.orders, details jsonb, person_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (found_order).payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.check_statement_line(found_order, details);
  if (details ->> 'amountKobo')::bigint > (found_order).refund_due_kobo then
    raise exception 'At most % kobo are to go back', (found_order).refund_due_kobo using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.refuse_own_refund((found_order).id, person_id);
end $$;

create function private.book_refund(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  rest bigint := found_order.refund_due_kobo - (details ->> 'amountKobo')::bigint;
begin
  perform private.check_refund(found_order, details, recorded_by);
  perform private.add_payment(found_order, 'refund', details, recorded_by, second_by);
  update public.orders set refund_due_kobo = rest where id = found_order.id;
  if rest = 0 and found_order.payment_status = 'refund_due' and found_order.status <> 'declined'
    and private.credited_kobo(found_order.id) < found_order.total_amount_kobo
  then
    found_order := private.apply_order_event(found_order.id, 'refund_before_rest');
    perform private.tell_buyer(found_order.id, 'order_payment_refunded');
  elsif rest = 0 then
    found_order := private.apply_order_event(found_order.id,
      case found_order.payment_status when 'overpaid' then 'return_surplus' else 'refund' end);
    perform private.tell_buyer_of_payment(found_order.id);
  end if;
  return private.describe_market_order(found_order, false) || jsonb_build_object('refundDueKobo', rest);
end $$;

create table private.money_entries (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null,
  amount_kobo bigint not null,
  currency text not null,
  reference_key text not null,
  details jsonb not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  outcome text,
  constraint money_entries_kind_known check (kind in ('receipt', 'refund')),
  constraint money_entries_outcome_known check (outcome in ('approved', 'dropped')),
  constraint money_entries_decision_whole check ((decided_at is null) = (outcome is null) and (decided_at is null) = (decided_by is null)),
  constraint money_entries_two_people check (outcome <> 'approved' or decided_by <> recorded_by)
);

comment on table private.money_entries is 'Payments and refunds above what one person records alone: they count when a second person has confirmed them.';

create unique index money_entries_one_open on private.money_entries (order_id, kind, reference_key) where decided_at is null;

create index money_entries_open_idx on private.money_entries (recorded_at) where decided_at is null;

create index money_entries_order_id_idx on private.money_entries (order_id);

create function private.has_money_waiting(order_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.money_entries as entry where entry.order_id = $1 and entry.decided_at is null)
$$;

create function private.needs_second_person(found_order public.orders, kind text, amount_kobo bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select $3 + coalesce((
      select sum(payments.amount_kobo) from public.payments
      where payments.order_id = (found_order).id and payments.kind = $2 and payments.second_by is null
    ), 0) > private.market_limit(
      case $2 when 'receipt' then 'confirm' else 'refund' end || '_alone_max_' ||
      case (found_order).currency when 'NGN' then 'kobo' else 'cents' end)
$$;

create function private.hold_money(found_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key text := private.reference_key(private.clean_line(details ->> 'bankReference'));
  made uuid;
begin
  if exists (
    select from public.payments
    where payments.order_id = (found_order).id and payments.kind = hold_money.kind
      and private.reference_key(payments.bank_reference) = key
  ) or exists (
    select from private.money_entries as entry
    where entry.order_id = (found_order).id and entry.kind = hold_money.kind and entry.reference_key = key
      and entry.decided_at is null
  ) then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  end if;
  insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
  values ((found_order).id, hold_money.kind, (details ->> 'amountKobo')::bigint, (found_order).currency, key,
    jsonb_strip_nulls(jsonb_build_object('amountKobo', (details ->> 'amountKobo')::bigint, 'transferKobo', (details ->> 'transferKobo')::bigint,
      'valueDate', details ->> 'valueDate', 'bankReference', private.clean_line(details ->> 'bankReference'))),
    (select auth.uid()))
  returning id into made;
  return private.describe_market_order(found_order, false)
    || jsonb_build_object('waitsForSecondPerson', true, 'entryId', made);
end $$;

create function public.decide_money_entry(entry_id uuid, is_approved boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  found_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  found_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(found_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(found_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(found_order, entry.details, entry.recorded_by, person_id);
end $$;

create function public.list_money_entries(order_id uuid) returns table (id uuid, kind text, amount_kobo bigint,
  currency text, value_date date, bank_reference text, recorded_at timestamptz, recorded_by_name text, is_own boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid())
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $$;

create function private.find_repeated_money(found_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  reference text := private.clean_line(details ->> 'bankReference');
  since timestamptz := now() - interval '10 minutes';
  entry_id uuid;
begin
  perform private.check_statement_line(found_order, details);
  select entry.id into entry_id from private.money_entries as entry
  where entry.order_id = (found_order).id and entry.kind = $2 and entry.recorded_by = person_id
    and entry.recorded_at > since and entry.decided_at is null
    and entry.details = jsonb_strip_nulls(jsonb_build_object('amountKobo', ($3 ->> 'amountKobo')::bigint,
      'transferKobo', ($3 ->> 'transferKobo')::bigint, 'valueDate', $3 ->> 'valueDate',
      'bankReference', reference));
  if entry_id is not null then
    return private.describe_market_order(found_order, false)
      || jsonb_build_object('waitsForSecondPerson', true, 'entryId', entry_id);
  elsif not exists (
    select from public.payments
    where payments.order_id = (found_order).id and payments.kind = $2 and payments.recorded_by = person_id
      and payments.second_by is null and payments.created_at > since
      and payments.amount_kobo = (details ->> 'amountKobo')::bigint
      and payments.transfer_kobo is not distinct from
        nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint)
      and payments.value_date = (details ->> 'valueDate')::date and payments.bank_reference = upper(reference)
  ) then
    return null;
  elsif $2 = 'refund' then
    return private.describe_market_order(found_order, false)
      || jsonb_build_object('refundDueKobo', (found_order).refund_due_kobo);
  end if;
  return private.describe_market_order(found_order, false)
    || jsonb_build_object('receivedKobo', private.received_kobo((found_order).id))
    || case when (found_order).stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $$;

alter table private.money_entries enable row level security;

create table private.settlement_codes (
  proposal_id uuid primary key,
  code_hash text not null,
  sent_at timestamptz not null default now(),
  tries integer not null default 0
);

comment on table private.settlement_codes is 'The code that was mailed to the address outside for a proposal, as a hash: good for 24 hours and five tries.';

create function private.guard_settlement_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo, new.holders)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo, old.holders)
    or (old.approved_at is not null
      and (new.approved_by, new.approved_at, new.effective_at, new.confirmed_outside)
        is distinct from (old.approved_by, old.approved_at, old.effective_at, old.confirmed_outside))
    or old.withdrawn_at is not null
  then
    raise exception 'settlement_accounts keeps what was written' using errcode = '42501';
  elsif old.approved_at is null and not new.is_demo and new.effective_at < new.approved_at + interval '24 hours' then
    raise exception 'A change counts 24 hours after its approval at the earliest' using errcode = '23514';
  elsif old.approved_at is null and new.confirmed_outside and new.effective_at < new.approved_at + interval '7 days'
    and not private.is_first_settlement(new)
  then
    raise exception 'A change that nobody else here could approve counts after 7 days at the earliest' using errcode = '23514';
  end if;
  return new;
end $$;

create function private.require_settlement_right() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
begin
  if person_id is null or not private.has_permission('settings.settlement') then
    raise exception 'permission denied to change where money is sent to' using errcode = '42501';
  elsif not private.has_strong_permission('settings.settlement') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  return person_id;
end $$;

create function public.propose_settlement_account(kind text, details jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  bank text := private.clean_line(details ->> 'bankName');
  holder text := private.clean_line(details ->> 'accountName');
  digits text := private.clean_line(details ->> 'accountNumber');
  wallet text := private.clean_line(details ->> 'walletAddress');
  proposal_id uuid;
begin
  if propose_settlement_account.kind = 'bank_account' then
    if char_length(coalesce(bank, '')) not between 2 and 100 then
      raise exception 'Enter the name of the bank, in 2 to 100 characters' using errcode = '23514', hint = 'bankName';
    elsif char_length(coalesce(holder, '')) not between 2 and 100 then
      raise exception 'Enter the name of the account, in 2 to 100 characters' using errcode = '23514', hint = 'accountName';
    elsif coalesce(digits, '') !~ '^[0-9]{10}$' then
      raise exception 'Enter the account number: 10 digits' using errcode = '23514', hint = 'accountNumber';
    end if;
  elsif propose_settlement_account.kind = 'crypto_wallet' and coalesce(wallet, '') !~ '^[^[:space:]]{20,100}$' then
    raise exception 'Enter the wallet address: 20 to 100 characters without spaces' using errcode = '23514', hint = 'walletAddress';
  end if;
  if exists (
    select from public.settlement_accounts as open_one
    where open_one.kind = propose_settlement_account.kind and open_one.approved_at is null and open_one.withdrawn_at is null
  ) then
    raise exception 'Another change is proposed already. Stop it first.' using errcode = '23505';
  end if;
  insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at)
  values (propose_settlement_account.kind, bank, holder, digits, wallet, person_id, now())
  returning id into proposal_id;
  return proposal_id;
end $$;

create function public.withdraw_settlement_account(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
begin
  update public.settlement_accounts set withdrawn_by = person_id, withdrawn_at = now()
  where id = proposal_id and withdrawn_at is null and (effective_at is null or effective_at > now());
  if not found then
    raise exception 'There is no such proposal to withdraw' using errcode = 'P0002';
  end if;
end $$;

create function private.tell_staff_of_settlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mail_about_settlement(new, case when new.approved_at is null then 'proposed' else 'approved' end);
  if new.approved_at is null and private.settlement_alarm_email() is not null
    and cardinality(private.settlement_seconds(new)) = 0
  then
    perform private.mail_settlement_code(new);
  end if;
  return null;
end $$;

create function private.refuse_beside_own_proposal() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.settlement_accounts
    where (select auth.uid()) in (proposed_by, approved_by) and withdrawn_at is null
      and (effective_at is null or effective_at > now())
  ) then
    raise exception 'Your change of where money is sent to is still open. Stop it in the settings first: until then you cannot change who may stop it.'
      using errcode = '23514', hint = 'open_proposal';
  end if;
end $$;

create function private.keep_settlement_holder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.role_permissions where role = old.role and permission = 'settings.settlement')
    and not exists (select from public.role_permissions where role = new.role and permission = 'settings.settlement')
  then
    perform private.refuse_beside_own_proposal();
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function private.keep_settlement_right() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if 'settings.settlement' in (old.permission, new.permission) then
    perform private.refuse_beside_own_proposal();
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function private.first_account() returns uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from private.staff_grants where role = 'admin' order by id limit 1
$$;

create function private.related_staff(person_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive ties (one, other) as (
    select granted_by, user_id from private.staff_grants
    where granted_by is not null and granted_by is distinct from (select private.first_account())
    union
    select user_id, granted_by from private.staff_grants
    where granted_by is not null and granted_by is distinct from (select private.first_account())
  ),
  reached (user_id) as (
    select $1
    union
    select ties.other from reached join ties on ties.one = reached.user_id
    where reached.user_id = $1 or reached.user_id is distinct from (select private.first_account())
  )
  select array_agg(user_id) from reached
$$;

create function public.settlement_ways() returns table (proposal_id uuid, way text, can_approve boolean, waits_days integer,
  code_sent_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied to read the settings' using errcode = '42501';
  end if;
  return query
    select open_one.id,
      case when cardinality(seconds) > 0 then 'person'
        when private.settlement_alarm_email() is not null then 'outside' else 'nobody' end,
      (select auth.uid()) = any (seconds),
      case when cardinality(seconds) > 0 or private.is_first_settlement(open_one.whole) then 1 else 7 end,
      (select sent_at from private.settlement_codes as sent where sent.proposal_id = open_one.id
        and sent_at > now() - interval '24 hours' and tries < 5)
    from (
      select account.id, account as whole, private.settlement_seconds(account) as seconds
      from public.settlement_accounts as account
      where account.approved_at is null and account.withdrawn_at is null
    ) as open_one;
end $$;

create function private.end_settlement_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.settlement_codes;
  return null;
end $$;

create function private.mailbox_of(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(lower($1), '^([^+@]+)\+[^@]*@', '\1@')
$$;

create function private.note_unreached_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.template = 'audit_head' then
    perform private.tell_of_unreached_outside('witness', new.recipient);
  elsif lower(new.recipient) = lower(private.settlement_alarm_email()) then
    perform private.tell_of_unreached_outside('alarm', new.recipient);
  end if;
  return null;
end $$;

create function private.note_unreached_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if lower(new.email) = lower(private.settlement_alarm_email()) then
    perform private.tell_of_unreached_outside('alarm', new.email);
  end if;
  return null;
end $$;

alter table private.settlement_codes enable row level security;

create table public.order_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  is_from_staff boolean not null,
  author_id uuid,
  body text not null,
  created_at timestamptz not null default now(),
  constraint order_messages_body_length check (char_length(body) between 1 and 2000)
);

create index order_messages_order_id_idx on public.order_messages (order_id, id);

create table public.order_disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null,
  photo_paths text[] not null default '{}',
  resolution text,
  resolution_note text,
  refund_kobo bigint,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_disputes_reason_length check (char_length(reason) between 10 and 2000),
  constraint order_disputes_photo_paths_few check (cardinality(photo_paths) <= 6
    and array_to_string(photo_paths, '/') ~ '^[A-Za-z0-9/_.-]*$' and char_length(array_to_string(photo_paths, '/')) <= 1200),
  constraint order_disputes_resolution_known check (resolution in ('rejected', 'replaced', 'refunded')),
  constraint order_disputes_resolution_note_length check (char_length(resolution_note) between 3 and 2000),
  constraint order_disputes_resolution_whole check ((resolution is null) = (resolved_at is null)
    and (resolution is null) = (resolution_note is null) and (refund_kobo is not null) = (resolution is not distinct from 'refunded')),
  constraint order_disputes_refund_kobo_positive check (refund_kobo > 0)
);

create unique index order_disputes_one_open on public.order_disputes (order_id) where resolved_at is null;

create index order_disputes_order_id_idx on public.order_disputes (order_id, created_at);

create table public.product_ratings (
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  stars integer not null,
  comment text,
  created_at timestamptz not null default now(),
  primary key (order_id, product_id),
  constraint product_ratings_stars_range check (stars between 1 and 5),
  constraint product_ratings_comment_length check (char_length(comment) between 1 and 1000)
);

comment on table public.product_ratings is 'One for each product of a completed order; products carry the average.';

create index product_ratings_product_id_idx on public.product_ratings (product_id);

create function public.send_order_message(order_id uuid, body text, context jsonb default '{}') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  message_id bigint;
  own public.orders;
  said text := coalesce(private.clean_text(body), '');
  is_staff boolean := private.has_permission('orders.decide') and exists (
    select from public.orders where id = order_id and user_id is distinct from (select auth.uid()));
begin
  if not is_staff then
    own := private.find_own_order(order_id, context);
    perform pg_advisory_xact_lock(hashtextextended('order message ' || own.id, 0));
    if (select count(*) >= 30 from public.order_messages as message
        where message.order_id = own.id and not is_from_staff and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
  end if;
  if said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > 2000 then
    raise exception 'Write a message of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.order_messages (order_id, is_from_staff, author_id, body)
  values (send_order_message.order_id, is_staff, (select auth.uid()), said)
  returning id into message_id;
  return message_id;
end $$;

create function public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - interval '48 hours' then
    raise exception 'The quality can be disputed within 48 hours of the delivery' using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(private.clean_text(dispute ->> 'reason'), '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths)
  values (own.id, private.clean_text(dispute ->> 'reason'), photos)
  returning id into dispute_id;
  perform private.tell_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $$;

create function public.resolve_order_dispute(order_id uuid, answer jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  back bigint := case when answer ->> 'resolution' = 'refunded' then (answer ->> 'refundKobo')::bigint end;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to decide on disputes' using errcode = '42501';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  if private.is_own_order(found_order) then
    raise exception 'Somebody else must decide on your own dispute' using errcode = '42501';
  elsif coalesce(answer ->> 'resolution', '') not in ('rejected', 'replaced', 'refunded')
    or char_length(coalesce(private.clean_text(answer ->> 'note'), '')) not between 3 and 2000
  then
    raise exception 'Choose a resolution and say why' using errcode = '23514', hint = 'note';
  elsif answer ->> 'resolution' = 'refunded'
    and coalesce(back, 0) not between 1 and private.received_kobo(order_id) - found_order.refund_due_kobo
  then
    raise exception 'The refund must be between 1 kobo and what was received' using errcode = '23514', hint = 'refundKobo';
  end if;
  found_order := private.apply_order_event(found_order.id, case answer ->> 'resolution'
    when 'rejected' then 'reject_dispute' when 'replaced' then 'replace_disputed' else 'refund_disputed' end);
  if back is not null then
    update public.orders set refund_due_kobo = refund_due_kobo + back where id = found_order.id;
  end if;
  update public.order_disputes as open_one set
    resolution = answer ->> 'resolution', resolution_note = private.clean_text(answer ->> 'note'), refund_kobo = back,
    resolved_by = (select auth.uid()), resolved_at = now()
  where open_one.order_id = found_order.id and resolved_at is null;
  return private.describe_market_order(found_order, false);
end $$;

create function public.rate_product(order_id uuid, product_id uuid, stars integer, comment text default null,
  context jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  if own.status <> 'completed' or not exists (
    select from public.order_items as item where item.order_id = own.id and item.product_id = rate_product.product_id
  ) then
    raise exception 'A product can be rated once its order is completed' using errcode = '23514', hint = 'stars';
  end if;
  if own.payment_status in ('unpaid', 'claimed', 'underpaid') then
    raise exception 'A product can be rated once its payment is confirmed' using errcode = '23514', hint = 'stars';
  end if;
  insert into public.product_ratings (order_id, product_id, stars, comment)
  values (own.id, rate_product.product_id, rate_product.stars, nullif(private.clean_text(rate_product.comment), ''))
  on conflict on constraint product_ratings_pkey do update set stars = excluded.stars, comment = excluded.comment;
end $$;

create function private.carry_ratings_to_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rated_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
begin
  perform from public.products where id = rated_id for no key update;
  update public.products set
    rating_average = (select round(avg(stars), 1) from public.product_ratings where product_id = rated_id),
    rating_count = (select count(*) from public.product_ratings where product_id = rated_id)
  where id = rated_id;
  return null;
end $$;

create function private.tell_buyer_of_dispute() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.order_id, 'order_dispute_answered');
  return null;
end $$;

create function private.tell_buyer_of_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.order_id, 'order_message');
  return null;
end $$;

alter table public.order_messages enable row level security;

alter table public.order_disputes enable row level security;

alter table public.product_ratings enable row level security;

create table private.payment_schedules (
  terms text not null,
  position integer not null,
  percent integer not null,
  due text not null,
  primary key (terms, position),
  constraint payment_schedules_percent_range check (percent between 1 and 100),
  constraint payment_schedules_due_known check (due in ('in_advance', 'on_delivery', 'against_documents'))
);

comment on table private.payment_schedules is 'What the payment terms of the order form mean; equal to paymentSchedules in domain/quotes.ts.';

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  currency text not null,
  payment_terms text not null,
  total_kobo bigint not null,
  note text,
  expires_at timestamptz not null,
  status text not null default 'open',
  created_by uuid,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  constraint quotes_currency_known check (currency in ('NGN', 'USD')),
  constraint quotes_total_kobo_positive check (total_kobo > 0),
  constraint quotes_note_length check (char_length(note) between 1 and 2000),
  constraint quotes_status_known check (status in ('open', 'replaced', 'accepted')),
  constraint quotes_accepted_at_belongs check ((status = 'accepted') = (accepted_at is not null))
);

comment on column public.quotes.total_kobo is 'Minor units of currency; the lines add up to it.';

create unique index quotes_one_accepted on public.quotes (order_id) where status = 'accepted';

create unique index quotes_one_open on public.quotes (order_id) where status = 'open';

create index quotes_order_id_idx on public.quotes (order_id, created_at);

create table public.quote_lines (
  quote_id uuid not null references public.quotes (id) on delete cascade,
  position integer not null,
  description text not null,
  quantity numeric not null,
  unit text not null,
  price_kobo bigint not null,
  total_kobo bigint not null generated always as (round(quantity * price_kobo)::bigint) stored,
  primary key (quote_id, position),
  constraint quote_lines_description_length check (char_length(description) between 2 and 200),
  constraint quote_lines_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint quote_lines_unit_length check (char_length(unit) between 1 and 40),
  constraint quote_lines_price_kobo_range check (price_kobo between 0 and 100000000000)
);

create table public.order_instalments (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  percent integer not null,
  due text not null,
  amount_kobo bigint not null,
  primary key (order_id, position),
  constraint order_instalments_amount_kobo_not_negative check (amount_kobo >= 0)
);

comment on table public.order_instalments is 'How the total of an accepted quote is paid; they add up to it exactly.';

create function private.split_amount(total bigint, percents integer[]) returns bigint[]
language sql immutable set search_path = ''
as $$
  select array_agg(case
    when place < cardinality(percents) then total * percents[place] / 100
    else total - coalesce((select sum(total * percent / 100) from unnest(percents[1:cardinality(percents) - 1]) as percent), 0)
  end order by place)
  from generate_series(1, cardinality(percents)) as place
$$;

create function public.quote_order(order_id uuid, quote jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  wanted_terms text;
  wanted_currency text := coalesce(quote ->> 'currency', 'NGN');
  note text := nullif(private.clean_text(quote ->> 'note'), '');
  ends_at timestamptz;
  wrong record;
  total numeric;
  quote_id uuid := gen_random_uuid();
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as asked where asked.order_id = found_order.id));
  begin
    ends_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    ends_at := null;
  end;
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(found_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif found_order.kind <> 'bulk' or found_order.status not in ('pending', 'approved') or found_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  elsif coalesce(ends_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = wanted_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif wanted_currency not in ('NGN', 'USD') then
    raise exception 'A quote is in naira (NGN) or US dollars (USD)' using errcode = '23514', hint = 'currency';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = wrong.field;
  end if;
  select sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint)) into total
  from jsonb_array_elements(quote -> 'lines') as line;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = found_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  values (quote_id, found_order.id, wanted_currency, wanted_terms, total::bigint, note, ends_at, (select auth.uid()));
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place);
  perform private.tell_buyer(found_order.id, 'order_quoted');
  return quote_id;
end $$;

create function public.accept_quote(quote_id uuid, total_kobo bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.quotes;
  own public.orders;
  parts bigint[];
begin
  select * into chosen from public.quotes where id = quote_id;
  if chosen.id is null or (select auth.uid()) is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  own := private.find_own_order(chosen.order_id, '{}');
  select * into own from public.orders where id = own.id for update;
  select * into chosen from public.quotes where id = quote_id for update;
  if chosen.status = 'accepted' and chosen.total_kobo = accept_quote.total_kobo then
    return private.describe_market_order(own, false);
  elsif chosen.status <> 'open' or chosen.expires_at <= now() or own.status not in ('pending', 'approved')
    or own.total_amount_kobo is not null
  then
    raise exception 'This quote is not open any more' using errcode = '23514', hint = 'quote';
  elsif chosen.total_kobo <> accept_quote.total_kobo then
    raise exception 'The total of this quote is another one' using errcode = '23514', hint = 'total_kobo';
  end if;
  update public.quotes set status = 'accepted', accepted_at = now() where id = chosen.id;
  update public.orders set total_amount_kobo = chosen.total_kobo, currency = chosen.currency
  where id = own.id returning * into own;
  parts := private.split_amount(chosen.total_kobo, array(
    select percent from private.payment_schedules where terms = chosen.payment_terms order by position));
  insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
  select own.id, position, percent, due, parts[position]
  from private.payment_schedules where terms = chosen.payment_terms;
  return private.describe_market_order(own, false);
end $$;

create function private.quote_line_problem(line jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when char_length(coalesce(private.clean_line(line ->> 'description'), '')) not between 2 and 200 then 'description'
    when coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,10}([.][0-9]{1,30})?$' then 'quantity'
    when (line ->> 'quantity')::numeric not between 0.000000001 and 1000000000 then 'quantity'
    when char_length(coalesce(private.clean_line(line ->> 'unit'), '')) not between 1 and 40 then 'unit'
    when coalesce(line ->> 'priceKobo', '') !~ '^[0-9]{1,12}$' then 'priceKobo'
    when (line ->> 'priceKobo')::bigint > 100000000000 then 'priceKobo'
  end
$$;

create function private.is_part_due(due text, fulfilment_status text) returns boolean
language sql immutable set search_path = ''
as $$
  select case due
    when 'in_advance' then true
    when 'against_documents' then fulfilment_status in ('dispatched', 'delivered', 'disputed')
    when 'on_delivery' then fulfilment_status = 'delivered'
  end
$$;

create function private.describe_schedule(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', amount_kobo) order by position)
  from public.order_instalments as part where part.order_id = $1
$$;

alter table private.payment_schedules enable row level security;

alter table public.quotes enable row level security;

alter table public.quote_lines enable row level security;

alter table public.order_instalments enable row level security;

create table public.order_documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid references public.payments (id),
  kind text not null,
  number text not null,
  verification_code text not null,
  content jsonb not null,
  content_sha256 text not null,
  issued_at timestamptz not null,
  constraint order_documents_number_unique unique (number),
  constraint order_documents_verification_code_unique unique (verification_code),
  constraint order_documents_verification_code_form check (verification_code ~ '^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$'),
  constraint order_documents_content_sha256_form check (content_sha256 ~ '^[0-9a-f]{64}$'),
  constraint order_documents_kind_known     check (kind in ('pro_forma', 'invoice', 'receipt', 'delivery_note', 'credit_note')),
  constraint order_documents_payment_id_belongs check ((kind in ('receipt', 'credit_note')) = (payment_id is not null))
);

comment on table public.order_documents is 'Papers as they were issued. What one says is never changed; a pro-forma and a delivery note go with the account, tax law keeps the rest.';

comment on column public.order_documents.verification_code is 'What /verify asks for: 11 strong random characters and one that checks them.';

comment on column public.order_documents.content_sha256 is 'Of content as PostgreSQL writes it.';

create unique index order_documents_one_invoice on public.order_documents (order_id) where kind = 'invoice';

create unique index order_documents_one_paper_of_a_payment ON public.order_documents USING btree (payment_id);

create index order_documents_order_id_idx on public.order_documents (order_id, issued_at);

create table private.document_counters (
  kind text not null,
  year integer not null,
  last_number integer not null,
  primary key (kind, year)
);

comment on table private.document_counters is 'The last number of each kind and year. It moves in the transaction that issues: who rolls back takes no number.';

create table private.document_files (
  document_id uuid primary key,
  attempts integer not null default 0,
  leased_until timestamptz,
  sha256 text,
  byte_count integer,
  made_at timestamptz,
  dropped_at timestamptz,
  constraint document_files_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_files_made_whole check ((made_at is null) = (sha256 is null) and (made_at is null) = (byte_count is null))
);

comment on table private.document_files is 'One for each paper: whether its PDF is made, and after the paper is gone, whether its PDF still is there. No foreign key, for that reason.';

create index document_files_waiting_idx on private.document_files (leased_until) where made_at is null or dropped_at is not null;

create function private.make_verification_code() returns text
language sql volatile set search_path = ''
as $$
  select substr(code, 1, 4) || '-' || substr(code, 5, 4) || '-' || substr(code, 9, 4)
  from (
    select payload || private.order_code_check(payload) as code
    from (
      select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1), '' order by place) as payload
      from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13]) as place
    ) as drawn
  ) as made
$$;

create function private.describe_parties(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      'currency', orders.currency, 'isDemo', orders.is_demo),
    'buyer', jsonb_build_object('name', coalesce(contact.name, asked.contact_person), 'company', asked.company_name,
      'phone', coalesce(contact.phone, asked.phone), 'email', coalesce(contact.email, asked.email),
      'address', case when asked.order_id is not null then concat_ws(', ', asked.address, asked.country) end),
    'deliveryAddress', orders.delivery_address,
    'incoterms', asked.incoterms)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as asked on asked.order_id = orders.id
  where orders.id = $1
$$;

create function private.describe_lines(order_id uuid, quote_id uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo) order by position)
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(jsonb_build_object('name', line.description, 'detail', null, 'quantity', trim_scale(line.quantity)::text,
        'unit', line.unit, 'priceKobo', line.price_kobo, 'totalKobo', line.total_kobo) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_build_array(jsonb_build_object('name', crop_type, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null))
      from public.orders where id = $1))
$$;

create function private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  document_id uuid := gen_random_uuid();
  code text;
  moment timestamptz;
  its_year integer;
  nr integer;
  its_number text;
  content jsonb;
begin
  if kind = 'pro_forma' then
    moment := clock_timestamp();
    select 'PF-' || orders.code || case when count(document.id) > 0 then '-' || count(document.id) + 1 else '' end into its_number
    from public.orders left join public.order_documents as document
      on document.order_id = orders.id and document.kind = 'pro_forma'
    where orders.id = $1 group by orders.code;
  else
    -- The moment is taken inside the lock, so that a later number is never of an earlier day.
    perform pg_advisory_xact_lock(hashtextextended('document numbers ' || issue_document.kind, 0));
    moment := clock_timestamp();
    its_year := extract(year from moment at time zone 'Africa/Lagos');
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
    'issuedAt', private.utc_text(moment)) || private.describe_parties(issue_document.order_id) || details;
  insert into public.order_documents (id, order_id, payment_id, kind, number, verification_code, content, content_sha256, issued_at)
  values (document_id, issue_document.order_id, issue_document.payment_id, issue_document.kind, its_number, code, content,
    encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), moment);
  return document_id;
end $$;

create function private.issue_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', new.amount_kobo, 'transferKobo', new.transfer_kobo, 'valueDate', new.value_date,
      'bankReference', new.bank_reference, 'receivedKobo', private.credited_kobo(orders.id))))
    from public.orders where orders.id = new.order_id), new.id);
  return null;
end $$;

create function private.issue_order_papers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0 and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.credited_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when received < new.total_amount_kobo then private.describe_account() end));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as given (line, place))));
  end if;
  return null;
end $$;

create function private.issue_credit_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'credited', (select jsonb_build_object('number', invoice.number, 'issuedAt', invoice.content -> 'issuedAt')
        from public.order_documents as invoice where invoice.order_id = orders.id and invoice.kind = 'invoice'),
      'reason', case when orders.status = 'declined' then 'declined'
        when private.paid_in_kobo(orders.id) > orders.total_amount_kobo
          and not exists (select from public.order_disputes as dispute where dispute.order_id = orders.id and dispute.resolution = 'refunded')
          then 'surplus'
        else 'complaint' end)
    from public.orders where orders.id = new.order_id), new.id);
  return null;
end $$;

create function public.issue_pro_forma(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
  latest public.order_documents;
  document_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  select * into offer from public.quotes
  where quotes.order_id = own.id and status = 'open' and expires_at > now() and own.status in ('pending', 'approved')
    and own.total_amount_kobo is null;
  if offer.id is not null then
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id, offer.id), 'totalKobo', offer.total_kobo, 'account', null,
      'paymentTerms', offer.payment_terms, 'goodUntil', private.utc_text(offer.expires_at), 'note', offer.note,
      'schedule', (
        select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', parts[position]) order by position)
        from private.payment_schedules as schedule, private.split_amount(offer.total_kobo, array(
          select percent from private.payment_schedules where terms = offer.payment_terms order by position)) as parts
        where schedule.terms = offer.payment_terms));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(),
      'goodUntil', private.utc_text(own.expires_at), 'schedule', private.describe_schedule(own.id));
  end if;
  details := private.describe_parties(own.id) || details;
  details := jsonb_set(details, '{order,currency}', to_jsonb(coalesce(offer.currency, own.currency)));
  select * into latest from public.order_documents as document
  where document.order_id = own.id and document.kind = 'pro_forma' order by document.issued_at desc limit 1;
  if latest.id is not null and latest.content - '{kind,number,verificationCode,issuedAt}'::text[] = details then
    document_id := latest.id;
  else
    document_id := private.issue_document(own.id, 'pro_forma', details);
  end if;
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $$;

create function private.drop_papers_of_nobody() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.order_documents where order_id = new.id and kind in ('pro_forma', 'delivery_note');
  return null;
end $$;

create function private.follow_document() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.document_files (document_id) values (new.id);
  else
    update private.document_files set dropped_at = now(), leased_until = null where document_id = old.id;
  end if;
  perform pg_notify('order_documents', '');
  return null;
end $$;

create function private.claim_documents(batch integer, lease_seconds integer)
returns table (id uuid, content jsonb)
language sql security definer set search_path = ''
as $$
  with claimed as (
    update private.document_files as file set attempts = attempts + 1,
      leased_until = now() + make_interval(secs => lease_seconds * least(attempts + 1, 60))
    where document_id in (
      select document_id from private.document_files
      where made_at is null and dropped_at is null and (leased_until is null or leased_until <= now())
      order by leased_until nulls first limit batch for update skip locked
    )
    returning document_id
  )
  select document.id, document.content from claimed join public.order_documents as document on document.id = claimed.document_id
$$;

create function private.mark_document_made(document_id uuid, sha256 text, byte_count integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  held text;
begin
  update private.document_files as file set sha256 = mark_document_made.sha256, byte_count = mark_document_made.byte_count, made_at = now()
  where file.document_id = mark_document_made.document_id and made_at is null;
  select file.sha256 into held from private.document_files as file where file.document_id = mark_document_made.document_id;
  return held;
end $$;

create function private.list_dropped_documents(batch integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select document_id from private.document_files where dropped_at is not null limit batch
$$;

create function private.forget_dropped_documents(document_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.document_files where document_id = any (document_ids) and dropped_at is not null
$$;

alter table public.order_documents enable row level security;

alter table private.document_counters enable row level security;

alter table private.document_files enable row level security;

create table private.order_uploads (
  path text primary key,
  order_id uuid references public.orders (id) on delete set null,
  kind text not null,
  ready_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_uploads_path_form check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$'),
  constraint order_uploads_kind_known check (kind in ('proof', 'dispute'))
);

comment on table private.order_uploads is 'Places given out for files of an order; the file lies in payment-proofs or dispute-photos.';

comment on column private.order_uploads.order_id is 'Null when the order is gone: the file goes with the next sweep.';

comment on column private.order_uploads.ready_at is 'The server has looked at the file, and drawn it anew when it is a picture. No claim or dispute names it before.';

create index order_uploads_created_at_idx on private.order_uploads (created_at);

create index order_uploads_order_id_idx on private.order_uploads (order_id, created_at);

create function private.open_order_upload(order_id uuid, kind text, context jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  made text := own.id || '/' || gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('order upload ' || own.id, 0));
  if (select count(*) >= 30 from private.order_uploads as upload
      where upload.order_id = own.id and created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.order_uploads (path, order_id, kind) values (made, own.id, open_order_upload.kind);
  return made;
end $$;

create function private.find_order_upload(order_id uuid, path text, context jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  found_upload private.order_uploads;
begin
  select * into found_upload from private.order_uploads as upload
  where upload.path = find_order_upload.path and upload.order_id = own.id;
  if found_upload.path is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  return jsonb_build_object('kind', found_upload.kind, 'isReady', found_upload.ready_at is not null);
end $$;

create function private.mark_order_upload_ready(path text) returns void
language sql security definer set search_path = ''
as $$
  update private.order_uploads set ready_at = now() where order_uploads.path = $1 and ready_at is null
$$;

create function private.find_orphan_order_uploads(after text, most integer) returns table (path text, kind text)
language sql stable security definer set search_path = ''
as $$
  select upload.path, upload.kind
  from private.order_uploads as upload
  where upload.path > $1 and upload.created_at < now() - interval '25 hours'
    and not exists (select from public.payment_claims as claim
      where claim.order_id = upload.order_id and claim.proof_path = upload.path)
    and not exists (select from public.order_disputes as dispute
      where dispute.order_id = upload.order_id and upload.path = any (dispute.photo_paths))
  order by upload.path limit $2
$$;

create function private.forget_order_uploads(paths text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.order_uploads where path = any ($1)
$$;

create function private.require_order_uploads(order_id uuid, kind text, paths text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(paths) as given (path)
    where not exists (
      select from private.order_uploads as upload
      where upload.path = given.path and upload.order_id = require_order_uploads.order_id
        and upload.kind = require_order_uploads.kind and upload.ready_at is not null
        and upload.created_at > now() - interval '1 day')
  ) then
    raise exception 'The file has not arrived yet. Please send it again.'
      using errcode = '23514', hint = case kind when 'proof' then 'proofPath' else 'photoPaths' end;
  end if;
end $$;

alter table private.order_uploads enable row level security;

create table private.status_transitions (
  record_type text not null,
  from_status text not null,
  to_status text not null,
  primary key (record_type, from_status, to_status)
);

comment on table private.status_transitions is 'The status machines; equal to orderMachine and registrationMachine in domain/.';

create table public.decision_events (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  record_owner uuid,
  actor_id uuid,
  actor_role text not null,
  from_status text not null,
  to_status text not null,
  reason text,
  own_record boolean not null default false,
  created_at timestamptz not null default now(),
  constraint decision_events_record_type_known   check (record_type = any (private.desk_types()))
);

comment on table public.decision_events is 'Who changed which status, when and why. Append-only; outlives the records, so it references none.';

comment on column public.decision_events.own_record is 'Somebody decided on what is their own: refused since release 0.2.0, and flagged here of before.';

create index decision_events_created_at_idx on public.decision_events (created_at desc);

create index decision_events_record_idx on public.decision_events (record_type, record_id, created_at desc);

create table public.decline_reasons (
  id integer generated always as identity primary key,
  record_type text,
  body text not null,
  position integer not null default 100,
  updated_at timestamptz not null default now(),
  constraint decline_reasons_record_type_known check (record_type = any (private.desk_types())),
  constraint decline_reasons_body_length check (char_length(body) between 3 and 500),
  constraint decline_reasons_body_plain check (body = private.clean_text(body)),
  constraint decline_reasons_position_range check (position between 1 and 1000)
);

create index decline_reasons_record_type_idx on public.decline_reasons (record_type, position);

create function private.decide() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_role text := coalesce((select auth.role()), '');
  caller_id uuid := (select auth.uid());
begin
  new.updated_at := now();
  if new.status = old.status then
    if new.decline_reason is distinct from old.decline_reason then
      raise exception 'A reason is given together with the decision' using errcode = '23514', hint = 'decline_reason';
    end if;
    return new;
  end if;
  -- The service's own work (no caller in the claims, or the service role) is trusted; people need the right.
  if caller_role in ('anon', 'authenticated') and not private.has_permission(tg_table_name || '.decide') then
    raise exception 'permission denied to decide on %', tg_table_name using errcode = '42501';
  end if;
  if private.is_own_record(tg_table_name, old.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  if not exists (
    select from private.status_transitions
    where record_type = tg_table_name and from_status = old.status and to_status = new.status
  ) then
    raise exception 'Status cannot change from % to %', old.status, new.status using errcode = '23514', hint = 'status';
  end if;
  if new.status = 'declined' then
    new.decline_reason := coalesce(
      nullif(private.clean_text(new.decline_reason), ''),
      'We are unable to take this further at the moment. Please contact us if you would like to know more.'
    );
    if char_length(new.decline_reason) > 500 then
      raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'decline_reason';
    end if;
  else
    new.decline_reason := null;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    tg_table_name, old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif(caller_role, ''), 'system'),
    old.status, new.status, new.decline_reason
  );
  return new;
end $$;

create function private.record_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  decided jsonb := to_jsonb(new);
begin
  if private.is_own_record(tg_table_name, new.id)
    and private.has_permission(private.desk_permission(tg_table_name, 'decide'))
  then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    tg_table_name, new.id,
    (select user_id from public.farmers where id = (decided ->> 'farmer_id')::uuid), caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif((select auth.role()), ''), 'system'),
    old.status, new.status, decided ->> 'review_note'
  );
  return null;
end $$;

create function public.decide_records(record_type text, rows jsonb, new_status text, reason text default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  given record;
  touched boolean;
  found_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_desk_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as asked (id uuid) where id is not null), new_status);
  for given in
    select id, max(expected) as expected from jsonb_to_recordset(rows) as asked (id uuid, expected text)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end)
        into touched using new_status, given.id, given.expected, reason;
    exception when check_violation or insufficient_privilege then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || given.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into found_status using given.id;
      skipped := skipped || jsonb_build_object('id', given.id, 'status', found_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $$;

alter table private.status_transitions enable row level security;

alter table public.decision_events enable row level security;

alter table public.decline_reasons enable row level security;

create table public.record_notes (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  author_id uuid,
  author_name text,
  body text not null,
  created_at timestamptz not null default now(),
  constraint record_notes_record_type_known check (record_type = any (private.desk_types())),
  constraint record_notes_body_length check (char_length(body) between 1 and 2000)
);

create index record_notes_record_id_idx on public.record_notes (record_id, id desc);

create table public.record_work (
  record_type text not null,
  record_id uuid not null,
  assignee_id uuid,
  assignee_name text,
  assigned_by uuid,
  assigned_at timestamptz,
  contacted_by uuid,
  contacted_at timestamptz,
  primary key (record_id, record_type),
  constraint record_work_record_type_known check (record_type = any (private.desk_types())),
  constraint record_work_assignment_whole check ((assignee_id is null) = (assigned_at is null)),
  constraint record_work_contact_whole check ((contacted_by is null) = (contacted_at is null))
);

create index record_work_assignee_id_idx on public.record_work (assignee_id) where assignee_id is not null;

create table private.due_clocks (
  record_type text not null,
  clock text not null,
  hours integer not null,
  primary key (record_type, clock),
  constraint due_clocks_record_type_known check (record_type = any (private.desk_types())),
  constraint due_clocks_clock_known check (clock in ('first_contact', 'decision')),
  constraint due_clocks_hours_range check (hours between 1 and 720)
);

create function public.add_record_note(record_type text, record_id uuid, body text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := private.require_desk_right(record_type, 'read');
  words text := coalesce(private.clean_text(body), '');
  made bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    (select full_name from public.profiles where id = author), words)
  returning id into made;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  return made;
end $$;

create function public.assign_record(
  record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_desk_right(record_type, 'read');
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not private.person_has_permission(
    assign_record.assignee_id, private.desk_permission(assign_record.record_type, 'read'))
  then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
  insert into public.record_work (record_type, record_id)
  values (assign_record.record_type, assign_record.record_id) on conflict on constraint record_work_pkey do nothing;
  select work.assignee_id into now_assigned from public.record_work as work
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type for update;
  if now_assigned is distinct from expected_assignee_id then
    raise exception 'Somebody else has taken it by now. Please look at it again.'
      using errcode = 'PT409', hint = coalesce(now_assigned::text, '');
  end if;
  update public.record_work as work set
    assignee_id = assign_record.assignee_id,
    assignee_name = (select full_name from public.profiles where id = assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
end $$;

create function private.note_contact(record_type text, record_id uuid, contacted_by uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_work (record_type, record_id, contacted_by, contacted_at)
  select $1, $2, $3, now() where $3 is not null
  on conflict on constraint record_work_pkey
    do update set contacted_by = excluded.contacted_by, contacted_at = excluded.contacted_at
    where record_work.contacted_at is null
$$;

create function public.log_first_contact(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_desk_right(record_type, 'read');
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  perform private.note_contact(record_type, record_id, caller_id);
  perform private.record_audit('contact', record_type, record_id::text);
end $$;

create function private.note_contact_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb := to_jsonb(new);
begin
  if coalesce((written ->> 'is_from_staff')::boolean, true)
    and coalesce(written ->> 'outcome', 'reached') in ('reached', 'chat_sent')
  then
    perform private.note_contact(coalesce(written ->> 'record_type', 'orders'),
      coalesce(written ->> 'record_id', written ->> 'order_id')::uuid, (select auth.uid()));
  end if;
  return null;
end $$;

create function private.forget_record_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.record_notes where record_id = old.id;
  delete from public.record_work where record_id = old.id;
  return null;
end $$;

create function public.record_look(record_type text, record_id uuid, what text, path text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_desk_right(record_type, 'read');
  place text;
  bucket text;
begin
  if what = 'payment_proof' and not private.has_permission('payments.confirm') then
    raise exception 'permission denied to see proofs of payment' using errcode = '42501';
  elsif record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_look.path limit 1;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_look.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_look.path = any (dispute.photo_paths) limit 1;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $$;

create function private.holds_secret(words text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  with plain as (
    -- Dates of this decade and the ones to come, and our references, are nobody's secret.
    select regexp_replace(words,
      '\m20[2-9][0-9]-[0-9]{1,2}-[0-9]{1,2}\M|\m[0-9]{1,2}-[0-9]{1,2}-20[2-9][0-9]\M|\m[A-Z]{2}[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}\M',
      ' ; ', 'g') as text
  ),
  runs as (
    select left(found, 1) = '+' as is_international, regexp_replace(found, '[^0-9]', '', 'g') as digits
    from plain, regexp_matches(text, '\+?[0-9](?:[ -]?[0-9])+', 'g') as matched (matches), unnest(matches) as found
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
    -- vNIN, voter's card, driver's licence, wallet, the secret part of a tracking link: long words with many digits.
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
$$;

comment on function private.holds_secret(text) is 'Whether words seem to hold a BVN, NIN, vNIN, ID or account number, a wallet, a link''s secret part or a birth date.';

create function private.refuse_secrets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  for position in 1 .. tg_nargs - 1 loop
    if private.holds_secret(to_jsonb(new) ->> tg_argv[position])
      and (tg_op = 'INSERT' or to_jsonb(new) ->> tg_argv[position] is distinct from to_jsonb(old) ->> tg_argv[position])
    then
      raise exception 'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it'
        using errcode = '23514', detail = tg_argv[0], hint = tg_argv[0];
    end if;
  end loop;
  return new;
end $$;

create function private.refuse_secrets_in_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from jsonb_array_elements(new.notes) as marked where private.holds_secret(marked ->> 'note')) then
    raise exception 'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  return new;
end $$;

create function public.record_history(record_type text, record_id uuid)
returns table (axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean,
  created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_names boolean;
begin
  perform private.require_desk_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      select event.axis, event.from_value, event.to_value, null, event.actor_id, null, false, event.created_at, event.id
      from public.order_events as event
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then person.full_name end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    left join public.profiles as person on person.id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $$;

alter table public.record_notes enable row level security;

alter table public.record_work enable row level security;

alter table private.due_clocks enable row level security;

create table private.searched_texts (
  list text not null,
  position integer not null,
  source text not null,
  link text not null,
  columns text[] not null,
  primary key (list, position)
);

comment on table private.searched_texts is 'link is the column of source that names the list''s row; or user_id, farmer_id: the list''s column that names the row of source.';

create table private.desk_queues (
  queue text primary key,
  source text not null,
  narrowed text not null default 'true',
  state text not null default 't.status',
  unchosen text not null default 'true',
  permission text
);

comment on table private.desk_queues is 'Conditions on a row t of source. state is what its status filter asks for, unchosen the condition without a choice; permission where source is no kind of record.';

create function private.search_expression(columns text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('coalesce(%I, '''')', name), ' || '' '' || ' order by place)
  from unnest(columns) with ordinality as named (name, place)
$$;

create function private.count_records(list text, condition text, only_status text, assignee uuid default null) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  found_count bigint;
begin
  execute format('select count(*) from public.%I as t where %s', list, condition)
    into found_count using '', only_status, assignee;
  return found_count;
end $$;

create function public.desk_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  counts jsonb := '{}';
begin
  foreach kind in array private.desk_types_with('read') loop
    counts := counts || jsonb_build_object(kind, jsonb_build_object(
      'total', private.count_records(kind, 'true', null),
      'pending', private.count_records(kind, 't.status = ''pending''', null)));
  end loop;
  return counts;
end $$;

create function private.search_patterns(words text) returns text[]
language sql immutable set search_path = ''
as $$
  select array['%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%']
    || case when words ~ '^[0-9+()./ -]+$' and char_length(digits) >= 6 then array['%' || digits || '%'] else '{}' end
  from (select regexp_replace(regexp_replace(words, '[^0-9]', '', 'g'), '^(00)?(234)?0*', '') as digits) as phone
$$;

create function private.promised_condition(list text) returns text
language sql immutable set search_path = ''
as $$
  select 't.status = ''pending''' || case when list = 'orders' then ' and t.kind = ''bulk''' else '' end
$$;

create function private.due_moment(list text) returns text
language sql stable security definer set search_path = ''
as $$
  select 't.created_at + least(' || string_agg(case clock
    when 'decision' then format('interval ''%s hours''', hours)
    else format('case when not exists (select from public.record_work as contact where contact.record_id = t.id
      and contact.record_type = %L and contact.contacted_at is not null) then interval ''%s hours'' end', record_type, hours)
  end, ', ' order by clock) || ')'
  from private.due_clocks where record_type = list
$$;

create function private.open_list(list text) returns private.desk_queues
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues;
begin
  select * into opened from private.desk_queues where queue = list;
  if opened.queue is null then
    opened := row (list, list, 'true', 't.status', 'true', null);
  end if;
  if opened.permission is null then
    perform private.require_desk_right(opened.source, 'read');
  elsif (select auth.uid()) is null or not private.has_permission(opened.permission) then
    raise exception 'permission denied to read %', list using errcode = '42501';
  end if;
  return opened;
end $$;

create function private.read_assignee(assignee text) returns uuid
language sql stable set search_path = ''
as $$
  select case assignee when 'mine' then (select auth.uid()) when 'nobody' then null else assignee::uuid end
$$;

create function private.list_hits(opened private.desk_queues, condition text) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(format('select t.id, t.created_at from public.%I as t where %s and t.%I in (
      select s.%I from public.%I as s where (%s) ilike any ($1) and (%s))',
    opened.source, condition,
    case when link in ('user_id', 'farmer_id') then link else 'id' end,
    case when link in ('user_id', 'farmer_id') then 'id' else link end, texts.source,
    regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
    (select string_agg(format('s.%I ilike any ($1)', name), ' or ') from unnest(columns) as name)
  ), ' union ' order by position)
  from private.searched_texts as texts where texts.list = opened.source
$$;

create function public.next_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  assignee text default null, after_time text default null, after_id uuid default null
) returns table (id uuid, list_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues := private.open_list(list);
  condition text := private.list_condition(opened, only_status, only_overdue, assignee)
    || case when after_id is not null then ' and t.created_at <= $4 and (t.created_at < $4 or t.id > $5)' else '' end;
  words text := nullif(btrim(search), '');
begin
  return query execute format('select found.id, found.created_at::text from (%s) as found
      order by found.created_at desc, found.id limit 1000',
    case when words is null then format('select t.id, t.created_at from public.%I as t where %s', opened.source, condition)
      else private.list_hits(opened, condition) end)
    using private.search_patterns(words), only_status, private.read_assignee(assignee), after_time::timestamptz, after_id;
end $$;

create function public.find_record_work(record_type text, record_ids uuid[])
returns table (record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamptz, contacted_at timestamptz, due_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_desk_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when %s then %s end
    from public.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)',
    private.promised_condition(record_type), coalesce(private.due_moment(record_type), 'null::timestamptz'), record_type)
    using record_ids[1:500], record_type;
end $$;

create function private.tell_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list text := tg_argv[0];
  setting text := 'desk.told_' || list;
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    perform realtime.send(jsonb_build_object('list', list), 'changed', 'desk', true);
  end if;
  return null;
end $$;

create view public.found_records with (security_invoker = true) as
  select null::bigint as count, null::uuid[] as ids where false;

comment on view public.found_records is 'The shape of what find_records answers; it holds nothing itself.';

alter table private.searched_texts enable row level security;

alter table private.desk_queues enable row level security;

create table public.audit_trail (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  address text,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  aal text default private.claimed_aal(),
  constraint audit_trail_action_form check (action ~ '^[a-z_]{2,40}$'),
  constraint audit_trail_subject_type_form check (subject_type ~ '^[a-z_]{2,60}$'),
  constraint audit_trail_subject_id_length check (char_length(subject_id) <= 300),
  constraint audit_trail_address_length check (char_length(address) <= 60)
);

comment on table public.audit_trail is 'Append-only; goes by age alone (retention_periods). References nothing, since it outlives all of it.';

comment on column public.audit_trail.address is 'From where: null where the house itself acted.';

comment on column public.audit_trail.aal is 'The assurance level of the session that did it: aal2 after a second factor. Null: no session, or an entry of before release 0.2.0.';

create index audit_trail_actor_id_idx on public.audit_trail (actor_id, id desc);

create index audit_trail_created_at_idx on public.audit_trail (created_at);

create index audit_trail_strong_idx on public.audit_trail (actor_id, created_at) where aal = 'aal2';

create index audit_trail_subject_idx on public.audit_trail (subject_id, id desc);

create function private.client_address() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(left(btrim(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1)), 60), '');
exception when invalid_text_representation then
  return null;
end $$;

create function private.record_audit_of(
  actor uuid, address text, action text, subject_type text, subject_id text, before jsonb, after jsonb
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  made bigint;
begin
  insert into public.audit_trail (actor_id, actor_role, address, action, subject_type, subject_id, before, after)
  values (
    $1,
    coalesce((select role from public.user_roles where user_id = $1), case when $1 is not null then 'member' else 'system' end),
    left($2, 60), $3, $4, $5, $6, $7
  )
  returning id into made;
  return made;
end $$;

create function private.audit_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb := to_jsonb(new);
begin
  perform private.record_audit(tg_argv[0], coalesce(written ->> 'record_type', 'orders'),
    coalesce(written ->> 'record_id', written ->> 'order_id'), null,
    case tg_argv[0]
      when 'call' then jsonb_build_object('outcome', written ->> 'outcome')
      when 'correction' then jsonb_build_object('fields', jsonb_path_query_array(written, '$.notes[*].field'))
    end);
  return null;
end $$;

create function private.audit_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  whole_before jsonb;
  whole_after jsonb;
  told text[] := string_to_array(tg_argv[2], ',');
  withheld text[] := string_to_array(coalesce(tg_argv[3], ''), ',');
  before jsonb := '{}';
  after jsonb := '{}';
  subject text;
  field text;
begin
  if tg_argv[0] = 'staff' and not exists (select from public.user_roles where user_id = (select auth.uid())) then
    return null;
  end if;
  -- After the question above, which is all that a sale pays for.
  whole_before := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  whole_after := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  for field in
    select key from jsonb_object_keys(coalesce(whole_after, whole_before)) as key
    where (told = '{*}' and key not in ('created_at', 'updated_at')) or key = any (told)
  loop
    if whole_before -> field is distinct from whole_after -> field then
      before := before || jsonb_build_object(field,
        case when field = any (withheld) and whole_before -> field <> 'null' then '"•••"'::jsonb else whole_before -> field end);
      after := after || jsonb_build_object(field,
        case when field = any (withheld) and whole_after -> field <> 'null' then '"•••"'::jsonb else whole_after -> field end);
    end if;
  end loop;
  if tg_op = 'UPDATE' and after = '{}' then
    return null;
  end if;
  select string_agg(coalesce(whole_after, whole_before) ->> key, ' ' order by place) into subject
  from unnest(string_to_array(tg_argv[1], ',')) with ordinality as keys (key, place);
  perform private.record_audit(lower(tg_op), tg_table_name::text, subject,
    case when tg_op <> 'INSERT' then jsonb_strip_nulls(before) end,
    case when tg_op <> 'DELETE' then case when tg_op = 'INSERT' then jsonb_strip_nulls(after) else after end end);
  return null;
end $$;

create function private.audit_text(entry public.audit_trail) returns text
language sql immutable set search_path = ''
as $$
  select (jsonb_build_array((entry).id, extract(epoch from (entry).created_at)::text, (entry).actor_id, (entry).actor_role,
    (entry).address, (entry).action, (entry).subject_type, (entry).subject_id, (entry).before, (entry).after)
    || case when (entry).aal is null then '[]'::jsonb else jsonb_build_array((entry).aal) end)::text
$$;

create function public.search_audit(
  search text default null, actor uuid default null, kind text default null, subject text default null,
  since timestamptz default null, until timestamptz default null, before_id bigint default null, most integer default 50
) returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, actor_role text, address text, action text,
  subject_type text, subject_id text, before jsonb, after jsonb, is_sealed boolean)
language plpgsql stable security definer set search_path = ''
as $$
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
    order by entry.id desc limit least(greatest(most, 1), 1000);
end $$;

create function public.count_audit(search text default null, since timestamptz default null, until timestamptz default null)
returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_count bigint := 0;
  last_id bigint;
  page bigint[];
begin
  if nullif(btrim(search), '') is null and private.has_permission('audit_events.read') then
    return (select count(*) from public.audit_trail as entry
      where (count_audit.since is null or entry.created_at >= count_audit.since)
        and (count_audit.until is null or entry.created_at < count_audit.until));
  end if;
  loop
    page := array(select entry.id from public.search_audit(count_audit.search, null, null, null, count_audit.since,
      count_audit.until, last_id, 1000) as entry);
    found_count := found_count + cardinality(page);
    exit when cardinality(page) < 1000;
    last_id := page[1000];
  end loop;
  return found_count;
end $$;

create function private.told_filters(filters jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object(
      'status', substring(filters ->> 'status' from '^[a-z_.]{1,64}$'),
      'searched', coalesce(filters -> 'searched' = 'true', false),
      'overdue', coalesce(filters -> 'overdue' = 'true', false),
      'assignee', substring(filters ->> 'assignee' from
        '^(?:mine|nobody|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')
    ) || coalesce(jsonb_object_agg(name, moment) filter (where moment is not null), '{}')
  from (
    select name, substring(filters ->> name from
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$') as moment
    from unnest(array['since', 'until']) as name
  ) as moments
$$;

alter table public.audit_trail enable row level security;

create table private.audit_unsealed (
  entry_id bigint primary key
);

create table private.audit_seals (
  id bigint generated always as identity primary key,
  entry_ids bigint[] not null,
  newest_at timestamptz not null,
  previous_hash text not null,
  hash text not null,
  forgotten_at timestamptz,
  created_at timestamptz not null default now(),
  entries_hash text,
  number bigint not null,
  sealed_at timestamptz,
  constraint audit_seals_entry_ids_some check (cardinality(entry_ids) > 0),
  constraint audit_seals_previous_hash_unique unique (previous_hash),
  constraint audit_seals_number_unique unique (number),
  constraint audit_seals_hash_form check (hash ~ '^([23]:)?[0-9a-f]{64}$'),
  constraint audit_seals_previous_hash_form check (previous_hash ~ '^([23]:)?[0-9a-f]{64}$'),
  constraint audit_seals_entries_hash_form     check ((hash ~ '^[23]:') = (entries_hash is not null) and entries_hash ~ '^[0-9a-f]{64}$'),
  constraint audit_seals_sealed_at_keyed check ((hash ~ '^3:') = (sealed_at is not null))
);

comment on column private.audit_seals.hash is 'After ''3:'': HMAC by the server''s audit key. Of before 0.2.0, without a key: after ''2:'' SHA-256 of private.seal_text; else of the hash before and of each entry''s own.';

comment on column private.audit_seals.forgotten_at is 'When the entries'' period was over and they went; the hash stays, so that the chain holds.';

comment on column private.audit_seals.entries_hash is 'SHA-256 of each entry''s own, in the order of entry_ids: stays when the entries go. Null in seals of before.';

comment on column private.audit_seals.number is 'An unbroken count. With the hash it is a head: what a witness outside holds.';

comment on column private.audit_seals.sealed_at is 'By the server''s clock, and covered by the MAC. Null in seals without a key.';

create index audit_seals_entry_ids_idx on private.audit_seals using gin (entry_ids);

create table private.audit_heads (
  id bigint generated always as identity primary key,
  number bigint not null,
  hash text not null,
  witness text not null,
  token bytea,
  sent_at timestamptz not null default now(),
  constraint audit_heads_hash_form check (hash ~ '^([23]:)?[0-9a-f]{64}$'),
  constraint audit_heads_witness_known check (witness in ('mailbox', 'timestamp', 'object')),
  constraint audit_heads_token_of_timestamp check ((witness = 'timestamp') = (token is not null))
);

create function private.guard_audit_seal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.forgotten_at is not null or new.forgotten_at is null
    or (to_jsonb(new) - 'forgotten_at') is distinct from (to_jsonb(old) - 'forgotten_at')
  then
    raise exception 'audit_seals keeps what was written' using errcode = '42501';
  end if;
  return new;
end $$;

create function private.queue_audit_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_unsealed (entry_id) values (new.id);
  perform pg_notify('audit_entries',
    new.id::text || ' ' || encode(sha256(convert_to(private.audit_text(new), 'UTF8')), 'hex'));
  return null;
end $$;

create function private.find_stray_audit_entries() returns setof bigint
language sql stable security definer set search_path = ''
as $$
  select entry.id from public.audit_trail as entry
  where not exists (select from private.audit_unsealed where entry_id = entry.id)
    and not exists (select from private.audit_seals where entry_ids @> array[entry.id])
  order by entry.id limit 100
$$;

create function private.seal_text(seal private.audit_seals) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' ', (seal).previous_hash, extract(epoch from (seal).newest_at)::text,
    array_to_string((seal).entry_ids, ','), (seal).entries_hash)
$$;

create function private.refuse_unkeyed_seal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a seal without a key is not stored any more' using errcode = '42501';
end $$;

create function private.read_unsealed_audit(most integer)
returns table (number bigint, previous_hash text, entry_ids bigint[], newest_at text, texts text[], lost bigint[])
language sql stable security definer set search_path = ''
as $$
  with waiting as (
    select entry_id from private.audit_unsealed order by entry_id limit most
  ), found as (
    select entry.id, entry.created_at, private.audit_text(entry) as text
    from public.audit_trail as entry where entry.id in (select entry_id from waiting)
  ), last as (
    select seal.number, seal.hash from private.audit_seals as seal order by seal.number desc limit 1
  )
  select coalesce((select last.number from last), 0) + 1, coalesce((select last.hash from last), repeat('0', 64)),
    coalesce(array_agg(found.id order by found.id), '{}'), extract(epoch from max(found.created_at))::text,
    coalesce(array_agg(found.text order by found.id), '{}'),
    array(select entry_id from waiting where entry_id not in (select id from found) order by entry_id)
  from found
$$;

create function private.store_audit_seal(
  number bigint, previous_hash text, entry_ids bigint[], entries_hash text, sealed_at timestamptz, hash text
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given alias for $3;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal_audit', 0))
    or $2 <> coalesce((select hash from private.audit_seals order by number desc limit 1), repeat('0', 64))
    or $1 <> coalesce((select max(number) from private.audit_seals), 0) + 1
    or cardinality(given) <> (select count(*) from private.audit_unsealed where entry_id = any (given))
  then
    return false;
  end if;
  insert into private.audit_seals (number, previous_hash, entry_ids, entries_hash, newest_at, sealed_at, hash)
  values ($1, $2, given, $4, (select max(created_at) from public.audit_trail where id = any (given)), $5, $6);
  delete from private.audit_unsealed where entry_id = any (given);
  return true;
end $$;

create function private.digest_audit_entries(ids bigint[]) returns table (id bigint, digest text, number bigint,
  previous_hash text, sealed_at timestamptz, newest_epoch text, entry_ids text, entries_hash text, hash text)
language sql stable security definer set search_path = ''
as $$
  select known.id, case when entry.id is not null then encode(sha256(convert_to(private.audit_text(entry), 'UTF8')), 'hex') end,
    seal.number, seal.previous_hash, seal.sealed_at, extract(epoch from seal.newest_at)::text,
    array_to_string(seal.entry_ids, ','), seal.entries_hash, seal.hash
  from unnest(ids) as known (id)
  left join public.audit_trail as entry on entry.id = known.id
  left join lateral (
    select * from private.audit_seals as one where entry.id is null and one.entry_ids @> array[known.id]
    order by one.number limit 1
  ) as seal on true
$$;

create function private.has_audit_head(number bigint, hash text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.audit_seals as seal where seal.number = $1 and seal.hash = $2)
$$;

create function private.record_audit_damage(damage text, subject text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if damage not in ('entry_lost', 'entry_altered', 'head_lost') then
    raise exception 'unknown damage' using errcode = '22023';
  end if;
  if damage = 'entry_lost' then
    delete from private.audit_unsealed where entry_id = subject::bigint;
  end if;
  perform private.record_audit(damage, 'audit_trail', subject);
  perform private.enqueue_mail('audit_damaged', person.email, jsonb_build_object('damage', damage, 'subject', subject))
  from public.user_roles as role join public.profiles as person on person.id = role.user_id
  where role.role = 'admin' and person.email is not null;
end $$;

create function private.find_due_audit_head(witness text, at timestamptz) returns table (number bigint, hash text)
language sql stable security definer set search_path = ''
as $$
  with sent as (
    select coalesce(max(head.number), 0) as number, max(head.sent_at) as at from private.audit_heads as head
    where head.witness = $1
  )
  select seal.number, seal.hash from private.audit_seals as seal, sent
  where exists (
      select from private.audit_seals as news
      where news.number > sent.number and coalesce(news.sealed_at, news.created_at) <= $2 - interval '1 hour'
    ) or sent.at <= $2 - interval '1 day'
  order by seal.number desc limit 1
$$;

create function private.store_audit_head(
  number bigint, hash text, witness text, token bytea, at timestamptz, recipient text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_head', 0));
  if ($3 = 'mailbox' and $6 is null) or not exists (
    select from private.find_due_audit_head($3, $5) as due where due.number = $1
  ) then
    return false;
  end if;
  insert into private.audit_heads (number, hash, witness, token, sent_at) values ($1, $2, $3, $4, $5);
  if $3 = 'mailbox' then
    perform private.enqueue_mail('audit_head', $6, jsonb_build_object('number', $1, 'hash', $2, 'at', $5));
  end if;
  return true;
end $$;

create function private.list_audit_tokens() returns table (number bigint, hash text, token bytea)
language sql stable security definer set search_path = ''
as $$
  select number, hash, token from private.audit_heads where token is not null order by id
$$;

alter table private.audit_unsealed enable row level security;

alter table private.audit_seals enable row level security;

alter table private.audit_heads enable row level security;

create table public.audit_events (
  id bigint generated always as identity primary key,
  event text not null,
  user_id uuid,
  email text,
  business_type text,
  error_message text,
  attempt_id uuid,
  created_at timestamptz not null default now(),
  constraint audit_events_event_known check (event in
    ('BUYER_REGISTRATION_ATTEMPT', 'BUYER_REGISTRATION_ERROR', 'BUYER_REGISTRATION_SUCCESS')),
  constraint audit_events_email_length check (char_length(email) <= 254),
  constraint audit_events_business_type_length check (char_length(business_type) <= 100),
  constraint audit_events_error_message_length check (char_length(error_message) <= 500)
);

comment on table public.audit_events is 'Append-only. Goes by age alone (retention_periods).';

comment on column public.audit_events.attempt_id is 'The idempotency key of the attempt, of a success the record''s id: each event once for each.';

create unique index audit_events_attempt_idx on public.audit_events (attempt_id, event);

create index audit_events_created_at_idx on public.audit_events (created_at desc, id);

create index audit_events_user_id_idx on public.audit_events (user_id, created_at desc);

create function private.record_audit_event(event text, user_id uuid, details jsonb, attempt_id uuid default null)
returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_events (event, user_id, email, business_type, error_message, attempt_id)
  values (
    $1, $2, left(coalesce(details ->> 'email', (select email from public.profiles where id = $2)), 254),
    left(details ->> 'businessType', 100),
    case when $1 = 'BUYER_REGISTRATION_ERROR' then left(details ->> 'error', 500) end, $4
  )
  on conflict (attempt_id, event) do nothing
$$;

create function public.record_audit_event(event text, details jsonb default '{}', attempt_id uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
begin
  if person_id is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  elsif event is null or event not in ('BUYER_REGISTRATION_ATTEMPT', 'BUYER_REGISTRATION_ERROR') then
    raise exception 'This event is not yours to write' using errcode = '42501';
  elsif (select count(*) >= 60 from public.audit_events
      where user_id = person_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.record_audit_event(event, person_id,
    details || jsonb_build_object('email', (select email from public.profiles where id = person_id)), attempt_id);
end $$;

create function private.record_buyer_success() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_events (event, user_id, email, business_type, attempt_id)
  values (
    'BUYER_REGISTRATION_SUCCESS', new.user_id,
    coalesce(new.contact_email, (select email from public.profiles where id = new.user_id)), new.business_type, new.id
  );
  return null;
end $$;

alter table public.audit_events enable row level security;

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role text not null,
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint staff_invitations_email_form check (private.is_email(email)),
  constraint staff_invitations_role_known check (role in ('admin', 'reviewer', 'finance', 'content', 'field_agent')),
  constraint staff_invitations_one_end check (accepted_at is null or withdrawn_at is null)
);

create unique index staff_invitations_one_open on public.staff_invitations (lower(email))
  where accepted_at is null and withdrawn_at is null;

create table public.staff_departures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  former_role text not null,
  reason text not null,
  deactivated_by uuid,
  deactivated_at timestamptz not null default now(),
  constraint staff_departures_reason_length check (char_length(reason) between 3 and 500)
);

create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') and session_user <> current_user then
    -- Two admins who unmake each other do so one after the other.
    perform pg_advisory_xact_lock(hashtextextended('keep an admin', 0));
    if not private.has_admin_besides(old.user_id) then
      raise exception 'There must always be an admin. Please make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function public.invite_staff(email text, role text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  address text := lower(private.clean_line(email));
  made uuid;
begin
  if private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif not exists (select from public.role_permissions where role_permissions.role = invite_staff.role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles join public.profiles on id = user_id where lower(profiles.email) = address) then
    raise exception 'This person has a role already' using errcode = '23514', hint = 'email';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || caller_id, 0));
  if (select count(*) >= 30 from public.staff_invitations
      where invited_by = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invited ' || address, 0));
  update public.staff_invitations set withdrawn_at = now()
  where lower(staff_invitations.email) = address and accepted_at is null and withdrawn_at is null;
  insert into public.staff_invitations (email, role, invited_by) values (address, invite_staff.role, caller_id)
  returning id into made;
  perform private.enqueue_mail('staff_invitation', address, jsonb_build_object(
    'role', invite_staff.role,
    'invited_by', (select full_name from public.profiles where id = caller_id)));
  return made;
end $$;

create function public.withdraw_invitation(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('roles.manage');
  update public.staff_invitations set withdrawn_at = now()
  where staff_invitations.id = withdraw_invitation.id and accepted_at is null and withdrawn_at is null;
  if not found then
    raise exception 'There is no such invitation' using errcode = 'P0002';
  end if;
end $$;

create function public.accept_invitation() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  address text := private.proved_address((select auth.uid()));
  taken public.staff_invitations;
begin
  update public.staff_invitations set accepted_at = now()
  where lower(email) = address and accepted_at is null and withdrawn_at is null and expires_at > now()
    and private.person_has_permission(invited_by, 'roles.manage')
    and not exists (select from public.user_roles where user_id = caller_id)
  returning * into taken;
  if taken.id is null then
    return null;
  end if;
  insert into public.profiles (id, email) select id, email from auth.users where id = caller_id on conflict (id) do nothing;
  delete from public.staff_departures where user_id = caller_id;
  insert into public.user_roles (user_id, role, granted_by) values (caller_id, taken.role, taken.invited_by);
  return taken.role;
end $$;

create function public.change_staff_role(user_id uuid, new_role text, expected_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_role text;
begin
  perform private.require_strong_right('roles.manage');
  select role into found_role from public.user_roles where user_roles.user_id = change_staff_role.user_id for update;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  elsif found_role is distinct from expected_role then
    raise exception 'Their role is % by now. Please look again.', found_role using errcode = 'PT409', hint = found_role;
  elsif not exists (select from public.role_permissions where role = new_role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  end if;
  update public.user_roles set role = new_role where user_roles.user_id = change_staff_role.user_id;
end $$;

create function public.deactivate_staff(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  found_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into found_role;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, found_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  -- What they had in hand waits for somebody else.
  update public.record_work set assignee_id = null, assignee_name = null, assigned_by = null, assigned_at = null
  where assignee_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
end $$;

create function public.set_role_permission(role text, permission text, is_granted boolean) returns void
language plpgsql security definer set search_path = ''
as $$
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
    delete from public.role_permissions as given
    where given.role = set_role_permission.role and given.permission = set_role_permission.permission;
  end if;
end $$;

create function public.list_staff() returns table (user_id uuid, email text, full_name text, role text, former_role text,
  deactivated_at timestamptz, has_second_factor boolean, last_sign_in_at timestamptz, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('roles.read') then
    raise exception 'permission denied to read the staff' using errcode = '42501';
  end if;
  return query
    select person.id, person.email, person.full_name, roles.role, left_us.former_role, left_us.deactivated_at,
      exists (select from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified'),
      account.last_sign_in_at::timestamptz, coalesce(roles.created_at, left_us.deactivated_at)
    from public.profiles as person
    join auth.users as account on account.id = person.id
    left join public.user_roles as roles on roles.user_id = person.id
    left join public.staff_departures as left_us on left_us.user_id = person.id and roles.user_id is null
    where roles.user_id is not null or left_us.user_id is not null
    order by roles.user_id is null, coalesce(person.full_name, person.email), person.id;
end $$;

create function public.list_assignees(record_type text) returns table (user_id uuid, full_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_desk_right(record_type, 'read');
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.person_has_permission(roles.user_id, private.desk_permission(list_assignees.record_type, 'read'))
    order by 2, 1;
end $$;

create function private.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.role_permissions where role = new.role and permission = 'roles.manage') then
    update public.staff_invitations set withdrawn_at = now()
    where invited_by = old.user_id and accepted_at is null and withdrawn_at is null;
  end if;
  return null;
end $$;

create function private.end_role_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.user_roles where user_id = new.id;
  return null;
end $$;

alter table public.staff_invitations enable row level security;

alter table public.staff_departures enable row level security;

create function private.require_figures_right(subject text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if subject is null or subject not in ('orders', 'farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There are no such figures' using errcode = '22023';
  elsif not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  perform private.require_desk_right(subject, 'read');
end $$;

create function private.figure_span(since date, until date) returns tstzrange
language plpgsql stable set search_path = ''
as $$
begin
  if since is null or until is null or until < since or until - since > 3660 then
    raise exception 'Please choose a first and a last day, at most ten years apart' using errcode = '23514', hint = 'since';
  end if;
  return tstzrange(since::timestamp at time zone 'Africa/Lagos', (until + 1)::timestamp at time zone 'Africa/Lagos');
end $$;

create function public.figures_over_time(subject text, since date, until date, step text default 'day')
returns table (period date, status text, count bigint)
language plpgsql stable set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
begin
  perform private.require_figures_right(subject);
  if step is null or step not in ('day', 'week', 'month') then
    raise exception 'Please choose days, weeks or months' using errcode = '23514', hint = 'step';
  end if;
  return query execute format($query$
    with counted as (
      select date_trunc($1, record.created_at at time zone 'Africa/Lagos')::date as period, record.status, count(*) as found
      from public.%I as record
      where record.created_at >= lower($2) and record.created_at < upper($2) and not record.is_demo
      group by 1, 2
    ), steps as (
      select generate_series(date_trunc($1, $3::timestamp), date_trunc($1, $4::timestamp), ('1 ' || $1)::interval)::date as period
    )
    select steps.period, known.status, coalesce(counted.found, 0)
    from steps cross join (select distinct counted.status from counted union select 'pending') as known
    left join counted on counted.period = steps.period and counted.status = known.status
    order by 1, 2 $query$, subject) using step, span, since, until;
end $$;

create function public.figures_by(subject text, dimension text, since date, until date)
returns table (value text, count bigint)
language plpgsql stable set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
  source text := case subject || ' ' || dimension
    when 'orders state' then 'left join public.order_contacts as place on place.order_id = record.id'
    when 'orders crop' then 'left join public.order_items as item on item.order_id = record.id'
    when 'farmers crop' then 'cross join lateral unnest(record.crops_grown) as crop'
    else ''
  end;
  expression text := case subject || ' ' || dimension
    when 'orders state' then 'coalesce(place.state, private.stated_state(record.delivery_address))'
    when 'orders crop' then 'coalesce(item.product_name, record.crop_type)'
    when 'farmers crop' then 'crop'
    else case dimension when 'status' then 'record.status' when 'state' then 'record.state' end
  end;
begin
  perform private.require_figures_right(subject);
  if expression is null then
    raise exception 'There is no such division of %', subject using errcode = '23514', hint = 'dimension';
  end if;
  return query execute format($query$
    select coalesce(%1$s, '') as value, count(distinct record.id)
    from public.%2$I as record %3$s
    where record.created_at >= lower($1) and record.created_at < upper($1) and not record.is_demo
    group by 1 order by 2 desc, 1 $query$, expression, subject, source) using span;
end $$;

create function public.figures_promise_kept(since date, until date)
returns table (record_type text, clock text, kept bigint, broken bigint, open bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
  due private.due_clocks;
begin
  if not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  for due in
    select * from private.due_clocks as known where known.record_type = any (private.desk_types_with('read'))
    order by known.record_type, known.clock
  loop
    return query execute format($query$
      select $1, $2,
        count(*) filter (where met_at <= due_at),
        count(*) filter (where met_at > due_at or (met_at is null and due_at < now())),
        count(*) filter (where met_at is null and due_at >= now())
      from (
        select record.created_at + make_interval(hours => $3) as due_at, least(%1$s, %2$s) as met_at
        from public.%3$I as record
        where record.created_at >= lower($4) and record.created_at < upper($4) and not record.is_demo %4$s
      ) as clocks $query$,
      case when due.record_type = 'contact_messages' then 'record.answered_at'
        else '(select min(event.created_at) from public.decision_events as event
          where event.record_type = $1 and event.record_id = record.id)' end,
      case when due.clock = 'first_contact' then '(select work.contacted_at from public.record_work as work
          where work.record_id = record.id and work.record_type = $1)' else 'null' end,
      due.record_type,
      case when due.record_type = 'orders' then 'and record.kind = ''bulk''' else '' end)
    using due.record_type, due.clock, due.hours, span;
  end loop;
end $$;

create function private.stated_state(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select state
  from regexp_split_to_table(address, '[,;\n]') with ordinality as part (words, place)
  join unnest(array['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta',
    'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara',
    'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara']) as state
    on lower(regexp_replace(btrim(words, E' \t\r.'), '\s+state$', '', 'i')) = lower(state)
  order by place desc limit 1
$$;

create table private.export_progress (
  user_id uuid not null,
  id uuid not null,
  rows integer not null default 0,
  total integer not null,
  is_done boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);

comment on table private.export_progress is 'Of the last day. What was exported stands in the audit trail.';

create function public.start_export(list text, format text, filters jsonb default '{}', unmasked boolean default false)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('exports.make');
  if list in ('correction_requests', 'people_to_phone') then
    if private.registrations_with('read') = '{}' then
      raise exception 'permission denied to read %', list using errcode = '42501';
    end if;
  elsif list = 'mails' then
    perform private.require_strong_right('mails.read');
  elsif list = 'audit_trail' then
    perform private.require_strong_right('audit_events.read');
  elsif list = 'breaches' then
    perform private.require_strong_right('breaches.read');
  else
    perform private.open_list(list);
  end if;
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', substring(format from '^(?:csv|xlsx)$'), 'filters', private.told_filters(filters), 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $$;

create function public.note_export_progress(id uuid, rows integer, total integer, is_done boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null or not private.has_permission('exports.make') then
    raise exception 'permission denied: exports.make' using errcode = '42501';
  end if;
  delete from private.export_progress as old where old.user_id = caller_id and old.updated_at < now() - interval '1 day';
  insert into private.export_progress as known (user_id, id, rows, total, is_done)
  values (caller_id, note_export_progress.id, note_export_progress.rows, note_export_progress.total, note_export_progress.is_done)
  on conflict on constraint export_progress_pkey do update set
    rows = greatest(known.rows, excluded.rows), is_done = known.is_done or excluded.is_done, updated_at = now();
end $$;

create function public.export_progress(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('rows', known.rows, 'total', known.total, 'isDone', known.is_done)
  from private.export_progress as known
  where known.user_id = (select auth.uid()) and known.id = export_progress.id
$$;

alter table private.export_progress enable row level security;

create table public.breaches (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  facts text not null,
  found_how text not null,
  aware_at timestamptz not null,
  data_categories text[] not null,
  people_categories text[] not null,
  people_count integer,
  records_count integer,
  consequences text not null,
  measures text not null,
  risk text,
  commission_notified_at timestamptz,
  commission_reference text,
  people_notified_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  reminded_hours integer not null default 0,
  opened_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint breaches_title_length check (char_length(title) between 3 and 120),
  constraint breaches_facts_length check (char_length(facts) between 10 and 4000),
  constraint breaches_found_how_length check (char_length(found_how) between 3 and 1000),
  constraint breaches_consequences_length check (char_length(consequences) between 3 and 2000),
  constraint breaches_measures_length check (char_length(measures) between 3 and 2000),
  constraint breaches_data_categories_known check (
    cardinality(data_categories) > 0
    and data_categories <@ array['contact', 'identity', 'bank', 'orders', 'photos', 'documents', 'sign_in', 'staff']),
  constraint breaches_people_categories_known check (
    cardinality(people_categories) > 0
    and people_categories <@ array['members', 'farmers', 'trainees', 'buyers', 'investors', 'applicants', 'subscribers', 'staff']),
  constraint breaches_people_count_range check (people_count between 0 and 100000000),
  constraint breaches_records_count_range check (records_count between 0 and 1000000000),
  constraint breaches_risk_known check (risk in ('unlikely', 'likely', 'high')),
  constraint breaches_commission_reference_form check (commission_reference ~ '^[A-Za-z0-9][A-Za-z0-9/. -]{0,59}$'),
  constraint breaches_commission_notified_at_order check (commission_notified_at >= aware_at),
  constraint breaches_people_notified_at_order check (people_notified_at >= aware_at),
  constraint breaches_closed_at_decides check ((closed_at is null) = (closed_by is null)),
  constraint breaches_closed_at_allowed check (
    closed_at is null
    or risk is not null and (risk = 'unlikely' or commission_notified_at is not null)
      and (risk <> 'high' or people_notified_at is not null))
);

comment on table public.breaches is 'Names nobody concerned: kinds and numbers of people and records alone.';

comment on column public.breaches.aware_at is 'When the company became aware: the 72 hours count from here.';

comment on column public.breaches.risk is 'To the rights and freedoms of people; null: not judged yet, and counted as likely.';

comment on column public.breaches.reminded_hours is 'Of the reminders to the admins, the last that went out.';

create table public.breach_events (
  id bigint generated always as identity primary key,
  breach_id uuid not null references public.breaches (id) on delete cascade,
  kind text not null,
  happened_at timestamptz not null,
  body text not null,
  changes jsonb not null default '{}',
  author_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint breach_events_kind_known check (
    kind in ('opened', 'note', 'measure', 'assessed', 'commission_notified', 'people_notified', 'closed', 'reopened')),
  constraint breach_events_body_length check (char_length(body) between 3 and 4000)
);

comment on column public.breach_events.changes is 'What of the breach itself the event set: risk, numbers, the Commission''s reference.';

create index breach_events_breach_id_idx on public.breach_events (breach_id, id);

create function private.guard_breach() returns trigger
language plpgsql set search_path = ''
as $$
declare
  changing text[] := array['people_count', 'records_count', 'risk', 'commission_notified_at', 'commission_reference',
    'people_notified_at', 'closed_at', 'closed_by', 'reminded_hours', 'updated_at'];
begin
  if to_jsonb(new) - changing is distinct from to_jsonb(old) - changing then
    raise exception 'breaches keeps what was written' using errcode = '42501';
  end if;
  return new;
end $$;

create function private.refuse_early_breach_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.closed_at is null or old.closed_at >= private.kept_since('breaches') then
    raise exception 'breaches keeps what was written' using errcode = '42501';
  end if;
  return old;
end $$;

create function private.refuse_event_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.breaches where id = old.breach_id) then
    raise exception 'breach_events keeps what was written' using errcode = '42501';
  end if;
  return old;
end $$;

create function private.breach_due_at(breach public.breaches) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when (breach).commission_notified_at is null and (breach).closed_at is null and (breach).risk is distinct from 'unlikely'
    then (breach).aware_at + interval '72 hours'
  end
$$;

create function public.open_breach(breach jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  made public.breaches;
begin
  if (breach ->> 'aware_at')::timestamptz > now() + interval '5 minutes'
    or (breach ->> 'aware_at')::timestamptz < now() - interval '10 years'
  then
    raise exception 'The company became aware at a time that has passed' using errcode = '23514', hint = 'aware_at';
  end if;
  insert into public.breaches (title, facts, found_how, aware_at, data_categories, people_categories, people_count,
    records_count, consequences, measures, risk, opened_by)
  values (btrim(breach ->> 'title'), btrim(breach ->> 'facts'), btrim(breach ->> 'found_how'),
    (breach ->> 'aware_at')::timestamptz,
    array(select jsonb_array_elements_text(breach -> 'data_categories')),
    array(select jsonb_array_elements_text(breach -> 'people_categories')),
    (breach ->> 'people_count')::integer, (breach ->> 'records_count')::integer,
    btrim(breach ->> 'consequences'), btrim(breach ->> 'measures'), nullif(breach ->> 'risk', ''), caller_id)
  returning * into made;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values (made.id, 'opened', made.created_at, made.title,
    jsonb_strip_nulls(jsonb_build_object('risk', made.risk, 'people_count', made.people_count, 'records_count', made.records_count)),
    caller_id);
  perform private.mail_admins_of_breach(made, 0);
  return made.id;
end $$;

create function public.add_breach_event(breach_id uuid, kind text, happened_at timestamptz, body text, changes jsonb default '{}')
returns bigint
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  breach public.breaches;
  known jsonb := '{}';
  made bigint;
begin
  select * into breach from public.breaches where id = $1 for update;
  if not found then
    raise exception 'There is no such breach' using errcode = 'P0002';
  elsif $2 not in ('note', 'measure', 'assessed', 'commission_notified', 'people_notified', 'closed', 'reopened') then
    raise exception 'There is no such event' using errcode = '22023';
  elsif breach.closed_at is not null and $2 <> 'reopened' then
    raise exception 'This breach is closed: open it again first' using errcode = '23514';
  elsif breach.closed_at is null and $2 = 'reopened' then
    raise exception 'This breach is open' using errcode = '23514';
  elsif $3 > now() + interval '5 minutes' or $3 < breach.aware_at - interval '10 years' then
    raise exception 'An event has happened already' using errcode = '23514', hint = 'happened_at';
  elsif $2 in ('commission_notified', 'people_notified') and $3 < breach.aware_at then
    raise exception 'Nobody was notified before the company was aware' using errcode = '23514', hint = 'happened_at';
  end if;
  case $2
    when 'assessed' then
      known := jsonb_strip_nulls(jsonb_build_object('risk', $5 ->> 'risk', 'people_count', ($5 ->> 'people_count')::integer,
        'records_count', ($5 ->> 'records_count')::integer));
      if known = '{}' then
        raise exception 'Please say what is known now: the risk or the numbers' using errcode = '23514', hint = 'risk';
      end if;
      update public.breaches set risk = coalesce(known ->> 'risk', risk),
        people_count = coalesce((known ->> 'people_count')::integer, people_count),
        records_count = coalesce((known ->> 'records_count')::integer, records_count) where id = $1;
    when 'commission_notified' then
      known := jsonb_strip_nulls(jsonb_build_object('reference', nullif(btrim($5 ->> 'reference'), '')));
      -- The first counts; a later report to the Commission only adds its reference.
      update public.breaches set commission_notified_at = coalesce(commission_notified_at, $3),
        commission_reference = coalesce(known ->> 'reference', commission_reference) where id = $1;
    when 'people_notified' then
      update public.breaches set people_notified_at = coalesce(people_notified_at, $3) where id = $1;
    when 'closed' then
      if breach.risk is null then
        raise exception 'Please judge the risk before you close it' using errcode = '23514';
      elsif breach.risk <> 'unlikely' and breach.commission_notified_at is null then
        raise exception 'The Commission has to be notified before it is closed' using errcode = '23514';
      elsif breach.risk = 'high' and breach.people_notified_at is null then
        raise exception 'The people concerned have to be told before it is closed' using errcode = '23514';
      end if;
      update public.breaches set closed_at = now(), closed_by = caller_id where id = $1;
    when 'reopened' then
      update public.breaches set closed_at = null, closed_by = null where id = $1;
    else null;
  end case;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values ($1, $2, $3, btrim($4), known, caller_id) returning id into made;
  perform private.record_audit('event', 'breaches', $1::text, null, jsonb_build_object('kind', $2));
  return made;
end $$;

create function public.list_breach_events(breach_id uuid)
returns table (id bigint, kind text, happened_at timestamptz, body text, changes jsonb, author_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('breaches.read') then
    raise exception 'permission denied: breaches.read' using errcode = '42501';
  end if;
  return query
    select event.id, event.kind, event.happened_at, event.body, event.changes, coalesce(person.full_name, person.email),
      event.created_at
    from public.breach_events as event left join public.profiles as person on person.id = event.author_id
    where event.breach_id = $1 order by event.id;
end $$;

create function private.remind_of_breaches(at timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  breach public.breaches;
  hours integer;
  reminded integer := 0;
begin
  for breach in
    select * from public.breaches as open
    where private.breach_due_at(open) is not null and open.reminded_hours < 60
    for update skip locked
  loop
    hours := case when $1 >= breach.aware_at + interval '60 hours' then 60
      when $1 >= breach.aware_at + interval '24 hours' then 24 else 0 end;
    continue when hours <= breach.reminded_hours;
    update public.breaches set reminded_hours = hours where id = breach.id;
    perform private.mail_admins_of_breach(breach, hours);
    reminded := reminded + 1;
  end loop;
  return reminded;
end $$;

create function private.forget_breaches() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (delete from public.breaches where closed_at < private.kept_since('breaches') returning id)
  select count(*) from gone
$$;

create view public.breach_register with (security_invoker = true) as
  select breach.*, private.breach_due_at(breach) as due_at,
    case
      when breach.closed_at is not null then 'closed'
      when private.breach_due_at(breach) is not null then 'to_notify'
      when breach.commission_notified_at is not null then 'notified'
      else 'not_required'
    end as status,
    -- Late ones first, then those whose time is shortest.
    coalesce(private.breach_due_at(breach), 'infinity') as sort_at
  from public.breaches as breach;

alter table public.breaches enable row level security;

alter table public.breach_events enable row level security;

create function public.list_mails(
  only_state text default null, search text default null, page_index integer default 0, page_size integer default 10
) returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(list_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts, mail.last_error,
      mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting', count(*) over ()
    from private.mail_outbox as mail
    where private.mail_subject(mail.template, mail.record_type) = any (subjects)
      and (list_mails.only_state is null or mail.status = list_mails.only_state)
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
    order by mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $$;

create function public.resend_mail(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to send mails again' using errcode = '42501';
  end if;
  update private.mail_outbox as mail set status = 'waiting', next_attempt_at = now(), last_error = null,
    attempts = case when mail.status = 'failed' then 0 else mail.attempts end
  where mail.id = resend_mail.id and (mail.status = 'waiting' or (mail.status = 'failed' and mail.data <> '{}'))
    and private.mail_subject(mail.template, mail.record_type) = any (subjects);
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $$;

create function public.find_mail(mail_id uuid) returns table (id uuid, channel text, template text, recipient text,
  state text, attempts integer, last_error text, created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz,
  can_resend boolean, record_type text, record_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts, mail.last_error,
      mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting', mail.record_type, mail.record_id
    from private.mail_outbox as mail
    where mail.id = find_mail.mail_id and private.mail_subject(mail.template, mail.record_type) = any (subjects);
end $$;

create function public.list_record_mails(record_type text, record_id uuid)
returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read boolean;
begin
  perform private.require_desk_right(list_record_mails.record_type, 'read');
  may_read := private.has_permission('mails.read');
  return query
    select mail.id, mail.channel, mail.template, case when may_read then mail.recipient end, mail.status, mail.attempts,
      case when may_read then mail.last_error end, mail.created_at,
      case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting'
    from private.mail_outbox as mail
    where mail.record_id = list_record_mails.record_id and mail.record_type = list_record_mails.record_type
    order by mail.created_at desc, mail.id
    limit 50;
end $$;

create function public.next_mails(
  only_state text default null, search text default null, after_time text default null, after_id uuid default null
) returns table (id uuid, list_time text, channel text, template text, recipient text, state text, attempts integer,
  last_error text, created_at timestamptz, sent_at timestamptz, record_type text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(next_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
  last_time timestamptz := after_time;
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.created_at::text, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts,
      mail.last_error, mail.created_at, mail.sent_at, mail.record_type
    from private.mail_outbox as mail
    where private.mail_subject(mail.template, mail.record_type) = any (subjects)
      and (next_mails.only_state is null or mail.status = next_mails.only_state)
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
      and (last_time is null or (mail.created_at <= last_time and (mail.created_at < last_time or mail.id > after_id)))
    order by mail.created_at desc, mail.id
    limit 1000;
end $$;

create function private.addresses_named(patterns text[]) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  question text;
begin
  select string_agg(format('select unnest(array[%s]) from public.%I as s where (%s) ilike any ($1) and (%s)',
      (select string_agg(format('s.%I', name), ', ') from unnest(columns) as name where name ~ '(email|phone)$'), source,
      regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
      (select string_agg(format('s.%I ilike any ($1)', name), ' or ') from unnest(columns) as name
        where name ~ '(name|person|email|phone|reference)$')), ' union ')
    into question
  from (select distinct on (source) source, columns from private.searched_texts where 'email' = any (columns)
    or 'contact_email' = any (columns) order by source) as known
  where source <> 'newsletter_subscriptions';
  return query execute question using patterns;
end $$;

create table public.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  granted_by uuid default auth.uid(),
  granted_at timestamptz not null default now(),
  constraint user_roles_role_known check (role in ('admin', 'reviewer', 'finance', 'content', 'field_agent'))
);

comment on table public.user_roles is 'The value admin marks an admin. No row means no rights.';

comment on column public.user_roles.granted_by is 'Who gave this role: whoever invited them or changed it last.';

create function private.person_has_permission(person_id uuid, permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = person_has_permission.person_id and role_permissions.permission = person_has_permission.permission
  ) and private.is_let_in(person_has_permission.person_id)
$$;

create function private.is_signed_in_as_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(case name
    when 'staff_second_factor' then value <> 'demanded'
      or coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.is_let_in((select auth.uid()))
    when 'sessions_checked' then value <> 'on' or private.has_living_session()
    else true end), false)
  from private.house_settings
$$;

create function private.is_at_the_desk() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()))
    and private.is_signed_in_as_staff()
$$;

create function private.is_at_work(person_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(distinct (created_at at time zone 'Africa/Lagos')::date) >= 3
  from public.audit_trail
  where actor_id = $1 and aal = 'aal2' and created_at > now() - interval '30 days'
$$;

alter table public.user_roles enable row level security;

create function private.claim_mails(batch integer, lease_seconds integer) returns setof private.mail_outbox
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
    data = case when template like 'auth\_%' or data ?| array['token', 'url', 'code_hash'] then '{}' else data end
  where status = 'waiting' and next_attempt_at <= now() and channel = 'email' and private.is_suppressed(recipient, template);
  with due as (
    select id from private.mail_outbox
    where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
    order by next_attempt_at, created_at
    limit batch
    for update skip locked
  ), claimed as (
    update private.mail_outbox set
      status = 'sending',
      attempts = attempts + 1,
      lease_until = now() + make_interval(secs => lease_seconds)
    from due where mail_outbox.id = due.id
    returning mail_outbox.*
  )
  select * from claimed order by next_attempt_at, created_at
$$;

create function private.mark_mail_failed(mail_id uuid, error text, retry_at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  with failed as (
    update private.mail_outbox set
      status = case when $3 is null then 'failed' else 'waiting' end,
      next_attempt_at = coalesce($3, next_attempt_at),
      data = case when $3 is null and (template like 'auth\_%' or data ?| array['token', 'url', 'code_hash']) then '{}' else data end,
      last_error = left($2, 500),
      lease_until = null
    where id = $1 and status = 'sending'
    returning recipient, channel
  )
  insert into public.mail_suppressions (email, reason, expires_at)
  select lower(recipient), 'bounced', now() + interval '30 days' from failed
  where $3 is null and channel = 'email' and $2 ~ 'EENVELOPE (550|551|553)$'
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced'
$$;

create function private.own_secrets_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  frozen private.account_freezes;
  request private.own_secret_requests;
  has_factor boolean;
  young_until timestamptz;
begin
  if caller_id is null then
    return '{"state": "closed"}';
  end if;
  if private.is_frozen(caller_id) then
    select * into frozen from private.account_freezes where user_id = caller_id;
    return jsonb_build_object('state', 'frozen', 'frozenAt', frozen.frozen_at, 'askedAt', frozen.asked_at,
      'opensAt', frozen.thaws_at, 'obstacle', private.thaw_obstacle(caller_id));
  end if;
  select count(*) > 0, min(greatest(created_at, updated_at)) + interval '72 hours' into has_factor, young_until
  from auth.mfa_factors where user_id = caller_id and status = 'verified';
  if has_factor and private.shown_factor_since() is null then
    return '{"state": "second_factor"}';
  elsif private.shown_factor_since() <= now() - interval '72 hours' then
    return '{"state": "open", "basis": "factor"}';
  elsif private.has_old_factor(caller_id) then
    return '{"state": "other_factor"}';
  end if;
  select * into request from private.own_secret_requests where user_id = caller_id and closes_at > now()
    and mailbox = private.proved_address(caller_id);
  if request.user_id is null then
    return jsonb_build_object('state', 'closed', 'factorOpensAt', young_until);
  end if;
  return jsonb_build_object('state', case when request.opens_at > now() then 'waiting'
      when request.session_id::text is distinct from (select auth.jwt()) ->> 'session_id' then 'other_session'
      else 'open' end,
    'basis', 'waited', 'opensAt', request.opens_at, 'closesAt', request.closes_at, 'factorOpensAt', young_until);
end $$;

create function public.my_own_secrets() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.own_secrets_state() || jsonb_build_object('exports', coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'at', created_at, 'inClear', in_clear, 'userAgent', user_agent) order by created_at desc)
    from (select * from private.own_exports where user_id = (select auth.uid())
      and (select private.has_shown_factors()) order by created_at desc limit 50) as mine), '[]'))
$$;

create function public.partnership_applications(public.found_records) returns setof public.partnership_applications
language sql stable set search_path = ''
as $$select t.* from public.partnership_applications as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function public.newsletter_subscriptions(public.found_records) returns setof public.newsletter_subscriptions
language sql stable set search_path = ''
as $$
  select t.id, t.email, null::text, t.confirm_sent_at, t.confirmed_at, null::text, t.unsubscribed_at, t.created_at, t.updated_at
  from public.newsletter_subscriptions as t where t.id = any ($1.ids) order by t.created_at desc, t.id
$$;

create function private.own_newsletter_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select subscription.id from public.newsletter_subscriptions as subscription
  join auth.users as account on lower(account.email) = subscription.email
  where account.id = (select auth.uid()) and account.email_confirmed_at is not null
  union
  select record_id from public.consents where user_id = (select auth.uid()) and record_type = 'newsletter_subscriptions'
$$;

create function public.contact_messages(public.found_records) returns setof public.contact_messages
language sql stable set search_path = ''
as $$select t.* from public.contact_messages as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function public.job_applications(public.found_records) returns setof public.job_applications
language sql stable set search_path = ''
as $$select t.* from public.job_applications as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create table strongroom.people (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete set null,
  wrapped_key bytea,
  master_key_id text not null,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  seal bytea,
  sealed_for uuid,
  constraint people_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint people_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$'),
  constraint people_erased_at_decides check ((erased_at is null) = (wrapped_key is not null)),
  constraint people_seal_length check (octet_length(seal) = 32),
  constraint people_seal_needs_key check (seal is null or wrapped_key is not null)
)
-- A key that was destroyed shall not linger among dead rows: vacuumed within the minute.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);

comment on table strongroom.people is 'A person''s key. Somebody may have several: as a guest, and as the account that claimed it later.';

comment on column strongroom.people.seal is 'HMAC-SHA-256 by the server over id and sealed_for. Null: of before seals, and refused once all were sealed.';

comment on column strongroom.people.sealed_for is 'The account that the seal names; stays when an account goes without its data, so that staff can still read what it sent.';

create index people_master_key_id_idx on strongroom.people (master_key_id) where wrapped_key is not null;

create index people_unsealed_idx on strongroom.people (id) where seal is null and wrapped_key is not null;

create index people_user_id_idx on strongroom.people (user_id, created_at);

create table strongroom.records (
  record_type text not null,
  record_id uuid not null,
  person_id uuid not null references strongroom.people (id),
  is_shown boolean not null default true,
  seal bytea,
  sender_link_hash text,
  primary key (record_type, record_id),
  constraint records_record_type_form check (record_type ~ '^[a-z_]{1,60}$'),
  constraint records_seal_length check (octet_length(seal) = 32),
  constraint records_sender_link_hash_form check (sender_link_hash ~ '^[0-9a-f]{64}$')
);

comment on table strongroom.records is 'Whose registration it is, also where nobody has an account.';

comment on column strongroom.records.is_shown is 'False: an account claimed it by its address or number alone, which may have been mistyped. Its secrets stay masked for that account.';

comment on column strongroom.records.seal is 'HMAC-SHA-256 by the server over the record, its person and account, is_shown and sender_link_hash.';

comment on column strongroom.records.sender_link_hash is 'Of the link that stood on the screen of a guest who sent it: whoever claims it with that link sees it whole. Null: nobody does.';

create index records_person_id_idx on strongroom.records (person_id);

create table strongroom.secrets (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references strongroom.people (id),
  record_type text not null,
  record_id uuid not null,
  field text not null,
  ciphertext bytea not null,
  last_four text,
  match_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint secrets_record_fkey foreign key (record_type, record_id)
    references strongroom.records (record_type, record_id) on delete cascade,
  constraint secrets_record_field_unique unique (record_type, record_id, field),
  constraint secrets_field_form check (field ~ '^[a-zA-Z]{2,40}$'),
  constraint secrets_ciphertext_encrypted check (private.looks_encrypted(ciphertext)),
  constraint secrets_last_four_form check (last_four ~ '^[0-9A-Za-z]{4}$'),
  constraint secrets_match_hash_length check (octet_length(match_hash) = 32)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);

create index secrets_match_hash_idx on strongroom.secrets (match_hash, field);

create index secrets_person_id_idx on strongroom.secrets (person_id);

create table strongroom.matches (
  record_type text not null,
  record_id uuid not null,
  kind text not null,
  match_hash bytea not null,
  primary key (record_type, record_id, kind),
  constraint matches_record_fkey foreign key (record_type, record_id)
    references strongroom.records (record_type, record_id) on delete cascade,
  constraint matches_kind_form check (kind ~ '^[a-z_]{2,40}$'),
  constraint matches_match_hash_length check (octet_length(match_hash) = 32)
);

comment on table strongroom.matches is 'Keyed hashes of what is not secret, such as names, for hints at duplicates.';

create index matches_match_hash_idx on strongroom.matches (match_hash, kind);

create table strongroom.keys (
  name text primary key,
  wrapped_key bytea not null,
  master_key_id text not null,
  constraint keys_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint keys_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$')
);

comment on table strongroom.keys is 'Keys of the house, wrapped like a person''s: the one of the keyed hashes.';

create function private.store_sealed(sealed jsonb, record_type text, record_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := sealed -> 'person';
  given_user uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person strongroom.people;
  owner_of_record strongroom.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;

  if given ? 'wrappedKey' then
    insert into strongroom.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (given ->> 'id')::uuid, given_user, private.read_encrypted(given ->> 'wrappedKey'), given ->> 'masterKeyId',
      decode(given ->> 'seal', 'base64'), given_user
    )
    returning * into person;
  else
    select * into person from strongroom.people where id = (given ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif given_user is not null and given_user is distinct from person.user_id then
      raise exception 'This key is somebody else''s' using errcode = '42501';
    end if;
  end if;
  if person.seal is null then
    raise exception 'This person is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  insert into strongroom.records (record_type, record_id, person_id, sender_link_hash, seal)
  values (store_sealed.record_type, store_sealed.record_id, person.id, sealed -> 'record' ->> 'linkHash',
    decode(sealed -> 'record' ->> 'seal', 'base64'))
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from strongroom.records join strongroom.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  select records.seal into strict sealed_record from strongroom.records
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
    insert into strongroom.secrets
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
    insert into strongroom.matches (record_type, record_id, kind, match_hash)
    values (store_sealed.record_type, store_sealed.record_id, item ->> 'kind', decode(item ->> 'hash', 'hex'))
    on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash;
  end loop;
  return person.id;
end $$;

create function private.find_person_key(user_id uuid, person_id uuid)
returns table (
  id uuid, account_id uuid, sealed_for uuid, seal bytea, wrapped_key bytea, master_key_id text, is_erased boolean
)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    people.erased_at is not null
  from strongroom.people
  where case when $2 is not null then people.id = $2 else people.user_id = $1 and people.erased_at is null end
  order by people.created_at, people.id limit 1
$$;

create function private.vault_person_ids(user_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(people.id order by people.created_at), '{}') from strongroom.people
  where people.user_id = $1
$$;

create function private.vault_person_of(record_type text, record_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select records.person_id from strongroom.records where records.record_type = $1 and records.record_id = $2
$$;

create function private.claim_vault_person(person_id uuid, user_id uuid, is_shown boolean, given jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person strongroom.people;
  touched integer;
begin
  select * into person from strongroom.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.user_id is not null then
    return true;
  elsif given is null then
    return false;
  end if;
  update strongroom.people set user_id = claim_vault_person.user_id, sealed_for = claim_vault_person.user_id,
    seal = decode(given ->> 'seal', 'base64')
  where id = person.id and seal = decode(given ->> 'before', 'base64');
  get diagnostics touched = row_count;
  update strongroom.records set is_shown = (given ->> 'isShown')::boolean, seal = decode(item ->> 'seal', 'base64')
  from jsonb_array_elements(given -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = person.id;
  if touched = 0 or (given ->> 'isShown')::boolean and not claim_vault_person.is_shown
    or jsonb_array_length(given -> 'records') <> (select count(*) from strongroom.records where records.person_id = person.id)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $$;

create function private.find_vault_matches(record_type text, record_id uuid)
returns table (other_type text, other_id uuid, kind text)
language sql stable security definer set search_path = ''
as $$
  select other.record_type, other.record_id, other.field
  from strongroom.secrets as mine join strongroom.secrets as other using (field, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
  union
  select other.record_type, other.record_id, other.kind
  from strongroom.matches as mine join strongroom.matches as other using (kind, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
$$;

create function private.list_old_keys(master_key_id text, batch integer)
returns table (owner text, wrapped_key bytea, wrapped_by text)
language sql stable security definer set search_path = ''
as $$
  (
    select people.id::text, people.wrapped_key, people.master_key_id from strongroom.people
    where people.wrapped_key is not null and people.master_key_id <> $1 limit $2
  )
  union all
  select 'house ' || keys.name, keys.wrapped_key, keys.master_key_id from strongroom.keys
  where keys.master_key_id <> $1
  union all
  (
    select 'object ' || object.version || ' ' || object.bucket_id || '/' || object.name, keys.wrapped_key, keys.master_key_id
    from strongroom.object_keys as keys join storage.objects as object on object.version = keys.version
    where keys.master_key_id <> $1 limit $2
  )
$$;

create function private.list_master_key_ids() returns setof text
language sql stable security definer set search_path = ''
as $$
  select people.master_key_id from strongroom.people where people.wrapped_key is not null
  union
  select keys.master_key_id from strongroom.keys
  union
  select keys.master_key_id from strongroom.object_keys as keys
$$;

create function private.sealed_of(person_ids uuid[]) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    records.record_type, records.record_id, records.person_id, records.is_shown, records.sender_link_hash, records.seal,
    secrets.field, secrets.ciphertext, secrets.last_four
  from strongroom.secrets join strongroom.people on people.id = secrets.person_id
  join strongroom.records on records.record_type = secrets.record_type and records.record_id = secrets.record_id
  where people.id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

create function private.read_seal_key() returns table (name text, wrapped_key bytea, master_key_id text, is_used boolean)
language sql stable security definer set search_path = ''
as $$
  select keys.name, keys.wrapped_key, keys.master_key_id, true from strongroom.keys where keys.name in ('seal', 'seal_closed')
  union all
  select null, null, null, exists (select from strongroom.secrets where get_byte(ciphertext, 0) = 2)
    or exists (select from strongroom.people where people.seal is not null)
  where not exists (select from strongroom.keys where keys.name in ('seal', 'seal_closed'))
$$;

create function private.close_seal_key(before bytea, after bytea, master_key_id text) returns void
language sql security definer set search_path = ''
as $$
  update strongroom.keys set name = 'seal_closed', wrapped_key = $2, master_key_id = $3
  where name = 'seal' and wrapped_key = $1
$$;

create function private.list_unsealed_people(after uuid, batch integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from strongroom.people
  where seal is null and wrapped_key is not null and ($1 is null or id > $1) order by id limit $2
$$;

create function private.read_unsealed_person(person_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person strongroom.people;
begin
  select * into person from strongroom.people where id = person_id and seal is null and wrapped_key is not null;
  if person.id is null then
    return null;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select distinct 'sealing', person.id, secrets.record_type, secrets.record_id
  from strongroom.secrets where secrets.person_id = person.id;
  return jsonb_build_object(
    'userId', person.user_id, 'wrappedKey', encode(person.wrapped_key, 'base64'), 'masterKeyId', person.master_key_id,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('type', record_type, 'id', record_id, 'personId', records.person_id,
        'isShown', is_shown, 'linkHash', (
          select link.token_hash from private.tracking_links as link
          where link.record_id = records.record_id and not link.is_mailed and not link.is_seen_by_staff
          order by link.created_at limit 1))), '[]')
      from strongroom.records where seal is null and (records.person_id = person.id or (record_type, record_id) in (
        select secrets.record_type, secrets.record_id from strongroom.secrets where secrets.person_id = person.id))),
    'secrets', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'recordType', record_type, 'recordId', record_id,
        'field', field, 'ciphertext', encode(ciphertext, 'base64'))), '[]')
      from strongroom.secrets where secrets.person_id = person.id));
end $$;

create function private.seal_person(person_id uuid, given jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person strongroom.people;
  touched integer;
begin
  select * into person from strongroom.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.seal is not null
    or person.user_id is distinct from (given ->> 'userId')::uuid
  then
    return false;
  end if;
  update strongroom.people set seal = decode(given ->> 'seal', 'base64'), sealed_for = person.user_id where id = person.id;
  update strongroom.records set seal = decode(item ->> 'seal', 'base64'), sender_link_hash = item ->> 'linkHash'
  from jsonb_array_elements(given -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = (item ->> 'personId')::uuid and records.is_shown = (item ->> 'isShown')::boolean
    and records.seal is null;
  update strongroom.secrets set ciphertext = private.read_encrypted(item ->> 'after')
  from jsonb_array_elements(given -> 'secrets') as item
  where secrets.id = (item ->> 'id')::uuid and secrets.person_id = person.id
    and secrets.ciphertext = decode(item ->> 'before', 'base64');
  get diagnostics touched = row_count;
  if touched <> jsonb_array_length(given -> 'secrets')
    or (select count(*) from strongroom.secrets where secrets.person_id = person.id) <> (given ->> 'count')::integer
    or exists (select from strongroom.records where records.person_id = person.id and records.seal is null)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $$;

alter table strongroom.people enable row level security;

alter table strongroom.records enable row level security;

alter table strongroom.secrets enable row level security;

alter table strongroom.matches enable row level security;

alter table strongroom.keys enable row level security;

create function private.own_vault_person_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select private.vault_person_ids((select auth.uid()))
$$;

create function private.read_revealed(reveal_id uuid) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select sealed.* from public.vault_reveals as reveals, lateral private.sealed_of(array[reveals.person_id]) as sealed
  where reveals.id = $1 and reveals.created_at > now() - interval '1 minute'
    and sealed.record_type = reveals.record_type and sealed.record_id = reveals.record_id
    and sealed.field = reveals.field
$$;

create function private.make_reference(prefix text) returns text
language sql volatile set search_path = ''
as $$
  select prefix || substr(private.make_order_code(), 3)
$$;

create function private.own_registration_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.farmers where user_id = (select auth.uid())
  union all select id from public.training_enrolments where user_id = (select auth.uid())
  union all select id from public.buyers where user_id = (select auth.uid())
  union all select id from public.investors where user_id = (select auth.uid())
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

create function private.may_change_registration(record_id uuid, owner_id uuid, context jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when owner_id is not null then owner_id is not distinct from (context ->> 'userId')::uuid
    else exists (
      select from private.tracking_links as link
      where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = $1 and link.expires_at > now()
    )
  end
$$;

create view private.registrations with (security_invoker = true) as
  select record.*,
    asked.correction as open_correction,
    case
      when record.status = 'approved' then 'Approved. Our team will contact you about what comes next.'
      when record.status = 'declined' then 'Closed. You are welcome to register again when things have changed.'
      when asked.correction is not null then 'Please correct what we marked and send it again.'
      when record.record_type = 'buyers' then 'We are reviewing it. Our team will contact you within 48 hours.'
      else 'We are reviewing it. We will contact you soon.'
    end as next_step
  from (
    select 'farmers' as record_type, id, 'farmer' as form, reference, user_id, contact_name, contact_email,
      phone as contact_phone, status, decline_reason, has_photo, is_demo, created_at, updated_at
    from public.farmers
    union all
    select 'training_enrolments', id, 'training', reference, user_id, contact_name, contact_email, phone, status,
      decline_reason, has_photo, is_demo, created_at, updated_at
    from public.training_enrolments
    union all
    select 'buyers', id, 'buyer_' || buyer_type, reference, user_id,
      coalesce(nullif(concat_ws(' ', contact_first_name, contact_last_name), ''), company_name), contact_email,
      contact_phone, status, decline_reason, has_photo, is_demo, created_at, updated_at
    from public.buyers
    union all
    select 'investors', id, 'investor_' || investor_type, reference, user_id, coalesce(contact_name, company_name),
      contact_email, contact_phone, status, decline_reason, false, is_demo, created_at, updated_at
    from public.investors
  ) as record
  -- The correction that is open: the last one asked for, while nothing later was sent and nothing is decided.
  left join lateral (
    select jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes,
      'createdAt', request.created_at) as correction
    from public.correction_requests as request
    where request.record_id = record.id and record.status = 'pending' and not exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    )
    order by request.id desc limit 1
  ) as asked on true;

create view public.my_registrations with (security_invoker = true) as
  select record_type, id, form, reference, status, decline_reason, next_step, open_correction, has_photo, created_at,
    updated_at
  from private.registrations
  where user_id = (select auth.uid());

comment on view public.my_registrations is 'What a member has registered as, how it stands and what comes next.';

create view private.registration_phones with (security_invoker = true) as
  select id, phone from public.farmers
  union all select id, phone from public.training_enrolments
  union all select training_enrolment_id, guardian_phone from public.training_enrolment_private
  union all select id, contact_phone from public.buyers
  union all select id, alternative_phone from public.buyers
  union all select id, contact_phone from public.investors
  union all select investor_id, company_phone from public.investor_private;

create function public.farmers(public.found_records) returns setof public.farmers
language sql stable set search_path = ''
as $$select t.* from public.farmers as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function public.training_enrolments(public.found_records) returns setof public.training_enrolments
language sql stable set search_path = ''
as $$select t.* from public.training_enrolments as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function public.buyers(public.found_records) returns setof public.buyers
language sql stable set search_path = ''
as $$select t.* from public.buyers as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function public.investors(public.found_records) returns setof public.investors
language sql stable set search_path = ''
as $$select t.* from public.investors as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function private.describe_registration(record_id uuid, is_new boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('recordType', record_type, 'id', id, 'form', form, 'reference', reference,
    'status', status, 'hasPhoto', has_photo, 'createdAt', created_at, 'isNew', is_new)
  from private.registrations where id = record_id
$$;

create function public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_record private.registrations;
  checked jsonb;
  columns jsonb;
  known jsonb;
  next_version integer;
begin
  perform private.check_context(context);
  perform private.lock_registration(resubmit_registration.record_type, resubmit_registration.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = resubmit_registration.record_type and record.id = resubmit_registration.record_id;
  if found_record.id is null or not (
    context ->> 'enteredBy' is not null and found_record.user_id is null
    or private.may_change_registration(found_record.id, found_record.user_id, context)
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(found_record.form, context);
  if known is not null then
    return known;
  elsif found_record.open_correction is null then
    raise exception 'There is nothing to correct' using errcode = 'PT409';
  end if;
  checked := private.check_form(found_record.form, answers, context);
  columns := private.registration_columns(found_record.form, checked);
  perform private.update_row(found_record.record_type, 'id', found_record.id, columns -> 'record' ||
    case found_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, found_record.id, columns -> 'private')
    from private.private_table(found_record.record_type);
  end if;
  select coalesce(max(version), 0) + 1 into next_version from public.registration_submissions
  where registration_submissions.record_id = found_record.id;
  perform private.keep_submission(found_record.record_type, found_record.id, next_version, found_record.form, checked,
    sealed, context);
  return private.describe_registration(found_record.id, true);
end $$;

create function private.tell_registrant(record_id uuid, template text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  told private.registrations;
  recipient text;
  token text;
begin
  select * into strict told from private.registrations where id = tell_registrant.record_id;
  recipient := coalesce(told.contact_email, (select email from public.profiles where id = told.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or told.is_demo then
    return;
  end if;
  if told.user_id is null then
    token := private.make_token();
    insert into private.tracking_links (token_hash, record_type, record_id, is_mailed)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), told.record_type, told.id, true);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', told.contact_name,
    'code', told.reference,
    'form', told.form,
    'token', token,
    'reason', told.decline_reason
  ));
  if template = 'registration_received' then
    perform private.confirm_form(template, recipient, details);
  else
    perform private.enqueue_mail(template, recipient, details);
  end if;
end $$;

create function public.find_duplicates(record_type text, record_id uuid)
returns table (other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamptz, reasons text[])
language plpgsql stable security definer set search_path = ''
as $$
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
        array(select case kind when 'name' then 'same_name' when 'dateOfBirth' then null else 'same_' || kind end
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
end $$;

create function public.request_correction(record_type text, record_id uuid, notes jsonb, message text default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  found_record private.registrations;
  cleaned jsonb;
  made bigint;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into found_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', found_record.status
      using errcode = 'PT409', hint = found_record.status;
  elsif private.is_own_record(found_record.record_type, found_record.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) not between 1 and 40 then
    raise exception 'Please mark at least one field' using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  select jsonb_agg(jsonb_build_object('field', note ->> 'field', 'note', private.clean_text(note ->> 'note')))
    into cleaned from jsonb_array_elements(notes) as note;
  if exists (
    select from jsonb_array_elements(cleaned) as note
    where coalesce(char_length(note ->> 'note'), 0) not between 1 and 500
      or not exists (
        select from private.field_rules where form = found_record.form and field = note ->> 'field'
        union all
        select from private.secret_fields where form = found_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and found_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    found_record.record_type, found_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = found_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into made;
  insert into private.correction_authors (correction_request_id, requested_by) values (made, person_id);
  perform private.tell_registrant(found_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return made;
end $$;

create view public.correction_states with (security_invoker = true) as
  select request.id, request.record_type, request.record_id, request.submission_version, request.notes, request.message,
    request.created_at,
    case when exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    ) then 'completed' else 'pending' end as status,
    record.reference, record.contact_name, record.contact_email, record.contact_phone
  from public.correction_requests as request
  left join private.registrations as record
    on record.record_type = request.record_type and record.id = request.record_id;

comment on view public.correction_states is 'status: pending while no later version was sent, completed since. Whoever may read requests and submissions reads it.';

create function public.attach_photo(record_type text, record_id uuid, sealed jsonb, context jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  found_record private.registrations;
begin
  perform private.lock_registration(attach_photo.record_type, attach_photo.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = attach_photo.record_type and record.id = attach_photo.record_id;
  if found_record.id is null or found_record.record_type = 'investors'
    or not private.may_change_registration(found_record.id, found_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  -- Whoever decided on it saw that photo.
  if found_record.has_photo and found_record.status <> 'pending' then
    return false;
  end if;
  if not private.use_photo_upload(context ->> 'photoReceiptHash', found_record.record_type, (context ->> 'userId')::uuid) then
    return false;
  end if;
  perform private.store_sealed(sealed, found_record.record_type, found_record.id);
  execute format('update public.%I set has_photo = true where id = $1', found_record.record_type) using found_record.id;
  return true;
end $$;

create function private.find_photo_upload(receipt_hash text)
returns table (path text, user_id uuid, is_attached boolean)
language sql stable security definer set search_path = ''
as $$
  select upload.path, upload.user_id, upload.attached_at is not null
  from private.photo_uploads as upload
  where upload.receipt_hash = $1
    and (upload.attached_at is not null or upload.created_at > private.kept_since('unattached_photos'))
$$;

create function private.list_old_photos(after text, most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select upload.path from private.photo_uploads as upload
  where upload.path > $1 and upload.created_at < private.kept_since('unattached_photos') - interval '1 hour'
  order by upload.path limit $2
$$;

create function private.find_orphan_photos(paths text[], hashes text[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select given.path from unnest($1, $2) as given (path, hash)
  where not exists (
    select from strongroom.secrets
    where secrets.field = 'selfie' and secrets.match_hash = decode(given.hash, 'hex')
  )
$$;

create function public.track_registration(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$$;

create function public.reissue_tracking_link(record_type text, record_id uuid, reason text, token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  found_record private.registrations;
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
  perform private.lock_registration(reissue_tracking_link.record_type, reissue_tracking_link.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = reissue_tracking_link.record_type and record.id = reissue_tracking_link.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif found_record.contact_email is null and coalesce(found_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- Mail about what is made up goes to nobody.
  can_mail := found_record.contact_email is not null and not found_record.is_demo;
  delete from private.tracking_links as link where link.record_id = found_record.id;
  if can_mail then
    perform private.tell_registrant(found_record.id, 'registration_link');
  else
    insert into private.tracking_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_tracking_link.token_hash, found_record.record_type, found_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (found_record.record_type, found_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', found_record.reference, 'isMailed', can_mail);
end $$;

create function public.find_tracked_status(reference text, phone text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step)
  from private.registrations as record
  where record.reference = find_tracked_status.reference and record.contact_phone = find_tracked_status.phone
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      when orders.payment_status in ('unpaid', 'underpaid') and orders.kind = 'marketplace'
        then 'We are waiting for your transfer. Your link shows where to pay.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone)
  limit 1
$$;

comment on function public.find_tracked_status(text, text) is 'Status, date and next step for a reference and its phone number; null when the two do not belong together.';

create function private.claim_record(claimed private.registrations, account_id uuid, hashes text[], seals jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
  delete from private.tracking_links where record_id = claimed.id;
  perform private.tell_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $$;

create function private.tell_of_claim(claimed private.registrations, account_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if claimed.contact_email <> '' then
    perform private.enqueue_alarm_mail('registration_claimed', account_id, claimed.contact_email,
      jsonb_build_object('at', now(), 'reference', claimed.reference));
  end if;
  if claimed.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_claimed', claimed.contact_phone, jsonb_build_object('reference', claimed.reference));
  end if;
end $$;

create function private.list_claims(user_id uuid, hashes text[]) returns table (
  person_id uuid, sealed_for uuid, seal bytea, is_shown boolean, records jsonb
)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.sealed_for, people.seal, private.proves_sender(record.id, $2), (
    select jsonb_agg(jsonb_build_object('type', own.record_type, 'id', own.record_id, 'isShown', own.is_shown,
      'linkHash', own.sender_link_hash, 'seal', encode(own.seal, 'base64')))
    from strongroom.records as own where own.person_id = people.id)
  from private.registrations as record
  join strongroom.records as kept on kept.record_type = record.record_type and kept.record_id = record.id
  join strongroom.people on people.id = kept.person_id
  where record.user_id is null and not record.is_demo and people.user_id is null and people.wrapped_key is not null
    and (lower(record.contact_email) = (select private.proved_address($1))
      or record.contact_phone = (select private.proved_number($1)))
$$;

create function private.claim_registrations(user_id uuid, hashes text[], seals jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := user_id;
  proved_email text := private.proved_address(user_id);
  proved_phone text := private.proved_number(user_id);
  found_record private.registrations;
  claimed jsonb := '[]';
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  update public.partnership_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  update public.job_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  for found_record in
    select * from private.registrations as record
    where record.user_id is null and not is_demo and (lower(contact_email) = proved_email or contact_phone = proved_phone)
    order by created_at
  loop
    if private.claim_record(found_record, account_id, hashes, seals) then
      claimed := claimed || jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
        'reference', found_record.reference);
    end if;
  end loop;
  return claimed;
end $$;

create function private.claim_tracked_registration(user_id uuid, token_hash text, seals jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := user_id;
  found_record private.registrations;
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.tracking_links as link where link.token_hash = claim_tracked_registration.token_hash;
  select record.* into found_record
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = claim_tracked_registration.token_hash and link.expires_at > now() and record.user_id is null
    and not record.is_demo;
  if found_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif not private.has_proved_contact(account_id, found_record.contact_email, found_record.contact_phone) then
    raise exception 'It takes more than the link: confirm the % of this registration in your account, and it comes into it.',
      case when private.sends_sms() then 'email address or phone number' else 'email address' end
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(found_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(found_record, account_id, array[claim_tracked_registration.token_hash], seals) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $$;

create view public.my_consents with (security_invoker = true) as
  select distinct on (purpose, record_id) id, purpose, record_type, record_id, text_version, is_given, channel, created_at
  from public.consents
  where user_id = (select auth.uid()) or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  order by purpose, record_id, id desc;

comment on view public.my_consents is 'The latest entry for each purpose and record.';

create view public.my_vault_reveals with (security_invoker = true) as
  select id, record_type, record_id, field, reason, actor_name, actor_role, created_at
  from public.vault_reveals
  where person_id = any ((select private.own_vault_person_ids())::uuid[]);

create function public.products(public.found_records) returns setof public.products
language sql stable set search_path = ''
as $$select t.* from public.products as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function public.orders(public.found_records) returns setof public.orders
language sql stable set search_path = ''
as $$select t.* from public.orders as t where t.id = any ($1.ids) order by t.created_at desc, t.id$$;

create function private.tell_buyer(order_id uuid, template text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict found_order from public.orders where id = order_id;
  if found_order.is_demo then
    return;
  end if;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox and (
    template in ('order_received', 'order_placed', 'order_payment_claimed', 'order_unpaid', 'order_expired')
    or found_order.decline_reason = 'withdrawn_by_buyer'
  ) then
    if template in ('order_received', 'order_placed') then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || recipient, 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where mail_outbox.recipient = coalesce(request.email, contact.email) and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  if found_order.kind = 'marketplace' and found_order.user_id is null then
    token := private.make_token();
    insert into private.order_links (token_hash, order_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), found_order.id);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', found_order.id,
    'code', found_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', found_order.crop_type,
    'quantity', found_order.quantity_text,
    'unit', found_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = found_order.id order by event.id desc limit 1)
      else found_order.decline_reason end,
    'total_kobo', found_order.total_amount_kobo,
    'currency', case when found_order.total_amount_kobo is not null then found_order.currency end,
    'expires_at', found_order.expires_at,
    'payment_status', case when found_order.kind = 'marketplace' then found_order.payment_status end,
    'refund_due_kobo', nullif(found_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(found_order.fulfilment_status, 'none'),
    'due', private.describe_due(found_order),
    'payment', case when template in ('order_placed', 'order_unpaid', 'order_payment_short', 'order_payment_not_found',
        'order_approved', 'order_dispatched', 'order_delivered', 'order_dispute_answered', 'order_payment_refunded')
      then private.payment_block(found_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = found_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case
    when template ~ '^order_(payment|dispute|quoted|dispatched|delivered)' then null
    -- A conversation rings once an hour.
    when template = 'order_message' then template || ':' || found_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    -- Of an order that was reopened each is told anew.
    else concat_ws(':', template, found_order.id, extract(epoch from found_order.reopened_at))
  end);
end $$;

create function private.text_buyer_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.order_contacts;
begin
  select * into contact from public.order_contacts where order_id = new.id;
  if contact.phone is not null and contact.email is null and new.user_id is null then
    perform private.enqueue_sms('decision', contact.phone,
      jsonb_build_object('code', new.code, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
  return null;
end $$;

create function private.claim_hold(own public.orders, is_first boolean) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case
    when (own).user_id is null and not exists (
      select from public.payment_claims as claim where claim.order_id = (own).id and claim.proof_path is not null
    ) then least(hold.ends_at, (own).expires_at)
    when is_first then hold.ends_at
    else greatest(hold.ends_at, (own).expires_at)
  end
  from (select (own).claimed_at + make_interval(hours => private.market_limit('claim_hold_hours')) as ends_at) as hold
$$;

create function private.part_paid_hold(order_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(created_at) + make_interval(hours => private.market_limit('part_paid_hold_hours'))
  from public.payments where payments.order_id = $1 and kind = 'receipt'
$$;

create function public.track_market_order(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_market_order(orders, false) || jsonb_build_object(
    'declineReason', orders.decline_reason,
    'deliveryAddress', orders.delivery_address,
    'remarks', orders.special_requirements,
    'deliveredAt', orders.delivered_at,
    'refundDueKobo', orders.refund_due_kobo,
    'isOnCredit', orders.credit_terms_reason is not null,
    'contact', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'name', product_name,
        'farmer', farmer_name, 'packAmount', pack_amount, 'packUnit', pack_unit, 'priceKobo', price_kobo,
        'quantity', quantity, 'totalKobo', total_kobo, 'hasReservedStock', has_reserved_stock) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from', from_value, 'to', to_value,
        'at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note, 'hasProof', proof_path is not null,
        'at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amountKobo', amount_kobo,
        'valueDate', value_date) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'messages', (select coalesce(jsonb_agg(jsonb_build_object('isFromStaff', is_from_staff, 'body', body,
        'at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'resolution', resolution,
        'note', resolution_note, 'refundKobo', refund_kobo, 'at', dispute.created_at) order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'ratings', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$$;

create index payments_reference_idx on public.payments (kind, private.reference_key(bank_reference));

create function private.credited_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select (coalesce(sum(amount_kobo) filter (where kind = 'receipt'), 0) - greatest(0,
    coalesce(sum(amount_kobo) filter (where kind = 'refund'), 0) - (
      select coalesce(sum(refund_kobo), 0) from public.order_disputes as dispute where dispute.order_id = $1)))::bigint
  from public.payments where payments.order_id = $1
$$;

create function private.due_now_kobo(own public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when (own).credit_terms_reason is not null then 0 else greatest(0, coalesce(
      (select sum(case when private.is_part_due(due, (own).fulfilment_status) then amount_kobo else 0 end)
        from public.order_instalments where order_id = (own).id),
      (own).total_amount_kobo) - private.credited_kobo((own).id))
    end::bigint
$$;

create function private.is_own_order(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((candidate).user_id = (select auth.uid()), false)
    or exists (select from public.order_contacts as contact
      where contact.order_id = (candidate).id and private.is_own_contact(contact.email, contact.phone))
    or exists (select from public.order_requests as asked
      where asked.order_id = (candidate).id and private.is_own_contact(asked.email, asked.phone))
$$;

create function private.settlement_holders() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(user_id), '{}') from public.user_roles join public.role_permissions using (role)
  where permission = 'settings.settlement'
$$;

create function private.settlement_alarm_email() returns text
language sql stable security definer set search_path = ''
as $$
  select value from private.house_settings
  where name = 'settlement_alarm_email' and value <> '' and not exists (
    select from public.user_roles join auth.users as account on account.id = user_id where lower(account.email) = lower(value))
$$;

create function private.tell_of_unreached_outside(whom text, address text) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('staff_outside_unreached', person.email, jsonb_build_object('whom', $1),
    concat_ws(':', 'staff_outside_unreached', $1, person.id, (now() at time zone 'Africa/Lagos')::date))
  from public.user_roles as staff join public.profiles as person on person.id = staff.user_id
  where staff.role = 'admin' and person.email is not null and lower(person.email) <> lower($2)
$$;

create function private.describe_due(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', case
      when left_kobo = now_kobo then null
      when (own).credit_terms_reason is not null then 'on_credit'
      else (select due from public.order_instalments
        where order_id = (own).id and not private.is_part_due(due, (own).fulfilment_status) order by position limit 1)
    end)
  from (select private.due_now_kobo(own) as now_kobo,
    (own).total_amount_kobo - private.credited_kobo((own).id) as left_kobo) as account
  where (own).status <> 'declined' and (own).payment_status in ('unpaid', 'underpaid') and left_kobo > 0
$$;

create function private.overdue_condition(list text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.promised_condition(list)
    || format(' and t.created_at < now() - interval ''%s hours'' and ', min(hours))
    || private.due_moment(list) || ' < now()', 'false')
  from private.due_clocks where record_type = list
$$;

create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10, assignee text default null
) returns public.found_records
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues := private.open_list(list);
  condition text := private.list_condition(opened, only_status, only_overdue, assignee);
  assignee_id uuid := private.read_assignee(assignee);
  words text := nullif(btrim(search), '');
  answer public.found_records;
  -- Where and how many: a page far behind the end is an empty one.
  most integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * most;
begin
  if words is null then
    answer.count := private.count_records(opened.source, condition, only_status, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from public.%I as t where %s
        order by t.created_at desc, t.id limit $4 offset $5)', opened.source, condition)
      into answer.ids using null, only_status, assignee_id, most, skipped;
  else
    execute format('with hits as materialized (%s) select (select count(*) from hits),
        array(select id from hits order by created_at desc, id limit $4 offset $5)', private.list_hits(opened, condition))
      into answer.count, answer.ids using private.search_patterns(words), only_status, assignee_id, most, skipped;
  end if;
  return answer;
end $$;

create function private.list_condition(opened private.desk_queues, only_status text, only_overdue boolean, assignee text)
returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' and ', opened.narrowed,
    case when only_status is null then opened.unchosen else opened.state || ' = $2' end,
    case when only_overdue then private.overdue_condition(opened.source) end,
    case when assignee is not null then format('%s exists (select from public.record_work as work
      where work.record_id = t.id and work.record_type = %L and work.assignee_id %s)',
      case when assignee = 'nobody' then 'not' else '' end, opened.source,
      case when assignee = 'nobody' then 'is not null' else '= $3' end) end)
$$;

create function private.record_audit(action text, subject_type text, subject_id text, before jsonb default null, after jsonb default null)
returns bigint
language sql security definer set search_path = ''
as $$
  select private.record_audit_of((select auth.uid()), private.client_address(), $1, $2, $3, $4, $5)
$$;

create function private.forget_audit_trail() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint := 0;
  batch private.audit_seals;
begin
  -- A period that changes meanwhile waits, so that the one that counted is known afterwards.
  perform from public.retention_periods where subject = 'audit_trail' for share;
  for batch in
    select * from private.audit_seals where forgotten_at is null order by id limit 1000
  loop
    exit when batch.newest_at >= private.kept_since('audit_trail');
    update private.audit_seals set forgotten_at = now() where id = batch.id;
    delete from public.audit_trail where id = any (batch.entry_ids);
    gone := gone + cardinality(batch.entry_ids);
  end loop;
  return gone;
end $$;

create function private.read_audit_batches(after_number bigint, most integer)
returns table (number bigint, previous_hash text, hash text, unkeyed_text text, entries_hash text, entry_ids text, wanted integer,
  texts text[], newest_at timestamptz, newest_epoch text, sealed_at timestamptz, forgotten_at timestamptz, due_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select seal.number, seal.previous_hash, seal.hash, case when seal.hash ~ '^2:' then private.seal_text(seal) end,
    seal.entries_hash, array_to_string(seal.entry_ids, ','), cardinality(seal.entry_ids),
    array(select private.audit_text(entry) from public.audit_trail as entry
      where entry.id = any (seal.entry_ids) order by entry.id),
    seal.newest_at, extract(epoch from seal.newest_at)::text, seal.sealed_at, seal.forgotten_at,
    seal.newest_at + (select keep from private.retention_in_force
      where subject = 'audit_trail' and since <= seal.forgotten_at order by since desc limit 1)
  from private.audit_seals as seal where seal.number > after_number order by seal.number limit most
$$;

create function private.find_first_admin_mailbox() returns text
language sql stable security definer set search_path = ''
as $$
  select person.email from public.user_roles as role join public.profiles as person on person.id = role.user_id
  where role.role = 'admin' and person.email is not null order by person.created_at, person.id limit 1
$$;

create function private.note_silent_witness(witness text, at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  select private.tell_of_unreached_outside('witness', '')
  where exists (
    select from private.audit_seals as seal
    where seal.number > (select coalesce(max(head.number), 0) from private.audit_heads as head where head.witness = $1)
      and coalesce(seal.sealed_at, seal.created_at) <= $2 - interval '3 hours'
  )
$$;

create function public.my_desk() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'role', mine.role,
    'permissions', case when private.is_signed_in_as_staff()
      then (select coalesce(jsonb_agg(permission order by permission), '[]') from public.role_permissions where role = mine.role)
      else '[]' end,
    'isStrong', coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2',
    'hasSecondFactor', exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'),
    'mustAddSecondFactor', mine.role is not null and not private.is_let_in((select auth.uid())),
    'mustShowSecondFactor', mine.role is not null and private.is_let_in((select auth.uid()))
      and coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
      and exists (select from private.house_settings where name = 'staff_second_factor' and value = 'demanded')
  )
  from (select (select role from public.user_roles where user_id = (select auth.uid())) as role) as mine
$$;

create function private.has_admin_besides(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles as staff join auth.users as account on account.id = staff.user_id
    where staff.role = 'admin' and staff.user_id is distinct from $1
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
  )
$$;

create function private.mail_admins_of_breach(breach public.breaches, hours integer) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail(case when hours = 0 then 'breach_opened' else 'breach_reminder' end, person.email,
    jsonb_build_object('id', (breach).id, 'aware_at', (breach).aware_at,
      'due_at', (breach).aware_at + interval '72 hours', 'hours', hours))
  from public.user_roles as role join public.profiles as person on person.id = role.user_id
  where role.role = 'admin' and person.email is not null
$$;

create function private.has_permission(permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = (select auth.uid()) and role_permissions.permission = $1
  ) and private.is_signed_in_as_staff()
$$;

create function private.has_strong_permission(permission text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.has_permission($1)
$$;

create function private.desk_types_with(verb text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}') from unnest(private.desk_types()) as record_type
  where private.has_permission(private.desk_permission(record_type, desk_types_with.verb))
$$;

create function private.read_own_sealed(export_id uuid) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select sealed.* from private.own_exports as made,
    lateral private.sealed_of(private.vault_person_ids(made.user_id)) as sealed
  where made.id = $1 and made.in_clear and made.created_at > now() - interval '1 minute'
    and not private.is_frozen(made.user_id)
$$;

create function private.read_masked(person_ids uuid[])
returns table (record_type text, record_id uuid, field text, last_four text)
language sql stable security definer set search_path = ''
as $$
  select secrets.record_type, secrets.record_id, secrets.field, secrets.last_four
  from strongroom.secrets where secrets.person_id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

create function private.find_deletion_obstacle(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select 'You are the only admin. Make somebody else an admin first.'
  where exists (select from public.user_roles r where r.user_id = $1 and r.role = 'admin')
    and not private.has_admin_besides($1)
$$;

create function private.newsletter_exit(subscription_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select '/newsletter/unsubscribe?token=' || unsubscribe_token from public.newsletter_subscriptions
  where id = subscription_id and confirmed_at is not null and unsubscribed_at is null
    and (select private.has_permission('newsletter_subscriptions.read'))
    and (select private.has_strong_permission('exports.unmasked'))
$$;

create function public.masked_secrets(record_type text, record_id uuid)
returns table (field text, last_four text, updated_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select secrets.field, secrets.last_four, secrets.updated_at from strongroom.secrets
  where secrets.record_type = $1 and secrets.record_id = $2
    and (
      secrets.person_id = any (private.own_vault_person_ids())
      or private.has_permission($1 || '.read')
    )
  order by secrets.field
$$;

create function private.mail_other_admins(person_id uuid, template text, data jsonb) returns integer
language sql security definer set search_path = ''
as $$
  select count(private.enqueue_mail($2, recipient, $3))::integer
  from (
    select person.email as recipient from public.user_roles as staff join public.profiles as person on person.id = staff.user_id
    where staff.role = 'admin' and staff.user_id <> $1 and person.email is not null
    union
    select private.settlement_alarm_email() where private.settlement_alarm_email() is not null
  ) as others
$$;

create function private.registrations_with(permission text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}')
  from unnest(array['farmers', 'training_enrolments', 'buyers', 'investors']) as record_type
  where private.has_permission(record_type || '.' || registrations_with.permission)
$$;

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

create view public.people_to_phone with (security_invoker = true) as
  select record.record_type, record.id, record.form, record.reference, record.contact_name, record.contact_phone,
    record.status, record.decline_reason, record.open_correction, record.is_demo, latest.topic, latest.since,
    last_call.outcome as last_outcome, last_call.created_at as last_called_at
  from private.registrations as record
  cross join lateral (
    select topic, happened_at as since
    from (
      select 'received' as topic, record.created_at as happened_at
      union all
      select event.to_status, event.created_at from public.decision_events as event
      where event.record_type = record.record_type and event.record_id = record.id
      union all
      select 'correction', asked.created_at from public.correction_requests as asked
      where asked.record_id = record.id and record.open_correction is not null
    ) as happened
    order by happened_at desc limit 1
  ) as latest
  left join lateral (
    select phone_call.outcome, phone_call.created_at from public.phone_calls as phone_call
    where phone_call.record_id = record.id order by phone_call.id desc limit 1
  ) as last_call on true
  where record.contact_email is null and record.user_id is null and record.contact_phone ~ '[1-9]'
    and record.record_type = any ((select private.registrations_with('read'))::text[])
    and not coalesce(last_call.created_at >= latest.since
      and last_call.outcome in ('reached', 'chat_sent', 'wrong_number', 'refused'), false);

comment on view public.people_to_phone is 'topic says what to tell them: received, correction, approved or declined.';

create view public.withdrawn_consents with (security_invoker = true) as
  select record.record_type, record.id, record.form, record.reference, record.contact_name, record.status,
    record.is_demo, latest.purpose, latest.text_version, latest.created_at as withdrawn_at
  from (
    select distinct on (record_id, purpose) record_type, record_id, purpose, text_version, is_given, created_at
    from public.consents
    where record_type = any ((select private.registrations_with('decide'))::text[])
    order by record_id, purpose, id desc
  ) as latest
  join private.registrations as record on record.record_type = latest.record_type and record.id = latest.record_id
  where not latest.is_given;

create function private.is_paid_enough(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (candidate).payment_status in ('confirmed', 'overpaid') or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status in ('unpaid', 'claimed', 'underpaid') and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.credited_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ))
$$;

create table public.settlement_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  bank_name text,
  account_name text,
  account_number text,
  wallet_address text,
  proposed_by uuid,
  proposed_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  effective_at timestamptz,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  is_demo boolean not null default false,
  holders uuid[] not null default private.settlement_holders(),
  confirmed_outside boolean not null default false,
  in_force_mailed_at timestamptz,
  constraint settlement_accounts_kind_known check (kind in ('bank_account', 'crypto_wallet')),
  constraint settlement_accounts_details_belong check (case kind
    when 'bank_account' then bank_name is not null and account_name is not null and account_number is not null
      and wallet_address is null
    else wallet_address is not null and bank_name is null and account_name is null and account_number is null
  end),
  constraint settlement_accounts_bank_name_length check (char_length(bank_name) between 2 and 100),
  constraint settlement_accounts_account_name_length check (char_length(account_name) between 2 and 100),
  constraint settlement_accounts_account_number_digits check (account_number ~ '^[0-9]{10}$'),
  constraint settlement_accounts_wallet_address_form check (wallet_address ~ '^[^[:space:]]{20,100}$'),
  constraint settlement_accounts_proposer_known check (is_demo or proposed_by is not null),
  constraint settlement_accounts_approval_decides check ((approved_at is null) = (effective_at is null)),
  constraint settlement_accounts_two_people check (approved_by <> proposed_by),
  constraint settlement_accounts_effective_later check (
    effective_at >= approved_at and (is_demo or effective_at >= proposed_at + interval '24 hours')),
  constraint settlement_accounts_withdrawn_before check (withdrawn_at is null or effective_at is null
    or withdrawn_at < effective_at),
  constraint settlement_accounts_approval_whole     check (is_demo or confirmed_outside or (approved_by is null) = (approved_at is null)),
  constraint settlement_accounts_outside_alone check (not confirmed_outside or approved_by is null)
);

comment on table public.settlement_accounts is 'Proposals and what became of them; the one in force is private.current_settlement_account.';

comment on column public.settlement_accounts.holders is 'Who held settings.settlement when this was proposed: one of them approves it.';

comment on column public.settlement_accounts.confirmed_outside is 'Nobody else here could approve it: the address outside confirmed by a mailed code.';

create index settlement_accounts_effective_at_idx on public.settlement_accounts (kind, effective_at desc);

create unique index settlement_accounts_one_proposal on public.settlement_accounts (kind)
  where approved_at is null and withdrawn_at is null;

create function public.approve_settlement_account(proposal_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  proposal public.settlement_accounts;
begin
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  if proposal.id is null or proposal.approved_at is not null or proposal.withdrawn_at is not null then
    raise exception 'There is no such proposal to approve' using errcode = 'P0002';
  elsif proposal.proposed_by = person_id then
    raise exception 'Somebody else must approve your proposal' using errcode = '42501';
  elsif person_id <> all (proposal.holders) then
    raise exception 'Somebody who held this right before the proposal was made must approve it. You got it later.'
      using errcode = '42501', hint = 'later_right';
  elsif person_id = any (private.related_staff(proposal.proposed_by)) then
    raise exception 'You and whoever proposed this were brought in by one another, or by the same person. Somebody else must approve it.'
      using errcode = '42501', hint = 'own_making';
  elsif not private.is_at_work(person_id) then
    raise exception 'Whoever approves this has worked at the desk with a second step on three different days of the last 30. You have not yet.'
      using errcode = '42501', hint = 'not_at_work';
  end if;
  update public.settlement_accounts set
    approved_by = person_id,
    approved_at = now(),
    effective_at = now() + interval '24 hours'
  where id = proposal_id
  returning effective_at into proposal.effective_at;
  return proposal.effective_at;
end $$;

create function private.current_settlement_account(kind text) returns setof public.settlement_accounts
language sql stable security definer set search_path = ''
as $$
  select * from public.settlement_accounts
  where settlement_accounts.kind = $1 and effective_at <= now() and withdrawn_at is null
  order by effective_at desc, proposed_at desc limit 1
$$;

create function private.next_settlement_change() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(effective_at) from public.settlement_accounts where effective_at > now() and withdrawn_at is null
$$;

create function public.current_crypto_wallet() returns table (wallet_address text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select account.wallet_address, account.effective_at
  from private.current_settlement_account('crypto_wallet') as account
  where exists (select from public.company_facts where key = 'crypto_licence_reference' and value is not null)
$$;

create function private.is_first_settlement(candidate public.settlement_accounts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from public.settlement_accounts as used
    where used.kind = (candidate).kind and used.id <> (candidate).id and not used.is_demo
      and used.approved_at is not null and used.withdrawn_at is null
  )
$$;

create function private.settlement_seconds(proposal public.settlement_accounts) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(holder), '{}')
  from unnest((proposal).holders) as holder
  where holder <> all (private.related_staff((proposal).proposed_by))
    and private.person_has_permission(holder, 'settings.settlement')
    and private.is_at_work(holder)
    and exists (select from auth.users as account where account.id = holder
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now()))
$$;

create function private.mail_settlement_code(proposal public.settlement_accounts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- 40 random bits: five tries at it within a day.
  code text := upper(left(private.make_token(), 10));
begin
  insert into private.settlement_codes (proposal_id, code_hash)
  values ((proposal).id, encode(sha256(convert_to((proposal).id || code, 'UTF8')), 'hex'))
  on conflict on constraint settlement_codes_pkey
    do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0;
  perform private.enqueue_mail('staff_settlement_code', private.settlement_alarm_email(),
    private.describe_settlement(proposal) || jsonb_build_object('code', left(code, 5) || '-' || right(code, 5),
      'is_first', private.is_first_settlement(proposal)));
end $$;

create function private.describe_settlement(account public.settlement_accounts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', (account).kind,
    'name', (select coalesce(full_name, email) from public.profiles
      where id = coalesce((account).approved_by, (account).proposed_by)),
    'bank_name', (account).bank_name,
    'ending', right(coalesce((account).account_number, (account).wallet_address), 4),
    'effective_at', (account).effective_at,
    'is_outside', case when (account).confirmed_outside then true end))
$$;

create function private.mail_about_settlement(account public.settlement_accounts, step text) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('staff_settlement_' || $2, recipient, private.describe_settlement($1))
  from (
    select person.email as recipient from public.profiles as person
    where person.email is not null and (person.id = any (private.settlement_holders() || ($1).holders)
      or person.id in (select user_id from public.user_roles where role = 'admin'))
    union
    select private.settlement_alarm_email() where private.settlement_alarm_email() is not null
  ) as everybody
$$;

create function private.settlement_for_code(proposal_id uuid) returns public.settlement_accounts
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts;
begin
  perform private.require_settlement_right();
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  if proposal.id is null or proposal.approved_at is not null or proposal.withdrawn_at is not null then
    raise exception 'There is no such proposal to confirm' using errcode = 'P0002';
  elsif cardinality(private.settlement_seconds(proposal)) > 0 then
    raise exception 'Somebody here can approve this: the code is for a company that has nobody else.'
      using errcode = '42501', hint = 'second_person';
  elsif private.settlement_alarm_email() is null then
    raise exception 'Nobody here can approve this yet, and no address outside is set. Whoever runs the server sets SETTLEMENT_ALARM_EMAIL, to a mailbox of nobody who works at this desk.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return proposal;
end $$;

create function public.send_settlement_code(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
begin
  if exists (select from private.settlement_codes as sent
    where sent.proposal_id = proposal.id and sent.sent_at > now() - interval '10 minutes')
  then
    raise exception 'A code was mailed less than 10 minutes ago. Please wait for it.' using errcode = 'PT429';
  end if;
  perform private.mail_settlement_code(proposal);
end $$;

create function public.confirm_settlement_code(proposal_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
  given text := regexp_replace(upper(coalesce(code, '')), '[^0-9A-F]', '', 'g');
  sent private.settlement_codes;
begin
  select * into sent from private.settlement_codes as one where one.proposal_id = proposal.id for update;
  if sent.proposal_id is null or sent.sent_at <= now() - interval '24 hours' or sent.tries >= 5 then
    return jsonb_build_object('ok', false, 'code', 'code_expired', 'triesLeft', 0);
  elsif sent.code_hash <> encode(sha256(convert_to(proposal.id || given, 'UTF8')), 'hex') then
    update private.settlement_codes as one set tries = tries + 1 where one.proposal_id = proposal.id;
    return jsonb_build_object('ok', false, 'code', 'wrong_code', 'triesLeft', 4 - sent.tries);
  end if;
  delete from private.settlement_codes as one where one.proposal_id = proposal.id;
  update public.settlement_accounts set
    confirmed_outside = true,
    approved_at = now(),
    effective_at = now() + case when private.is_first_settlement(proposal) then interval '24 hours' else interval '7 days' end
  where id = proposal.id
  returning * into proposal;
  return jsonb_build_object('ok', true, 'effectiveAt', proposal.effective_at);
end $$;

create function private.tell_settlements_in_force() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account public.settlement_accounts;
  mailed integer := 0;
begin
  for account in
    select * from public.settlement_accounts
    where effective_at <= now() and withdrawn_at is null and not is_demo and in_force_mailed_at is null
    for update skip locked
  loop
    update public.settlement_accounts set in_force_mailed_at = now() where id = account.id;
    perform private.mail_about_settlement(account, 'in_force');
    mailed := mailed + 1;
  end loop;
  return mailed;
end $$;

alter table public.settlement_accounts enable row level security;

create function private.describe_account() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bankName', bank_name, 'accountName', account_name, 'accountNumber', account_number,
    'changedAt', private.utc_text(effective_at), 'isDemo', is_demo)
  from private.current_settlement_account('bank_account')
$$;

create function private.is_lapsed(document public.order_documents) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account()
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now())
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            and private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
            and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
      end))
$$;

create function public.verify_document(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', document.kind, 'number', document.number, 'issuedAt', document.content -> 'issuedAt',
    'orderCode', document.content -> 'order' -> 'code', 'currency', document.content -> 'order' -> 'currency',
    'amountKobo', coalesce(document.content -> 'payment' -> 'amountKobo', document.content -> 'totalKobo'),
    'isDemo', coalesce((document.content -> 'order' ->> 'isDemo')::boolean, false),
    'isLapsed', private.is_lapsed(document),
    'isReplaced', document.kind = 'pro_forma' and exists (
      select from public.order_documents as later
      where later.order_id = document.order_id and later.kind = 'pro_forma' and later.issued_at > document.issued_at))
  from public.order_documents as document where document.verification_code = $1
$$;

create function private.own_mail_subjects() returns text[]
language sql stable set search_path = ''
as $$
  select case when private.has_permission('mails.read') then private.desk_types_with('read')
    || case when private.has_permission('newsletter_subscriptions.read') then array['newsletter_subscriptions'] else '{}' end
    || case when private.has_permission('roles.manage') then array['accounts'] else '{}' end
  else '{}' end
$$;

create function private.has_demo_rows() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.orders where is_demo)
    or exists (select from public.products where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.training_enrolments where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$$;

create function private.payment_block(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'changed_at', account.effective_at,
    'due_kobo', private.due_now_kobo(own),
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as asked where asked.order_id = (own).id)))
  from private.current_settlement_account('bank_account') as account
  where (own).status in ('pending', 'approved') and (own).payment_status in ('unpaid', 'underpaid')
    and private.due_now_kobo(own) > 0
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$$;

create function public.payment_details(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sum(item.quantity * coalesce(product.price_kobo, item.price_kobo))
      from public.order_items as item left join public.products as product on product.id = item.product_id
      where item.order_id = own.id
    ));
  end if;
  select * into account from private.current_settlement_account('bank_account');
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set');
  end if;
  return jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as asked where asked.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' then own.expires_at end);
end $$;

insert into public.role_permissions (role, permission)
values
  ('admin', 'orders.read'),
  ('admin', 'orders.decide'),
  ('admin', 'farmers.read'),
  ('admin', 'farmers.decide'),
  ('admin', 'buyers.read'),
  ('admin', 'buyers.decide'),
  ('admin', 'investors.read'),
  ('admin', 'investors.decide'),
  ('admin', 'profiles.read'),
  ('admin', 'roles.read'),
  ('reviewer', 'farmers.read'),
  ('reviewer', 'farmers.decide'),
  ('reviewer', 'buyers.read'),
  ('reviewer', 'buyers.decide'),
  ('reviewer', 'investors.read'),
  ('reviewer', 'investors.decide'),
  ('finance', 'orders.read'),
  ('admin', 'content.write'),
  ('admin', 'settings.read'),
  ('admin', 'settings.write'),
  ('admin', 'settings.settlement'),
  ('admin', 'partnership_applications.read'),
  ('admin', 'partnership_applications.decide'),
  ('admin', 'job_applications.read'),
  ('admin', 'job_applications.decide'),
  ('admin', 'contact_messages.read'),
  ('admin', 'contact_messages.answer'),
  ('admin', 'newsletter_subscriptions.read'),
  ('reviewer', 'partnership_applications.read'),
  ('reviewer', 'partnership_applications.decide'),
  ('reviewer', 'job_applications.read'),
  ('reviewer', 'job_applications.decide'),
  ('reviewer', 'contact_messages.read'),
  ('reviewer', 'contact_messages.answer'),
  ('finance', 'settings.read'),
  ('finance', 'settings.settlement'),
  ('content', 'content.write'),
  ('content', 'newsletter_subscriptions.read'),
  ('admin', 'orders.reopen'),
  ('admin', 'training_enrolments.read'),
  ('admin', 'training_enrolments.decide'),
  ('admin', 'registrations.enter'),
  ('admin', 'vault.reveal'),
  ('admin', 'audit_events.read'),
  ('reviewer', 'training_enrolments.read'),
  ('reviewer', 'training_enrolments.decide'),
  ('reviewer', 'registrations.enter'),
  ('reviewer', 'vault.reveal'),
  ('field_agent', 'registrations.enter'),
  ('admin', 'products.write'),
  ('admin', 'payments.confirm'),
  ('content', 'products.write'),
  ('finance', 'payments.confirm'),
  ('admin', 'registrations.relink'),
  ('reviewer', 'registrations.relink'),
  ('admin', 'roles.manage'),
  ('admin', 'exports.make'),
  ('admin', 'exports.unmasked'),
  ('admin', 'figures.read'),
  ('admin', 'mails.read'),
  ('admin', 'mails.resend'),
  ('admin', 'decline_reasons.write'),
  ('reviewer', 'exports.make'),
  ('reviewer', 'figures.read'),
  ('reviewer', 'mails.read'),
  ('reviewer', 'mails.resend'),
  ('reviewer', 'decline_reasons.write'),
  ('finance', 'exports.make'),
  ('finance', 'figures.read'),
  ('admin', 'orders.credit'),
  ('finance', 'orders.credit'),
  ('admin', 'newsletter_subscriptions.end'),
  ('content', 'newsletter_subscriptions.end'),
  ('admin', 'breaches.read'),
  ('admin', 'breaches.write');

insert into private.house_settings (name, value)
values
  ('sessions_checked', 'off'),
  ('settlement_alarm_email', ''),
  ('sms', 'off'),
  ('staff_second_factor', 'offered');

insert into private.field_rules
  (form, position, field, kind, min, max, options, message, too_long, malformed, applies_when, optional_when, options_when)
values
  ('buyer_corporate', 1, 'companyName', 'line', 2, 200, null, 'Company name must be at least 2 characters', 'Company name must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 10, 'city', 'line', 2, 100, null, 'City is required', 'City must be at most 100 characters', null, null, null, null),
  ('buyer_corporate', 11, 'state', 'line', 2, 100, '{Abia,Adamawa,"Akwa Ibom",Anambra,Bauchi,Bayelsa,Benue,Borno,"Cross River",Delta,Ebonyi,Edo,Ekiti,Enugu,Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara,FCT}', 'State must be at least 2 characters', 'State must be at most 100 characters', 'Please select state', null, null, '{"is": ["nigeria"], "field": "country"}'),
  ('buyer_corporate', 12, 'country', 'line', 2, 100, null, 'Country must be at least 2 characters', 'Country must be at most 100 characters', null, null, null, null),
  ('buyer_corporate', 13, 'businessType', 'option', 1, 200, '{exporter,processor,distributor,manufacturer,retailer,trading-company,food-service,other}', 'Please select business type', 'Business type must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 14, 'yearsInBusiness', 'option', 1, 200, '{0-2,3-5,6-10,11-20,20plus}', 'Please select years in business', 'Years in business must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 15, 'annualPurchaseVolume', 'option', 1, 200, '{10-50tons,51-100tons,101-500tons,501-1000tons,1000plus-tons}', 'Please select annual purchase volume', 'Annual purchase volume must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 16, 'productsOfInterest', 'products', 10, 2000, '{Ginger,"Sesame Seeds",Groundnut,"Hibiscus Flowers",Garlic,"Raw Cashew Nuts","Soya Beans","Gum Arabic","Moringa Seeds",Rice,"Palm Oil","Cocoa Beans",Yam,Cassava,Plantain}', 'Products of interest must be at least 10 characters', 'Products of interest must be at most 2000 characters', null, null, null, null),
  ('buyer_corporate', 17, 'targetMarkets', 'text', 5, 2000, null, 'Please specify target markets', 'Target markets must be at most 2000 characters', null, null, null, null),
  ('buyer_corporate', 18, 'qualityCertifications', 'text', 0, 2000, null, 'Quality certifications must be text', 'Quality certifications must be at most 2000 characters', null, null, null, null),
  ('buyer_corporate', 19, 'paymentTermsPreference', 'option', 1, 200, '{advance-payment,letter-of-credit,30-days,60-days,negotiable}', 'Please select payment terms preference', 'Payment terms preference must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 2, 'registrationNumber', 'line', 5, 200, null, 'Registration number is required', 'Registration number must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 20, 'hearAboutUs', 'option', 1, 200, '{trade-show,business-referral,website,industry-publication,social-media,partner-recommendation,other}', 'Please select how you heard about us', 'How you heard about us must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 21, 'additionalInfo', 'text', 0, 2000, null, 'Additional information must be text', 'Additional information must be at most 2000 characters', null, null, null, null),
  ('buyer_corporate', 22, 'acceptTerms', 'accepted', 1, 1, null, 'You must accept the terms and conditions to proceed', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('buyer_corporate', 3, 'contactPersonName', 'line', 2, 100, null, 'Contact person name must be at least 2 characters', 'Contact person name must be at most 100 characters', null, null, null, null),
  ('buyer_corporate', 4, 'contactPersonTitle', 'line', 2, 200, null, 'Contact person title must be at least 2 characters', 'Contact person title must be at most 200 characters', null, null, null, null),
  ('buyer_corporate', 5, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('buyer_corporate', 6, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('buyer_corporate', 7, 'alternativePhone', 'phone', 0, 40, null, 'Phone number must be at least 10 digits', 'Alternative phone number must be at most 40 characters', null, null, null, null),
  ('buyer_corporate', 8, 'website', 'url', 0, 500, null, 'Please enter a valid web address, for example www.example.com', 'Website must be at most 500 characters', null, null, null, null),
  ('buyer_corporate', 9, 'companyAddress', 'text', 10, 500, null, 'Company address must be at least 10 characters', 'Company address must be at most 500 characters', null, null, null, null),
  ('buyer_individual', 1, 'firstName', 'line', 2, 100, null, 'First name must be at least 2 characters', 'First name must be at most 100 characters', 'Validation Error: First name and last name must be at least 2 characters long.', null, null, null),
  ('buyer_individual', 10, 'businessType', 'option', 1, 200, '{individual,retailer,restaurant,processor,distributor,other}', 'Please select business type', 'Business type must be at most 200 characters', null, null, null, null),
  ('buyer_individual', 11, 'productsOfInterest', 'products', 5, 2000, '{Ginger,"Sesame Seeds",Groundnut,"Hibiscus Flowers",Garlic,"Raw Cashew Nuts","Soya Beans","Gum Arabic","Moringa Seeds",Rice,"Palm Oil","Cocoa Beans",Yam,Cassava,Plantain}', 'Please specify products of interest', 'Products of interest must be at most 2000 characters', null, null, null, null),
  ('buyer_individual', 12, 'averageOrderQuantity', 'option', 1, 200, '{1-50kg,51-100kg,101-500kg,501-1000kg,1-5tons,5plus-tons}', 'Please select average order quantity', 'Average order quantity must be at most 200 characters', null, null, null, null),
  ('buyer_individual', 13, 'hearAboutUs', 'option', 1, 200, '{social-media,website,referral,trade-show,advertisement,other}', 'Please tell us how you heard about us', 'How you heard about us must be at most 200 characters', null, null, null, null),
  ('buyer_individual', 14, 'additionalInfo', 'text', 0, 2000, null, 'Additional information must be text', 'Additional information must be at most 2000 characters', null, null, null, null),
  ('buyer_individual', 15, 'acceptTerms', 'accepted', 1, 1, null, 'You must accept the terms and conditions to proceed', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('buyer_individual', 2, 'lastName', 'line', 2, 100, null, 'Last name must be at least 2 characters', 'Last name must be at most 100 characters', 'Validation Error: First name and last name must be at least 2 characters long.', null, null, null),
  ('buyer_individual', 3, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('buyer_individual', 4, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('buyer_individual', 5, 'businessName', 'line', 2, 200, null, 'Business name must be at least 2 characters', 'Business name must be at most 200 characters', null, null, '{"is": [""], "field": "businessName"}', null),
  ('buyer_individual', 6, 'address', 'text', 10, 500, null, 'Address must be at least 10 characters', 'Address must be at most 500 characters', null, null, null, null),
  ('buyer_individual', 7, 'city', 'line', 2, 100, null, 'City is required', 'City must be at most 100 characters', null, null, null, null),
  ('buyer_individual', 8, 'state', 'line', 2, 100, '{Abia,Adamawa,"Akwa Ibom",Anambra,Bauchi,Bayelsa,Benue,Borno,"Cross River",Delta,Ebonyi,Edo,Ekiti,Enugu,Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara,FCT}', 'State must be at least 2 characters', 'State must be at most 100 characters', 'Please select state', null, null, '{"is": ["nigeria"], "field": "country"}'),
  ('buyer_individual', 9, 'country', 'line', 2, 100, null, 'Country must be at least 2 characters', 'Country must be at most 100 characters', null, null, null, null),
  ('contact', 1, 'topic', 'option', 1, 200, '{general,hr}', 'Please choose what it is about', 'Topic must be at most 200 characters', null, null, null, null),
  ('contact', 2, 'name', 'line', 2, 200, null, 'Name must be at least 2 characters', 'Name must be at most 200 characters', null, null, null, null),
  ('contact', 3, 'email', 'email', 0, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('contact', 4, 'phone', 'phone', 0, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('contact', 5, 'message', 'text', 10, 5000, null, 'Message must be at least 10 characters', 'Message must be at most 5000 characters', null, null, null, null),
  ('farmer', 1, 'fullName', 'line', 2, 100, null, 'Full name must be at least 2 characters', 'Full name must be at most 100 characters', null, null, null, null),
  ('farmer', 10, 'farmName', 'line', 2, 200, null, 'Farm name must be at least 2 characters', 'Farm name must be at most 200 characters', null, null, '{"is": [""], "field": "farmName"}', null),
  ('farmer', 11, 'farmSize', 'option', 1, 200, '{under-1,1-5,6-10,11-50,51-100,100plus}', 'Please select farm size', 'Farm size must be at most 200 characters', null, null, null, null),
  ('farmer', 12, 'farmingExperience', 'option', 1, 200, '{0-1,2-5,6-10,11-20,20plus}', 'Please select farming experience', 'Farming experience must be at most 200 characters', null, null, null, null),
  ('farmer', 13, 'cropTypes', 'several', 1, 21, '{Ginger,"Sesame Seeds",Groundnut,"Hibiscus Flowers",Garlic,"Raw Cashew Nuts","Soya Beans","Gum Arabic","Moringa Seeds",Rice,"Palm Oil","Cocoa Beans",Yam,Cassava,Plantain,Maize,Sorghum,Millet,Tomato,Pepper,Other}', 'Please select crop types', 'Crop types: at most 21 can be chosen', null, null, null, null),
  ('farmer', 14, 'farmingMethods', 'option', 1, 200, '{organic,conventional,mixed,sustainable}', 'Please select farming methods', 'Farming methods must be at most 200 characters', null, null, null, null),
  ('farmer', 15, 'challenges', 'text', 0, 2000, null, 'Challenges must be text', 'Challenges must be at most 2000 characters', null, null, null, null),
  ('farmer', 16, 'goals', 'text', 10, 2000, null, 'Please describe your farming goals', 'Goals must be at most 2000 characters', null, null, null, null),
  ('farmer', 17, 'acceptTerms', 'accepted', 1, 1, null, 'You must accept the terms and conditions', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('farmer', 2, 'noEmail', 'flag', 0, 1, null, 'Please tick the box or leave it empty', 'I have no e-mail must be at most 1 characters', null, null, null, null),
  ('farmer', 3, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, '{"not": ["true"], "field": "noEmail"}', null, null),
  ('farmer', 4, 'phoneNumber', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('farmer', 6, 'gender', 'option', 1, 200, '{male,female,other}', 'Please select gender', 'Gender must be at most 200 characters', null, null, null, null),
  ('farmer', 7, 'address', 'text', 5, 500, null, 'Address must be at least 5 characters', 'Address must be at most 500 characters', null, null, null, null),
  ('farmer', 8, 'city', 'line', 2, 100, null, 'City is required', 'City must be at most 100 characters', null, null, null, null),
  ('farmer', 9, 'state', 'option', 1, 200, '{Abia,Adamawa,"Akwa Ibom",Anambra,Bauchi,Bayelsa,Benue,Borno,"Cross River",Delta,Ebonyi,Edo,Ekiti,Enugu,Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara,FCT}', 'Please select state', 'State must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 1, 'companyName', 'line', 2, 200, null, 'Company name must be at least 2 characters', 'Company name must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 10, 'taxId', 'line', 0, 200, null, 'Tax ID must be text', 'Tax ID must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 11, 'businessType', 'option', 1, 200, '{private-limited,public-limited,partnership,llc,sole-proprietorship,cooperative,ngo}', 'Please select business type', 'Business type must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 12, 'industry', 'option', 1, 200, '{agriculture,food-processing,technology,finance,manufacturing,retail,consulting,other}', 'Please select industry', 'Industry must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 13, 'establishedYear', 'year', 1900, 4, null, 'Year established is required', 'Year established must be at most 4 characters', 'Year established must be from 1900 to {max}', null, null, null),
  ('investor_corporate', 14, 'employeeCount', 'option', 0, 200, '{1-10,11-50,51-200,201-500,500+}', 'Please select number of employees', 'Number of employees must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 15, 'annualRevenue', 'option', 0, 200, '{under-10m,10m-50m,50m-100m,100m-500m,above-500m}', 'Please select annual revenue', 'Annual revenue must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 16, 'contactPersonName', 'line', 2, 200, null, 'Contact person name must be at least 2 characters', 'Contact person name must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 17, 'contactPersonTitle', 'line', 1, 200, null, 'Contact person title is required', 'Contact person title must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 18, 'contactPersonEmail', 'email', 1, 254, null, 'Invalid email address', 'Contact person email must be at most 254 characters', null, null, null, null),
  ('investor_corporate', 19, 'contactPersonPhone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Contact person phone number must be at most 40 characters', null, null, null, null),
  ('investor_corporate', 2, 'companyEmail', 'email', 1, 254, null, 'Invalid email address', 'Company email must be at most 254 characters', null, null, null, null),
  ('investor_corporate', 20, 'partnershipInterest', 'option', 1, 200, '{crop-production,livestock,agritech,processing,infrastructure,research,general,supply-chain,distribution}', 'Please select partnership interest', 'Partnership interest must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 21, 'investmentAmount', 'option', 1, 200, '{under-5m,5m-20m,20m-50m,50m-100m,above-100m}', 'Please select investment amount', 'Investment amount must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 22, 'partnershipType', 'option', 1, 200, '{equity,joint-venture,strategic-alliance,supplier,distribution,technology}', 'Please select partnership type', 'Partnership type must be at most 200 characters', null, null, null, null),
  ('investor_corporate', 23, 'previousPartnerships', 'text', 1, 2000, null, 'Please describe previous partnerships, or write None', 'Previous partnerships must be at most 2000 characters', null, null, null, null),
  ('investor_corporate', 24, 'businessGoals', 'text', 1, 2000, null, 'Please describe your business goals', 'Business goals must be at most 2000 characters', null, null, null, null),
  ('investor_corporate', 25, 'linkedinProfile', 'url', 0, 500, null, 'Please enter a valid web address, for example www.example.com', 'LinkedIn profile must be at most 500 characters', null, null, null, null),
  ('investor_corporate', 26, 'bankName', 'line', 2, 100, null, 'Bank name must be at least 2 characters', 'Bank name must be at most 100 characters', null, null, null, null),
  ('investor_corporate', 28, 'additionalInfo', 'text', 0, 2000, null, 'Additional information must be text', 'Additional information must be at most 2000 characters', null, null, null, null),
  ('investor_corporate', 29, 'acceptTerms', 'accepted', 1, 1, null, 'Please accept the terms and conditions to continue.', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('investor_corporate', 3, 'companyPhone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Company phone number must be at most 40 characters', null, null, null, null),
  ('investor_corporate', 4, 'companyAddress', 'text', 1, 500, null, 'Company address is required', 'Company address must be at most 500 characters', null, null, null, null),
  ('investor_corporate', 5, 'city', 'line', 2, 100, null, 'City must be at least 2 characters', 'City must be at most 100 characters', null, null, '{"is": [""], "field": "city"}', null),
  ('investor_corporate', 6, 'state', 'line', 2, 100, null, 'State must be at least 2 characters', 'State must be at most 100 characters', null, null, '{"is": [""], "field": "state"}', null),
  ('investor_corporate', 7, 'country', 'line', 2, 100, null, 'Country must be at least 2 characters', 'Country must be at most 100 characters', null, null, '{"is": [""], "field": "country"}', null),
  ('investor_corporate', 8, 'website', 'url', 0, 500, null, 'Please enter a valid web address, for example www.example.com', 'Website must be at most 500 characters', null, null, null, null),
  ('investor_corporate', 9, 'registrationNumber', 'line', 1, 200, null, 'Registration number is required', 'Registration number must be at most 200 characters', null, null, null, null),
  ('investor_crypto', 1, 'fullName', 'line', 2, 100, null, 'Full name must be at least 2 characters', 'Full name must be at most 100 characters', null, null, null, null),
  ('investor_crypto', 10, 'cryptoExperience', 'option', 1, 200, '{beginner,intermediate,experienced,expert}', 'Please select crypto experience', 'Crypto experience must be at most 200 characters', null, null, null, null),
  ('investor_crypto', 12, 'investmentAmount', 'option', 1, 200, '{20-100,100-500,500-1000,1000-5000,5000-10000,10000-50000,above-50000,custom}', 'Please select investment amount', 'Investment amount must be at most 200 characters', null, null, null, null),
  ('investor_crypto', 13, 'customInvestmentAmount', 'amount', 20, 40, null, 'Please enter an amount of at least 20 SIDRA', 'Custom amount must be at most 40 characters', null, '{"is": ["custom"], "field": "investmentAmount"}', null, null),
  ('investor_crypto', 14, 'investmentInterest', 'option', 1, 200, '{crop-production,livestock,agritech,processing,infrastructure,research,general}', 'Please select investment interest', 'Investment interest must be at most 200 characters', null, null, null, null),
  ('investor_crypto', 15, 'riskTolerance', 'option', 1, 200, '{conservative,moderate,aggressive}', 'Please select risk tolerance', 'Risk tolerance must be at most 200 characters', null, null, null, null),
  ('investor_crypto', 16, 'previousCryptoInvestments', 'text', 1, 2000, null, 'Please describe previous crypto investments, or write None', 'Previous crypto investments must be at most 2000 characters', null, null, null, null),
  ('investor_crypto', 17, 'motivation', 'text', 1, 2000, null, 'Please describe your motivation', 'Motivation must be at most 2000 characters', null, null, null, null),
  ('investor_crypto', 18, 'linkedinProfile', 'url', 0, 500, null, 'Please enter a valid web address, for example www.example.com', 'LinkedIn profile must be at most 500 characters', null, null, null, null),
  ('investor_crypto', 19, 'validIdType', 'option', 1, 200, '{nin,passport,drivers-license,voters-card}', 'Please select ID type', 'ID type must be at most 200 characters', null, null, null, null),
  ('investor_crypto', 2, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('investor_crypto', 21, 'additionalInfo', 'text', 0, 2000, null, 'Additional information must be text', 'Additional information must be at most 2000 characters', null, null, null, null),
  ('investor_crypto', 22, 'acceptTerms', 'accepted', 1, 1, null, 'Please accept the terms and conditions to continue.', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('investor_crypto', 3, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('investor_crypto', 4, 'address', 'text', 1, 500, null, 'Address is required', 'Address must be at most 500 characters', null, null, null, null),
  ('investor_crypto', 6, 'nationality', 'line', 1, 100, null, 'Nationality is required', 'Nationality must be at most 100 characters', null, null, null, null),
  ('investor_crypto', 7, 'city', 'line', 2, 100, null, 'City must be at least 2 characters', 'City must be at most 100 characters', null, null, '{"is": [""], "field": "city"}', null),
  ('investor_crypto', 8, 'state', 'line', 2, 100, null, 'State must be at least 2 characters', 'State must be at most 100 characters', null, null, '{"is": [""], "field": "state"}', null),
  ('investor_crypto', 9, 'country', 'line', 2, 100, null, 'Country must be at least 2 characters', 'Country must be at most 100 characters', null, null, '{"is": [""], "field": "country"}', null),
  ('investor_individual', 1, 'fullName', 'line', 2, 100, null, 'Full name must be at least 2 characters', 'Full name must be at most 100 characters', null, null, null, null),
  ('investor_individual', 10, 'occupation', 'line', 1, 200, null, 'Occupation is required', 'Occupation must be at most 200 characters', null, null, null, null),
  ('investor_individual', 11, 'employerName', 'line', 0, 200, null, 'Employer name must be text', 'Employer name must be at most 200 characters', null, null, null, null),
  ('investor_individual', 12, 'annualIncome', 'option', 0, 200, '{under-2m,2m-5m,5m-10m,10m-20m,above-20m}', 'Please select annual income', 'Annual income must be at most 200 characters', null, null, null, null),
  ('investor_individual', 13, 'investmentInterest', 'option', 1, 200, '{crop-production,livestock,agritech,processing,infrastructure,research,general}', 'Please select investment interest', 'Investment interest must be at most 200 characters', null, null, null, null),
  ('investor_individual', 14, 'investmentAmount', 'option', 1, 200, '{under-500k,500k-1m,1m-5m,5m-10m,above-10m}', 'Please select investment amount', 'Investment amount must be at most 200 characters', null, null, null, null),
  ('investor_individual', 15, 'riskTolerance', 'option', 1, 200, '{conservative,moderate,aggressive}', 'Please select risk tolerance', 'Risk tolerance must be at most 200 characters', null, null, null, null),
  ('investor_individual', 16, 'investmentExperience', 'option', 1, 200, '{none,beginner,intermediate,experienced,expert}', 'Please select investment experience', 'Investment experience must be at most 200 characters', null, null, null, null),
  ('investor_individual', 17, 'motivation', 'text', 1, 2000, null, 'Please describe your motivation', 'Motivation must be at most 2000 characters', null, null, null, null),
  ('investor_individual', 18, 'linkedinProfile', 'url', 0, 500, null, 'Please enter a valid web address, for example www.example.com', 'LinkedIn profile must be at most 500 characters', null, null, null, null),
  ('investor_individual', 19, 'bankName', 'line', 2, 100, null, 'Bank name must be at least 2 characters', 'Bank name must be at most 100 characters', null, null, null, null),
  ('investor_individual', 2, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('investor_individual', 22, 'validIdType', 'option', 1, 200, '{nin,passport,drivers-license,voters-card}', 'Please select ID type', 'ID type must be at most 200 characters', null, null, null, null),
  ('investor_individual', 24, 'additionalInfo', 'text', 0, 2000, null, 'Additional information must be text', 'Additional information must be at most 2000 characters', null, null, null, null),
  ('investor_individual', 25, 'acceptTerms', 'accepted', 1, 1, null, 'Please accept the terms and conditions to continue.', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('investor_individual', 3, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('investor_individual', 4, 'address', 'text', 1, 500, null, 'Address is required', 'Address must be at most 500 characters', null, null, null, null),
  ('investor_individual', 6, 'nationality', 'line', 1, 100, null, 'Nationality is required', 'Nationality must be at most 100 characters', null, null, null, null),
  ('investor_individual', 7, 'city', 'line', 2, 100, null, 'City must be at least 2 characters', 'City must be at most 100 characters', null, null, '{"is": [""], "field": "city"}', null),
  ('investor_individual', 8, 'state', 'line', 2, 100, null, 'State must be at least 2 characters', 'State must be at most 100 characters', null, null, '{"is": [""], "field": "state"}', null),
  ('investor_individual', 9, 'country', 'line', 2, 100, null, 'Country must be at least 2 characters', 'Country must be at most 100 characters', null, null, '{"is": [""], "field": "country"}', null),
  ('job_application', 1, 'positionId', 'line', 0, 80, null, 'Please choose a position', 'Position must be at most 80 characters', null, null, null, null),
  ('job_application', 2, 'fullName', 'line', 2, 100, null, 'Full name must be at least 2 characters', 'Full name must be at most 100 characters', null, null, null, null),
  ('job_application', 3, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('job_application', 4, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('job_application', 5, 'coverNote', 'text', 0, 5000, null, 'Cover note must be text', 'Cover note must be at most 5000 characters', null, null, null, null),
  ('market_order', 1, 'name', 'line', 2, 100, null, 'Name must be at least 2 characters', 'Name must be at most 100 characters', null, null, null, null),
  ('market_order', 2, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('market_order', 3, 'email', 'email', 0, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('market_order', 4, 'address', 'text', 5, 300, null, 'Delivery address must be at least 5 characters', 'Delivery address must be at most 300 characters', null, null, null, null),
  ('market_order', 5, 'state', 'option', 1, 200, '{Abia,Adamawa,"Akwa Ibom",Anambra,Bauchi,Bayelsa,Benue,Borno,"Cross River",Delta,Ebonyi,Edo,Ekiti,Enugu,Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara,FCT}', 'Please select state', 'State must be at most 200 characters', null, null, null, null),
  ('market_order', 6, 'lga', 'line', 2, 100, null, 'Local government area is required', 'Local government area must be at most 100 characters', null, null, null, null),
  ('market_order', 7, 'remarks', 'text', 0, 2000, null, 'Remarks must be text', 'Remarks must be at most 2000 characters', null, null, null, null),
  ('newsletter', 1, 'email', 'email', 1, 254, null, 'Please enter a valid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('order', 1, 'companyName', 'line', 2, 200, null, 'Company name must be at least 2 characters', 'Company name must be at most 200 characters', null, null, null, null),
  ('order', 10, 'deliveryLocation', 'text', 5, 500, null, 'Delivery location is required', 'Delivery location must be at most 500 characters', null, null, null, null),
  ('order', 11, 'paymentTerms', 'option', 1, 200, '{"30% Advance 70% on Delivery","50% Advance 50% on Delivery","Letter of Credit","Cash on Delivery","Bank Transfer"}', 'Please select payment terms', 'Payment terms must be at most 200 characters', null, null, null, null),
  ('order', 12, 'incoterms', 'option', 1, 200, '{FOB,CIF,CFR,EXW,DDP}', 'Please select incoterms', 'Incoterms must be at most 200 characters', null, null, null, null),
  ('order', 13, 'additionalRequirements', 'text', 0, 2000, null, 'Additional requirements must be text', 'Additional requirements must be at most 2000 characters', null, null, null, null),
  ('order', 14, 'preferredDate', 'line', 0, 10, null, 'Please choose a day that is not in the past', 'Preferred delivery date must be at most 10 characters', null, null, null, null),
  ('order', 2, 'contactPerson', 'line', 2, 200, null, 'Contact person name is required', 'Contact person name must be at most 200 characters', null, null, null, null),
  ('order', 3, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, null, null, null),
  ('order', 4, 'phone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('order', 5, 'address', 'text', 10, 500, null, 'Address must be at least 10 characters', 'Address must be at most 500 characters', null, null, null, null),
  ('order', 6, 'country', 'line', 2, 100, null, 'Country is required', 'Country must be at most 100 characters', null, null, null, null),
  ('order', 7, 'product', 'option', 1, 200, '{Ginger,"Sesame Seeds",Groundnut,"Hibiscus Flowers",Garlic,"Raw Cashew Nuts","Soya Beans","Gum Arabic","Moringa Seeds",Rice,"Palm Oil","Cocoa Beans",Yam,Cassava,Plantain}', 'Please select a product', 'Product must be at most 200 characters', null, null, null, null),
  ('order', 8, 'quantity', 'quantity', 1, 40, null, 'Quantity is required', 'Quantity must be at most 40 characters', null, null, null, null),
  ('order', 9, 'unit', 'option', 1, 200, '{Tons,Kilograms,"Bags (50kg)","Bags (100kg)","Containers (20ft)","Containers (40ft)"}', 'Please select a unit', 'Unit must be at most 200 characters', null, null, null, null),
  ('partnership', 1, 'termsAccepted', 'accepted', 1, 1, null, 'Please accept the terms and conditions to proceed.', 'Terms must be at most 1 characters', null, null, null, null),
  ('partnership', 10, 'experience', 'text', 0, 5000, null, 'Experience must be text', 'Experience must be at most 5000 characters', null, null, null, null),
  ('partnership', 11, 'investmentCapacity', 'line', 0, 200, null, 'Investment capacity must be text', 'Investment capacity must be at most 200 characters', null, null, null, null),
  ('partnership', 12, 'expectedRevenue', 'line', 0, 200, null, 'Expected revenue must be text', 'Expected revenue must be at most 200 characters', null, null, null, null),
  ('partnership', 13, 'marketingStrategy', 'text', 0, 5000, null, 'Marketing strategy must be text', 'Marketing strategy must be at most 5000 characters', null, null, null, null),
  ('partnership', 2, 'partnershipType', 'option', 1, 200, '{franchise,representative,strategic,distribution}', 'Please fill in all required fields.', 'Partnership type must be at most 200 characters', null, null, null, null),
  ('partnership', 3, 'companyName', 'line', 1, 200, null, 'Please fill in all required fields.', 'Company name must be at most 200 characters', null, null, null, null),
  ('partnership', 4, 'contactPerson', 'line', 1, 200, null, 'Please fill in all required fields.', 'Contact person must be at most 200 characters', null, null, null, null),
  ('partnership', 5, 'email', 'email', 1, 254, null, 'Please fill in all required fields.', 'Email address must be at most 254 characters', 'Invalid email address', null, null, null),
  ('partnership', 6, 'phone', 'line', 1, 200, null, 'Please fill in all required fields.', 'Phone number must be at most 200 characters', null, null, null, null),
  ('partnership', 7, 'country', 'line', 1, 200, null, 'Please fill in all required fields.', 'Country must be at most 200 characters', null, null, null, null),
  ('partnership', 8, 'address', 'text', 0, 5000, null, 'Address must be text', 'Address must be at most 5000 characters', null, null, null, null),
  ('partnership', 9, 'businessDescription', 'text', 1, 5000, null, 'Please fill in all required fields.', 'Business description must be at most 5000 characters', null, null, null, null),
  ('training', 1, 'fullName', 'line', 2, 100, null, 'Full name must be at least 2 characters', 'Full name must be at most 100 characters', null, null, null, null),
  ('training', 10, 'guardianName', 'line', 2, 100, null, 'Guardian name must be at least 2 characters', 'Guardian name must be at most 100 characters', null, '{"is": ["true"], "field": "isMinor"}', null, null),
  ('training', 11, 'guardianPhone', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Guardian phone number must be at most 40 characters', null, '{"is": ["true"], "field": "isMinor"}', null, null),
  ('training', 12, 'guardianConsent', 'accepted', 1, 1, null, 'A parent or guardian must agree to the enrolment', 'Guardian consent must be at most 1 characters', null, '{"is": ["true"], "field": "isMinor"}', null, null),
  ('training', 13, 'educationLevel', 'option', 1, 200, '{primary,secondary,tertiary,vocational,other}', 'Education level is required', 'Education level must be at most 200 characters', null, null, null, null),
  ('training', 14, 'experience', 'option', 1, 200, '{beginner,basic,intermediate,advanced}', 'Experience level is required', 'Experience level must be at most 200 characters', null, null, null, null),
  ('training', 15, 'motivation', 'text', 10, 2000, null, 'Please describe your motivation', 'Motivation must be at most 2000 characters', null, null, null, null),
  ('training', 16, 'trainingGoals', 'text', 10, 2000, null, 'Please describe your training goals', 'Training goals must be at most 2000 characters', null, null, null, null),
  ('training', 17, 'acceptTerms', 'accepted', 1, 1, null, 'You must accept the terms and conditions', 'Terms and conditions must be at most 1 characters', null, null, null, null),
  ('training', 2, 'noEmail', 'flag', 0, 1, null, 'Please tick the box or leave it empty', 'I have no e-mail must be at most 1 characters', null, null, null, null),
  ('training', 3, 'email', 'email', 1, 254, null, 'Invalid email address', 'Email address must be at most 254 characters', null, '{"not": ["true"], "field": "noEmail"}', null, null),
  ('training', 4, 'phoneNumber', 'phone', 1, 40, null, 'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters', null, null, null, null),
  ('training', 6, 'gender', 'option', 1, 200, '{male,female,other}', 'Please select gender', 'Gender must be at most 200 characters', null, null, null, null),
  ('training', 7, 'address', 'text', 5, 500, null, 'Address must be at least 5 characters', 'Address must be at most 500 characters', null, null, null, null),
  ('training', 8, 'city', 'line', 2, 100, null, 'City is required', 'City must be at most 100 characters', null, null, null, null),
  ('training', 9, 'state', 'option', 1, 200, '{Abia,Adamawa,"Akwa Ibom",Anambra,Bauchi,Bayelsa,Benue,Borno,"Cross River",Delta,Ebonyi,Edo,Ekiti,Enugu,Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara,FCT}', 'Please select state', 'State must be at most 200 characters', null, null, null, null);

insert into private.secret_fields (form, position, field, required, applies_when, optional_when, message, adults_only)
values
  ('farmer', 5, 'dateOfBirth', true, null, null, 'Date of birth is required', 'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.'),
  ('investor_corporate', 27, 'accountNumber', true, null, null, 'Account number is required', null),
  ('investor_crypto', 11, 'sidraWalletAddress', true, null, null, 'SIDRA wallet address is required', null),
  ('investor_crypto', 20, 'idNumber', true, null, null, 'ID number is required', null),
  ('investor_crypto', 5, 'dateOfBirth', true, null, null, 'Date of birth is required', 'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.'),
  ('investor_individual', 20, 'accountNumber', true, null, null, 'Account number is required', null),
  ('investor_individual', 21, 'bvn', false, '{"not": ["false"], "field": "collectBvn"}', '{"not": ["nigerian", "nigeria"], "field": "nationality"}', 'BVN is required', null),
  ('investor_individual', 23, 'idNumber', true, null, null, 'ID number is required', null),
  ('investor_individual', 5, 'dateOfBirth', true, null, null, 'Date of birth is required', 'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.'),
  ('training', 5, 'dateOfBirth', true, null, null, 'Date of birth is required', null);

insert into private.chosen_mails (template, choice)
values
  ('order_approved', 'order_mails'),
  ('order_completed', 'order_mails'),
  ('order_declined', 'order_mails'),
  ('order_reopened', 'order_mails'),
  ('registration_approved', 'registration_mails'),
  ('registration_correction', 'registration_mails'),
  ('registration_declined', 'registration_mails');

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, scrub, note)
values
  ('auth.audit_log_entries', 'payload ->> ''actor_id'' = $1::text', '{}', '{}', 'keep', null, 'What the account did to itself: kept, since it shows who took over an account.'),
  ('auth.flow_state', 'user_id = $1', '{auth_code,code_challenge,provider_access_token,provider_refresh_token}', '{}', 'keep', null, 'A sign-in that is under way; two days.'),
  ('auth.identities', 'user_id = $1', '{}', '{}', 'keep', null, 'How the account signs in.'),
  ('auth.mfa_amr_claims', 'session_id in (select id from auth.sessions where user_id = $1)', '{}', '{}', 'keep', null, 'How each session signed in.'),
  ('auth.mfa_challenges', 'factor_id in (select id from auth.mfa_factors where user_id = $1)', '{otp_code,web_authn_session_data}', '{}', 'keep', null, 'Uses of a second factor; two days.'),
  ('auth.mfa_factors', 'user_id = $1', '{secret,web_authn_credential,last_webauthn_challenge_data}', '{}', 'keep', null, 'Second factors of the account.'),
  ('auth.mfa_recovery_codes', 'factor_id in (select id from auth.mfa_factors where user_id = $1)', '{code_hash}', '{}', 'keep', null, 'Which recovery codes were used.'),
  ('auth.oauth_states', 'linking_user_id = $1', '{state_hash}', '{}', 'keep', null, 'A sign-in elsewhere that is under way; two days.'),
  ('auth.one_time_tokens', 'user_id = $1', '{token_hash,code_hash,sign_up}', '{}', 'keep', null, 'Links and codes that were mailed; two days, of an unfinished sign-up thirty.'),
  ('auth.refresh_tokens', 'user_id = $1::text', '{token,parent}', '{}', 'keep', null, 'What renews a session.'),
  ('auth.sessions', 'user_id = $1', '{}', '{}', 'keep', null, 'Where the account is signed in; 90 days.'),
  ('auth.users', 'id = $1', '{encrypted_password,confirmation_token,recovery_token,email_change_token_new,email_change_token_current,phone_change_token,reauthentication_token}', '{}', 'keep', null, 'The account. It goes when the account is deleted.'),
  ('private.account_freezes', 'user_id = $1', '{}', '{}', 'keep', null, 'That the owner said "this was not me"; until it is over.'),
  ('private.alarm_links', 'user_id = $1', '{token_hash}', '{}', 'keep', null, 'Links "this was not me" of mails; 30 days.'),
  ('private.correction_authors', null, '{}', '{requested_by}', 'keep', null, 'Who asked for a correction.'),
  ('private.export_progress', 'user_id = $1', '{}', '{}', 'delete', null, 'How far the exports of the last day are.'),
  ('private.factor_resets', 'user_id = $1', '{}', '{}', 'keep', null, 'That a reset of the second step was asked for; until it is carried out.'),
  ('private.link_reissues', 'record_id in (select private.registrations_of($1, $2))', '{actor_id}', '{actor_id}', 'keep', null, 'That staff gave out a new tracking link, and why: kept as long as the registration.'),
  ('private.mail_outbox', 'lower(recipient) = $3 or recipient = (select private.proved_number($1))', '{data,dedupe_key,last_error}', '{}', 'delete', null, 'Mails and short messages that were sent, or wait; 90 days. What they said is not kept.'),
  ('private.money_entries', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{recorded_by}', '{recorded_by,decided_by}', 'keep', null, 'Lines of the bank statement that waited for a second person: tax law asks for them to be kept.'),
  ('private.order_links', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{token_hash}', '{}', 'keep', null, 'Links of guests, 400 days. They end when an account takes the order.'),
  ('private.order_uploads', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'Files on an order. They go a day after nothing names them any more.'),
  ('private.own_exports', 'user_id = $1', '{}', '{}', 'keep', null, 'When the account took its data along: kept, since it shows who took over an account.'),
  ('private.own_secret_requests', 'user_id = $1', '{}', '{}', 'keep', null, 'That the account asked for its secrets in clear; 10 days.'),
  ('private.photo_sittings', 'person_id = $1', '{}', '{person_id}', 'keep', null, 'Who announced to look through the photos of a queue, and why.'),
  ('private.photo_uploads', 'user_id = $1', '{receipt_hash}', '{}', 'keep', null, 'Photos on their way to a registration; a day.'),
  ('private.product_photos', 'user_id = $1', '{}', '{}', 'keep', null, 'Photos of what a farmer offers. They go a day after no product shows them any more.'),
  ('private.staff_grants', 'user_id = $1', '{}', '{granted_by}', 'keep', null, 'Who gave whom a role: tells whether two people are two people. Kept, or an account that goes would hide whom it brought in.'),
  ('private.submission_keys', 'user_id = $1 or record_id in (select private.registrations_of($1, $2))', '{idempotency_key,fingerprint}', '{}', 'scrub', 'fingerprint = null', 'Attempts to send: the same one again must not make a new record. What they were told apart by is erased.'),
  ('private.tracking_links', 'record_id in (select private.registrations_of($1, $2))', '{token_hash}', '{}', 'keep', null, 'That there is a secret link; it goes on showing what became of the registration.'),
  ('private.vault_alarms', 'actor_id = $1', '{}', '{actor_id,seen_by}', 'keep', null, 'That somebody looked at many secrets in an hour.'),
  ('private.vault_openings', 'person_id = any ($2)', '{}', '{}', 'keep', null, 'What was decrypted for a correction, an erasure or a new encryption, and when. Holds none of it.'),
  ('public.audit_events', 'user_id = $1 or attempt_id in (select private.registrations_of($1, $2))', '{}', '{}', 'keep', null, 'Attempts of an account to register as a buyer: kept for their period, against abuse. Those that staff made for somebody go at once.'),
  ('public.audit_trail', null, '{}', '{actor_id}', 'keep', null, 'What staff did: names them alone, and of others nothing but the ids of records, and masked addresses that are not written to.'),
  ('public.board_contacts', 'lower(email) = $3', '{}', '{}', 'keep', null, 'How directors may be reached; edited by staff.'),
  ('public.board_members', null, '{}', '{}', 'keep', null, 'Published pages about the company''s directors.'),
  ('public.breach_events', null, '{}', '{author_id}', 'keep', null, 'Names the staff who keep the register, and nobody concerned.'),
  ('public.breaches', null, '{}', '{opened_by,closed_by}', 'keep', null, 'Names the staff who keep the register, and nobody concerned.'),
  ('public.buyers', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub', 'user_id = null, company_name = case when company_name is not null then ''Erased'' end,
      registration_number = case when registration_number is not null then ''Erased'' end,
      address = ''Erased at the request of the person'', city = ''Erased'', state = ''Erased'',
      contact_first_name = null, contact_last_name = null, contact_title = null, contact_email = null,
      contact_phone = null, alternative_phone = null, website = null, products_of_interest = null,
      target_markets = null, quality_certifications = null, additional_info = null, has_photo = false', 'A registration. Kind, volumes and the decision stay, without the person; nor does the account own it any more, so that it may register anew.'),
  ('public.cart_items', 'user_id = $1', '{}', '{}', 'keep', null, 'The cart. It can be emptied there, and goes with the account.'),
  ('public.consents', 'user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)', '{}', '{recorded_by}', 'keep', null, 'What was agreed to and taken back: kept as proof of it. Names nobody.'),
  ('public.contact_messages', 'lower(email) = $3', '{idempotency_key}', '{answered_by}', 'delete', null, 'Messages to us.'),
  ('public.content_drafts', null, '{}', '{author_id,published_by}', 'keep', null, 'Changes of pages.'),
  ('public.correction_requests', 'record_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What staff asked to be corrected.'),
  ('public.decision_events', 'record_owner = $1 or record_id in (select private.registrations_of($1, $2))', '{actor_id}', '{actor_id}', 'keep', null, 'What was decided, when and why: kept to answer for decisions.'),
  ('public.farmer_private', 'farmer_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What no list shows.'),
  ('public.farmers', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub', 'contact_name = null, contact_email = null, phone = null, farm_name = ''Erased'', location = ''Erased'', city = null,
      state = null, challenges = null, goals = null, has_photo = false', 'A registration. Size, crops and the decision stay, without the person.'),
  ('public.investor_private', 'investor_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What no list shows.'),
  ('public.investors', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub', 'company_name = case when company_name is not null then ''Erased'' end, contact_name = null,
      contact_email = null, contact_phone = null, city = null, state = null, country = null, investment_goals = null,
      wallet_address = null', 'A registration. Kind, amounts and the decision stay, without the person.'),
  ('public.job_applications', 'user_id = $1 or lower(email) = $3', '{idempotency_key}', '{}', 'delete', null, 'Applications for a position.'),
  ('public.legal_texts', null, '{}', '{author_id,published_by}', 'keep', null, 'Terms and privacy notices.'),
  ('public.mail_suppressions', 'email = $3', '{}', '{created_by}', 'keep', null, 'That nothing is sent to an address: kept, since it was asked for, or since nobody is there.'),
  ('public.newsletter_subscriptions', 'lower(email) = $3', '{confirm_token_hash,unsubscribe_token}', '{}', 'delete', null, 'The newsletter.'),
  ('public.notification_choices', 'user_id = $1', '{}', '{}', 'keep', null, 'Which mails the account wants.'),
  ('public.order_contacts', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{device_hash}', '{}', 'keep', null, 'To whom an order goes: kept like the order, and emptied with the account, or when a guest''s time is over.'),
  ('public.order_disputes', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{resolved_by}', '{resolved_by}', 'keep', null, 'A complaint about the goods and its answer: kept like the order.'),
  ('public.order_documents', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'Papers of an order. Pro-formas and delivery notes go with the account; invoices, receipts and credit notes are kept as tax law asks.'),
  ('public.order_events', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{actor_id}', '{actor_id}', 'keep', null, 'What happened to an order: kept like the order.'),
  ('public.order_instalments', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'How an order is paid: kept like the order.'),
  ('public.order_items', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'The lines of an order: kept like the order.'),
  ('public.order_messages', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{author_id}', '{author_id}', 'keep', null, 'Messages on an order: kept like the order; the buyer''s are emptied with the account.'),
  ('public.order_requests', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'The buyer and the terms of an order: kept like the order.'),
  ('public.orders', 'user_id = $1', '{idempotency_key}', '{}', 'keep', null, 'Commerce and tax law ask for orders to be kept.'),
  ('public.partnership_applications', 'user_id = $1 or lower(email) = $3', '{idempotency_key}', '{}', 'delete', null, 'Applications for a partnership.'),
  ('public.payment_claims', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'That the buyer said to have paid: kept like the order.'),
  ('public.payments', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{recorded_by}', '{recorded_by,second_by}', 'keep', null, 'Money that came and went: tax law asks for it to be kept.'),
  ('public.phone_calls', 'record_id in (select private.registrations_of($1, $2))', '{called_by}', '{called_by}', 'delete', null, 'Calls about a registration: when, and what came of it.'),
  ('public.product_ratings', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'Stars and words on a product. The words go with the account.'),
  ('public.products', 'farmer_id in (select id from public.farmers as f where f.user_id = $1)', '{search_text}', '{}', 'keep', null, 'What a farmer offers. It names the farm, and is hidden without it when the farmer''s record goes.'),
  ('public.profiles', 'id = $1', '{}', '{}', 'keep', null, 'What the account tells about itself. It can be changed there, and goes with the account.'),
  ('public.quote_lines', 'quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)', '{}', '{}', 'keep', null, 'The lines of a quote: kept like the order.'),
  ('public.quotes', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{created_by}', '{created_by}', 'keep', null, 'Prices that were offered: kept like the order.'),
  ('public.record_notes', 'record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)', '{author_id,author_name}', '{author_id,author_name}', 'delete', null, 'What staff noted about a record.'),
  ('public.record_work', 'record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)', '{assignee_id,assignee_name,assigned_by,contacted_by}', '{assignee_id,assignee_name,assigned_by,contacted_by}', 'keep', null, 'Which member of staff has a record, and when its person was first contacted. Names nobody else.'),
  ('public.registration_drafts', 'user_id = $1', '{}', '{}', 'delete', null, 'Half-filled forms.'),
  ('public.registration_submissions', 'record_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What was sent, each time.'),
  ('public.settlement_accounts', null, '{}', '{proposed_by,approved_by,withdrawn_by,holders}', 'keep', null, 'The company''s own accounts.'),
  ('public.staff_departures', 'user_id = $1', '{}', '{deactivated_by}', 'keep', null, 'Who was staff, and until when; goes with the account.'),
  ('public.staff_invitations', 'lower(email) = $3', '{}', '{invited_by}', 'delete', null, 'Who was invited to be staff.'),
  ('public.training_enrolment_private', 'training_enrolment_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What no list shows.'),
  ('public.training_enrolments', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub', 'contact_name = ''Erased'', contact_email = null, phone = ''00000000'', city = ''Erased'', state = ''Erased'',
      motivation = ''Erased at the request of the person'', training_goals = ''Erased at the request of the person'',
      has_photo = false', 'An enrolment. Level and decision stay, without the person.'),
  ('public.user_roles', 'user_id = $1', '{}', '{granted_by}', 'keep', null, 'Staff roles.'),
  ('public.vault_reveals', 'person_id = any ($2)', '{}', '{actor_id,actor_name}', 'keep', null, 'Who looked at what is secret, and why: accounted for also when the secret is gone. Holds none of it.'),
  ('realtime.changes', null, '{}', '{}', 'keep', null, 'Changed rows on their way to open pages; ten minutes.'),
  ('realtime.messages', null, '{}', '{}', 'keep', null, 'Messages between open pages; ours say which list of the desk has changed, and nothing of anybody.'),
  ('storage.buckets', null, '{}', '{owner,owner_id}', 'keep', null, 'Names of buckets.'),
  ('storage.objects', '(bucket_id in (''selfies'', ''cvs'') and owner_id = $1::text) or (bucket_id = ''cvs'' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3))', '{}', '{owner}', 'delete', null, 'Files of the buckets that hold people''s own; what staff upload for the site is the house''s. Whose photo is whose is known to the vault alone: the server adds it to an export, and removes it.'),
  ('strongroom.matches', 'record_id in (select private.registrations_of($1, $2))', '{match_hash}', '{}', 'delete', null, 'Keyed hashes of names, for hints at duplicates.'),
  ('strongroom.object_keys', null, '{}', '{}', 'keep', null, 'Keys of files: each goes with the row of its file.'),
  ('strongroom.people', 'user_id = $1 or id = any ($2)', '{wrapped_key,master_key_id,seal,sealed_for}', '{}', 'keep', null, 'That a key was destroyed, and when. The key itself, all secrets and hashes go.'),
  ('strongroom.records', 'record_id in (select private.registrations_of($1, $2))', '{seal,sender_link_hash}', '{}', 'keep', null, 'Which registrations are one person''s.'),
  ('strongroom.secrets', 'person_id = any ($2) or record_id in (select private.registrations_of($1, $2))', '{ciphertext,match_hash,person_id}', '{}', 'delete', null, 'What is secret; in clear it is in the export''s part "secrets".');

insert into public.company_facts (key, value)
values
  ('blurb', null),
  ('branch_office', 'Nasarawa'),
  ('chat_number', null),
  ('company_name', null),
  ('crypto_licence_reference', null),
  ('email', null),
  ('facebook', null),
  ('head_office', 'Lagos'),
  ('hr_email', null),
  ('instagram', null),
  ('linkedin', null),
  ('logo', null),
  ('phone_primary', null),
  ('phone_secondary', null),
  ('registration_number', null),
  ('tax_number', null),
  ('twitter', null),
  ('youtube', null);

insert into public.impact_figures (page, position, value, label)
values
  ('agriculture', 1, '5,000+', 'farmers reached'),
  ('agriculture', 2, '25,000', 'hectares'),
  ('company-representation', 1, '15+', 'years'),
  ('company-representation', 2, '500+', 'projects'),
  ('company-representation', 3, '95%', 'satisfaction'),
  ('general-contract', 1, '15+', 'years'),
  ('general-contract', 2, '500+', 'projects'),
  ('general-contract', 3, '95%', 'satisfaction'),
  ('home', 1, '1000+', 'farmers supported'),
  ('home', 2, '50+', 'projects completed'),
  ('home', 3, '15', 'states reached'),
  ('poultry-development', 1, '3,500+', 'poultry farmers supported'),
  ('real-estate-construction', 1, '15+', 'years'),
  ('real-estate-construction', 2, '500+', 'projects'),
  ('real-estate-construction', 3, '95%', 'satisfaction'),
  ('rural-education', 1, '15,000+', 'farmers trained'),
  ('sustainable-farming', 1, '5,000+', 'farmers reached'),
  ('sustainable-farming', 2, '25,000', 'hectares');

insert into public.career_categories (id, title, icon, colour, sort_order)
values
  ('farming', 'Farming & Agriculture', 'agriculture', 'leaf', 1),
  ('warehousing', 'Warehousing & Storage', 'marketplace', 'indigo', 2),
  ('trading', 'Trading & Sales', 'scale', 'clay', 3),
  ('processing', 'Processing & Value Addition', 'contract', 'forest', 4),
  ('export', 'Export & International Trade', 'ship', 'indigo', 5),
  ('research', 'Research & Development', 'search', 'leaf', 6),
  ('supply-chain', 'Inventory & Supply Chain', 'order', 'forest', 7);

insert into public.career_positions
  (id, category_id, title, level, location, description, posted_on, sort_order, is_published)
values
  ('documentation-officer', 'export', 'Documentation Officer', 'Entry-level', 'Apapa, Lagos', 'Prepares NXP forms, phytosanitary certificates, bills of lading and letters of credit, and finds the comma that the bank would find. A diploma in any field that taught you exactness.', '2026-11-24', 1, false),
  ('shipping-coordinator', 'export', 'Shipping Coordinator', 'Mid-level', 'Apapa, Lagos', 'Books containers, watches loading, follows vessels, and tells the buyer before the buyer asks. Three years with a forwarder or shipping line, and the port''s phone numbers in your head.', '2026-11-24', 2, false),
  ('export-sales-manager', 'export', 'Export Sales Manager', 'Mid-level', 'Lagos, Lagos', 'Sells cocoa, cashew, ginger and hibiscus to buyers in Europe, India and the Gulf on FOB and CIF terms. Five years of export sales, knowledge of contract rules such as FCC or CAOBISCO, and a second language if you have one.', '2026-11-24', 3, false),
  ('head-of-export', 'export', 'Head of International Trade', 'Senior', 'Lagos, Lagos', 'Leads export from the contract to the last payment: sales, documents, quality claims, currency risk. Twelve years in international commodity trade and arbitration seen from the inside.', '2026-11-24', 4, false),
  ('field-assistant', 'farming', 'Field Assistant', 'Entry-level', 'Keffi, Nasarawa', 'Prepares beds, plants, weeds and harvests with a crew of eight, and writes down what was done on which plot. You learn to read a soil test and a spray label. We ask for a season on any farm, your own included.', '2026-11-24', 1, false),
  ('agronomist', 'farming', 'Agronomist', 'Mid-level', 'Lafia, Nasarawa', 'Advises some sixty registered farmers on ginger, sesame and groundnut: planting dates, spacing, pests, drying. Three days a week in the field on a motorcycle, two at the desk. Needs a degree in agronomy or crop science and two full seasons of extension work.', '2026-11-24', 2, false),
  ('poultry-supervisor', 'farming', 'Poultry Supervisor', 'Mid-level', 'Ibadan, Oyo', 'Runs three layer houses with their attendants: brooding, feed, vaccination, egg records, biosecurity at the gate. You know a sick bird from across the house and you say so at once. Three years with flocks of 5,000 or more.', '2026-11-24', 3, false),
  ('head-of-farms', 'farming', 'Head of Farms', 'Senior', 'Abuja, FCT', 'Answers for the yield and the safety of all our own farms: plans the season, budgets inputs, brings on supervisors, reports to the board each quarter. Ten years in commercial farming, five of them over other managers.', '2026-11-24', 4, false),
  ('machine-operator', 'processing', 'Machine Operator', 'Entry-level', 'Ogbomoso, Oyo', 'Runs a line for cashew shelling or cassava grating in shifts: feeds, watches, cleans, and stops it when it sounds wrong. Technical school or a year on any factory floor. Safety shoes are ours, attention is yours.', '2026-11-24', 1, false),
  ('food-technologist', 'processing', 'Food Technologist', 'Mid-level', 'Abeokuta, Ogun', 'Writes and checks the recipes of our flours, chips and spices, keeps HACCP records, and prepares NAFDAC files. Degree in food science and three years in a plant that was audited.', '2026-11-24', 2, false),
  ('maintenance-engineer', 'processing', 'Maintenance Engineer', 'Mid-level', 'Ogbomoso, Oyo', 'Plans what is greased, changed and rebuilt before it breaks, and keeps spare parts where they can be found. Mechanical or electrical engineering, COREN registration under way or done, four years in a plant.', '2026-11-24', 3, false),
  ('plant-manager', 'processing', 'Plant Manager', 'Senior', 'Abeokuta, Ogun', 'Runs a plant of ninety people in two shifts: output, hygiene, energy, people. The shell count and the accident count hang at the gate, and both are yours. Ten years in food processing.', '2026-11-24', 4, false),
  ('research-assistant', 'research', 'Research Assistant', 'Entry-level', 'Zaria, Kaduna', 'Lays out trial plots, measures, photographs and enters the data the same day. A degree in agriculture or biology, a steady hand and honest zeros.', '2026-11-24', 1, false),
  ('seed-scientist', 'research', 'Seed Scientist', 'Mid-level', 'Zaria, Kaduna', 'Tests ginger and sesame varieties with growers and with the university, and says which of them are worth a farmer''s season. Master''s degree in plant breeding or seed science.', '2026-11-24', 2, false),
  ('data-analyst', 'research', 'Agricultural Data Analyst', 'Mid-level', 'Lagos, Lagos', 'Turns weather, prices and field records into planting advice that fits into a text message. SQL and statistics, and a few weeks a year in the field so that you know what a number stands for.', '2026-11-24', 3, false),
  ('head-of-research', 'research', 'Head of Research', 'Senior', 'Abuja, FCT', 'Chooses which questions we ask and which we leave, runs partnerships with institutes, publishes what did not work as well. Doctorate and ten years of applied research.', '2026-11-24', 4, false),
  ('inventory-clerk', 'supply-chain', 'Inventory Clerk', 'Entry-level', 'Keffi, Nasarawa', 'Keeps the count of seed, feed, fertiliser and bags at the depot, issues them against a signed note, and reports what runs low before it is out. Secondary school certificate and a good head for numbers.', '2026-11-24', 1, false),
  ('fleet-coordinator', 'supply-chain', 'Fleet Coordinator', 'Mid-level', 'Lokoja, Kogi', 'Plans eighteen trucks between farm, store and port: loads, drivers, fuel, waybills, breakdowns at two in the morning. Three years in haulage and a calm voice.', '2026-11-24', 2, false),
  ('demand-planner', 'supply-chain', 'Demand Planner', 'Mid-level', 'Lagos, Lagos', 'Says how much of what will be needed where in eight weeks, and learns from being wrong. Degree with mathematics in it, four years in planning for food or consumer goods.', '2026-11-24', 3, false),
  ('head-of-supply-chain', 'supply-chain', 'Head of Supply Chain', 'Senior', 'Lagos, Lagos', 'Owns the way of every bag from the gate of the farm to the gate of the buyer, and its cost. Ten years in supply chain, five of them in Nigeria, and proof that you shortened one.', '2026-11-24', 4, false),
  ('trade-assistant', 'trading', 'Trade Assistant', 'Entry-level', 'Lagos, Lagos', 'Calls buyers and sellers, takes down what they need, and keeps quotes, samples and follow-ups in order. Clear English on the phone, Hausa or Yoruba welcome. You are heard out before you are corrected.', '2026-11-24', 1, false),
  ('produce-buyer', 'trading', 'Produce Buyer', 'Mid-level', 'Makurdi, Benue', 'Buys yam, soya beans and sesame at the farm gate and in the market, pays against the weight slip, and keeps the trust of aggregators from one season to the next. Three years of buying in the Middle Belt and a driving licence.', '2026-11-24', 2, false),
  ('key-account-manager', 'trading', 'Key Account Manager', 'Mid-level', 'Lagos, Lagos', 'Looks after processors, supermarkets and exporters who order every month: forecasts, contracts, complaints, payment. A degree, four years in commodity or food sales, and numbers you can defend.', '2026-11-24', 3, false),
  ('head-of-trading', 'trading', 'Head of Trading', 'Senior', 'Lagos, Lagos', 'Sets positions and prices across fifteen commodities within limits that the board has set, and stops when they are reached. Ten years of trading, three over a desk, and a name that farmers and buyers both know.', '2026-11-24', 4, false),
  ('store-clerk', 'warehousing', 'Store Clerk', 'Entry-level', 'Apapa, Lagos', 'Counts bags in and bags out, weighs, tags and stacks them, and keeps the stock card so that anybody can follow it. Careful handwriting, secondary school certificate, and the patience to count again.', '2026-11-24', 1, false),
  ('quality-inspector', 'warehousing', 'Quality Inspector', 'Mid-level', 'Kano, Kano', 'Draws samples from every lot, measures moisture, foreign matter and oil content, and signs the slip that decides the price. You know the export grades of sesame and hibiscus and do not bend them. Two years in a produce laboratory or warehouse.', '2026-11-24', 2, false),
  ('cold-room-technician', 'warehousing', 'Cold Room Technician', 'Mid-level', 'Jos, Plateau', 'Keeps compressors, sensors and the standby generator running, so that tomatoes leave as they came. Trade certificate in refrigeration, readiness for a night call now and then, and a logbook without gaps.', '2026-11-24', 3, false),
  ('warehouse-manager', 'warehousing', 'Warehouse Manager', 'Senior', 'Apapa, Lagos', 'Leads two sites with forty people: layout, fumigation, insurance, collateral inspections by banks. Losses below half a percent are the measure. Eight years in bonded or commodity storage.', '2026-11-24', 4, false);

insert into public.page_actions (label, page, target)
values
  ('Apply for Program', '', '/franchise-partnership'),
  ('Apply for Program', 'poultry-development', '/poultry-training'),
  ('Enroll Now', '', '/farmer-registration?interest={page}'),
  ('Enroll Now', 'poultry-development', '/poultry-training'),
  ('Get Involved', '', '/farmer-registration');

insert into public.retention_periods (subject, keep, description, at_least)
values
  ('approved_registrations', '7 years', 'Registrations and applications for a partnership that were approved, from the last change', '5 years'),
  ('audit_events', '2 years', 'Attempts to register as a buyer', '30 days'),
  ('audit_trail', '7 years', 'What staff changed, and who looked at photos and documents', '1 year'),
  ('breaches', '10 years', 'The register of personal data breaches, from the day one was closed', '5 years'),
  ('consents', '7 years', 'What was agreed to and taken back, once its registration is gone', '1 year'),
  ('decision_events', '7 years', 'What was decided, once its record is gone', '1 year'),
  ('declined_registrations', '1 year', 'Registrations and applications for a partnership that were declined, from the decision', '30 days'),
  ('ended_subscriptions', '1 year', 'Addresses that left the newsletter, from then: so that the exit in an old letter answers, and we can say when somebody left', '00:00:00'),
  ('guest_contacts', '1 year', 'Name, phone, email, address, words and links of a guest''s order that is over, from its last change', '30 days'),
  ('national_identity_numbers', '00:00:00', 'NIN and vNIN in the vault, from the decision on the investor', '00:00:00'),
  ('own_exports', '7 years', 'That somebody took their own data along, from then', '1 year'),
  ('pending_registrations', '2 years', 'Registrations and applications for a partnership that nobody decided on, from the last change', '30 days'),
  ('registration_drafts', '30 days', 'Half-filled forms, from the last change', '1 day'),
  ('unattached_photos', '1 day', 'Photos that belong to no registration, from the upload', '01:00:00'),
  ('unconfirmed_subscriptions', '30 days', 'Addresses for the newsletter that nobody confirmed, from the last request', '00:00:00'),
  ('vault_openings', '7 years', 'What the server decrypted for its own work, from then', '1 year'),
  ('vault_reveals', '7 years', 'Who looked at what is secret, from the look', '1 year');

insert into private.retention_in_force (subject, since, keep)
values
  ('approved_registrations', '-infinity', '7 years'),
  ('audit_events', '-infinity', '2 years'),
  ('audit_trail', '-infinity', '7 years'),
  ('breaches', '-infinity', '10 years'),
  ('consents', '-infinity', '7 years'),
  ('decision_events', '-infinity', '7 years'),
  ('declined_registrations', '-infinity', '1 year'),
  ('ended_subscriptions', '-infinity', '1 year'),
  ('guest_contacts', '-infinity', '1 year'),
  ('national_identity_numbers', '-infinity', '00:00:00'),
  ('own_exports', '-infinity', '7 years'),
  ('pending_registrations', '-infinity', '2 years'),
  ('registration_drafts', '-infinity', '30 days'),
  ('unattached_photos', '-infinity', '1 day'),
  ('unconfirmed_subscriptions', '-infinity', '30 days'),
  ('vault_openings', '-infinity', '7 years'),
  ('vault_reveals', '-infinity', '7 years');

insert into private.axis_transitions (axis, from_value, to_value)
values
  ('product', 'pending', 'published'),
  ('product', 'pending', 'hidden'),
  ('product', 'published', 'pending'),
  ('product', 'published', 'hidden'),
  ('product', 'hidden', 'pending'),
  ('product', 'hidden', 'published'),
  ('payment', 'unpaid', 'claimed'),
  ('payment', 'unpaid', 'confirmed'),
  ('payment', 'unpaid', 'underpaid'),
  ('payment', 'unpaid', 'overpaid'),
  ('payment', 'unpaid', 'refund_due'),
  ('payment', 'claimed', 'unpaid'),
  ('payment', 'claimed', 'confirmed'),
  ('payment', 'claimed', 'underpaid'),
  ('payment', 'claimed', 'overpaid'),
  ('payment', 'claimed', 'refund_due'),
  ('payment', 'confirmed', 'overpaid'),
  ('payment', 'confirmed', 'refund_due'),
  ('payment', 'underpaid', 'claimed'),
  ('payment', 'underpaid', 'confirmed'),
  ('payment', 'underpaid', 'overpaid'),
  ('payment', 'underpaid', 'refund_due'),
  ('payment', 'overpaid', 'confirmed'),
  ('payment', 'overpaid', 'refund_due'),
  ('payment', 'refund_due', 'refunded'),
  ('payment', 'refunded', 'refund_due'),
  ('fulfilment', 'none', 'preparing'),
  ('fulfilment', 'preparing', 'dispatched'),
  ('fulfilment', 'dispatched', 'delivered'),
  ('fulfilment', 'delivered', 'disputed'),
  ('fulfilment', 'disputed', 'delivered'),
  ('fulfilment', 'disputed', 'preparing'),
  ('payment', 'refund_due', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value)
values
  ('expire', 'status', 'pending', 'declined'),
  ('expire', 'payment', 'unpaid', 'unpaid'),
  ('expire', 'fulfilment', 'none', 'none'),
  ('decline', 'status', 'pending', 'declined'),
  ('decline', 'payment', 'unpaid', 'unpaid'),
  ('decline', 'payment', 'claimed', 'claimed'),
  ('decline', 'payment', 'underpaid', 'refund_due'),
  ('decline', 'payment', 'confirmed', 'refund_due'),
  ('decline', 'payment', 'overpaid', 'refund_due'),
  ('decline', 'fulfilment', 'none', 'none'),
  ('claim', 'status', 'pending', 'pending'),
  ('claim', 'status', 'approved', 'approved'),
  ('claim', 'payment', 'unpaid', 'claimed'),
  ('claim', 'payment', 'underpaid', 'claimed'),
  ('claim', 'fulfilment', 'none', 'none'),
  ('claim', 'fulfilment', 'preparing', 'preparing'),
  ('claim', 'fulfilment', 'dispatched', 'dispatched'),
  ('claim', 'fulfilment', 'delivered', 'delivered'),
  ('reject_claim', 'status', 'pending', 'pending'),
  ('reject_claim', 'status', 'approved', 'approved'),
  ('reject_claim', 'status', 'declined', 'declined'),
  ('reject_claim', 'status', 'completed', 'completed'),
  ('reject_claim', 'payment', 'claimed', 'unpaid'),
  ('reject_claim', 'fulfilment', 'none', 'none'),
  ('reject_claim', 'fulfilment', 'preparing', 'preparing'),
  ('reject_claim', 'fulfilment', 'dispatched', 'dispatched'),
  ('reject_claim', 'fulfilment', 'delivered', 'delivered'),
  ('reject_claim', 'fulfilment', 'disputed', 'disputed'),
  ('reject_further_claim', 'status', 'pending', 'pending'),
  ('reject_further_claim', 'status', 'approved', 'approved'),
  ('reject_further_claim', 'status', 'declined', 'declined'),
  ('reject_further_claim', 'status', 'completed', 'completed'),
  ('reject_further_claim', 'payment', 'claimed', 'underpaid'),
  ('reject_further_claim', 'fulfilment', 'none', 'none'),
  ('reject_further_claim', 'fulfilment', 'preparing', 'preparing'),
  ('reject_further_claim', 'fulfilment', 'dispatched', 'dispatched'),
  ('reject_further_claim', 'fulfilment', 'delivered', 'delivered'),
  ('reject_further_claim', 'fulfilment', 'disputed', 'disputed'),
  ('pay_short', 'status', 'pending', 'pending'),
  ('pay_short', 'status', 'approved', 'approved'),
  ('pay_short', 'status', 'completed', 'completed'),
  ('pay_short', 'payment', 'unpaid', 'underpaid'),
  ('pay_short', 'payment', 'claimed', 'underpaid'),
  ('pay_short', 'payment', 'underpaid', 'underpaid'),
  ('pay_short', 'fulfilment', 'none', 'none'),
  ('pay_short', 'fulfilment', 'preparing', 'preparing'),
  ('pay_short', 'fulfilment', 'dispatched', 'dispatched'),
  ('pay_short', 'fulfilment', 'delivered', 'delivered'),
  ('pay_short', 'fulfilment', 'disputed', 'disputed'),
  ('pay_exactly', 'status', 'pending', 'pending'),
  ('pay_exactly', 'status', 'approved', 'approved'),
  ('pay_exactly', 'status', 'completed', 'completed'),
  ('pay_exactly', 'payment', 'unpaid', 'confirmed'),
  ('pay_exactly', 'payment', 'claimed', 'confirmed'),
  ('pay_exactly', 'payment', 'underpaid', 'confirmed'),
  ('pay_exactly', 'fulfilment', 'none', 'none'),
  ('pay_exactly', 'fulfilment', 'preparing', 'preparing'),
  ('pay_exactly', 'fulfilment', 'dispatched', 'dispatched'),
  ('pay_exactly', 'fulfilment', 'delivered', 'delivered'),
  ('pay_exactly', 'fulfilment', 'disputed', 'disputed'),
  ('pay_over', 'status', 'pending', 'pending'),
  ('pay_over', 'status', 'approved', 'approved'),
  ('pay_over', 'status', 'completed', 'completed'),
  ('pay_over', 'payment', 'unpaid', 'overpaid'),
  ('pay_over', 'payment', 'claimed', 'overpaid'),
  ('pay_over', 'payment', 'underpaid', 'overpaid'),
  ('pay_over', 'payment', 'confirmed', 'overpaid'),
  ('pay_over', 'payment', 'overpaid', 'overpaid'),
  ('pay_over', 'fulfilment', 'none', 'none'),
  ('pay_over', 'fulfilment', 'preparing', 'preparing'),
  ('pay_over', 'fulfilment', 'dispatched', 'dispatched'),
  ('pay_over', 'fulfilment', 'delivered', 'delivered'),
  ('pay_over', 'fulfilment', 'disputed', 'disputed'),
  ('pay_after_decline', 'status', 'declined', 'declined'),
  ('pay_after_decline', 'payment', 'unpaid', 'refund_due'),
  ('pay_after_decline', 'payment', 'claimed', 'refund_due'),
  ('pay_after_decline', 'payment', 'refund_due', 'refund_due'),
  ('pay_after_decline', 'payment', 'refunded', 'refund_due'),
  ('pay_after_decline', 'fulfilment', 'none', 'none'),
  ('return_surplus', 'status', 'pending', 'pending'),
  ('return_surplus', 'status', 'approved', 'approved'),
  ('return_surplus', 'status', 'completed', 'completed'),
  ('return_surplus', 'payment', 'overpaid', 'confirmed'),
  ('return_surplus', 'fulfilment', 'none', 'none'),
  ('return_surplus', 'fulfilment', 'preparing', 'preparing'),
  ('return_surplus', 'fulfilment', 'dispatched', 'dispatched'),
  ('return_surplus', 'fulfilment', 'delivered', 'delivered'),
  ('return_surplus', 'fulfilment', 'disputed', 'disputed'),
  ('refund', 'status', 'approved', 'approved'),
  ('refund', 'status', 'declined', 'declined'),
  ('refund', 'status', 'completed', 'completed'),
  ('refund', 'payment', 'refund_due', 'refunded'),
  ('refund', 'fulfilment', 'none', 'none'),
  ('refund', 'fulfilment', 'preparing', 'preparing'),
  ('refund', 'fulfilment', 'dispatched', 'dispatched'),
  ('refund', 'fulfilment', 'delivered', 'delivered'),
  ('refund', 'fulfilment', 'disputed', 'disputed'),
  ('dispute', 'status', 'approved', 'approved'),
  ('dispute', 'status', 'completed', 'completed'),
  ('dispute', 'payment', 'unpaid', 'unpaid'),
  ('dispute', 'payment', 'claimed', 'claimed'),
  ('dispute', 'payment', 'confirmed', 'confirmed'),
  ('dispute', 'payment', 'underpaid', 'underpaid'),
  ('dispute', 'payment', 'overpaid', 'overpaid'),
  ('dispute', 'fulfilment', 'delivered', 'disputed'),
  ('reject_dispute', 'status', 'approved', 'approved'),
  ('reject_dispute', 'status', 'completed', 'completed'),
  ('reject_dispute', 'payment', 'unpaid', 'unpaid'),
  ('reject_dispute', 'payment', 'claimed', 'claimed'),
  ('reject_dispute', 'payment', 'confirmed', 'confirmed'),
  ('reject_dispute', 'payment', 'underpaid', 'underpaid'),
  ('reject_dispute', 'payment', 'overpaid', 'overpaid'),
  ('reject_dispute', 'payment', 'refund_due', 'refund_due'),
  ('reject_dispute', 'payment', 'refunded', 'refunded'),
  ('reject_dispute', 'fulfilment', 'disputed', 'delivered'),
  ('replace_disputed', 'status', 'approved', 'approved'),
  ('replace_disputed', 'status', 'completed', 'completed'),
  ('replace_disputed', 'payment', 'unpaid', 'unpaid'),
  ('replace_disputed', 'payment', 'claimed', 'claimed'),
  ('replace_disputed', 'payment', 'confirmed', 'confirmed'),
  ('replace_disputed', 'payment', 'underpaid', 'underpaid'),
  ('replace_disputed', 'payment', 'overpaid', 'overpaid'),
  ('replace_disputed', 'fulfilment', 'disputed', 'preparing'),
  ('refund_disputed', 'status', 'approved', 'approved'),
  ('refund_disputed', 'status', 'completed', 'completed'),
  ('refund_disputed', 'payment', 'confirmed', 'refund_due'),
  ('refund_disputed', 'payment', 'underpaid', 'refund_due'),
  ('refund_disputed', 'payment', 'overpaid', 'refund_due'),
  ('refund_disputed', 'fulfilment', 'disputed', 'delivered'),
  ('pay_after_refund', 'status', 'pending', 'pending'),
  ('pay_after_refund', 'status', 'approved', 'approved'),
  ('pay_after_refund', 'status', 'completed', 'completed'),
  ('pay_after_refund', 'payment', 'refund_due', 'refund_due'),
  ('pay_after_refund', 'payment', 'refunded', 'refund_due'),
  ('pay_after_refund', 'fulfilment', 'none', 'none'),
  ('pay_after_refund', 'fulfilment', 'preparing', 'preparing'),
  ('pay_after_refund', 'fulfilment', 'dispatched', 'dispatched'),
  ('pay_after_refund', 'fulfilment', 'delivered', 'delivered'),
  ('pay_after_refund', 'fulfilment', 'disputed', 'disputed'),
  ('refund_before_rest', 'status', 'approved', 'approved'),
  ('refund_before_rest', 'status', 'completed', 'completed'),
  ('refund_before_rest', 'payment', 'refund_due', 'underpaid'),
  ('refund_before_rest', 'fulfilment', 'none', 'none'),
  ('refund_before_rest', 'fulfilment', 'preparing', 'preparing'),
  ('refund_before_rest', 'fulfilment', 'dispatched', 'dispatched'),
  ('refund_before_rest', 'fulfilment', 'delivered', 'delivered'),
  ('refund_before_rest', 'fulfilment', 'disputed', 'disputed');

insert into private.market_limits (name, value)
values
  ('claim_hold_hours', 48),
  ('confirm_alone_max_cents', 300000),
  ('confirm_alone_max_kobo', 500000000),
  ('farmer_products_max', 200),
  ('guest_device_open_orders_max', 3),
  ('guest_expiry_hours', 24),
  ('guest_hold_packs', 5),
  ('guest_hold_percent', 25),
  ('guest_hold_sum_kobo', 200000000),
  ('guest_phone_open_orders_max', 3),
  ('guest_reminder_hours', 6),
  ('line_quantity_max', 10000),
  ('member_expiry_hours', 72),
  ('member_hold_packs', 50),
  ('member_hold_percent', 50),
  ('member_hold_sum_kobo', 2000000000),
  ('member_open_orders_max', 20),
  ('member_reminder_hours', 24),
  ('order_lines_max', 50),
  ('part_paid_hold_hours', 168),
  ('price_lock_hours', 24),
  ('refund_alone_max_cents', 30000),
  ('refund_alone_max_kobo', 50000000);

insert into private.payment_schedules (terms, position, percent, due)
values
  ('30% Advance 70% on Delivery', 1, 30, 'in_advance'),
  ('30% Advance 70% on Delivery', 2, 70, 'on_delivery'),
  ('50% Advance 50% on Delivery', 1, 50, 'in_advance'),
  ('50% Advance 50% on Delivery', 2, 50, 'on_delivery'),
  ('Bank Transfer', 1, 100, 'in_advance'),
  ('Cash on Delivery', 1, 100, 'on_delivery'),
  ('Letter of Credit', 1, 100, 'against_documents');

insert into private.status_transitions (record_type, from_status, to_status)
values
  ('buyers', 'pending', 'approved'),
  ('buyers', 'pending', 'declined'),
  ('farmers', 'pending', 'approved'),
  ('farmers', 'pending', 'declined'),
  ('investors', 'pending', 'approved'),
  ('investors', 'pending', 'declined'),
  ('job_applications', 'pending', 'approved'),
  ('job_applications', 'pending', 'declined'),
  ('orders', 'approved', 'completed'),
  ('orders', 'pending', 'approved'),
  ('orders', 'pending', 'declined'),
  ('partnership_applications', 'pending', 'approved'),
  ('partnership_applications', 'pending', 'declined'),
  ('training_enrolments', 'pending', 'approved'),
  ('training_enrolments', 'pending', 'declined');

insert into public.decline_reasons (record_type, body, position)
values
  (null, 'Some details could not be confirmed. Please send your application again with complete information.', 10),
  (null, 'We received this twice. Your other record stays with us, and you do not have to do anything.', 20),
  ('buyers', 'We could not confirm the registration number of your company.', 10),
  ('farmers', 'We do not work with farms in your area yet. We keep your interest in mind.', 10),
  ('farmers', 'The photo is missing or cannot be recognised. Please register again with a clear photo.', 20),
  ('investors', 'We could not confirm the identity documents that you named.', 10),
  ('job_applications', 'We have chosen somebody else for this position. Thank you for your interest.', 10),
  ('orders', 'We cannot supply this product in the quantity that you asked for at the moment.', 10),
  ('orders', 'We do not deliver to this place at the moment.', 20),
  ('orders', 'We could not reach you under the contact details of this order.', 30),
  ('partnership_applications', 'We are not looking for partners in this field at the moment.', 10),
  ('products', 'Please add a clear photo of the product itself.', 10),
  ('products', 'Please check the price and the size of the pack.', 20),
  ('training_enrolments', 'This course is full. Please enrol again for the next one.', 10);

insert into private.due_clocks (record_type, clock, hours)
values
  ('buyers', 'decision', 48),
  ('contact_messages', 'decision', 24),
  ('farmers', 'decision', 48),
  ('investors', 'decision', 48),
  ('job_applications', 'decision', 48),
  ('orders', 'decision', 48),
  ('orders', 'first_contact', 24),
  ('partnership_applications', 'decision', 48),
  ('training_enrolments', 'decision', 48);

insert into private.searched_texts (list, position, source, link, columns)
values
  ('buyers', 1, 'buyers', 'id', '{company_name,business_type,contact_first_name,contact_last_name,contact_email,contact_phone,reference}'),
  ('buyers', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('contact_messages', 1, 'contact_messages', 'id', '{name,email,phone,message}'),
  ('farmers', 1, 'farmers', 'id', '{farm_name,location,contact_name,phone,contact_email,reference}'),
  ('farmers', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('investors', 1, 'investors', 'id', '{company_name,investor_type,contact_name,contact_email,contact_phone,reference}'),
  ('investors', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('job_applications', 1, 'job_applications', 'id', '{full_name,email,phone,position_title}'),
  ('newsletter_subscriptions', 1, 'newsletter_subscriptions', 'id', '{email}'),
  ('orders', 1, 'orders', 'id', '{code,crop_type,delivery_address}'),
  ('orders', 2, 'order_requests', 'order_id', '{company_name,contact_person,email,phone}'),
  ('orders', 3, 'order_contacts', 'order_id', '{name,phone,email}'),
  ('orders', 4, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('orders', 5, 'payments', 'order_id', '{bank_reference}'),
  ('partnership_applications', 1, 'partnership_applications', 'id', '{company_name,contact_person,email,phone,country}'),
  ('products', 1, 'products', 'id', '{name,farmer_name,location,category}'),
  ('products', 2, 'farmers', 'farmer_id', '{farm_name,location,contact_name,phone,contact_email,reference}'),
  ('training_enrolments', 1, 'training_enrolments', 'id', '{contact_name,contact_email,phone,city,reference}'),
  ('training_enrolments', 2, 'profiles', 'user_id', '{full_name,email,phone}');

insert into private.desk_queues (queue, source, narrowed, state, unchosen, permission)
values
  ('disputes', 'orders', 't.fulfilment_status = ''disputed''', 't.status', 'true', null),
  ('newsletter_subscriptions', 'newsletter_subscriptions', 'true', 'case when t.unsubscribed_at is not null then ''left'' when t.confirmed_at is not null then ''confirmed'' else ''waiting'' end', 'true', 'newsletter_subscriptions.read'),
  ('payments', 'orders', 't.total_amount_kobo is not null', 't.payment_status', 't.payment_status in (''claimed'', ''underpaid'', ''overpaid'', ''refund_due'')', null),
  ('quotes', 'orders', 't.kind = ''bulk'' and t.total_amount_kobo is null and t.status in (''pending'', ''approved'')', 't.status', 'true', null);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, type)
values
  ('board-photos', 'board-photos', true, 204800, '{image/jpeg}', 'STANDARD'),
  ('cvs', 'cvs', false, 2097152, null, 'STANDARD'),
  ('dispute-photos', 'dispute-photos', false, 2097152, '{image/jpeg,image/png,image/webp}', 'STANDARD'),
  ('documents', 'documents', false, 204800, '{application/pdf}', 'STANDARD'),
  ('payment-proofs', 'payment-proofs', false, 2097152, '{image/jpeg,image/png,image/webp,application/pdf}', 'STANDARD'),
  ('product-photos', 'product-photos', false, 2097152, '{image/jpeg,image/png,image/webp}', 'STANDARD'),
  ('selfies', 'selfies', false, 307200, '{image/jpeg,image/png,image/webp}', 'STANDARD')
on conflict (id) do nothing;

revoke all on function
  private.clean_line(text), private.clean_text(text), private.has_demo_rows(), private.is_email(text),
  private.last_migration(), private.make_token(), private.mask_address(text), private.mask_email(text),
  private.normalise_amount(text), private.normalise_phone(text), private.normalise_url(text), private.phone_problem(text),
  private.quantity_problem(text), private.read_day(text), private.refuse_change(), private.strip_markup(text),
  private.touch_updated_at(), private.utc_text(timestamp with time zone)
  from public, anon, authenticated, service_role;

grant execute on function
  private.clean_line(text), private.clean_text(text), private.is_email(text), private.normalise_phone(text),
  private.phone_problem(text), private.quantity_problem(text), private.strip_markup(text)
  to authenticated, service_role, supabase_auth_admin;

grant execute on function private.has_demo_rows(), private.last_migration() to service_role;

create trigger end_settlement_codes after update of value on private.house_settings
  for each row when (new.name = 'settlement_alarm_email' and lower(new.value) <> lower(old.value))
  execute function private.end_settlement_codes();

create trigger refuse_change before update or delete on private.staff_grants
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.staff_grants
  for each statement execute function private.refuse_change();

create trigger audit_change after insert or update or delete on public.role_permissions for each row
  execute function private.audit_change('all', 'role,permission', 'role,permission');

create trigger keep_settlement_right before insert or update or delete on public.role_permissions
  for each row execute function private.keep_settlement_right();

create trigger audit_change after insert or update or delete on public.user_roles for each row
  execute function private.audit_change('all', 'user_id', 'role');

create trigger end_invitations after update of role or delete on public.user_roles
  for each row execute function private.end_invitations();

create trigger keep_an_admin before update or delete on public.user_roles
  for each row execute function private.keep_an_admin();

create trigger keep_settlement_holder before update of role or delete on public.user_roles
  for each row execute function private.keep_settlement_holder();

create trigger note_grant after insert or update of role, granted_by on public.user_roles
  for each row execute function private.note_grant();

create trigger note_who_granted before update of role on public.user_roles
  for each row execute function private.note_who_granted();

revoke all on table public.role_permissions from public, anon, authenticated, service_role;

grant select on table public.role_permissions to authenticated, service_role;

create policy "Staff read the rights of their own role, and who may, of all" on public.role_permissions
  for select to authenticated
  using (
    (select private.has_permission('roles.read'))
    or role = (select user_roles.role from public.user_roles where user_roles.user_id = (select auth.uid()))
  );

revoke all on table public.user_roles from public, anon, authenticated;

grant select on table public.user_roles to authenticated;

create policy "People read their own role, and staff who may, everybody's" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('roles.read')));

revoke all on table private.house_settings from public, anon, authenticated, service_role;

revoke all on table private.staff_grants from public, anon, authenticated, service_role;

revoke all on function
  private.ask_for_second_factor(), private.claimed_aal(), private.desk_permission(text, text), private.desk_types(),
  private.desk_types_with(text), private.has_living_session(), private.has_permission(text), private.has_record(text, uuid),
  private.has_shown_factors(), private.has_strong_permission(text), private.is_at_the_desk(), private.is_at_work(uuid),
  private.is_let_in(uuid), private.is_signed_in_as_staff(), private.note_grant(), private.note_who_granted(),
  private.person_has_permission(uuid, text), private.require_desk_right(text, text), private.require_strong_right(text),
  private.set_house_setting(text, text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.desk_permission(text, text), private.desk_types(), private.desk_types_with(text), private.has_permission(text),
  private.has_strong_permission(text), private.is_at_the_desk(), private.require_desk_right(text, text),
  private.require_strong_right(text)
  to authenticated, service_role;

grant execute on function private.person_has_permission(uuid, text), private.set_house_setting(text, text) to service_role;

revoke all on table private.field_rules from public, anon, authenticated, service_role;

revoke all on table private.secret_fields from public, anon, authenticated, service_role;

revoke all on function
  private.answer(jsonb, text), private.answer_problem(private.field_rules, text), private.check_filled(text, jsonb),
  private.check_form(text, jsonb, jsonb), private.check_form(text, jsonb), private.clean_answer(text, text),
  private.condition_holds(jsonb, jsonb), private.find_missing_secret(text, jsonb, jsonb, text[]),
  private.joined_answer(jsonb, text), private.read_answer(private.field_rules, jsonb, integer),
  private.read_several(private.field_rules, jsonb, boolean), private.read_text(private.field_rules, text, jsonb, integer)
  from public, anon, authenticated, service_role;

create trigger name_mail_record before insert on private.mail_outbox
  for each row execute function private.name_mail_record();

create trigger note_unreached_mail after update of status on private.mail_outbox
  for each row when (new.status = 'failed' and old.status <> 'failed' and new.template ~ '^(staff|audit|breach)_')
  execute function private.note_unreached_mail();

create trigger tell_desk after update of status on private.mail_outbox
  for each row when (new.status is distinct from old.status and new.status <> 'sending')
  execute function private.tell_desk('mails');

create trigger tell_desk_of_new after insert on private.mail_outbox
  for each statement execute function private.tell_desk('mails');

revoke all on table private.mail_outbox from public, anon, authenticated, service_role;

grant select on table private.mail_outbox to service_role;

revoke all on function
  private.claim_mails(integer, integer), private.confirm_form(text, text, jsonb), private.count_form_mails(text),
  private.enqueue_mail(text, text, jsonb, text), private.enqueue_sms(text, text, jsonb, text),
  private.forget_mails(timestamp with time zone), private.mail_subject(text, text),
  private.mark_mail_failed(uuid, text, timestamp with time zone), private.mark_mail_sent(uuid, text),
  private.name_mail_record(), private.sends_sms()
  from public, anon, authenticated, service_role;

grant execute on function
  private.claim_mails(integer, integer), private.forget_mails(timestamp with time zone),
  private.mark_mail_failed(uuid, text, timestamp with time zone), private.mark_mail_sent(uuid, text)
  to service_role;

grant execute on function private.enqueue_mail(text, text, jsonb, text) to service_role, supabase_auth_admin;

grant execute on function private.enqueue_sms(text, text, jsonb, text) to supabase_auth_admin;

create trigger audit_suppression after insert or update or delete on public.mail_suppressions for each row
  execute function private.audit_suppression();

create trigger note_unreached_address after insert or update on public.mail_suppressions
  for each row when (new.reason = 'bounced') execute function private.note_unreached_address();

revoke all on table public.mail_suppressions from public, anon, authenticated, service_role;

grant select on table public.mail_suppressions to authenticated, service_role;

create policy "Staff who may see mails see who is not written to" on public.mail_suppressions
  for select to authenticated
  using ((select private.has_permission('mails.read')));

revoke all on function
  private.audit_suppression(), private.is_suppressed(text, text), private.record_bounce(uuid, text),
  public.lift_suppression(text), public.suppress_address(text, text)
  from public, anon, authenticated, service_role;

grant execute on function private.record_bounce(uuid, text) to service_role;

grant execute on function public.lift_suppression(text), public.suppress_address(text, text) to authenticated;

create trigger copy_confirmed_name after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.copy_confirmed_name();

create trigger copy_email_to_profile after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.copy_email_to_profile();

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create trigger clean_profile before insert or update on public.profiles
  for each row execute function private.clean_profile();

revoke all on table public.profiles from public, anon, authenticated;

grant select on table public.profiles to authenticated;

grant insert (id, email, full_name, phone) on table public.profiles to authenticated;

grant update (full_name, phone) on table public.profiles to authenticated;

create policy "People add their own profile under their own address" on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()) and lower(email) = lower((select auth.jwt()) ->> 'email'));

create policy "People change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create policy "People read their own profile, and staff who may, everybody's" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.has_permission('profiles.read')));

revoke all on function
  private.clean_profile(), private.copy_confirmed_name(), private.copy_email_to_profile(), private.create_profile(),
  private.proved_address(uuid), private.proved_number(uuid)
  from public, anon, authenticated, service_role;

alter publication supabase_realtime add table public.profiles;

revoke all on function public.end_my_session(uuid), public.list_my_sessions() from public, anon, authenticated, service_role;

grant execute on function public.end_my_session(uuid), public.list_my_sessions() to authenticated;

create trigger touch_updated_at before update on public.notification_choices
  for each row execute function private.touch_updated_at();

revoke all on table public.notification_choices from public, anon, authenticated;

grant select on table public.notification_choices to authenticated;

grant insert (user_id, order_mails, registration_mails) on table public.notification_choices to authenticated;

grant update (order_mails, registration_mails) on table public.notification_choices to authenticated;

create policy "People change their own choices" on public.notification_choices
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "People make their own choices" on public.notification_choices
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People read their own choices" on public.notification_choices
  for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on table private.chosen_mails from public, anon, authenticated, service_role;

revoke all on function
  private.choice_of_mail(text, text), private.is_mail_wanted(text, text), private.stop_mails_like(uuid)
  from public, anon, authenticated, service_role;

grant execute on function private.choice_of_mail(text, text), private.stop_mails_like(uuid) to service_role;

create trigger refuse_change before update on private.own_exports
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on private.own_exports
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on private.own_exports
  for each statement execute function private.refuse_change();

revoke all on table private.own_secret_requests from public, anon, authenticated, service_role;

revoke all on table private.own_exports from public, anon, authenticated, service_role;

revoke all on function
  private.begin_own_export(), private.cancel_own_secrets(), private.has_old_factor(uuid), private.own_secrets_state(),
  private.read_masked(uuid[]), private.read_own_sealed(uuid), private.request_own_secrets(uuid, uuid),
  private.shown_factor_since(), public.my_own_secrets()
  from public, anon, authenticated, service_role;

grant execute on function private.begin_own_export(), private.cancel_own_secrets(), public.my_own_secrets() to authenticated;

grant execute on function
  private.read_masked(uuid[]), private.read_own_sealed(uuid), private.request_own_secrets(uuid, uuid)
  to service_role;

revoke all on table private.alarm_links from public, anon, authenticated, service_role;

revoke all on table private.account_freezes from public, anon, authenticated, service_role;

revoke all on function
  private.ask_thaw(uuid), private.enqueue_alarm_mail(text, uuid, text, jsonb), private.forget_account_safety(),
  private.is_frozen(uuid), private.notify_owner(text, uuid, jsonb), private.read_alarm_link(text),
  private.thaw_account(uuid, text), private.thaw_obstacle(uuid), private.use_alarm_link(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.ask_thaw(uuid), private.forget_account_safety(), private.read_alarm_link(text), private.thaw_account(uuid, text),
  private.use_alarm_link(text)
  to service_role;

grant execute on function private.enqueue_alarm_mail(text, uuid, text, jsonb) to supabase_auth_admin;

revoke all on table private.factor_resets from public, anon, authenticated, service_role;

revoke all on function private.reset_second_factor(uuid, text) from public, anon, authenticated, service_role;

grant execute on function private.reset_second_factor(uuid, text) to service_role;

revoke all on table private.personal_data from public, anon, authenticated, service_role;

revoke all on function
  private.delete_account(uuid), private.erase_person(uuid, uuid[]), private.export_person(uuid, uuid[]),
  private.find_deletion_obstacle(uuid), private.registrations_of(uuid, uuid[]), public.erase_my_data()
  from public, anon, authenticated, service_role;

grant execute on function
  private.delete_account(uuid), private.erase_person(uuid, uuid[]), private.export_person(uuid, uuid[]),
  private.find_deletion_obstacle(uuid)
  to service_role;

grant execute on function public.erase_my_data() to authenticated;

create trigger audit_change after insert or update or delete on public.content_drafts for each row
  execute function private.audit_change('staff', 'id', 'title,published_at');

create trigger audit_change after insert or update or delete on public.legal_texts for each row
  execute function private.audit_change('all', 'id', 'kind,version,published_at');

create trigger guard_legal_text before update or delete on public.legal_texts
  for each row execute function private.guard_legal_text();

create trigger refuse_truncate before truncate on public.legal_texts
  for each statement execute function private.refuse_change();

create trigger tell_content_changed after insert or update or delete on public.legal_texts
  for each statement execute function private.tell_content_changed();

revoke all on table public.content_drafts from public, anon, authenticated, service_role;

grant select on table public.content_drafts to authenticated, service_role;

create policy "Staff who may write content read its drafts" on public.content_drafts
  for select to authenticated
  using ((select private.has_permission('content.write')) or (select private.has_permission('settings.write')));

revoke all on table public.legal_texts from public, anon, authenticated, service_role;

grant select on table public.legal_texts to anon, authenticated, service_role;

create policy "Everybody reads what was published, and staff who may, drafts" on public.legal_texts
  for select to authenticated
  using (published_at is not null or (select private.has_permission('settings.read')));

create policy "Visitors read what was published" on public.legal_texts
  for select to anon
  using (published_at is not null);

revoke all on function
  private.apply_changes(jsonb), private.apply_rows(jsonb), private.describe_rule(text, text), private.guard_legal_text(),
  private.hold_draft(uuid, timestamp with time zone), private.mark_draft_published(uuid, timestamp with time zone),
  private.tell_content_changed(), public.count_acceptances(text), public.drop_draft(uuid, timestamp with time zone),
  public.list_published_content(integer), public.publish_draft(uuid, timestamp with time zone),
  public.publish_legal_text(uuid, timestamp with time zone), public.save_draft(uuid, text, jsonb, timestamp with time zone),
  public.save_legal_text(text, jsonb, timestamp with time zone)
  from public, anon, authenticated, service_role;

grant execute on function
  private.apply_changes(jsonb), private.apply_rows(jsonb), private.describe_rule(text, text),
  private.mark_draft_published(uuid, timestamp with time zone), public.count_acceptances(text),
  public.drop_draft(uuid, timestamp with time zone), public.list_published_content(integer),
  public.publish_draft(uuid, timestamp with time zone), public.publish_legal_text(uuid, timestamp with time zone),
  public.save_draft(uuid, text, jsonb, timestamp with time zone),
  public.save_legal_text(text, jsonb, timestamp with time zone)
  to authenticated;

create trigger audit_change after insert or update or delete on public.company_facts for each row
  execute function private.audit_change('staff', 'key', 'value');

create trigger prepare_company_fact before update on public.company_facts
  for each row execute function private.prepare_company_fact();

create trigger tell_content_changed after insert or update or delete or truncate on public.company_facts
  for each statement execute function private.tell_content_changed();

revoke all on table public.company_facts from public, anon, authenticated;

grant select on table public.company_facts to anon, authenticated;

grant update (value, is_demo) on table public.company_facts to authenticated;

create policy "Everybody reads the company's facts" on public.company_facts
  for select to anon, authenticated
  using (true);

create policy "Staff with the right and a second factor change the company's facts" on public.company_facts
  for update to authenticated
  using ((select private.has_strong_permission('settings.write')))
  with check ((select private.has_strong_permission('settings.write')));

revoke all on function private.prepare_company_fact() from public, anon, authenticated, service_role;

create trigger audit_change after insert or update or delete on public.impact_figures for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger tell_content_changed after insert or update or delete or truncate on public.impact_figures
  for each statement execute function private.tell_content_changed();

create trigger touch_updated_at before update on public.impact_figures
  for each row execute function private.touch_updated_at();

revoke all on table public.impact_figures from public, anon, authenticated;

revoke all on sequence public.impact_figures_id_seq from public, anon, authenticated;

grant select on table public.impact_figures to anon;

grant select, delete on table public.impact_figures to authenticated;

grant insert (page, position, value, label, source, as_of, is_demo) on table public.impact_figures to authenticated;

grant update (page, position, value, label, source, as_of, is_demo) on table public.impact_figures to authenticated;

create policy "Everybody reads the figures" on public.impact_figures
  for select to anon, authenticated
  using (true);

create policy "Staff who may add figures" on public.impact_figures
  for insert to authenticated
  with check ((select private.has_permission('content.write')));

create policy "Staff who may change figures" on public.impact_figures
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));

create policy "Staff who may remove figures" on public.impact_figures
  for delete to authenticated
  using ((select private.has_permission('content.write')));

create trigger audit_change after insert or update or delete on public.board_contacts for each row
  execute function private.audit_change('staff', 'board_member_id', 'email,phone,public_contact', 'email,phone');

create trigger tell_content_changed after insert or update or delete or truncate on public.board_contacts
  for each statement execute function private.tell_content_changed();

create trigger audit_change after insert or update or delete on public.board_members for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger tell_content_changed after insert or update or delete or truncate on public.board_members
  for each statement execute function private.tell_content_changed();

create trigger touch_updated_at before update on public.board_members
  for each row execute function private.touch_updated_at();

revoke all on table public.board_members from public, anon, authenticated;

revoke all on sequence public.board_members_id_seq from public, anon, authenticated;

grant select on table public.board_members to anon;

grant select, delete on table public.board_members to authenticated;

grant insert (
  name, position, bio, image, type, linkedin, twitter, sort_order, is_published, is_demo
  ) on table public.board_members to authenticated;

grant update (
  name, position, bio, image, type, linkedin, twitter, sort_order, is_published, is_demo
  ) on table public.board_members to authenticated;

create policy "Members read who is published, and staff who may, drafts" on public.board_members
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));

create policy "Staff who may add board members and investors" on public.board_members
  for insert to authenticated
  with check ((select private.has_permission('content.write')));

create policy "Staff who may change board members and investors" on public.board_members
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));

create policy "Staff who may remove board members and investors" on public.board_members
  for delete to authenticated
  using ((select private.has_permission('content.write')));

create policy "Visitors read who is published" on public.board_members
  for select to anon
  using (is_published);

revoke all on table public.board_contacts from public, anon, authenticated;

grant select on table public.board_contacts to anon;

grant select, delete on table public.board_contacts to authenticated;

grant insert (board_member_id, email, phone, public_contact) on table public.board_contacts to authenticated;

grant update (email, phone, public_contact) on table public.board_contacts to authenticated;

create policy "Members read the contacts of those who agreed, and staff who may, all" on public.board_contacts
  for select to authenticated
  using (
    (select private.has_permission('content.write'))
    or (public_contact and exists (select from public.board_members where id = board_member_id))
  );

create policy "Staff who may add contacts" on public.board_contacts
  for insert to authenticated
  with check ((select private.has_permission('content.write')));

create policy "Staff who may change contacts" on public.board_contacts
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));

create policy "Staff who may remove contacts" on public.board_contacts
  for delete to authenticated
  using ((select private.has_permission('content.write')));

create policy "Visitors read the contacts of those who agreed" on public.board_contacts
  for select to anon
  using (public_contact and exists (select from public.board_members where id = board_member_id));

revoke all on function
  private.find_orphan_board_photos(integer), private.keep_board_contact(integer, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function private.find_orphan_board_photos(integer) to service_role;

grant execute on function private.keep_board_contact(integer, jsonb) to authenticated;

create trigger audit_change after insert or update or delete on public.career_categories for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger tell_content_changed after insert or update or delete or truncate on public.career_categories
  for each statement execute function private.tell_content_changed();

create trigger touch_updated_at before update on public.career_categories
  for each row execute function private.touch_updated_at();

create trigger audit_change after insert or update or delete on public.career_positions for each row
  execute function private.audit_change('staff', 'id', '*');

create trigger tell_content_changed after insert or update or delete or truncate on public.career_positions
  for each statement execute function private.tell_content_changed();

create trigger touch_updated_at before update on public.career_positions
  for each row execute function private.touch_updated_at();

revoke all on table public.career_categories from public, anon, authenticated;

grant select on table public.career_categories to anon;

grant select, delete on table public.career_categories to authenticated;

grant insert (id, title, icon, colour, background_colour, sort_order) on table public.career_categories to authenticated;

grant update (title, icon, colour, background_colour, sort_order) on table public.career_categories to authenticated;

create policy "Everybody reads the departments" on public.career_categories
  for select to anon, authenticated
  using (true);

create policy "Staff who may add departments" on public.career_categories
  for insert to authenticated
  with check ((select private.has_permission('content.write')));

create policy "Staff who may change departments" on public.career_categories
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));

create policy "Staff who may remove departments" on public.career_categories
  for delete to authenticated
  using ((select private.has_permission('content.write')));

revoke all on table public.career_positions from public, anon, authenticated;

grant select on table public.career_positions to anon;

grant select, delete on table public.career_positions to authenticated;

grant insert (
  id, category_id, title, level, location, description, posted_on, sort_order, is_published, is_demo
  ) on table public.career_positions to authenticated;

grant update (
  category_id, title, level, location, description, posted_on, sort_order, is_published, is_demo
  ) on table public.career_positions to authenticated;

create policy "Members read open positions, and staff who may, drafts" on public.career_positions
  for select to authenticated
  using (is_published or (select private.has_permission('content.write')));

create policy "Staff who may add positions" on public.career_positions
  for insert to authenticated
  with check ((select private.has_permission('content.write')));

create policy "Staff who may change positions" on public.career_positions
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));

create policy "Staff who may remove positions" on public.career_positions
  for delete to authenticated
  using ((select private.has_permission('content.write')));

create policy "Visitors read open positions" on public.career_positions
  for select to anon
  using (is_published);

create trigger audit_change after insert or update or delete on public.page_actions for each row
  execute function private.audit_change('staff', 'label,page', '*');

create trigger tell_content_changed after insert or update or delete or truncate on public.page_actions
  for each statement execute function private.tell_content_changed();

create trigger touch_updated_at before update on public.page_actions
  for each row execute function private.touch_updated_at();

revoke all on table public.page_actions from public, anon, authenticated;

grant select on table public.page_actions to anon;

grant select, delete on table public.page_actions to authenticated;

grant insert (label, page, target) on table public.page_actions to authenticated;

grant update (target) on table public.page_actions to authenticated;

create policy "Everybody reads where buttons lead" on public.page_actions
  for select to anon, authenticated
  using (true);

create policy "Staff who may add a button's target" on public.page_actions
  for insert to authenticated
  with check ((select private.has_permission('content.write')));

create policy "Staff who may change a button's target" on public.page_actions
  for update to authenticated
  using ((select private.has_permission('content.write')))
  with check ((select private.has_permission('content.write')));

create policy "Staff who may remove a button's target" on public.page_actions
  for delete to authenticated
  using ((select private.has_permission('content.write')));

create trigger audit_change after update or delete on public.partnership_applications for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger decide before update on public.partnership_applications
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.partnership_applications for each row execute function private.forget_record_work();

create trigger tell_applicant after update of status on public.partnership_applications
  for each row when (new.status <> old.status and new.status in ('approved', 'declined')) execute function private.tell_applicant();

revoke all on table public.partnership_applications from public, anon, authenticated;

grant select on table public.partnership_applications to authenticated;

grant update (status, decline_reason, updated_at) on table public.partnership_applications to authenticated;

create policy "People read their own applications for partnership, and staff who may, all" on public.partnership_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('partnership_applications.read')));

create policy "Staff who may decide change an application's status" on public.partnership_applications
  for update to authenticated
  using ((select private.has_permission('partnership_applications.decide')))
  with check ((select private.has_permission('partnership_applications.decide')));

revoke all on function
  private.tell_applicant(), public.partnership_applications(public.found_records), public.submit_partnership(jsonb, uuid)
  from public, anon, authenticated, service_role;

grant execute on function public.partnership_applications(public.found_records) to authenticated;

grant execute on function public.submit_partnership(jsonb, uuid) to service_role;

alter publication supabase_realtime add table public.partnership_applications;

create trigger note_consent after insert or update or delete on public.newsletter_subscriptions
  for each row execute function private.note_newsletter_consent();

create trigger tell_desk after insert or update or delete on public.newsletter_subscriptions
  for each statement execute function private.tell_desk('newsletter_subscriptions');

create trigger touch_updated_at before update on public.newsletter_subscriptions
  for each row execute function private.touch_updated_at();

revoke all on table public.newsletter_subscriptions from public, anon, authenticated;

grant select (
  id, email, confirm_sent_at, confirmed_at, unsubscribed_at, created_at, updated_at
  ) on table public.newsletter_subscriptions to authenticated;

create policy "Staff who may read who is subscribed" on public.newsletter_subscriptions
  for select to authenticated
  using ((select private.has_permission('newsletter_subscriptions.read')));

revoke all on function
  private.keep_newsletter_consent(), private.newsletter_exit(uuid), private.newsletter_text_version(),
  private.note_newsletter_consent(), private.own_newsletter_ids(), public.choose_newsletter(boolean),
  public.confirm_newsletter(text), public.end_subscription(uuid), public.has_newsletter(),
  public.newsletter_subscriptions(public.found_records), public.request_newsletter(jsonb),
  public.unsubscribe_newsletter(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.newsletter_exit(uuid), public.choose_newsletter(boolean), public.end_subscription(uuid), public.has_newsletter(),
  public.newsletter_subscriptions(public.found_records)
  to authenticated;

grant execute on function private.own_newsletter_ids() to authenticated, service_role;

grant execute on function
  public.confirm_newsletter(text), public.request_newsletter(jsonb), public.unsubscribe_newsletter(text)
  to service_role;

create trigger audit_change after update or delete on public.contact_messages for each row
  execute function private.audit_change('staff', 'id', 'status');

create trigger forget_record_work after delete on public.contact_messages for each row execute function private.forget_record_work();

create trigger mark_answered before update on public.contact_messages
  for each row execute function private.mark_answered();

create trigger record_decision after update of status on public.contact_messages
  for each row when (new.status is distinct from old.status) execute function private.record_decision();

revoke all on table public.contact_messages from public, anon, authenticated;

grant select on table public.contact_messages to authenticated;

grant update (status, updated_at) on table public.contact_messages to authenticated;

create policy "Staff who may answer mark a message as answered" on public.contact_messages
  for update to authenticated
  using ((select private.has_permission('contact_messages.answer')))
  with check ((select private.has_permission('contact_messages.answer')));

create policy "Staff who may read messages" on public.contact_messages
  for select to authenticated
  using ((select private.has_permission('contact_messages.read')));

revoke all on function
  private.mark_answered(), public.contact_messages(public.found_records), public.submit_contact_message(jsonb, uuid)
  from public, anon, authenticated, service_role;

grant execute on function public.contact_messages(public.found_records) to authenticated;

grant execute on function public.submit_contact_message(jsonb, uuid) to service_role;

alter publication supabase_realtime add table public.contact_messages;

create trigger audit_change after update or delete on public.job_applications for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger decide before update of status, decline_reason, updated_at on public.job_applications
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.job_applications for each row execute function private.forget_record_work();

create trigger tell_applicant after update of status on public.job_applications
  for each row when (new.status <> old.status and new.status in ('approved', 'declined')) execute function private.tell_applicant();

revoke all on table public.job_applications from public, anon, authenticated;

grant select on table public.job_applications to authenticated;

grant update (status, decline_reason, updated_at) on table public.job_applications to authenticated;

create policy "People read their own job applications, and staff who may, all" on public.job_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('job_applications.read')));

create policy "Staff who may decide change a job application's status" on public.job_applications
  for update to authenticated
  using ((select private.has_permission('job_applications.decide')))
  with check ((select private.has_permission('job_applications.decide')));

revoke all on function
  private.find_orphan_cvs(text, integer), public.job_applications(public.found_records),
  public.submit_job_application(jsonb, jsonb, uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  private.find_orphan_cvs(text, integer), public.submit_job_application(jsonb, jsonb, uuid)
  to service_role;

grant execute on function public.job_applications(public.found_records) to authenticated;

alter publication supabase_realtime add table public.job_applications;

create trigger refuse_change before update on private.vault_openings
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on private.vault_openings
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on private.vault_openings
  for each statement execute function private.refuse_change();

create trigger drop_seal before update of wrapped_key on strongroom.people
  for each row when (new.wrapped_key is null) execute function private.drop_seal();

create trigger forget_masks after delete on strongroom.secrets
  for each row when (old.field in ('sidraWalletAddress', 'selfie')) execute function private.forget_masks();

revoke all on table strongroom.people from public, anon, authenticated, service_role;

revoke all on table strongroom.records from public, anon, authenticated, service_role;

revoke all on table strongroom.secrets from public, anon, authenticated, service_role;

revoke all on table strongroom.matches from public, anon, authenticated, service_role;

revoke all on table strongroom.keys from public, anon, authenticated, service_role;

revoke all on table private.vault_openings from public, anon, authenticated, service_role;

revoke all on function
  private.claim_vault_person(uuid, uuid, boolean, jsonb), private.close_seal_key(bytea, bytea, text), private.drop_seal(),
  private.find_person_key(uuid, uuid), private.find_vault_matches(text, uuid), private.forget_masks(),
  private.forget_sealed(), private.keep_house_key(text, bytea, text), private.keep_seal_key(bytea, bytea, text),
  private.list_master_key_ids(), private.list_old_keys(text, integer), private.list_unsealed_people(uuid, integer),
  private.looks_encrypted(bytea), private.note_broken_seal(uuid, text, uuid), private.read_encrypted(text),
  private.read_seal_key(), private.read_sealed(uuid[], text), private.read_unsealed_person(uuid),
  private.rewrap_key(text, bytea, bytea, text), private.seal_person(uuid, jsonb), private.sealed_of(uuid[]),
  private.store_sealed(jsonb, text, uuid), private.vault_person_ids(uuid), private.vault_person_of(text, uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  private.close_seal_key(bytea, bytea, text), private.find_person_key(uuid, uuid),
  private.keep_house_key(text, bytea, text), private.keep_seal_key(bytea, bytea, text), private.list_master_key_ids(),
  private.list_old_keys(text, integer), private.list_unsealed_people(uuid, integer),
  private.note_broken_seal(uuid, text, uuid), private.read_seal_key(), private.read_sealed(uuid[], text),
  private.read_unsealed_person(uuid), private.rewrap_key(text, bytea, bytea, text), private.seal_person(uuid, jsonb),
  private.store_sealed(jsonb, text, uuid), private.vault_person_ids(uuid), private.vault_person_of(text, uuid)
  to service_role;

create trigger audit_change after insert on private.photo_sittings for each row
  execute function private.audit_change('all', 'person_id', 'queue,reason,ends_at');

create trigger audit_change after insert on public.vault_reveals for each row
  execute function private.audit_change('all', 'record_id', 'record_type,field,reason');

create trigger count_to_sitting before insert on public.vault_reveals
  for each row execute function private.count_to_sitting();

create trigger refuse_change before update on public.vault_reveals
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on public.vault_reveals
  for each row execute function private.refuse_early_delete();

create trigger refuse_secrets before insert on public.vault_reveals
  for each row execute function private.refuse_secrets('reason', 'reason');

create trigger refuse_truncate before truncate on public.vault_reveals
  for each statement execute function private.refuse_change();

create trigger sound_vault_alarm after insert on public.vault_reveals
  for each row when (new.sitting_id is null) execute function private.sound_vault_alarm();

revoke all on table public.vault_reveals from public, anon, authenticated, service_role;

grant select on table public.vault_reveals to authenticated, service_role;

create policy "People read who looked at their own secrets, and staff who may look, all" on public.vault_reveals
  for select to authenticated
  using (
    person_id = any ((select private.own_vault_person_ids())::uuid[])
    or (select private.has_permission('vault.reveal'))
  );

revoke all on table private.photo_sittings from public, anon, authenticated, service_role;

revoke all on table private.vault_alarms from public, anon, authenticated, service_role;

revoke all on function
  private.count_to_sitting(), private.describe_sitting(private.photo_sittings),
  private.mail_other_admins(uuid, text, jsonb), private.open_sitting(uuid), private.own_vault_person_ids(),
  private.read_revealed(uuid), private.sound_vault_alarm(), public.begin_sitting(text, text),
  public.close_vault_alarm(uuid), public.desk_notices(), public.end_sitting(), public.masked_secrets(text, uuid),
  public.my_sitting(), public.reveal_secret(text, uuid, text, text)
  from public, anon, authenticated, service_role;

grant execute on function private.own_vault_person_ids() to authenticated, service_role;

grant execute on function private.read_revealed(uuid) to service_role;

grant execute on function
  public.begin_sitting(text, text), public.close_vault_alarm(uuid), public.desk_notices(), public.end_sitting(),
  public.masked_secrets(text, uuid), public.my_sitting(), public.reveal_secret(text, uuid, text, text)
  to authenticated;

create trigger drop_object_key_with_row after delete on storage.objects
  for each row execute function private.drop_object_key();

create trigger drop_object_key_with_version after update of version on storage.objects
  for each row when (old.version is distinct from new.version) execute function private.drop_object_key();

revoke all on table strongroom.object_keys from public, anon, authenticated, service_role;

revoke all on function
  private.count_clear_objects(text[]), private.drop_object_key(), private.find_object_key(text, text),
  private.keep_object_key(text, text, text, bytea, text), private.list_clear_objects(text[], uuid, integer)
  from public, anon, authenticated, service_role;

grant execute on function
  private.count_clear_objects(text[]), private.find_object_key(text, text),
  private.keep_object_key(text, text, text, bytea, text), private.list_clear_objects(text[], uuid, integer)
  to service_role;

revoke all on table private.registrations from public, anon, authenticated, service_role;

grant select on table private.registrations to authenticated, service_role;

revoke all on table public.my_registrations from public, anon, authenticated, service_role;

grant select on table public.my_registrations to authenticated;

revoke all on table private.registration_phones from public, anon, authenticated, service_role;

revoke all on function
  private.flag_own_record(), private.give_reference(), private.insert_row(text, jsonb), private.is_own_contact(text, text),
  private.is_own_record(text, uuid), private.lock_registration(text, uuid), private.make_reference(text),
  private.may_change_registration(uuid, uuid, jsonb), private.own_registration_ids(), private.private_table(text),
  private.registration_columns(text, jsonb), private.registration_table(text), private.registrations_with(text),
  private.update_row(text, text, uuid, jsonb), public.find_registration(text)
  from public, anon, authenticated, service_role;

grant execute on function private.own_registration_ids(), private.registrations_with(text) to authenticated, service_role;

grant execute on function public.find_registration(text) to authenticated;

create trigger touch_updated_at before update on public.farmer_private
  for each row execute function private.touch_updated_at();

create trigger audit_change after update or delete on public.farmers for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger carry_farmer_to_products after update of status, farm_name, location on public.farmers
  for each row when ((new.status, new.farm_name, new.location) is distinct from (old.status, old.farm_name, old.location))
  execute function private.carry_farmer_to_products();

create trigger decide before update on public.farmers
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.farmers for each row execute function private.forget_record_work();

create trigger forget_sealed after delete on public.farmers
  for each row execute function private.forget_sealed();

create trigger forget_submissions after delete on public.farmers
  for each row execute function private.forget_submissions();

create trigger give_reference before insert on public.farmers
  for each row execute function private.give_reference('FM');

create trigger refuse_secrets before insert or update of decline_reason on public.farmers
  for each row execute function private.refuse_secrets('reason', 'decline_reason');

create trigger refuse_without_consent before update of status on public.farmers
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();

create trigger tell_registrant_of_decision after update of status on public.farmers
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();

create trigger text_registrant_of_decision after update OF status on public.farmers for each row when (((new.status IS DISTINCT FROM old.status) AND (NOT new.is_demo))) execute function private.text_registrant_of_decision();

revoke all on table public.farmers from public, anon, authenticated;

grant select on table public.farmers to authenticated;

grant update (status, decline_reason, updated_at) on table public.farmers to authenticated;

create policy "People read their own farmer records, and staff who may, all" on public.farmers
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('farmers.read')));

create policy "Staff who may decide change a farmer's status" on public.farmers
  for update to authenticated
  using ((select private.has_permission('farmers.decide')))
  with check ((select private.has_permission('farmers.decide')));

revoke all on table public.farmer_private from public, anon, authenticated;

grant select on table public.farmer_private to authenticated;

create policy "People read what they told, and staff who may decide" on public.farmer_private
  for select to authenticated
  using (
    (select private.has_permission('farmers.decide'))
    or farmer_id in (select id from public.farmers where user_id = (select auth.uid()))
  );

revoke all on function
  private.carry_farmer_to_products(), private.farmer_columns(jsonb), private.tell_farmer_of_listing(),
  public.farmers(public.found_records)
  from public, anon, authenticated, service_role;

grant execute on function public.farmers(public.found_records) to authenticated;

alter publication supabase_realtime add table public.farmers;

create trigger touch_updated_at before update on public.training_enrolment_private
  for each row execute function private.touch_updated_at();

create trigger audit_change after update or delete on public.training_enrolments for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger decide before update on public.training_enrolments
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.training_enrolments for each row execute function private.forget_record_work();

create trigger forget_sealed after delete on public.training_enrolments
  for each row execute function private.forget_sealed();

create trigger forget_submissions after delete on public.training_enrolments
  for each row execute function private.forget_submissions();

create trigger give_reference before insert on public.training_enrolments
  for each row execute function private.give_reference('TR');

create trigger refuse_secrets before insert or update of decline_reason on public.training_enrolments
  for each row execute function private.refuse_secrets('reason', 'decline_reason');

create trigger refuse_without_consent before update of status on public.training_enrolments
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();

create trigger tell_registrant_of_decision after update of status on public.training_enrolments
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();

create trigger text_registrant_of_decision after update OF status on public.training_enrolments for each row when (((new.status IS DISTINCT FROM old.status) AND (NOT new.is_demo))) execute function private.text_registrant_of_decision();

revoke all on table public.training_enrolments from public, anon, authenticated;

grant select on table public.training_enrolments to authenticated;

grant update (status, decline_reason, updated_at) on table public.training_enrolments to authenticated;

create policy "People read their own enrolments, and staff who may, all" on public.training_enrolments
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('training_enrolments.read')));

create policy "Staff who may decide change an enrolment's status" on public.training_enrolments
  for update to authenticated
  using ((select private.has_permission('training_enrolments.decide')))
  with check ((select private.has_permission('training_enrolments.decide')));

revoke all on table public.training_enrolment_private from public, anon, authenticated;

grant select on table public.training_enrolment_private to authenticated;

create policy "People read what they told, and staff who may decide" on public.training_enrolment_private
  for select to authenticated
  using (
    (select private.has_permission('training_enrolments.decide'))
    or training_enrolment_id in (select id from public.training_enrolments where user_id = (select auth.uid()))
  );

revoke all on function
  private.training_columns(jsonb), public.training_enrolments(public.found_records)
  from public, anon, authenticated, service_role;

grant execute on function public.training_enrolments(public.found_records) to authenticated;

alter publication supabase_realtime add table public.training_enrolments;

create trigger audit_change after update or delete on public.buyers for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger check_state before insert on public.buyers
  for each row execute function private.check_state_of_buyer();

create trigger decide before update on public.buyers
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.buyers for each row execute function private.forget_record_work();

create trigger forget_sealed after delete on public.buyers
  for each row execute function private.forget_sealed();

create trigger forget_submissions after delete on public.buyers
  for each row execute function private.forget_submissions();

create trigger give_reference before insert on public.buyers
  for each row execute function private.give_reference('BY');

create trigger prepare_buyer before insert on public.buyers
  for each row execute function private.prepare_buyer();

create trigger record_buyer_success after insert on public.buyers
  for each row when (not new.is_demo) execute function private.record_buyer_success();

create trigger refuse_secrets before insert or update of decline_reason on public.buyers
  for each row execute function private.refuse_secrets('reason', 'decline_reason');

create trigger refuse_without_consent before update of status on public.buyers
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();

create trigger tell_registrant_of_decision after update of status on public.buyers
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();

create trigger text_registrant_of_decision after update OF status on public.buyers for each row when (((new.status IS DISTINCT FROM old.status) AND (NOT new.is_demo))) execute function private.text_registrant_of_decision();

revoke all on table public.buyers from public, anon, authenticated;

grant select on table public.buyers to authenticated;

grant insert (
  user_id, buyer_type, company_name, registration_number, business_type, address, city, state, country, annual_revenue,
  status
  ) on table public.buyers to authenticated;

grant update (status, decline_reason, updated_at) on table public.buyers to authenticated;

create policy "People read their own buyer records, and staff who may, all" on public.buyers
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('buyers.read')));

create policy "People register themselves as buyers, and wait for the decision" on public.buyers
  for insert to authenticated
  with check (user_id = (select auth.uid()) and status = 'pending');

create policy "Staff who may decide change a buyer's status" on public.buyers
  for update to authenticated
  using ((select private.has_permission('buyers.decide')))
  with check ((select private.has_permission('buyers.decide')));

revoke all on function
  private.buyer_columns(text, jsonb), private.check_state_of_buyer(), private.prepare_buyer(),
  public.buyers(public.found_records)
  from public, anon, authenticated, service_role;

grant execute on function public.buyers(public.found_records) to authenticated;

alter publication supabase_realtime add table public.buyers;

create trigger touch_updated_at before update on public.investor_private
  for each row execute function private.touch_updated_at();

create trigger audit_change after update or delete on public.investors for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger decide before update on public.investors
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.investors for each row execute function private.forget_record_work();

create trigger forget_sealed after delete on public.investors
  for each row execute function private.forget_sealed();

create trigger forget_submissions after delete on public.investors
  for each row execute function private.forget_submissions();

create trigger give_reference before insert on public.investors
  for each row execute function private.give_reference('IV');

create trigger refuse_secrets before insert or update of decline_reason on public.investors
  for each row execute function private.refuse_secrets('reason', 'decline_reason');

create trigger refuse_without_consent before update of status on public.investors
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();

create trigger tell_registrant_of_decision after update of status on public.investors
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();

create trigger text_registrant_of_decision after update OF status on public.investors for each row when (((new.status IS DISTINCT FROM old.status) AND (NOT new.is_demo))) execute function private.text_registrant_of_decision();

revoke all on table public.investors from public, anon, authenticated;

grant select on table public.investors to authenticated;

grant update (status, decline_reason, updated_at) on table public.investors to authenticated;

create policy "People read their own investor records, and staff who may, all" on public.investors
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('investors.read')));

create policy "Staff who may decide change an investor's status" on public.investors
  for update to authenticated
  using ((select private.has_permission('investors.decide')))
  with check ((select private.has_permission('investors.decide')));

revoke all on table public.investor_private from public, anon, authenticated;

grant select on table public.investor_private to authenticated;

create policy "People read what they told, and staff who may decide" on public.investor_private
  for select to authenticated
  using (
    (select private.has_permission('investors.decide'))
    or investor_id in (select id from public.investors where user_id = (select auth.uid()))
  );

revoke all on function
  private.investment_range(text, jsonb), private.investor_columns(text, jsonb), public.investors(public.found_records)
  from public, anon, authenticated, service_role;

grant execute on function public.investors(public.found_records) to authenticated;

alter publication supabase_realtime add table public.investors;

create trigger refuse_change before update on public.registration_submissions
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.registration_submissions
  for each statement execute function private.refuse_change();

create trigger tell_desk after insert on public.registration_submissions
  for each row when (new.version > 1) execute function private.tell_desk('correction_requests');

revoke all on table public.registration_submissions from public, anon, authenticated, service_role;

revoke all on sequence public.registration_submissions_id_seq from public, anon, authenticated, service_role;

grant select on table public.registration_submissions to authenticated, service_role;

create policy "People read what they sent, and staff who may decide" on public.registration_submissions
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('decide'))::text[])
    or record_id in (select private.own_registration_ids())
  );

revoke all on table private.submission_keys from public, anon, authenticated, service_role;

revoke all on table private.used_proofs from public, anon, authenticated, service_role;

revoke all on function
  private.check_context(jsonb), private.check_sealed(text, jsonb, jsonb, jsonb, uuid),
  private.describe_registration(uuid, boolean), private.find_attempt(text, jsonb),
  private.forget_proofs(timestamp with time zone), private.forget_submissions(),
  private.keep_submission(text, uuid, integer, text, jsonb, jsonb, jsonb),
  private.use_proof(text, uuid, timestamp with time zone), public.resubmit_registration(text, uuid, jsonb, jsonb, jsonb),
  public.submit_registration(text, jsonb, jsonb, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function
  private.forget_proofs(timestamp with time zone), private.use_proof(text, uuid, timestamp with time zone),
  public.resubmit_registration(text, uuid, jsonb, jsonb, jsonb), public.submit_registration(text, jsonb, jsonb, jsonb)
  to service_role;

create trigger keep_secrets_out before insert or update on public.registration_drafts
  for each row execute function private.keep_secrets_out();

revoke all on table public.registration_drafts from public, anon, authenticated;

grant select, delete on table public.registration_drafts to authenticated;

grant insert (user_id, form, answers, step) on table public.registration_drafts to authenticated;

grant update (user_id, form, answers, step) on table public.registration_drafts to authenticated;

create policy "People change their own drafts" on public.registration_drafts
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "People keep drafts of their own" on public.registration_drafts
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People read their own drafts" on public.registration_drafts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People throw their own drafts away" on public.registration_drafts
  for delete to authenticated using (user_id = (select auth.uid()));

revoke all on function private.keep_secrets_out() from public, anon, authenticated, service_role;

create trigger audit_contact after insert on public.correction_requests
  for each row execute function private.audit_contact('correction');

create trigger refuse_change before update on public.correction_requests
  for each row execute function private.refuse_change();

create trigger refuse_secrets before insert on public.correction_requests
  for each row execute function private.refuse_secrets('message', 'message');

create trigger refuse_secrets_in_notes before insert on public.correction_requests
  for each row execute function private.refuse_secrets_in_notes();

create trigger refuse_truncate before truncate on public.correction_requests
  for each statement execute function private.refuse_change();

create trigger tell_desk after insert on public.correction_requests
  for each statement execute function private.tell_desk('correction_requests');

create trigger audit_contact after insert on public.phone_calls
  for each row execute function private.audit_contact('call');

create trigger note_contact after insert on public.phone_calls
  for each row execute function private.note_contact_of_row();

create trigger refuse_secrets before insert on public.phone_calls
  for each row execute function private.refuse_secrets('note', 'note');

create trigger refuse_truncate before truncate on public.phone_calls
  for each statement execute function private.refuse_change();

create trigger tell_desk after insert on public.phone_calls
  for each statement execute function private.tell_desk('people_to_phone');

revoke all on table public.phone_calls from public, anon, authenticated, service_role;

revoke all on sequence public.phone_calls_id_seq from public, anon, authenticated, service_role;

grant select on table public.phone_calls to authenticated, service_role;

create policy "Staff read the calls about what they may read" on public.phone_calls
  for select to authenticated
  using (record_type = any ((select private.registrations_with('read'))::text[]));

revoke all on table public.people_to_phone from public, anon, authenticated, service_role;

grant select on table public.people_to_phone to authenticated;

revoke all on table public.withdrawn_consents from public, anon, authenticated, service_role;

grant select on table public.withdrawn_consents to authenticated;

revoke all on table public.correction_requests from public, anon, authenticated, service_role;

revoke all on sequence public.correction_requests_id_seq from public, anon, authenticated, service_role;

grant select on table public.correction_requests to authenticated, service_role;

create policy "People read what they are asked to correct, and staff who may read" on public.correction_requests
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('read'))::text[])
    or record_id in (select private.own_registration_ids())
  );

revoke all on table private.correction_authors from public, anon, authenticated, service_role;

revoke all on table public.correction_states from public, anon, authenticated, service_role;

grant select on table public.correction_states to authenticated;

revoke all on function
  private.name_likeness(text, text), private.tell_registrant(uuid, text, jsonb), private.tell_registrant_of_decision(),
  private.text_registrant_of_decision(), public.decide_registration(text, uuid, text, text, text),
  public.find_duplicates(text, uuid), public.log_call(text, uuid, text, text),
  public.request_correction(text, uuid, jsonb, text)
  from public, anon, authenticated, service_role;

grant execute on function
  public.decide_registration(text, uuid, text, text, text), public.find_duplicates(text, uuid),
  public.log_call(text, uuid, text, text), public.request_correction(text, uuid, jsonb, text)
  to authenticated;

revoke all on table private.photo_uploads from public, anon, authenticated, service_role;

grant select, insert, update, delete on table private.photo_uploads to service_role;

revoke all on function
  private.find_orphan_photos(text[], text[]), private.find_photo_upload(text), private.list_old_photos(text, integer),
  private.use_photo_upload(text, text, uuid), public.attach_photo(text, uuid, jsonb, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function
  private.find_orphan_photos(text[], text[]), private.find_photo_upload(text), private.list_old_photos(text, integer),
  public.attach_photo(text, uuid, jsonb, jsonb)
  to service_role;

create trigger refuse_change before update on private.link_reissues
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.link_reissues
  for each statement execute function private.refuse_change();

revoke all on table private.tracking_links from public, anon, authenticated, service_role;

revoke all on table private.link_reissues from public, anon, authenticated, service_role;

revoke all on function
  private.claim_record(private.registrations, uuid, text[], jsonb), private.claim_registrations(uuid, text[], jsonb),
  private.claim_tracked_registration(uuid, text, jsonb), private.has_proved_contact(uuid, text, text),
  private.keep_tracking_link(text, uuid, text), private.list_claims(uuid, text[]), private.proves_sender(uuid, text[]),
  private.tell_of_claim(private.registrations, uuid), public.find_tracked_status(text, text),
  public.reissue_tracking_link(text, uuid, text, text), public.track_registration(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.claim_registrations(uuid, text[], jsonb), private.claim_tracked_registration(uuid, text, jsonb),
  private.list_claims(uuid, text[]), public.find_tracked_status(text, text), public.track_registration(text)
  to service_role;

grant execute on function public.reissue_tracking_link(text, uuid, text, text) to authenticated;

create trigger keep_newsletter_consent before delete on public.consents
  for each row when (old.record_type = 'newsletter_subscriptions')
  execute function private.keep_newsletter_consent();

create trigger refuse_change before update on public.consents
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on public.consents
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on public.consents
  for each statement execute function private.refuse_change();

create trigger stop_what_hangs_on_consent after insert on public.consents
  for each row when (not new.is_given and new.record_type = 'farmers' and new.purpose = 'terms')
  execute function private.stop_what_hangs_on_consent();

revoke all on table public.consents from public, anon, authenticated, service_role;

revoke all on sequence public.consents_id_seq from public, anon, authenticated, service_role;

grant select on table public.consents to authenticated, service_role;

create policy "People read what they agreed to, and staff who may decide" on public.consents
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or record_type = any ((select private.registrations_with('decide'))::text[])
    or record_type = 'newsletter_subscriptions' and (select private.has_permission('newsletter_subscriptions.read'))
    or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  );

revoke all on table public.my_consents from public, anon, authenticated, service_role;

grant select on table public.my_consents to authenticated;

revoke all on table public.my_vault_reveals from public, anon, authenticated, service_role;

grant select on table public.my_vault_reveals to authenticated;

revoke all on function
  private.is_consent_withdrawn(text, uuid), private.refuse_to_publish_without_consent(), private.refuse_without_consent(),
  private.stop_what_hangs_on_consent(), private.take_consents_back(uuid, uuid[], text), public.withdraw_consent(text),
  public.withdraw_tracked_consent(text, text)
  from public, anon, authenticated, service_role;

grant execute on function public.withdraw_consent(text) to authenticated;

grant execute on function public.withdraw_tracked_consent(text, text) to service_role;

create trigger audit_change after update on public.retention_periods for each row
  execute function private.audit_change('all', 'subject', 'keep');

create trigger put_retention_in_force after insert or update of keep on public.retention_periods
  for each row execute function private.put_retention_in_force();

create trigger touch_updated_at before update on public.retention_periods
  for each row execute function private.touch_updated_at();

revoke all on table public.retention_periods from public, anon, authenticated;

revoke insert, update, delete on table public.retention_periods from service_role;

grant select on table public.retention_periods to authenticated;

grant update (keep) on table public.retention_periods to authenticated;

grant update (keep) on table public.retention_periods to service_role;

create policy "Staff who may change the settings, with a second factor" on public.retention_periods
  for update to authenticated
  using ((select private.has_strong_permission('settings.write')))
  with check ((select private.has_strong_permission('settings.write')));

create policy "Staff who may read the settings" on public.retention_periods
  for select to authenticated
  using ((select private.has_permission('settings.read')));

revoke all on table private.retention_in_force from public, anon, authenticated, service_role;

revoke all on function
  private.apply_retention(), private.forget_buyer(uuid[]), private.forget_guests(), private.kept_since(text),
  private.put_retention_in_force(), private.refuse_early_delete()
  from public, anon, authenticated, service_role;

grant execute on function private.apply_retention() to service_role;

revoke all on table private.axis_transitions from public, anon, authenticated, service_role;

revoke all on table private.order_couplings from public, anon, authenticated, service_role;

revoke all on function private.require_axis_step(text, text, text) from public, anon, authenticated, service_role;

create trigger audit_change after insert or update or delete on public.products for each row
  execute function private.audit_change('staff', 'id', 'name,category,farmer_id,pack_amount,pack_unit,price_kobo,stock,season,state,photo_path,status,review_note');

create trigger forget_record_work after delete on public.products for each row execute function private.forget_record_work();

create trigger guard_price before insert or update of price_kobo, status on public.products
  for each row execute function private.guard_price();

create trigger guard_product before insert or update of name, category, description, farmer_id, farmer_name, location,
  is_verified, pack_amount, pack_unit, price_kobo, season, state, photo_path, status, review_note on public.products
  for each row execute function private.guard_product();

create trigger limit_farmer_products before insert on public.products
  for each row when (new.farmer_id is not null) execute function private.limit_farmer_products();

create trigger record_decision after update of status on public.products
  for each row when (new.status is distinct from old.status) execute function private.record_decision();

create trigger refuse_secrets before insert or update of review_note on public.products
  for each row execute function private.refuse_secrets('review_note', 'review_note');

create trigger refuse_to_publish_without_consent before insert or update of status, farmer_id on public.products
  for each row when (new.status = 'published' and new.farmer_id is not null)
  execute function private.refuse_to_publish_without_consent();

create trigger require_product_photo before update of photo_path on public.products
  for each row when (new.photo_path is not null and new.photo_path is distinct from old.photo_path)
  execute function private.require_product_photo();

create trigger require_product_photo_on_insert before insert on public.products
  for each row when (new.photo_path is not null)
  execute function private.require_product_photo();

create trigger tell_content_changed after insert or delete on public.products
  for each statement execute function private.tell_content_changed();

create trigger tell_desk after update of status, name, price_kobo, photo_path, farmer_id on public.products
  for each row when (new is distinct from old) execute function private.tell_desk('products');

create trigger tell_desk_of_new after insert or delete on public.products
  for each statement execute function private.tell_desk('products');

create trigger tell_farmer after update of status on public.products
  for each row when (new.status <> old.status and new.status in ('published', 'hidden') and not new.is_demo)
  execute function private.tell_farmer_of_listing();

create trigger tell_product_changed after update on public.products
  for each row when ((new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.rating_count, least(old.stock, 10 + 1)))
  execute function private.tell_content_changed();

create trigger touch_updated_at before update on public.products
  for each row execute function private.touch_updated_at();

revoke all on table public.products from public, anon, authenticated;

grant select on table public.products to anon, authenticated;

grant insert (
  name, category, description, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, season, state,
  photo_path, status
  ) on table public.products to authenticated;

grant update (
  name, category, description, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, season, state,
  photo_path, status, review_note
  ) on table public.products to authenticated;

create policy "People read published products and their own, and staff who may, all" on public.products
  for select to authenticated
  using (
    status = 'published'
    or (select private.has_permission('products.write'))
    or farmer_id in (select id from public.farmers where farmers.user_id = (select auth.uid()))
  );

create policy "Staff who may add products, and approved farmers propose their own" on public.products
  for insert to authenticated
  with check (
    (select private.has_permission('products.write'))
    or (status = 'pending' and farmer_id in (
      select id from public.farmers where farmers.user_id = (select auth.uid()) and farmers.status = 'approved'
    ))
  );

create policy "Staff who may change products, and approved farmers their own" on public.products
  for update to authenticated
  using (
    (select private.has_permission('products.write'))
    or farmer_id in (
      select id from public.farmers where farmers.user_id = (select auth.uid()) and farmers.status = 'approved'
    )
  )
  with check (
    (select private.has_permission('products.write'))
    or farmer_id in (
      select id from public.farmers where farmers.user_id = (select auth.uid()) and farmers.status = 'approved'
    )
  );

create policy "Visitors read published products" on public.products
  for select to anon
  using (status = 'published');

revoke all on function
  private.guard_price(), private.guard_product(), private.limit_farmer_products(), public.products(public.found_records),
  public.search_products(text, text, text, integer, integer)
  from public, anon, authenticated, service_role;

grant execute on function public.products(public.found_records) to authenticated;

grant execute on function public.search_products(text, text, text, integer, integer) to anon, authenticated, service_role;

revoke all on table private.product_photos from public, anon, authenticated, service_role;

create policy "Whoever sees a product sees its photo" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'product-photos' and exists (select from public.products where products.photo_path = objects.name)
  );

revoke all on function
  private.find_orphan_product_photos(text, integer), private.find_product_photo(text, uuid),
  private.forget_product_photos(text[]), private.mark_product_photo_ready(text), private.open_product_photo(uuid, uuid),
  private.require_product_photo()
  from public, anon, authenticated, service_role;

grant execute on function
  private.find_orphan_product_photos(text, integer), private.find_product_photo(text, uuid),
  private.forget_product_photos(text[]), private.mark_product_photo_ready(text), private.open_product_photo(uuid, uuid)
  to service_role;

create trigger limit_cart before insert on public.cart_items
  for each row execute function private.limit_cart();

create trigger touch_updated_at before update on public.cart_items
  for each row execute function private.touch_updated_at();

revoke all on table public.cart_items from public, anon, authenticated;

grant select, delete on table public.cart_items to authenticated;

grant insert (user_id, product_id, quantity, seen_price_kobo) on table public.cart_items to authenticated;

grant update (quantity, seen_price_kobo) on table public.cart_items to authenticated;

create policy "People change their own cart" on public.cart_items
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "People empty their own cart" on public.cart_items
  for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "People fill their own cart" on public.cart_items
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People read their own cart" on public.cart_items
  for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on function
  private.limit_cart(), public.merge_cart(jsonb), public.save_cart(jsonb)
  from public, anon, authenticated, service_role;

grant execute on function public.merge_cart(jsonb), public.save_cart(jsonb) to authenticated;

create trigger a_decide before update on public.orders
  for each row when (new.reopened_at is not distinct from old.reopened_at)
  execute function private.decide();

create trigger a_reopen before update on public.orders
  for each row when (new.reopened_at is distinct from old.reopened_at)
  execute function private.reopen();

create trigger audit_change after update on public.orders for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date');

create trigger b_require_money_for_approval before update of status on public.orders
  for each row when (new.kind = 'marketplace' and old.status = 'pending' and new.status = 'approved')
  execute function private.require_money_for_approval();

create trigger b_require_payment before update of status on public.orders
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function private.require_payment();

create trigger c_couple_order_axes before update on public.orders
  for each row execute function private.couple_order_axes();

create trigger d_set_refund_due before update of status on public.orders
  for each row when (new.status = 'declined' and old.status <> 'declined')
  execute function private.set_refund_due();

create trigger drop_papers_of_nobody after update of user_id on public.orders
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.drop_papers_of_nobody();

create trigger forget_record_work after delete on public.orders for each row execute function private.forget_record_work();

create trigger give_order_code before insert on public.orders
  for each row execute function private.give_order_code();

create trigger guard_credit_terms before update of credit_terms_reason on public.orders
  for each row when (new.credit_terms_reason is distinct from old.credit_terms_reason)
  execute function private.guard_credit_terms();

create trigger issue_order_papers after update of status, payment_status, fulfilment_status on public.orders
  for each row when (new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered')))
  execute function private.issue_order_papers();

create trigger record_order_events after insert or update of status, payment_status, fulfilment_status on public.orders
  for each row execute function private.record_order_events();

create trigger refuse_secrets before insert or update of credit_terms_reason on public.orders
  for each row execute function private.refuse_secrets('credit_terms_reason', 'credit_terms_reason');

create trigger release_stock after update on public.orders
  referencing old table as unchanged new table as changed
  for each statement execute function private.release_stock();

create trigger tell_buyer_of_decision after update of status on public.orders
  for each row when (
    new.status is distinct from old.status and not new.is_demo and new.reopened_at is not distinct from old.reopened_at
  )
  execute function private.tell_buyer_of_decision();

create trigger tell_buyer_of_fulfilment after update of fulfilment_status on public.orders
  for each row when (
    (old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched')
    or (old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered')
  )
  execute function private.tell_buyer_of_fulfilment();

create trigger text_buyer_of_decision after update of status on public.orders
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.text_buyer_of_decision();

revoke all on table public.orders from public, anon, authenticated;

grant select on table public.orders to authenticated;

grant update (status, decline_reason, credit_terms_reason, updated_at) on table public.orders to authenticated;

create policy "People read their own orders, and staff who may, all" on public.orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('orders.read')));

create policy "Staff who may decide change an order's status" on public.orders
  for update to authenticated
  using ((select private.has_permission('orders.decide')))
  with check ((select private.has_permission('orders.decide')));

revoke all on table public.order_events from public, anon, authenticated, service_role;

revoke all on sequence public.order_events_id_seq from public, anon, authenticated, service_role;

grant select on table public.order_events to service_role;

grant select (id, order_id, axis, from_value, to_value, created_at) on table public.order_events to authenticated;

create policy "Whoever may read an order reads what happened to it" on public.order_events
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.apply_order_event(uuid, text, text), private.buyer_in(jsonb), private.couple_order_axes(),
  private.format_order_code(text), private.give_order_code(), private.guard_credit_terms(),
  private.has_handed_over(uuid, uuid), private.is_paid_enough(public.orders), private.make_order_code(),
  private.order_code_check(text), private.payment_block(public.orders), private.record_order_events(), private.reopen(),
  private.require_money_for_approval(), private.require_payment(), private.tell_buyer(uuid, text),
  private.tell_buyer_of_decision(), private.tell_buyer_of_fulfilment(), private.text_buyer_of_decision(),
  public.move_order(uuid, text, text), public.orders(public.found_records), public.reopen_order(uuid, text),
  public.set_credit_terms(uuid, text, text)
  from public, anon, authenticated, service_role;

grant execute on function
  public.move_order(uuid, text, text), public.orders(public.found_records), public.reopen_order(uuid, text),
  public.set_credit_terms(uuid, text, text)
  to authenticated;

alter publication supabase_realtime add table public.orders;

revoke all on table public.order_requests from public, anon, authenticated;

grant select on table public.order_requests to authenticated;

create policy "Whoever may read an order reads its request" on public.order_requests
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function public.submit_order(jsonb, uuid) from public, anon, authenticated, service_role;

grant execute on function public.submit_order(jsonb, uuid) to authenticated;

revoke all on table private.market_limits from public, anon, authenticated, service_role;

grant select, update on table private.market_limits to service_role;

revoke all on table public.order_items from public, anon, authenticated;

grant select on table public.order_items to authenticated;

create policy "Whoever may read an order reads its lines" on public.order_items
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on table public.order_contacts from public, anon, authenticated;

grant select (order_id, name, phone, email, state, lga) on table public.order_contacts to authenticated;

create policy "Whoever may read an order reads whom it goes to" on public.order_contacts
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.describe_market_order(public.orders, boolean), private.find_own_order(uuid, jsonb),
  private.has_too_many_open_orders(uuid, text, text), private.is_same_order(public.orders, jsonb),
  private.lock_for_decisions(text, uuid[], text), private.market_limit(text), private.read_market_lines(jsonb),
  public.place_market_order(jsonb, jsonb), public.withdraw_market_order(uuid, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function private.lock_for_decisions(text, uuid[], text) to authenticated;

grant execute on function public.place_market_order(jsonb, jsonb) to authenticated, service_role;

grant execute on function public.withdraw_market_order(uuid, jsonb) to service_role;

revoke all on function
  private.claim_hold(public.orders, boolean), private.expire_market_orders(integer),
  private.find_too_much(uuid, text, text, jsonb), private.lock_reserved_products(uuid[]), private.part_paid_hold(uuid),
  private.release_claimed_stock(integer), private.release_stock(), private.remind_unpaid_orders(integer),
  private.reserve_again(uuid), private.run_market_jobs()
  from public, anon, authenticated, service_role;

grant execute on function
  private.expire_market_orders(integer), private.remind_unpaid_orders(integer), private.run_market_jobs()
  to service_role;

revoke all on table private.order_links from public, anon, authenticated, service_role;

revoke all on function
  private.forget_order_links(), private.tracked_order_id(text), public.claim_market_orders(), public.track_market_order(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.forget_order_links(), private.tracked_order_id(text), public.track_market_order(text)
  to service_role;

grant execute on function public.claim_market_orders() to authenticated;

create trigger audit_change after insert on public.payments for each row
  execute function private.audit_change('staff', 'order_id', 'kind,amount_kobo,currency,value_date');

create trigger issue_credit_note after insert on public.payments
  for each row when (new.kind = 'refund') execute function private.issue_credit_note();

create trigger issue_receipt after insert on public.payments
  for each row when (new.kind = 'receipt') execute function private.issue_receipt();

create trigger refuse_change before update or delete on public.payments
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.payments
  for each statement execute function private.refuse_change();

create trigger require_plain_reference before insert on public.payments
  for each row execute function private.require_plain_reference();

create trigger share_transfer before insert on public.payments
  for each row execute function private.share_transfer();

revoke all on table public.payment_claims from public, anon, authenticated, service_role;

revoke all on sequence public.payment_claims_id_seq from public, anon, authenticated, service_role;

grant select on table public.payment_claims to authenticated, service_role;

create policy "Whoever may read an order reads what was claimed" on public.payment_claims
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on table public.payments from public, anon, authenticated, service_role;

grant select on table public.payments to service_role;

grant select (
  id, order_id, kind, amount_kobo, currency, value_date, bank_reference, created_at, transfer_kobo
  ) on table public.payments to authenticated;

create policy "Whoever may read an order reads its payments" on public.payments
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.add_payment(public.orders, text, jsonb, uuid, uuid), private.book_receipt(public.orders, jsonb, uuid, uuid),
  private.check_statement_line(public.orders, jsonb), private.credited_kobo(uuid), private.due_now_kobo(public.orders),
  private.find_changed_prices(public.orders), private.is_own_order(public.orders), private.is_plain_reference(text),
  private.order_for_finance(uuid), private.paid_in_kobo(uuid), private.received_kobo(uuid), private.reference_key(text),
  private.require_plain_reference(), private.share_transfer(), private.tell_buyer_of_payment(uuid),
  private.whole_transfer_kobo(jsonb), public.claim_payment(uuid, jsonb, jsonb),
  public.confirm_order_prices(uuid, bigint, jsonb), public.confirm_payment(uuid, jsonb),
  public.payment_details(uuid, jsonb), public.reject_payment_claim(uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  public.claim_payment(uuid, jsonb, jsonb), public.confirm_order_prices(uuid, bigint, jsonb),
  public.payment_details(uuid, jsonb)
  to authenticated, service_role;

grant execute on function public.confirm_payment(uuid, jsonb), public.reject_payment_claim(uuid) to authenticated;

revoke all on function
  private.book_refund(public.orders, jsonb, uuid, uuid), private.check_refund(public.orders, jsonb, uuid),
  private.refuse_own_refund(uuid, uuid), private.set_refund_due(), public.record_refund(uuid, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function public.record_refund(uuid, jsonb) to authenticated;

create trigger audit_change after insert or update on private.money_entries for each row
  execute function private.audit_change('all', 'order_id', 'kind,amount_kobo,currency,outcome');

revoke all on table private.money_entries from public, anon, authenticated, service_role;

revoke all on function
  private.find_repeated_money(public.orders, text, jsonb), private.has_money_waiting(uuid),
  private.hold_money(public.orders, text, jsonb), private.needs_second_person(public.orders, text, bigint),
  public.decide_money_entry(uuid, boolean), public.list_money_entries(uuid)
  from public, anon, authenticated, service_role;

grant execute on function public.decide_money_entry(uuid, boolean), public.list_money_entries(uuid) to authenticated;

create trigger audit_change after insert or update on public.settlement_accounts for each row
  execute function private.audit_change('all', 'id', 'kind,bank_name,account_name,account_number,wallet_address,approved_at,effective_at,withdrawn_at', 'account_number');

create trigger guard_settlement_account before update on public.settlement_accounts
  for each row execute function private.guard_settlement_account();

create trigger refuse_change before delete on public.settlement_accounts
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.settlement_accounts
  for each statement execute function private.refuse_change();

create trigger tell_content_changed after insert or update on public.settlement_accounts
  for each statement execute function private.tell_content_changed();

create trigger tell_staff_of_approval after update of approved_at on public.settlement_accounts
  for each row when (not new.is_demo and old.approved_at is null and new.approved_at is not null)
  execute function private.tell_staff_of_settlement();

create trigger tell_staff_of_proposal after insert on public.settlement_accounts
  for each row when (not new.is_demo and new.approved_at is null) execute function private.tell_staff_of_settlement();

revoke all on table public.settlement_accounts from public, anon, authenticated, service_role;

grant select on table public.settlement_accounts to authenticated, service_role;

create policy "Staff who may read where money was and is sent to" on public.settlement_accounts
  for select to authenticated
  using ((select private.has_permission('settings.read')));

revoke all on table private.settlement_codes from public, anon, authenticated, service_role;

revoke all on function
  private.current_settlement_account(text), private.describe_settlement(public.settlement_accounts),
  private.end_settlement_codes(), private.first_account(), private.guard_settlement_account(),
  private.is_first_settlement(public.settlement_accounts), private.keep_settlement_holder(),
  private.keep_settlement_right(), private.mail_about_settlement(public.settlement_accounts, text),
  private.mail_settlement_code(public.settlement_accounts), private.mailbox_of(text), private.next_settlement_change(),
  private.note_unreached_address(), private.note_unreached_mail(), private.refuse_beside_own_proposal(),
  private.related_staff(uuid), private.require_settlement_right(), private.settlement_alarm_email(),
  private.settlement_for_code(uuid), private.settlement_holders(), private.settlement_seconds(public.settlement_accounts),
  private.tell_of_unreached_outside(text, text), private.tell_settlements_in_force(), private.tell_staff_of_settlement(),
  public.approve_settlement_account(uuid), public.confirm_settlement_code(uuid, text), public.current_crypto_wallet(),
  public.propose_settlement_account(text, jsonb), public.send_settlement_code(uuid), public.settlement_ways(),
  public.withdraw_settlement_account(uuid)
  from public, anon, authenticated, service_role;

grant execute on function private.current_settlement_account(text), private.next_settlement_change() to service_role;

grant execute on function
  public.approve_settlement_account(uuid), public.confirm_settlement_code(uuid, text),
  public.propose_settlement_account(text, jsonb), public.send_settlement_code(uuid), public.settlement_ways(),
  public.withdraw_settlement_account(uuid)
  to authenticated;

grant execute on function public.current_crypto_wallet() to anon, authenticated, service_role;

create trigger tell_buyer_of_dispute after update of resolved_at on public.order_disputes
  for each row when (old.resolved_at is null and new.resolved_at is not null)
  execute function private.tell_buyer_of_dispute();

create trigger audit_contact after insert on public.order_messages
  for each row when (new.is_from_staff) execute function private.audit_contact('message');

create trigger note_contact after insert on public.order_messages
  for each row execute function private.note_contact_of_row();

create trigger tell_buyer_of_message after insert on public.order_messages
  for each row when (new.is_from_staff)
  execute function private.tell_buyer_of_message();

create trigger carry_ratings_to_product after insert or update or delete on public.product_ratings
  for each row execute function private.carry_ratings_to_product();

revoke all on table public.order_messages from public, anon, authenticated, service_role;

revoke all on sequence public.order_messages_id_seq from public, anon, authenticated, service_role;

grant select on table public.order_messages to service_role;

grant select (id, order_id, is_from_staff, body, created_at) on table public.order_messages to authenticated;

create policy "Whoever may read an order reads its messages" on public.order_messages
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on table public.order_disputes from public, anon, authenticated, service_role;

grant select on table public.order_disputes to service_role;

grant select (
  id, order_id, reason, photo_paths, resolution, resolution_note, refund_kobo, resolved_at, created_at
  ) on table public.order_disputes to authenticated;

create policy "Whoever may read an order reads its disputes" on public.order_disputes
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on table public.product_ratings from public, anon, authenticated, service_role;

grant select on table public.product_ratings to authenticated, service_role;

create policy "Whoever may read an order reads its ratings" on public.product_ratings
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.carry_ratings_to_product(), private.tell_buyer_of_dispute(), private.tell_buyer_of_message(),
  public.open_order_dispute(uuid, jsonb, jsonb), public.rate_product(uuid, uuid, integer, text, jsonb),
  public.resolve_order_dispute(uuid, jsonb), public.send_order_message(uuid, text, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function
  public.open_order_dispute(uuid, jsonb, jsonb), public.rate_product(uuid, uuid, integer, text, jsonb),
  public.send_order_message(uuid, text, jsonb)
  to authenticated, service_role;

grant execute on function public.resolve_order_dispute(uuid, jsonb) to authenticated;

create trigger audit_change after insert or update on public.quotes for each row
  execute function private.audit_change('staff', 'order_id', 'total_kobo,currency,payment_terms,expires_at');

create trigger note_contact after insert on public.quotes
  for each row execute function private.note_contact_of_row();

revoke all on table private.payment_schedules from public, anon, authenticated, service_role;

revoke all on table public.quotes from public, anon, authenticated, service_role;

grant select on table public.quotes to service_role;

grant select (
  id, order_id, currency, payment_terms, total_kobo, note, expires_at, status, accepted_at, created_at
  ) on table public.quotes to authenticated;

create policy "Whoever may read an order reads its quotes" on public.quotes
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on table public.quote_lines from public, anon, authenticated, service_role;

grant select on table public.quote_lines to authenticated, service_role;

create policy "Whoever may read a quote reads its lines" on public.quote_lines
  for select to authenticated
  using (exists (select from public.quotes where quotes.id = quote_id));

revoke all on table public.order_instalments from public, anon, authenticated, service_role;

grant select on table public.order_instalments to authenticated, service_role;

create policy "Whoever may read an order reads how it is paid" on public.order_instalments
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.describe_due(public.orders), private.describe_schedule(uuid), private.is_part_due(text, text),
  private.quote_line_problem(jsonb), private.split_amount(bigint, integer[]), public.accept_quote(uuid, bigint),
  public.quote_order(uuid, jsonb)
  from public, anon, authenticated, service_role;

grant execute on function public.accept_quote(uuid, bigint), public.quote_order(uuid, jsonb) to authenticated;

create trigger follow_document after insert or delete on public.order_documents
  for each row execute function private.follow_document();

create trigger refuse_change before update on public.order_documents
  for each row execute function private.refuse_change();

create trigger refuse_removal before delete on public.order_documents
  for each row when (old.kind in ('invoice', 'receipt', 'credit_note'))
  execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.order_documents
  for each statement execute function private.refuse_change();

revoke all on table public.order_documents from public, anon, authenticated, service_role;

grant select on table public.order_documents to authenticated, service_role;

create policy "Whoever may read an order reads its papers" on public.order_documents
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on table private.document_counters from public, anon, authenticated, service_role;

revoke all on table private.document_files from public, anon, authenticated, service_role;

create policy "Whoever may read a paper reads its PDF" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and exists (select from public.order_documents as document where document.id::text || '.pdf' = objects.name)
  );

revoke all on function
  private.claim_documents(integer, integer), private.describe_account(), private.describe_lines(uuid, uuid),
  private.describe_parties(uuid), private.drop_papers_of_nobody(), private.follow_document(),
  private.forget_dropped_documents(uuid[]), private.is_lapsed(public.order_documents), private.issue_credit_note(),
  private.issue_document(uuid, text, jsonb, uuid), private.issue_order_papers(), private.issue_receipt(),
  private.list_dropped_documents(integer), private.make_verification_code(),
  private.mark_document_made(uuid, text, integer), public.issue_pro_forma(uuid, jsonb), public.verify_document(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.claim_documents(integer, integer), private.forget_dropped_documents(uuid[]),
  private.list_dropped_documents(integer), private.mark_document_made(uuid, text, integer), public.verify_document(text)
  to service_role;

grant execute on function
  private.is_lapsed(public.order_documents), public.issue_pro_forma(uuid, jsonb)
  to authenticated, service_role;

revoke all on table private.order_uploads from public, anon, authenticated, service_role;

create policy "Buyers see the photos of their own disputes" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'dispute-photos'
    and split_part(name, '/', 1) in (select id::text from public.orders where user_id = (select auth.uid()))
  );

create policy "Buyers see the proofs of their own payments" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'payment-proofs'
    and split_part(name, '/', 1) in (select id::text from public.orders where user_id = (select auth.uid()))
  );

revoke all on function
  private.find_order_upload(uuid, text, jsonb), private.find_orphan_order_uploads(text, integer),
  private.forget_order_uploads(text[]), private.mark_order_upload_ready(text), private.open_order_upload(uuid, text, jsonb),
  private.require_order_uploads(uuid, text, text[])
  from public, anon, authenticated, service_role;

grant execute on function
  private.find_order_upload(uuid, text, jsonb), private.find_orphan_order_uploads(text, integer),
  private.forget_order_uploads(text[]), private.mark_order_upload_ready(text), private.open_order_upload(uuid, text, jsonb)
  to service_role;

create trigger flag_own_record before insert on public.decision_events
  for each row execute function private.flag_own_record();

create trigger refuse_change before update on public.decision_events
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on public.decision_events
  for each row execute function private.refuse_early_delete();

create trigger refuse_secrets before insert on public.decision_events
  for each row execute function private.refuse_secrets('reason', 'reason');

create trigger refuse_truncate before truncate on public.decision_events
  for each statement execute function private.refuse_change();

create trigger ask_for_second_factor before insert or update or delete on public.decline_reasons
  for each statement execute function private.ask_for_second_factor('decline_reasons.write');

create trigger audit_change after insert or update or delete on public.decline_reasons for each row
  execute function private.audit_change('staff', 'id', 'record_type,body,position');

create trigger refuse_secrets before insert or update of body on public.decline_reasons
  for each row execute function private.refuse_secrets('body', 'body');

create trigger touch_updated_at before update on public.decline_reasons
  for each row execute function private.touch_updated_at();

revoke all on table private.status_transitions from public, anon, authenticated, service_role;

revoke all on table public.decision_events from public, anon, authenticated, service_role;

revoke all on sequence public.decision_events_id_seq from public, anon, authenticated, service_role;

grant select on table public.decision_events to authenticated, service_role;

create policy "Staff read the decisions on what they may read" on public.decision_events
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

revoke all on table public.decline_reasons from public, anon, authenticated, service_role;

revoke all on sequence public.decline_reasons_id_seq from public, anon, authenticated, service_role;

grant select, delete on table public.decline_reasons to authenticated;

grant select on table public.decline_reasons to service_role;

grant insert (record_type, body, position) on table public.decline_reasons to authenticated;

grant update (record_type, body, position) on table public.decline_reasons to authenticated;

create policy "Staff read reasons for what they may read" on public.decline_reasons
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[])
    or (record_type is null and (select private.desk_types_with('read'))::text[] <> '{}'));

create policy "Staff who may add reasons, with a second factor" on public.decline_reasons
  for insert to authenticated
  with check ((select private.has_strong_permission('decline_reasons.write')));

create policy "Staff who may change reasons, with a second factor" on public.decline_reasons
  for update to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')))
  with check ((select private.has_strong_permission('decline_reasons.write')));

create policy "Staff who may remove reasons, with a second factor" on public.decline_reasons
  for delete to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')));

revoke all on function
  private.decide(), private.record_decision(), public.decide_records(text, jsonb, text, text)
  from public, anon, authenticated, service_role;

grant execute on function public.decide_records(text, jsonb, text, text) to authenticated;

create trigger refuse_change before update on public.record_notes
  for each row execute function private.refuse_change();

create trigger refuse_secrets before insert on public.record_notes
  for each row when (new.record_type in ('farmers', 'training_enrolments', 'buyers', 'investors'))
  execute function private.refuse_secrets('body', 'body');

create trigger refuse_truncate before truncate on public.record_notes
  for each statement execute function private.refuse_change();

revoke all on table public.record_notes from public, anon, authenticated, service_role;

revoke all on sequence public.record_notes_id_seq from public, anon, authenticated, service_role;

grant select on table public.record_notes to authenticated, service_role;

create policy "Staff read the notes on what they may read" on public.record_notes
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

revoke all on table public.record_work from public, anon, authenticated, service_role;

grant select on table public.record_work to authenticated, service_role;

create policy "Staff read who works on what they may read" on public.record_work
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

revoke all on table private.due_clocks from public, anon, authenticated, service_role;

grant select on table private.due_clocks to authenticated, service_role;

create policy "Staff read the promises of what they may read" on private.due_clocks
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

revoke all on function
  private.forget_record_work(), private.holds_secret(text), private.note_contact(text, uuid, uuid),
  private.note_contact_of_row(), private.refuse_secrets(), private.refuse_secrets_in_notes(),
  public.add_record_note(text, uuid, text), public.assign_record(text, uuid, uuid, uuid),
  public.log_first_contact(text, uuid), public.record_history(text, uuid), public.record_look(text, uuid, text, text)
  from public, anon, authenticated, service_role;

grant execute on function
  public.add_record_note(text, uuid, text), public.assign_record(text, uuid, uuid, uuid),
  public.log_first_contact(text, uuid), public.record_history(text, uuid), public.record_look(text, uuid, text, text)
  to authenticated;

alter publication supabase_realtime add table public.record_notes;

alter publication supabase_realtime add table public.record_work;

revoke all on table private.searched_texts from public, anon, authenticated, service_role;

revoke all on table private.desk_queues from public, anon, authenticated, service_role;

revoke all on table public.found_records from public, anon, authenticated, service_role;

create policy "Staff hear that a list of the desk has changed" on realtime.messages
  for select to authenticated
  using (
    (select realtime.topic()) = 'desk' and extension in ('broadcast', 'presence')
    and (select private.is_at_the_desk())
  );

revoke all on function
  private.count_records(text, text, text, uuid), private.due_moment(text),
  private.list_condition(private.desk_queues, text, boolean, text), private.list_hits(private.desk_queues, text),
  private.open_list(text), private.overdue_condition(text), private.promised_condition(text), private.read_assignee(text),
  private.search_expression(text[]), private.search_patterns(text), private.tell_desk(), public.desk_counts(),
  public.find_record_work(text, uuid[]), public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  private.search_patterns(text), public.desk_counts(), public.find_record_work(text, uuid[]),
  public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid)
  to authenticated;

create trigger queue_audit_entry after insert on public.audit_trail
  for each row execute function private.queue_audit_entry();

create trigger refuse_change before update on public.audit_trail
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on public.audit_trail
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on public.audit_trail
  for each statement execute function private.refuse_change();

revoke all on table public.audit_trail from public, anon, authenticated, service_role;

revoke all on sequence public.audit_trail_id_seq from public, anon, authenticated, service_role;

grant select on table public.audit_trail to authenticated, service_role;

create policy "Staff who may read the audit trail" on public.audit_trail
  for select to authenticated
  using ((select private.has_permission('audit_events.read')));

revoke all on function
  private.audit_change(), private.audit_contact(), private.audit_text(public.audit_trail), private.client_address(),
  private.forget_audit_trail(), private.record_audit(text, text, text, jsonb, jsonb),
  private.record_audit_of(uuid, text, text, text, text, jsonb, jsonb), private.told_filters(jsonb),
  public.count_audit(text, timestamp with time zone, timestamp with time zone),
  public.search_audit(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer)
  from public, anon, authenticated, service_role;

grant execute on function private.forget_audit_trail() to service_role;

grant execute on function
  public.count_audit(text, timestamp with time zone, timestamp with time zone),
  public.search_audit(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer)
  to authenticated;

create trigger refuse_change before update or delete on private.audit_heads
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.audit_heads
  for each statement execute function private.refuse_change();

create trigger guard_audit_seal before update on private.audit_seals
  for each row execute function private.guard_audit_seal();

create trigger refuse_delete before delete on private.audit_seals
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.audit_seals
  for each statement execute function private.refuse_change();

create trigger refuse_unkeyed_seal before insert on private.audit_seals
  for each row when (new.hash !~ '^3:') execute function private.refuse_unkeyed_seal();

create trigger refuse_truncate before truncate on private.audit_unsealed
  for each statement execute function private.refuse_change();

revoke all on table private.audit_unsealed from public, anon, authenticated, service_role;

revoke all on table private.audit_seals from public, anon, authenticated, service_role;

revoke all on sequence private.audit_seals_id_seq from public, anon, authenticated, service_role;

revoke all on table private.audit_heads from public, anon, authenticated, service_role;

revoke all on sequence private.audit_heads_id_seq from public, anon, authenticated, service_role;

revoke all on function
  private.digest_audit_entries(bigint[]), private.find_due_audit_head(text, timestamp with time zone),
  private.find_first_admin_mailbox(), private.find_stray_audit_entries(), private.guard_audit_seal(),
  private.has_audit_head(bigint, text), private.list_audit_tokens(),
  private.note_silent_witness(text, timestamp with time zone), private.queue_audit_entry(),
  private.read_audit_batches(bigint, integer), private.read_unsealed_audit(integer),
  private.record_audit_damage(text, text), private.refuse_unkeyed_seal(), private.seal_text(private.audit_seals),
  private.store_audit_head(bigint, text, text, bytea, timestamp with time zone, text),
  private.store_audit_seal(bigint, text, bigint[], text, timestamp with time zone, text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.digest_audit_entries(bigint[]), private.find_due_audit_head(text, timestamp with time zone),
  private.find_first_admin_mailbox(), private.find_stray_audit_entries(), private.has_audit_head(bigint, text),
  private.list_audit_tokens(), private.note_silent_witness(text, timestamp with time zone),
  private.read_audit_batches(bigint, integer), private.read_unsealed_audit(integer),
  private.record_audit_damage(text, text),
  private.store_audit_head(bigint, text, text, bytea, timestamp with time zone, text),
  private.store_audit_seal(bigint, text, bigint[], text, timestamp with time zone, text)
  to service_role;

create trigger refuse_change before update on public.audit_events
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.audit_events
  for each statement execute function private.refuse_change();

revoke all on table public.audit_events from public, anon, authenticated, service_role;

revoke all on sequence public.audit_events_id_seq from public, anon, authenticated, service_role;

grant select on table public.audit_events to authenticated, service_role;

create policy "Admins read the events" on public.audit_events
  for select to authenticated
  using ((select private.has_permission('audit_events.read')));

revoke all on function
  private.record_audit_event(text, uuid, jsonb, uuid), private.record_buyer_success(),
  public.record_audit_event(text, jsonb, uuid)
  from public, anon, authenticated, service_role;

grant execute on function private.record_audit_event(text, uuid, jsonb, uuid) to service_role;

grant execute on function public.record_audit_event(text, jsonb, uuid) to authenticated;

create trigger end_role_of_deleted after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.end_role_of_deleted();

create trigger audit_change after insert or delete on public.staff_departures for each row
  execute function private.audit_change('all', 'user_id', 'former_role,reason');

create trigger refuse_secrets before insert or update of reason on public.staff_departures
  for each row execute function private.refuse_secrets('reason', 'reason');

create trigger audit_change after insert or update or delete on public.staff_invitations for each row
  execute function private.audit_change('all', 'id', 'role,expires_at,accepted_at,withdrawn_at');

revoke all on table public.staff_invitations from public, anon, authenticated, service_role;

grant select on table public.staff_invitations to authenticated, service_role;

create policy "Staff who may read roles read who was invited" on public.staff_invitations
  for select to authenticated
  using ((select private.has_permission('roles.read')));

revoke all on table public.staff_departures from public, anon, authenticated, service_role;

grant select on table public.staff_departures to authenticated, service_role;

create policy "Staff who may read roles read who left" on public.staff_departures
  for select to authenticated
  using ((select private.has_permission('roles.read')));

revoke all on function
  private.end_invitations(), private.end_role_of_deleted(), private.has_admin_besides(uuid), private.keep_an_admin(),
  public.accept_invitation(), public.change_staff_role(uuid, text, text), public.deactivate_staff(uuid, text),
  public.invite_staff(text, text), public.list_assignees(text), public.list_staff(), public.my_desk(),
  public.set_role_permission(text, text, boolean), public.withdraw_invitation(uuid)
  from public, anon, authenticated, service_role;

grant execute on function private.has_admin_besides(uuid) to service_role;

grant execute on function
  public.accept_invitation(), public.change_staff_role(uuid, text, text), public.deactivate_staff(uuid, text),
  public.invite_staff(text, text), public.list_assignees(text), public.list_staff(), public.my_desk(),
  public.set_role_permission(text, text, boolean), public.withdraw_invitation(uuid)
  to authenticated;

revoke all on function
  private.figure_span(date, date), private.require_figures_right(text), private.stated_state(text),
  public.figures_by(text, text, date, date), public.figures_over_time(text, date, date, text),
  public.figures_promise_kept(date, date)
  from public, anon, authenticated, service_role;

grant execute on function
  private.figure_span(date, date), private.require_figures_right(text), private.stated_state(text),
  public.figures_by(text, text, date, date), public.figures_over_time(text, date, date, text),
  public.figures_promise_kept(date, date)
  to authenticated;

revoke all on table private.export_progress from public, anon, authenticated, service_role;

revoke all on function
  public.export_progress(uuid), public.note_export_progress(uuid, integer, integer, boolean),
  public.start_export(text, text, jsonb, boolean)
  from public, anon, authenticated, service_role;

grant execute on function
  public.export_progress(uuid), public.note_export_progress(uuid, integer, integer, boolean),
  public.start_export(text, text, jsonb, boolean)
  to authenticated;

create trigger refuse_change before update on public.breach_events
  for each row execute function private.refuse_change();

create trigger refuse_event_delete before delete on public.breach_events
  for each row execute function private.refuse_event_delete();

create trigger refuse_secrets before insert on public.breach_events
  for each row execute function private.refuse_secrets('body', 'body');

create trigger refuse_truncate before truncate on public.breach_events
  for each statement execute function private.refuse_change();

create trigger audit_change after insert or update or delete on public.breaches for each row
  execute function private.audit_change('all', 'id', 'aware_at,people_count,records_count,risk,commission_notified_at,commission_reference,people_notified_at,closed_at');

create trigger guard_breach before update on public.breaches for each row execute function private.guard_breach();

create trigger refuse_early_delete before delete on public.breaches
  for each row execute function private.refuse_early_breach_delete();

create trigger refuse_secrets before insert on public.breaches
  for each row execute function private.refuse_secrets('facts', 'title', 'facts', 'found_how', 'consequences', 'measures');

create trigger refuse_truncate before truncate on public.breaches
  for each statement execute function private.refuse_change();

create trigger touch_updated_at before update on public.breaches
  for each row execute function private.touch_updated_at();

revoke all on table public.breaches from public, anon, authenticated, service_role;

grant select on table public.breaches to authenticated;

create policy "Staff who may read the register of breaches" on public.breaches
  for select to authenticated using ((select private.has_permission('breaches.read')));

revoke all on table public.breach_events from public, anon, authenticated, service_role;

revoke all on sequence public.breach_events_id_seq from public, anon, authenticated, service_role;

grant select on table public.breach_events to authenticated;

create policy "Staff who may read the register of breaches" on public.breach_events
  for select to authenticated using ((select private.has_permission('breaches.read')));

revoke all on table public.breach_register from public, anon, authenticated, service_role;

grant select on table public.breach_register to authenticated;

revoke all on function
  private.breach_due_at(public.breaches), private.forget_breaches(), private.guard_breach(),
  private.mail_admins_of_breach(public.breaches, integer), private.refuse_early_breach_delete(),
  private.refuse_event_delete(), private.remind_of_breaches(timestamp with time zone),
  public.add_breach_event(uuid, text, timestamp with time zone, text, jsonb), public.list_breach_events(uuid),
  public.open_breach(jsonb)
  from public, anon, authenticated, service_role;

grant execute on function
  private.breach_due_at(public.breaches), public.add_breach_event(uuid, text, timestamp with time zone, text, jsonb),
  public.list_breach_events(uuid), public.open_breach(jsonb)
  to authenticated;

grant execute on function private.forget_breaches(), private.remind_of_breaches(timestamp with time zone) to service_role;

revoke all on function
  private.addresses_named(text[]), private.own_mail_subjects(), public.find_mail(uuid),
  public.list_mails(text, text, integer, integer), public.list_record_mails(text, uuid),
  public.next_mails(text, text, text, uuid), public.resend_mail(uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  public.find_mail(uuid), public.list_mails(text, text, integer, integer), public.list_record_mails(text, uuid),
  public.next_mails(text, text, text, uuid), public.resend_mail(uuid)
  to authenticated;

do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
  category text;
begin
  if trigram_schema is not null then
    execute format('create index products_name_trigram_idx on public.products using gin (name %1$I.gin_trgm_ops)
      where status = ''published''', trigram_schema);
    execute format('create index products_search_text_trigram_idx on public.products
      using gin (search_text %1$I.gin_trgm_ops) where status = ''published''', trigram_schema);
    foreach category in array array['Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices'] loop
      execute format('create index products_%s_trigram_idx on public.products using gin (search_text %I.gin_trgm_ops)
        where status = ''published'' and category = %L', lower(category), trigram_schema, category);
    end loop;
  end if;
end $$;

do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
  searched record;
begin
  if trigram_schema is not null then
    for searched in
      select distinct on (source) source, columns from private.searched_texts
      where source <> 'newsletter_subscriptions' order by source
    loop
      execute format('create index %I on public.%I using gin ((%s) %I.gin_trgm_ops)',
        searched.source || '_searched_idx', searched.source, private.search_expression(searched.columns), trigram_schema);
    end loop;
  end if;
end $$;
