DROP TRIGGER "notify_buyer_of_message" ON "public"."order_messages";

DROP TRIGGER "audit_change" ON "public"."order_products";

DROP INDEX "public"."audit_trail_actor_id_idx";

DROP INDEX "public"."audit_trail_created_at_idx";

DROP INDEX "public"."audit_trail_subject_idx";

DROP VIEW "private"."buyers_list";

DROP VIEW "private"."contact_messages_list";

DROP VIEW "private"."farmers_list";

DROP VIEW "private"."investors_list";

DROP VIEW "private"."job_applications_list";

DROP VIEW "private"."low_stock_list";

DROP VIEW "private"."partnership_applications_list";

DROP VIEW "private"."products_list";

DROP VIEW "private"."training_enrolments_list";

DROP VIEW "public"."correction_states";

DROP VIEW "public"."my_consents";

DROP VIEW "public"."my_registrations";

DROP VIEW "public"."people_to_phone";

DROP VIEW "public"."withdrawn_consents";

ALTER TABLE "private"."mail_templates" DROP CONSTRAINT "mail_templates_choice_known";

DROP FUNCTION "private"."change_code_channels"(private.registrations);

DROP FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb);

DROP FUNCTION "private"."describe_people"(private.person_records[], text[], text[], text[], text, text, integer);

DROP FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb);

DROP FUNCTION "private"."notify_buyer"(uuid, text);

DROP FUNCTION "private"."notify_buyer_of_message"();

DROP FUNCTION "private"."notify_of_change"(private.registrations, jsonb);

DROP FUNCTION "private"."notify_of_claim"(private.registrations, uuid);

DROP FUNCTION "private"."refuse_closed"(private.registrations);

DROP FUNCTION "private"."search_orders"(text[], text[], uuid[], uuid[], bigint, text, private.person_records[], integer);

DROP FUNCTION "private"."search_person_records"(text, text[], text[], uuid[], integer);

DROP VIEW "private"."person_records";

DROP FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."use_change_proof"(private.registrations, jsonb);

DROP VIEW "private"."registrations";

DROP FUNCTION "public"."add_record_note"(text, uuid, text);

DROP FUNCTION "public"."count_audit"(text, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "public"."log_call"(text, uuid, text, text);

DROP FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer);

CREATE TABLE "private"."registration_merges" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "record_type" text NOT NULL, "older_id" uuid NOT NULL, "older_reference" text NOT NULL, "younger_id" uuid NOT NULL, "younger_reference" text NOT NULL, "reason" text NOT NULL, "actor_id" uuid NOT NULL, "actor_name" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "registration_merges_pkey" PRIMARY KEY (id), CONSTRAINT "registration_merges_reason_length" CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500))), CONSTRAINT "registration_merges_record_type_known" CHECK ((record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text]))), CONSTRAINT "registration_merges_two" CHECK ((older_id <> younger_id)), CONSTRAINT "registration_merges_younger_id_unique" UNIQUE (younger_id));

revoke all on table private.registration_merges from public, anon, authenticated;

ALTER TABLE "private"."registration_merges" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."message_files" ("path" text NOT NULL, "record_type" text NOT NULL, "record_id" uuid NOT NULL, "message_id" bigint, "order_message_id" bigint, "name" text NOT NULL, "type" text NOT NULL, "bytes" integer NOT NULL, "added_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "message_files_bytes_range" CHECK (((bytes >= 1) AND (bytes <= 2097152))), CONSTRAINT "message_files_name_length" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))), CONSTRAINT "message_files_one_message" CHECK ((num_nonnulls(message_id, order_message_id) <= 1)), CONSTRAINT "message_files_path_form" CHECK ((path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$'::text)), CONSTRAINT "message_files_pkey" PRIMARY KEY (path), CONSTRAINT "message_files_record_type_known" CHECK ((record_type = ANY (ARRAY['contact_messages'::text, 'job_applications'::text, 'partnership_applications'::text, 'orders'::text]))), CONSTRAINT "message_files_type_known" CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'application/pdf'::text, 'application/msword'::text, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'::text]))));

revoke all on table public.message_files from public, anon, authenticated;

ALTER TABLE "public"."message_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."record_messages" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "record_type" text NOT NULL, "record_id" uuid NOT NULL, "is_from_staff" boolean NOT NULL, "author_id" uuid, "author_name" text, "from_address" text, "is_proved" boolean NOT NULL DEFAULT true, "body" text NOT NULL, "whole_body" text, "files_left_out" integer NOT NULL DEFAULT 0, "attempt" uuid, "mail_id" uuid, "mail_message_id" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "record_messages_attempt_unique" UNIQUE (attempt), CONSTRAINT "record_messages_body_length" CHECK (((char_length(body) >= 1) AND (char_length(body) <= 5000))), CONSTRAINT "record_messages_from_address_length" CHECK (((char_length(from_address) >= 1) AND (char_length(from_address) <= 320))), CONSTRAINT "record_messages_mail_message_id_length" CHECK ((char_length(mail_message_id) <= 500)), CONSTRAINT "record_messages_of_orders" CHECK (((record_type <> 'orders'::text) OR (NOT is_proved))), CONSTRAINT "record_messages_pkey" PRIMARY KEY (id), CONSTRAINT "record_messages_record_type_known" CHECK ((record_type = ANY (ARRAY['contact_messages'::text, 'job_applications'::text, 'partnership_applications'::text, 'orders'::text]))), CONSTRAINT "record_messages_sides" CHECK ((is_from_staff = (from_address IS NULL))), CONSTRAINT "record_messages_whole_body_length" CHECK ((char_length(whole_body) <= 50000)));

revoke all on table public.record_messages from public, anon, authenticated;

ALTER TABLE "public"."record_messages" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."reply_templates" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "record_type" text, "title" text NOT NULL, "body" text NOT NULL, "position" integer NOT NULL DEFAULT 100, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "reply_templates_body_length" CHECK (((char_length(body) >= 3) AND (char_length(body) <= 2000))), CONSTRAINT "reply_templates_pkey" PRIMARY KEY (id), CONSTRAINT "reply_templates_position_range" CHECK ((("position" >= 1) AND ("position" <= 1000))), CONSTRAINT "reply_templates_record_type_known" CHECK ((record_type = ANY (ARRAY['contact_messages'::text, 'job_applications'::text, 'partnership_applications'::text, 'orders'::text]))), CONSTRAINT "reply_templates_title_length" CHECK (((char_length(title) >= 2) AND (char_length(title) <= 60))), CONSTRAINT "reply_templates_body_plain" CHECK ((body = private.clean_text(body))), CONSTRAINT "reply_templates_title_plain" CHECK ((title = private.clean_line(title))));

revoke all on table public.reply_templates from public, anon, authenticated;

ALTER TABLE "public"."reply_templates" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."staff_notices" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "user_id" uuid NOT NULL, "kind" text NOT NULL, "record_type" text NOT NULL, "record_id" uuid NOT NULL, "task_id" uuid, "actor_id" uuid, "actor_name" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "read_at" timestamp with time zone, CONSTRAINT "staff_notices_kind_known" CHECK ((kind = ANY (ARRAY['mention'::text, 'assigned'::text, 'task_assigned'::text, 'task_due'::text, 'answer'::text]))), CONSTRAINT "staff_notices_pkey" PRIMARY KEY (id), CONSTRAINT "staff_notices_task_belongs" CHECK (((kind = ANY (ARRAY['task_assigned'::text, 'task_due'::text])) = (task_id IS NOT NULL))), CONSTRAINT "staff_notices_record_type_known" CHECK ((record_type = ANY (private.admin_types()))));

revoke all on table public.staff_notices from public, anon, authenticated;

ALTER TABLE "public"."staff_notices" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."staff_notices" FROM "service_role";

CREATE TABLE "public"."tasks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "record_type" text NOT NULL, "record_id" uuid NOT NULL, "title" text NOT NULL, "due_on" date NOT NULL, "due_time" time(0) without time zone, "assignee_id" uuid, "assignee_name" text, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "done_at" timestamp with time zone, "done_by" uuid, CONSTRAINT "tasks_assignee_whole" CHECK (((assignee_id IS NOT NULL) OR (assignee_name IS NULL))), CONSTRAINT "tasks_done_whole" CHECK (((done_at IS NULL) = (done_by IS NULL))), CONSTRAINT "tasks_pkey" PRIMARY KEY (id), CONSTRAINT "tasks_title_length" CHECK (((char_length(title) >= 2) AND (char_length(title) <= 200))), CONSTRAINT "tasks_record_type_known" CHECK ((record_type = ANY (private.admin_types()))), CONSTRAINT "tasks_title_plain" CHECK ((title = private.clean_line(title))));

revoke all on table public.tasks from public, anon, authenticated;

ALTER TABLE "public"."tasks" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."mail_templates" ADD COLUMN "waits_for_undo" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."contact_messages" ADD COLUMN "replied_at" timestamp with time zone;

ALTER TABLE "public"."decision_events" ADD COLUMN "undoes" bigint;

ALTER TABLE "public"."notification_choices" ADD COLUMN "morning_mails" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."order_messages" ADD COLUMN "whole_body" text;

ALTER TABLE "public"."order_messages" ADD COLUMN "files_left_out" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_messages" ADD COLUMN "attempt" uuid;

ALTER TABLE "public"."order_messages" ADD COLUMN "mail_id" uuid;

ALTER TABLE "public"."order_messages" ADD COLUMN "mail_message_id" text;

ALTER TABLE "public"."order_products" ADD COLUMN "container_20ft_kg" numeric(8,2);

ALTER TABLE "public"."order_products" ADD COLUMN "container_40ft_kg" numeric(8,2);

CREATE OR REPLACE FUNCTION private.add_message_file(file jsonb, added_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('message files ' || added_by, 0));
  if (select count(*) >= 100 from public.message_files as earlier
      where earlier.added_by = add_message_file.added_by and earlier.created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.message_files (path, record_type, record_id, name, type, bytes, added_by)
  values (file ->> 'path', file ->> 'recordType', (file ->> 'recordId')::uuid, file ->> 'name', file ->> 'type',
    (file ->> 'bytes')::integer, add_message_file.added_by);
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
  -- Of one that was made a part of another, merge_registrations tells the person.
  if new.status <> old.status and new.status <> 'pending' and not new.is_demo and private.merged_into(new.id) is null then
    perform private.notify_registrant(new.id, case new.status
      when 'approved' then 'registration_approved'
      when 'declined' then 'registration_declined' end);
    perform private.text_registrant_of_decision(to_jsonb(new));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audited_tables(kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then array['orders', 'payments', 'money_entries', 'quotes', 'disputes']
    when 'people' then array['farmers', 'training_enrolments', 'buyers', 'investors', 'correction_requests', 'people_to_phone']
    when 'messages' then array['contact_messages', 'job_applications', 'partnership_applications', 'newsletter_subscriptions',
      'mails', 'mail_suppressions']
    when 'catalogue' then array['products', 'order_products', 'low_stock']
    when 'content' then array['content_drafts', 'company_facts', 'legal_texts', 'board_members', 'board_contacts',
      'career_categories', 'career_positions', 'courses', 'crop_seasons', 'impact_figures', 'page_actions', 'page_facts',
      'photographs', 'projects', 'stories']
    when 'staff' then array['roles', 'role_permissions', 'user_roles', 'staff_departures', 'staff_invitations']
    when 'secrets' then array['vault_reveals', 'vault_seal', 'photo_sittings', 'own_secrets', 'own_data', 'account', 'breaches']
    when 'settings' then array['settlement_accounts', 'retention_periods', 'decline_reasons', 'saved_views', 'audit_trail']
    else array[$1]
  end
$function$;

CREATE OR REPLACE FUNCTION private.before_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
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

CREATE OR REPLACE FUNCTION private.check_task(previous public.tasks, record_type text, title text, due_on date, assignee_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if char_length(coalesce(title, '')) not between 2 and 200 then
    raise exception 'Please say in 2 to 200 characters what is to be done' using errcode = '23514', hint = 'title';
  elsif due_on is null then
    raise exception 'Please choose a day' using errcode = '23514', hint = 'due_on';
  elsif due_on is distinct from previous.due_on and due_on < (now() at time zone 'Africa/Lagos')::date then
    raise exception 'That day has passed. Please choose today or a later day.' using errcode = '23514', hint = 'due_on';
  elsif due_on > (now() at time zone 'Africa/Lagos')::date + 1830 then
    raise exception 'Please choose a day within five years' using errcode = '23514', hint = 'due_on';
  elsif assignee_id is distinct from previous.assignee_id and assignee_id is not null
    and not private.may_work_on(assignee_id, record_type)
  then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.container_kilograms(words text, unit text)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case lower(private.clean_line(unit)) when 'containers (20ft)' then product.container_20ft_kg
    when 'containers (40ft)' then product.container_40ft_kg end
  from public.order_products as product where lower(product.label) = lower(private.clean_line(words))
  order by product.is_active desc limit 1
$function$;

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
  -- Of an erased person nobody writes or is written to.
  return case when 'erased@example.invalid' = any (addresses) then null else addresses end;
end $function$;

CREATE OR REPLACE FUNCTION private.decide(record_type text, old anyelement, new anyelement)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decided record := new;
  caller_role text := coalesce((select auth.role()), '');
  caller_id uuid := (select auth.uid());
begin
  decided.updated_at := now();
  if new.status = old.status then
    if new.decline_reason is distinct from old.decline_reason then
      raise exception 'A reason is given together with the decision' using errcode = '23514', hint = 'decline_reason';
    end if;
    return decided;
  end if;
  -- The service's own work (no caller in the claims, or the service role) is trusted; people need the right.
  if caller_role in ('anon', 'authenticated') and not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  if private.is_own_record(record_type, old.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  if new.status = 'pending' and private.is_being_undone(record_type, old.id, old.status, new.status) then
    decided.decline_reason := null;
    return decided;
  end if;
  if not exists (
    select from private.status_transitions as step
    where step.record_type = decide.record_type and step.from_status = old.status and step.to_status = new.status
  ) then
    raise exception 'Status cannot change from % to %', old.status, new.status using errcode = '23514', hint = 'status';
  end if;
  if new.status = 'declined' then
    decided.decline_reason := coalesce(
      nullif(private.clean_text(new.decline_reason), ''),
      'We are unable to take this further at the moment. Please contact us if you would like to know more.'
    );
    if char_length(decided.decline_reason) > 500 then
      raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'decline_reason';
    end if;
  else
    decided.decline_reason := null;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    record_type, old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif(caller_role, ''), 'system'),
    old.status, new.status, decided.decline_reason
  );
  return decided;
end $function$;

CREATE OR REPLACE FUNCTION private.describe_message_files(message_id bigint, order_message_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('path', file.path, 'name', file.name, 'bytes', file.bytes) order by file.name, file.path)
  from public.message_files as file
  where file.message_id = $1 or file.order_message_id = $2
$function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select f.path from public.message_files as f where f.record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or f.record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or f.record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or (f.record_type = 'orders' and f.record_id in (select o.id from public.orders as o where o.user_id = $1))));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.staff_notices as t where user_id = $1;
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.saved_views as t where owner_id = $1;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3;
  delete from public.phone_calls as t where record_id in (select private.registrations_of($1, $2));
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.message_files as t where record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    other_crops = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.staff_visits as t where user_id = $1;
  delete from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
  delete from private.change_refusals as t where record_id in (select private.registrations_of($1, $2));
  delete from private.change_codes as t where record_id in (select private.registrations_of($1, $2));
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.erase_sealed(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid := private.vault_person_of(record_type, record_id);
begin
  perform from app_vault.people where id = owner_id for update;
  delete from app_vault.secrets where secrets.record_type = $1 and secrets.record_id = $2;
  delete from app_vault.matches where matches.record_type = $1 and matches.record_id = $2;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from app_vault.secrets where person_id = owner_id)
    and not exists (select from app_vault.records as other
      where other.person_id = owner_id and (other.record_type, other.record_id) <> ($1, $2));
end $function$;

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'app_vault.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from app_vault.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from app_vault.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'app_vault.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from app_vault.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.audit_log_entries as t where payload ->> 'actor_id' = $1::text) as records
    union all select 'auth.flow_state' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token']), '[]')
      from auth.flow_state as t where user_id = $1) as records
    union all select 'auth.identities' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.identities as t where user_id = $1) as records
    union all select 'auth.mfa_amr_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.mfa_amr_claims as t where session_id in (select id from auth.sessions where user_id = $1)) as records
    union all select 'auth.mfa_challenges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['otp_code', 'web_authn_session_data']), '[]')
      from auth.mfa_challenges as t where factor_id in (select id from auth.mfa_factors where user_id = $1)) as records
    union all select 'auth.mfa_factors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']), '[]')
      from auth.mfa_factors as t where user_id = $1) as records
    union all select 'auth.one_time_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash', 'code_hash', 'sign_up']), '[]')
      from auth.one_time_tokens as t where user_id = $1) as records
    union all select 'auth.refresh_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token', 'parent']), '[]')
      from auth.refresh_tokens as t where user_id = $1::text) as records
    union all select 'auth.sessions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.sessions as t where user_id = $1) as records
    union all select 'auth.users' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']), '[]')
      from auth.users as t where id = $1) as records
    union all select 'private.account_freezes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.account_freezes as t where user_id = $1) as records
    union all select 'private.alarm_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.alarm_links as t where user_id = $1) as records
    union all select 'private.change_codes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['link_hash', 'code_hash']), '[]')
      from private.change_codes as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.change_refusals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.change_refusals as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.export_progress' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.export_progress as t where user_id = $1) as records
    union all select 'private.factor_resets' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.factor_resets as t where user_id = $1) as records
    union all select 'private.link_reissues' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from private.link_reissues as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.mail_outbox' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['data', 'dedupe_key', 'last_error']), '[]')
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1))) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from private.money_entries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_guest_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.order_uploads as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.own_exports' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_exports as t where user_id = $1) as records
    union all select 'private.own_secret_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_secret_requests as t where user_id = $1) as records
    union all select 'private.photo_sittings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.photo_sittings as t where person_id = $1) as records
    union all select 'private.photo_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['receipt_hash']), '[]')
      from private.photo_uploads as t where user_id = $1) as records
    union all select 'private.product_photos' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.product_photos as t where user_id = $1) as records
    union all select 'private.registration_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.registration_guest_links as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.registration_merges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.staff_invitation_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.staff_invitation_links as t where invitation_id in (select i.id from public.staff_invitations as i where lower(i.email) = $3)) as records
    union all select 'private.staff_visits' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_visits as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.message_files' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['added_by']), '[]')
      from public.message_files as t where record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_disputes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['resolved_by']), '[]')
      from public.order_disputes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_documents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_documents as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.order_events as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_instalments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_instalments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_items as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.product_prices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.product_prices as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.saved_views' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.saved_views as t where owner_id = $1) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.staff_notices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from public.staff_notices as t where user_id = $1) as records
    union all select 'public.stock_movements' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'idempotency_key', 'order_id']), '[]')
      from public.stock_movements as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.tasks' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'created_by', 'done_by']), '[]')
      from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select f.path from public.message_files as f where f.record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or f.record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or f.record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or (f.record_type = 'orders' and f.record_id in (select o.id from public.orders as o where o.user_id = $1))))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.files_to_send(message_id bigint, order_message_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('path', file.path, 'name', file.name, 'type', file.type) order by file.name, file.path)
  from public.message_files as file
  where file.message_id = $1 or file.order_message_id = $2
$function$;

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'step' then case value
        when 'to_quote' then $sql$t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')$sql$
        when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.payment_status in ('confirmed', 'overpaid')$sql$
        when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none'
          and t.payment_status in ('confirmed', 'overpaid')$sql$
        when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing'$sql$
        when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'$sql$
        when 'waits_for_buyer' then $sql$t.list_status in ('pending', 'approved') and t.total_amount_kobo is not null
          and t.payment_status = 'unpaid'$sql$
      end
      when source in ('job_applications', 'partnership_applications') and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source in ('farmers', 'training_enrolments', 'buyers') and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'investors' and name = 'channel' then
        format('exists (select from public.investors as own where own.id = t.id and own.channel = %L)', value)
      when source in ('farmers', 'training_enrolments', 'buyers') and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo)', source)
      when source in ('farmers', 'training_enrolments', 'buyers', 'investors') and name = 'twin' and value = 'possible' then
        $sql$exists (select from private.registration_phones as mine join private.registration_phones as other
          on other.phone = mine.phone and other.id <> mine.id where mine.id = t.id and mine.phone ~ '[1-9]'
          and private.merged_into(mine.id) is null and private.merged_into(other.id) is null)$sql$
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.find_audit_entries(search text, actor uuid, kind text, subject text, only_looks boolean, since timestamp with time zone, until timestamp with time zone, before_id bigint, max_rows integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  words text := nullif(left(btrim(search), 100), '');
  pattern text := (private.search_patterns(replace(words, ' ', '_')))[1];
  looks constant text := $c$(e.action in ('look', 'export') or e.subject_type in ('vault_reveals', 'photo_sittings'))$c$;
  rest text := '';
  kinds text[] := private.audited_tables(kind);
  before_at timestamptz;
  subjects text[];
  actors uuid[];
  actions text[];
  types text[];
  ways text[];
  found bigint[];
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
    || case when only_looks then ' and ' || looks else '' end
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
  elsif only_looks then
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where ' || looks];
  else
    ways := array['from (select e.id, e.created_at from public.audit_trail as e where true'];
  end if;
  execute 'select array(select hit.id from ('
      || (select string_agg('select found.id, found.created_at ' || way || rest || ') as found', ' union ') from unnest(ways) as way)
      || ') as hit order by hit.created_at desc, hit.id desc limit $8)'
    into found
    using before_at, before_id, since, until, actor, kinds, subject, max_rows, subjects, actors, actions, types, words;
  return found;
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
  found text[];
  source text;
begin
  -- Codes are nobody's secret.
  found := array(select orders.id::text from public.orders where code = upper(btrim(words))
    union all select record.id::text from private.registrations as record where reference = upper(btrim(words)))
    || btrim(words) || replace(lower(btrim(words)), ' ', '_');
  if sought.alternatives is null then
    return found;
  end if;
  if private.has_permission('profiles.read') then
    accounts := private.search_texts('profiles', sought.indexed, sought.further, max_records);
    found := found || accounts::text[];
  end if;
  foreach source in array readable loop
    if source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'orders', 'contact_messages') then
      found := found || array(select record.id::text
        from private.search_person_records(source, sought.indexed, sought.further, accounts[1:30], max_records) as record);
    end if;
    if source not in ('farmers', 'training_enrolments', 'buyers', 'investors', 'contact_messages') then
      found := found || private.search_texts(source, sought.indexed, sought.further, max_records)::text[];
    end if;
  end loop;
  if 'orders' = any (readable) then
    found := found || private.search_texts('payments', sought.indexed, sought.further, max_records)::text[];
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_open_offer(own public.orders)
 RETURNS public.quotes
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select quote.* from public.quotes as quote
  where quote.order_id = ($1).id and quote.status = 'open' and quote.expires_at > now()
    and ($1).status in ('pending', 'approved') and ($1).total_amount_kobo is null
$function$;

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
    and not exists (select from public.content_drafts as draft
      where draft.published_at is null and strpos(draft.changes::text, object.name) > 0)
  order by object.name limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_message_files(after text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.message_files as file
  where file.message_id is null and file.order_message_id is null and file.created_at < now() - interval '1 day';
  return query
    select object.name from storage.objects as object
    where object.bucket_id = 'message-files' and object.name > find_orphan_message_files.after
      and object.created_at < now() - interval '1 day'
      and not exists (select from public.message_files as file where file.path = object.name)
    order by object.name limit find_orphan_message_files.max_rows;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_buyer(order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders set delivery_address = 'Erased', special_requirements = null where id = any (order_ids);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person'
  where order_id = any (order_ids);
  update public.order_contacts set name = 'Erased', email = null, phone = '00000000', device_hash = null
  where order_id = any (order_ids);
  update public.order_messages set body = 'Erased', author_id = null
  where order_id = any (order_ids) and not is_from_staff;
  update public.order_messages set whole_body = null where order_id = any (order_ids);
  delete from public.message_files where record_type = 'orders' and record_id = any (order_ids);
  delete from public.record_messages where record_type = 'orders' and record_id = any (order_ids);
  update public.payment_claims set note = null, proof_path = null where order_id = any (order_ids);
  update public.order_disputes set photo_paths = '{}' where order_id = any (order_ids);
  update public.product_ratings set comment = null where order_id = any (order_ids);
  delete from public.order_documents where order_id = any (order_ids) and kind in ('pro_forma', 'delivery_note');
  delete from private.order_guest_links where order_id = any (order_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.forget_record_work(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.record_notes where record_notes.record_id = $1;
  delete from public.record_work where record_work.record_id = $1;
  delete from public.tasks where tasks.record_id = $1;
  delete from public.staff_notices where staff_notices.record_id = $1;
  delete from public.record_messages where record_messages.record_id = $1;
$function$;

CREATE OR REPLACE FUNCTION private.forget_submissions(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.registration_submissions where registration_submissions.record_id = $1;
  delete from public.correction_requests where correction_requests.record_id = $1;
  delete from public.phone_calls where phone_calls.record_id = $1;
  delete from private.submission_keys where submission_keys.record_id = $1;
  delete from private.change_codes where change_codes.record_id = $1;
  delete from private.change_refusals where change_refusals.record_id = $1;
  delete from private.registration_guest_links where registration_guest_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
  delete from private.registration_merges where $1 in (older_id, younger_id);
$function$;

CREATE OR REPLACE FUNCTION private.has_code(record_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$select $1 in ('orders', 'farmers', 'training_enrolments', 'buyers', 'investors')$function$;

CREATE OR REPLACE FUNCTION private.is_being_undone(record_type text, record_id uuid, from_status text, to_status text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.decision_events as undo
    where undo.record_type = $1 and undo.record_id = $2 and undo.created_at = now() and undo.undoes is not null
      and undo.from_status = $3 and undo.to_status = $4
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_below_list(words text, unit text, price_kobo numeric, currency text, percent integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) > 0 and (is_below_list.currency <> 'NGN' or bool_or(amount is null)
    or is_below_list.price_kobo < min(products.unit_price_kobo * amount) * (100 - percent) / 100)
  from public.products, lateral (
    select coalesce(private.unit_amount(is_below_list.unit, products.pack_unit),
      case when products.pack_unit = 'kg' then private.container_kilograms(is_below_list.words, is_below_list.unit) end) as amount
  ) as converted
  where products.status = 'published' and (
    position(lower(products.name) in lower(private.clean_line(words))) > 0
    or char_length(private.clean_line(words)) > 2 and position(lower(private.clean_line(words)) in lower(products.name)) > 0)
$function$;

CREATE OR REPLACE FUNCTION private.is_mail_wanted(template text, recipient text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from private.mail_templates m
    join public.profiles p on lower(p.email) = lower(is_mail_wanted.recipient)
    join public.notification_choices c on c.user_id = p.id
    where m.template = is_mail_wanted.template and m.choice is not null
      and not case m.choice when 'order_mails' then c.order_mails when 'morning_mails' then c.morning_mails else c.registration_mails end
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_undoable(record_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(record_type in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
    'job_applications', 'contact_messages'), false)
$function$;

CREATE OR REPLACE FUNCTION private.issue_pro_forma_once(order_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  latest public.order_documents;
  document_id uuid;
begin
  select * into latest from public.order_documents as document
  where document.order_id = issue_pro_forma_once.order_id and document.kind = 'pro_forma' order by document.issued_at desc limit 1;
  if latest.id is not null and latest.content - '{kind,number,verificationCode,issuedAt}'::text[] = details then
    document_id := latest.id;
  else
    document_id := private.issue_document(order_id, 'pro_forma', details);
  end if;
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $function$;

CREATE OR REPLACE FUNCTION private.judge_reply(record_type text, record_id uuid, from_address text, message_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := private.conversation_addresses(record_type, record_id);
  in_an_hour integer;
  in_a_day integer;
begin
  if addresses is null then
    return 'unknown';
  elsif exists (select from public.record_messages as came
      where came.record_id = judge_reply.record_id and came.mail_message_id = judge_reply.message_id)
    or exists (select from public.order_messages as came
      where came.order_id = judge_reply.record_id and came.mail_message_id = judge_reply.message_id)
  then
    return 'again';
  end if;
  select count(*) filter (where came.created_at > now() - interval '1 hour'), count(*) into in_an_hour, in_a_day from (
    select message.created_at from public.record_messages as message
    where message.record_id = judge_reply.record_id and not message.is_from_staff and message.created_at > now() - interval '1 day'
    union all
    select message.created_at from public.order_messages as message
    where message.order_id = judge_reply.record_id and not message.is_from_staff and message.created_at > now() - interval '1 day'
  ) as came;
  return case
    when in_an_hour >= 20 or in_a_day >= 60 then 'too_many'
    when exists (select from unnest(addresses) as known (email) where lower(known.email) = lower(from_address)) then 'proved'
    else 'unproved'
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.label_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then (select t.code from public.orders as t where t.id = $2)
    when 'farmers' then (select t.reference from public.farmers as t where t.id = $2)
    when 'training_enrolments' then (select t.reference from public.training_enrolments as t where t.id = $2)
    when 'buyers' then (select t.reference from public.buyers as t where t.id = $2)
    when 'investors' then (select t.reference from public.investors as t where t.id = $2)
    when 'partnership_applications' then (select t.company_name from public.partnership_applications as t where t.id = $2)
    when 'job_applications' then (select t.full_name from public.job_applications as t where t.id = $2)
    when 'contact_messages' then (select t.name from public.contact_messages as t where t.id = $2)
    when 'products' then (select t.name from public.products as t where t.id = $2)
  end
$function$;

CREATE OR REPLACE FUNCTION private.list_order(source text, sort text, only_overdue boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  row_order text := case coalesce(sort, case when only_overdue then 'oldest' else 'newest' end)
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'name' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name, t.id' end
    when 'name_last' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name desc, t.id desc' end
    when 'total' then case when source = 'orders' then 't.total_amount_kobo desc nulls last, t.created_at desc, t.id' end
  end;
begin
  if row_order is null then
    raise exception 'This list cannot be sorted so' using errcode = '22023', hint = 'sort';
  end if;
  return row_order;
end $function$;

CREATE OR REPLACE FUNCTION private.list_person_records(kinds text[], accounts uuid[], phones text[], emails text[])
 RETURNS TABLE(record_type text, id uuid, via text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
AS $function$
  select distinct on (matched.id) matched.record_type, matched.id, matched.via
  from (
    select 'farmers' as record_type, t.id, 'account' as via from public.farmers as t where 'farmers' = any ($1) and t.user_id = any ($2)
    union all
    select 'farmers' as record_type, t.id, 'phone' as via from public.farmers as t where 'farmers' = any ($1) and t.phone = any ($3)
    union all
    select 'farmers' as record_type, t.id, 'email' as via from public.farmers as t
    where 'farmers' = any ($1) and lower(t.contact_email) = any ($4)
    union all
    select 'training_enrolments' as record_type, t.id, 'account' as via from public.training_enrolments as t
    where 'training_enrolments' = any ($1) and t.user_id = any ($2)
    union all
    select 'training_enrolments' as record_type, t.id, 'phone' as via from public.training_enrolments as t
    where 'training_enrolments' = any ($1) and t.phone = any ($3)
    union all
    select 'training_enrolments' as record_type, t.id, 'email' as via from public.training_enrolments as t
    where 'training_enrolments' = any ($1) and lower(t.contact_email) = any ($4)
    union all
    select 'buyers' as record_type, t.id, 'account' as via from public.buyers as t where 'buyers' = any ($1) and t.user_id = any ($2)
    union all
    select 'buyers' as record_type, t.id, 'phone' as via from public.buyers as t
    where 'buyers' = any ($1) and t.contact_phone = any ($3)
    union all
    select 'buyers' as record_type, t.id, 'email' as via from public.buyers as t
    where 'buyers' = any ($1) and lower(t.contact_email) = any ($4)
    union all
    select 'investors' as record_type, t.id, 'account' as via from public.investors as t
    where 'investors' = any ($1) and t.user_id = any ($2)
    union all
    select 'investors' as record_type, t.id, 'phone' as via from public.investors as t
    where 'investors' = any ($1) and t.contact_phone = any ($3)
    union all
    select 'investors' as record_type, t.id, 'email' as via from public.investors as t
    where 'investors' = any ($1) and lower(t.contact_email) = any ($4)
    union all
    select 'orders' as record_type, t.id, 'account' as via from public.orders as t where 'orders' = any ($1) and t.user_id = any ($2)
    union all
    select 'orders' as record_type, t.order_id as id, 'phone' as via from public.order_contacts as t
    where 'orders' = any ($1) and t.phone = any ($3)
    union all
    select 'orders' as record_type, t.order_id as id, 'email' as via from public.order_contacts as t
    where 'orders' = any ($1) and lower(t.email) = any ($4)
    union all
    select 'orders' as record_type, t.order_id as id, 'phone' as via from public.order_requests as t
    where 'orders' = any ($1) and t.phone = any ($3)
    union all
    select 'orders' as record_type, t.order_id as id, 'email' as via from public.order_requests as t
    where 'orders' = any ($1) and lower(t.email) = any ($4)
    union all
    select 'contact_messages' as record_type, t.id, 'phone' as via from public.contact_messages as t
    where 'contact_messages' = any ($1) and t.phone = any ($3)
    union all
    select 'contact_messages' as record_type, t.id, 'email' as via from public.contact_messages as t
    where 'contact_messages' = any ($1) and lower(t.email) = any ($4)
    union all
    select 'partnership_applications' as record_type, t.id, 'account' as via from public.partnership_applications as t
    where 'partnership_applications' = any ($1) and t.user_id = any ($2)
    union all
    select 'partnership_applications' as record_type, t.id, 'phone' as via from public.partnership_applications as t
    where 'partnership_applications' = any ($1) and private.normalise_phone(t.phone) = any ($3)
    union all
    select 'partnership_applications' as record_type, t.id, 'email' as via from public.partnership_applications as t
    where 'partnership_applications' = any ($1) and t.user_id is null and lower(t.email) = any ($4)
    union all
    select 'job_applications' as record_type, t.id, 'account' as via from public.job_applications as t
    where 'job_applications' = any ($1) and t.user_id = any ($2)
    union all
    select 'job_applications' as record_type, t.id, 'phone' as via from public.job_applications as t
    where 'job_applications' = any ($1) and t.phone = any ($3)
    union all
    select 'job_applications' as record_type, t.id, 'email' as via from public.job_applications as t
    where 'job_applications' = any ($1) and t.user_id is null and lower(t.email) = any ($4)
  ) as matched
  -- account, phone, email: as the letters go, but for the last two.
  order by matched.id, matched.via = 'email', matched.via
$function$;

CREATE OR REPLACE FUNCTION private.mail_order_message(message_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent public.order_messages;
begin
  select * into strict sent from public.order_messages where id = message_id;
  update public.order_messages as message set mail_id = private.notify_buyer(sent.order_id, 'order_message',
    jsonb_build_object(
      'message', sent.body,
      'files', private.files_to_send(null, sent.id),
      'in_reply_to', (select came.mail_message_id from public.order_messages as came
        where came.order_id = sent.order_id and came.mail_message_id is not null order by came.id desc limit 1)))
  where message.id = sent.id;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_record_message(message_id bigint, recipient text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent public.record_messages;
begin
  select * into strict sent from public.record_messages where id = message_id;
  update public.record_messages as message set mail_id = private.enqueue_mail('record_message', recipient, jsonb_strip_nulls(
    jsonb_build_object(
      'record_type', sent.record_type,
      'record_id', sent.record_id,
      'position_title', (select application.position_title from public.job_applications as application
        where application.id = sent.record_id),
      'message', sent.body,
      'files', private.files_to_send(sent.id, null),
      'in_reply_to', (select came.mail_message_id from public.record_messages as came
        where came.record_id = sent.record_id and came.is_proved and came.mail_message_id is not null
        order by came.id desc limit 1))), sent.attempt::text)
  where message.id = sent.id;
end $function$;

CREATE OR REPLACE FUNCTION private.may_work_on(person_id uuid, record_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.person_has_permission($1, private.admin_permission($2, 'read')) and private.person_has_permission($1, 'records.work')
$function$;

CREATE OR REPLACE FUNCTION private.merged_into(record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select older_reference from private.registration_merges where younger_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.ms_until_next_mail()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(greatest(ceil(extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000), 0), 86400000)::integer
  from private.mail_outbox where status = 'waiting'
$function$;

CREATE OR REPLACE FUNCTION private.name_account(user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(person.full_name, person.email) from public.profiles as person
  where person.id = $1 and (private.has_permission('profiles.read')
    or exists (select from public.user_roles as held where held.user_id = $1)
    or exists (select from public.staff_departures as left_us where left_us.user_id = $1))
$function$;

CREATE OR REPLACE FUNCTION private.name_audited(subject_type text, subject_id text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  uuid_form constant text := '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  kind text := case
    when $1 in ('vault_reveals', 'vault_seal') and $3 ? 'record_type' then $3 ->> 'record_type'
    when $1 in ('payments', 'quotes', 'money_entries') then 'orders'
    when $1 in ('vault_reveals', 'photo_sittings', 'user_roles', 'staff_departures', 'account', 'own_secrets', 'own_data')
      then 'account'
    when $1 = 'board_contacts' then 'board_members'
    else $1 end;
  label text := case kind
    when 'board_members' then 'name'
    when 'career_categories' then 'title' when 'career_positions' then 'title' when 'courses' then 'title'
    when 'projects' then 'title' when 'stories' then 'title' when 'content_drafts' then 'title' when 'breaches' then 'title'
    when 'roles' then 'title' when 'saved_views' then 'title'
    when 'crop_seasons' then 'crop' when 'photographs' then 'caption'
    when 'page_facts' then 'label' when 'impact_figures' then 'label' when 'order_products' then 'label'
    when 'decline_reasons' then 'body' end;
  named text;
begin
  if kind = any (private.admin_types()) and $2 ~ uuid_form then
    named := private.name_record(kind, $2::uuid);
  elsif kind = 'account' and $2 ~ uuid_form then
    named := private.name_account($2::uuid);
  elsif label is not null and $2 is not null then
    if kind <> 'breaches' or private.has_permission('breaches.read') then
      execute format('select t.%I::text from public.%I as t where t.%I::text = $1', label, kind,
        case kind when 'roles' then 'name' else 'id' end) into named using $2;
    end if;
    named := left(coalesce(named, $3 ->> label), 120);
  end if;
  return jsonb_build_object('type', kind, 'id', $2, 'name', named);
end $function$;

CREATE OR REPLACE FUNCTION private.name_mail_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  policy private.mail_templates;
begin
  select * into policy from private.mail_templates where template = new.template;
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif policy.about = 'registrations' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = new.data ->> 'code';
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif policy.limited = 'form' and policy.about = any (private.admin_types()) then
    execute format('select id from public.%I where created_at = now() and email = $1', policy.about)
      into new.record_id using new.recipient;
    new.record_type := case when new.record_id is not null then policy.about end;
  end if;
  if policy.waits_for_undo and private.is_undoable(new.record_type) and (select auth.uid()) is not null then
    new.next_attempt_at := new.created_at + private.undo_period();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.name_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_readable boolean := private.has_permission(private.admin_permission($1, 'read'));
  named text;
begin
  if $1 = 'orders' then
    select orders.code into named from public.orders where orders.id = $2;
  elsif $1 in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    select case when is_readable then coalesce(record.contact_name, record.reference) else record.reference end into named
    from private.registrations as record where record.record_type = $1 and record.id = $2;
  elsif not is_readable then
    return null;
  elsif $1 = 'products' then
    select product.name into named from public.products as product where product.id = $2;
  elsif $1 = 'contact_messages' then
    select sent.name into named from public.contact_messages as sent where sent.id = $2;
  elsif $1 = 'job_applications' then
    select sent.full_name into named from public.job_applications as sent where sent.id = $2;
  elsif $1 = 'partnership_applications' then
    select sent.company_name into named from public.partnership_applications as sent where sent.id = $2;
  end if;
  return named;
end $function$;

CREATE OR REPLACE FUNCTION private.name_values(details jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(person.id, person.name), '{}')
  from (
    select value as id, case key when 'farmer_id' then private.name_record('farmers', value::uuid)
      else private.name_account(value::uuid) end as name
    from jsonb_each_text($1)
    where key in ('assignee_id', 'farmer_id') and value ~ '^[0-9a-f-]{36}$'
  ) as person
  where person.name is not null
$function$;

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
        where private.mailbox_of(mail_outbox.recipient) = private.mailbox_of(coalesce(request.email, contact.email))
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
    'product', current_order.crop_type,
    'quantity', current_order.quantity_text,
    'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code,
    'total_kobo', current_order.total_amount_kobo,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_followers_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_followers('orders', new.order_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_staff(user_id uuid, kind text, record_type text, record_id uuid, task_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_notices (user_id, kind, record_type, record_id, task_id, actor_id, actor_name)
  select $1, $2, $3, $4, $5, colleague.id, colleague.full_name
  from (select) as once
  left join lateral (
    select person.id, person.full_name from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where held.user_id = (select auth.uid()) and $2 <> 'answer'
  ) as colleague on true
  where $1 is distinct from (select auth.uid())
    and private.person_has_permission($1, private.admin_permission($3, 'read'))
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.read_sealed_record(record_type text, record_id uuid, purpose text)
 RETURNS SETOF private.sealed_secret
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid := (
    select secrets.person_id from app_vault.secrets
    where secrets.record_type = read_sealed_record.record_type and secrets.record_id = read_sealed_record.record_id limit 1);
begin
  if owner_id is null then
    return;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  values (read_sealed_record.purpose, owner_id, read_sealed_record.record_type, read_sealed_record.record_id);
  return query select sealed.* from private.sealed_of(array(
      select distinct secrets.person_id from app_vault.secrets
      where secrets.record_type = read_sealed_record.record_type and secrets.record_id = read_sealed_record.record_id)) as sealed
    where sealed.record_type = read_sealed_record.record_type and sealed.record_id = read_sealed_record.record_id;
end $function$;

CREATE OR REPLACE FUNCTION private.record_decision(record_type text, old anyelement, new anyelement)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  decided jsonb := to_jsonb(new);
begin
  if private.is_own_record(record_type, new.id)
    and private.has_permission(private.admin_permission(record_type, 'decide'))
  then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  if private.is_being_undone(record_type, new.id, old.status, new.status) then
    return;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    record_type, new.id,
    (select user_id from public.farmers where id = (decided ->> 'farmer_id')::uuid), caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif((select auth.role()), ''), 'system'),
    old.status, new.status, decided ->> 'review_note'
  );
end $function$;

CREATE OR REPLACE FUNCTION private.registrations_of(user_id uuid, person_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    with recursive own (id) as (
      select known.id from (
        select records.record_id as id from app_vault.records where records.person_id = any (registrations_of.person_ids)
        union select t.id from public.farmers as t where t.user_id = registrations_of.user_id
        union select t.id from public.training_enrolments as t where t.user_id = registrations_of.user_id
        union select t.id from public.buyers as t where t.user_id = registrations_of.user_id
        union select t.id from public.investors as t where t.user_id = registrations_of.user_id
      ) as known
      union
      -- What was made a part of theirs, unless another account has it.
      select merge.younger_id from own join private.registration_merges as merge on merge.older_id = own.id
      where not exists (
        select from private.registrations as record
        where record.id = merge.younger_id and record.user_id <> coalesce(registrations_of.user_id, '00000000-0000-0000-0000-000000000000')
      )
    )
    select own.id from own;
end $function$;

CREATE OR REPLACE FUNCTION private.require_conversation(record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_record_work(record_type);
begin
  perform private.require_admin_right(record_type, 'decide');
  if record_type not in ('contact_messages', 'job_applications', 'partnership_applications', 'orders') then
    raise exception 'This kind of record has no messages' using errcode = '22023';
  elsif not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'Somebody else must answer your own record' using errcode = '42501', hint = 'own_record';
  end if;
  return caller_id;
end $function$;

CREATE OR REPLACE FUNCTION private.send_morning_mails(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (at at time zone 'Africa/Lagos')::date;
  colleague record;
  readable text[];
  work record;
  sent integer := 0;
begin
  delete from public.staff_notices where created_at < at - interval '90 days';
  for colleague in
    select person.id, person.email, person.full_name
    from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where private.is_let_in(person.id) order by person.id
  loop
    readable := array(select record_type from unnest(private.admin_types()) as record_type
      where private.person_has_permission(colleague.id, private.admin_permission(record_type, 'read')));
    insert into public.staff_notices (user_id, kind, record_type, record_id, task_id)
    select colleague.id, 'task_due', task.record_type, task.record_id, task.id from private.open_tasks as task
    where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
    on conflict do nothing;
    select count(*) filter (where waits.kind = 'task' and waits.due_on < today) as late_tasks,
      count(*) filter (where waits.kind = 'task' and waits.due_on = today) as tasks_today,
      count(*) filter (where waits.kind = 'record') as late_records,
      coalesce((array_agg(distinct waits.code) filter (where waits.code is not null))[1:10], '{}') as codes
    into work
    from (
      select 'task' as kind, task.due_on, case when private.has_code(task.record_type)
        then private.label_record(task.record_type, task.record_id) end as code
      from private.open_tasks as task
      where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
      union all
      select 'record' as kind, null as due_on, case when private.has_code(open.record_type)
        then private.label_record(open.record_type, open.record_id) end as code
      from private.open_work_of(colleague.id, readable) as open where open.due_at < at
    ) as waits;
    continue when work.late_tasks + work.tasks_today + work.late_records = 0;
    if private.enqueue_mail('staff_morning', colleague.email, jsonb_build_object('full_name', colleague.full_name,
        'late_tasks', work.late_tasks, 'tasks_today', work.tasks_today, 'late_records', work.late_records, 'codes', work.codes),
        'staff_morning ' || colleague.id || ' ' || today) is not null
    then
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION private.stop_mails_like(mail_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.mail_outbox;
  stopped text;
begin
  select * into mail from private.mail_outbox where id = mail_id and channel = 'email';
  stopped := private.choice_of_mail(mail.template, mail.recipient);
  if stopped is not null then
    insert into public.notification_choices as chosen (user_id, order_mails, registration_mails, morning_mails)
    select person.id, stopped <> 'order_mails', stopped <> 'registration_mails', stopped <> 'morning_mails'
    from public.profiles as person where lower(person.email) = lower(mail.recipient)
    on conflict (user_id) do update set
      order_mails = chosen.order_mails and excluded.order_mails,
      registration_mails = chosen.registration_mails and excluded.registration_mails,
      morning_mails = chosen.morning_mails and excluded.morning_mails;
  end if;
  return stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.store_sealed(sealed jsonb, record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_input jsonb := sealed -> 'person';
  owner_id uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person app_vault.people;
  owner_of_record app_vault.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(person_input) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  elsif private.merged_into(store_sealed.record_id) is not null then
    raise exception 'This registration is one with %: nothing is added to it.', private.merged_into(store_sealed.record_id)
      using errcode = 'PT409';
  end if;

  if person_input ? 'wrappedKey' then
    insert into app_vault.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (person_input ->> 'id')::uuid, owner_id, private.read_encrypted(person_input ->> 'wrappedKey'), person_input ->> 'masterKeyId',
      decode(person_input ->> 'seal', 'base64'), owner_id
    )
    returning * into person;
  else
    select * into person from app_vault.people where id = (person_input ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif owner_id is not null and owner_id is distinct from person.user_id then
      raise exception 'This key is somebody else''s' using errcode = '42501';
    end if;
  end if;
  if person.seal is null then
    raise exception 'This person is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  insert into app_vault.records (record_type, record_id, person_id, sender_link_hash, seal)
  values (store_sealed.record_type, store_sealed.record_id, person.id, sealed -> 'record' ->> 'linkHash',
    decode(sealed -> 'record' ->> 'seal', 'base64'))
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from app_vault.records join app_vault.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  select records.seal into strict sealed_record from app_vault.records
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  if owner_of_record.id <> person.id
    and (owner_of_record.user_id is null or owner_of_record.user_id is distinct from person.user_id)
  then
    raise exception 'This record is somebody else''s' using errcode = '42501';
  elsif sealed_record is null then
    raise exception 'This record is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  for item in select value from jsonb_array_elements(sealed -> 'secrets') loop
    ciphertext := private.read_encrypted(item ->> 'ciphertext');
    if get_byte(ciphertext, 0) <> 2 then
      raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
    end if;
    insert into app_vault.secrets
      (person_id, record_type, record_id, field, ciphertext, last_four, match_hash)
    values (
      person.id, store_sealed.record_type, store_sealed.record_id, item ->> 'field',
      ciphertext, item ->> 'lastFour', decode(item ->> 'matchHash', 'hex')
    )
    on conflict on constraint secrets_record_field_unique do update set
      person_id = excluded.person_id, ciphertext = excluded.ciphertext, last_four = excluded.last_four,
      match_hash = excluded.match_hash, updated_at = now();
  end loop;
  for item in select value from jsonb_array_elements(coalesce(sealed -> 'matches', '[]')) loop
    insert into app_vault.matches (record_type, record_id, kind, match_hash)
    values (store_sealed.record_type, store_sealed.record_id, item ->> 'kind', decode(item ->> 'hash', 'hex'))
    on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash;
  end loop;
  return person.id;
end $function$;

CREATE OR REPLACE FUNCTION private.store_submission(record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, sealed);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version, requested_by, changes,
      phone_to_call)
  values (
    store_submission.record_type, store_submission.record_id, store_submission.version, store_submission.form,
    store_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion'), context ->> 'requestedBy', coalesce(context -> 'changes', '[]'),
    context ->> 'phoneToCall'
  );
  if store_submission.version > 1 then
    perform private.notify_followers(store_submission.record_type, store_submission.record_id);
  end if;
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, store_submission.form, store_submission.record_type, store_submission.record_id,
    store_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, store_submission.record_type, store_submission.record_id, consent ->> 'purpose',
    consent ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as consent;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, store_submission.record_type, store_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = store_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', store_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      store_submission.record_type, store_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', store_submission.version));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.store_task(record_type text, record_id uuid, title text, due_on date, due_time time without time zone, assignee_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created_id uuid;
begin
  perform private.check_task(null, record_type, title, due_on, assignee_id);
  insert into public.tasks (record_type, record_id, title, due_on, due_time, assignee_id, assignee_name, created_by)
  values ($1, $2, $3, $4, $5, $6, (select person.full_name from public.profiles as person where person.id = $6), (select auth.uid()))
  returning id into created_id;
  perform private.record_audit('task', record_type, record_id::text, null,
    jsonb_build_object('due_on', due_on, 'assignee_id', assignee_id));
  if assignee_id is not null then
    perform private.notify_staff(assignee_id, 'task_assigned', record_type, record_id, created_id);
  end if;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION private.take_back_mails(record_type text, record_id uuid, written_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with taken as (
    delete from private.mail_outbox as mail
    where mail.record_type = $1 and mail.record_id = $2 and mail.created_at = $3
      and mail.status = 'waiting' and mail.attempts = 0
      -- What somebody wrote themselves beside the decision was not waiting for it.
      and exists (select from private.mail_templates as known where known.template = mail.template and known.waits_for_undo)
    returning mail.data ->> 'token' as token
  )
  delete from private.registration_guest_links as link using taken
  where link.token_hash = encode(sha256(convert_to(taken.token, 'UTF8')), 'hex');
  return not exists (
    select from private.mail_outbox as mail
    where mail.record_type = $1 and mail.record_id = $2 and mail.created_at = $3
  );
end $function$;

CREATE OR REPLACE FUNCTION private.take_reply(record_type text, record_id uuid, reply jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said text := left(coalesce(nullif(private.clean_text(reply ->> 'body'), ''), '(A mail without words.)'),
    case when record_type = 'orders' then 2000 else 5000 end);
  whole text := nullif(left(private.clean_text(reply ->> 'wholeBody'), 50000), said);
  outcome text;
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  taken_id bigint;
  into_order boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || record_id, 0));
  outcome := private.judge_reply(record_type, record_id, reply ->> 'from', reply ->> 'messageId');
  if outcome not in ('proved', 'unproved') then
    return outcome;
  end if;
  into_order := record_type = 'orders' and outcome = 'proved';
  if into_order then
    insert into public.order_messages (order_id, is_from_staff, author_id, body, whole_body, files_left_out, mail_message_id)
    select orders.id, false, orders.user_id, said, whole, (reply ->> 'filesLeftOut')::integer, reply ->> 'messageId'
    from public.orders where orders.id = take_reply.record_id returning id into taken_id;
  else
    insert into public.record_messages (record_type, record_id, is_from_staff, from_address, is_proved, body, whole_body,
      files_left_out, mail_message_id)
    values (take_reply.record_type, take_reply.record_id, false, left(reply ->> 'from', 320), outcome = 'proved', said, whole,
      (reply ->> 'filesLeftOut')::integer, reply ->> 'messageId')
    returning id into taken_id;
  end if;
  insert into public.message_files (path, record_type, record_id, message_id, order_message_id, name, type, bytes)
  select file.path, take_reply.record_type, take_reply.record_id, case when not into_order then taken_id end,
    case when into_order then taken_id end, file.name, file.type, file.bytes
  from jsonb_to_recordset(reply -> 'files') as file (path text, name text, type text, bytes integer);
  if outcome = 'proved' and record_type = 'contact_messages' then
    -- The application opens it again, and no member of staff.
    perform set_config('request.jwt.claims', '', true);
    update public.contact_messages set status = 'pending', replied_at = now()
    where contact_messages.id = take_reply.record_id and status = 'completed';
    perform set_config('request.jwt.claims', claims, true);
  end if;
  return outcome;
end $function$;

CREATE OR REPLACE FUNCTION private.take_task(task_id uuid)
 RETURNS public.tasks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks;
begin
  select * into task from public.tasks where id = task_id for update;
  if task.id is null then
    raise exception 'This task is not there any more' using errcode = 'P0002';
  end if;
  perform private.require_record_work(task.record_type);
  return task;
end $function$;

CREATE OR REPLACE FUNCTION private.undo_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '10 seconds'
$function$;

CREATE OR REPLACE FUNCTION public.add_record_note(record_type text, record_id uuid, body text, mentions uuid[] DEFAULT '{}'::uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := private.require_record_work(record_type);
  words text := coalesce(private.clean_text(body), '');
  created_id bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  elsif exists (
    select from unnest(mentions) as mentioned
    where not private.may_work_on(mentioned, add_record_note.record_type)
  ) then
    raise exception 'Somebody whom the note mentions may not read this record' using errcode = '23514', hint = 'body';
  elsif cardinality(mentions) > 20 then
    raise exception 'A note may mention at most 20 colleagues' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    (select full_name from public.profiles where id = author), words)
  returning id into created_id;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  perform private.notify_staff(mentioned, 'mention', add_record_note.record_type, add_record_note.record_id)
  from (select distinct unnest(mentions) as mentioned) as colleagues;
  return created_id;
end $function$;

REVOKE ALL ON FUNCTION "public"."add_record_note"(text, uuid, text, uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.add_task(record_type text, record_id uuid, title text, due_on date, due_time time without time zone DEFAULT NULL::time without time zone, assignee_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record_work(record_type);
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  return private.store_task($1, $2, nullif(private.clean_line($3), ''), $4, $5, $6);
end $function$;

REVOKE ALL ON FUNCTION "public"."add_task"(text, uuid, text, date, time without time zone, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.admin_bell()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.admin_types_with('read');
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read notices of staff' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'unread', (select count(*) from public.staff_notices as notice
      where notice.user_id = (select auth.uid()) and notice.read_at is null and notice.record_type = any (readable)),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', newest.id, 'kind', newest.kind, 'recordType', newest.record_type,
          'recordId', newest.record_id, 'label', private.label_record(newest.record_type, newest.record_id),
          'taskTitle', (select task.title from public.tasks as task where task.id = newest.task_id),
          'actorName', newest.actor_name, 'createdAt', newest.created_at, 'isRead', newest.read_at is not null)
        order by newest.id desc), '[]')
      from (
        select notice.* from public.staff_notices as notice
        where notice.user_id = (select auth.uid()) and notice.record_type = any (readable)
        order by notice.id desc limit 30
      ) as newest));
end $function$;

REVOKE ALL ON FUNCTION "public"."admin_bell"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.admin_home()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit private.staff_visits;
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read the home of staff' using errcode = '42501';
  end if;
  insert into private.staff_visits as known (user_id) values ((select auth.uid()))
  on conflict (user_id) do update set
    previous_at = case when known.seen_at < now() - interval '30 minutes' then known.seen_at else known.previous_at end,
    begun_at = case when known.seen_at < now() - interval '30 minutes' then now() else known.begun_at end,
    seen_at = now()
  returning * into visit;
  return jsonb_build_object(
    'mine', private.find_own_work(),
    'tasks', case when private.has_permission('records.work') then private.find_own_tasks() end,
    'news', private.find_news(coalesce(visit.previous_at, now() - interval '1 day')),
    'money', case when private.has_permission('payments.confirm') then (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'part', part, 'entries', entries, 'amountKobo', amount_kobo)
        order by currency, part), '[]') from private.money_of_day) end,
    'missing', to_jsonb(private.find_missing_setup()));
end $function$;

CREATE OR REPLACE FUNCTION public.assign_record(record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_record_work(record_type);
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not private.may_work_on(assign_record.assignee_id, assign_record.record_type) then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
  insert into public.record_work (record_type, record_id)
  values (assign_record.record_type, assign_record.record_id) on conflict on constraint record_work_pkey do nothing;
  select work.assignee_id into now_assigned from public.record_work as work
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type for update;
  if now_assigned is distinct from expected_assignee_id then
    raise exception 'Somebody else has taken it by now. Please look at it again.'
      using errcode = 'PT409', hint = coalesce(now_assigned::text, '');
  end if;
  update public.record_work as work set
    assignee_id = assign_record.assignee_id,
    assignee_name = (select full_name from public.profiles where id = assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
  if assign_record.assignee_id is distinct from now_assigned and assign_record.assignee_id is not null then
    perform private.notify_staff(assign_record.assignee_id, 'assigned', assign_record.record_type, assign_record.record_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.assign_records(record_type text, record_ids uuid[], assignee_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen uuid;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if assignee_id is null or coalesce(cardinality(record_ids), 0) not between 1 and 500 then
    raise exception 'Please choose a person, and between 1 and 500 records' using errcode = '23514', hint = 'record_ids';
  end if;
  perform private.require_record_work(record_type);
  for chosen in select distinct id from unnest(record_ids) as id where id is not null order by id loop
    begin
      perform public.assign_record(record_type, chosen, assignee_id);
      changed := changed || chosen;
    exception when no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', chosen,
        'message', case when sqlstate = 'PT409' then 'a colleague has it already' else words end);
    end;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $function$;

REVOKE ALL ON FUNCTION "public"."assign_records"(text, uuid[], uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.change_task(task_id uuid, title text, due_on date, due_time time without time zone, assignee_id uuid, expected_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks := private.take_task(task_id);
  words text := nullif(private.clean_line(title), '');
begin
  if task.done_at is not null then
    raise exception 'This task is done. Please open it again first.' using errcode = '55000';
  elsif task.updated_at is distinct from expected_at then
    raise exception 'Somebody else has changed this task by now. Please look at it again.' using errcode = 'PT409';
  end if;
  perform private.check_task(task, task.record_type, words, due_on, assignee_id);
  update public.tasks as known set title = words, due_on = change_task.due_on, due_time = change_task.due_time,
    assignee_id = change_task.assignee_id,
    assignee_name = (select person.full_name from public.profiles as person where person.id = change_task.assignee_id),
    updated_at = clock_timestamp()
  where known.id = change_task.task_id;
  -- It is due on another day, or somebody else's: who was reminded of it is reminded again, when it is time.
  if due_on is distinct from task.due_on or assignee_id is distinct from task.assignee_id then
    delete from public.staff_notices as notice where notice.task_id = change_task.task_id and notice.kind = 'task_due';
  end if;
  perform private.record_audit('task', task.record_type, task.record_id::text,
    jsonb_build_object('due_on', task.due_on, 'assignee_id', task.assignee_id),
    jsonb_build_object('due_on', due_on, 'assignee_id', assignee_id));
  if assignee_id is not null and assignee_id is distinct from task.assignee_id then
    perform private.notify_staff(assignee_id, 'task_assigned', task.record_type, task.record_id, task.id);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."change_task"(uuid, text, date, time without time zone, uuid, timestamp with time zone) FROM "service_role";

CREATE OR REPLACE FUNCTION public.count_audit(search text DEFAULT NULL::text, actor uuid DEFAULT NULL::uuid, kind text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, only_looks boolean DEFAULT false)
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
  elsif nullif(btrim(search), '') is null and actor is null and kind is null and not only_looks then
    return (select count(*) from public.audit_trail as entry
      where (count_audit.since is null or entry.created_at >= count_audit.since)
        and (count_audit.until is null or entry.created_at < count_audit.until));
  end if;
  loop
    page := private.find_audit_entries(search, actor, kind, null, only_looks, since, until, last_id, 1000);
    found_count := found_count + cardinality(page);
    exit when cardinality(page) < 1000;
    last_id := page[1000];
  end loop;
  return found_count;
end $function$;

REVOKE ALL ON FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.deactivate_staff(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  found_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into found_role;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, found_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  -- What they had in hand waits for someone else.
  update public.record_work set assignee_id = null, assignee_name = null, assigned_by = null, assigned_at = null
  where assignee_id = deactivate_staff.user_id;
  update public.tasks set assignee_id = null, assignee_name = null where assignee_id = deactivate_staff.user_id and done_at is null;
  delete from public.staff_notices where staff_notices.user_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
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
    begin
      execute format('update public.%I set status = $1 %s %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end,
        case when requested.version is not null and record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
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

CREATE OR REPLACE FUNCTION public.figures_promise_kept(since date, until date)
 RETURNS TABLE(record_type text, clock text, kept bigint, broken bigint, open bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  span tstzrange := private.figure_span(since, until);
  due private.due_clocks;
begin
  if not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  for due in
    select * from private.due_clocks as known where known.record_type = any (private.admin_types_with('read'))
    order by known.record_type, known.clock
  loop
    return query execute format($query$
      select $1, $2,
        count(*) filter (where met_at <= due_at),
        count(*) filter (where met_at > due_at or (met_at is null and due_at < now())),
        count(*) filter (where met_at is null and due_at >= now())
      from (
        select record.created_at + make_interval(hours => $3) as due_at, least(%1$s, %2$s) as met_at
        from public.%3$I as record
        where record.created_at >= lower($4) and record.created_at < upper($4) and not record.is_demo %4$s
      ) as clocks $query$,
      case when due.record_type = 'contact_messages' then
          -- The first answer: a message is open again when its person writes again.
          'coalesce((select min(event.created_at) from private.standing_decisions as event
            where event.record_type = $1 and event.record_id = record.id and event.to_status = ''completed''), record.answered_at)'
        else '(select min(event.created_at) from private.standing_decisions as event
          where event.record_type = $1 and event.record_id = record.id)' end,
      case when due.clock = 'first_contact' then '(select work.contacted_at from public.record_work as work
          where work.record_id = record.id and work.record_type = $1)' else 'null' end,
      due.record_type,
      case when due.record_type = 'orders' then 'and record.kind = ''bulk''' else '' end)
    using due.record_type, due.clock, due.hours, span;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.find_merges(record_type text, record_id uuid)
 RETURNS TABLE(older_id uuid, older_reference text, younger_id uuid, younger_reference text, reason text, actor_name text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(find_merges.record_type, 'read');
  return query
    with recursive parts as (
      select merge.* from private.registration_merges as merge
      where merge.record_type = find_merges.record_type and merge.older_id = find_merges.record_id
      union
      select merge.* from parts join private.registration_merges as merge on merge.older_id = parts.younger_id
    )
    select merge.older_id, merge.older_reference, merge.younger_id, merge.younger_reference, merge.reason,
      case when private.has_permission('profiles.read') then merge.actor_name end, merge.created_at
    from (
      select * from parts
      union all
      select * from private.registration_merges as whole
      where whole.record_type = find_merges.record_type and whole.younger_id = find_merges.record_id
    ) as merge
    order by merge.id desc;
end $function$;

REVOKE ALL ON FUNCTION "public"."find_merges"(text, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query
    select own.id, array_remove(array[
      case when find_record_flags.record_type = any (private.registrations_with('read')) and exists (
        select from private.registration_phones as mine
        join private.registration_phones as other on other.phone = mine.phone and other.id <> mine.id
        where mine.id = own.id and mine.phone ~ '[1-9]' and private.merged_into(mine.id) is null
          and private.merged_into(other.id) is null) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolment_private as kept
        where kept.training_enrolment_id = own.id and kept.guardian_phone is not null) then 'minor' end,
      case when find_record_flags.record_type in ('farmers', 'training_enrolments', 'buyers') and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo) then 'photo' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_task(task_id uuid, is_done boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks := private.take_task(task_id);
begin
  if (task.done_at is not null) = is_done then
    return;
  end if;
  update public.tasks as known set done_at = case when is_done then now() end, done_by = case when is_done then (select auth.uid()) end,
    updated_at = clock_timestamp()
  where known.id = finish_task.task_id;
  -- What is done is no news any more.
  update public.staff_notices as notice set read_at = now()
  where notice.task_id = finish_task.task_id and notice.read_at is null and is_done;
  perform private.record_audit('task', task.record_type, task.record_id::text,
    jsonb_build_object('is_done', task.done_at is not null), jsonb_build_object('is_done', is_done));
end $function$;

REVOKE ALL ON FUNCTION "public"."finish_task"(uuid, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.issue_pro_forma(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  offer := private.find_open_offer(own);
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(),
      'goodUntil', private.utc_text(own.expires_at), 'schedule', private.describe_schedule(own.id));
    details := jsonb_set(private.describe_parties(own.id) || details, '{order,currency}', to_jsonb(own.currency));
  end if;
  return private.issue_pro_forma_once(own.id, details);
end $function$;

CREATE OR REPLACE FUNCTION public.issue_quote_document(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  quoted public.orders;
  offer public.quotes;
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into quoted from public.orders where id = issue_quote_document.order_id for update;
  offer := private.find_open_offer(quoted);
  if offer.id is null then
    raise exception 'No quote of this order is open' using errcode = 'PT409';
  end if;
  return private.issue_pro_forma_once(quoted.id,
    private.describe_offer(offer, private.describe_lines(quoted.id, offer.id)));
end $function$;

REVOKE ALL ON FUNCTION "public"."issue_quote_document"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_assignees(record_type text)
 RETURNS TABLE(user_id uuid, full_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.may_work_on(roles.user_id, list_assignees.record_type)
    order by 2, 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_audited_people()
 RETURNS TABLE(user_id uuid, name text, is_former boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  return query
    select person.id, coalesce(person.full_name, person.email), staff.role is null
    from public.profiles as person
    left join public.user_roles as staff on staff.user_id = person.id
    where staff.role is not null or exists (select from public.staff_departures as left_us where left_us.user_id = person.id)
    order by 3, 2;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_audited_people"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_conversation(record_type text, record_id uuid)
 RETURNS TABLE(id text, is_from_staff boolean, author_name text, from_address text, is_proved boolean, body text, whole_body text, files_left_out integer, files jsonb, mail_id uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(list_conversation.record_type, 'read');
  return query
    with thread as (
      select 'first' as id, false as is_from_staff, first.name as author_name, first.email as from_address, true as is_proved,
        first.message as body, null::text as whole_body, 0 as files_left_out, null::jsonb as files, null::uuid as mail_id,
        first.created_at
      from public.contact_messages as first
      where list_conversation.record_type = 'contact_messages' and first.id = list_conversation.record_id
      union all
      select 'record ' || message.id as id, message.is_from_staff, message.author_name, message.from_address, message.is_proved,
        message.body, message.whole_body, message.files_left_out, private.describe_message_files(message.id, null) as files,
        message.mail_id, message.created_at
      from public.record_messages as message
      where message.record_type = list_conversation.record_type and message.record_id = list_conversation.record_id
      union all
      select 'order ' || message.id as id, message.is_from_staff,
        case when message.is_from_staff then coalesce(nullif(person.full_name, ''), person.email) end as author_name, null as from_address, true as is_proved,
        message.body, message.whole_body, message.files_left_out, private.describe_message_files(null, message.id) as files,
        message.mail_id, message.created_at
      from public.order_messages as message left join public.profiles as person on person.id = message.author_id
      where list_conversation.record_type = 'orders' and message.order_id = list_conversation.record_id
    ), newest as (
      select thread.* from thread order by thread.created_at desc, thread.id desc limit 200
    )
    select newest.* from newest order by newest.created_at, newest.id;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_conversation"(text, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_last_actions()
 RETURNS TABLE(user_id uuid, action text, subject_type text, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.has_permission('roles.read') and private.has_permission('audit_events.read')) then
    raise exception 'permission denied to read what colleagues did' using errcode = '42501';
  end if;
  return query
    select held.user_id, entry.action, entry.subject_type, entry.created_at
    from public.user_roles as held
    cross join lateral (
      select trail.id, trail.action, trail.subject_type, trail.created_at from public.audit_trail as trail
      where trail.actor_id = held.user_id order by trail.created_at desc, trail.id desc limit 3
    ) as entry
    order by entry.created_at desc, entry.id desc;
end $function$;

CREATE OR REPLACE FUNCTION public.list_tasks(which text DEFAULT 'mine'::text, page_index integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.admin_types_with('read');
  caller_id uuid := (select auth.uid());
  answer jsonb;
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to read tasks' using errcode = '42501';
  elsif which is null or which not in ('mine', 'open', 'nobody', 'done') then
    raise exception 'There is no such list of tasks' using errcode = '22023';
  end if;
  select jsonb_build_object(
    'count', count(*),
    'late', count(*) filter (where task.done_at is null and
      (task.due_on + coalesce(task.due_time, time '23:59:59')) at time zone 'Africa/Lagos' < now())) into answer
  from public.tasks as task
  where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
    and (which <> 'mine' or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null);
  return answer || jsonb_build_object('tasks', (
    select coalesce(jsonb_agg(private.describe_task(page) order by page.done_at desc, page.due_on, page.due_time nulls last, page.id), '[]')
    from (
      select task.* from public.tasks as task
      where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
        and (which <> 'mine' or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
      order by task.done_at desc, task.due_on, task.due_time nulls last, task.id
      limit 50 offset 50 * greatest(page_index, 0)::bigint
    ) as page));
end $function$;

REVOKE ALL ON FUNCTION "public"."list_tasks"(text, integer) FROM "service_role";

CREATE OR REPLACE FUNCTION public.log_call(record_type text, record_id uuid, outcome text, note text DEFAULT NULL::text, again_on date DEFAULT NULL::date, again_time time without time zone DEFAULT NULL::time without time zone, again_by uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null or log_call.record_type is null
    or log_call.record_type <> all (private.registrations_with('read')) or not private.has_permission('records.work')
  then
    raise exception 'permission denied to log a call about %', log_call.record_type using errcode = '42501';
  end if;
  if not exists (
    select from private.registrations as record
    where record.record_type = log_call.record_type and record.id = log_call.record_id
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  insert into public.phone_calls (record_type, record_id, called_by, outcome, note)
  values (log_call.record_type, log_call.record_id, (select auth.uid()), log_call.outcome,
    nullif(private.clean_text(log_call.note), ''));
  if log_call.again_on is not null then
    perform private.store_task(log_call.record_type, log_call.record_id, 'Ring again', log_call.again_on, log_call.again_time,
      coalesce(log_call.again_by, (select auth.uid())));
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."log_call"(text, uuid, text, text, date, time without time zone, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.mark_notices_read(ids bigint[] DEFAULT NULL::bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to mark notices of staff' using errcode = '42501';
  end if;
  update public.staff_notices as notice set read_at = now()
  where notice.user_id = (select auth.uid()) and notice.read_at is null
    and (mark_notices_read.ids is null or notice.id = any (mark_notices_read.ids));
end $function$;

REVOKE ALL ON FUNCTION "public"."mark_notices_read"(bigint[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.record_access(record_type text, record_id uuid, what text, path text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
  place text;
  bucket text;
begin
  if what = 'payment_proof' and not private.has_permission('payments.confirm') then
    raise exception 'permission denied to see proofs of payment' using errcode = '42501';
  elsif record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_access.path limit 1;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_access.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_access.path = any (dispute.photo_paths) limit 1;
  elsif what = 'message_file' then
    bucket := 'message-files';
    select file.path into place from public.message_files as file
    where file.record_type = record_access.record_type and file.record_id = record_access.record_id
      and file.path = record_access.path;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $function$;

CREATE OR REPLACE FUNCTION public.request_corrections(record_type text, record_ids uuid[], notes jsonb, message text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen uuid;
  changed uuid[] := '{}';
  requests bigint[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if coalesce(cardinality(record_ids), 0) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'record_ids';
  end if;
  perform private.require_admin_right(record_type, 'decide');
  for chosen in select distinct id from unnest(record_ids) as id where id is not null order by id loop
    begin
      requests := requests || public.request_correction(record_type, chosen, notes, message);
      changed := changed || chosen;
    exception when check_violation or insufficient_privilege or no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', chosen, 'message', words);
    end;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'requests', to_jsonb(requests), 'skipped', skipped);
end $function$;

REVOKE ALL ON FUNCTION "public"."request_corrections"(text, uuid[], jsonb, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.search_audit(search text DEFAULT NULL::text, actor uuid DEFAULT NULL::uuid, kind text DEFAULT NULL::text, subject text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50, only_looks boolean DEFAULT false)
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
      search_audit.subject, search_audit.only_looks, search_audit.since, search_audit.until, search_audit.before_id,
      least(greatest(search_audit.max_rows, 1), 1000)))
    order by entry.created_at desc, entry.id desc;
end $function$;

REVOKE ALL ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.search_buyer_attempts(search text DEFAULT NULL::text, only_event text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50)
 RETURNS SETOF public.audit_events
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := lower(nullif(btrim(search), ''));
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read attempts' using errcode = '42501';
  end if;
  return query
    select attempt.* from public.audit_events as attempt
    where (words is null or lower(attempt.email) = words)
      and (only_event is null or attempt.event = only_event)
      and (search_buyer_attempts.since is null or attempt.created_at >= search_buyer_attempts.since)
      and (search_buyer_attempts.until is null or attempt.created_at < search_buyer_attempts.until)
      and (search_buyer_attempts.before_id is null or attempt.id < search_buyer_attempts.before_id)
    order by attempt.id desc limit least(greatest(max_rows, 1), 500);
end $function$;

REVOKE ALL ON FUNCTION "public"."search_buyer_attempts"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "service_role";

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
    -- Of no account: failed attempts alone.
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

REVOKE ALL ON FUNCTION "public"."search_sign_ins"(uuid, boolean, boolean, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) FROM "service_role";

CREATE OR REPLACE FUNCTION public.send_order_document(document_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.order_documents;
begin
  perform private.require_record_work('orders');
  if not (private.has_permission('orders.decide') or private.has_permission('payments.confirm')) then
    raise exception 'permission denied to send documents' using errcode = '42501';
  end if;
  select * into document from public.order_documents where id = document_id;
  if document.id is null then
    raise exception 'There is no such document' using errcode = 'P0002';
  elsif private.is_lapsed(document) then
    raise exception 'This document is out of date, and nobody may pay by it' using errcode = 'PT409';
  elsif not exists (
    select from public.orders left join public.order_contacts as contact on contact.order_id = orders.id
      left join public.order_requests as request on request.order_id = orders.id
      left join public.profiles as person on person.id = orders.user_id
    where orders.id = document.order_id and not orders.is_demo and coalesce(request.email, contact.email, person.email) is not null
  ) then
    raise exception 'There is no e-mail address to send it to' using errcode = 'PT409';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('send document ' || document.order_id, 0));
  if (select count(*) >= 5 from public.audit_trail
      where subject_id = document.order_id::text and action = 'send_document' and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.notify_buyer(document.order_id, 'order_document',
    jsonb_build_object('document', jsonb_build_object('kind', document.kind, 'number', document.number)));
  perform private.record_audit('send_document', 'orders', document.order_id::text, null,
    jsonb_build_object('kind', document.kind, 'number', document.number));
end $function$;

REVOKE ALL ON FUNCTION "public"."send_order_document"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.send_order_message(order_id uuid, body text, context jsonb DEFAULT '{}'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message_id bigint;
  own public.orders;
  said text := coalesce(private.clean_text(body), '');
  is_staff boolean := private.has_permission('orders.decide') and exists (
    select from public.orders where id = order_id and user_id is distinct from (select auth.uid()));
begin
  if not is_staff then
    own := private.find_own_order(order_id, context);
    perform pg_advisory_xact_lock(hashtextextended('order message ' || own.id, 0));
    if (select count(*) >= 30 from public.order_messages as message
        where message.order_id = own.id and not is_from_staff and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
  end if;
  if said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > 2000 then
    raise exception 'Write a message of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.order_messages (order_id, is_from_staff, author_id, body)
  values (send_order_message.order_id, is_staff, (select auth.uid()), said)
  returning id into message_id;
  if is_staff then
    perform private.mail_order_message(message_id);
  end if;
  return message_id;
end $function$;

CREATE OR REPLACE FUNCTION public.send_record_message(record_type text, record_id uuid, body text, attempt uuid, files text[] DEFAULT '{}'::text[], mark_answered boolean DEFAULT false)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_conversation(record_type, record_id);
  said text := coalesce(private.clean_text(body), '');
  addresses text[] := private.conversation_addresses(record_type, record_id);
  recipient text := addresses[1];
  is_order boolean := record_type = 'orders';
  max_length integer := case when record_type = 'orders' then 2000 else 5000 end;
  chosen text[] := array(select distinct unnest(files));
  known_id bigint;
  sent_id bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || record_id, 0));
  select message.id into known_id from public.record_messages as message
  where message.attempt = send_record_message.attempt and message.author_id = caller_id;
  if known_id is null then
    select message.id into known_id from public.order_messages as message
    where message.attempt = send_record_message.attempt and message.author_id = caller_id;
  end if;
  if known_id is not null then
    return known_id;
  elsif attempt is null then
    raise exception 'A message names its attempt' using errcode = '22023', hint = 'attempt';
  elsif said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > max_length then
    raise exception 'Write a message of at most % characters', max_length using errcode = '23514', hint = 'body';
  elsif addresses is null then
    raise exception 'Its person is erased, so nobody can be written to' using errcode = '23514', hint = 'body';
  elsif recipient is null and (not is_order or cardinality(chosen) > 0) then
    raise exception 'There is no e-mail address to write to' using errcode = '23514', hint = 'body';
  elsif cardinality(chosen) > 5 then
    raise exception 'At most 5 files' using errcode = '23514', hint = 'files';
  elsif (
    select count(*) from public.record_messages as message
    where message.record_id = send_record_message.record_id and message.is_from_staff
      and message.created_at > now() - interval '1 hour'
  ) + (
    select count(*) from public.order_messages as message
    where message.order_id = send_record_message.record_id and message.is_from_staff
      and message.created_at > now() - interval '1 hour'
  ) >= 30 then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;

  if is_order then
    insert into public.order_messages (order_id, is_from_staff, author_id, body, attempt)
    values (send_record_message.record_id, true, caller_id, said, send_record_message.attempt) returning id into sent_id;
  else
    perform private.refuse_secrets('body', null, said);
    insert into public.record_messages (record_type, record_id, is_from_staff, author_id, author_name, body, attempt)
    values (send_record_message.record_type, send_record_message.record_id, true, caller_id,
      (select coalesce(nullif(full_name, ''), email) from public.profiles where id = caller_id), said, send_record_message.attempt)
    returning id into sent_id;
  end if;
  update public.message_files as file set
    message_id = case when not is_order then sent_id end, order_message_id = case when is_order then sent_id end
  where file.path = any (chosen) and file.added_by = caller_id and file.record_type = send_record_message.record_type
    and file.record_id = send_record_message.record_id and file.message_id is null and file.order_message_id is null;
  if (select count(*) from public.message_files as file where file.path = any (chosen)
      and sent_id = case when is_order then file.order_message_id else file.message_id end) < cardinality(chosen) then
    raise exception 'A file has not arrived, or is too old by now. Please choose it again.' using errcode = '23514', hint = 'files';
  end if;
  if is_order then
    perform private.mail_order_message(sent_id);
  else
    perform private.mail_record_message(sent_id, recipient);
    perform private.note_contact(record_type, record_id, caller_id);
    perform private.record_audit('message', record_type, record_id::text);
  end if;
  if mark_answered and record_type = 'contact_messages' then
    update public.contact_messages set status = 'completed'
    where contact_messages.id = send_record_message.record_id and status = 'pending';
  end if;
  return sent_id;
end $function$;

REVOKE ALL ON FUNCTION "public"."send_record_message"(text, uuid, text, uuid, text[], boolean) FROM "service_role";

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
    select from public.phone_calls as made
    where made.record_id = request.record_id and made.record_type = request.record_type and made.created_at > request.created_at
  ) then
    raise exception 'It was answered since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif not private.take_back_mails(request.record_type, request.record_id, request.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  delete from public.correction_requests where id = request.id;
  perform private.record_audit('undo', request.record_type, request.record_id::text,
    jsonb_build_object('correction', request.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."undo_correction"(bigint) FROM "service_role";

CREATE OR REPLACE FUNCTION public.undo_corrections(request_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  request record;
  undone uuid[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if coalesce(cardinality(request_ids), 0) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 requests' using errcode = '23514', hint = 'request_ids';
  end if;
  for request in
    select sent.id, sent.record_id from public.correction_requests as sent where sent.id = any (request_ids)
    order by sent.record_id, sent.id
  loop
    begin
      perform public.undo_correction(request.id);
      undone := undone || request.record_id;
    exception when check_violation or insufficient_privilege or no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', request.record_id, 'message', words);
    end;
  end loop;
  return jsonb_build_object('undone', to_jsonb(undone), 'skipped', skipped);
end $function$;

REVOKE ALL ON FUNCTION "public"."undo_corrections"(bigint[]) FROM "service_role";

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
  if not private.is_undoable(event.record_type) or event.undoes is not null or event.from_status <> 'pending' then
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
    select from public.phone_calls as made
    where made.record_id = event.record_id and made.record_type = event.record_type and made.created_at > event.created_at
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
    case when event.record_type <> 'contact_messages' then ', decline_reason = null' else '' end)
    using event.from_status, event.record_id;
  perform private.record_audit('undo', event.record_type, event.record_id::text,
    jsonb_build_object('status', event.to_status), jsonb_build_object('status', event.from_status, 'decision', event.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."undo_decision"(bigint) FROM "service_role";

CREATE OR REPLACE FUNCTION public.undo_decisions(event_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  decided record;
  undone uuid[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if coalesce(cardinality(event_ids), 0) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 decisions' using errcode = '23514', hint = 'event_ids';
  end if;
  for decided in
    select event.id, event.record_id from public.decision_events as event where event.id = any (event_ids)
    order by event.record_id, event.id
  loop
    begin
      perform public.undo_decision(decided.id);
      undone := undone || decided.record_id;
    exception when check_violation or insufficient_privilege or no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', decided.record_id, 'message', words);
    end;
  end loop;
  return jsonb_build_object('undone', to_jsonb(undone), 'skipped', skipped);
end $function$;

REVOKE ALL ON FUNCTION "public"."undo_decisions"(bigint[]) FROM "service_role";

ALTER TABLE "private"."mail_templates" ADD CONSTRAINT "mail_templates_choice_known" CHECK ((choice = ANY (ARRAY['order_mails'::text, 'registration_mails'::text, 'morning_mails'::text])));

ALTER TABLE "public"."decision_events" ADD CONSTRAINT "decision_events_undoes_unique" UNIQUE (undoes);

ALTER TABLE "public"."message_files" ADD CONSTRAINT "message_files_order_message_id_fkey" FOREIGN KEY (order_message_id) REFERENCES public.order_messages(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_messages" ADD CONSTRAINT "order_messages_attempt_unique" UNIQUE (attempt);

ALTER TABLE "public"."order_messages" ADD CONSTRAINT "order_messages_mail_message_id_length" CHECK ((char_length(mail_message_id) <= 500));

ALTER TABLE "public"."order_messages" ADD CONSTRAINT "order_messages_whole_body_length" CHECK ((char_length(whole_body) <= 50000));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_container_20ft_kg_range" CHECK (((container_20ft_kg >= (100)::numeric) AND (container_20ft_kg <= (40000)::numeric)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_container_40ft_kg_range" CHECK (((container_40ft_kg >= (100)::numeric) AND (container_40ft_kg <= (40000)::numeric)));

ALTER TABLE "public"."message_files" ADD CONSTRAINT "message_files_message_id_fkey" FOREIGN KEY (message_id) REFERENCES public.record_messages(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notices" ADD CONSTRAINT "staff_notices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notices" ADD CONSTRAINT "staff_notices_task_id_fkey" FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE;

CREATE VIEW "private"."buyers_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('buyers'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(COALESCE(company_name, (contact_first_name || COALESCE((' '::text || contact_last_name), ''::text)))) COLLATE "C") AS list_name
   FROM public.buyers;

revoke all on table private.buyers_list from public, anon, authenticated;

CREATE VIEW "private"."contact_messages_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (COALESCE(replied_at, created_at) + ( SELECT private.promised_time('contact_messages'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(name) COLLATE "C") AS list_name
   FROM public.contact_messages;

revoke all on table private.contact_messages_list from public, anon, authenticated;

CREATE VIEW "private"."farmers_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('farmers'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(farm_name) COLLATE "C") AS list_name
   FROM public.farmers;

revoke all on table private.farmers_list from public, anon, authenticated;

CREATE VIEW "private"."investors_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('investors'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(COALESCE(company_name, contact_name)) COLLATE "C") AS list_name
   FROM public.investors;

revoke all on table private.investors_list from public, anon, authenticated;

CREATE VIEW "private"."job_applications_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('job_applications'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(full_name) COLLATE "C") AS list_name
   FROM public.job_applications;

revoke all on table private.job_applications_list from public, anon, authenticated;

CREATE VIEW "private"."low_stock_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    false AS is_promised,
    NULL::timestamp with time zone AS due_at,
    sort_name AS list_name
   FROM public.products
  WHERE ((stock <= low_stock_at) AND (status <> 'hidden'::text));

revoke all on table private.low_stock_list from public, anon, authenticated;

CREATE VIEW "private"."open_tasks" WITH (security_invoker=true) AS  SELECT id,
    record_type,
    record_id,
    title,
    due_on,
    due_time,
    assignee_id,
    assignee_name,
    created_at,
    ((due_on + COALESCE(due_time, '23:59:59'::time without time zone)) AT TIME ZONE 'Africa/Lagos'::text) AS due_at
   FROM public.tasks t
  WHERE (done_at IS NULL);

revoke all on table private.open_tasks from public, anon, authenticated;

CREATE VIEW "private"."partnership_applications_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('partnership_applications'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(company_name) COLLATE "C") AS list_name
   FROM public.partnership_applications;

revoke all on table private.partnership_applications_list from public, anon, authenticated;

CREATE VIEW "private"."person_records" WITH (security_invoker=true) AS  SELECT 'farmers'::text AS record_type,
    t.id,
    t.user_id,
    t.contact_name AS name,
    t.farm_name AS organisation,
    t.phone,
    t.contact_email AS email,
    t.location AS place,
    t.status,
    t.reference,
    t.created_at
   FROM public.farmers t
UNION ALL
 SELECT 'training_enrolments'::text AS record_type,
    t.id,
    t.user_id,
    t.contact_name AS name,
    NULL::text AS organisation,
    t.phone,
    t.contact_email AS email,
    concat_ws(', '::text, t.city, t.state) AS place,
    t.status,
    t.reference,
    t.created_at
   FROM public.training_enrolments t
UNION ALL
 SELECT 'buyers'::text AS record_type,
    t.id,
    t.user_id,
    NULLIF(concat_ws(' '::text, t.contact_first_name, t.contact_last_name), ''::text) AS name,
    t.company_name AS organisation,
    t.contact_phone AS phone,
    t.contact_email AS email,
    concat_ws(', '::text, t.city, t.state) AS place,
    t.status,
    t.reference,
    t.created_at
   FROM public.buyers t
UNION ALL
 SELECT 'investors'::text AS record_type,
    t.id,
    t.user_id,
    t.contact_name AS name,
    t.company_name AS organisation,
    t.contact_phone AS phone,
    t.contact_email AS email,
    concat_ws(', '::text, t.city, t.state) AS place,
    t.status,
    t.reference,
    t.created_at
   FROM public.investors t
UNION ALL
 SELECT 'orders'::text AS record_type,
    t.id,
    t.user_id,
    COALESCE(contact.name, request.contact_person) AS name,
    request.company_name AS organisation,
    COALESCE(contact.phone, request.phone) AS phone,
    COALESCE(contact.email, request.email) AS email,
    COALESCE(NULLIF(concat_ws(', '::text, contact.lga, contact.state), ''::text), request.country) AS place,
    t.status,
    t.code AS reference,
    t.created_at
   FROM ((public.orders t
     LEFT JOIN public.order_contacts contact ON ((contact.order_id = t.id)))
     LEFT JOIN public.order_requests request ON ((request.order_id = t.id)))
UNION ALL
 SELECT 'contact_messages'::text AS record_type,
    t.id,
    NULL::uuid AS user_id,
    t.name,
    NULL::text AS organisation,
    t.phone,
    t.email,
    NULL::text AS place,
    t.status,
    NULL::text AS reference,
    t.created_at
   FROM public.contact_messages t
UNION ALL
 SELECT 'partnership_applications'::text AS record_type,
    t.id,
    t.user_id,
    t.contact_person AS name,
    t.company_name AS organisation,
    private.normalise_phone(t.phone) AS phone,
    t.email,
    t.country AS place,
    t.status,
    NULL::text AS reference,
    t.created_at
   FROM public.partnership_applications t
UNION ALL
 SELECT 'job_applications'::text AS record_type,
    t.id,
    t.user_id,
    t.full_name AS name,
    NULL::text AS organisation,
    t.phone,
    t.email,
    NULL::text AS place,
    t.status,
    NULL::text AS reference,
    t.created_at
   FROM public.job_applications t;

revoke all on table private.person_records from public, anon, authenticated;

CREATE OR REPLACE FUNCTION private.describe_people(hits private.person_records[], kinds text[], alternatives text[], further text[], words text, phone text, max_rows integer)
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
    from unnest(hits) as hit left join public.profiles as account on account.id = hit.user_id
  ),
  -- What an index of whole texts found may stand in a message or name a place.
  near as (
    select named.*, case
        when named.number = describe_people.phone or lower(named.email) = lower(words) or named.reference = upper(words) then 0
        when named.full_name ilike words || '%' or named.organisation ilike words || '%' then 1
        else 2
      end as distance,
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
      (array_agg(near.full_name order by near.created_at desc) filter (where near.full_name is not null))[1] as full_name,
      (array_agg(near.organisation order by near.created_at desc) filter (where near.organisation is not null))[1] as organisation,
      (array_agg(near.number order by near.distance, near.created_at desc) filter (where near.number is not null))[1] as number,
      (array_agg(coalesce(near.email, near.account_email) order by near.created_at desc)
        filter (where coalesce(near.email, near.account_email) is not null))[1] as email,
      (array_agg(near.place order by near.created_at desc) filter (where near.place <> ''))[1] as place,
      (array_agg(near.record_type order by near.created_at desc))[1] as record_type,
      (array_agg(near.id order by near.created_at desc))[1] as id
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
        'status', own.status) order by own.created_at desc), '[]') as list
    from (select record.* from private.person_records as record
      where record.record_type = any (kinds) and record.record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
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

CREATE OR REPLACE FUNCTION private.identify_person(record private.person_records, kinds text[], OUT accounts uuid[], OUT phones text[], OUT emails text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  led_to uuid[];
  near uuid[];
begin
  accounts := array_remove(array[record.user_id], null);
  phones := case when record.phone ~ '[1-9]' then array[record.phone] else '{}' end;
  emails := array_remove(array[lower(record.email)], null);
  if accounts = '{}' and (phones <> '{}' or emails <> '{}') then
    near := array(select id from private.list_person_records(kinds, '{}', phones, case when phones = '{}' then emails else '{}' end));
    select coalesce(array_agg(distinct known.user_id), '{}') into led_to
    from private.person_records as known where known.id = any (near) and known.user_id is not null;
    if cardinality(led_to) = 1 then
      accounts := led_to;
    end if;
  end if;
  if accounts <> '{}' then
    near := array(select id from private.list_person_records(kinds, accounts, '{}', '{}'));
    select array(
        select phone from (
          select newest.phone, max(newest.created_at) as latest
          from (
            select known.phone, known.created_at from private.person_records as known where known.id = any (near)
            union all
            select account.phone, account.created_at from public.profiles as account where account.id = any (accounts)
          ) as newest
          where newest.phone ~ '[1-9]' and newest.phone <> all (phones)
          group by newest.phone order by latest desc limit 5
        ) as own) || phones,
      array(
        select email from (
          select newest.email, max(newest.created_at) as latest
          from (
            select lower(known.email) as email, known.created_at from private.person_records as known where known.id = any (near)
            union all
            select lower(account.email), account.created_at from public.profiles as account where account.id = any (accounts)
          ) as newest
          where newest.email is not null and newest.email <> all (emails)
          group by newest.email order by latest desc limit 5
        ) as own) || emails
      into phones, emails;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.search_orders(alternatives text[], further text[], by_text uuid[], by_bank_reference uuid[], amount_kobo bigint, currency text, hits private.person_records[], max_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return (
    with candidates as (
      select t.id, 1 as distance, 'code' as via from public.orders as t
      where further = '{}' and t.code ilike any (alternatives)
        and t.id = any (by_text)
      union all (
        select t.id, 2 as distance, 'amount' as via from public.orders as t
        where t.total_amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.transfer_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all
      select bank.id, 3 as distance, 'bank_reference' as via
      from unnest(by_bank_reference) as bank (id)
      union all
      select hit.id, 4 as distance, 'buyer' as via from unnest(hits) as hit where hit.record_type = 'orders'
    ),
    near as (
      select candidate.id, min(candidate.distance) as distance, (array_agg(candidate.via order by candidate.distance))[1] as via
      from candidates as candidate group by candidate.id
    ),
    shown as (
      select t.*, near.distance, near.via from near join public.orders as t on t.id = near.id
      order by near.distance, t.created_at desc limit max_rows
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'code', shown.code, 'via', shown.via, 'kind', shown.kind,
        'crop', shown.crop_type, 'quantity', shown.quantity_text, 'unit', shown.unit,
        'buyer', coalesce(
          (select request.company_name from public.order_requests as request where request.order_id = shown.id),
          (select contact.name from public.order_contacts as contact where contact.order_id = shown.id),
          (select account.full_name from public.profiles as account where account.id = shown.user_id)), 'totalKobo', shown.total_amount_kobo,
        'currency', shown.currency, 'status', shown.status, 'paymentStatus', shown.payment_status,
        'fulfilmentStatus', shown.fulfilment_status, 'createdAt', shown.created_at) order by shown.distance, shown.created_at desc), '[]')
    from shown
  );
end $function$;

CREATE OR REPLACE FUNCTION private.search_person_records(kind text, indexed text[], further text[], accounts uuid[], max_rows integer)
 RETURNS SETOF private.person_records
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  ids uuid[] := case kind
    when 'orders' then private.search_texts('order_contacts', indexed, further, max_rows)
      || private.search_texts('order_requests', indexed, further, max_rows)
    else private.search_texts(kind, indexed, further, max_rows) end;
  account uuid;
  more uuid[];
begin
  if kind <> 'contact_messages' then
    foreach account in array accounts loop
      execute format('select array(select t.id from public.%I as t where t.user_id = $1 order by t.created_at desc limit 10)', kind)
        into more using account;
      ids := ids || more;
    end loop;
  end if;
  return query execute format('select record.* from private.person_records as record where record.record_type = %L and record.id = any ($1)', kind)
    using ids;
end $function$;

CREATE VIEW "private"."products_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    false AS is_promised,
    NULL::timestamp with time zone AS due_at,
    sort_name AS list_name
   FROM public.products;

revoke all on table private.products_list from public, anon, authenticated;

CREATE VIEW "private"."registrations" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.user_id,
    record.contact_name,
    record.contact_email,
    record.contact_phone,
    record.status,
    record.decline_reason,
    record.has_photo,
    record.is_demo,
    record.created_at,
    record.updated_at,
    open_request.correction AS open_correction,
        CASE
            WHEN (record.status = 'declined'::text) THEN COALESCE((('This registration is one with '::text || private.merged_into(record.id)) || '. It goes on there, and you do not have to do anything.'::text), 'Closed. You are welcome to register again when things have changed.'::text)
            WHEN (record.consent_withdrawn_at IS NOT NULL) THEN 'You took back your consent. It goes no further unless you agree again.'::text
            WHEN (record.status = 'approved'::text) THEN 'Approved. Our team will contact you about what comes next.'::text
            WHEN (open_request.correction IS NOT NULL) THEN 'Please correct what we marked and send it again.'::text
            WHEN (record.record_type = 'buyers'::text) THEN 'We are reviewing it. Our team will contact you within 48 hours.'::text
            ELSE 'We are reviewing it. We will contact you soon.'::text
        END AS next_step,
    record.consent_withdrawn_at,
    record.answers_version
   FROM (( SELECT one.record_type,
            one.id,
            one.form,
            one.reference,
            one.user_id,
            one.contact_name,
            one.contact_email,
            one.contact_phone,
            one.status,
            one.decline_reason,
            one.has_photo,
            one.is_demo,
            one.created_at,
            one.updated_at,
            one.answers_version,
                CASE
                    WHEN (one.status <> 'declined'::text) THEN private.consent_withdrawn_at(one.record_type, one.id)
                    ELSE NULL::timestamp with time zone
                END AS consent_withdrawn_at
           FROM ( SELECT 'farmers'::text AS record_type,
                    farmers.id,
                    'farmer'::text AS form,
                    farmers.reference,
                    farmers.user_id,
                    farmers.contact_name,
                    farmers.contact_email,
                    farmers.phone AS contact_phone,
                    farmers.status,
                    farmers.decline_reason,
                    farmers.has_photo,
                    farmers.is_demo,
                    farmers.created_at,
                    farmers.updated_at,
                    farmers.answers_version
                   FROM public.farmers
                UNION ALL
                 SELECT 'training_enrolments'::text AS record_type,
                    training_enrolments.id,
                    'training'::text AS form,
                    training_enrolments.reference,
                    training_enrolments.user_id,
                    training_enrolments.contact_name,
                    training_enrolments.contact_email,
                    training_enrolments.phone,
                    training_enrolments.status,
                    training_enrolments.decline_reason,
                    training_enrolments.has_photo,
                    training_enrolments.is_demo,
                    training_enrolments.created_at,
                    training_enrolments.updated_at,
                    training_enrolments.answers_version
                   FROM public.training_enrolments
                UNION ALL
                 SELECT 'buyers'::text AS record_type,
                    buyers.id,
                        CASE buyers.buyer_type
                            WHEN 'individual'::text THEN 'buyer_individual'::text
                            WHEN 'corporate'::text THEN 'buyer_corporate'::text
                            ELSE NULL::text
                        END AS form,
                    buyers.reference,
                    buyers.user_id,
                    COALESCE(NULLIF(concat_ws(' '::text, buyers.contact_first_name, buyers.contact_last_name), ''::text), buyers.company_name) AS contact_name,
                    buyers.contact_email,
                    buyers.contact_phone,
                    buyers.status,
                    buyers.decline_reason,
                    buyers.has_photo,
                    buyers.is_demo,
                    buyers.created_at,
                    buyers.updated_at,
                    buyers.answers_version
                   FROM public.buyers
                UNION ALL
                 SELECT 'investors'::text AS record_type,
                    investors.id,
                        CASE investors.investor_type
                            WHEN 'individual'::text THEN 'investor_individual'::text
                            WHEN 'corporate'::text THEN 'investor_corporate'::text
                            WHEN 'crypto'::text THEN 'investor_crypto'::text
                            ELSE NULL::text
                        END AS form,
                    investors.reference,
                    investors.user_id,
                    COALESCE(investors.contact_name, investors.company_name) AS contact_name,
                    investors.contact_email,
                    investors.contact_phone,
                    investors.status,
                    investors.decline_reason,
                    false AS has_photo,
                    investors.is_demo,
                    investors.created_at,
                    investors.updated_at,
                    investors.answers_version
                   FROM public.investors) one) record
     LEFT JOIN LATERAL ( SELECT jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes, 'createdAt', request.created_at) AS correction
           FROM public.correction_requests request
          WHERE ((request.record_id = record.id) AND (record.status = 'pending'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version))))))
          ORDER BY request.id DESC
         LIMIT 1) open_request ON (true));

revoke all on table private.registrations from public, anon, authenticated;

CREATE OR REPLACE FUNCTION private.change_code_channels(current_record private.registrations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'to', masked)), '[]')
  from (
    select 'email' as channel, private.mask_address(($1).contact_email) as masked
    where ($1).contact_email <> '' and not private.is_suppressed(($1).contact_email, 'registration_change_code')
    union all
    select 'sms' as channel, '•••• ' || right(($1).contact_phone, 4) as masked
    where ($1).contact_phone ~ '^\+234[1-9]' and private.sends_sms()
  ) as ways
  where ($1).user_id is null and not ($1).is_demo
$function$;

CREATE OR REPLACE FUNCTION private.claim_record(claimed private.registrations, account_id uuid, hashes text[], seals jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  touched integer;
  vault_person uuid := private.vault_person_of(claimed.record_type, claimed.id);
begin
  execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', claimed.record_type)
    using account_id, claimed.id;
  get diagnostics touched = row_count;
  if touched = 0 then
    return false;
  elsif not private.claim_vault_person(vault_person, account_id, private.proves_sender(claimed.id, hashes),
    seals -> vault_person::text)
  then
    raise exception 'The vault does not vouch for this person' using errcode = 'PT409';
  end if;
  delete from private.registration_guest_links where record_id = claimed.id;
  perform private.notify_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.describe_twin(record private.registrations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', ($1).id, 'reference', ($1).reference, 'name', ($1).contact_name, 'email', ($1).contact_email,
    'phone', ($1).contact_phone, 'status', ($1).status, 'createdAt', ($1).created_at, 'hasAccount', ($1).user_id is not null,
    'hasPhoto', ($1).has_photo)
$function$;

CREATE OR REPLACE FUNCTION private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select form_field.*,
      private.given_answer((
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = ($1).id order by sent.version desc limit 1
      ) -> form_field.field) as answer_before,
      private.given_answer($2 -> form_field.field) as answer_after,
      secret.id is not null as had_secret, secret.last_four, secret.match_hash,
      jsonb_path_query_first($3, '$.secrets[*] ? (@.field == $name)', jsonb_build_object('name', form_field.field)) as item
    from private.registration_fields as form_field
    left join app_vault.secrets as secret on form_field.is_secret and secret.field = form_field.field
      and secret.record_type = ($1).record_type and secret.record_id = ($1).id
    where form_field.form = ($1).form
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'label', label,
    'guard', case when answer_after is not null or not coalesce($4 -> 'notAsked' ? field, false) then guard end,
    'before', case when not is_secret then answer_before when had_secret then to_jsonb('••••••' || coalesce(last_four, '')) end,
    'after', case when is_secret then to_jsonb('••••••' || coalesce(item ->> 'lastFour', '')) else answer_after end
  ) order by label, field), '[]')
  from known
  where case when is_secret
    then item is not null and (not had_secret or match_hash is distinct from decode(item ->> 'matchHash', 'hex')
      or coalesce($4 -> 'sentSecrets' ? field, true))
    else answer_before is distinct from answer_after end
$function$;

CREATE OR REPLACE FUNCTION private.find_merge_obstacle(older private.registrations, younger private.registrations)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when private.merged_into(younger.id) is not null
      then format('%s is one with %s already.', younger.reference, private.merged_into(younger.id))
    when private.merged_into(older.id) is not null
      then format('%s is one with %s already. Compare with that one.', older.reference, private.merged_into(older.id))
    when older.form is distinct from younger.form then 'They are of two forms, so each says something of its own.'
    when older.is_demo <> younger.is_demo then 'One of them is a demonstration.'
    when older.user_id <> younger.user_id then 'They belong to two accounts, and two accounts are never made one.'
    when older.user_id is null and younger.user_id is not null
      then format('%s is in an account and %s is not. Its person brings it there first, by its link.', younger.reference, older.reference)
    when older.status = 'approved' and younger.status = 'approved' then 'Both are approved, and two approved records are never made one.'
    when younger.status = 'approved'
      then format('%s is approved, and what is approved is not erased. Decide on %s instead.', younger.reference, older.reference)
    when older.status = 'declined'
      then format('%s is declined, so %s is a new try that waits for an answer of its own.', older.reference, younger.reference)
    when private.consent_withdrawn_at(older.record_type, older.id) is not null
      or private.consent_withdrawn_at(younger.record_type, younger.id) is not null
      then 'The person took back a consent of one of them. What becomes of it is theirs to say.'
    when exists (select from public.products where farmer_id = younger.id)
      then format('%s has products, which would lose their farmer.', younger.reference)
    when not exists (select from public.find_duplicates(older.record_type, older.id) as twin where twin.other_id = younger.id)
      and not exists (select from public.find_duplicates(older.record_type, younger.id) as twin where twin.other_id = older.id)
      then 'Nothing says that these two are the same person.'
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_pair(record_type text, record_id uuid, other_id uuid)
 RETURNS private.registrations[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(record order by record.created_at, record.id) from private.registrations as record
  where record.record_type = $1 and record.id in ($2, $3)
$function$;

CREATE OR REPLACE FUNCTION private.has_unrequested_guard(current_record private.registrations, changes jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements($2) as change
    where change ->> 'guard' is not null and not exists (
      select from jsonb_array_elements(($1).open_correction -> 'notes') as note
      where note ->> 'field' = change ->> 'field'
        -- One document has a kind and a number, one account a bank and a number, who has no e-mail gives none, and who turns
        -- out to be under 18 has a guardian.
        or array[note ->> 'field', change ->> 'field'] <@ array['bankName', 'accountNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['validIdType', 'idNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['email', 'noEmail']
        or array[note ->> 'field', change ->> 'field'] <@ array['dateOfBirth', 'guardianPhone']
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.mark_pair(older private.registrations, younger private.registrations)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(concat_ws(' ', ($1).id, ($1).status, ($1).answers_version, extract(epoch from ($1).updated_at),
    ($1).user_id, ($2).id, ($2).status, ($2).answers_version, extract(epoch from ($2).updated_at), ($2).user_id), 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_change(record_before private.registrations, changes jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  is_notified boolean := false;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded);
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return null;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    is_notified := true;
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
    is_notified := true;
  end if;
  return case when not is_notified and record_before.contact_phone ~ '[1-9]' then record_before.contact_phone end;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_claim(claimed private.registrations, account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if claimed.contact_email <> '' then
    perform private.enqueue_alarm_mail('registration_claimed', account_id, claimed.contact_email,
      jsonb_build_object('at', now(), 'reference', claimed.reference));
  end if;
  if claimed.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_claimed', claimed.contact_phone, jsonb_build_object('reference', claimed.reference));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed(current_record private.registrations)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from app_vault.people
    where id = private.vault_person_of(current_record.record_type, current_record.id) and erased_at is not null
  ) then
    raise exception 'Your data is erased: there is nothing to change any more.' using errcode = 'PT409';
  elsif current_record.status <> 'pending' then
    raise exception 'It is % by now, so it cannot be changed here any more. Please call us or write to us.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif current_record.consent_withdrawn_at is not null then
    raise exception 'You took back your consent, so nothing is changed. Agree again first.' using errcode = 'PT409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.store_changed(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.registration_columns(current_record.form, answers);
  next_version integer := current_record.answers_version + 1;
begin
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    jsonb_build_object('answers_version', next_version) ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context || jsonb_build_object('phoneToCall', private.notify_of_change(current_record, changes), 'changes', (
      select coalesce(jsonb_agg(change - 'guard' - 'label' order by change ->> 'label'), '[]')
      from jsonb_array_elements(changes) as change)));
end $function$;

CREATE OR REPLACE FUNCTION private.use_change_proof(current_record private.registrations, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_proved boolean := false;
begin
  if (
    select count(*) >= 20 from private.change_refusals as refused
    where refused.record_id = current_record.id and refused.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  if current_record.user_id is not null then
    if private.is_frozen(current_record.user_id) then
      raise exception 'You told us that somebody else was in your account: contacts and numbers stay as they are for now'
        using errcode = 'PT409', hint = 'frozen';
    end if;
    is_proved := coalesce(lower(context ->> 'provedMailbox') = private.proved_address(current_record.user_id), false);
  else
    update private.change_codes as sent set used_at = now()
    where sent.id = (
        select newest.id from private.change_codes as newest
        where newest.record_id = current_record.id and newest.link_hash = context ->> 'trackingTokenHash'
        order by newest.id desc limit 1
      )
      and sent.proved_for = (context ->> 'idempotencyKey')::uuid
      and sent.proved_at > now() - interval '15 minutes' and sent.used_at is null;
    is_proved := found;
  end if;
  if not is_proved then
    raise exception 'Please type the code that we send to you' using errcode = '23514', detail = 'code', hint = 'code';
  end if;
end $function$;

CREATE VIEW "private"."standing_decisions" WITH (security_invoker=true) AS  SELECT record_type,
    record_id,
    record_owner,
    actor_id,
    from_status,
    to_status,
    created_at
   FROM public.decision_events event
  WHERE ((undoes IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.decision_events undo
          WHERE (undo.undoes = event.id)))));

revoke all on table private.standing_decisions from public, anon, authenticated;

CREATE VIEW "private"."training_enrolments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('training_enrolments'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(contact_name) COLLATE "C") AS list_name
   FROM public.training_enrolments;

revoke all on table private.training_enrolments_list from public, anon, authenticated;

CREATE VIEW "public"."correction_states" WITH (security_invoker=true) AS  SELECT request.id,
    request.record_type,
    request.record_id,
    request.submission_version,
    request.notes,
    request.message,
    request.created_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.registration_submissions sent
              WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version)))) THEN 'completed'::text
            ELSE 'pending'::text
        END AS status,
    record.reference,
    record.contact_name,
    record.contact_email,
    record.contact_phone
   FROM (public.correction_requests request
     LEFT JOIN private.registrations record ON (((record.record_type = request.record_type) AND (record.id = request.record_id))));

revoke all on table public.correction_states from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."correction_states" FROM "service_role";

CREATE VIEW "public"."my_registrations" WITH (security_invoker=true) AS  SELECT record_type,
    id,
    form,
    reference,
    status,
    decline_reason,
    next_step,
    open_correction,
    has_photo,
    created_at,
    updated_at,
    consent_withdrawn_at
   FROM private.registrations
  WHERE (user_id = ( SELECT auth.uid() AS uid));

revoke all on table public.my_registrations from public, anon, authenticated;

CREATE VIEW "public"."my_consents" WITH (security_invoker=true) AS  SELECT DISTINCT ON (purpose, record_id) id,
    purpose,
    record_type,
    record_id,
    text_version,
    is_given,
    channel,
    created_at,
    ((NOT is_given) AND (record_id IN ( SELECT mine.id
           FROM public.my_registrations mine
          WHERE (mine.status = ANY (ARRAY['pending'::text, 'approved'::text]))))) AS is_renewable
   FROM public.consents
  WHERE ((user_id = ( SELECT auth.uid() AS uid)) OR (record_id IN ( SELECT private.own_registration_ids() AS own_registration_ids)) OR (record_id IN ( SELECT private.own_newsletter_ids() AS own_newsletter_ids)))
  ORDER BY purpose, record_id, id DESC;

revoke all on table public.my_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_consents" FROM "service_role";

REVOKE ALL ON TABLE "public"."my_registrations" FROM "service_role";

CREATE VIEW "public"."people_to_phone" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    COALESCE(latest.phone, record.contact_phone) AS contact_phone,
    record.status,
    record.decline_reason,
    record.open_correction,
    record.is_demo,
    latest.topic,
    latest.since,
    last_call.outcome AS last_outcome,
    last_call.created_at AS last_called_at
   FROM ((private.registrations record
     CROSS JOIN LATERAL ( SELECT happened.topic,
            happened.happened_at AS since,
            happened.phone
           FROM ( SELECT 'received'::text AS topic,
                    record.created_at AS happened_at,
                    NULL::text AS phone
                  WHERE (record.contact_email IS NULL)
                UNION ALL
                 SELECT event.to_status AS topic,
                    event.created_at AS happened_at,
                    NULL::text AS phone
                   FROM private.standing_decisions event
                  WHERE ((record.contact_email IS NULL) AND (event.record_type = record.record_type) AND (event.record_id = record.id))
                UNION ALL
                 SELECT 'correction'::text AS topic,
                    request.created_at AS happened_at,
                    NULL::text AS phone
                   FROM public.correction_requests request
                  WHERE ((record.contact_email IS NULL) AND (request.record_id = record.id) AND (record.open_correction IS NOT NULL))
                UNION ALL
                 SELECT 'changed'::text AS topic,
                    sent.created_at AS happened_at,
                    sent.phone_to_call AS phone
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = record.id) AND (sent.phone_to_call IS NOT NULL))) happened
          ORDER BY happened.happened_at DESC
         LIMIT 1) latest)
     LEFT JOIN LATERAL ( SELECT phone_call.outcome,
            phone_call.created_at
           FROM public.phone_calls phone_call
          WHERE (phone_call.record_id = record.id)
          ORDER BY phone_call.id DESC
         LIMIT 1) last_call ON (true))
  WHERE ((record.user_id IS NULL) AND (record.contact_phone ~ '[1-9]'::text) AND (record.record_type = ANY (( SELECT private.registrations_with('read'::text) AS registrations_with)::text[])) AND (NOT COALESCE(((last_call.created_at >= latest.since) AND (last_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text]))), false)));

revoke all on table public.people_to_phone from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."people_to_phone" FROM "service_role";

CREATE VIEW "public"."withdrawn_consents" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    record.status,
    record.is_demo,
    latest.purpose,
    latest.text_version,
    latest.created_at AS withdrawn_at
   FROM (( SELECT DISTINCT ON (consents.record_id, consents.purpose) consents.record_type,
            consents.record_id,
            consents.purpose,
            consents.text_version,
            consents.is_given,
            consents.created_at
           FROM public.consents
          WHERE (consents.record_type = ANY (( SELECT private.registrations_with('decide'::text) AS registrations_with)::text[]))
          ORDER BY consents.record_id, consents.purpose, consents.id DESC) latest
     JOIN private.registrations record ON (((record.record_type = latest.record_type) AND (record.id = latest.record_id))))
  WHERE (NOT latest.is_given);

revoke all on table public.withdrawn_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."withdrawn_consents" FROM "service_role";

CREATE INDEX registration_merges_actor_id_idx ON private.registration_merges USING btree (actor_id, created_at DESC);

CREATE INDEX registration_merges_older_id_idx ON private.registration_merges USING btree (older_id);

CREATE INDEX audit_events_email_idx ON public.audit_events USING btree (lower(email), id DESC);

CREATE INDEX audit_events_event_idx ON public.audit_events USING btree (event, id DESC);

CREATE INDEX audit_trail_action_idx ON public.audit_trail USING btree (action, created_at DESC, id DESC);

CREATE INDEX audit_trail_actor_id_idx ON public.audit_trail USING btree (actor_id, created_at DESC, id DESC);

CREATE INDEX audit_trail_address_idx ON public.audit_trail USING btree (address, created_at DESC, id DESC) WHERE (address IS NOT NULL);

CREATE INDEX audit_trail_created_at_idx ON public.audit_trail USING btree (created_at DESC, id DESC);

CREATE INDEX audit_trail_looks_idx ON public.audit_trail USING btree (created_at DESC, id DESC) WHERE ((action = ANY (ARRAY['look'::text, 'export'::text])) OR (subject_type = ANY (ARRAY['vault_reveals'::text, 'photo_sittings'::text])));

CREATE INDEX audit_trail_subject_idx ON public.audit_trail USING btree (subject_id, created_at DESC, id DESC);

CREATE INDEX audit_trail_subject_type_idx ON public.audit_trail USING btree (subject_type, created_at DESC, id DESC);

CREATE INDEX buyers_list_name_idx ON public.buyers USING btree (lower(COALESCE(company_name, (contact_first_name || COALESCE((' '::text || contact_last_name), ''::text)))) COLLATE "C", id);

CREATE INDEX contact_messages_email_idx ON public.contact_messages USING btree (lower(email));

CREATE INDEX contact_messages_list_name_idx ON public.contact_messages USING btree (lower(name) COLLATE "C", id);

CREATE INDEX farmers_list_name_idx ON public.farmers USING btree (lower(farm_name) COLLATE "C", id);

CREATE INDEX investors_list_name_idx ON public.investors USING btree (lower(COALESCE(company_name, contact_name)) COLLATE "C", id);

CREATE INDEX job_applications_list_name_idx ON public.job_applications USING btree (lower(full_name) COLLATE "C", id);

CREATE INDEX job_applications_phone_idx ON public.job_applications USING btree (phone);

CREATE INDEX message_files_message_id_idx ON public.message_files USING btree (message_id);

CREATE INDEX message_files_order_message_id_idx ON public.message_files USING btree (order_message_id);

CREATE INDEX message_files_record_id_idx ON public.message_files USING btree (record_id);

CREATE INDEX order_contacts_email_idx ON public.order_contacts USING btree (lower(email));

CREATE UNIQUE INDEX order_messages_mail_message_id_idx ON public.order_messages USING btree (order_id, mail_message_id) WHERE (mail_message_id IS NOT NULL);

CREATE INDEX order_requests_email_idx ON public.order_requests USING btree (lower(email));

CREATE INDEX partnership_applications_list_name_idx ON public.partnership_applications USING btree (lower(company_name) COLLATE "C", id);

CREATE UNIQUE INDEX record_messages_mail_message_id_idx ON public.record_messages USING btree (record_id, mail_message_id) WHERE (mail_message_id IS NOT NULL);

CREATE INDEX record_messages_record_id_idx ON public.record_messages USING btree (record_id, id);

CREATE INDEX reply_templates_record_type_idx ON public.reply_templates USING btree (record_type, "position");

CREATE UNIQUE INDEX staff_notices_one_due ON public.staff_notices USING btree (task_id, user_id) WHERE (kind = 'task_due'::text);

CREATE INDEX staff_notices_record_id_idx ON public.staff_notices USING btree (record_id);

CREATE INDEX staff_notices_task_id_idx ON public.staff_notices USING btree (task_id);

CREATE INDEX staff_notices_user_id_idx ON public.staff_notices USING btree (user_id, id DESC);

CREATE INDEX tasks_assignee_id_idx ON public.tasks USING btree (assignee_id, due_on) WHERE (done_at IS NULL);

CREATE INDEX tasks_done_at_idx ON public.tasks USING btree (done_at DESC) WHERE (done_at IS NOT NULL);

CREATE INDEX tasks_due_on_idx ON public.tasks USING btree (due_on) WHERE (done_at IS NULL);

CREATE INDEX tasks_record_id_idx ON public.tasks USING btree (record_id, due_on);

CREATE INDEX training_enrolments_list_name_idx ON public.training_enrolments USING btree (lower(contact_name) COLLATE "C", id);

CREATE TRIGGER refuse_change BEFORE UPDATE ON private.registration_merges FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON private.registration_merges FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER notify_admin AFTER INSERT ON public.order_messages FOR EACH STATEMENT EXECUTE FUNCTION private.notify_admin('orders');

CREATE TRIGGER notify_followers_of_message AFTER INSERT ON public.order_messages FOR EACH ROW WHEN ((NOT new.is_from_staff)) EXECUTE FUNCTION private.notify_followers_of_message();

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.order_products FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'label,position,is_active,container_20ft_kg,container_40ft_kg');

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.reply_templates FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'record_type,title,body,position');

CREATE TRIGGER demand_second_factor BEFORE INSERT OR DELETE OR UPDATE ON public.reply_templates FOR EACH STATEMENT EXECUTE FUNCTION private.demand_second_factor('decline_reasons.write');

CREATE TRIGGER refuse_secrets BEFORE INSERT OR UPDATE OF body ON public.reply_templates FOR EACH ROW EXECUTE FUNCTION private.refuse_secrets('body', 'body');

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.reply_templates FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER refuse_secrets BEFORE INSERT OR UPDATE OF title ON public.tasks FOR EACH ROW WHEN ((new.record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text]))) EXECUTE FUNCTION private.refuse_secrets('title', 'title');

CREATE POLICY "Staff read which files came with what they may read" ON "public"."message_files" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

CREATE POLICY "Staff read the messages on what they may read" ON "public"."record_messages" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

CREATE POLICY "Staff read templates for what they may read" ON "public"."reply_templates" FOR SELECT TO "authenticated" USING (((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])) OR ((record_type IS NULL) AND (( SELECT private.admin_types_with('read'::text) AS admin_types_with) <> '{}'::text[]))));

CREATE POLICY "Staff who may add templates, with a second factor" ON "public"."reply_templates" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_strong_permission('decline_reasons.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may change templates, with a second factor" ON "public"."reply_templates" FOR UPDATE TO "authenticated" USING (( SELECT private.has_strong_permission('decline_reasons.write'::text) AS has_strong_permission)) WITH CHECK (( SELECT private.has_strong_permission('decline_reasons.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may remove templates, with a second factor" ON "public"."reply_templates" FOR DELETE TO "authenticated" USING (( SELECT private.has_strong_permission('decline_reasons.write'::text) AS has_strong_permission));

CREATE POLICY "Staff read their own notices of what they may read" ON "public"."staff_notices" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[]))));

CREATE POLICY "Staff read the tasks on what they may read" ON "public"."tasks" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.admin_types_with('read'::text) AS admin_types_with)::text[])));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."record_messages";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."staff_notices";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."tasks";

COMMENT ON COLUMN "private"."mail_templates"."waits_for_undo" IS 'Sent after private.undo_period where someone decided, who may undo it until then.';

COMMENT ON COLUMN "public"."contact_messages"."replied_at" IS 'When its person last wrote again: what was promised counts from then.';

COMMENT ON COLUMN "public"."decision_events"."undoes" IS 'The entry that this one took back. Both stay; for the person neither was.';

COMMENT ON COLUMN "public"."message_files"."added_by" IS 'The member of staff who put it there; null: it came with a mail.';

COMMENT ON COLUMN "public"."order_messages"."mail_id" IS 'The row of mail_outbox by which it went out; null: the buyer has no address, or reads it on the order''s page.';

COMMENT ON COLUMN "public"."order_messages"."whole_body" IS 'Of a mail that came: its whole text, where less is shown.';

COMMENT ON COLUMN "public"."order_products"."container_20ft_kg" IS 'What such a container of it weighs (decision 85); null: not known, and nothing is converted.';

COMMENT ON COLUMN "public"."record_messages"."is_proved" IS 'Written by staff, or from the address that the record knows. Anything else is shown and changes nothing.';

COMMENT ON COLUMN "public"."record_messages"."mail_id" IS 'The row of mail_outbox by which it went out; that one is forgotten after 90 days.';

COMMENT ON COLUMN "public"."record_messages"."mail_message_id" IS 'Of a mail that came: the same one again adds nothing.';

COMMENT ON COLUMN "public"."record_messages"."whole_body" IS 'The whole text of a mail, where less is shown: without what it quotes.';

COMMENT ON COLUMN "public"."staff_notices"."actor_name" IS 'Of a colleague; what people outside did names nobody.';

COMMENT ON COLUMN "public"."tasks"."due_time" IS 'In Lagos; null: at any time of that day.';

COMMENT ON TABLE "private"."registration_merges" IS 'Append-only; goes with either registration. Both keep their rows: what was said and done about the younger is read under the older.';

COMMENT ON TABLE "public"."message_files" IS 'Files of messages, looked at by the server; each lies in the bucket message-files. Of no message yet: a day.';

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';

COMMENT ON VIEW "public"."my_consents" IS 'The latest entry for each purpose and record.';

COMMENT ON VIEW "public"."my_registrations" IS 'What a member has registered as, how it stands and what comes next.';

COMMENT ON VIEW "public"."people_to_phone" IS 'topic says what the call is about: received, correction, changed, approved or declined.';

REVOKE ALL ON FUNCTION "private"."add_message_file"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_message_file"(jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audited_tables"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_code_channels"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_task"(public.tasks, text, text, date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."container_kilograms"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."conversation_addresses"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_message_files"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_people"(private.person_records[], text[], text[], text[], text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_twin"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_sealed"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."files_to_send"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_audit_entries"(text, uuid, text, text, boolean, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_audited_subjects"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_merge_obstacle"(private.registrations, private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_open_offer"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_orphan_message_files"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_orphan_message_files"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."find_pair"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."identify_person"(private.person_records, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_being_undone"(text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_undoable"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_pro_forma_once"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judge_reply"(text, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."judge_reply"(text, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."label_record"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_person_records"(text[], uuid[], text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_order_message"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_record_message"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_pair"(private.registrations, private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_work_on"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merged_into"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."merged_into"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."merged_into"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ms_until_next_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ms_until_next_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_account"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_audited"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_record"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_values"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_buyer"(uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_followers_of_message"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_change"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_claim"(private.registrations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_staff"(uuid, text, text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_sealed_record"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_sealed_record"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_closed"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_conversation"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_conversation"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."search_orders"(text[], text[], uuid[], uuid[], bigint, text, private.person_records[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_person_records"(text, text[], text[], uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_morning_mails"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_morning_mails"(timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_task"(text, uuid, text, date, time without time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_mails"(text, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_reply"(text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_reply"(text, uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_task"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_period"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_change_proof"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_record_note"(text, uuid, text, uuid[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."add_record_note"(text, uuid, text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_task"(text, uuid, text, date, time without time zone, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."add_task"(text, uuid, text, date, time without time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_bell"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."admin_bell"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_records"(text, uuid[], uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."assign_records"(text, uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_task"(uuid, text, date, time without time zone, uuid, timestamp with time zone) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."change_task"(uuid, text, date, time without time zone, uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."count_audit"(text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_merges"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_merges"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_task"(uuid, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."finish_task"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_quote_document"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."issue_quote_document"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_audited_people"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_audited_people"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_conversation"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_conversation"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_tasks"(text, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_tasks"(text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."log_call"(text, uuid, text, text, date, time without time zone, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."log_call"(text, uuid, text, text, date, time without time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_notices_read"(bigint[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."mark_notices_read"(bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_corrections"(text, uuid[], jsonb, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."request_corrections"(text, uuid[], jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."search_audit"(text, uuid, text, text, timestamp with time zone, timestamp with time zone, bigint, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_buyer_attempts"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."search_buyer_attempts"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_sign_ins"(uuid, boolean, boolean, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."search_sign_ins"(uuid, boolean, boolean, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_order_document"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."send_order_document"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_record_message"(text, uuid, text, uuid, text[], boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."send_record_message"(text, uuid, text, uuid, text[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_correction"(bigint) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."undo_correction"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_corrections"(bigint[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."undo_corrections"(bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_decision"(bigint) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_decisions"(bigint[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."undo_decisions"(bigint[]) TO "authenticated";

GRANT SELECT ON TABLE "public"."message_files" TO "authenticated";

REVOKE ALL ON TABLE "public"."message_files" FROM "service_role";

GRANT SELECT ON TABLE "public"."message_files" TO "service_role";

REVOKE ALL ("morning_mails") ON TABLE "public"."notification_choices" FROM "authenticated";

GRANT INSERT ("morning_mails"), UPDATE ("morning_mails") ON TABLE "public"."notification_choices" TO "authenticated";

REVOKE ALL ("container_20ft_kg") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("container_20ft_kg"), UPDATE ("container_20ft_kg") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("container_40ft_kg") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("container_40ft_kg"), UPDATE ("container_40ft_kg") ON TABLE "public"."order_products" TO "authenticated";

GRANT SELECT ON TABLE "public"."record_messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."record_messages" FROM "service_role";

GRANT SELECT ON TABLE "public"."record_messages" TO "service_role";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."reply_templates" TO "authenticated";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."reply_templates" TO "authenticated";

GRANT INSERT ("record_type"), UPDATE ("record_type") ON TABLE "public"."reply_templates" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."reply_templates" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."reply_templates" TO "authenticated";

REVOKE ALL ON TABLE "public"."reply_templates" FROM "service_role";

GRANT SELECT ON TABLE "public"."reply_templates" TO "service_role";

GRANT SELECT ON TABLE "public"."staff_notices" TO "authenticated";

GRANT SELECT ON TABLE "public"."tasks" TO "authenticated";

REVOKE ALL ON TABLE "public"."tasks" FROM "service_role";

GRANT SELECT ON TABLE "public"."tasks" TO "service_role";

GRANT SELECT ON TABLE "private"."registrations" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "private"."standing_decisions" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_consents" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_registrations" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_to_phone" TO "authenticated";

GRANT SELECT ON TABLE "public"."withdrawn_consents" TO "authenticated";

CREATE INDEX partnership_applications_phone_idx ON public.partnership_applications USING btree (private.normalise_phone(phone));

revoke all on sequence private.registration_merges_id_seq from public, anon, authenticated, service_role;

revoke all on sequence record_messages_id_seq from public, anon, authenticated, service_role;

revoke all on sequence reply_templates_id_seq from public, anon, authenticated, service_role;

revoke all on sequence staff_notices_id_seq from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.check_merge(record_type text, record_id uuid, other_id uuid, reason text, seen text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid;
  why text := coalesce(private.clean_line(reason), '');
  pair private.registrations[];
  obstacle text;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  end if;
  caller_id := private.require_record_work(record_type);
  perform private.require_strong_right(record_type || '.decide');
  if private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing is erased from it for now'
      using errcode = '42501', hint = 'frozen';
  elsif char_length(why) not between 10 and 500 then
    raise exception 'Please give a reason of 10 to 500 characters' using errcode = '23514', hint = 'reason';
  end if;
  perform private.refuse_secrets('reason', null, why);
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('merge ' || caller_id, 0));
  if (select count(*) >= 30 from private.registration_merges
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(record_type, least(record_id, other_id));
  perform private.lock_registration(record_type, greatest(record_id, other_id));
  pair := private.find_pair(record_type, record_id, other_id);
  if coalesce(cardinality(pair), 0) <> 2 then
    raise exception 'There are no two such registrations' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) or private.is_own_record(record_type, other_id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  obstacle := private.find_merge_obstacle(pair[1], pair[2]);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = 'PT409', hint = 'merge';
  elsif seen is distinct from private.mark_pair(pair[1], pair[2]) then
    raise exception 'One of the two was changed meanwhile. Please compare them again.' using errcode = 'PT409', hint = 'seen';
  end if;
  return pair[2].id;
end $function$;

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
  union all
  select 'quotes' as place, 'orders.decide' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.quotes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'payments' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.payments_list as t where (select private.has_permission('orders.read')) and t.is_default
  union all
  select 'disputes' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.disputes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'listings' as place, 'products.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.products_list as t where (select private.has_permission('products.read')) and t.list_status = 'pending'
  union all
  select 'farmers' as place, 'farmers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.farmers_list as t where (select private.has_permission('farmers.read')) and t.list_status = 'pending'
  union all
  select 'training' as place, 'training_enrolments.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.training_enrolments_list as t
  where (select private.has_permission('training_enrolments.read')) and t.list_status = 'pending'
  union all
  select 'buyers' as place, 'buyers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.buyers_list as t where (select private.has_permission('buyers.read')) and t.list_status = 'pending'
  union all
  select 'investors' as place, 'investors.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.investors_list as t where (select private.has_permission('investors.read')) and t.list_status = 'pending'
  union all
  select 'corrections' as place, 'farmers.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where (select private.has_permission('farmers.decide'))
    and t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, 'farmers.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.has_permission('farmers.read'))
  union all
  select 'messages' as place, 'contact_messages.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.contact_messages_list as t
  where (select private.has_permission('contact_messages.read')) and t.list_status = 'pending'
  union all
  select 'partnership' as place, 'partnership_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.partnership_applications_list as t
  where (select private.has_permission('partnership_applications.read')) and t.list_status = 'pending'
  union all
  select 'job-applications' as place, 'job_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.job_applications_list as t
  where (select private.has_permission('job_applications.read')) and t.list_status = 'pending'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mail_outbox as t
  where (select private.has_permission('mails.read')) and t.status = 'failed' and t.created_at > now() - interval '7 days'
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.admin_types_with('read'))::text[])
$function$;

CREATE OR REPLACE FUNCTION private.describe_task(task public.tasks)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', $1.id, 'recordType', $1.record_type, 'recordId', $1.record_id,
    'label', private.label_record($1.record_type, $1.record_id), 'title', $1.title, 'dueOn', $1.due_on, 'dueTime', $1.due_time,
    'dueAt', ($1.due_on + coalesce($1.due_time, time '23:59:59')) at time zone 'Africa/Lagos',
    'assigneeId', $1.assignee_id, 'assigneeName', $1.assignee_name, 'doneAt', $1.done_at)
$function$;

CREATE OR REPLACE FUNCTION private.find_news(since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('since', $1,
    'arrived', coalesce((
      select jsonb_object_agg(arrived.record_type, arrived.count) from (
        select 'orders' as record_type, count(*) as count from public.orders where created_at > $1
        union all select 'farmers' as record_type, count(*) as count from public.farmers where created_at > $1
        union all select 'training_enrolments' as record_type, count(*) as count from public.training_enrolments where created_at > $1
        union all select 'buyers' as record_type, count(*) as count from public.buyers where created_at > $1
        union all select 'investors' as record_type, count(*) as count from public.investors where created_at > $1
        union all select 'contact_messages' as record_type, count(*) as count from public.contact_messages where created_at > $1
        union all select 'job_applications' as record_type, count(*) as count from public.job_applications where created_at > $1
        union all
        select 'partnership_applications' as record_type, count(*) as count from public.partnership_applications where created_at > $1
      ) as arrived
      where arrived.count > 0 and arrived.record_type = any (private.admin_types_with('read'))
    ), '{}'),
    'decided', coalesce((
      select jsonb_object_agg(decided.record_type, decided.count) from (
        select event.record_type, count(*) as count from private.standing_decisions as event
        where event.created_at > $1 and event.actor_id is distinct from (select auth.uid())
          and event.record_type = any (private.admin_types_with('read'))
        group by event.record_type
      ) as decided
    ), '{}'))
$function$;

CREATE OR REPLACE FUNCTION private.find_own_tasks()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(*), 'late', count(*) filter (where own.due_at < now()),
    'first', coalesce(jsonb_agg(private.describe_task(task) order by own.due_at, own.id) filter (where own.place <= 8), '[]'))
  from (
    select open.id, open.due_at, row_number() over (order by open.due_at, open.id) as place from private.open_tasks as open
    where open.assignee_id = (select auth.uid()) and open.record_type = any (private.admin_types_with('read'))
  ) as own
  join public.tasks as task on task.id = own.id
$function$;

CREATE OR REPLACE FUNCTION private.merge_registrations(record_type text, record_id uuid, other_id uuid, reason text, seen text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  pair private.registrations[];
begin
  perform private.check_merge(record_type, record_id, other_id, reason, seen);
  pair := private.find_pair(record_type, record_id, other_id);
  insert into private.registration_merges
    (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id, actor_name)
  values (merge_registrations.record_type, pair[1].id, pair[1].reference, pair[2].id, pair[2].reference,
    private.clean_line(merge_registrations.reason), caller_id, (select full_name from public.profiles where id = caller_id));
  perform private.erase_sealed(merge_registrations.record_type, pair[2].id);
  delete from private.change_codes where change_codes.record_id = pair[2].id;
  if pair[2].status = 'pending' then
    execute format('update public.%I set status = ''declined'', decline_reason = $1 where id = $2', merge_registrations.record_type)
      using format('We received this twice. It is one with %s, which stays with us.', pair[1].reference), pair[2].id;
    perform private.notify_registrant(pair[2].id, 'registration_merged', jsonb_build_object('kept', pair[1].reference));
  end if;
  perform private.record_audit('merge', merge_registrations.record_type, pair[1].id::text, null,
    jsonb_build_object('younger_id', pair[2].id, 'younger', pair[2].reference, 'secrets', 'kept'));
  perform private.record_audit('merge', merge_registrations.record_type, pair[2].id::text, null,
    jsonb_build_object('older_id', pair[1].id, 'older', pair[1].reference, 'secrets', 'erased'));
  return jsonb_build_object('older', pair[1].reference, 'younger', pair[2].reference);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_followers(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_staff(follower.id, 'answer', $1, $2)
  from (
    select work.assignee_id as id from public.record_work as work
    where work.record_type = $1 and work.record_id = $2 and work.assignee_id is not null
    union
    select task.assignee_id as id from public.tasks as task
    where task.record_type = $1 and task.record_id = $2 and task.done_at is null and task.assignee_id is not null
    union
    select author.requested_by as id from private.correction_authors as author
    join public.correction_requests as request on request.id = author.correction_request_id
    where request.record_type = $1 and request.record_id = $2
  ) as follower
  where not exists (
    select from public.staff_notices as earlier
    where earlier.user_id = follower.id and earlier.record_id = $2 and earlier.kind = 'answer' and earlier.read_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.open_work_of(person_id uuid, readable text[])
 RETURNS TABLE(record_type text, record_id uuid, name text, due_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as (
    select work.record_type, work.record_id from public.record_work as work
    where work.assignee_id = $1 and work.record_type = any ($2)
  )
  select own.record_type, own.record_id, coalesce(record.contact_name, record.reference) as name, t.due_at, t.created_at
  from own join private.registrations as record on record.record_type = own.record_type and record.id = own.record_id
  cross join lateral (
    select list.due_at, list.created_at from private.farmers_list as list where own.record_type = 'farmers' and list.id = own.record_id
    union all
    select list.due_at, list.created_at from private.training_enrolments_list as list
    where own.record_type = 'training_enrolments' and list.id = own.record_id
    union all
    select list.due_at, list.created_at from private.buyers_list as list where own.record_type = 'buyers' and list.id = own.record_id
    union all
    select list.due_at, list.created_at from private.investors_list as list
    where own.record_type = 'investors' and list.id = own.record_id
  ) as t
  where record.status = 'pending'
  union all
  select own.record_type, own.record_id, orders.code as name, case when t.is_promised then t.due_at end as due_at, t.created_at
  from own join private.orders_list as t on t.id = own.record_id join public.orders as orders on orders.id = t.id
  where own.record_type = 'orders' and t.list_status in ('pending', 'approved')
  union all
  select own.record_type, own.record_id, sent.name, t.due_at, t.created_at
  from own join private.contact_messages_list as t on t.id = own.record_id
  join public.contact_messages as sent on sent.id = t.id
  where own.record_type = 'contact_messages' and t.list_status = 'pending'
  union all
  select own.record_type, own.record_id, sent.full_name as name, t.due_at, t.created_at
  from own join private.job_applications_list as t on t.id = own.record_id
  join public.job_applications as sent on sent.id = t.id
  where own.record_type = 'job_applications' and t.list_status = 'pending'
  union all
  select own.record_type, own.record_id, sent.company_name as name, t.due_at, t.created_at
  from own join private.partnership_applications_list as t on t.id = own.record_id
  join public.partnership_applications as sent on sent.id = t.id
  where own.record_type = 'partnership_applications' and t.list_status = 'pending'
$function$;

CREATE OR REPLACE FUNCTION public.compare_registrations(record_type text, record_id uuid, other_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pair private.registrations[];
begin
  perform private.require_admin_right(compare_registrations.record_type, 'read');
  pair := private.find_pair(compare_registrations.record_type, compare_registrations.record_id, compare_registrations.other_id);
  if coalesce(cardinality(pair), 0) <> 2 then
    raise exception 'There are no two such registrations' using errcode = 'P0002';
  end if;
  return jsonb_build_object('older', private.describe_twin(pair[1]), 'younger', private.describe_twin(pair[2]),
    'secrets', (
      select coalesce(jsonb_agg(jsonb_build_object('field', field, 'hasOlder', older.id is not null, 'older', older.last_four,
        'hasYounger', younger.id is not null, 'younger', younger.last_four,
        'isSame', coalesce(older.match_hash = younger.match_hash, false)) order by field), '[]')
      from (select * from app_vault.secrets
        where secrets.record_type = pair[1].record_type and secrets.record_id = pair[1].id and secrets.field <> 'selfie') as older
      full join (select * from app_vault.secrets
        where secrets.record_type = pair[2].record_type and secrets.record_id = pair[2].id and secrets.field <> 'selfie') as younger
        using (field)),
    'obstacle', private.find_merge_obstacle(pair[1], pair[2]), 'seen', private.mark_pair(pair[1], pair[2]));
end $function$;

REVOKE ALL ON FUNCTION "public"."compare_registrations"(text, uuid, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.find_duplicates(record_type text, record_id uuid)
 RETURNS TABLE(other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamp with time zone, reasons text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  mine private.registrations;
  near uuid[];
  -- The noughts that stand for an erased number are nobody's.
  phones text[] := array(select phone from private.registration_phones where id = find_duplicates.record_id and phone ~ '[1-9]');
  same_phone uuid[];
begin
  if find_duplicates.record_type is null or find_duplicates.record_type <> all (readable) then
    raise exception 'permission denied to read %', find_duplicates.record_type using errcode = '42501';
  end if;
  select * into mine from private.registrations as record
  where record.record_type = find_duplicates.record_type and record.id = find_duplicates.record_id;
  if mine.id is null or private.merged_into(mine.id) is not null then
    return;
  end if;
  same_phone := array(select id from private.registration_phones where phone = any (phones));
  -- Each by an index of its own.
  near := array(
    select vault.other_id from private.find_vault_matches(mine.record_type, mine.id) as vault
    union select unnest(same_phone)
    union select id from private.registrations where lower(contact_email) = lower(mine.contact_email)
    union select id from private.registrations where user_id = mine.user_id
  );
  return query
    with sealed as (
      select vault.other_id as id, array_agg(vault.kind order by vault.kind) as kinds
      from private.find_vault_matches(mine.record_type, mine.id) as vault
      where vault.kind <> 'selfie'
      group by vault.other_id
    ),
    hinted as (
      select record.*, array_remove(
        array(select case kind when 'name' then 'same_name' when 'bvn' then 'same_bvn' when 'idNumber' then 'same_idNumber'
            when 'accountNumber' then 'same_accountNumber' when 'sidraWalletAddress' then 'same_sidraWalletAddress' end
          from unnest(sealed.kinds) as kind)
        || case when record.id = any (same_phone) then 'same_phone' end
        || case when lower(record.contact_email) = lower(mine.contact_email) then 'same_email' end
        || case when record.user_id = mine.user_id then 'same_member' end
        || case when 'dateOfBirth' = any (sealed.kinds)
            and ('name' = any (sealed.kinds) or private.name_likeness(record.contact_name, mine.contact_name) >= 0.5)
          then 'near_name_and_birth_date' end, null) as reasons
      from private.registrations as record
      left join sealed on sealed.id = record.id
      where record.id = any (near) and record.id <> mine.id
    )
    select hinted.record_type, hinted.id, hinted.reference, hinted.contact_name, hinted.status, hinted.created_at,
      hinted.reasons
    from hinted
    where hinted.record_type = any (readable) and cardinality(hinted.reasons) > 0 and private.merged_into(hinted.id) is null
    order by cardinality(hinted.reasons) desc, hinted.created_at desc limit 50;
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
  registration_kinds constant text[] := array['farmers', 'training_enrolments', 'buyers', 'investors'];
  person_kinds constant text[] := registration_kinds
    || array['orders', 'contact_messages', 'partnership_applications', 'job_applications'];
  readable text[];
  decidable text[];
  mail_subjects text[];
  opened private.person_records;
  person record;
  has_profiles boolean := private.has_permission('profiles.read');
  allowed text[];
  -- Every record of theirs: its kind, its id and by what it is theirs; arrays, so that each table is read by its index.
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
  select known.* into opened from private.person_records as known
  where known.record_type = find_person.record_type and known.id = find_person.record_id;
  if opened.id is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  select * into person from private.identify_person(opened, readable);
  select array_agg(near.record_type), array_agg(near.id), array_agg(near.via) into types, ids, vias
  from (
    select known.record_type, known.id, known.via
    from private.list_person_records(readable, person.accounts, person.phones, person.emails) as known where known.id <> opened.id
    union all
    select opened.record_type, opened.id, 'record' as via
  ) as near;
  allowed := array(select section from (values
      ('registrations', readable && registration_kinds),
      ('orders', 'orders' = any (readable)), ('quotes', 'orders' = any (readable)), ('documents', 'orders' = any (readable)),
      ('messages', readable && array['orders', 'contact_messages']),
      ('applications', readable && array['partnership_applications', 'job_applications']),
      ('calls', readable && registration_kinds), ('mails', mail_subjects <> '{}'), ('notes', readable <> '{}'),
      ('tasks', readable <> '{}'), ('consents', decidable <> '{}')
    ) as known (section, is_open) where is_open);
  return (
    with own as materialized (select * from unnest(types, ids, vias) as listed (record_type, id, via)),
    entries as (
      select 'registrations' as section, t.created_at as at, t.record_type, t.id as record_id, t.reference as code,
        concat_ws(', ', t.name, t.organisation) as words, t.status as state, null::bigint as amount_kobo, null::text as currency,
        null::text as by_name, null::date as due_on, own.via
      from own join private.person_records as t on t.record_type = own.record_type and t.id = own.id
      where own.record_type = any (registration_kinds) and t.id = any (ids)
      union all
      select 'orders' as section, t.created_at as at, 'orders' as record_type, t.id as record_id, t.code,
        case t.kind when 'bulk' then concat_ws(' ', t.crop_type || ',', t.quantity_text, t.unit) else 'Marketplace' end as words,
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
        (select caller.full_name from public.profiles as caller where caller.id = t.called_by and has_profiles) as by_name,
        null as due_on, own.via
      from own join public.phone_calls as t on t.record_id = own.id and t.record_type = own.record_type
      where t.record_id = any (ids)
      union all
      select 'mails' as section, t.created_at as at, 'mails' as record_type, t.id as record_id, null as code, t.template as words,
        t.state, null as amount_kobo, null as currency, null as by_name, null as due_on,
        case when t.record_id = any (ids) then 'record' when t.channel = 'sms' then 'phone' else 'email' end as via
      from private.mails as t
      where (t.record_id = any (ids) or lower(t.recipient) = any (person.emails)
          or t.recipient = any (person.phones))
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
      where t.record_id = any (ids) and t.record_type = any (decidable)
    ),
    placed as (
      select entries.*, row_number() over (partition by entries.section order by entries.at desc, entries.record_id) as place,
        count(*) over (partition by entries.section) as how_many
      from entries where entries.section = any (allowed)
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

REVOKE ALL ON FUNCTION "public"."find_person"(text, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.track_registration(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'mergedInto', private.merged_into(record.id),
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)
      and private.merged_into(record.id) is null),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
      from (
        select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
        where request.record_type = record.record_type and request.record_id = record.id
        union all
        select case sent.requested_by when 'applicant' then 'changed' else 'sent_again' end as kind, sent.created_at as at
        from public.registration_submissions as sent
        where sent.record_id = record.id and sent.version > 1
        union all
        select decision.to_status as kind, decision.created_at as at from private.standing_decisions as decision
        where decision.record_type = record.record_type and decision.record_id = record.id
          and not exists (select from private.registration_merges as merge
            where merge.younger_id = record.id and merge.created_at = decision.created_at)
        union all
        select 'merged' as kind, merge.created_at as at from private.registration_merges as merge
        where merge.younger_id = record.id
      ) as event
    ), '[]'),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and record.status in ('pending', 'approved')) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

REVOKE ALL ON FUNCTION "private"."check_merge"(text, uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_merge"(text, uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."describe_task"(public.tasks) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_own_tasks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merge_registrations"(text, uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."merge_registrations"(text, uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."notify_followers"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_work_of"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."compare_registrations"(text, uuid, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."compare_registrations"(text, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_person"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_person"(text, uuid) TO "authenticated";

CREATE OR REPLACE FUNCTION private.find_own_work()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(*), 'first', coalesce(jsonb_agg(
    jsonb_build_object('recordType', record_type, 'recordId', record_id, 'name', name, 'dueAt', due_at)
    order by due_at, created_at) filter (where place <= 12), '[]'))
  from (
    select open.*, row_number() over (order by open.due_at, open.created_at) as place
    from private.open_work_of((select auth.uid()), private.admin_types_with('read')) as open
  ) as numbered
$function$;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo) values ('order_document', '{email}', 'orders', 'notice', null, 'always', 'false', null, 'false');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo) values ('record_message', '{email}', 'contact_messages', 'notice', null, 'always', 'false', null, 'false');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo) values ('registration_merged', '{email}', 'registrations', 'notice', null, 'always', 'false', null, 'false');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo) values ('staff_morning', '{email}', 'accounts', 'staff', null, 'always', 'false', 'morning_mails', 'false');

update private.mail_templates set repeats = 'always', waits_for_undo = 'false' where template = 'order_message';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_data_exported';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_factor_reset';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_factor_reset_requested';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_frozen';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_secrets_requested';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_thaw_asked';

update private.mail_templates set waits_for_undo = 'false' where template = 'account_thawed';

update private.mail_templates set waits_for_undo = 'false' where template = 'application_received';

update private.mail_templates set waits_for_undo = 'false' where template = 'audit_damaged';

update private.mail_templates set waits_for_undo = 'false' where template = 'audit_head';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_already_registered';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_email_change';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_email_changed';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_factor_added';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_factor_removed';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_identity_linked';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_identity_unlinked';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_invite';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_magiclink';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_password_changed';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_phone_change';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_phone_changed';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_reauthentication';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_recovery';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_recovery_code_used';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_recovery_codes_made';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_recovery_codes_removed';

update private.mail_templates set waits_for_undo = 'false' where template = 'auth_signup';

update private.mail_templates set waits_for_undo = 'false' where template = 'breach_opened';

update private.mail_templates set waits_for_undo = 'false' where template = 'breach_reminder';

update private.mail_templates set waits_for_undo = 'false' where template = 'contact_received';

update private.mail_templates set waits_for_undo = 'false' where template = 'listing_hidden';

update private.mail_templates set waits_for_undo = 'false' where template = 'listing_published';

update private.mail_templates set waits_for_undo = 'false' where template = 'newsletter_confirm';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_approved';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_completed';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_declined';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_delivered';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_dispatched';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_dispute_answered';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_dispute_received';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_expired';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_link_again';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_market_approved';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_market_completed';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_market_declined';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_claimed';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_confirmed';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_not_found';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_not_seen';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_over';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_refunded';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_rest_not_seen';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_payment_short';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_placed';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_quoted';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_received';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_reopened';

update private.mail_templates set waits_for_undo = 'false' where template = 'order_unpaid';

update private.mail_templates set waits_for_undo = 'false' where template = 'partnership_received';

update private.mail_templates set waits_for_undo = 'false' where template = 'registration_change_code';

update private.mail_templates set waits_for_undo = 'false' where template = 'registration_changed';

update private.mail_templates set waits_for_undo = 'false' where template = 'registration_claimed';

update private.mail_templates set waits_for_undo = 'false' where template = 'registration_link';

update private.mail_templates set waits_for_undo = 'false' where template = 'registration_link_again';

update private.mail_templates set waits_for_undo = 'false' where template = 'registration_received';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_factor_reset';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_invitation';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_outside_unreached';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_settlement_approved';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_settlement_code';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_settlement_in_force';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_settlement_proposed';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_sitting_begun';

update private.mail_templates set waits_for_undo = 'false' where template = 'staff_vault_alarm';

update private.mail_templates set waits_for_undo = 'true' where template = 'application_approved';

update private.mail_templates set waits_for_undo = 'true' where template = 'application_declined';

update private.mail_templates set waits_for_undo = 'true' where template = 'decision';

update private.mail_templates set waits_for_undo = 'true' where template = 'partnership_approved';

update private.mail_templates set waits_for_undo = 'true' where template = 'partnership_declined';

update private.mail_templates set waits_for_undo = 'true' where template = 'registration_approved';

update private.mail_templates set waits_for_undo = 'true' where template = 'registration_correction';

update private.mail_templates set waits_for_undo = 'true' where template = 'registration_declined';

insert into public.reply_templates (record_type, title, body, position) values (null, 'Ask for a document', 'Dear {name},

please send us this document as an answer to this mail, as a PDF or a photo:', '20');

insert into public.reply_templates (record_type, title, body, position) values (null, 'Greeting', 'Dear {name},

thank you for writing to us.', '10');

insert into public.reply_templates (record_type, title, body, position) values (null, 'Thank you', 'Dear {name},

thank you. We have everything that we need for now.', '30');

insert into storage.buckets (id, name, owner, public, avif_autodetection, file_size_limit, allowed_mime_types, owner_id, type) values ('message-files', 'message-files', null, 'false', 'false', '2097152', null, null, 'STANDARD');

update storage.buckets set allowed_mime_types = '{image/jpeg,image/png}' where id = 'board-photos';
