-- Old fixed lines are stored in the form of the numbering of 2023, toll-free and company numbers are Nigerian too, and
-- 00 before less than ten digits opens no international number. Same as normalisePhone in domain/phones.ts.

create or replace function private.normalise_phone(value text) returns text
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
  -- 01 234 5678 became 0201 234 5678, and so did every area.
  select regexp_replace(number,
    '^\+234(?=(?:[1259][0-9]|3[013-9]|4[1-8]|6[024-689]|7[1-79]|8[2-9])[0-9]{6}$)', '+23420')
  from known
$$;
