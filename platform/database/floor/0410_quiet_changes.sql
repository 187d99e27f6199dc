-- The outbox of changes without NOTIFY: PostgreSQL lets transactions that notify commit one after the other only, each with
-- a flush of its own, and fifty checkouts would wait in a row for it. Readers look often instead.

set local role supabase_realtime_admin;

create or replace function realtime.capture_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.changes (relation, schema_name, table_name, kind, old_row, new_row)
  values (
    tg_relid, tg_table_schema, tg_table_name, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  );
  return null;
end $$;

reset role;
