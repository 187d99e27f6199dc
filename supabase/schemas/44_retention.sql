-- How long records are stored, and their deletion afterwards.

create table public.retention_periods (
  subject text primary key,
  keep interval not null,
  description text not null,
  updated_at timestamptz not null default now(),
  at_least interval not null default '0 days',
  constraint retention_periods_subject_form check (subject ~ '^[a-z_]{3,60}$'),
  constraint retention_periods_keep_range check (keep between interval '0' and interval '30 years'),
  constraint retention_periods_description_length check (char_length(description) between 5 and 300),
  constraint retention_periods_keep_floor   check (timestamp '2001-01-01' + keep >= timestamp '2001-01-01' + at_least)
);
comment on table public.retention_periods is 'Obeyed daily by private.apply_retention. The law of the longest duty wins over a shorter wish: see docs/operations.md.';
comment on column public.retention_periods.at_least is 'The floor of keep. Nobody but a migration sets it.';

-- What counted when: the newest that has begun counts.
create table private.retention_in_force (
  subject text not null references public.retention_periods (subject) on delete cascade,
  since timestamptz not null,
  keep interval not null,
  primary key (subject, since)
);

-- Whatever is not known is stored for good.
create function private.retained_since(subject text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select now() - keep from private.retention_in_force
    where retention_in_force.subject = $1 and since <= now() order by since desc limit 1
  ), '-infinity')
$$;

-- A ledger's entry is nobody's to take away before its period is over.
create function private.refuse_early_delete(table_name text, created_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if created_at >= private.retained_since(table_name) then
    perform private.refuse_change(table_name);
  end if;
end $$;

create function private.refuse_early_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_early_delete(tg_table_name, old.created_at);
  return old;
end $$;

-- Obeys the periods; answers how much went of each. With a registration go its ledger, links, calls and secrets; the
-- decision on it and the consents stay for their own period. Photos that nothing refers to any more are the server's to
-- remove. Safe at any time, and in several processes at once.
create function private.apply_retention() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array private.registration_types() || array['partnership_applications'] loop
    execute format('delete from public.%I as record
      where not is_demo and updated_at < private.retained_since(record.status || ''_registrations'')', kind);
    get diagnostics touched = row_count;
    gone := gone || jsonb_build_object(kind, touched);
  end loop;
  delete from app_vault.secrets using public.investors, public.investor_private
  where secrets.record_type = 'investors' and secrets.record_id = investors.id and secrets.field = 'idNumber'
    and investor_private.investor_id = investors.id and investor_private.valid_id_type = 'nin'
    and investors.status <> 'pending' and investors.updated_at <= private.retained_since('national_identity_numbers');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('national_identity_numbers', touched);
  delete from public.registration_drafts where updated_at < private.retained_since('registration_drafts');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('registration_drafts', touched);
  delete from public.audit_events where created_at < private.retained_since('audit_events');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('audit_events', touched);
  delete from public.vault_reveals where created_at < private.retained_since('vault_reveals');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('vault_reveals', touched);
  delete from public.consents where created_at < private.retained_since('consents')
    and not exists (select from private.registrations where registrations.id = consents.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('consents', touched);
  -- Not of orders: the decisions on them stay with the orders.
  delete from public.decision_events
  where created_at < private.retained_since('decision_events')
    and record_type = any (private.registration_types() || array['partnership_applications', 'job_applications'])
    and not exists (select from private.registrations where registrations.id = decision_events.record_id)
    and not exists (select from public.partnership_applications as application where application.id = decision_events.record_id)
    and not exists (select from public.job_applications as application where application.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  -- Requested again is a new request. The ledger of consents stays: it says when a subscription began and ended, not whose.
  delete from public.newsletter_subscriptions
  where confirmed_at is null and unsubscribed_at is null
    and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('unconfirmed_subscriptions', touched);
  delete from public.newsletter_subscriptions
  where greatest(unsubscribed_at, confirm_sent_at) < private.retained_since('ended_subscriptions') and unsubscribed_at is not null;
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('ended_subscriptions', touched);
  delete from public.stock_alerts
  where greatest(created_at, confirm_sent_at, confirmed_at, notified_at) < private.retained_since('ended_subscriptions')
    or confirmed_at is null and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('stock_alerts', touched);
  delete from private.registration_guest_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('registration_guest_links', touched);
end $$;

-- A longer period counts at once, a shorter one in a week; either takes the place of what has not begun yet.
create function private.put_retention_in_force() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counting interval;
begin
  select keep into counting from private.retention_in_force
  where subject = new.subject and since <= now() order by since desc limit 1;
  delete from private.retention_in_force where subject = new.subject and since > now();
  insert into private.retention_in_force (subject, keep, since)
  values (new.subject, new.keep, case
    when counting is null then '-infinity'
    when new.keep < counting then now() + interval '7 days'
    else clock_timestamp()
  end);
  return null;
end $$;

-- Each period with who changed it last, and from when a shorter one counts that has not begun yet.
create function public.list_retention_periods()
returns table (subject text, description text, keep interval, at_least interval, counts_from timestamptz, changed_by text, changed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied: settings.read' using errcode = '42501';
  end if;
  return query
    select period.subject, period.description, period.keep, period.at_least,
      (select max(since) from private.retention_in_force as later where later.subject = period.subject and later.since > now()),
      private.name_staff(entry.actor_id), entry.created_at
    from public.retention_periods as period
    left join lateral (
      select audit_trail.actor_id, audit_trail.created_at from public.audit_trail
      where audit_trail.subject_id = period.subject and audit_trail.subject_type = 'retention_periods'
      order by audit_trail.created_at desc, audit_trail.id desc limit 1
    ) as entry on true
    order by period.description;
end $$;

-- All that says who ordered, taken out of the orders themselves. Their documents hold what tax law requires.
create function private.forget_buyer(order_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The state stays, as with whom it went to: orders are counted by it. The name of the list goes here, so that private.rename_order
  -- has nothing to write below; an order with neither a request nor a contact is named by its account.
  update public.orders as own set special_requirements = null, withdrawal_reason = null,
    sort_name = case when exists (select from public.order_requests as request where request.order_id = own.id)
      or exists (select from public.order_contacts as contact where contact.order_id = own.id) then 'erased' else own.sort_name end,
    delivery_address = concat_ws(', ', 'Erased', (select contact.state from public.order_contacts as contact where contact.order_id = own.id))
  where id = any (order_ids);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person', named_place = null, target_price = null, purchase_order_number = null,
    delivery_location = null
  where order_id = any (order_ids);
  update public.order_contacts set name = 'Erased', email = null, phone = '00000000', device_hash = null
  where order_id = any (order_ids);
  update public.order_messages set body = 'Erased', author_id = null
  where order_id = any (order_ids) and not is_from_staff;
  update public.order_messages set whole_body = null where order_id = any (order_ids);
  delete from public.message_files where record_type = 'orders' and record_id = any (order_ids);
  delete from public.record_messages where record_type = 'orders' and record_id = any (order_ids);
  update public.phone_calls set note = null where record_type = 'orders' and record_id = any (order_ids);
  delete from public.record_notes where record_type = 'orders' and record_id = any (order_ids);
  update public.counter_offers set note = null, buyer_company = null, buyer_contact = null, buyer_address = null, buyer_country = null,
    deliver_to = null
  where order_id = any (order_ids);
  update public.quotes set buyer_company = null, buyer_contact = null, buyer_address = null, buyer_country = null, deliver_to = null
  where order_id = any (order_ids) and num_nonnulls(buyer_company, buyer_contact, buyer_address, buyer_country, deliver_to) > 0;
  update public.quotes set decline_reason = null where order_id = any (order_ids) and decline_reason is not null;
  update public.letters_of_credit set draft_path = null, draft_at = null where order_id = any (order_ids);
  update public.payment_claims set note = null, proof_path = null where order_id = any (order_ids);
  update public.order_disputes set photo_paths = '{}' where order_id = any (order_ids);
  update public.product_ratings set comment = null where order_id = any (order_ids);
  update public.order_ratings set comment = null where order_id = any (order_ids);
  delete from public.order_documents where order_id = any (order_ids) and kind in ('pro_forma', 'delivery_note', 'quote');
  delete from private.order_guest_links where order_id = any (order_ids);
end $$;

-- Forgets who guests were, in orders that are over: ended, and with no money on its way. Answers how many.
create function private.forget_guests() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  over uuid[] := array(
    select orders.id from public.orders join public.order_contacts as contact on contact.order_id = orders.id
    where orders.user_id is null and not orders.is_demo and orders.status in ('declined', 'completed')
      and orders.payment_status in ('unpaid', 'confirmed', 'refunded') and orders.fulfilment_status in ('none', 'delivered')
      and orders.updated_at < private.retained_since('guest_contacts') and contact.name <> 'Erased'
    order by orders.id limit 10000 for update of orders
  );
begin
  perform private.forget_buyer(over);
  return cardinality(over);
end $$;

create trigger audit_change after update on public.retention_periods for each row
  execute function private.audit_change('all', 'subject', 'keep');

create trigger put_retention_in_force after insert or update of keep on public.retention_periods
  for each row execute function private.put_retention_in_force();

create trigger touch_updated_at before update on public.retention_periods
  for each row execute function private.touch_updated_at();

alter table public.retention_periods enable row level security;
revoke all on table public.retention_periods from public, anon, authenticated;
revoke insert, update, delete on table public.retention_periods from service_role;
grant select on table public.retention_periods to authenticated;
grant update (keep) on table public.retention_periods to authenticated;
grant update (keep) on table public.retention_periods to service_role;
create policy "Staff who may change the settings, with a second factor" on public.retention_periods
  for update to authenticated
  using ((select private.has_strong_permission('settings.write')))
  with check ((select private.has_strong_permission('settings.write')));
create policy "Staff who may read the settings" on public.retention_periods
  for select to authenticated
  using ((select private.has_permission('settings.read')));

alter table private.retention_in_force enable row level security;
revoke all on table private.retention_in_force from public, anon, authenticated, service_role;

revoke all on function
  private.apply_retention(), private.forget_buyer(uuid[]), private.forget_guests(), private.retained_since(text),
  private.put_retention_in_force(), private.refuse_early_delete(),
  private.refuse_early_delete(text, timestamp with time zone), public.list_retention_periods()
  from public, anon, authenticated, service_role;
grant execute on function private.apply_retention() to service_role;
grant execute on function public.list_retention_periods() to authenticated;
