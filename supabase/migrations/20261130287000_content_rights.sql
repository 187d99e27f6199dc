CREATE OR REPLACE FUNCTION private.apply_changes(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  place bigint;
  reported text;
  of_column text;
  of_table text;
  rule text;
begin
  for change, place in select * from jsonb_array_elements(changes) with ordinality loop
    begin
      if change ->> 'table' = 'company_facts' then
        if not private.has_permission('settings.write') then
          raise exception 'This draft changes facts of the company. Somebody who may change the settings publishes it.'
            using errcode = '42501';
        end if;
        perform private.require_strong_right('settings.write');
      end if;
      perform private.apply_change(change);
    exception
      when check_violation then
        get stacked diagnostics reported = message_text, of_column = pg_exception_hint;
        raise exception 'This draft does not fit. %: %', private.name_change(change), reported
          using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
    end;
  end loop;
  begin
    -- What is judged at the commit only is judged now.
    set constraints all immediate;
  exception
    when integrity_constraint_violation then
      get stacked diagnostics rule = constraint_name, of_table = table_name;
      -- The database does not say which row it is: the last one that was given such values.
      select known.change, known.place, known.name into change, place, of_column from (
        select given.change, given.place, attname as name
        from jsonb_array_elements(changes) with ordinality as given (change, place)
        join pg_catalog.pg_constraint on conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table))
        join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where given.change ->> 'table' = of_table and given.change -> 'values' ? attname::text
        order by given.place desc, attname desc limit 1
      ) as known;
      raise exception 'This draft does not fit. %: %', private.name_change(change), private.say_refusal(sqlstate, of_table, rule, null)
        using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
  end;
end $function$;
