-- Farmers.

create table public.farmers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  contact_name text,
  contact_email text,
  phone text,
  farm_name text not null,
  farm_size_code text,
  farm_size_acres numeric,
  location text not null,
  city text,
  state text,
  farming_experience_code text,
  farming_experience_years integer,
  crops_grown text[] not null,
  farming_methods text,
  challenges text,
  goals text,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null default '',
  has_photo boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  entered_by uuid,
  other_crops text constraint farmers_other_crops_length check (char_length(other_crops) <= 200),
  answers_version integer not null default 1 constraint farmers_answers_version_positive check (answers_version > 0),
  sent_again_at timestamptz,
  sort_contact text collate "C" constraint farmers_sort_contact_length check (char_length(sort_contact) <= 400),
  constraint farmers_contact_name_length check (char_length(contact_name) between 2 and 100),
  constraint farmers_contact_email_form check (private.is_email(contact_email)),
  constraint farmers_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint farmers_farm_name_length check (char_length(farm_name) between 2 and 200),
  constraint farmers_farm_size_acres_positive check (farm_size_acres > 0),
  constraint farmers_farm_size_code_known check (farm_size_code in ('under-1', '1-5', '6-10', '11-50', '51-100', '100plus')),
  constraint farmers_location_length check (char_length(location) between 2 and 200),
  constraint farmers_city_length check (char_length(city) between 2 and 100),
  constraint farmers_state_length check (char_length(state) between 2 and 100),
  constraint farmers_farming_experience_code_known check (farming_experience_code in ('0-1', '2-5', '6-10', '11-20', '20plus')),
  constraint farmers_farming_experience_years_range check (farming_experience_years between 0 and 100),
  constraint farmers_crops_grown_some check (cardinality(crops_grown) between 1 and 30),
  constraint farmers_farming_methods_known check (farming_methods in ('organic', 'conventional', 'mixed', 'sustainable')),
  constraint farmers_challenges_length check (char_length(challenges) <= 2000),
  constraint farmers_goals_length check (char_length(goals) between 10 and 2000),
  constraint farmers_status_known check (status in ('pending', 'approved', 'declined')),
  constraint farmers_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint farmers_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint farmers_reference_unique unique (reference),
  constraint farmers_reference_form check (reference ~ '^FM[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint farmers_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint farmers_locale_length check (char_length(locale) between 2 and 35),
  constraint farmers_channel_known check (channel = any (private.registration_channels()))
);
comment on column public.farmers.answers_version is 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';
comment on column public.farmers.sent_again_at is 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';
comment on column public.farmers.farm_size_acres is 'The lower bound of farm_size_code (0.5 for under-1).';
comment on column public.farmers.farming_experience_years is 'The lower bound of farming_experience_code.';
comment on column public.farmers.channel is 'How the form came in: web, or entered by staff for a walk_in or a caller (phone). Null: before this was stored.';
comment on column public.farmers.entered_by is 'The member of staff who entered the form on someone''s behalf. No foreign key: from a record one way alone leads to profiles, the person''s own.';
comment on column public.farmers.sort_contact is 'Whose registration it is, as its list says it, in small letters (private.name_contact): it is ordered by it.';
create index farmers_contact_email_idx on public.farmers (lower(contact_email), id);
create index farmers_created_at_idx on public.farmers (created_at desc, id);
create index farmers_phone_idx on public.farmers (phone, id);
create index farmers_list_name_idx on public.farmers ((lower(farm_name) collate "C"), id);
-- Whose photo has not come is counted by it (private.filter_condition).
create index farmers_photo_missing_idx on public.farmers (id) where not has_photo;
create index farmers_sort_contact_idx on public.farmers (sort_contact, created_at desc, id);
create index farmers_status_idx on public.farmers (status, created_at desc);
create index farmers_user_id_idx on public.farmers (user_id, created_at desc);

create table public.farmer_private (
  farmer_id uuid primary key references public.farmers (id) on delete cascade,
  gender text,
  address text,
  updated_at timestamptz not null default now(),
  constraint farmer_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint farmer_private_address_length check (char_length(address) between 5 and 500)
);
comment on table public.farmer_private is 'Birth date and photo are not here: they lie in the vault.';

create function public.farmers(public.record_page) returns setof public.farmers
language sql stable set search_path = ''
as $$select t.* from public.farmers as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

create function private.farmer_columns(answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'farm_name', coalesce(private.answer(answers, 'farmName'), private.answer(answers, 'fullName') || '''s farm'),
      'farm_size_code', private.answer(answers, 'farmSize'),
      'farm_size_acres',
        '{"under-1": 0.5, "1-5": 1, "6-10": 6, "11-50": 11, "51-100": 51, "100plus": 100}'::jsonb -> (answers ->> 'farmSize'),
      'location', concat_ws(', ', private.answer(answers, 'city'), private.answer(answers, 'state')),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'farming_experience_code', private.answer(answers, 'farmingExperience'),
      'farming_experience_years',
        '{"0-1": 0, "2-5": 2, "6-10": 6, "11-20": 11, "20plus": 20}'::jsonb -> (answers ->> 'farmingExperience'),
      'crops_grown', answers -> 'cropTypes',
      'other_crops', private.answer(answers, 'otherCrops'),
      'farming_methods', private.answer(answers, 'farmingMethods'),
      'challenges', private.answer(answers, 'challenges'),
      'goals', private.answer(answers, 'goals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address')
    )
  )
$$;

-- "Verified" follows the farmer at once. Security definer, because a reviewer of farmers edits no products.
create function private.carry_farmer_to_products(old public.farmers, new public.farmers) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.status, new.farm_name, new.location) is distinct from (old.status, old.farm_name, old.location) then
    perform from public.products where farmer_id = new.id order by id for no key update;
    update public.products set is_verified = (new.status = 'approved') where farmer_id = new.id;
  end if;
end $$;

-- To the farmer whose listing it is, unless the farmer did it.
create function private.notify_farmer_of_listing(new public.products, template text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  farmer public.farmers;
  recipient text;
begin
  select * into farmer from public.farmers where id = new.farmer_id;
  recipient := coalesce((select email from public.profiles where id = farmer.user_id), farmer.contact_email);
  if recipient is null or farmer.user_id is not distinct from (select auth.uid()) then
    return;
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'record_type', 'products', 'record_id', new.id,
    'name', farmer.contact_name, 'listing', new.name, 'reason', new.review_note
  )));
end $$;

create trigger touch_updated_at before update on public.farmer_private
  for each row execute function private.touch_updated_at();

create trigger before_registration_change before insert or update on public.farmers
  for each row execute function private.before_registration_change('FM');

create trigger after_registration_change after insert or update or delete on public.farmers
  for each row execute function private.after_registration_change();

create constraint trigger note_twins after insert or delete or update of phone, contact_name, contact_email, user_id
  on public.farmers
  deferrable initially deferred for each row execute function private.note_twins('id');

create view private.farmers_list with (security_invoker = true) as
  select t.id, t.created_at, t.status as list_status, true as is_default,
    t.status = 'pending' and t.id not in (select private.stopped_registrations('farmers')) as is_promised,
    coalesce(t.sent_again_at, t.created_at) + (select private.promised_time('farmers', 'decision')) as due_at,
    lower(t.farm_name) collate "C" as list_name, t.location, t.sort_contact
  from public.farmers as t;
revoke all on table private.farmers_list from public, anon, authenticated, service_role;

alter table public.farmers enable row level security;
revoke all on table public.farmers from public, anon, authenticated;
grant select on table public.farmers to authenticated;
grant update (status, decline_reason, updated_at, answers_version) on table public.farmers to authenticated;
create policy "People read their own farmer records, and staff who may, all" on public.farmers
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('farmers.read')));
create policy "Staff who may decide change a farmer's status" on public.farmers
  for update to authenticated
  using ((select private.has_permission('farmers.decide')))
  with check ((select private.has_permission('farmers.decide')));

alter table public.farmer_private enable row level security;
revoke all on table public.farmer_private from public, anon, authenticated;
grant select on table public.farmer_private to authenticated;
create policy "People read their own answers, and staff who may decide" on public.farmer_private
  for select to authenticated
  using (
    (select private.has_permission('farmers.decide'))
    or farmer_id in (select id from public.farmers where user_id = (select auth.uid()))
  );

revoke all on function
  private.carry_farmer_to_products(public.farmers, public.farmers), private.farmer_columns(jsonb), private.notify_farmer_of_listing(public.products, text),
  public.farmers(public.record_page)
  from public, anon, authenticated, service_role;
grant execute on function public.farmers(public.record_page) to authenticated;

alter publication supabase_realtime add table public.farmers;
