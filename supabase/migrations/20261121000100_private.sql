-- The schema that no API exposes: helpers that tables, policies and functions share.
-- Plain-text rules here are the same, step by step, as domain/text.ts, emails.ts, phones.ts and quantities.ts;
-- a property test feeds both sides and demands the same answer.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role, supabase_auth_admin;

-- Markup, control characters and characters that hide or turn text around are removed; letters of every language stay.
create function private.strip_markup(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(regexp_replace(regexp_replace(
    normalize(value, nfc),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '<[A-Za-z/!?][^<>]*>', '', 'g'),
    '<+(?=[A-Za-z/!?])', '', 'g')
$$;

-- One line: every run of white space is one space.
create function private.clean_line(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select normalize(btrim(regexp_replace(private.strip_markup(value),
    '[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' '), nfc)
$$;

-- Several lines: line breaks stay, at most one empty line in a row.
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

-- The sentence for a phone number that is refused, null for one that is usable: 10 to 15 digits in any usual writing.
create function private.phone_problem(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when value !~ '^[0-9+()./ -]*$' then 'Please write the phone number in digits, for example 0803 123 4567'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) < 10 then 'Phone number must be at least 10 digits'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) > 15 then 'Phone number must be at most 15 digits'
  end
$$;

-- Nigerian writings become E.164; other numbers keep their digits, and their + when they had one.
create function private.normalise_phone(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  with given as (select regexp_replace(value, '[^0-9]', '', 'g') as digits),
  read as (
    select digits,
      case when strpos(value, '+') > 0 then digits when digits like '00%' then substr(digits, 3) end as international
    from given
  )
  select case
    when international is not null then '+' || regexp_replace(international, '^2340(?=[0-9]{8,10}$)', '234')
    when digits ~ '^2340?[1-9][0-9]{7,9}$' then '+234' || regexp_replace(digits, '^2340?', '')
    when digits ~ '^0[1-9][0-9]{7,9}$' then '+234' || substr(digits, 2)
    when digits ~ '^[789][01][0-9]{8}$' then '+234' || digits
    else digits
  end
  from read
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

-- Readable by tables' checks and triggers, which run as whoever writes. They tell nothing but what they are given.
revoke all on function private.strip_markup(text), private.clean_line(text), private.clean_text(text),
  private.is_email(text), private.phone_problem(text), private.normalise_phone(text), private.quantity_problem(text)
  from public;
grant execute on function private.strip_markup(text), private.clean_line(text), private.clean_text(text),
  private.is_email(text), private.phone_problem(text), private.normalise_phone(text), private.quantity_problem(text)
  to authenticated, service_role, supabase_auth_admin;

-- The time of the last change belongs to the database, whatever a client sends (decision 107).
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- For ledgers: what is written stays as it is written.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% keeps what was written', tg_table_name using errcode = '42501';
end $$;

revoke all on function private.touch_updated_at(), private.refuse_change() from public;
