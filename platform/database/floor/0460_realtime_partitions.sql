-- A partition has its parent's rows and not its policies: what happens in it is told as the parent's, and judged by the
-- parent's policies. Nobody can listen to a partition by its own name.

set local role supabase_realtime_admin;

create or replace function realtime.capture_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.changes (relation, schema_name, table_name, kind, old_row, new_row)
  select c.oid, n.nspname, c.relname, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.oid = coalesce(pg_catalog.pg_partition_root(tg_relid), tg_relid);
  return null;
end $$;

create function realtime.published_tables()
returns table (relation oid, columns text[], condition text) language sql stable as $$
  -- A partitioned table is in the catalogue once for each of its partitions, or as itself (publish_via_partition_root).
  select coalesce(pg_catalog.pg_partition_root(p.relid)::oid, p.relid),
    array_agg(distinct a.attname::text), string_agg(distinct coalesce('(' || pg_get_expr(p.qual, p.relid) || ')', 'true'), ' or ')
  from pg_catalog.pg_get_publication_tables('supabase_realtime') p
  join pg_catalog.pg_attribute a on a.attrelid = p.relid and a.attnum > 0 and not a.attisdropped
    and (p.attrs is null or a.attnum = any (p.attrs))
  group by 1
$$;
comment on function realtime.published_tables() is
  'What may be listened to: each published table with its published columns and the condition of its published rows.';

create or replace function realtime.selectable_columns(relation oid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum), '[]')
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  join realtime.published_tables() p on p.relation = a.attrelid and a.attname = any (p.columns)
  where a.attrelid = selectable_columns.relation and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(a.attrelid, a.attnum, 'select')
$$;

create or replace function realtime.visible_rows(relation oid, rows jsonb[], claims text[])
returns table (claim_number int, row_numbers int[]) language plpgsql as $$
declare
  published text;
  condition text;
  question text;
  plan text;
  step int;
begin
  select p.condition into published from realtime.published_tables() p where p.relation = visible_rows.relation;
  if not found then
    return;
  end if;
  condition := realtime.policy_condition(relation, 'r');
  if condition = 'false' then
    return;
  end if;
  -- Named as the table itself, since the expressions may say `table.column`.
  select format(
    'select array_agg(__number::int) from unnest($1) with ordinality as __rows (__row, __number),
      lateral jsonb_populate_record(null::%1$I.%2$I, __row) as %2$I where (%3$s) and (%4$s)',
    n.nspname, c.relname, published, condition
  ) into question
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = relation;

  -- Planned once for a connection: with many subscribers planning would cost more than the answers.
  plan := 'realtime_' || md5(question || current_user);
  if not exists (select from pg_catalog.pg_prepared_statements where name = plan) then
    execute format('prepare %I (jsonb[]) as %s', plan, question);
  end if;

  for claim in 1 .. cardinality(claims) loop
    claim_number := claim;
    perform set_config('request.jwt.claims', claims[claim], true);
    begin
      execute format('execute %I (%L)', plan, rows) into row_numbers;
    exception when others then
      -- A policy that fails shows nothing; it must not hide the rows beside the one that it fails on.
      row_numbers := '{}';
      for step in 1 .. cardinality(rows) loop
        declare
          seen int[];
        begin
          execute format('execute %I (%L)', plan, array[rows[step]]) into seen;
          if seen is not null then
            row_numbers := row_numbers || step;
          end if;
        exception when others then
          null;
        end;
      end loop;
    end;
    if row_numbers <> '{}' then
      return next;
    end if;
  end loop;
end $$;

revoke all on function realtime.published_tables() from public;
grant execute on function realtime.published_tables() to anon, authenticated, service_role, session_user;

reset role;
