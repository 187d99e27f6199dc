create or replace function private.strip_markup(value text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(regexp_replace(
    normalize(value, nfc),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '<[A-Za-z/!?][^<>]*>', '', 'g'),
    '<+(?=[A-Za-z/!?])', '', 'g');

create or replace function private.clean_line(value text) returns text
language sql immutable parallel safe
return normalize(btrim(regexp_replace(private.strip_markup(value),
    '[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' '), nfc);

create or replace function private.clean_text(value text) returns text
language sql immutable parallel safe
return normalize(btrim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(private.strip_markup(value),
      '\r\n|[\r\v\f\u0085\u2028\u2029]', E'\n', 'g'),
      '[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'),
      ' ?\n ?', E'\n', 'g'),
      '\n{3,}', E'\n\n', 'g'), E' \n'), nfc);

create or replace function private.is_email(value text) returns boolean
language sql immutable parallel safe
return length(value) <= 254 and strpos(value, '@') <= 65 and value ~
    '^[A-Za-z0-9_%+''-]+(?:\.[A-Za-z0-9_%+''-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$';

create or replace function private.mailbox_of(email text) returns text
language sql immutable parallel safe
return regexp_replace(lower($1), '^([^+@]+)\+[^@]*@', '\1@');

create or replace function private.phone_problem(value text) returns text
language sql immutable parallel safe
return case
    when value !~ '^[0-9+()./ -]*$' then 'Please write the phone number in digits, for example 0803 123 4567'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) < 10 then 'Phone number must be at least 10 digits'
    when length(regexp_replace(value, '[^0-9]', '', 'g')) > 15 then 'Phone number must be at most 15 digits'
  end;

create or replace function private.is_uuid(value text) returns boolean
language sql immutable parallel safe
return coalesce(value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', false);

create or replace function private.admin_types() returns text[]
language sql immutable parallel safe
return array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products'];

create or replace function private.task_types() returns text[]
language sql immutable parallel safe
return array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products', 'breaches', 'newsletter_subscriptions'];

create or replace function private.undoable_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages'];

create or replace function private.conversation_types() returns text[]
language sql immutable parallel safe
return array['contact_messages', 'job_applications', 'partnership_applications', 'orders'];

create or replace function private.person_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers', 'investors', 'orders', 'contact_messages', 'partnership_applications', 'job_applications'];

create or replace function private.registration_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers', 'investors'];

create or replace function private.registration_channels() returns text[]
language sql immutable parallel safe
return array['web', 'walk_in', 'phone'];

create or replace function private.photo_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers'];

create or replace function private.currencies() returns text[]
language sql immutable parallel safe
return array['NGN', 'USD', 'EUR', 'GBP'];

create or replace function private.owed_statuses() returns text[]
language sql immutable parallel safe
return array['unpaid', 'claimed', 'underpaid'];

create or replace function private.payable_statuses() returns text[]
language sql immutable parallel safe
return array['unpaid', 'underpaid'];

create or replace function private.stock_reasons() returns text[]
language sql immutable parallel safe
return array['counted', 'received', 'sold', 'spoiled', 'reserved', 'released'];

create or replace function private.vat_classes() returns text[]
language sql immutable parallel safe
return array['basic_food', 'export', 'exempt', 'standard'];

create or replace function private.currency_words() returns text
language sql immutable parallel safe
return 'naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)';

create or replace function private.undo_period() returns interval
language sql immutable parallel safe
return interval '10 seconds';

create or replace function private.alarm_link_period() returns interval
language sql immutable parallel safe
return interval '30 days';

create or replace function private.dispute_period() returns interval
language sql immutable parallel safe
return interval '48 hours';

create or replace function private.own_secrets_wait() returns interval
language sql immutable parallel safe
return interval '72 hours';

create or replace function private.own_secrets_open_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create or replace function private.guest_link_period() returns interval
language sql immutable parallel safe
return interval '400 days';

create or replace function private.link_again_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create or replace function private.newsletter_confirm_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create or replace function private.stock_alert_confirm_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create or replace function private.cv_bytes_max() returns integer
language sql immutable parallel safe
return 2097152;

create or replace function private.audited_tables(kind text) returns text[]
language sql immutable parallel safe
return case kind
    when 'orders' then array['orders', 'payments', 'money_entries', 'order_credits', 'quotes', 'disputes', 'letters_of_credit']
    when 'people' then array['farmers', 'training_enrolments', 'buyers', 'investors', 'correction_requests', 'people_to_phone']
    when 'messages' then array['contact_messages', 'partnership_applications', 'job_applications', 'newsletter_subscriptions', 'mails', 'mail_suppressions']
    when 'catalogue' then array['products', 'order_products', 'low_stock']
    when 'content' then array['content_drafts', 'company_facts', 'legal_texts', 'board_members', 'board_contacts', 'career_categories', 'career_positions', 'courses', 'crop_seasons', 'impact_figures', 'page_actions', 'page_facts', 'page_texts', 'photographs', 'projects', 'stories']
    when 'staff' then array['roles', 'role_permissions', 'user_roles', 'staff_departures', 'staff_invitations']
    when 'secrets' then array['vault_reveals', 'vault_seal', 'photo_sittings', 'own_secrets', 'own_data', 'account', 'breaches']
    when 'settings' then array['settlement_accounts', 'market_limits', 'vat_rates', 'delivery_zones', 'depots', 'retention_periods', 'decline_reasons', 'reply_templates', 'saved_views', 'audit_trail']
    else array[kind]
  end;

create or replace function private.admin_permission(record_type text, verb text) returns text
language sql immutable parallel safe
return case
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    when record_type = 'products' and verb = 'decide' then 'products.write'
    when record_type = any (private.admin_types()) then record_type || '.' || verb
  end;

create or replace function private.answer_problem(rule private.field_rules, answer text) returns text
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

create or replace function private.clean_answer(kind text, answer text) returns text
language sql immutable
return case kind
    when 'option' then answer
    when 'text' then private.clean_text(answer)
    else private.clean_line(answer)
  end;

create or replace function private.claim_mails(batch integer, lease_seconds integer) returns setof private.mail_outbox
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_sort = off
as $$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from private.mail_outbox
      where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
      order by next_attempt_at, created_at
      limit batch
      for update skip locked);
    exit when due = '{}';
    update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
      data = case when private.is_secret_mail(template, data) then '{}' else data end
    where id = any (due) and status = 'waiting' and channel = 'email' and private.is_suppressed(recipient, template);
    -- Switched off since it was written, or since an attempt to send it.
    delete from private.mail_outbox
    where id = any (due) and status <> 'failed' and channel = 'email' and not private.is_mail_wanted(template, recipient);
    return query
      with claimed as (
        update private.mail_outbox set
          status = 'sending',
          attempts = attempts + 1,
          lease_until = now() + make_interval(secs => lease_seconds)
        where id = any (due) and status <> 'failed'
        returning mail_outbox.*
      )
      select * from claimed order by next_attempt_at, created_at;
    exit when found;
  end loop;
end $$;

create or replace function private.ms_until_next_mail() returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off
as $$
  select least(greatest(ceil(extract(epoch from next_attempt_at - clock_timestamp()) * 1000), 0), 86400000)::integer
  from private.mail_outbox where status = 'waiting' order by next_attempt_at limit 1
$$;

create or replace function private.mark_mails_sent(mail_ids uuid[], message_ids text[]) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_outbox as mail set
    status = 'sent', message_id = sent.message_id, sent_at = now(), data = '{}', lease_until = null, last_error = null
  from unnest($1, $2) as sent (mail_id, message_id)
  where mail.id = sent.mail_id and mail.status = 'sending'
$$;

create or replace function private.vat_of(amount_kobo bigint, rate_bp integer) returns bigint
language sql immutable
return round(amount_kobo::numeric * rate_bp * 0.0001)::bigint;

create or replace function private.after_product_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Asked here as well, since each row of a sale passes here and is nothing that staff did.
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    perform private.audit_change('products', 'staff', 'id',
      'name,category,farmer_id,pack_amount,pack_unit,weight_grams,vat_class,price_kobo,stock,low_stock_at,season,variety,grade,harvest,lot,state,photo_path,more_photo_paths,status,review_note', old, new);
  end if;
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
  elsif (new.stock, new.price_kobo) is distinct from (old.stock, old.price_kobo) then
    perform private.record_product_numbers(old, new);
  end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.weight_grams, new.price_kobo, new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.weight_grams, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $$;

create or replace function private.stated_state(address text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  last_part constant text := btrim(substring(address from '[^,;/\n]*$'), E' \t\r.');
begin
  -- As the checkout writes it. Niger is the name of a country too, which the whole address decides on.
  if last_part = any (array['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta',
    'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara',
    'Lagos', 'Nasarawa', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara'])
  then
    return last_part;
  end if;
  -- Once for each part and not for each name: every order is read by it as it comes in, and a million when an upgrade adds the column.
  return (with parts as materialized (
    select place, ' ' || lower(regexp_replace(btrim(words, E' \t\r.'), '(\s+state)?(\W+\d{6})?(\W+nigeria)?$', '', 'i')) as words
    from regexp_split_to_table(address, '[,;/\n]') with ordinality as part (words, place)
  )
  select coalesce(also.state, known.name)
  from parts
  join unnest(array['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta',
    'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara',
    'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara',
    'Abuja', 'Federal Capital Territory']) as known (name)
    on right(parts.words, char_length(known.name) + 1) = ' ' || lower(known.name)
  left join (values ('Abuja', 'FCT'), ('Federal Capital Territory', 'FCT')) as also (name, state) on also.name = known.name
  where (known.name <> 'Niger' or address !~* ('\m(republic of|r[eé]publique du|(niamey|zinder|maradi|agadez|tahoua|dosso|diffa|tillab[eé]r[iy]'
      || '|arlit|birni.?n.{0,2}konni|gaya|tessaoua|dogondoutchi)(\W+\d+)?)\W+niger\M'))
  order by place desc limit 1);
end $$;

create or replace function private.pack_grams(product public.products) returns bigint
language sql immutable
return coalesce((product).weight_grams::bigint,
    case when (product).pack_unit = 'kg' then round((product).pack_amount * 1000)::bigint end);

create or replace function private.place_letters(words text) returns text
language sql immutable
return translate(lower(words), ' -‐‑–''’‘`/.,()', '');

create or replace function private.is_known_area(state text, lga text) returns boolean
language sql immutable
return coalesce(private.clean_line(lga), '') = '' or coalesce(private.place_letters(lga) = any (string_to_array(
  -- Reduced to their letters all at once: every checkout passes here.
  private.place_letters(array_to_string(
    private.local_governments(case lower(btrim(state)) when 'fct' then 'FCT' else initcap(btrim(state)) end), '|')), '|')), false);

create or replace function private.notify_buyer(order_id uuid, template text, more jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
  delivery jsonb;
  reason text;
  answered jsonb;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  delivery := private.describe_delivery_done(current_order.id);
  -- The day is left out of a delivery that comes later than agreed: staff name another one.
  if delivery ->> 'kind' <> 'collect' and current_order.fulfilment_status not in ('delivered', 'disputed')
    and private.end_of_day((delivery ->> 'day')::date) <= now()
  then
    delivery := delivery - 'day';
  end if;
  reason := current_order.decline_reason;
  -- Read apart from the rest: what a statement names is prepared for each mail, also where its template needs nothing of it.
  if template = 'order_reopened' then
    reason := (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1);
  elsif template = 'order_dispute_answered' then
    answered := (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- The time of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1),
        'received_kobo', private.paid_kobo(current_order.id), 'net_kobo', private.net_kobo(current_order))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', reason,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    'delivery', delivery,
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at, 'price_locked_until', current_order.price_locked_until,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'by_letter', nullif(current_order.credit_terms_reason is null and private.has_letter_of_credit(current_order.id)
      and private.letter_is_issued(current_order.id), false),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', answered,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $$;

create or replace function private.order_code_check(payload text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  weighed integer := case when payload <> '' then 0 end;
begin
  for place in 1 .. coalesce(length(payload), 0) loop
    weighed := weighed + (place + 1) * (strpos('23456789ABCDEFGHJKMNPQRSTUVWXYZ', substr(payload, place, 1)) - 1);
  end loop;
  return substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + weighed % 31, 1);
end $$;

create or replace function private.make_order_code() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  bytes constant bytea := uuid_send(gen_random_uuid());
  payload text := '';
begin
  for place in 0 .. 5 loop
    payload := payload || substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1);
  end loop;
  return private.format_order_code(payload);
end $$;

create or replace function private.check_market_lines(items jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  lines_max integer;
  quantity_max integer;
  are_lines boolean;
  most bigint;
begin
  select max(value) filter (where name = 'order_lines_max'), max(value) filter (where name = 'line_quantity_max')
  into lines_max, quantity_max from private.market_limits;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > lines_max then
    raise exception 'At most % different products in one order', lines_max
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
  select bool_and(private.is_uuid(item ->> 'productId') and coalesce(item ->> 'quantity', '') ~ '^[1-9][0-9]{0,8}$'
      and coalesce(item ->> 'priceKobo', '') ~ '^[0-9]{1,15}$') and count(*) = count(distinct lower(item ->> 'productId')),
    max(case when item ->> 'quantity' ~ '^[1-9][0-9]{0,8}$' then (item ->> 'quantity')::integer end)
  into are_lines, most from jsonb_array_elements(items) as item;
  if not are_lines then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif most > quantity_max then
    raise exception 'At most % of one product in an order', to_char(quantity_max, 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
end $$;

create or replace function private.has_too_many_open_orders(buyer_id uuid, phone text, device_hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  of_last_hour bigint;
  open_ones bigint;
begin
  if buyer_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('market buyer ' || buyer_id, 0));
    select count(*) filter (where created_at > now() - interval '1 hour'),
      count(*) filter (where status = 'pending' and payment_status in ('unpaid', 'claimed'))
    into of_last_hour, open_ones
    -- Or the planner may read all that is pending.
    from (select * from public.orders where user_id = buyer_id offset 0) as own where kind = 'marketplace';
    if of_last_hour >= 60 then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    return open_ones >= private.market_limit('member_open_orders_max');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('market phone ' || phone, 0));
  if device_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('market device ' || device_hash, 0));
  end if;
  return exists (
    select from private.open_guest_orders($2, $3) as own
    where own.payment_status in ('unpaid', 'claimed')
    having count(*) filter (where own.phone = $2) >= private.market_limit('guest_phone_open_orders_max')
      or count(*) filter (where own.device_hash = $3) >= private.market_limit('guest_device_open_orders_max')
  );
end $$;

create or replace function private.describe_market_order(order_row public.orders, is_new boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('ok', true, 'id', order_row.id, 'code', order_row.code, 'status', order_row.status,
    'paymentStatus', order_row.payment_status, 'fulfilmentStatus', order_row.fulfilment_status,
    'totalKobo', order_row.total_amount_kobo, 'deliveryKobo', order_row.delivery_kobo,
    'vatKobo', order_row.vat_kobo, 'vat', order_row.vat_lines,
    'awaitsDelivery', order_row.awaits_delivery, 'delivery', private.describe_delivery(order_row.id),
    'currency', order_row.currency, 'createdAt', order_row.created_at,
    'expiresAt', case when order_row.awaits_delivery or private.has_account(order_row) then order_row.expires_at end,
    'priceLockedUntil', order_row.price_locked_until, 'isNew', is_new);
end $$;

create or replace function public.place_market_order(request jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  product_ids uuid[];
  locked integer;
  changed_lines jsonb;
  too_much jsonb;
  delivery jsonb;
  goods jsonb;
  goods_kobo bigint;
  goods_vat_kobo bigint;
  delivery_vat_kobo bigint;
  created public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  -- Each of the two is found by an index that has to be there; both in one condition may be found by another one.
  if buyer_id is null then
    select * into created from public.orders where idempotency_key = attempt and kind = 'marketplace' and user_id is null;
  else
    select * into created from public.orders where idempotency_key = attempt and kind = 'marketplace' and user_id = buyer_id;
  end if;
  if found then
    if buyer_id is null and not exists (
      select from private.order_guest_links where token_hash = link_hash and order_id = created.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(created, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(created, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform private.check_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  product_ids := array(select product_id from private.read_market_lines(request -> 'items'));
  perform from public.products where id = any (product_ids) and stock is not null order by id for no key update;
  get diagnostics locked = row_count;
  if locked < cardinality(product_ids) then
    -- Class of VAT and price are read in more than one statement below, and are the same in each.
    perform from public.products where id = any (product_ids) and stock is null order by id for share;
  end if;
  -- Summed before stock and price are read: what changes from here on is either seen by that read, or not charged.
  goods := private.vat_of_basket(request -> 'items');
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;
  -- Priced here once more, whatever the page said.
  delivery := private.choose_delivery(request -> 'delivery', request -> 'items', answers ->> 'state', answers ->> 'lga');
  if delivery ? 'code' then
    return delivery;
  end if;
  goods_kobo := private.sum_of(goods, 'amountKobo');
  goods_vat_kobo := private.sum_of(goods, 'vatKobo');
  delivery_vat_kobo := private.vat_of_delivery(coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_kobo, goods_vat_kobo,
    (now() at time zone 'Africa/Lagos')::date);
  if coalesce(request ->> 'vatKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'This is no amount of VAT' using errcode = '22023', hint = 'vatKobo';
  elsif (request ->> 'vatKobo')::bigint <> goods_vat_kobo + delivery_vat_kobo then
    return private.answer_delivery_changed(request -> 'items', answers ->> 'state', answers ->> 'lga');
  end if;

  if buyer_id is not null and not exists (select from public.profiles where id = buyer_id) then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_kobo, vat_kobo, vat_lines, awaits_delivery, delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until,
    delivers_from, delivers_until, holds_much, sort_name)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs',
    goods_kobo + coalesce((delivery ->> 'priceKobo')::bigint, 0) + goods_vat_kobo + delivery_vat_kobo,
    coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_vat_kobo + delivery_vat_kobo,
    private.describe_vat_lines(goods, coalesce((delivery ->> 'priceKobo')::bigint, 0), delivery_vat_kobo,
      (now() at time zone 'Africa/Lagos')::date),
    delivery ->> 'kind' = 'quote',
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    -- Where delivery is quoted first, the hours begin with the accepted quote.
    case when delivery ->> 'kind' <> 'quote' then now() + private.time_to_pay(buyer_id) end,
    case when delivery ->> 'kind' <> 'quote' then now() + make_interval(hours => private.market_limit('price_lock_hours')) end,
    (delivery ->> 'date')::date, (delivery ->> 'date')::date,
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false), lower(answers ->> 'name')
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into created;
  with item as (
    insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
      price_kobo, quantity, has_reserved_stock, vat_class, vat_rate_bp, vat_reason)
    select created.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
      line.price_kobo, line.quantity, product.stock is not null, product.vat_class, rate.rate_bp, rate.reason
    from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
    left join private.vat_on() as rate on rate.vat_class = product.vat_class
    returning product_id, quantity, has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, created.id from item where has_reserved_stock;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = created.id and products.id = item.product_id and item.has_reserved_stock;
  perform private.record_stock_here(false);
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (created.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  perform private.store_delivery(created.id, delivery, delivery_vat_kobo);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, created.id);
  end if;
  perform private.notify_buyer(created.id, 'order_placed');
  return private.describe_market_order(created, true);
end $$;

create or replace function private.describe_delivery_done(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  said jsonb := private.describe_delivery(order_id);
begin
  if said ->> 'kind' <> 'collect' then
    said := said || coalesce((
      select jsonb_build_object('day', (max(event.created_at) at time zone 'Africa/Lagos')::date)
      from public.orders as own join public.order_events as event on event.order_id = own.id
      where own.id = describe_delivery_done.order_id and own.fulfilment_status in ('delivered', 'disputed')
        and event.axis = 'fulfilment' and event.to_value = 'delivered' having count(*) > 0), '{}');
  end if;
  return said;
end $$;

create or replace function private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  free_packs integer;
  share integer;
  sum_max bigint;
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  select max(value) filter (where name = case when buyer_id is null then 'guest_hold_packs' else 'member_hold_packs' end),
    max(value) filter (where name = case when buyer_id is null then 'guest_hold_percent' else 'member_hold_percent' end),
    max(value) filter (where name = case when buyer_id is null then 'guest_hold_sum_kobo' else 'member_hold_sum_kobo' end)
  into free_packs, share, sum_max from private.market_limits;
  if buyer_id is not null then
    own_orders := array(
      -- Or the planner may read all that is pending.
      select id from (select * from public.orders where user_id = buyer_id offset 0) as own
      where kind = 'marketplace' and status = 'pending' and payment_status = any (private.owed_statuses()));
  else
    own_orders := array(select order_id from private.open_guest_orders($2, $3));
  end if;
  -- What the own orders hold is read once, by their ids: a product may be in as many lines of others as it was sold.
  with own as materialized (
    select item.product_id, sum(item.total_kobo) as kobo, sum(item.quantity)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from unnest(own_orders) as own_order (id)
    join public.order_items as item on item.order_id = own_order.id
    where item.has_reserved_stock or item.is_released
    group by item.product_id
  )
  select coalesce((select sum(kobo) from own), 0), sum(line.quantity * line.price_kobo),
    jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - coalesce(own.packs, 0))) order by line.place)
      filter (where line.quantity + coalesce(own.packs, 0) > cap.packs)
  into held, wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  left join own on own.product_id = line.product_id
  cross join lateral (
    select greatest(free_packs, (product.stock + coalesce(own.reserved, 0))::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $$;

create or replace function private.ledger_side(account text) returns text
language sql immutable
return case
    when account in ('bank', 'receivable', 'allowances', 'bank_fees', 'write_offs') then 'debit'
    when account in ('unearned_goods', 'unearned_delivery', 'unearned_vat', 'sales', 'delivery_income', 'vat_payable', 'refundable')
      then 'credit'
  end;

create or replace function private.due_now_kobo(own public.orders) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  agreed_kobo bigint;
begin
  if own.credit_terms_reason is not null or own.awaits_delivery then
    return 0;
  end if;
  select sum(case when private.is_part_due(due, own.status, own.fulfilment_status) then amount_kobo else 0 end) into agreed_kobo
  from public.order_instalments where order_id = own.id;
  return greatest(0, coalesce(agreed_kobo, own.total_amount_kobo) - private.credited_kobo(own.id));
end $$;

create or replace function private.payment_block(own public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account public.settlement_accounts;
  due_kobo bigint;
begin
  if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.payable_statuses()) then
    return null;
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if not found then
    return null;
  end if;
  due_kobo := private.due_now_kobo(own);
  if due_kobo <= 0 or private.has_letter_of_credit(own.id)
    or own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null
  then
    return null;
  end if;
  return jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'bank_address', account.bank_address, 'swift_bic', account.swift_bic,
    'correspondent', account.correspondent, 'changed_at', account.effective_at,
    'due_kobo', due_kobo,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)));
end $$;

create or replace function private.is_part_due(due text, status text, fulfilment_status text) returns boolean
language sql immutable
return due = 'in_advance' or fulfilment_status = 'delivered' or status = 'completed' and fulfilment_status <> 'disputed'
    or due = 'against_documents' and fulfilment_status in ('dispatched', 'disputed');

create or replace function private.has_account(own public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.settlement_accounts as account
    where account.kind = 'bank_account' and account.currency = own.currency and account.effective_at <= now() and account.withdrawn_at is null);
end $$;

create or replace function private.describe_due(own public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  left_kobo bigint;
  now_kobo bigint;
  later text;
begin
  if own.status = 'declined' or own.payment_status <> all (private.payable_statuses()) or own.awaits_delivery then
    return null;
  end if;
  left_kobo := own.total_amount_kobo - private.credited_kobo(own.id);
  if left_kobo is null or left_kobo <= 0 then
    return null;
  end if;
  now_kobo := private.due_now_kobo(own);
  if left_kobo <> now_kobo then
    later := case
      when own.credit_terms_reason is not null then 'on_credit'
      -- The goods are there, and what is due on delivery waits for our answer.
      when own.fulfilment_status = 'disputed' then 'complaint'
      else (select due from public.order_instalments
        where order_id = own.id and not private.is_part_due(due, own.status, own.fulfilment_status) order by position limit 1)
    end;
  end if;
  return jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', later,
    'has_account', private.has_account(own));
end $$;

create or replace function private.notify_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list text := tg_argv[0];
  setting text := 'admin.notified_' || list;
  record_id text := case when tg_nargs > 1 then to_jsonb(new) ->> tg_argv[1] end;
  signal text := concat_ws(' ', pg_current_xact_id(), record_id);
begin
  if current_setting(setting, true) is distinct from signal then
    perform set_config(setting, signal, true);
    perform realtime.send(jsonb_strip_nulls(jsonb_build_object('list', list, 'record', record_id)),
      'changed', 'desk', true);
  end if;
  return null;
end $$;

revoke all on function private.mark_mails_sent(uuid[], text[]) from public, anon, authenticated, service_role;

grant execute on function private.mark_mails_sent(uuid[], text[]) to service_role;

drop function private.mark_mail_sent(uuid, text);

drop index private.mail_outbox_status_idx;

create index mail_outbox_failed_idx on private.mail_outbox (created_at desc, id) where status = 'failed';

drop index private.mail_outbox_due_idx;

create index mail_outbox_due_idx on private.mail_outbox (next_attempt_at, created_at) where status in ('waiting', 'sending');
