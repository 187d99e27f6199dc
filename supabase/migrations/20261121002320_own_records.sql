-- What a member sees of the ledgers: what they agreed to as it stands now, and who looked at their secrets. The tables
-- behind show staff more; these show everybody their own alone.

create view public.my_consents with (security_invoker = true) as
  select distinct on (purpose, record_id) id, purpose, record_type, record_id, text_version, is_given, channel, created_at
  from public.consents
  where user_id = (select auth.uid()) or record_id in (select private.own_registration_ids())
  order by purpose, record_id, id desc;
comment on view public.my_consents is 'The latest entry for each purpose and record.';

create view public.my_vault_reveals with (security_invoker = true) as
  select id, record_type, record_id, field, reason, actor_name, actor_role, created_at
  from public.vault_reveals
  where person_id = any ((select private.own_vault_person_ids())::uuid[]);

revoke all on table public.my_consents from public, anon, authenticated, service_role;
revoke all on table public.my_vault_reveals from public, anon, authenticated, service_role;
grant select on table public.my_consents to authenticated;
grant select on table public.my_vault_reveals to authenticated;
