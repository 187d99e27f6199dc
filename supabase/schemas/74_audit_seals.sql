-- Seals over the audit trail, and their heads at a witness outside.

-- What no batch holds yet. An entry that is neither here nor in a batch was slipped in, and one that is in a batch and
-- not in the trail was taken out.
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
comment on column private.audit_seals.hash is 'After ''3:'': HMAC by the server''s audit key. Before 0.2.0, without a key: after ''2:'' SHA-256 of private.seal_text; else of the hash before and of each entry''s own.';
comment on column private.audit_seals.forgotten_at is 'When the entries'' period was over and they went; the hash stays, so that the chain holds.';
comment on column private.audit_seals.entries_hash is 'SHA-256 of each entry''s own, in the order of entry_ids: stays when the entries go. Null in seals of before.';
comment on column private.audit_seals.number is 'An unbroken count. With the hash it is a head: what a witness outside holds.';
comment on column private.audit_seals.sealed_at is 'By the server''s clock, and covered by the MAC. Null in seals without a key.';
create index audit_seals_entry_ids_idx on private.audit_seals using gin (entry_ids);

-- The heads that a witness outside has been sent: when the next is due, and the tokens of those that answer with one.
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

-- Each entry is announced when it is committed, with the digest of its text: a server that listens knows of it from then
-- on, so that it is missed when it goes, or is changed, before it is sealed.
create function private.queue_audit_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_unsealed (entry_id) values (new.id);
  perform pg_notify('audit_entries',
    new.id::text || ' ' || encode(sha256(convert_to(private.audit_text(new), 'UTF8')), 'hex'));
  return null;
end $$;

-- For `npm run audit:verify`: a page of batches with the text of each entry that is there, oldest first. unkeyed_text is
-- what an unkeyed '2:' hash is of. Of a forgotten batch: when its time was over, by the period that counted when it went.
create function private.read_audit_batches(after_number bigint, max_rows integer)
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
  from private.audit_seals as seal where seal.number > after_number order by seal.number limit max_rows
$$;

-- Entries that stand nowhere: neither in a batch nor waiting for one.
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

-- What the next seal has to cover: up to `max_rows` entries, oldest first. `lost` are those that wait for a seal and are in the
-- trail no more: nothing that may take an entry out takes one that has no seal.
create function private.read_unsealed_audit(max_rows integer)
returns table (number bigint, previous_hash text, entry_ids bigint[], newest_at text, texts text[], lost bigint[])
language sql stable security definer set search_path = ''
as $$
  with waiting as (
    select entry_id from private.audit_unsealed order by entry_id limit max_rows
  ), present as (
    select entry.id, entry.created_at, private.audit_text(entry) as text
    from public.audit_trail as entry where entry.id in (select entry_id from waiting)
  ), last as (
    select seal.number, seal.hash from private.audit_seals as seal order by seal.number desc limit 1
  )
  select coalesce((select last.number from last), 0) + 1, coalesce((select last.hash from last), repeat('0', 64)),
    coalesce(array_agg(present.id order by present.id), '{}'), extract(epoch from max(present.created_at))::text,
    coalesce(array_agg(present.text order by present.id), '{}'),
    array(select entry_id from waiting where entry_id not in (select id from present) order by entry_id)
  from present
$$;

-- False when another server has sealed meanwhile: read again. Busy transactions are never waited for, and never wait.
create function private.store_audit_seal(
  number bigint, previous_hash text, entry_ids bigint[], entries_hash text, sealed_at timestamptz, hash text
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  sealed_ids alias for $3;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal_audit', 0))
    or $2 <> coalesce((select hash from private.audit_seals order by number desc limit 1), repeat('0', 64))
    or $1 <> coalesce((select max(number) from private.audit_seals), 0) + 1
    or cardinality(sealed_ids) <> (select count(*) from private.audit_unsealed where entry_id = any (sealed_ids))
  then
    return false;
  end if;
  insert into private.audit_seals (number, previous_hash, entry_ids, entries_hash, newest_at, sealed_at, hash)
  values ($1, $2, sealed_ids, $4, (select max(created_at) from public.audit_trail where id = any (sealed_ids)), $5, $6);
  delete from private.audit_unsealed where entry_id = any (sealed_ids);
  return true;
end $$;

-- The digest of each of these entries that is in the trail; and of each that is not, the seal that names it.
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

-- What a server found missing: an entry of the trail itself, which audit:verify reads, and a mail to every admin.
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

-- The newest head when it is due at a witness: an hour after the first seal that the witness does not know of, and a day
-- after the last one sent, news or none.
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

-- Notes that a head was sent; for a mailbox in one transaction with the mail. False when another server was first.
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

-- The mailbox for heads where no setting names one: the first admin's.
create function private.find_first_admin_mailbox() returns text
language sql stable security definer set search_path = ''
as $$
  select person.email from public.user_roles as role join public.profiles as person on person.id = role.user_id
  where role.role = 'admin' and person.email is not null order by person.created_at, person.id limit 1
$$;

create function private.list_audit_tokens() returns table (number bigint, hash text, token bytea)
language sql stable security definer set search_path = ''
as $$
  select number, hash, token from private.audit_heads where token is not null order by id
$$;

create function private.note_silent_witness(witness text, at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_unreached_outside('witness', '')
  where exists (
    select from private.audit_seals as seal
    where seal.number > (select coalesce(max(head.number), 0) from private.audit_heads as head where head.witness = $1)
      and coalesce(seal.sealed_at, seal.created_at) <= $2 - interval '3 hours'
  )
$$;

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

alter table private.audit_unsealed enable row level security;
revoke all on table private.audit_unsealed from public, anon, authenticated, service_role;

alter table private.audit_seals enable row level security;
revoke all on table private.audit_seals from public, anon, authenticated, service_role;
revoke all on sequence private.audit_seals_id_seq from public, anon, authenticated, service_role;

alter table private.audit_heads enable row level security;
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
