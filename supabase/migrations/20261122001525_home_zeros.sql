-- Members' orders come straight to the database, which has no libphonenumber: the 0 that is dialled at home alone goes, so
-- that +44 (0)20 7946 0018 and +44 20 7946 0018 are one telephone here as well.

-- As before (20261121002120), and: the zero. Same as normalisePhone in domain/phones.ts.
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
  select regexp_replace(
    -- 01 234 5678 became 0201 234 5678, and so did every area.
    regexp_replace(number, '^\+234(?=(?:[1259][0-9]|3[013-9]|4[1-8]|6[024-689]|7[1-79]|8[2-9])[0-9]{6}$)', '+23420'),
    '^(\+(?:2(?:0|7|1[1238]|3[1-3]|4[39]|5[124-6]|6[0-5]|91)|3(?:[1-3]|5[3589]|7[03-57]|8[0-35-79])|4(?:[013469]|2[13])|5(?:[13458]|08|9[0134568])|6(?:[0-46]|86)|8(?:[1246]|5[056]|8[06])|9(?:[0-58]|6[1-467]|7[01267]|9[4-6])))0(?=[1-9][0-9]{7,})', '\1')
  from known
$$;

-- What was ordered before: a limit, a claim or one's own order is told by the number.
update public.order_contacts set phone = private.normalise_phone(phone)
where phone like '+%' and phone <> private.normalise_phone(phone);
update public.order_requests set phone = private.normalise_phone(phone)
where phone like '+%' and phone <> private.normalise_phone(phone);
update public.profiles set phone = private.normalise_phone(phone)
where phone like '+%' and phone <> private.normalise_phone(phone);
