-- Rules for texts, email addresses, phone numbers, quantities and days. domain/ has the same rules.

-- Markup, control characters and characters that hide or turn text around are removed; letters of every language stay.
create function private.strip_markup(value text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(regexp_replace(
    normalize(value, nfc),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '<[A-Za-z/!?][^<>]*>', '', 'g'),
    '<+(?=[A-Za-z/!?])', '', 'g');

-- One line: every run of white space is one space.
create function private.clean_line(value text) returns text
language sql immutable parallel safe
return normalize(btrim(regexp_replace(private.strip_markup(value),
    '[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' '), nfc);

-- Several lines: line breaks stay, at most one empty line in a row.
create function private.clean_text(value text) returns text
language sql immutable parallel safe
return normalize(btrim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(private.strip_markup(value),
      '\r\n|[\r\v\f\u0085\u2028\u2029]', E'\n', 'g'),
      '[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'),
      ' ?\n ?', E'\n', 'g'),
      '\n{3,}', E'\n\n', 'g'), E' \n'), nfc);

create function private.is_email(value text) returns boolean
language sql immutable parallel safe
return length(value) <= 254 and strpos(value, '@') <= 65 and value ~
    '^[A-Za-z0-9_%+''-]+(?:\.[A-Za-z0-9_%+''-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$';

-- A mailbox without what stands after a plus: name+shop@example.com is name@example.com.
create function private.mailbox_of(email text) returns text
language sql immutable parallel safe
return regexp_replace(lower($1), '^([^+@]+)\+[^@]*@', '\1@');

-- The sentence for a phone number that is refused, null for one that is usable: 10 to 15 digits in any usual writing.
create function private.phone_problem(value text) returns text
language sql immutable parallel safe
return case
    when value !~ '^[0-9+()./ -]*$' then 'Please write the phone number in digits, for example 0803 123 4567'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) < 10 then 'Phone number must be at least 10 digits'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) > 15 then 'Phone number must be at most 15 digits'
  end;

-- Nigerian writings become E.164; of other numbers the digits stay, and a leading +.
create function private.normalise_phone(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  with stripped as (select regexp_replace(value, '[^0-9]', '', 'g') as digits),
  read as (
    select digits,
      case when strpos(value, '+') > 0 then digits when digits ~ '^00[0-9]{10,}$' then substr(digits, 3) end as international
    from stripped
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

-- The sentence for a quantity that is refused, null for one that is usable: commas between thousands, up to 3 decimals.
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

-- The time of the last change belongs to the database, whatever a client sends (decision 107).
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- For ledgers: what is written stays as it is written.
create function private.refuse_change(table_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '% keeps what was written', table_name using errcode = '42501';
end $$;

create function private.refuse_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_change(tg_table_name);
  return null;
end $$;

-- The day that YYYY-MM-DD names; null when there is no such day.
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

-- 244 random bits in 64 characters.
create function private.make_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;

create function private.utc_text(value timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;

create function private.mask_email(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace($1, '^(.)[^@]*@', '\1•••@')
$$;

-- ---- "This was not me" ----
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

-- Demo rows among the products count as well: a production server calls this and refuses to start beside them.
create function private.has_demo_rows() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.orders where is_demo)
    or exists (select from public.products where is_demo)
    or exists (select from public.order_products where is_demo)
    or exists (select from public.delivery_zones where is_demo)
    or exists (select from public.depots where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.training_enrolments where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.courses where is_demo)
    or exists (select from public.crop_seasons where is_demo)
    or exists (select from public.projects where is_demo)
    or exists (select from public.stories where is_demo)
    or exists (select from public.photographs where is_demo)
    or exists (select from public.page_facts where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$$;

-- The words of a name; order, case and accents do not count.
create function private.name_words(name text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array(
    select distinct word
    from regexp_split_to_table(lower(regexp_replace(normalize(coalesce($1, ''), nfd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+') as word
    where word <> '')
$$;

-- Whether two names are alike: half of all their words or more are in both.
create function private.are_like_words(one text[], other text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select 3 * (select count(*) from pg_catalog.unnest(one) as word where word = any (other))
    >= greatest(pg_catalog.cardinality(one) + pg_catalog.cardinality(other), 1)
$$;

create function private.is_uuid(value text) returns boolean
language sql immutable parallel safe
return coalesce(value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', false);

create function private.are_like_names(one text, other text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select private.are_like_words(private.name_words(one), private.name_words(other)) $$;

-- A reason that stays on record, as a function has cleaned it; `refusal` is said where the reason answers another question.
create function private.require_reason(why text, refusal text default null) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(char_length(why), 0) < 10 then
    raise exception '%', coalesce(refusal, 'Please give a reason of at least 10 characters') using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception '%', coalesce(refusal, 'The reason must be at most 500 characters') using errcode = '23514', hint = 'reason';
  end if;
end $$;

-- An amount in the minor unit of its currency, as pages write it. Same as formatMoney.
create function private.money_text(minor_units bigint, currency text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case currency when 'NGN' then '₦' when 'USD' then 'US$' when 'EUR' then '€' when 'GBP' then '£' else currency || ' ' end
    || regexp_replace(to_char(minor_units * 0.01, 'FM999,999,999,999,990.00'), '[.]00$', '')
$$;

revoke all on function
  private.are_like_names(text, text), private.are_like_words(text[], text[]), private.clean_line(text), private.clean_text(text), private.has_demo_rows(), private.is_email(text), private.is_uuid(text),
  private.last_migration(), private.mailbox_of(text), private.make_token(), private.mask_address(text), private.mask_email(text), private.money_text(bigint, text),
  private.name_words(text), private.normalise_phone(text), private.phone_problem(text),
  private.quantity_problem(text), private.read_day(text), private.refuse_change(), private.refuse_change(text),
  private.require_reason(text, text),
  private.strip_markup(text),
  private.touch_updated_at(), private.utc_text(timestamp with time zone)
  from public, anon, authenticated, service_role;
grant execute on function
  private.clean_line(text), private.clean_text(text), private.is_email(text), private.normalise_phone(text),
  private.phone_problem(text), private.quantity_problem(text), private.strip_markup(text)
  to authenticated, service_role, supabase_auth_admin;
grant execute on function private.has_demo_rows(), private.last_migration() to service_role;
