-- Who a guest was is forgotten some time after their order is over; what was bought and paid stays, as tax law asks.

insert into public.retention_periods (subject, keep, description)
values ('guest_contacts', '1 year', 'Name, phone, email, address, words and links of a guest''s order that is over, from its last change');

-- All that says who ordered, taken out of the orders themselves. Their papers keep what tax law asks for.
create function private.forget_buyer(order_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
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
  update public.payment_claims set note = null, proof_path = null where order_id = any (order_ids);
  update public.order_disputes set photo_paths = '{}' where order_id = any (order_ids);
  update public.product_ratings set comment = null where order_id = any (order_ids);
  delete from private.order_links where order_id = any (order_ids);
end $$;

-- As before (20261121003060), with forget_buyer.
create or replace function private.delete_account(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same moment leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending' and fulfilment_status = 'none';
  delete from private.mail_outbox
  where data ->> 'order_id' = any (own_orders::text[])
    or (status in ('sent', 'failed') and (
      recipient in (select email from public.order_requests where order_id = any (own_orders))
      or recipient in (select email from public.order_contacts where order_id = any (own_orders))
    ));
  perform private.forget_buyer(own_orders);

  delete from auth.users where id = delete_account.user_id;
end $$;

-- Of guests' orders that are over: ended, and with no money on its way. Answers how many.
create function private.forget_guests() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  over uuid[] := array(
    select orders.id from public.orders join public.order_contacts as contact on contact.order_id = orders.id
    where orders.user_id is null and not orders.is_demo and orders.status in ('declined', 'completed')
      and orders.payment_status in ('unpaid', 'confirmed', 'refunded') and orders.fulfilment_status in ('none', 'delivered')
      and orders.updated_at < private.kept_since('guest_contacts') and contact.name <> 'Erased'
    order by orders.id limit 10000 for update of orders
  );
begin
  perform private.forget_buyer(over);
  return cardinality(over);
end $$;

-- As before (20261121002270), and: guests' orders.
create or replace function private.apply_retention() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format('delete from public.%I as record
      where not is_demo and updated_at < private.kept_since(record.status || ''_registrations'')', kind);
    get diagnostics touched = row_count;
    gone := gone || jsonb_build_object(kind, touched);
  end loop;
  delete from strongroom.secrets using public.investors, public.investor_private
  where secrets.record_type = 'investors' and secrets.record_id = investors.id and secrets.field = 'idNumber'
    and investor_private.investor_id = investors.id and investor_private.valid_id_type = 'nin'
    and investors.status <> 'pending' and investors.updated_at <= private.kept_since('national_identity_numbers');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('national_identity_numbers', touched);
  delete from public.registration_drafts where updated_at < private.kept_since('registration_drafts');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('registration_drafts', touched);
  delete from public.audit_events where created_at < private.kept_since('audit_events');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('audit_events', touched);
  delete from public.vault_reveals where created_at < private.kept_since('vault_reveals');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('vault_reveals', touched);
  delete from public.consents where created_at < private.kept_since('consents')
    and not exists (select from private.registrations where registrations.id = consents.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('consents', touched);
  -- Of registrations alone: the decisions on orders stay with the orders.
  delete from public.decision_events
  where created_at < private.kept_since('decision_events')
    and record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
    and not exists (select from private.registrations where registrations.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  delete from private.tracking_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('tracking_links', touched);
end $$;

update private.personal_data set note = 'To whom an order goes: kept like the order, and emptied with the account, or when a guest''s time is over.'
where table_name = 'public.order_contacts';

revoke all on function private.forget_buyer(uuid[]), private.forget_guests() from public;
