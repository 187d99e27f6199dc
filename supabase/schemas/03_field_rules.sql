-- Rules of the forms as rows, and the functions that judge answers by them.

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
  applies_when jsonb,
  optional_when jsonb,
  options_when jsonb,
  primary key (form, field),
  constraint field_rules_position_unique unique (form, position),
  constraint field_rules_kind_known check (kind in
  ('line', 'text', 'email', 'phone', 'quantity', 'option', 'accepted', 'flag', 'several', 'products', 'url', 'year', 'amount'))
);
comment on column private.field_rules.applies_when is 'A condition on another answer ({field, is} or {field, not}); without it the question is not asked and its answer is dropped.';
comment on column private.field_rules.optional_when is 'Under it the answer may stay empty.';
comment on column private.field_rules.options_when is 'The options hold under it alone; otherwise any text of the right length does.';

create table private.secret_fields (
  form text not null,
  position integer not null,
  field text not null,
  required boolean not null,
  applies_when jsonb,
  optional_when jsonb,
  message text not null,
  adults_only text,
  primary key (form, field),
  constraint secret_fields_position_unique unique (form, position)
);
comment on table private.secret_fields is 'Answers that are encrypted before they reach the database. Their rules are in domain/; here are their names, and when they are demanded.';
comment on column private.secret_fields.required is 'Demanded of everybody. Where false, optional_when tells who may leave it out.';
comment on column private.secret_fields.adults_only is 'Said to somebody under 18, where the form is for adults.';

-- Same order of checks as findAnswerProblem.
create function private.answer_problem(rule private.field_rules, answer text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when rule.min = 0 and answer = '' then null
    when rule.kind = 'option' then case when answer = any (rule.options) then null else rule.message end
    when char_length(answer) > rule.max then rule.too_long
    when rule.kind = 'quantity' then private.quantity_problem(answer)
    when rule.kind = 'phone' then private.phone_problem(answer)
    when char_length(answer) < rule.min then rule.message
    when rule.kind = 'email' and not private.is_email(answer) then coalesce(rule.malformed, rule.message)
  end
$$;

-- The answers of a form under the circumstances that the server knows: {isMinor, establishedYearMax}. Raises 23514
-- with the first broken rule's sentence, the field's name as detail and hint; raises it too for a secret in clear.
create function private.check_form(form text, answers jsonb, context jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  is_minor boolean := coalesce((context ->> 'isMinor')::boolean, false);
  year_max integer := coalesce((context ->> 'establishedYearMax')::integer,
    extract(year from now() at time zone 'Africa/Lagos')::integer);
  sent jsonb := case when jsonb_typeof(answers) = 'object' then answers else '{}' end;
  given jsonb := sent || jsonb_build_object('isMinor', is_minor);
  adults private.secret_fields;
  secret text;
  rule private.field_rules;
  reading record;
  checked jsonb := '{}';
begin
  select field into secret from private.secret_fields where sent ? field order by field limit 1;
  if secret is not null then
    raise exception 'This answer comes encrypted, or not at all' using errcode = '23514', detail = secret, hint = secret;
  end if;
  select * into adults from private.secret_fields
  where secret_fields.form = check_form.form and is_minor and adults_only is not null;
  for rule in select * from private.field_rules where field_rules.form = check_form.form order by position loop
    if adults.position < rule.position then
      raise exception '%', adults.adults_only using errcode = '23514', detail = adults.field, hint = adults.field;
    end if;
    reading := private.read_answer(rule, given, year_max);
    if reading.problem is not null then
      raise exception '%', reading.problem using errcode = '23514', detail = rule.field, hint = rule.field;
    elsif reading.value is not null then
      checked := checked || jsonb_build_object(rule.field, reading.value);
    end if;
  end loop;
  return checked;
end $$;

-- The answers of a form under the circumstances that the server knows: {isMinor, establishedYearMax}. Raises 23514
-- with the first broken rule's sentence, the field's name as detail and hint; raises it too for a secret in clear.
create function private.check_form(form text, answers jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select private.check_form(form, answers, '{}')
$$;

create function private.clean_answer(kind text, answer text) returns text
language sql immutable set search_path = ''
as $$
  select case kind
    when 'option' then answer
    when 'text' then private.clean_text(answer)
    else private.clean_line(answer)
  end
$$;

-- For forms whose empty fields outrank everything else: the box that is not ticked, then the first required field
-- that is empty. The same as findUnfilled in domain/forms.ts.
create function private.check_filled(form text, answers jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  rule private.field_rules;
  is_filled boolean;
begin
  for rule in
    select * from private.field_rules
    where field_rules.form = check_filled.form and min > 0
    order by kind <> 'accepted', position
  loop
    is_filled := case
      when rule.kind = 'accepted' then answers -> rule.field is not distinct from 'true'
      when jsonb_typeof(answers -> rule.field) = 'string'
        then private.clean_answer(rule.kind, answers ->> rule.field) <> ''
      else false
    end;
    if not is_filled then
      raise exception '%', rule.message using errcode = '23514', detail = rule.field, hint = rule.field;
    end if;
  end loop;
end $$;

-- Whether another answer is as the condition says; null, no condition, holds. Same as holds in domain/.
create function private.condition_holds(condition jsonb, given jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  with asked as (select given -> (condition ->> 'field') as answer),
  described as (
    select case jsonb_typeof(answer)
      when 'string' then lower(private.clean_line(answer #>> '{}') collate "C")
      when 'boolean' then answer::text
      when 'array' then case when answer = '[]' then '' else 'some' end
      else ''
    end as answer
    from asked
  )
  select case
    when condition is null then true
    when condition ? 'is' then condition -> 'is' ? answer
    when condition ? 'not' then not condition -> 'not' ? answer
    else answer <> ''
  end
  from described
$$;

-- A list of choices, in the order of the options and each once. Same as readSeveral.
create function private.read_several(rule private.field_rules, answer jsonb, is_optional boolean,
  out value jsonb, out problem text)
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(answer) <> 'array' or not to_jsonb(rule.options) @> answer then
    problem := rule.message;
    return;
  end if;
  select coalesce(jsonb_agg(option order by place), '[]') into value
  from unnest(rule.options) with ordinality as offered (option, place) where answer ? option;
  if value = '[]' and is_optional then
    return;
  elsif jsonb_array_length(value) < rule.min then
    problem := rule.message;
  elsif jsonb_array_length(value) > rule.max then
    problem := rule.too_long;
  end if;
end $$;

-- A written answer. Same order of checks as readText in domain/.
create function private.read_text(rule private.field_rules, typed text, given jsonb, year_max integer,
  out value jsonb, out problem text)
language plpgsql immutable set search_path = ''
as $$
declare
  malformed text := coalesce(rule.malformed, rule.message);
  answer text := private.clean_answer(case rule.kind when 'products' then 'text' else rule.kind end, typed);
  normal text := answer;
begin
  if answer = '' and rule.min = 0 then
    value := to_jsonb(answer);
    return;
  elsif rule.kind in ('url', 'year', 'amount', 'products') and answer = '' then
    problem := rule.message;
  elsif rule.kind in ('url', 'amount', 'products') and char_length(answer) > rule.max then
    problem := rule.too_long;
  elsif rule.kind = 'url' then
    normal := private.normalise_url(answer);
    problem := case when normal is null then malformed when char_length(normal) > rule.max then rule.too_long end;
  elsif rule.kind = 'year' then
    problem := case when answer !~ '^[0-9]{4}$' or answer::integer not between rule.min and year_max
      then replace(malformed, '{max}', year_max::text) end;
  elsif rule.kind = 'amount' then
    normal := private.normalise_amount(answer);
    problem := case when normal is null or normal::numeric < rule.min then malformed end;
  elsif rule.kind = 'products' then
    problem := case when char_length(answer) < rule.min and not exists (
      select from regexp_split_to_table(answer, '[,\n]') as part where btrim(part, ' ') = any (rule.options)
    ) then rule.message end;
  elsif rule.options_when is not null and private.condition_holds(rule.options_when, given) then
    problem := case when answer <> all (rule.options) then malformed end;
  else
    problem := private.answer_problem(rule, answer);
    -- Long enough as typed, too short as plain text: markup or characters that do not show.
    if problem = rule.message and rule.kind = 'line' and char_length(typed) >= rule.min then
      problem := malformed;
    end if;
    normal := case
      when rule.kind = 'phone' and answer <> '' then private.normalise_phone(answer)
      when rule.kind = 'email' then lower(answer)
      else answer
    end;
  end if;
  value := to_jsonb(normal);
end $$;

-- One answer against its rule: its value, its problem, or neither where none is kept. Same as readAnswer in domain/.
create function private.read_answer(rule private.field_rules, given jsonb, year_max integer,
  out value jsonb, out problem text)
language plpgsql immutable set search_path = ''
as $$
declare
  answer jsonb := given -> rule.field;
  is_optional boolean := rule.min = 0
    or (rule.optional_when is not null and private.condition_holds(rule.optional_when, given));
begin
  if not private.condition_holds(rule.applies_when, given) then
    return;
  elsif rule.kind = 'flag' then
    value := coalesce(answer, 'false');
    problem := case when jsonb_typeof(value) <> 'boolean' then rule.message end;
  elsif answer is null and is_optional then
    return;
  elsif rule.kind = 'accepted' then
    value := answer;
    problem := case when answer is distinct from 'true' then rule.message end;
  elsif answer is null then
    problem := rule.message;
  elsif rule.kind = 'several' then
    select read.value, read.problem into value, problem from private.read_several(rule, answer, is_optional) as read;
  elsif jsonb_typeof(answer) <> 'string' then
    problem := rule.message;
  else
    if is_optional then
      rule.min := 0;
    end if;
    select read.value, read.problem into value, problem
    from private.read_text(rule, answer #>> '{}', given, year_max) as read;
  end if;
end $$;

-- The first secret that the form demands and that is not among those that came; null when all are there. collectBvn is
-- false where the operator does not ask for it (decision 68).
create function private.find_missing_secret(form text, answers jsonb, context jsonb, given text[])
returns private.secret_fields
language sql stable set search_path = ''
as $$
  select secret from private.secret_fields as secret,
    jsonb_build_object('collectBvn', coalesce((context ->> 'collectBvn')::boolean, true)) as facts
  where secret.form = $1 and secret.field <> all (given)
    and private.condition_holds(secret.applies_when, answers || facts)
    and (secret.required or not private.condition_holds(secret.optional_when, answers || facts))
  order by secret.position limit 1
$$;

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

alter table private.field_rules enable row level security;
revoke all on table private.field_rules from public, anon, authenticated, service_role;

alter table private.secret_fields enable row level security;
revoke all on table private.secret_fields from public, anon, authenticated, service_role;

revoke all on function
  private.answer(jsonb, text), private.answer_problem(private.field_rules, text), private.check_filled(text, jsonb),
  private.check_form(text, jsonb, jsonb), private.check_form(text, jsonb), private.clean_answer(text, text),
  private.condition_holds(jsonb, jsonb), private.find_missing_secret(text, jsonb, jsonb, text[]),
  private.joined_answer(jsonb, text), private.read_answer(private.field_rules, jsonb, integer),
  private.read_several(private.field_rules, jsonb, boolean), private.read_text(private.field_rules, text, jsonb, integer)
  from public, anon, authenticated, service_role;
