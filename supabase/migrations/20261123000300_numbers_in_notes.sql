-- What belongs in the vault is also typed where it is read by everybody on the desk, mailed and kept: a reason, a note to the
-- person, a note after a call. Whatever looks like it is refused there; a telephone number, an amount, a date of this decade
-- and our own references pass.

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

-- Its arguments: the name that the caller knows the text by, then the columns.
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
revoke all on function private.holds_secret(text), private.refuse_secrets() from public;

create trigger refuse_secrets before insert or update of decline_reason on public.farmers
  for each row execute function private.refuse_secrets('reason', 'decline_reason');
create trigger refuse_secrets before insert or update of decline_reason on public.training_enrolments
  for each row execute function private.refuse_secrets('reason', 'decline_reason');
create trigger refuse_secrets before insert or update of decline_reason on public.buyers
  for each row execute function private.refuse_secrets('reason', 'decline_reason');
create trigger refuse_secrets before insert or update of decline_reason on public.investors
  for each row execute function private.refuse_secrets('reason', 'decline_reason');
create trigger refuse_secrets before insert on public.phone_calls
  for each row execute function private.refuse_secrets('note', 'note');
create trigger refuse_secrets before insert on public.vault_reveals
  for each row execute function private.refuse_secrets('reason', 'reason');
create trigger refuse_secrets before insert on public.correction_requests
  for each row execute function private.refuse_secrets('message', 'message');
-- In the notes as the person reads them, one after the other: a number in one and the next number in another are two.
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
revoke all on function private.refuse_secrets_in_notes() from public;
create trigger refuse_secrets_in_notes before insert on public.correction_requests
  for each row execute function private.refuse_secrets_in_notes();
-- Notes of staff among themselves: of registrations alone, since an order is paid with numbers that have to be named.
create trigger refuse_secrets before insert on public.record_notes
  for each row when (new.record_type in ('farmers', 'training_enrolments', 'buyers', 'investors'))
  execute function private.refuse_secrets('body', 'body');
