-- The rules of the forms as rows: one table for the database, equal to the rules in domain/ (a test compares them).

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
  primary key (form, field),
  constraint field_rules_position_unique unique (form, position),
  constraint field_rules_kind_known check (kind in ('line', 'text', 'email', 'phone', 'quantity', 'option'))
);

alter table private.field_rules enable row level security;
revoke all on table private.field_rules from public, anon, authenticated;

-- The sentence for a cleaned answer, or null when it is fine. Same order of checks as findAnswerProblem.
create function private.answer_problem(rule private.field_rules, answer text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when rule.kind = 'option' then case when answer = any (rule.options) then null else rule.message end
    when char_length(answer) > rule.max then rule.too_long
    when rule.kind = 'quantity' then private.quantity_problem(answer)
    when rule.kind = 'phone' then private.phone_problem(answer)
    when char_length(answer) < rule.min then rule.message
    when rule.kind = 'email' and not private.is_email(answer) then rule.message
  end
$$;

-- The answers of a form, cleaned and normalised; raises 23514 with the first broken rule's sentence, the field's
-- name as detail and hint.
create function private.check_form(form text, answers jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rule private.field_rules;
  answer text;
  problem text;
  checked jsonb := '{}';
begin
  for rule in select * from private.field_rules where field_rules.form = check_form.form order by position loop
    problem := null;
    if jsonb_typeof(answers -> rule.field) = 'string' then
      answer := case rule.kind
        when 'option' then answers ->> rule.field
        when 'text' then private.clean_text(answers ->> rule.field)
        else private.clean_line(answers ->> rule.field)
      end;
      problem := private.answer_problem(rule, answer);
    elsif rule.min = 0 and not coalesce(answers, '{}') ? rule.field then
      continue;
    else
      problem := rule.message;
    end if;
    if problem is not null then
      raise exception '%', problem using errcode = '23514', detail = rule.field, hint = rule.field;
    end if;
    answer := case rule.kind
      when 'phone' then private.normalise_phone(answer)
      when 'email' then lower(answer)
      else answer
    end;
    checked := checked || jsonb_build_object(rule.field, answer);
  end loop;
  return checked;
end $$;

revoke all on function private.answer_problem(private.field_rules, text), private.check_form(text, jsonb) from public;
