-- Schema realtime: what has changed (an outbox that every server process reads), who may see it, and private channels.
-- docs/decisions/0010-realtime-changes.md says why an outbox, and why policies are asked about the row as it was.

-- The login role of /realtime/v1: it reads the outbox as itself, and asks the policies as one of these three.
grant anon, authenticated, service_role to supabase_realtime_admin;
alter role supabase_realtime_admin set statement_timeout = '8s';
alter role supabase_realtime_admin set idle_in_transaction_session_timeout = '30s';
grant usage on schema realtime to anon, authenticated, service_role;

set local role supabase_realtime_admin;

create table realtime.changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  schema_name text not null,
  table_name text not null,
  kind text not null,
  happened_at timestamptz not null default clock_timestamp(),
  old_row jsonb,
  new_row jsonb
);
comment on table realtime.changes is
  'Outbox of the published tables, kept for minutes. A reader takes what became visible since its last snapshot.';
create index changes_xid_idx on realtime.changes (xid);
create index changes_happened_at_idx on realtime.changes (happened_at);

create function realtime.capture_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.changes (relation, schema_name, table_name, kind, old_row, new_row)
  values (
    tg_relid, tg_table_schema, tg_table_name, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  );
  -- Equal notifications of one transaction are sent once.
  perform pg_notify('realtime_changes', '');
  return null;
end $$;
comment on function realtime.capture_change() is 'Trigger of every published table.';

-- Private channels, as on Supabase: who may select a message of a topic may receive, who may insert one may send.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid() primary key
);
comment on table realtime.messages is
  'Its policies rule private channels; its rows are broadcasts sent by SQL, kept for three days.';
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
create trigger realtime_capture after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.capture_change();

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The topic that a policy of realtime.messages is asked about.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (send.payload, send.event, send.topic, send.private, 'broadcast');
exception when others then
  -- As on Supabase: a broadcast that fails does not undo the work that it tells about.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts to a channel when the transaction commits.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name
  );
end $$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For a trigger: broadcasts the row before and after to a private channel.';

-- The questions below are asked under the subscriber's own role and claims, with the session's usual search path.

create function realtime.policy_condition(relation oid, command "char") returns text language plpgsql as $$
declare
  verb text := case command when 'r' then 'select' else 'insert' end;
  permissive text;
  restrictive text;
begin
  if not has_any_column_privilege(relation, verb) then
    return 'false';
  end if;
  if not row_security_active(relation) then
    return 'true';
  end if;
  select
    string_agg(condition, ' or ') filter (where polpermissive),
    string_agg(condition, ' and ') filter (where not polpermissive)
  into permissive, restrictive
  from (
    select polpermissive,
      '(' || pg_get_expr(case command when 'r' then polqual else coalesce(polwithcheck, polqual) end, polrelid) || ')'
        as condition
    from pg_catalog.pg_policy
    where polrelid = relation and polcmd in (command, '*')
      and exists (select from unnest(polroles) as named where named = 0 or pg_has_role(named, 'usage'))
  ) as policies
  where condition is not null;
  return format('(%s) and (%s)', coalesce(permissive, 'false'), coalesce(restrictive, 'true'));
end $$;
comment on function realtime.policy_condition(oid, "char") is
  'What row level security adds to the caller''s statements on a table, as an expression over its columns.';

create function realtime.selectable_columns(relation oid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum), '[]')
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  join pg_catalog.pg_get_publication_tables('supabase_realtime') p on p.relid = a.attrelid
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(a.attrelid, a.attnum, 'select')
    and (p.attrs is null or a.attnum = any (p.attrs))
$$;
comment on function realtime.selectable_columns(oid) is 'The published columns that the caller may read.';

create function realtime.visible_rows(relation oid, rows jsonb[], claims text[])
returns table (claim_number int, row_numbers int[]) language plpgsql as $$
declare
  published text;
  condition text;
  question text;
  plan text;
  step int;
begin
  select coalesce(pg_get_expr(p.qual, p.relid), 'true') into published
  from pg_catalog.pg_get_publication_tables('supabase_realtime') p where p.relid = relation;
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
comment on function realtime.visible_rows(oid, jsonb[], text[]) is
  'For each set of claims, which of the given rows (as they were) the caller''s role may select.';

create function realtime.matching_rows(relation oid, rows jsonb[], groups jsonb, strict boolean)
returns table (group_number int, value_number int, row_numbers int[]) language plpgsql as $$
declare
  entry jsonb;
  column_type text;
  comparison text;
begin
  for group_number, entry in select g.ordinality, g.value from jsonb_array_elements(groups) with ordinality as g loop
    select format_type(a.atttypid, a.atttypmod) into column_type
    from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attname = entry ->> 'column' and a.attnum > 0 and not a.attisdropped
      and has_column_privilege(a.attrelid, a.attnum, 'select');
    if not found then
      continue when not strict;
      raise exception 'invalid column for filter %', entry ->> 'column' using errcode = '42703';
    end if;
    comparison := case entry ->> 'operator'
      when 'eq' then '%1$I = __value::%2$s'
      when 'neq' then '%1$I <> __value::%2$s'
      when 'lt' then '%1$I < __value::%2$s'
      when 'lte' then '%1$I <= __value::%2$s'
      when 'gt' then '%1$I > __value::%2$s'
      when 'gte' then '%1$I >= __value::%2$s'
      when 'isdistinct' then '%1$I is distinct from __value::%2$s'
      when 'like' then '%1$I::text like __value'
      when 'ilike' then '%1$I::text ilike __value'
      when 'is' then 'case when __value = ''null'' then %1$I is null
        when __value = ''unknown'' then %1$I::text::boolean is unknown
        else %1$I::text::boolean is not distinct from __value::boolean end'
    end;
    begin
      return query execute (
        select format(
          'select $3, __position::int, array_agg(__number::int) from unnest($1) with ordinality as __rows (__row, __number),
            lateral jsonb_populate_record(null::%I.%I, __row) as __record,
            unnest($2) with ordinality as __values (__value, __position)
            where %s (%s) group by __position',
          n.nspname, c.relname,
          case when (entry ->> 'negated')::boolean then 'not' else '' end,
          format(replace(comparison, '%1$I', '__record.%1$I'), entry ->> 'column', column_type)
        )
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = relation
      ) using rows, array(select jsonb_array_elements_text(entry -> 'values')), group_number;
    exception when data_exception or undefined_function or undefined_column then
      if strict then
        raise;
      end if;
    end;
  end loop;
end $$;
comment on function realtime.matching_rows(oid, jsonb[], jsonb, boolean) is
  'Which rows pass which filters, [{column, operator, negated, values}]. One that means nothing fails, or matches nothing.';

create function realtime.channel_rights(topic text)
returns table (extension text, may_receive boolean, may_send boolean) language plpgsql as $$
begin
  perform set_config('realtime.topic', channel_rights.topic, true);
  return query execute format(
    'select __extension, coalesce(%s, false), coalesce(%s, false)
    from unnest(array[''broadcast'', ''presence'']) as __extensions (__extension),
      lateral jsonb_populate_record(null::realtime.messages, jsonb_build_object(
        ''topic'', $1, ''extension'', __extension, ''private'', true, ''payload'', ''{}''::jsonb,
        ''id'', gen_random_uuid(), ''inserted_at'', localtimestamp, ''updated_at'', localtimestamp)) as messages',
    realtime.policy_condition('realtime.messages'::regclass, 'r'),
    realtime.policy_condition('realtime.messages'::regclass, 'a')
  ) using channel_rights.topic;
end $$;
comment on function realtime.channel_rights(text) is 'What the caller may do on a private channel.';

revoke all on all functions in schema realtime from public;
grant execute on all functions in schema realtime to anon, authenticated, service_role, session_user;
revoke execute on function realtime.capture_change() from anon, authenticated, service_role;

reset role;

-- Made by the owner of the tables, which alone may give them triggers.
create function realtime.watch_published_tables() returns setof text
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  target regclass;
begin
  perform pg_advisory_xact_lock(7262040);
  for target in
    select p.relid from pg_get_publication_tables('supabase_realtime') p
    where not exists (select from pg_trigger t where t.tgrelid = p.relid and t.tgname = 'realtime_capture')
  loop
    begin
      execute format(
        'create trigger realtime_capture after insert or update or delete on %s for each row execute function realtime.capture_change()',
        target
      );
    exception when others then
      return next target || ': ' || sqlerrm;
    end;
  end loop;
  for target in
    select t.tgrelid from pg_trigger t
    where t.tgname = 'realtime_capture' and t.tgparentid = 0 and t.tgrelid <> 'realtime.messages'::regclass
      and t.tgrelid not in (select relid from pg_get_publication_tables('supabase_realtime'))
  loop
    begin
      execute format('drop trigger realtime_capture on %s', target);
    exception when others then
      return next target || ': ' || sqlerrm;
    end;
  end loop;
end $$;
comment on function realtime.watch_published_tables() is
  'Gives each table of the publication its trigger, and takes it from others; answers what could not be done.';
revoke all on function realtime.watch_published_tables() from public;
grant execute on function realtime.watch_published_tables() to supabase_realtime_admin;
