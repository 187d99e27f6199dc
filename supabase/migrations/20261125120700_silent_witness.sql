-- A witness that takes no head for three hours is told to the admins, once a day each.

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
revoke all on function private.note_silent_witness(text, timestamptz) from public;
grant execute on function private.note_silent_witness(text, timestamptz) to service_role;
