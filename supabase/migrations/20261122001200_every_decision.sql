-- No queue without a ledger: an answer to a message and what becomes of a listing are decisions like all others, written
-- down with who made them, from what to what, and why.

alter table public.decision_events drop constraint decision_events_record_type_known;
alter table public.decision_events add constraint decision_events_record_type_known
  check (record_type = any (private.desk_types()));

alter policy "Staff read the decisions on what they may read" on public.decision_events
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

-- For tables whose rules are their own (private.decide judges the others, and writes down what it lets pass).
-- Security definer, because nobody may write the ledger.
create function private.record_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  decided jsonb := to_jsonb(new);
begin
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    tg_table_name, new.id,
    (select user_id from public.farmers where id = (decided ->> 'farmer_id')::uuid), caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif((select auth.role()), ''), 'system'),
    old.status, new.status, decided ->> 'review_note'
  );
  return null;
end $$;
revoke all on function private.record_decision() from public;

create trigger record_decision after update of status on public.contact_messages
  for each row when (new.status is distinct from old.status) execute function private.record_decision();
create trigger record_decision after update of status on public.products
  for each row when (new.status is distinct from old.status) execute function private.record_decision();
