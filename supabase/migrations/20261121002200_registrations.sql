-- What every registration has beside its form: a reference at once, the way it came in, and who may do what with it.

insert into public.role_permissions (role, permission)
values
  ('admin', 'training_enrolments.read'),
  ('admin', 'training_enrolments.decide'),
  ('admin', 'registrations.enter'),
  ('admin', 'vault.reveal'),
  ('admin', 'audit_events.read'),
  ('reviewer', 'training_enrolments.read'),
  ('reviewer', 'training_enrolments.decide'),
  ('reviewer', 'registrations.enter'),
  ('reviewer', 'vault.reveal'),
  ('field_agent', 'registrations.enter');

-- Like an order's code, with a prefix of its own: FM farmers, TR training, BY buyers, IV investors.
create function private.make_reference(prefix text) returns text
language sql volatile set search_path = ''
as $$
  select prefix || substr(private.make_order_code(), 3)
$$;

-- Gives a new record its reference; another draw in the rare case that it is taken.
-- Security definer, because a buyer's own insert may neither draw one nor see everybody's.
create function private.give_reference() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_taken boolean := coalesce(new.reference, '') = '';
begin
  while is_taken loop
    new.reference := private.make_reference(tg_argv[0]);
    execute format('select exists (select from public.%I where reference = $1)', tg_table_name)
      into is_taken using new.reference;
  end loop;
  return new;
end $$;
revoke all on function private.make_reference(text), private.give_reference() from public;

alter table public.farmers
  add column reference text not null default private.make_reference('FM'),
  add column has_photo boolean not null default false,
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add column locale text,
  add column channel text,
  add column entered_by uuid,
  add constraint farmers_reference_unique unique (reference),
  add constraint farmers_reference_form check (reference ~ '^FM[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  add constraint farmers_terms_version_length check (char_length(terms_version) between 1 and 40),
  add constraint farmers_locale_length check (char_length(locale) between 2 and 35),
  add constraint farmers_channel_known check (channel in ('web', 'walk_in', 'phone'));
alter table public.buyers
  add column reference text not null default private.make_reference('BY'),
  add column entered_by uuid,
  add column annual_purchase_volume_min_tonnes numeric generated always as (case annual_purchase_volume
    when '10-50tons' then 10 when '51-100tons' then 51 when '101-500tons' then 101 when '501-1000tons' then 501
    when '1000plus-tons' then 1000 end) stored,
  add column annual_purchase_volume_max_tonnes numeric generated always as (case annual_purchase_volume
    when '10-50tons' then 50 when '51-100tons' then 100 when '101-500tons' then 500 when '501-1000tons' then 1000
    end) stored,
  add constraint buyers_reference_unique unique (reference),
  add constraint buyers_reference_form check (reference ~ '^BY[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  add constraint buyers_terms_version_length check (char_length(terms_version) between 1 and 40),
  add constraint buyers_locale_length check (char_length(locale) between 2 and 35),
  add constraint buyers_channel_known check (channel in ('web', 'walk_in', 'phone'));
alter table public.investors
  add column reference text not null default private.make_reference('IV'),
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add column locale text,
  add column channel text,
  add column entered_by uuid,
  add constraint investors_reference_unique unique (reference),
  add constraint investors_reference_form check (reference ~ '^IV[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  add constraint investors_terms_version_length check (char_length(terms_version) between 1 and 40),
  add constraint investors_locale_length check (char_length(locale) between 2 and 35),
  add constraint investors_channel_known check (channel in ('web', 'walk_in', 'phone'));
comment on column public.farmers.channel is 'How the form came in: web, or entered by staff for a walk_in or a caller (phone). Null: before this was kept.';
comment on column public.farmers.entered_by is 'The member of staff who entered the form on somebody''s behalf. No foreign key: from a record one way alone leads to profiles, the person''s own.';
comment on column public.buyers.annual_purchase_volume_max_tonnes is 'Null: no upper bound.';

-- The defaults gave the rows that were there their references; new rows get theirs from the trigger, where it is empty.
alter table public.farmers alter column reference set default '';
alter table public.buyers alter column reference set default '';
alter table public.investors alter column reference set default '';

create index farmers_phone_idx on public.farmers (phone);
create index buyers_contact_phone_idx on public.buyers (contact_phone);
create index investors_contact_phone_idx on public.investors (contact_phone);
create index farmers_contact_email_idx on public.farmers (lower(contact_email));
create index buyers_contact_email_idx on public.buyers (lower(contact_email));
create index investors_contact_email_idx on public.investors (lower(contact_email));

create trigger give_reference before insert on public.farmers
  for each row execute function private.give_reference('FM');
create trigger give_reference before insert on public.buyers
  for each row execute function private.give_reference('BY');
create trigger give_reference before insert on public.investors
  for each row execute function private.give_reference('IV');

-- The tables whose records the caller may read, or decide on; asked once for each statement.
create function private.registrations_with(permission text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}')
  from unnest(array['farmers', 'training_enrolments', 'buyers', 'investors']) as record_type
  where private.has_permission(record_type || '.' || registrations_with.permission)
$$;

-- The same question about somebody who is not the caller: the server asks it for whom it has identified.
create function private.person_has_permission(person_id uuid, permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = person_id and role_permissions.permission = person_has_permission.permission
  )
$$;

revoke all on function private.registrations_with(text), private.person_has_permission(uuid, text) from public;
grant execute on function private.registrations_with(text) to authenticated, service_role;
grant execute on function private.person_has_permission(uuid, text) to service_role;
