-- Generated from what scripts/generate/domain-lists.ts names of domain/, by npm run generate.
create function private.admin_types() returns text[]
language sql immutable parallel safe
return array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products'];

create function private.task_types() returns text[]
language sql immutable parallel safe
return array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products', 'breaches', 'newsletter_subscriptions'];

create function private.undoable_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages'];

create function private.conversation_types() returns text[]
language sql immutable parallel safe
return array['contact_messages', 'job_applications', 'partnership_applications', 'orders'];

create function private.person_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers', 'investors', 'orders', 'contact_messages', 'partnership_applications', 'job_applications'];

create function private.registration_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers', 'investors'];

create function private.registration_channels() returns text[]
language sql immutable parallel safe
return array['web', 'walk_in', 'phone'];

create function private.photo_types() returns text[]
language sql immutable parallel safe
return array['farmers', 'training_enrolments', 'buyers'];

create function private.currencies() returns text[]
language sql immutable parallel safe
return array['NGN', 'USD', 'EUR', 'GBP'];

create function private.owed_statuses() returns text[]
language sql immutable parallel safe
return array['unpaid', 'claimed', 'underpaid'];

create function private.payable_statuses() returns text[]
language sql immutable parallel safe
return array['unpaid', 'underpaid'];

create function private.stock_reasons() returns text[]
language sql immutable parallel safe
return array['counted', 'received', 'sold', 'spoiled', 'reserved', 'released'];

create function private.vat_classes() returns text[]
language sql immutable parallel safe
return array['basic_food', 'export', 'exempt', 'standard'];

create function private.states() returns text[]
language sql immutable parallel safe
return array['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta', 'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara', 'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara', 'FCT'];

create function private.currency_words() returns text
language sql immutable parallel safe
return 'naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)';

create function private.undo_period() returns interval
language sql immutable parallel safe
return interval '10 seconds';

create function private.alarm_link_period() returns interval
language sql immutable parallel safe
return interval '30 days';

create function private.dispute_period() returns interval
language sql immutable parallel safe
return interval '48 hours';

create function private.own_secrets_wait() returns interval
language sql immutable parallel safe
return interval '72 hours';

create function private.own_secrets_open_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create function private.guest_link_period() returns interval
language sql immutable parallel safe
return interval '400 days';

create function private.link_again_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create function private.newsletter_confirm_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create function private.stock_alert_confirm_period() returns interval
language sql immutable parallel safe
return interval '7 days';

create function private.cv_bytes_max() returns integer
language sql immutable parallel safe
return 2097152;

create function private.audited_tables(kind text) returns text[]
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

create function private.admin_permission(record_type text, verb text) returns text
language sql immutable parallel safe
return case
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    when record_type = 'products' and verb = 'decide' then 'products.write'
    when record_type = any (private.admin_types()) then record_type || '.' || verb
  end;

revoke all on function
  private.admin_types(),
  private.task_types(),
  private.undoable_types(),
  private.conversation_types(),
  private.person_types(),
  private.registration_types(),
  private.registration_channels(),
  private.photo_types(),
  private.currencies(),
  private.owed_statuses(),
  private.payable_statuses(),
  private.stock_reasons(),
  private.vat_classes(),
  private.states(),
  private.currency_words(),
  private.undo_period(),
  private.alarm_link_period(),
  private.dispute_period(),
  private.own_secrets_wait(),
  private.own_secrets_open_period(),
  private.guest_link_period(),
  private.link_again_period(),
  private.newsletter_confirm_period(),
  private.stock_alert_confirm_period(),
  private.cv_bytes_max(),
  private.audited_tables(kind text),
  private.admin_permission(record_type text, verb text)
  from public, anon, authenticated, service_role;
-- Who writes a row has to be able to run its CHECKs.
grant execute on function
  private.admin_types(),
  private.task_types(),
  private.undoable_types(),
  private.conversation_types(),
  private.person_types(),
  private.registration_types(),
  private.registration_channels(),
  private.photo_types(),
  private.currencies(),
  private.owed_statuses(),
  private.payable_statuses(),
  private.stock_reasons(),
  private.vat_classes(),
  private.states(),
  private.currency_words(),
  private.undo_period(),
  private.alarm_link_period(),
  private.dispute_period(),
  private.own_secrets_wait(),
  private.own_secrets_open_period(),
  private.guest_link_period(),
  private.link_again_period(),
  private.newsletter_confirm_period(),
  private.stock_alert_confirm_period(),
  private.cv_bytes_max(),
  private.audited_tables(kind text),
  private.admin_permission(record_type text, verb text)
  to authenticated, service_role;
