DROP POLICY "People read what they told, and staff who may decide" ON "public"."farmer_private";

DROP POLICY "People read what they told, and staff who may decide" ON "public"."investor_private";

DROP POLICY "People read what they told, and staff who may decide" ON "public"."training_enrolment_private";

ALTER INDEX "public"."audit_trail_looks_idx" RENAME TO "audit_trail_access_idx";

DROP VIEW "public"."my_vault_reveals";

DROP FUNCTION "private"."find_audit_entries"(text, uuid, text, text, boolean, timestamp with time zone, timestamp with time zone, bigint, integer);

DROP FUNCTION "private"."list_own_photo_looks"();

DROP FUNCTION "private"."list_photo_looks"(uuid);

DROP FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean);

DROP FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean);

CREATE OR REPLACE FUNCTION private.after_payment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid_order public.orders;
begin
  perform private.audit_change('payments', 'staff', 'order_id', 'kind,amount_kobo,currency,value_date,corrects_id', old, new);
  select * into strict paid_order from public.orders where id = new.order_id;
  if new.kind = 'refund' then
    perform private.post_transfer('refund_paid', paid_order, 'refundable', 'bank', new.amount_kobo, 'payments', new.id::text);
    perform private.issue_credit_note(new);
  elsif new.kind = 'correction' then
    -- Nothing of this order follows where only the whole of a shared transfer is corrected: its receipt and amount stay.
    if new.amount_kobo <> 0 then
      perform private.post_correction(paid_order, new);
      perform private.issue_credit_note_of_correction(new);
      if private.came_kobo(new.corrects_id) > 0 then perform private.issue_receipt(new); end if;
    end if;
  else
    perform private.post_receipt(paid_order, new.amount_kobo, new.id);
    perform private.issue_receipt(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' and not new.is_demo then perform private.record_buyer_success(new); end if;
    return null;
  end if;
  perform private.audit_change(tg_table_name, 'staff', 'id', 'status,decline_reason', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    perform private.forget_sealed(tg_table_name, old.id);
    perform private.forget_submissions(old.id);
    return null;
  end if;
  if tg_table_name = 'farmers' then perform private.carry_farmer_to_products(old, new); end if;
  -- merge_registrations notifies the person of one that was made a part of another.
  if new.status <> old.status and new.status <> 'pending' and not new.is_demo and private.merged_into(new.id) is null then
    perform private.notify_registrant(new.id, case new.status
      when 'approved' then 'registration_approved'
      when 'declined' then 'registration_declined' end);
    perform private.text_registrant_of_decision(to_jsonb(new));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_settlement_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('settlement_accounts', 'all', 'id',
    'kind,currency,bank_name,bank_address,swift_bic,correspondent,account_name,account_number,wallet_address,approved_at,effective_at,withdrawn_at', old, new, 'account_number');
  -- For a proposal, and for its approval.
  if not new.is_demo and ((tg_op = 'INSERT' and new.approved_at is null)
    or (tg_op = 'UPDATE' and old.approved_at is null and new.approved_at is not null))
  then
    perform private.notify_staff_of_settlement(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.before_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_table_name
    when 'farmers', 'investors' then new.sort_contact := private.name_contact(new.user_id, new.contact_name);
    when 'buyers' then
      new.sort_contact := private.name_contact(new.user_id, concat_ws(' ', new.contact_first_name, new.contact_last_name));
    else null;
  end case;
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
    return new;
  end if;
  -- That the account has another name changes nothing of the registration: neither how long it is stored nor whether it can be undone.
  if to_jsonb(new) -> 'sort_contact' <> to_jsonb(old) -> 'sort_contact' and to_jsonb(new) - 'sort_contact' = to_jsonb(old) - 'sort_contact' then
    return new;
  end if;
  new.updated_at := now();
  -- Who decides names the answers that they have read; the applicant's own change waits for nobody.
  if new.answers_version is distinct from old.answers_version and coalesce((select auth.role()), '') in ('anon', 'authenticated') then
    raise exception 'The applicant changed their answers at %; read them first', private.say_when_sent(old.id)
      using errcode = 'PT409', hint = 'answers_version';
  end if;
  -- Decide: the right, the transition and the reason. Approve: the person still consents.
  if (new.status, new.decline_reason) is distinct from (old.status, old.decline_reason) then
    if old.status = 'declined' and private.merged_into(old.id) is not null then
      raise exception 'It is one with % and stays so: what was secret in it is erased.', private.merged_into(old.id)
        using errcode = 'PT409', hint = old.status;
    end if;
    new := private.decide(tg_table_name, old, new);
    perform private.refuse_secrets('reason', old.decline_reason, new.decline_reason);
    if old.status <> 'approved' and new.status = 'approved' then
      perform private.refuse_without_consent(tg_table_name, new.id);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_correction(current_order public.orders, payment_id uuid, details jsonb)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrected public.payments;
  came bigint := private.came_kobo(payment_id);
  there bigint := private.received_kobo((current_order).id);
  comes text := coalesce(details ->> 'amountKobo', '');
  whole_said text := details ->> 'transferKobo';
  key text;
  recorded_whole bigint;
  shared record;
begin
  select * into corrected from public.payments as one where one.id = payment_id and one.order_id = (current_order).id and one.kind = 'receipt';
  key := private.reference_key(corrected.bank_reference);
  -- An order of which nothing came is no part of the line, and what it said of the whole was of another one.
  recorded_whole := private.line_whole_kobo(key, 'receipt', case when came > 0 then corrected.id end);
  if corrected.id is null then
    raise exception 'Only money that came can be corrected, at the line by which it was recorded' using errcode = '23514', hint = 'kind';
  elsif comes !~ '^(0|[1-9][0-9]{0,14})$' then
    raise exception 'Enter what really came, 0 where nothing did' using errcode = '23514', hint = 'amountKobo';
  elsif whole_said !~ '^[1-9][0-9]{0,14}$' or whole_said::bigint < comes::bigint then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif char_length(coalesce(private.clean_text(details ->> 'reason'), '')) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif details ->> 'wasKobo' is distinct from came::text then
    raise exception 'Something else is recorded of this payment meanwhile. Please look again.' using errcode = 'PT409';
  elsif whole_said is not null and comes = '0' then
    raise exception 'Where nothing of it is for this order, leave the whole transfer empty' using errcode = '23514', hint = 'transferKobo';
  elsif comes::bigint = came and (whole_said is null or whole_said::bigint = coalesce(recorded_whole, came)) then
    raise exception 'This is what is recorded already' using errcode = '23514', hint = 'amountKobo';
  elsif came - comes::bigint > there then
    raise exception 'At least % % of it came: money of this order has been sent back already', corrected.currency,
      to_char((came - there) / 100.0, 'FM999,999,999,999,990.00')
      using errcode = '23514', hint = 'amountKobo';
  elsif comes::bigint > came or whole_said is not null then
    perform pg_advisory_xact_lock(hashtextextended('receipt line ' || key, 0));
    -- Where nobody entered the whole, the line is what it was recorded as for another order.
    select sum(line.kobo) as others_kobo, coalesce(whole_said::bigint, recorded_whole, max(greatest(line.amount_kobo, line.kobo))) as whole
    into shared
    from (
      select part.amount_kobo, private.came_kobo(part.id) as kobo
      from public.payments as part
      where part.kind = 'receipt' and private.reference_key(part.bank_reference) = key and part.id <> corrected.id
    ) as line where line.kobo > 0;
    if coalesce(shared.others_kobo, 0) + comes::bigint > shared.whole then
      raise exception 'The parts of this transfer are more than the whole, % %', corrected.currency,
        to_char(shared.whole / 100.0, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'amountKobo';
    end if;
  end if;
  return corrected;
end $function$;

CREATE OR REPLACE FUNCTION private.conversation_addresses(record_type text, record_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[];
begin
  if record_type = 'orders' then
    select array_remove(array[request.email, contact.email, person.email], null) into addresses
    from public.orders as t
    left join public.order_requests as request on request.order_id = t.id
    left join public.order_contacts as contact on contact.order_id = t.id
    left join public.profiles as person on person.id = t.user_id
    where t.id = conversation_addresses.record_id;
  elsif record_type in ('contact_messages', 'job_applications', 'partnership_applications') then
    execute format('select array_remove(array[t.email], null) from public.%I as t where t.id = $1', record_type)
      into addresses using record_id;
  end if;
  -- Nobody writes as, or to, an erased person.
  return case when 'erased@example.invalid' = any (addresses) then null else addresses end;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_person(user_id uuid, person_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  closed_type text;
  farm_id uuid;
begin
  -- Anyone else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from app_vault.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from app_vault.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The application does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array private.registration_types() loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Locked first: who adds a product to one of these farms waits, and is refused.
  for farm_id in select id from public.farmers where id = any (their_records) order by id for update loop
    perform private.hide_listings(farm_id, 'The farmer has had their data erased.');
  end loop;
  -- Those that wait have names in them, and nobody wants to read "declined" after "erase". A farmer's listings are theirs.
  perform private.forget_recipients(their_records || array(
    select id from public.products where farmer_id = any (their_records)));
  -- What staff entered for them was noted under no account, by which it could be found later: by its attempt, and by an
  -- address that they proved or that staff typed. One that the person typed themselves may be anybody's.
  select coalesce(array_agg(lower(contact.email)), '{}') into their_addresses from (
    select address as email
    union select contact_email from public.buyers where id = any (their_records) and channel <> 'web'
    union select answers ->> 'email' from public.registration_submissions
      where record_id = any (their_records) and registration_submissions.channel <> 'web'
  ) as contact where contact.email <> '';
  delete from public.audit_events
  where audit_events.user_id is null and (
    lower(audit_events.email) = any (their_addresses) or attempt_id = any (their_records) or attempt_id in (
      select idempotency_key from private.submission_keys where record_id = any (their_records)
    )
  );
  -- Without this, storage refuses; the bytes of a file whose row is gone are swept away within a day.
  perform set_config('storage.can_delete', 'true', true), set_config('storage.allow_delete_query', 'true', true);
  perform private.erase_rows(user_id, everybody, address);
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $function$;

CREATE OR REPLACE FUNCTION private.find_audit_entries(search text, actor uuid, kind text, subject text, only_access boolean, since timestamp with time zone, until timestamp with time zone, before_id bigint, max_rows integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  words text := nullif(left(btrim(search), 100), '');
  pattern text := (private.search_patterns(replace(words, ' ', '_')))[1];
  is_access constant text := $c$(e.action in ('look', 'export') or e.subject_type in ('vault_reveals', 'photo_sittings'))$c$;
  rest text := '';
  kinds text[] := private.audited_tables(kind);
  before_at timestamptz;
  subjects text[];
  actors uuid[];
  actions text[];
  types text[];
  ways text[];
  ids bigint[];
begin
  if before_id is not null then
    select created_at into before_at from public.audit_trail where id = before_id;
    rest := ' and e.created_at <= $1 and (e.created_at, e.id) < ($1, $2)';
  end if;
  rest := rest || case when since is not null then ' and e.created_at >= $3' else '' end
    || case when until is not null then ' and e.created_at < $4' else '' end;
  rest := rest || case when actor is not null then ' and e.actor_id = $5' else '' end
    || case when kind is not null then ' and e.subject_type = any ($6)' else '' end
    || case when subject is not null then ' and e.subject_id = $7' else '' end
    || case when only_access then ' and ' || is_access else '' end
    || ' order by e.created_at desc, e.id desc limit $8';
  if words is not null then
    subjects := private.find_audited_subjects(words);
    actors := array(select profiles.id from public.profiles join (
        select user_id from public.user_roles union select user_id from public.staff_departures
      ) as staff on staff.user_id = profiles.id
      where profiles.full_name ilike any (private.search_patterns(words)) or profiles.email ilike any (private.search_patterns(words)));
    -- The few words that there are, by the index alone.
    actions := array(
      with recursive known as (
        (select t.action as word from public.audit_trail as t order by t.action limit 1)
        union all
        select (select t.action from public.audit_trail as t where t.action > known.word order by t.action limit 1) as word
        from known where known.word is not null
      )
      select known.word from known where known.word ilike pattern);
    types := array(
      with recursive known as (
        (select t.subject_type as word from public.audit_trail as t order by t.subject_type limit 1)
        union all
        select (select t.subject_type from public.audit_trail as t where t.subject_type > known.word
          order by t.subject_type limit 1) as word
        from known where known.word is not null
      )
      select known.word from known where known.word ilike pattern);
    ways := array[
      'from unnest($9) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_id = w',
      'from unnest($10) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.actor_id = w',
      'from unnest($11) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.action = w',
      'from unnest($12) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_type = w',
      'from (select e.id, e.created_at from public.audit_trail as e where e.address = $13'];
  elsif subject is not null then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where e.subject_id = $7'];
  elsif actor is not null then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where e.actor_id = $5'];
  elsif kind is not null then
    ways := array['from unnest($6) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_type = w'];
  elsif only_access then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where ' || is_access];
  else
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where true'];
  end if;
  execute 'select array(select hit.id from ('
      || (select string_agg('select entry.id, entry.created_at ' || way || rest || ') as entry', ' union ') from unnest(ways) as way)
      || ') as hit order by hit.created_at desc, hit.id desc limit $8)'
    into ids
    using before_at, before_id, since, until, actor, kinds, subject, max_rows, subjects, actors, actions, types, words;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_audited_subjects(words text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  max_records constant integer := 200;
  readable text[] := private.admin_types_with('read');
  sought record := private.read_search(words);
  accounts uuid[] := '{}';
  ids text[];
  source text;
begin
  -- Codes are nobody's secret.
  ids := array(select orders.id::text from public.orders where code = upper(btrim(words))
    union all select record.id::text from private.registrations as record where reference = upper(btrim(words)))
    || btrim(words) || replace(lower(btrim(words)), ' ', '_');
  if sought.alternatives is null then
    return ids;
  end if;
  if private.has_permission('profiles.read') then
    accounts := private.search_texts('profiles', sought.indexed, sought.further, max_records);
    ids := ids || accounts::text[];
  end if;
  foreach source in array readable loop
    if source = any (private.registration_types() || array['orders', 'contact_messages']) then
      ids := ids || array(select record.id::text
        from private.search_person_records(source, sought.indexed, sought.further, accounts[1:30], max_records) as record);
    end if;
    if source <> all (private.registration_types() || array['contact_messages']) then
      ids := ids || private.search_texts(source, sought.indexed, sought.further, max_records)::text[];
    end if;
  end loop;
  if 'orders' = any (readable) then
    ids := ids || private.search_texts('payments', sought.indexed, sought.further, max_records)::text[];
  end if;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_orphan_board_photos(max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.name from storage.objects as object
  where object.bucket_id = 'board-photos' and object.created_at < now() - interval '7 days'
    and not exists (select from public.board_members as member
      where member.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.projects as project
      where project.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.photographs as photograph
      where photograph.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.company_facts as fact
      where fact.key = 'logo' and fact.value = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.page_texts as text
      where strpos(text.text, '/storage/v1/object/public/board-photos/' || object.name || E'\n') = 1)
    -- What was published is stored for texts of pages alone: their versions can be used again.
    and not exists (select from public.content_drafts as draft
      cross join lateral jsonb_array_elements(draft.changes) as change
      where (draft.published_at is null or change ->> 'table' = 'page_texts') and strpos(change::text, object.name) > 0)
  order by object.name limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.find_twins(record_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- All who share a birth date with one of them.
  born_with uuid[] := array(
    select other.record_id from app_vault.secrets as mine
    join app_vault.secrets as other on other.match_hash = mine.match_hash and other.field = mine.field
    where mine.record_id = any (record_ids) and mine.field = 'dateOfBirth');
begin
  -- The words of a name are taken once for each record: those who share a birth date are many.
  with born as materialized (
    select secret.record_type, secret.record_id, secret.match_hash, private.name_words(person.contact_name) as words
    from app_vault.secrets as secret
    join private.registrations as person on person.record_type = secret.record_type and person.id = secret.record_id
    where secret.field = 'dateOfBirth' and secret.record_id = any (born_with) and person.id = any (born_with)
  ),
  by_phone as (
    select mine.record_type, mine.id as record_id, other.record_type as other_type, other.id as other_id
    from private.registration_phones as mine
    join private.registration_phones as other on other.phone = mine.phone and other.id <> mine.id
    where mine.id = any (record_ids) and mine.phone ~ '[1-9]'
  ),
  -- To compare names is dear: not of those who are a pair by their number.
  born_too as materialized (
    select mine.record_type, mine.record_id, mine.words, other.record_type as other_type, other.record_id as other_id,
      other.words as other_words
    from born as mine join born as other on other.match_hash = mine.match_hash and other.record_id <> mine.record_id
    where mine.record_id = any (record_ids)
      and not exists (select from by_phone where by_phone.record_id = mine.record_id and by_phone.other_id = other.record_id)
  ),
  matches as (
    select * from by_phone
    union
    select record_type, record_id, other_type, other_id from born_too
    where words && other_words and private.are_like_words(words, other_words)
    union
    select pair.record_type, pair.record_id, pair.other_type, pair.other_id
    from born_too as pair
    join app_vault.matches as name
      on name.record_type = pair.record_type and name.record_id = pair.record_id and name.kind = 'name'
    join app_vault.matches as other_name
      on other_name.match_hash = name.match_hash and other_name.kind = name.kind and other_name.record_id = pair.other_id
  ),
  pairs as (
    select * from matches
    union
    select other_type, other_id, record_type, record_id from matches
  ),
  -- Twenty pairs say enough of a number that hundreds share, for example an agent's: all of them would be its square.
  nearest as (
    select record_type, record_id, other_type, other_id
    from (select *, row_number() over (partition by record_id order by other_id) as nr from matches) as numbered where nr <= 20
  ),
  gone as (
    delete from private.twins as twin
    where (twin.record_id = any (record_ids) or twin.other_id = any (record_ids))
      and (twin.record_type, twin.record_id, twin.other_type, twin.other_id) not in (select * from pairs)
  )
  insert into private.twins (record_type, record_id, other_type, other_id)
  select * from nearest
  union
  select other_type, other_id, record_type, record_id from nearest
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_receipt(current_order public.orders, is_correction boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_to_go_back bigint := current_order.refund_due_kobo;
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
begin
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when owed > 0 and is_correction and current_order.payment_status = 'claimed' then 'correct_to_short'
    -- Any sum is a part while the delivery of the order has no price.
    when owed > 0 or current_order.awaits_delivery then 'pay_short'
    when goes_back = had_to_go_back then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = goes_back,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when owed > 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when owed > 0 and private.reserve_again(id, true) then null
      -- What is paid for has its goods, also while another day is to be named.
      when owed <= 0 and private.reserve_again(id) and not private.lost_its_day(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shortfall(current_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
  is_ended boolean := current_order.status = 'declined';
  another_day timestamptz := case when current_order.status = 'pending' then now() + interval '24 hours' end;
  event text := case
    when goes_back > 0 then null -- less of it, and the state is as it was
    when is_ended and (private.paid_in_kobo(current_order.id) = 0 or current_order.payment_status = 'claimed')
      -- Also where a rest of it was settled without money: nothing would go back of it, if it were declined.
      or current_order.status = 'pending' and private.received_kobo(current_order.id) = 0 then 'correct_to_nothing'
    when is_ended or owed = 0 and current_order.payment_status = 'refund_due' and private.paid_in_kobo(current_order.id) > private.received_kobo(current_order.id)
      then 'refund'
    when owed = 0 and not current_order.awaits_delivery then 'correct_to_exact'
    else 'correct_to_short' end;
begin
  if event is not null then
    current_order := private.apply_order_event(current_order.id, event);
  end if;
  update public.orders set refund_due_kobo = goes_back,
    -- The next claim is the first one of the money that it waits for now.
    claimed_at = case when event = 'correct_to_nothing' and payment_status = 'unpaid' then null else claimed_at end,
    -- While an order awaits its delivery this is until when a price was offered; private.expire_market_orders watches the day.
    expires_at = case when expires_at < another_day and not awaits_delivery then another_day else expires_at end,
    price_locked_until = case when price_locked_until < another_day then another_day else price_locked_until end,
    claim_holds_until = case when claim_holds_until < another_day then another_day else claim_holds_until end
  where id = current_order.id returning * into current_order;
  -- A bank that is said to have paid has not.
  update public.letters_of_credit set status = 'documents_presented'
  where order_id = current_order.id and status = 'paid' and owed > 0;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.list_own_photo_accesses()
 RETURNS TABLE(id uuid, record_type text, record_id uuid, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ('00000000-0000-0000-0000-' || lpad(to_hex(opening.id), 12, '0'))::uuid, opening.record_type, opening.record_id, opening.created_at
  from private.vault_openings as opening
  where opening.person_id = any ((select private.own_vault_person_ids())::uuid[]) and opening.purpose = 'own_photo'
$function$;

CREATE OR REPLACE FUNCTION private.list_photo_accesses(person_id uuid)
 RETURNS TABLE(id text, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select opening.id::text, opening.created_at from private.vault_openings as opening
  where opening.person_id = $1 and opening.purpose = 'own_photo'
$function$;

CREATE OR REPLACE FUNCTION private.list_week_prices()
 RETURNS TABLE(product text, unit text, price_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sales as (
    select item.product_name as product, item.pack_unit as unit,
      sum(item.price_kobo * item.quantity) / sum(item.pack_amount * item.quantity) as price, orders.user_id, contact.phone
    from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    join public.order_items as item on item.order_id = orders.id
    join public.products as product on product.id = item.product_id and not product.is_demo
    where orders.kind = 'marketplace' and orders.currency = 'NGN' and not orders.is_demo
      and orders.status <> 'declined' and orders.payment_status in ('confirmed', 'overpaid')
      -- Nobody pays so late: it spares reading the orders of years.
      and orders.created_at > now() - interval '60 days'
      and exists (select from public.order_events as event where event.order_id = orders.id and event.axis = 'payment'
        and event.to_value in ('confirmed', 'overpaid') and event.created_at > now() - interval '7 days')
    group by orders.id, contact.phone, item.product_name, item.pack_unit
  )
  select sales.product, sales.unit, round(percentile_cont(0.5) within group (order by sales.price))::bigint
  from sales
  group by sales.product, sales.unit
  having count(*) >= 5 and least(count(distinct sales.phone), count(distinct coalesce(sales.user_id::text, sales.phone))) >= 3
  order by sales.product, sales.unit
$function$;

CREATE OR REPLACE FUNCTION private.needs_untied_second(entry private.money_entries, decides uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $2 = any (tied.people) and exists (
    select from public.user_roles as holder
    join auth.users as account on account.id = holder.user_id
    where holder.user_id <> all (tied.people) and private.person_has_permission(holder.user_id, 'payments.confirm')
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
      -- Confirming takes a second factor, also where the admin area does not.
      and exists (select from auth.mfa_factors as factor where factor.user_id = holder.user_id and factor.status = 'verified')
      and not exists (select from public.orders where orders.id = (entry).order_id and orders.user_id = holder.user_id)
      and not private.exceeds_limit_of(holder.user_id, entry))
  from private.related_staff((entry).recorded_by) as tied (people)
$function$;

CREATE OR REPLACE FUNCTION public.count_audit(search text DEFAULT NULL::text, actor uuid DEFAULT NULL::uuid, kind text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, only_access boolean DEFAULT false)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_count bigint := 0;
  last_id bigint;
  page bigint[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  elsif nullif(btrim(search), '') is null and actor is null and kind is null and not only_access then
    return (select count(*) from public.audit_trail as entry
      where (count_audit.since is null or entry.created_at >= count_audit.since)
        and (count_audit.until is null or entry.created_at < count_audit.until));
  end if;
  loop
    page := private.find_audit_entries(search, actor, kind, null, only_access, since, until, last_id, 1000);
    found_count := found_count + cardinality(page);
    exit when cardinality(page) < 1000;
    last_id := page[1000];
  end loop;
  return found_count;
end $function$;

REVOKE ALL ON FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.find_tracked_status(reference text, phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id),
    'hasPhoto', record.has_photo)
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as reachable
      where reachable.id = record.id and reachable.record_type = record.record_type and reachable.phone = find_tracked_status.phone
    )
    -- What stands in place of an erased number is nobody's.
    and find_tracked_status.phone ~ '[1-9]'
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'declineCode', orders.decline_code, 'orderKind', orders.kind,
    'totalKobo', orders.total_amount_kobo, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.decline_code = 'withdrawn_by_buyer' then 'You withdrew it. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery and delivery.quoted_at is null
        then 'Closed. We could not price the delivery in time, and we are sorry. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery
        then 'The time to answer our price for the delivery ran out. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' then 'The time to pay ran out. You are welcome to order again.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      -- What has become of the goods comes first: on credit terms they are on their way before anything is paid.
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' and delivery.kind = 'collect' then 'Your goods are ready to collect.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' and delivery.kind = 'collect' then 'You have collected your goods.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.awaits_delivery and delivery.quoted_at is null
        then 'We are pricing the delivery, and tell you. You do not pay anything yet.'
      when orders.awaits_delivery then 'We have priced the delivery. ' || case when orders.user_id is null
        then 'Your link' else 'Your account' end || ' shows price and day: you pay only after you have said yes.'
      when orders.payment_status in ('unpaid', 'underpaid') and orders.kind = 'marketplace' and orders.credit_terms_reason is null
        then 'We are waiting for your transfer. ' || case when orders.user_id is null
          then 'Your link' else 'Your account' end || ' shows where to pay.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.search_audit(search text DEFAULT NULL::text, actor uuid DEFAULT NULL::uuid, kind text DEFAULT NULL::text, subject text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50, only_access boolean DEFAULT false)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, actor_name text, actor_role text, address text, action text, subject_type text, subject_id text, about jsonb, names jsonb, before jsonb, after jsonb, is_sealed boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.created_at, entry.actor_id, private.name_account(entry.actor_id), entry.actor_role,
      entry.address, entry.action, entry.subject_type, entry.subject_id,
      private.name_audited(entry.subject_type, entry.subject_id, coalesce(entry.before, '{}') || coalesce(entry.after, '{}')),
      private.name_values(entry.before) || private.name_values(entry.after),
      entry.before, entry.after, not exists (select from private.audit_unsealed where entry_id = entry.id)
    from public.audit_trail as entry
    where entry.id = any (private.find_audit_entries(search_audit.search, search_audit.actor, search_audit.kind,
      search_audit.subject, search_audit.only_access, search_audit.since, search_audit.until, search_audit.before_id,
      least(greatest(search_audit.max_rows, 1), 1000)))
    order by entry.created_at desc, entry.id desc;
end $function$;

REVOKE ALL ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.search_sign_ins(actor uuid DEFAULT NULL::uuid, everybody boolean DEFAULT false, only_failed boolean DEFAULT false, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, at timestamp with time zone, actor_id uuid, actor_name text, actor_role text, address text, action text, way text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  condition text := $c$ e.payload ->> 'action' in ('login', 'login_failed', 'logout', 'verification_attempted',
    'verification_failed', 'invite_accepted')$c$
    || case when only_failed then $c$ and e.payload ->> 'action' in ('login_failed', 'verification_failed')$c$ else '' end
    || case when since is not null then ' and e.created_at >= $1' else '' end
    || case when until is not null then ' and e.created_at < $2' else '' end
    || case when before_at is not null then ' and e.created_at <= $3 and (e.created_at, e.id) < ($3, $4)' else '' end
    || ' order by e.created_at desc, e.id desc limit $5';
  people text[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read sign-ins' using errcode = '42501';
  end if;
  people := case when actor is not null then array[actor::text] else array(
    select staff.user_id::text from public.user_roles as staff
    union select left_us.user_id::text from public.staff_departures as left_us
    -- Without an account: failed attempts alone.
    union select '') end;
  return query execute 'select e.id, e.created_at, person.user_id, private.name_account(person.user_id),
      coalesce(staff.role, case when person.user_id is not null then ''member'' end), nullif(e.ip_address, '''')::text,
      e.payload ->> ''action'', e.payload -> ''traits'' ->> coalesce(case when e.payload ->> ''action'' like ''verification%''
        then ''factor_type'' end, ''provider'')
    from (' || case when everybody and actor is null
      then 'select e.* from auth.audit_log_entries as e where' || condition
      else 'select e.* from unnest($6) as p cross join lateral (select e.* from auth.audit_log_entries as e
        where e.payload ->> ''actor_id'' = p and' || condition || ') as e order by e.created_at desc, e.id desc limit $5' end
    || ') as e
    cross join lateral (select nullif(e.payload ->> ''actor_id'', '''')::uuid as user_id) as person
    left join public.user_roles as staff on staff.user_id = person.user_id
    order by e.created_at desc, e.id desc'
  using since, until, before_at, before_id, least(greatest(max_rows, 1), 500), people;
end $function$;

CREATE OR REPLACE FUNCTION public.set_credit_terms(order_id uuid, reason text, expected text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(private.clean_text(reason), '');
  current_terms text;
  another_day timestamptz := now() + interval '24 hours';
  ended public.orders;
begin
  perform private.require_strong_right('orders.credit');
  select credit_terms_reason into current_terms from public.orders where id = order_id for update;
  if not found then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif current_terms is distinct from nullif(expected, '') then
    raise exception 'Somebody else has changed the credit terms of this order' using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  perform set_config('app.sets_credit_terms', 'yes', true);
  update public.orders set credit_terms_reason = words where id = order_id;
  perform set_config('app.sets_credit_terms', '', true);
  if words is null and current_terms is not null then
    -- The mail itself is the reminder of what ends within a day.
    update public.orders set expires_at = greatest(expires_at, another_day), price_locked_until = greatest(price_locked_until, another_day),
      claim_holds_until = greatest(claim_holds_until, another_day), reminded_at = case when expires_at > another_day then reminded_at else now() end
    where id = order_id and kind = 'marketplace' and status = 'pending';
    select * into ended from public.orders where id = order_id;
    perform private.notify_buyer(order_id, 'order_credit_ended', jsonb_build_object('kept_until', case
      when ended.kind <> 'marketplace' or ended.stock_released_at is not null then null
      when ended.payment_status = 'unpaid' then ended.expires_at
      else greatest(private.part_paid_hold(order_id), ended.claim_holds_until) end));
    if ended.kind = 'marketplace' and ended.payment_status = 'unpaid' and ended.user_id is null and not ended.is_demo then
      perform private.enqueue_sms('order_unpaid', contact.phone, jsonb_build_object('code', ended.code, 'expires_at', ended.expires_at),
        'sms:' || ended.id || ':unpaid:' || extract(epoch from ended.expires_at))
      from public.order_contacts as contact where contact.order_id = ended.id and contact.email is null;
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_correction(request_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  request public.correction_requests;
begin
  select sent.* into request from public.correction_requests as sent
  join private.correction_authors as author on author.correction_request_id = sent.id
  where sent.id = request_id and author.requested_by = caller_id;
  if request.id is null then
    raise exception 'Only who asked for it can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(request.record_type, 'decide');
  perform private.lock_registration(request.record_type, request.record_id);
  if clock_timestamp() > request.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif exists (
    select from public.registration_submissions as sent
    where sent.record_id = request.record_id and sent.version > request.submission_version
  ) or exists (
    select from public.phone_calls as call
    where call.record_id = request.record_id and call.record_type = request.record_type and call.created_at > request.created_at
  ) then
    raise exception 'It was answered since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif not private.take_back_mails(request.record_type, request.record_id, request.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  delete from public.correction_requests where id = request.id;
  perform private.record_audit('undo', request.record_type, request.record_id::text,
    jsonb_build_object('correction', request.id));
end $function$;

CREATE OR REPLACE FUNCTION public.undo_decision(event_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  event public.decision_events;
  found_status text;
  changed_at timestamptz;
begin
  select * into event from public.decision_events as decided where decided.id = event_id;
  if caller_id is null or event.actor_id is distinct from caller_id then
    raise exception 'Only who decided can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(event.record_type, 'decide');
  if event.record_type <> all (private.undoable_types()) or event.undoes is not null or event.from_status <> 'pending' then
    raise exception 'This is not undone so: it has steps of its own' using errcode = '23514', hint = 'event_id';
  end if;
  execute format('select status, updated_at from public.%I where id = $1 for update', event.record_type)
    into found_status, changed_at using event.record_id;
  if found_status is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif exists (select from public.decision_events as undo where undo.undoes = event.id) then
    raise exception 'It was undone before' using errcode = 'PT409', hint = 'undone';
  elsif clock_timestamp() > event.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif (found_status, changed_at) is distinct from (event.to_status, event.created_at) then
    raise exception 'It was changed since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif exists (
    select from public.phone_calls as call
    where call.record_id = event.record_id and call.record_type = event.record_type and call.created_at > event.created_at
  ) then
    raise exception 'Somebody has rung them up since, so it cannot be undone' using errcode = 'PT409', hint = 'called';
  elsif not private.take_back_mails(event.record_type, event.record_id, event.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason, undoes)
  values (
    event.record_type, event.record_id, event.record_owner, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    event.to_status, event.from_status, 'Undone', event.id
  );
  execute format('update public.%I set status = $1 %s where id = $2', event.record_type,
    case when event.to_status = 'declined' then ', decline_reason = null' else '' end)
    using event.from_status, event.record_id;
  perform private.record_audit('undo', event.record_type, event.record_id::text,
    jsonb_build_object('status', event.to_status), jsonb_build_object('status', event.from_status, 'decision', event.id));
end $function$;

CREATE VIEW "public"."my_vault_reveals" WITH (security_invoker=true) AS  SELECT vault_reveals.id,
    vault_reveals.record_type,
    vault_reveals.record_id,
    vault_reveals.field,
    vault_reveals.reason,
    vault_reveals.actor_name,
    vault_reveals.actor_role,
    vault_reveals.created_at
   FROM public.vault_reveals
  WHERE (vault_reveals.person_id = ANY (( SELECT private.own_vault_person_ids() AS own_vault_person_ids)::uuid[]))
UNION ALL
 SELECT list_own_photo_accesses.id,
    list_own_photo_accesses.record_type,
    list_own_photo_accesses.record_id,
    'selfie'::text AS field,
    NULL::text AS reason,
    NULL::text AS actor_name,
    NULL::text AS actor_role,
    list_own_photo_accesses.created_at
   FROM private.list_own_photo_accesses() list_own_photo_accesses(id, record_type, record_id, created_at);

revoke all on table public.my_vault_reveals from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_vault_reveals" FROM "service_role";


CREATE POLICY "People read their own answers, and staff who may decide" ON "public"."farmer_private" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('farmers.decide'::text) AS has_permission) OR (farmer_id IN ( SELECT farmers.id
   FROM public.farmers
  WHERE (farmers.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "People read their own answers, and staff who may decide" ON "public"."investor_private" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('investors.decide'::text) AS has_permission) OR (investor_id IN ( SELECT investors.id
   FROM public.investors
  WHERE (investors.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "People read their own answers, and staff who may decide" ON "public"."training_enrolment_private" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('training_enrolments.decide'::text) AS has_permission) OR (training_enrolment_id IN ( SELECT training_enrolments.id
   FROM public.training_enrolments
  WHERE (training_enrolments.user_id = ( SELECT auth.uid() AS uid))))));

COMMENT ON COLUMN "app_vault"."records"."sender_link_hash" IS 'The hash of the link that stood on the screen of a guest who sent it: anyone who claims it with that link sees it whole. Null: nobody does.';

COMMENT ON COLUMN "public"."breaches"."reminded_hours" IS 'The last of the reminders to the admins that went out.';

COMMENT ON COLUMN "public"."buyers"."answers_version" IS 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON COLUMN "public"."counter_offers"."prices_kobo" IS 'The price of one unit for each line of the quote, in their order, in minor units of the offer''s currency; what is no goods has the price of the quote, or in another currency none yet; a single line of tax by the rates of the quote follows the goods.';

COMMENT ON COLUMN "public"."counter_offers"."quantities" IS 'For each line of the quote, in their order; what is no goods has the quantity of the quote.';

COMMENT ON COLUMN "public"."farmers"."answers_version" IS 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON COLUMN "public"."investors"."answers_version" IS 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON COLUMN "public"."letters_of_credit"."draft_path" IS 'A picture or PDF, checked and stored as proofs of payment are.';

COMMENT ON COLUMN "public"."mail_suppressions"."expires_at" IS 'For a bounce: a mailbox may be made again.';

COMMENT ON COLUMN "public"."order_deliveries"."name" IS 'The name of the zone or the depot; null: collected where both agree, or quoted.';

COMMENT ON COLUMN "public"."order_deliveries"."weight_grams" IS 'The weight of the goods; null: not known.';

COMMENT ON COLUMN "public"."order_documents"."cancels_id" IS 'For a credit note: the invoice that it takes back whole, since the order is not carried out.';

COMMENT ON COLUMN "public"."order_documents"."content_sha256" IS 'The hash of content as PostgreSQL writes it.';

COMMENT ON COLUMN "public"."order_messages"."whole_body" IS 'For a mail that came: its whole text, where less is shown.';

COMMENT ON COLUMN "public"."order_products"."price_kobo" IS 'For one price_unit, in the minor unit of price_currency: what it cost about on price_on, and no offer.';

COMMENT ON COLUMN "public"."orders"."claim_holds_until" IS 'Until when the claim reserves its goods.';

COMMENT ON COLUMN "public"."orders"."expires_at" IS 'Until when an unpaid marketplace order reserves its stock.';

COMMENT ON COLUMN "public"."payments"."corrects_id" IS 'For a correction: the receipt that was recorded with a wrong amount. Its own amount is the difference: below nothing where less came, nothing where the whole of a shared transfer alone was wrong.';

COMMENT ON COLUMN "public"."quote_lines"."vat_class" IS 'For goods; delivery and discounts follow them. Null: an older quote says it of the whole, or nobody knows it.';

COMMENT ON COLUMN "public"."quotes"."vat_class" IS 'For a quote from before its goods had classes of their own: the one of all of it. Null: then it says nothing of VAT but its lines.';

COMMENT ON COLUMN "public"."record_messages"."mail_message_id" IS 'For a mail that came: the same one again adds nothing.';

COMMENT ON COLUMN "public"."registration_submissions"."requested_by" IS 'For a later version: staff requested a correction, or the applicant changed it unasked. Null: the first, and older ones.';

COMMENT ON COLUMN "public"."settlement_accounts"."currency" IS 'The currency of a bank account; what was entered before there were several is in naira.';

COMMENT ON COLUMN "public"."staff_notices"."actor_name" IS 'The name of a colleague; what people outside did names nobody.';

COMMENT ON COLUMN "public"."stock_alerts"."email" IS 'The address of a visitor. A member is written to at the address that the account has then.';

COMMENT ON COLUMN "public"."training_enrolments"."answers_version" IS 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON TABLE "private"."change_refusals" IS 'That a change of contacts or numbers, or access to the photo, was refused for want of a code; a day.';

COMMENT ON TABLE "private"."export_progress" IS 'Exports of the last day. What was exported stands in the audit trail.';

COMMENT ON VIEW "public"."my_vault_reveals" IS 'Who looked at what is secret about the caller; without a role: the client had the link and a code, and is none of staff.';

REVOKE ALL ON FUNCTION "private"."find_audit_entries"(text, uuid, text, text, boolean, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_own_photo_accesses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_own_photo_accesses"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_photo_accesses"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_photo_accesses"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean) TO "authenticated";

GRANT SELECT ON TABLE "public"."my_vault_reveals" TO "authenticated";

CREATE OR REPLACE FUNCTION private.describe_parties(order_id uuid, currency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number',
        'legalName', facts ->> 'legal_name', 'street', facts ->> 'head_office_street')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      -- What is paid to an account that is none is no real order, on each of its documents and not on those alone that show the account.
      -- Where its currency has no account, that in naira says whether this is a demonstration.
      'currency', coalesce($2, orders.currency), 'isDemo', orders.is_demo or coalesce(
        (select account.is_demo from private.current_settlement_account('bank_account', coalesce($2, orders.currency)) as account),
        (select account.is_demo from private.current_settlement_account('bank_account') as account), false)),
    'incoterms', coalesce(agreed.incoterms, bulk_request.incoterms),
    'purchaseOrderNumber', bulk_request.purchase_order_number,
    'terms', case when agreed.id is not null then private.describe_contract_terms(to_jsonb(agreed)) end)
    || private.describe_buyer(orders.id, to_jsonb(agreed))
    || coalesce((select jsonb_build_object('delivery', said) from private.describe_delivery(orders.id) as said where said is not null), '{}')
  from public.orders
  left join public.quotes as agreed on agreed.order_id = orders.id and agreed.status = 'accepted'
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.describe_people(hits private.person_records[], kinds text[], knows_accounts boolean, alternatives text[], further text[], words text, phone text, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
  with named as (
    select hit.*, coalesce(hit.name, account.full_name) as full_name, account.email as account_email, account.phone as account_phone,
      case when coalesce(hit.phone, account.phone) ~ '[1-9]' then coalesce(hit.phone, account.phone) end as number
    from unnest(hits) as hit
    left join public.profiles as account on account.id = hit.user_id and describe_people.knows_accounts
  ),
  -- What an index of whole texts found may stand in a message or name a place.
  near as (
    select named.*, case
        when named.number = describe_people.phone or lower(named.email) = lower(words) or named.reference = upper(words) then 0
        when named.full_name ilike words || '%' or named.organisation ilike words || '%' then 1
        else 2
      end as distance,
      exists (select from private.registration_merges as merged where merged.younger_id = named.id) as is_part,
      coalesce(named.user_id::text,
        max(named.user_id::text) filter (where named.number is not null) over (partition by named.number),
        named.number, lower(named.email), named.id::text) as key
    from named
    cross join lateral concat_ws(chr(31), named.full_name, named.organisation, named.number, named.email, named.account_email,
      named.account_phone, case when named.record_type <> 'orders' then named.reference end) as texts
    where texts ilike any (alternatives) and texts ilike all (further)
  ),
  people as (
    select near.key, min(near.distance) as distance, max(near.created_at) as latest,
      array_remove(array_agg(distinct near.user_id), null) as accounts, array_remove(array_agg(distinct near.number), null) as numbers,
      (array_agg(near.full_name order by near.is_part, near.created_at desc) filter (where near.full_name is not null))[1] as full_name,
      (array_agg(near.organisation order by near.is_part, near.created_at desc) filter (where near.organisation is not null))[1] as organisation,
      (array_agg(near.number order by near.distance, near.is_part, near.created_at desc) filter (where near.number is not null))[1] as number,
      (array_agg(coalesce(near.email, near.account_email) order by near.is_part, near.created_at desc)
        filter (where coalesce(near.email, near.account_email) is not null))[1] as email,
      (array_agg(near.place order by near.is_part, near.created_at desc) filter (where near.place <> ''))[1] as place,
      (array_agg(near.record_type order by near.is_part, near.created_at desc))[1] as record_type,
      (array_agg(near.id order by near.is_part, near.created_at desc))[1] as id
    from near group by near.key
    order by min(near.distance), max(near.created_at) desc limit max_rows
  )
  select coalesce(jsonb_agg(jsonb_build_object('recordType', people.record_type, 'id', people.id,
      'name', coalesce(people.full_name, people.organisation), 'organisation', people.organisation, 'phone', people.number,
      'email', people.email, 'place', people.place, 'orders', orders.how_many, 'messages', messages.how_many,
      'records', registrations.list) order by people.distance, people.latest desc), '[]')
  from people
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('recordType', own.record_type, 'id', own.id, 'reference', own.reference,
        'status', own.status, 'mergedInto', private.merged_into(own.id)) order by own.created_at desc), '[]') as list
    from (select record.* from private.person_records as record
      where record.record_type = any (kinds) and record.record_type = any (private.registration_types())
        and (record.user_id = any (people.accounts) or record.phone = any (people.numbers))
      order by record.created_at desc limit 10) as own
  ) as registrations
  cross join lateral (
    select count(*) as how_many from (
      select t.id from public.orders as t where t.user_id = any (people.accounts) and 'orders' = any (kinds)
      union select contact.order_id as id from public.order_contacts as contact
        where contact.phone = any (people.numbers) and 'orders' = any (kinds)
      union select request.order_id as id from public.order_requests as request
        where request.phone = any (people.numbers) and 'orders' = any (kinds)
    ) as ordered
  ) as orders
  cross join lateral (
    select count(*) as how_many from public.contact_messages as message
    where message.phone = any (people.numbers) and 'contact_messages' = any (kinds)
  ) as messages
$function$;

CREATE OR REPLACE FUNCTION private.list_person_entries(sections text[], types text[], ids uuid[], vias text[], phones text[], emails text[], mail_subjects text[], consent_types text[], has_profiles boolean)
 RETURNS TABLE(section text, at timestamp with time zone, record_type text, record_id uuid, code text, words text, state text, amount_kobo bigint, currency text, by_name text, due_on date, via text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with own as materialized (select * from unnest(types, ids, vias) as listed (record_type, id, via)),
  entries as (
    select 'registrations' as section, t.created_at as at, t.record_type, t.id as record_id, t.reference as code,
      coalesce(merged.older_reference, concat_ws(', ', t.name, t.organisation)) as words,
      case when merged.id is null then t.status else 'merged' end as state, null::bigint as amount_kobo, null::text as currency,
      null::text as by_name, null::date as due_on, own.via
    from own join private.person_records as t on t.record_type = own.record_type and t.id = own.id
    left join private.registration_merges as merged on merged.younger_id = t.id
    where own.record_type = any (private.registration_types()) and t.id = any (ids)
    union all
    select 'orders' as section, t.created_at as at, 'orders' as record_type, t.id as record_id, t.code,
      case t.kind when 'bulk' then concat_ws(' ', t.crop_type || ',', t.quantity_text, t.unit, (
        select format('and %s more', count(*)) from public.order_request_lines as line where line.order_id = t.id having count(*) > 0))
        else 'Marketplace' end as words,
      t.status as state, t.total_amount_kobo as amount_kobo, t.currency, null as by_name, null as due_on, own.via
    from own join public.orders as t on t.id = own.id where own.record_type = 'orders' and t.id = any (ids)
    union all
    select 'quotes' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code, null as words,
      t.status as state, t.total_kobo as amount_kobo, t.currency, null as by_name,
      (t.expires_at at time zone 'Africa/Lagos')::date as due_on, own.via
    from own join public.quotes as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'documents' as section, t.issued_at as at, 'orders' as record_type, t.order_id as record_id, t.number as code,
      orders.code as words, t.kind as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.order_documents as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'contact_messages' as record_type, t.id as record_id, null as code,
      left(t.message, 160) as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.contact_messages as t on t.id = own.id where own.record_type = 'contact_messages' and t.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code,
      left(t.body, 160) as words, case when t.is_from_staff then 'from_staff' else 'from_buyer' end as state, null as amount_kobo,
      null as currency, null as by_name, null as due_on, own.via
    from own join public.order_messages as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 160) as words,
      case when t.is_from_staff then 'from_staff' when t.is_proved then 'from_person' else 'unproved' end as state,
      null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.record_messages as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'partnership_applications' as record_type, t.id as record_id, null as code,
      t.company_name as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.partnership_applications as t on t.id = own.id where own.record_type = 'partnership_applications' and t.id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'job_applications' as record_type, t.id as record_id, null as code,
      coalesce(t.position_title, 'General application') as words, t.status as state, null as amount_kobo, null as currency,
      null as by_name, null as due_on, own.via
    from own join public.job_applications as t on t.id = own.id where own.record_type = 'job_applications' and t.id = any (ids)
    union all
    select 'calls' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.note as words, t.outcome as state,
      null as amount_kobo, null as currency,
      case when has_profiles then private.name_staff(t.called_by) end as by_name,
      null as due_on, own.via
    from own join public.phone_calls as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'mails' as section, t.created_at as at, 'mails' as record_type, t.id as record_id, null as code, private.name_mail(t.template) as words,
      t.state, null as amount_kobo, null as currency, null as by_name, null as due_on,
      case when t.record_id = any (ids) then 'record' when t.channel = 'sms' then 'phone' else 'email' end as via
    from private.mails as t
    where (t.record_id = any (ids) or lower(t.address) = any (emails)
        or t.address = any (phones))
      and t.subject = any (mail_subjects)
    union all
    select 'notes' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 300) as words,
      null as state, null as amount_kobo, null as currency, t.author_name as by_name, null as due_on, own.via
    from own join public.record_notes as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'tasks' as section, coalesce(t.done_at, t.created_at) as at, t.record_type, t.record_id, null as code, t.title as words,
      case when t.done_at is not null then 'done' when t.due_on < (now() at time zone 'Africa/Lagos')::date then 'late'
        else 'open' end as state,
      null as amount_kobo, null as currency, t.assignee_name as by_name, t.due_on, own.via
    from own join public.tasks as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'consents' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.purpose as words,
      case when t.is_given then 'given' else 'withdrawn' end as state, null as amount_kobo, null as currency, null as by_name,
      null as due_on, own.via
    from own join public.consents as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids) and t.record_type = any (consent_types)
  )
  select * from entries where entries.section = any (sections);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
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
      now() + case when template = 'order_link_again' then interval '7 days' else interval '400 days' end);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    -- The day is left out of a delivery that comes later than agreed: staff name another one.
    'delivery', (select case when said ->> 'kind' <> 'collect' and private.end_of_day((said ->> 'day')::date) <= now() then said - 'day' else said end
      from private.describe_delivery(current_order.id) as said),
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
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
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION public.decide_records(record_type text, rows jsonb, new_status text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  requested record;
  touched boolean;
  current_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_admin_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as input (id uuid) where id is not null), new_status);
  for requested in
    select id, max(expected) as expected, max(version) as version
    from jsonb_to_recordset(rows) as input (id uuid, expected text, version integer)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    -- Of many at once nobody looks at what each was asked: it is approved by itself, or once it is answered.
    if new_status = 'approved' and requested.expected = 'pending' and private.awaits_correction(record_type, requested.id) then
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', 'pending', 'why', 'refused',
        'message', 'a correction was requested and is not answered yet; open one to approve it all the same');
      continue;
    end if;
    begin
      execute format('update public.%I set status = $1 %s %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case
          -- Terms that stand already are the reason: they are not overwritten.
          when reason_column = 'credit_terms_reason' then ', credit_terms_reason = coalesce(credit_terms_reason, $4)'
          when reason_column is not null then format(', %I = $4', reason_column) else '' end,
        case when requested.version is not null and record_type = any (private.registration_types())
          then ', answers_version = $5' else '' end)
        into touched using new_status, requested.id, requested.expected, reason, requested.version;
    exception when check_violation or insufficient_privilege or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || requested.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into current_status using requested.id;
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', current_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped, 'events', coalesce((
    select jsonb_agg(event.id order by event.id) from public.decision_events as event
    where event.record_type = decide_records.record_type and event.record_id = any (changed) and event.created_at = now()
  ), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.find_person(record_type text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  max_entries constant integer := 20;
  registration_kinds constant text[] := private.registration_types();
  person_kinds constant text[] := private.person_types();
  readable text[];
  decidable text[];
  mail_subjects text[];
  opened private.person_records;
  person record;
  -- What was made one with it, and by what that is reached.
  parts uuid[];
  phones text[];
  emails text[];
  has_profiles boolean := private.has_permission('profiles.read');
  allowed text[];
  -- Every record of theirs: its kind, its id and by what it is theirs.
  types text[];
  ids uuid[];
  vias text[];
begin
  perform private.require_admin_right(find_person.record_type, 'read');
  if find_person.record_type <> all (person_kinds) then
    raise exception 'This kind of record is about nobody' using errcode = '22023';
  end if;
  readable := array(select unnest(person_kinds) intersect select unnest(private.admin_types_with('read')));
  decidable := array(select unnest(registration_kinds) intersect select unnest(private.admin_types_with('decide')));
  mail_subjects := private.own_mail_subjects();
  -- What is a part of another registration is read under that one.
  select known.* into opened from private.person_records as known
  where known.record_type = find_person.record_type and known.id = private.whole_of(find_person.record_id);
  if opened.id is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  select * into person from private.identify_person(opened, readable);
  parts := array(select private.parts_of(opened.id));
  phones := array(select unnest(person.phones)
    union select known.phone from private.person_records as known where known.id = any (parts) and known.phone ~ '[1-9]');
  emails := array(select unnest(person.emails)
    union select lower(known.email) from private.person_records as known where known.id = any (parts) and known.email is not null);
  select array_agg(near.record_type), array_agg(near.id), array_agg(near.via) into types, ids, vias
  from (
    select known.record_type, known.id, known.via
    from private.list_person_records(readable, person.accounts, phones, emails) as known
    where known.id <> opened.id and known.id <> all (parts)
    union all
    select opened.record_type, known.id, 'record' as via from unnest(opened.id || parts) as known (id)
  ) as near;
  allowed := array(select section from (values
      ('registrations', readable && registration_kinds),
      ('orders', 'orders' = any (readable)), ('quotes', 'orders' = any (readable)), ('documents', 'orders' = any (readable)),
      ('messages', readable && array['orders', 'contact_messages', 'partnership_applications', 'job_applications']),
      ('applications', readable && array['partnership_applications', 'job_applications']),
      ('calls', readable && (registration_kinds || array['orders'])), ('mails', mail_subjects <> '{}'), ('notes', readable <> '{}'),
      ('tasks', readable <> '{}'), ('consents', decidable <> '{}')
    ) as known (section, is_open) where is_open);
  return (
    with placed as (
      select entries.*, row_number() over (partition by entries.section order by entries.at desc, entries.record_id) as place,
        count(*) over (partition by entries.section) as how_many
      from private.list_person_entries(
        allowed, types, ids, vias, phones, emails, mail_subjects, decidable, has_profiles
      ) as entries
    ),
    sections as (
      select placed.section, jsonb_build_object('count', max(placed.how_many), 'entries',
        jsonb_agg(jsonb_build_object('at', placed.at, 'recordType', placed.record_type, 'recordId', placed.record_id,
          'code', placed.code, 'words', placed.words, 'state', placed.state, 'amountKobo', placed.amount_kobo,
          'currency', placed.currency, 'byName', placed.by_name, 'dueOn', placed.due_on, 'via', placed.via)
          order by placed.place)) as content
      from placed where placed.place <= max_entries group by placed.section
    )
    select jsonb_build_object(
      'who', jsonb_build_object(
        'recordType', opened.record_type, 'recordId', opened.id, 'label', private.label_record(opened.record_type, opened.id),
        'name', coalesce(opened.name, opened.organisation), 'organisation', opened.organisation, 'place', opened.place,
        'phone', case when opened.phone ~ '[1-9]' then opened.phone end, 'email', opened.email,
        'accounts', cardinality(person.accounts),
        -- What an account says of itself is for those who may read accounts.
        'account', case when has_profiles then (
          select jsonb_build_object('name', account.full_name, 'email', account.email, 'phone', account.phone, 'since', account.created_at)
          from public.profiles as account where account.id = person.accounts[1]) end),
      'sections', (
        select coalesce(jsonb_object_agg(known.section, coalesce(sections.content, '{"count": 0, "entries": []}')), '{}')
        from unnest(allowed) as known (section) left join sections on sections.section = known.section))
  );
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  twins uuid[];
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo) then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE OR REPLACE FUNCTION public.record_history(record_type text, record_id uuid)
 RETURNS TABLE(axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean;
begin
  perform private.require_admin_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      select event.axis, event.from_value, event.to_value, null, event.actor_id, null, false, event.created_at, event.id
      from public.order_events as event
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
      union all
      select 'change' as axis, null as from_value, sent.requested_by as to_value, (
          select string_agg(coalesce(form_field.label, change ->> 'field'), ', ' order by form_field.label)
          from jsonb_array_elements(sent.changes) as change
          left join private.registration_fields as form_field
            on form_field.form = sent.form and form_field.field = change ->> 'field'
        ) as reason, null as actor_id, case sent.channel when 'web' then 'applicant' else 'staff' end as actor_role,
        false as own_record, sent.created_at, sent.id
      from public.registration_submissions as sent
      where sent.record_type = record_history.record_type and sent.record_id = record_history.record_id
        and sent.requested_by is not null
      union all
      select 'call' as axis, null as from_value, call.outcome as to_value, call.note as reason, call.called_by as actor_id,
        null as actor_role, false as own_record, call.created_at, call.id
      from public.phone_calls as call
      where call.record_type = record_history.record_type and call.record_id = record_history.record_id
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then private.name_staff(decided.actor_id) end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text, max_rows integer DEFAULT 6)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- From how many that match the nearest are chosen.
  max_candidates constant integer := 60;
  person_kinds constant text[] := private.registration_types() || array['orders', 'contact_messages'];
  own_rows integer := least(greatest(max_rows, 1), 20);
  readable text[];
  own_kinds text[];
  -- What an account says of itself is neither shown to anyone else, nor found.
  knows_accounts boolean;
  sought record;
  pattern text;
  accounts uuid[] := '{}';
  hits private.person_records[] := '{}';
  more private.person_records[];
  kind text;
  ids uuid[];
  registrations jsonb;
  answer jsonb := '{}';
begin
  if (select auth.uid()) is null or not private.is_in_admin() then
    raise exception 'permission denied to search' using errcode = '42501';
  end if;
  readable := private.admin_types_with('read');
  own_kinds := array(select unnest(person_kinds) intersect select unnest(readable));
  knows_accounts := private.has_permission('profiles.read');
  sought := private.read_search(query);
  if sought.alternatives is null then
    return answer;
  end if;
  pattern := (private.search_patterns(sought.words))[1];

  if cardinality(own_kinds) > 0 then
    if knows_accounts and own_kinds <> array['contact_messages'] then
      accounts := private.search_texts('profiles', sought.indexed, sought.further, max_candidates / 2);
    end if;
    foreach kind in array own_kinds loop
      more := array(select record
        from private.search_person_records(kind, sought.indexed, sought.further, accounts, max_candidates) as record);
      hits := hits || more;
    end loop;
    answer := jsonb_build_object('people', private.describe_people(hits, own_kinds, knows_accounts, sought.alternatives,
      sought.further, sought.words, sought.phone, own_rows));
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('recordType', hit.record_type, 'id', hit.id, 'reference', hit.reference,
      'name', coalesce(hit.name, hit.organisation), 'status', hit.status, 'mergedInto', private.merged_into(hit.id))), '[]') into registrations
  from (
    select * from unnest(hits) as every
    where every.record_type not in ('orders', 'contact_messages') and every.reference ilike any (sought.alternatives)
      and sought.further = '{}'
    order by every.created_at desc limit own_rows
  ) as hit;
  if own_kinds && private.registration_types() then
    answer := answer || jsonb_build_object('registrations', registrations);
  end if;

  if 'orders' = any (readable) then
    answer := answer
      || jsonb_build_object('orders', private.search_orders(sought.alternatives, sought.further,
        private.search_texts('orders', sought.indexed, sought.further, max_candidates),
        private.search_texts('payments', sought.indexed, sought.further, max_candidates), sought.amount_kobo, sought.currency,
        hits, knows_accounts, own_rows))
      || jsonb_build_object('documents', (
        select coalesce(jsonb_agg(jsonb_build_object('number', document.number, 'kind', document.kind,
            'orderId', document.order_id, 'code', orders.code, 'issuedAt', document.issued_at)), '[]')
        from public.order_documents as document join public.orders on orders.id = document.order_id
        where document.number = upper(replace(sought.words, ' ', '-'))));
  end if;

  if 'products' = any (readable) then
    ids := private.search_texts('products', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.name, 'farmerName', near.farmer_name,
          'status', near.status, 'priceKobo', near.price_kobo)), '[]')
      from (select product.* from public.products as product
        where product.id = any (ids)
        order by product.name not ilike ltrim(pattern, '%'), product.created_at desc limit own_rows) as near));
  end if;
  if 'contact_messages' = any (readable) then
    ids := private.search_texts('contact_messages', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.name, 'status', near.status,
          'text', left(near.message, 80), 'createdAt', near.created_at)), '[]')
      from (select message.* from public.contact_messages as message
        where message.id = any (ids)
        order by message.created_at desc limit own_rows) as near));
  end if;
  if 'partnership_applications' = any (readable) then
    ids := private.search_texts('partnership_applications', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('partners', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'companyName', near.company_name, 'name', near.contact_person,
          'status', near.status, 'createdAt', near.created_at)), '[]')
      from (select partner.* from public.partnership_applications as partner
        where partner.id = any (ids)
        order by partner.created_at desc limit own_rows) as near));
  end if;
  if 'job_applications' = any (readable) then
    ids := private.search_texts('job_applications', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('applications', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.full_name, 'position', near.position_title,
          'status', near.status, 'createdAt', near.created_at)), '[]')
      from (select application.* from public.job_applications as application
        where application.id = any (ids)
        order by application.created_at desc limit own_rows) as near));
  end if;
  if private.has_permission('mails.read') then
    answer := answer || jsonb_build_object('mails', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', private.name_mail(near.template), 'recipient', near.recipient,
          'state', near.state, 'createdAt', near.created_at)), '[]')
      from (select mail.* from private.mails as mail
        where (strpos(sought.words, '@') > 0 and lower(mail.address) = lower(sought.words) or mail.address = sought.phone)
          and mail.subject = any (private.own_mail_subjects())
        order by mail.created_at desc limit own_rows) as near));
  end if;
  return answer;
end $function$;

COMMENT ON COLUMN "public"."orders"."expires_at" IS 'Until when an unpaid marketplace order reserves its stock, where there is an account to pay it to.';
