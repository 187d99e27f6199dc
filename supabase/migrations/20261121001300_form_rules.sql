-- What the public forms need beyond the order form: boxes to tick, a sentence of its own for an answer of the wrong
-- form, optional answers of every kind, and forms whose empty fields come before everything else.

alter table private.field_rules add column malformed text;
alter table private.field_rules drop constraint field_rules_kind_known;
alter table private.field_rules add constraint field_rules_kind_known
  check (kind in ('line', 'text', 'email', 'phone', 'quantity', 'option', 'accepted'));

-- Same order of checks as findAnswerProblem.
create or replace function private.answer_problem(rule private.field_rules, answer text) returns text
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

create function private.clean_answer(kind text, answer text) returns text
language sql immutable set search_path = ''
as $$
  select case kind
    when 'option' then answer
    when 'text' then private.clean_text(answer)
    else private.clean_line(answer)
  end
$$;

-- The answers of a form, cleaned and normalised; raises 23514 with the first broken rule's sentence, the field's
-- name as detail and hint.
create or replace function private.check_form(form text, answers jsonb) returns jsonb
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
    if rule.kind = 'accepted' then
      if answers -> rule.field = 'true' then
        checked := checked || jsonb_build_object(rule.field, true);
        continue;
      end if;
      problem := rule.message;
    elsif jsonb_typeof(answers -> rule.field) = 'string' then
      answer := private.clean_answer(rule.kind, answers ->> rule.field);
      problem := private.answer_problem(rule, answer);
    elsif rule.min = 0 and not coalesce(answers, '{}') ? rule.field then
      continue;
    else
      problem := rule.message;
    end if;
    if problem is not null then
      raise exception '%', problem using errcode = '23514', detail = rule.field, hint = rule.field;
    end if;
    answer := case
      when rule.kind = 'phone' and answer <> '' then private.normalise_phone(answer)
      when rule.kind = 'email' then lower(answer)
      else answer
    end;
    checked := checked || jsonb_build_object(rule.field, answer);
  end loop;
  return checked;
end $$;

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

-- How many mails of the public forms went, or wait to go, to an address within the last hour.
create function private.count_form_mails(recipient text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.mail_outbox
  where mail_outbox.recipient = $1 and created_at > now() - interval '1 hour'
    and template in ('partnership_received', 'newsletter_confirm', 'contact_received', 'application_received')
$$;
create index mail_outbox_recipient_idx on private.mail_outbox (recipient, created_at desc);

-- Confirms to whoever sent a form, in the same transaction; an address that had enough this hour gets no more, and
-- the form is taken all the same: nobody's mailbox is flooded through us, and nobody's application is lost.
create function private.confirm_form(template text, recipient text, data jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || recipient, 0));
  if private.count_form_mails(recipient) < 5 then
    perform private.enqueue_mail(template, recipient, data);
  end if;
end $$;

revoke all on function private.answer_problem(private.field_rules, text), private.clean_answer(text, text),
  private.check_form(text, jsonb), private.check_filled(text, jsonb), private.count_form_mails(text),
  private.confirm_form(text, text, jsonb) from public;
