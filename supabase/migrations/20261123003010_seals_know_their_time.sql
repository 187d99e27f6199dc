-- A seal says when its youngest entry was written, and its hash covers that: what was forgotten shows that its time was over.

-- New hashes begin with '2:', so that nobody passes a new seal off as an old one, whose hash knows nothing of its time.
alter table private.audit_seals
  add column entries_hash text,
  drop constraint audit_seals_hash_form,
  drop constraint audit_seals_previous_hash_form,
  add constraint audit_seals_hash_form check (hash ~ '^(2:)?[0-9a-f]{64}$'),
  add constraint audit_seals_previous_hash_form check (previous_hash ~ '^(2:)?[0-9a-f]{64}$'),
  add constraint audit_seals_entries_hash_form check ((hash ~ '^2:') = (entries_hash is not null) and entries_hash ~ '^[0-9a-f]{64}$');
comment on column private.audit_seals.entries_hash is 'SHA-256 of each entry''s own, in the order of entry_ids: stays when the entries go. Null in seals of before.';
comment on column private.audit_seals.hash is 'Of private.seal_text, after ''2:''; without that, of seals of before: SHA-256 of the hash before it and of each entry''s own.';

create function private.seal_text(seal private.audit_seals) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' ', (seal).previous_hash, extract(epoch from (seal).newest_at)::text,
    array_to_string((seal).entry_ids, ','), (seal).entries_hash)
$$;

-- As before (20261121003182), with the time of the youngest entry and the numbers of all.
create or replace function private.seal_audit(most integer default 1000) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal_audit', 0)) then
    return jsonb_build_object('count', 0);
  end if;
  select coalesce(array_agg(entry_id order by entry_id), '{}') into seal.entry_ids
  from (select entry_id from private.audit_unsealed order by entry_id limit most) as waiting;
  select array_agg(entry.id order by entry.id), max(entry.created_at),
    encode(sha256(convert_to(
      string_agg(encode(sha256(convert_to(private.audit_text(entry), 'UTF8')), 'hex'), '' order by entry.id), 'UTF8')), 'hex')
    into seal.entry_ids, seal.newest_at, seal.entries_hash
  from public.audit_trail as entry where entry.id = any (seal.entry_ids);
  if seal.entry_ids is null then
    return jsonb_build_object('count', 0);
  end if;
  seal.previous_hash := coalesce((select hash from private.audit_seals order by id desc limit 1), repeat('0', 64));
  seal.hash := '2:' || encode(sha256(convert_to(private.seal_text(seal), 'UTF8')), 'hex');
  insert into private.audit_seals (entry_ids, newest_at, entries_hash, previous_hash, hash)
  values (seal.entry_ids, seal.newest_at, seal.entries_hash, seal.previous_hash, seal.hash);
  delete from private.audit_unsealed where entry_id = any (seal.entry_ids);
  return jsonb_build_object('count', cardinality(seal.entry_ids), 'hash', seal.hash);
end $$;

-- As before (20261121003182), and: the oldest go first, without a gap.
create or replace function private.forget_audit_trail() returns bigint
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

drop function private.read_audit_batches(bigint, integer);
-- For `npm run audit:verify`: a page of batches with the text of each entry that is there, oldest first. seal_text is null
-- of seals of before. Of a forgotten batch: when its time was over, by the period that counted when it went.
create function private.read_audit_batches(after_id bigint, most integer)
returns table (id bigint, previous_hash text, hash text, seal_text text, entries_hash text, wanted integer, texts text[],
  newest_at timestamptz, forgotten_at timestamptz, due_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select seal.id, seal.previous_hash, seal.hash, case when seal.hash ~ '^2:' then private.seal_text(seal) end, seal.entries_hash,
    cardinality(seal.entry_ids),
    array(select private.audit_text(entry) from public.audit_trail as entry
      where entry.id = any (seal.entry_ids) order by entry.id),
    seal.newest_at, seal.forgotten_at,
    seal.newest_at + (select keep from private.retention_in_force
      where subject = 'audit_trail' and since <= seal.forgotten_at order by since desc limit 1)
  from private.audit_seals as seal where seal.id > after_id order by seal.id limit most
$$;

revoke all on function private.seal_text(private.audit_seals), private.read_audit_batches(bigint, integer) from public;
grant execute on function private.read_audit_batches(bigint, integer) to service_role;
