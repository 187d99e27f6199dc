-- Pro-formas and delivery notes name who ordered, and no law asks for them: they go with a guest as with an account.

-- As before (20261122001520), and: those papers.
create or replace function private.forget_buyer(order_ids uuid[]) returns void
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
  delete from public.order_documents where order_id = any (order_ids) and kind in ('pro_forma', 'delivery_note');
  delete from private.order_links where order_id = any (order_ids);
end $$;
