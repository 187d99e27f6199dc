-- As before (20261121003040), and: a message of which nothing is left is not called too long.
create or replace function public.send_order_message(order_id uuid, body text, context jsonb default '{}') returns bigint
language plpgsql security definer set search_path = ''
as $$
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
  return message_id;
end $$;
