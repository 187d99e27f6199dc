ALTER TABLE "private"."audit_words" DROP CONSTRAINT "audit_words_pkey";

ALTER TABLE "private"."audit_words" ADD COLUMN "condition" text NOT NULL DEFAULT ''::text;

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
  -- Words of the page match from the beginning of a word, so that a name like Ann does not find 'planned'.
  begun text := (private.search_patterns(' ' || words))[1];
  is_access constant text := $c$(e.action in ('look', 'export') or e.subject_type in ('vault_reveals', 'photo_sittings'))$c$;
  is_said constant text := $c$(w.condition = '' or jsonb_build_object('type', e.subject_type, 'id', e.subject_id,
    'actor', e.actor_id, 'before', e.before, 'after', e.after) @@ w.condition::jsonpath)$c$;
  rest text := '';
  kinds text[] := private.audited_tables(kind);
  before_at timestamptz;
  subjects text[];
  actors uuid[];
  actions text[];
  types text[];
  deeds private.audit_words[];
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
      select known.word from known where known.word ilike pattern)
      || array(select said.subject_type from private.audit_words as said
        where said.action = '' and ' ' || said.phrase ilike begun);
    -- A deed is looked up by what fewest entries have: the status that was given, the kind of file, the kind of record, or else
    -- the action.
    deeds := array(select said from private.audit_words as said
      where said.action <> '' and ' ' || said.phrase ilike begun);
    ways := array[
      'from unnest($9) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_id = w',
      'from unnest($10) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.actor_id = w',
      'from unnest($11) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.action = w',
      'from unnest($12) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e where e.subject_type = w',
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after ? ''status'' and e.action = ''update'' and e.after ->> ''status'' = w.after ->> ''status''
          and (w.subject_type = '''' or e.subject_type = w.subject_type) and ' || is_said,
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after ? ''what'' and e.action = ''look'' and e.after ->> ''what'' = w.after ->> ''what'' and ' || is_said,
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after = ''{}'' and w.subject_type <> '''' and e.subject_type = w.subject_type and e.action = w.action
          and ' || is_said,
      'from unnest($14) as w cross join lateral (select e.id, e.created_at from public.audit_trail as e
        where w.after = ''{}'' and w.subject_type = '''' and e.action = w.action and ' || is_said,
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
    using before_at, before_id, since, until, actor, kinds, subject, max_rows, subjects, actors, actions, types, words, deeds;
  return ids;
end $function$;

ALTER TABLE "private"."audit_words" ADD CONSTRAINT "audit_words_pkey" PRIMARY KEY (phrase, action, subject_type, after, condition);

CREATE INDEX audit_trail_file_idx ON public.audit_trail USING btree (((after ->> 'what'::text)), created_at DESC, id DESC) WHERE ((action = 'look'::text) AND ((after ->> 'what'::text) IS NOT NULL));

CREATE INDEX audit_trail_type_action_idx ON public.audit_trail USING btree (subject_type, action, created_at DESC, id DESC);

COMMENT ON TABLE "private"."audit_words" IS 'An empty action or subject_type is any; after is what the new values hold; condition is a jsonpath over {type, id, actor, before, after}.';

-- All of them are said again, with the values that they differ by.
delete from private.audit_words;

insert into private.audit_words (phrase, action, subject_type, after, condition)
values
  ('order', '', 'orders', '{}', ''),
  ('orders', '', 'orders', '{}', ''),
  ('a payment', '', 'payments', '{}', ''),
  ('payments', '', 'payments', '{}', ''),
  ('an entry of money', '', 'money_entries', '{}', ''),
  ('money entries', '', 'money_entries', '{}', ''),
  ('a credit', '', 'order_credits', '{}', ''),
  ('order credits', '', 'order_credits', '{}', ''),
  ('a quote', '', 'quotes', '{}', ''),
  ('quotes', '', 'quotes', '{}', ''),
  ('the complaint about an order', '', 'disputes', '{}', ''),
  ('disputes', '', 'disputes', '{}', ''),
  ('letter of credit', '', 'letters_of_credit', '{}', ''),
  ('letters of credit', '', 'letters_of_credit', '{}', ''),
  ('farmer', '', 'farmers', '{}', ''),
  ('farmers', '', 'farmers', '{}', ''),
  ('trainee', '', 'training_enrolments', '{}', ''),
  ('trainees', '', 'training_enrolments', '{}', ''),
  ('buyer', '', 'buyers', '{}', ''),
  ('buyers', '', 'buyers', '{}', ''),
  ('investor', '', 'investors', '{}', ''),
  ('investors', '', 'investors', '{}', ''),
  ('a request to correct', '', 'correction_requests', '{}', ''),
  ('corrections that were asked for', '', 'correction_requests', '{}', ''),
  ('people to phone', '', 'people_to_phone', '{}', ''),
  ('the message of', '', 'contact_messages', '{}', ''),
  ('messages', '', 'contact_messages', '{}', ''),
  ('the partnership application of', '', 'partnership_applications', '{}', ''),
  ('partnership applications', '', 'partnership_applications', '{}', ''),
  ('the job application of', '', 'job_applications', '{}', ''),
  ('job applications', '', 'job_applications', '{}', ''),
  ('a newsletter subscription', '', 'newsletter_subscriptions', '{}', ''),
  ('newsletter readers', '', 'newsletter_subscriptions', '{}', ''),
  ('a mail', '', 'mails', '{}', ''),
  ('mails', '', 'mails', '{}', ''),
  ('an address that we do not write to', '', 'mail_suppressions', '{}', ''),
  ('mail suppressions', '', 'mail_suppressions', '{}', ''),
  ('product', '', 'products', '{}', ''),
  ('products', '', 'products', '{}', ''),
  ('product of the order form', '', 'order_products', '{}', ''),
  ('order products', '', 'order_products', '{}', ''),
  ('low stock', '', 'low_stock', '{}', ''),
  ('products that run low', '', 'low_stock', '{}', ''),
  ('the draft', '', 'content_drafts', '{}', ''),
  ('content drafts', '', 'content_drafts', '{}', ''),
  ('the company fact', '', 'company_facts', '{}', ''),
  ('company facts', '', 'company_facts', '{}', ''),
  ('a legal text', '', 'legal_texts', '{}', ''),
  ('legal texts', '', 'legal_texts', '{}', ''),
  ('board member', '', 'board_members', '{}', ''),
  ('board members', '', 'board_members', '{}', ''),
  ('the contact of a board member', '', 'board_contacts', '{}', ''),
  ('board contacts', '', 'board_contacts', '{}', ''),
  ('the position category', '', 'career_categories', '{}', ''),
  ('career categories', '', 'career_categories', '{}', ''),
  ('the position', '', 'career_positions', '{}', ''),
  ('career positions', '', 'career_positions', '{}', ''),
  ('the course', '', 'courses', '{}', ''),
  ('courses', '', 'courses', '{}', ''),
  ('the season of', '', 'crop_seasons', '{}', ''),
  ('crop seasons', '', 'crop_seasons', '{}', ''),
  ('the figure', '', 'impact_figures', '{}', ''),
  ('impact figures', '', 'impact_figures', '{}', ''),
  ('the button', '', 'page_actions', '{}', ''),
  ('page actions', '', 'page_actions', '{}', ''),
  ('the fact of a page', '', 'page_facts', '{}', ''),
  ('page facts', '', 'page_facts', '{}', ''),
  ('a text of the page', '', 'page_texts', '{}', ''),
  ('page texts', '', 'page_texts', '{}', ''),
  ('the photograph', '', 'photographs', '{}', ''),
  ('photographs', '', 'photographs', '{}', ''),
  ('the project', '', 'projects', '{}', ''),
  ('projects', '', 'projects', '{}', ''),
  ('the story', '', 'stories', '{}', ''),
  ('stories', '', 'stories', '{}', ''),
  ('the role', '', 'roles', '{}', ''),
  ('roles', '', 'roles', '{}', ''),
  ('a right of a role', '', 'role_permissions', '{}', ''),
  ('role permissions', '', 'role_permissions', '{}', ''),
  ('the role of a colleague', '', 'user_roles', '{}', ''),
  ('user roles', '', 'user_roles', '{}', ''),
  ('the leaving of a colleague', '', 'staff_departures', '{}', ''),
  ('staff departures', '', 'staff_departures', '{}', ''),
  ('an invitation', '', 'staff_invitations', '{}', ''),
  ('staff invitations', '', 'staff_invitations', '{}', ''),
  ('a look at private data', '', 'vault_reveals', '{}', ''),
  ('vault reveals', '', 'vault_reveals', '{}', ''),
  ('private data', '', 'vault_seal', '{}', ''),
  ('vault seal', '', 'vault_seal', '{}', ''),
  ('a review of photos', '', 'photo_sittings', '{}', ''),
  ('photo sittings', '', 'photo_sittings', '{}', ''),
  ('a look at their own private data', '', 'own_secrets', '{}', ''),
  ('own secrets', '', 'own_secrets', '{}', ''),
  ('their own data', '', 'own_data', '{}', ''),
  ('own data', '', 'own_data', '{}', ''),
  ('the account of', '', 'account', '{}', ''),
  ('account', '', 'account', '{}', ''),
  ('the data breach', '', 'breaches', '{}', ''),
  ('data breaches', '', 'breaches', '{}', ''),
  ('a bank account of the company', '', 'settlement_accounts', '{}', ''),
  ('settlement accounts', '', 'settlement_accounts', '{}', ''),
  ('the limit', '', 'market_limits', '{}', ''),
  ('market limits', '', 'market_limits', '{}', ''),
  ('the rate of VAT', '', 'vat_rates', '{}', ''),
  ('vat rates', '', 'vat_rates', '{}', ''),
  ('the delivery zone', '', 'delivery_zones', '{}', ''),
  ('delivery zones', '', 'delivery_zones', '{}', ''),
  ('the depot', '', 'depots', '{}', ''),
  ('depots', '', 'depots', '{}', ''),
  ('the retention period of', '', 'retention_periods', '{}', ''),
  ('retention periods', '', 'retention_periods', '{}', ''),
  ('the reason for declining', '', 'decline_reasons', '{}', ''),
  ('decline reasons', '', 'decline_reasons', '{}', ''),
  ('the words for answers', '', 'reply_templates', '{}', ''),
  ('reply templates', '', 'reply_templates', '{}', ''),
  ('the saved view', '', 'saved_views', '{}', ''),
  ('saved views', '', 'saved_views', '{}', ''),
  ('the audit trail', '', 'audit_trail', '{}', ''),
  ('audit entries', '', 'audit_trail', '{}', ''),
  ('looked at a file of', 'look', '', '{}', '!($.after.what == "cv" || $.after.what == "payment_proof" || $.after.what == "credit_draft" || $.after.what == "dispute_photo" || $.after.what == "photo" || $.after.what == "own_photo")'),
  ('downloaded their own data', 'export', 'own_data', '{}', ''),
  ('downloaded the list of orders', 'export', 'orders', '{}', ''),
  ('downloaded the list of payments', 'export', 'payments', '{}', ''),
  ('downloaded the list of money entries', 'export', 'money_entries', '{}', ''),
  ('downloaded the list of order credits', 'export', 'order_credits', '{}', ''),
  ('downloaded the list of quotes', 'export', 'quotes', '{}', ''),
  ('downloaded the list of disputes', 'export', 'disputes', '{}', ''),
  ('downloaded the list of letters of credit', 'export', 'letters_of_credit', '{}', ''),
  ('downloaded the list of farmers', 'export', 'farmers', '{}', ''),
  ('downloaded the list of trainees', 'export', 'training_enrolments', '{}', ''),
  ('downloaded the list of buyers', 'export', 'buyers', '{}', ''),
  ('downloaded the list of investors', 'export', 'investors', '{}', ''),
  ('downloaded the list of corrections that were asked for', 'export', 'correction_requests', '{}', ''),
  ('downloaded the list of people to phone', 'export', 'people_to_phone', '{}', ''),
  ('downloaded the list of messages', 'export', 'contact_messages', '{}', ''),
  ('downloaded the list of partnership applications', 'export', 'partnership_applications', '{}', ''),
  ('downloaded the list of job applications', 'export', 'job_applications', '{}', ''),
  ('downloaded the list of newsletter readers', 'export', 'newsletter_subscriptions', '{}', ''),
  ('downloaded the list of mails', 'export', 'mails', '{}', ''),
  ('downloaded the list of mail suppressions', 'export', 'mail_suppressions', '{}', ''),
  ('downloaded the list of products', 'export', 'products', '{}', ''),
  ('downloaded the list of order products', 'export', 'order_products', '{}', ''),
  ('downloaded the list of products that run low', 'export', 'low_stock', '{}', ''),
  ('downloaded the list of content drafts', 'export', 'content_drafts', '{}', ''),
  ('downloaded the list of company facts', 'export', 'company_facts', '{}', ''),
  ('downloaded the list of legal texts', 'export', 'legal_texts', '{}', ''),
  ('downloaded the list of board members', 'export', 'board_members', '{}', ''),
  ('downloaded the list of board contacts', 'export', 'board_contacts', '{}', ''),
  ('downloaded the list of career categories', 'export', 'career_categories', '{}', ''),
  ('downloaded the list of career positions', 'export', 'career_positions', '{}', ''),
  ('downloaded the list of courses', 'export', 'courses', '{}', ''),
  ('downloaded the list of crop seasons', 'export', 'crop_seasons', '{}', ''),
  ('downloaded the list of impact figures', 'export', 'impact_figures', '{}', ''),
  ('downloaded the list of page actions', 'export', 'page_actions', '{}', ''),
  ('downloaded the list of page facts', 'export', 'page_facts', '{}', ''),
  ('downloaded the list of page texts', 'export', 'page_texts', '{}', ''),
  ('downloaded the list of photographs', 'export', 'photographs', '{}', ''),
  ('downloaded the list of projects', 'export', 'projects', '{}', ''),
  ('downloaded the list of stories', 'export', 'stories', '{}', ''),
  ('downloaded the list of roles', 'export', 'roles', '{}', ''),
  ('downloaded the list of role permissions', 'export', 'role_permissions', '{}', ''),
  ('downloaded the list of user roles', 'export', 'user_roles', '{}', ''),
  ('downloaded the list of staff departures', 'export', 'staff_departures', '{}', ''),
  ('downloaded the list of staff invitations', 'export', 'staff_invitations', '{}', ''),
  ('downloaded the list of vault reveals', 'export', 'vault_reveals', '{}', ''),
  ('downloaded the list of vault seal', 'export', 'vault_seal', '{}', ''),
  ('downloaded the list of photo sittings', 'export', 'photo_sittings', '{}', ''),
  ('downloaded the list of own secrets', 'export', 'own_secrets', '{}', ''),
  ('downloaded the list of account', 'export', 'account', '{}', ''),
  ('downloaded the list of data breaches', 'export', 'breaches', '{}', ''),
  ('downloaded the list of settlement accounts', 'export', 'settlement_accounts', '{}', ''),
  ('downloaded the list of market limits', 'export', 'market_limits', '{}', ''),
  ('downloaded the list of vat rates', 'export', 'vat_rates', '{}', ''),
  ('downloaded the list of delivery zones', 'export', 'delivery_zones', '{}', ''),
  ('downloaded the list of depots', 'export', 'depots', '{}', ''),
  ('downloaded the list of retention periods', 'export', 'retention_periods', '{}', ''),
  ('downloaded the list of decline reasons', 'export', 'decline_reasons', '{}', ''),
  ('downloaded the list of reply templates', 'export', 'reply_templates', '{}', ''),
  ('downloaded the list of saved views', 'export', 'saved_views', '{}', ''),
  ('downloaded the list of audit entries', 'export', 'audit_trail', '{}', ''),
  ('downloaded the list of', 'export', '', '{}', '$.type != "own_data"'),
  ('wrote a note about', 'note', '', '{}', ''),
  ('noted a first contact about', 'contact', '', '{}', ''),
  ('wrote by mail about', 'message', '', '{}', '$.type != "orders"'),
  ('wrote to the buyer of', 'message', 'orders', '{}', ''),
  ('undid the decision about', 'undo', '', '{}', '!(exists($.before.correction))'),
  ('took back the correction that was asked of', 'undo', '', '{}', 'exists($.before.correction)'),
  ('added a task about', 'task', '', '{}', '$.before == null && !(exists($.after.is_done))'),
  ('changed a task about', 'task', '', '{}', '$.before != null && !(exists($.after.is_done))'),
  ('finished a task about', 'task', '', '{}', '$.after.is_done == true'),
  ('opened a task about', 'task', '', '{}', 'exists($.after.is_done) && !($.after.is_done == true)'),
  ('merged registration', 'merge', '', '{}', '$.after.younger != null'),
  ('merged', 'merge', '', '{}', '!($.after.younger != null)'),
  ('sent the pro-forma invoice', 'send_document', '', '{}', '$.after.kind == "pro_forma"'),
  ('sent the invoice', 'send_document', '', '{}', '$.after.kind == "invoice"'),
  ('sent the receipt', 'send_document', '', '{}', '$.after.kind == "receipt"'),
  ('sent the delivery note', 'send_document', '', '{}', '$.after.kind == "delivery_note"'),
  ('sent the credit note', 'send_document', '', '{}', '$.after.kind == "credit_note"'),
  ('sent the quote', 'send_document', '', '{}', '$.after.kind == "quote"'),
  ('sent the sales contract', 'send_document', '', '{}', '$.after.kind == "contract"'),
  ('sent the document', 'send_document', '', '{}', '!($.after.kind != null)'),
  ('quoted the delivery of', 'quote_delivery', '', '{}', ''),
  ('wrote down that the buyer agreed by telephone to the delivery of', 'accept_delivery_by_phone', '', '{}', ''),
  ('changed the day of delivery of', 'change_delivery_day', '', '{}', ''),
  ('gave', 'assign', '', '{}', '$.after.assignee_id != null && $.after.assignee_id != $.actor'),
  ('took over', 'assign', '', '{}', '$.after.assignee_id == $.actor'),
  ('took', 'assign', '', '{}', '!($.after.assignee_id != null)'),
  ('called', 'call', '', '{}', ''),
  ('asked', 'correction', '', '{}', ''),
  ('changed their own answers as', 'change', '', '{}', ''),
  ('entered the form of', 'enter', '', '{}', ''),
  ('sent a mail again', 'resend', '', '{}', ''),
  ('took an address off the newsletter', 'unsubscribe', '', '{}', ''),
  ('wrote into the register of', 'event', '', '{}', ''),
  ('froze', 'freeze', '', '{}', ''),
  ('asked to open', 'ask_thaw', '', '{}', ''),
  ('opened', 'thaw', '', '{}', ''),
  ('asked to remove the second step of', 'request_factor_reset', '', '{}', ''),
  ('removed the second step of', 'reset_second_factor', '', '{}', ''),
  ('asked to see their own private data', 'request', '', '{}', ''),
  ('took back the request to see their own private data', 'cancel', '', '{}', ''),
  ('proposed to change the limit', 'propose', 'market_limits', '{}', '$.type == "market_limits"'),
  ('dropped the proposal to make the limit', 'withdraw', 'market_limits', '{}', '$.type == "market_limits"'),
  ('raised an alarm', 'alarm', '', '{}', '$.type != "vault_seal"'),
  ('found private data that was changed past the application', 'alarm', 'vault_seal', '{}', ''),
  ('found that this trail is damaged', 'entry_lost', '', '{}', ''),
  ('found that this trail is damaged', 'entry_altered', '', '{}', ''),
  ('found that this trail is damaged', 'head_lost', '', '{}', ''),
  ('looked at the CV of', 'look', '', '{"what":"cv"}', ''),
  ('looked at a proof of payment of', 'look', '', '{"what":"payment_proof"}', ''),
  ('looked at the draft of a letter of credit of', 'look', '', '{"what":"credit_draft"}', ''),
  ('looked at a photo of the dispute of', 'look', '', '{"what":"dispute_photo"}', ''),
  ('looked at the photo of', 'look', '', '{"what":"photo"}', ''),
  ('looked at the photo', 'look', '', '{"what":"own_photo"}', ''),
  ('looked at the date of birth of', 'insert', 'vault_reveals', '{}', '$.after.field == "dateOfBirth"'),
  ('looked at the date of birth of', 'update', 'vault_reveals', '{}', '$.after.field == "dateOfBirth"'),
  ('looked at the date of birth of', 'delete', 'vault_reveals', '{}', '$.after.field == "dateOfBirth"'),
  ('looked at the BVN of', 'insert', 'vault_reveals', '{}', '$.after.field == "bvn"'),
  ('looked at the BVN of', 'update', 'vault_reveals', '{}', '$.after.field == "bvn"'),
  ('looked at the BVN of', 'delete', 'vault_reveals', '{}', '$.after.field == "bvn"'),
  ('looked at the ID number of', 'insert', 'vault_reveals', '{}', '$.after.field == "idNumber"'),
  ('looked at the ID number of', 'update', 'vault_reveals', '{}', '$.after.field == "idNumber"'),
  ('looked at the ID number of', 'delete', 'vault_reveals', '{}', '$.after.field == "idNumber"'),
  ('looked at the bank account number of', 'insert', 'vault_reveals', '{}', '$.after.field == "accountNumber"'),
  ('looked at the bank account number of', 'update', 'vault_reveals', '{}', '$.after.field == "accountNumber"'),
  ('looked at the bank account number of', 'delete', 'vault_reveals', '{}', '$.after.field == "accountNumber"'),
  ('looked at the wallet address of', 'insert', 'vault_reveals', '{}', '$.after.field == "sidraWalletAddress"'),
  ('looked at the wallet address of', 'update', 'vault_reveals', '{}', '$.after.field == "sidraWalletAddress"'),
  ('looked at the wallet address of', 'delete', 'vault_reveals', '{}', '$.after.field == "sidraWalletAddress"'),
  ('looked at the photo of', 'insert', 'vault_reveals', '{}', '$.after.field == "selfie"'),
  ('looked at the photo of', 'update', 'vault_reveals', '{}', '$.after.field == "selfie"'),
  ('looked at the photo of', 'delete', 'vault_reveals', '{}', '$.after.field == "selfie"'),
  ('looked at the private detail of', 'insert', 'vault_reveals', '{}', '!($.after.field == "dateOfBirth" || $.after.field == "bvn" || $.after.field == "idNumber" || $.after.field == "accountNumber" || $.after.field == "sidraWalletAddress" || $.after.field == "selfie")'),
  ('looked at the private detail of', 'update', 'vault_reveals', '{}', '!($.after.field == "dateOfBirth" || $.after.field == "bvn" || $.after.field == "idNumber" || $.after.field == "accountNumber" || $.after.field == "sidraWalletAddress" || $.after.field == "selfie")'),
  ('looked at the private detail of', 'delete', 'vault_reveals', '{}', '!($.after.field == "dateOfBirth" || $.after.field == "bvn" || $.after.field == "idNumber" || $.after.field == "accountNumber" || $.after.field == "sidraWalletAddress" || $.after.field == "selfie")'),
  ('began to review photos', 'insert', 'photo_sittings', '{}', ''),
  ('began to review photos', 'update', 'photo_sittings', '{}', ''),
  ('began to review photos', 'delete', 'photo_sittings', '{}', ''),
  ('sent back', 'insert', 'payments', '{}', '$.after.kind == "refund"'),
  ('sent back', 'update', 'payments', '{}', '$.after.kind == "refund"'),
  ('sent back', 'delete', 'payments', '{}', '$.after.kind == "refund"'),
  ('corrected a payment by', 'insert', 'payments', '{}', '$.after.kind == "correction"'),
  ('corrected a payment by', 'update', 'payments', '{}', '$.after.kind == "correction"'),
  ('corrected a payment by', 'delete', 'payments', '{}', '$.after.kind == "correction"'),
  ('confirmed', 'insert', 'payments', '{}', '!($.after.kind == "refund" || $.after.kind == "correction")'),
  ('confirmed', 'update', 'payments', '{}', '!($.after.kind == "refund" || $.after.kind == "correction")'),
  ('confirmed', 'delete', 'payments', '{}', '!($.after.kind == "refund" || $.after.kind == "correction")'),
  ('decided as second person about money of', 'update', 'money_entries', '{}', '$.after.outcome != null'),
  ('decided as second person about money of', 'delete', 'money_entries', '{}', '$.after.outcome != null'),
  ('recorded a payment of', 'insert', 'money_entries', '{}', '$.after.kind == "receipt"'),
  ('recorded a payment of', 'update', 'money_entries', '{}', '$.after.kind == "receipt" && !($.after.outcome != null)'),
  ('recorded a payment of', 'delete', 'money_entries', '{}', '$.after.kind == "receipt" && !($.after.outcome != null)'),
  ('recorded a refund of', 'insert', 'money_entries', '{}', '$.after.kind == "refund"'),
  ('recorded a refund of', 'update', 'money_entries', '{}', '$.after.kind == "refund" && !($.after.outcome != null)'),
  ('recorded a refund of', 'delete', 'money_entries', '{}', '$.after.kind == "refund" && !($.after.outcome != null)'),
  ('recorded a corrected payment of', 'insert', 'money_entries', '{}', '$.after.kind == "correction"'),
  ('recorded a corrected payment of', 'update', 'money_entries', '{}', '$.after.kind == "correction" && !($.after.outcome != null)'),
  ('recorded a corrected payment of', 'delete', 'money_entries', '{}', '$.after.kind == "correction" && !($.after.outcome != null)'),
  ('recorded a bank fee of', 'insert', 'money_entries', '{}', '$.after.kind == "fee"'),
  ('recorded a bank fee of', 'update', 'money_entries', '{}', '$.after.kind == "fee" && !($.after.outcome != null)'),
  ('recorded a bank fee of', 'delete', 'money_entries', '{}', '$.after.kind == "fee" && !($.after.outcome != null)'),
  ('recorded a write-off of', 'insert', 'money_entries', '{}', '$.after.kind == "write_off"'),
  ('recorded a write-off of', 'update', 'money_entries', '{}', '$.after.kind == "write_off" && !($.after.outcome != null)'),
  ('recorded a write-off of', 'delete', 'money_entries', '{}', '$.after.kind == "write_off" && !($.after.outcome != null)'),
  ('recorded an amount granted after a complaint of', 'insert', 'money_entries', '{}', '$.after.kind == "complaint"'),
  ('recorded an amount granted after a complaint of', 'update', 'money_entries', '{}', '$.after.kind == "complaint" && !($.after.outcome != null)'),
  ('recorded an amount granted after a complaint of', 'delete', 'money_entries', '{}', '$.after.kind == "complaint" && !($.after.outcome != null)'),
  ('recorded money of', 'insert', 'money_entries', '{}', '!($.after.kind == "receipt" || $.after.kind == "refund" || $.after.kind == "correction" || $.after.kind == "fee" || $.after.kind == "write_off" || $.after.kind == "complaint")'),
  ('recorded money of', 'update', 'money_entries', '{}', '!($.after.kind == "receipt" || $.after.kind == "refund" || $.after.kind == "correction" || $.after.kind == "fee" || $.after.kind == "write_off" || $.after.kind == "complaint") && !($.after.outcome != null)'),
  ('recorded money of', 'delete', 'money_entries', '{}', '!($.after.kind == "receipt" || $.after.kind == "refund" || $.after.kind == "correction" || $.after.kind == "fee" || $.after.kind == "write_off" || $.after.kind == "complaint") && !($.after.outcome != null)'),
  ('quoted', 'insert', 'quotes', '{}', ''),
  ('changed the quote of', 'update', 'quotes', '{}', ''),
  ('changed the quote of', 'delete', 'quotes', '{}', ''),
  ('gave', 'insert', 'user_roles', '{}', ''),
  ('changed the role of', 'update', 'user_roles', '{}', ''),
  ('took the role', 'delete', 'user_roles', '{}', ''),
  ('gave to the role', 'insert', 'role_permissions', '{}', ''),
  ('gave to the role', 'update', 'role_permissions', '{}', ''),
  ('took from the role', 'delete', 'role_permissions', '{}', ''),
  ('invited a colleague as', 'insert', 'staff_invitations', '{}', ''),
  ('accepted an invitation to the desk', 'update', 'staff_invitations', '{}', '$.after.accepted_at != null'),
  ('withdrew an invitation to the desk', 'update', 'staff_invitations', '{}', '$.after.withdrawn_at != null && !($.after.accepted_at != null)'),
  ('deactivated', 'insert', 'staff_departures', '{}', ''),
  ('deactivated', 'update', 'staff_departures', '{}', ''),
  ('brought', 'delete', 'staff_departures', '{}', ''),
  ('proposed a bank account of the company', 'insert', 'settlement_accounts', '{}', ''),
  ('approved a bank account of the company', 'update', 'settlement_accounts', '{}', '$.after.approved_at != null'),
  ('withdrew a bank account of the company', 'update', 'settlement_accounts', '{}', '$.after.withdrawn_at != null && !($.after.approved_at != null)'),
  ('published', 'insert', 'content_drafts', '{}', '$.after.published_at != null'),
  ('published', 'update', 'content_drafts', '{}', '$.after.published_at != null'),
  ('dropped', 'delete', 'content_drafts', '{}', ''),
  ('published the terms', 'insert', 'legal_texts', '{}', '$.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms")'),
  ('published the terms', 'update', 'legal_texts', '{}', '$.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms")'),
  ('published the privacy notice', 'insert', 'legal_texts', '{}', '$.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy")'),
  ('published the privacy notice', 'update', 'legal_texts', '{}', '$.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy")'),
  ('published a legal text', 'insert', 'legal_texts', '{}', '$.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))'),
  ('published a legal text', 'update', 'legal_texts', '{}', '$.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))'),
  ('changed the limit', 'update', 'market_limits', '{}', ''),
  ('stopped mails to an address', 'insert', 'mail_suppressions', '{}', ''),
  ('stopped mails to an address', 'update', 'mail_suppressions', '{}', ''),
  ('allowed mails to an address again', 'delete', 'mail_suppressions', '{}', ''),
  ('changed the logo of the company', 'update', 'company_facts', '{}', '$.id == "logo" && $.after.value.type() == "string"'),
  ('removed the logo of the company', 'update', 'company_facts', '{}', '$.id == "logo" && !($.after.value.type() == "string")'),
  ('changed', 'update', 'company_facts', '{}', '!($.id == "logo")'),
  ('approved', 'update', '', '{"status":"approved"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('declined', 'update', '', '{"status":"declined"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('completed', 'update', '', '{"status":"completed"}', '!($.type == "contact_messages") && !($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('reopened', 'update', '', '{"status":"pending"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('published', 'update', '', '{"status":"published"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('hid', 'update', '', '{"status":"hidden"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('answered', 'update', '', '{"status":"answered"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('cancelled', 'update', '', '{"status":"cancelled"}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('answered', 'update', 'contact_messages', '{"status":"completed"}', ''),
  ('set the status of', 'update', '', '{}', '$.after.status.type() == "string" && !($.after.status == "approved" || $.after.status == "declined" || $.after.status == "completed" || $.after.status == "pending" || $.after.status == "published" || $.after.status == "hidden" || $.after.status == "answered" || $.after.status == "cancelled") && !($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('set the delivery of', 'update', '', '{}', '$.after.fulfilment_status != null && !($.after.status.type() == "string") && !($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('set the payment of', 'update', '', '{}', '$.after.payment_status != null && !($.after.fulfilment_status != null) && !($.after.status.type() == "string") && !($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('changed', 'update', '', '{}', '!($.after.status != null) && !($.after.fulfilment_status != null) && !($.after.payment_status != null) && !($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|market_limits|mail_suppressions|company_facts)$") && !($.type == "staff_invitations" && ($.after.accepted_at != null || $.after.withdrawn_at != null && !($.after.accepted_at != null))) && !($.type == "settlement_accounts" && ($.after.approved_at != null || $.after.withdrawn_at != null && !($.after.approved_at != null))) && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('added', 'insert', '', '{}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_invitations|staff_departures|settlement_accounts|mail_suppressions)$") && !($.type == "content_drafts" && ($.after.published_at != null)) && !($.type == "legal_texts" && ($.after.published_at != null && ($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || $.after.published_at != null && ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy") || $.after.published_at != null && !(($.after.kind == "terms" || !($.after.kind != null) && $.before.kind == "terms") || ($.after.kind == "privacy" || !($.after.kind != null) && $.before.kind == "privacy"))))'),
  ('removed', 'delete', '', '{}', '!($.type like_regex "^(?:vault_reveals|photo_sittings|payments|money_entries|quotes|user_roles|role_permissions|staff_departures|content_drafts|mail_suppressions)$")');
