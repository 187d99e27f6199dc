-- By what way news of an order reach its buyer, and the news that reached nobody.

-- The first mailbox to which a mail of this template goes: of the request, else of the contact, else of the account. One that bounced, or
-- whose person asked for no mail, is none. Null: there is none.
create function private.choose_mailbox(requested text, contacted text, own text, template text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when requested is not null and not private.is_suppressed(requested, $4) then requested
    when contacted is not null and not private.is_suppressed(contacted, $4) then contacted
    when own is not null and not private.is_suppressed(own, $4) then own
  end
$$;

-- The mailbox to which news of an order go.
create function private.mailbox_for_news(of_order public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select private.choose_mailbox((select email from public.order_requests where order_id = (of_order).id),
    (select email from public.order_contacts where order_id = (of_order).id),
    (select email from public.profiles where id = (of_order).user_id), 'order_message')
$$;

-- The number that its buyer is called on; null: erased.
create function private.number_to_ring(order_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select named.phone from (
    select contact.phone from public.order_contacts as contact where contact.order_id = $1
    union all
    select request.phone from public.order_requests as request where request.order_id = $1) as named
  where named.phone ~ '[1-9]' limit 1
$$;

-- The number to which a buyer without a mailbox gets texts, where they are sent; null: none, or erased. Whatever is texted about an order,
-- and what staff read of it (public.told_by, public.find_record_flags), asks this.
create function private.number_to_text(of_order public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case when private.mailbox_for_news(of_order) is null then private.number_to_ring((of_order).id) end
$$;

-- 'email', else 'sms' where texts are sent; null is by neither.
create function private.news_go_by(of_order public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when private.mailbox_for_news(of_order) is not null then 'email'
    when private.sends_sms() and private.number_to_text(of_order) is not null then 'sms'
  end
$$;

create table private.untold_news (
  order_id uuid not null references public.orders (id) on delete cascade,
  template text not null,
  since timestamptz not null default now(),
  primary key (order_id, template)
);
comment on table private.untold_news is 'News of an order that neither a mail nor a text told its buyer, by the name of the mail; empty where it was not kept.';
create index untold_news_since_idx on private.untold_news (since);

-- What nobody told a buyer, of whom somebody has to ring them (private.orders_to_ring). What a buyer does is done on the page of the order,
-- where all news of it stands. An order that ended unpaid is no news, unless they said that they have paid or waited for the price of a
-- delivery, which they hear by telephone in any case.
create function private.note_untold(of_order public.orders, template text, since timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if of_order.is_demo
    or template in ('order_placed', 'order_received', 'order_document', 'order_link_again', 'order_unpaid', 'order_delivery_unanswered',
      'order_payment_claimed', 'order_delivery_accepted', 'order_quote_accepted', 'order_dispute_received')
    or template ~ '(_declined|^decision)$' and of_order.decline_code = 'withdrawn_by_buyer'
    or template in ('order_expired', 'decision') and of_order.decline_code = 'payment_expired' and not of_order.awaits_delivery
      and not exists (select from public.payment_claims as claim where claim.order_id = of_order.id)
    or not exists (select from private.mail_templates as known where known.template = note_untold.template and known.purpose = 'notice')
  then
    return;
  end if;
  insert into private.untold_news as untold (order_id, template, since) values (of_order.id, note_untold.template, note_untold.since)
  on conflict on constraint untold_news_pkey do update set since = greatest(untold.since, excluded.since);
end $$;

-- Longer than anybody is rung about it (private.orders_to_ring), nobody reads it.
create function private.forget_untold_news() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.untold_news where since <= now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

alter table private.untold_news enable row level security;
revoke all on table private.untold_news from public, anon, authenticated, service_role;

revoke all on function
  private.choose_mailbox(text, text, text, text), private.forget_untold_news(), private.mailbox_for_news(public.orders), private.news_go_by(public.orders),
  private.note_untold(public.orders, text, timestamptz), private.number_to_ring(uuid), private.number_to_text(public.orders)
  from public, anon, authenticated, service_role;
grant execute on function private.forget_untold_news() to service_role;
