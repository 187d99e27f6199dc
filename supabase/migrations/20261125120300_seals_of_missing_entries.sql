-- An entry that has gone counts as sealed by a seal whose MAC is right alone, which the server computes: a line in
-- audit_seals, there for a moment, would explain away every entry.

drop function private.digest_audit_entries(bigint[]);
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
revoke all on function private.digest_audit_entries(bigint[]) from public;
grant execute on function private.digest_audit_entries(bigint[]) to service_role;
