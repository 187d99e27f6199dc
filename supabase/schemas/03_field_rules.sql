-- Rules of the forms that a client sends itself, and how answers become rows.

-- For orders of members and of the marketplace. What the server alone sends is judged by domain/ alone (ADR 0057).
create table private.field_rules (
  form text not null,
  position integer not null,
  field text not null,
  kind text not null,
  min integer not null,
  max integer not null,
  options text[],
  message text not null,
  too_long text not null,
  malformed text,
  primary key (form, field),
  constraint field_rules_position_unique unique (form, position),
  constraint field_rules_kind_known check (kind in ('line', 'text', 'email', 'phone', 'quantity', 'option'))
);

create table private.registration_fields (
  form text not null,
  field text not null,
  is_secret boolean not null,
  label text not null default '',
  guard text,
  primary key (form, field),
  constraint registration_fields_guard_known check (guard in ('email', 'phone', 'bank', 'bvn', 'identity', 'wallet'))
);
comment on column private.registration_fields.guard is 'By it a person is reached, paid or recognised: changed with a code to the contact on record, or when staff ask for it.';
comment on table private.registration_fields is 'The questions of the registration forms: what a correction may name, and which answers lie in the vault alone.';

-- Same order of checks as findAnswerProblem.
create function private.answer_problem(rule private.field_rules, answer text) returns text
language sql immutable
return case
    when rule.min = 0 and answer = '' then null
    when rule.kind = 'option' then case when answer = any (rule.options) then null else rule.message end
    when char_length(answer) > rule.max then rule.too_long
    when rule.kind = 'quantity' then private.quantity_problem(answer)
    when rule.kind = 'phone' then private.phone_problem(answer)
    when char_length(answer) < rule.min then rule.message
    when rule.kind = 'email' and not private.is_email(answer) then coalesce(rule.malformed, rule.message)
  end;

create function private.clean_answer(kind text, answer text) returns text
language sql immutable
return case kind
    when 'option' then answer
    when 'text' then private.clean_text(answer)
    else private.clean_line(answer)
  end;

-- The answers of a form as they are stored. Raises 23514 with the first broken rule's sentence, the field's name as
-- detail and hint. What was not sent and may stay empty is not answered.
create function private.check_form(form text, answers jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rule private.field_rules;
  answer jsonb;
  typed text;
  problem text;
  checked jsonb := '{}';
begin
  for rule in select * from private.field_rules where field_rules.form = check_form.form order by position loop
    answer := answers -> rule.field;
    continue when answer is null and rule.min = 0;
    typed := case when jsonb_typeof(answer) = 'string' then private.clean_answer(rule.kind, answer #>> '{}') end;
    problem := case when typed is null then rule.message else private.answer_problem(rule, typed) end;
    if problem is not null then
      raise exception '%', problem using errcode = '23514', detail = rule.field, hint = rule.field;
    end if;
    checked := checked || jsonb_build_object(rule.field, case
      when rule.kind = 'phone' and typed <> '' then private.normalise_phone(typed)
      when rule.kind = 'email' then lower(typed)
      else typed
    end);
  end loop;
  return checked;
end $$;

create function private.answer(answers jsonb, field text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(answers ->> field, '')
$$;

-- Chosen from a list, or typed: one line of text either way.
create function private.joined_answer(answers jsonb, field text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case jsonb_typeof(answers -> field)
    when 'array' then (select nullif(string_agg(value, ', ' order by place), '')
      from jsonb_array_elements_text(answers -> field) with ordinality as chosen (value, place))
    else private.answer(answers, field)
  end
$$;

-- The columns that a form's questions are named after: companyName goes to company_name, an empty answer is none.
create function private.answer_columns(answers jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(lower(regexp_replace(field, '([A-Z])', '_\1', 'g')), nullif(answer, '""')), '{}')
  from jsonb_each(answers) as entry (field, answer)
$$;

-- Writes the named columns of one row. The names are those of a function or of a form's questions, never of a caller.
create function private.insert_row(target text, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(columns) as key);
begin
  execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
    target, names, names, target) using columns;
end $$;

create function private.update_row(target text, key text, id uuid, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(name), ', ' order by name) from jsonb_object_keys(columns) as name);
begin
  execute format('update public.%I set (%s) = (select %s from jsonb_populate_record(null::public.%I, $1)) where %I = $2',
    target, names, names, target, key) using columns, id;
end $$;

-- The row of one attempt: the same key again, also at the same time, is the same row.
create function private.insert_once(target text, columns jsonb, idempotency_key uuid, out id uuid, out is_new boolean)
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(columns) as key);
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  execute format('insert into public.%I (%s, idempotency_key) select %s, $2 from jsonb_populate_record(null::public.%I, $1)
    on conflict (idempotency_key) do nothing returning id', target, names, names, target)
    into insert_once.id using columns, idempotency_key;
  is_new := insert_once.id is not null;
  if not is_new then
    execute format('select id from public.%I where idempotency_key = $1', target)
      into strict insert_once.id using idempotency_key;
  end if;
end $$;

alter table private.field_rules enable row level security;
revoke all on table private.field_rules from public, anon, authenticated, service_role;

alter table private.registration_fields enable row level security;
revoke all on table private.registration_fields from public, anon, authenticated, service_role;

revoke all on function
  private.answer(jsonb, text), private.answer_columns(jsonb), private.answer_problem(private.field_rules, text),
  private.check_form(text, jsonb), private.clean_answer(text, text), private.insert_once(text, jsonb, uuid),
  private.insert_row(text, jsonb), private.joined_answer(jsonb, text), private.update_row(text, text, uuid, jsonb)
  from public, anon, authenticated, service_role;
