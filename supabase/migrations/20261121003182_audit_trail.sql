-- The audit trail: who did what, when and from where, with what changed. Entries are plain inserts, with no lock that
-- two of them could meet at; a job seals them later into a chain of hashes, batch by batch. Secrets never come here.

create table public.audit_trail (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  address text,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  constraint audit_trail_action_form check (action ~ '^[a-z_]{2,40}$'),
  constraint audit_trail_subject_type_form check (subject_type ~ '^[a-z_]{2,60}$'),
  constraint audit_trail_subject_id_length check (char_length(subject_id) <= 300),
  constraint audit_trail_address_length check (char_length(address) <= 60)
);
comment on table public.audit_trail is 'Append-only; goes by age alone (retention_periods). References nothing, since it outlives all of it.';
comment on column public.audit_trail.address is 'From where: null where the house itself acted.';

create index audit_trail_created_at_idx on public.audit_trail (created_at);
create index audit_trail_subject_idx on public.audit_trail (subject_id, id desc);
create index audit_trail_actor_id_idx on public.audit_trail (actor_id, id desc);

-- What no batch holds yet. An entry that is neither here nor in a batch was slipped in, and one that is in a batch and
-- not in the trail was taken out.
create table private.audit_unsealed (
  entry_id bigint primary key
);

create table private.audit_seals (
  id bigint generated always as identity primary key,
  entry_ids bigint[] not null,
  newest_at timestamptz not null,
  previous_hash text not null,
  hash text not null,
  forgotten_at timestamptz,
  created_at timestamptz not null default now(),
  constraint audit_seals_entry_ids_some check (cardinality(entry_ids) > 0),
  constraint audit_seals_hash_form check (hash ~ '^[0-9a-f]{64}$'),
  constraint audit_seals_previous_hash_form check (previous_hash ~ '^[0-9a-f]{64}$'),
  constraint audit_seals_previous_hash_unique unique (previous_hash)
);
comment on column private.audit_seals.hash is 'SHA-256 of the hash before it and of each entry''s own, in the order of entry_ids.';
comment on column private.audit_seals.forgotten_at is 'When the entries'' period was over and they went; the hash stays, so that the chain holds.';

insert into public.retention_periods (subject, keep, description)
values ('audit_trail', '7 years', 'What staff changed, and who looked at photos and documents');

insert into private.personal_data (table_name, belongs, hidden, acts, note)
values
  ('public.audit_trail', null, '{}', '{actor_id}', 'What staff did: names them alone, and of others nothing but the ids of records.');

create trigger refuse_change before update on public.audit_trail
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.audit_trail
  for each statement execute function private.refuse_change();
create trigger refuse_early_delete before delete on public.audit_trail
  for each row execute function private.refuse_early_delete();
create trigger refuse_truncate before truncate on private.audit_seals
  for each statement execute function private.refuse_change();
create trigger refuse_delete before delete on private.audit_seals
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on private.audit_unsealed
  for each statement execute function private.refuse_change();

create function private.guard_audit_seal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.forgotten_at is not null or new.forgotten_at is null
    or (to_jsonb(new) - 'forgotten_at') is distinct from (to_jsonb(old) - 'forgotten_at')
  then
    raise exception 'audit_seals keeps what was written' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_audit_seal before update on private.audit_seals
  for each row execute function private.guard_audit_seal();

create function private.queue_audit_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_unsealed (entry_id) values (new.id);
  return null;
end $$;
create trigger queue_audit_entry after insert on public.audit_trail
  for each row execute function private.queue_audit_entry();

-- The client's address, as the server that took the request told it.
create function private.client_address() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(left(btrim(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1)), 60), '');
exception when invalid_text_representation then
  return null;
end $$;

-- One entry. Security definer, because nobody writes the trail by any other door.
create function private.record_audit(action text, subject_type text, subject_id text, before jsonb default null, after jsonb default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  made bigint;
begin
  insert into public.audit_trail (actor_id, actor_role, address, action, subject_type, subject_id, before, after)
  values (
    caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id),
      case when caller_id is not null then 'member' else 'system' end),
    private.client_address(), $1, $2, $3, $4, $5
  )
  returning id into made;
  return made;
end $$;

-- Arguments: 'all' for every change or 'staff' for those that staff make; the key's columns; the columns that are
-- written down ('*' for all but times); the columns of which only the change is told.
create function private.audit_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  whole_before jsonb;
  whole_after jsonb;
  told text[] := string_to_array(tg_argv[2], ',');
  withheld text[] := string_to_array(coalesce(tg_argv[3], ''), ',');
  before jsonb := '{}';
  after jsonb := '{}';
  subject text;
  field text;
begin
  if tg_argv[0] = 'staff' and not exists (select from public.user_roles where user_id = (select auth.uid())) then
    return null;
  end if;
  -- After the question above, which is all that a sale pays for.
  whole_before := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  whole_after := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  for field in
    select key from jsonb_object_keys(coalesce(whole_after, whole_before)) as key
    where (told = '{*}' and key not in ('created_at', 'updated_at')) or key = any (told)
  loop
    if whole_before -> field is distinct from whole_after -> field then
      before := before || jsonb_build_object(field,
        case when field = any (withheld) and whole_before -> field <> 'null' then '"•••"'::jsonb else whole_before -> field end);
      after := after || jsonb_build_object(field,
        case when field = any (withheld) and whole_after -> field <> 'null' then '"•••"'::jsonb else whole_after -> field end);
    end if;
  end loop;
  if tg_op = 'UPDATE' and after = '{}' then
    return null;
  end if;
  select string_agg(coalesce(whole_after, whole_before) ->> key, ' ' order by place) into subject
  from unnest(string_to_array(tg_argv[1], ',')) with ordinality as keys (key, place);
  perform private.record_audit(lower(tg_op), tg_table_name::text, subject,
    case when tg_op <> 'INSERT' then jsonb_strip_nulls(before) end,
    case when tg_op <> 'DELETE' then case when tg_op = 'INSERT' then jsonb_strip_nulls(after) else after end end);
  return null;
end $$;

-- What staff decide. A record's own words about a person are no part of it.
create trigger audit_change after update on public.orders for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date');
create trigger audit_change after update or delete on public.farmers for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');
create trigger audit_change after update or delete on public.training_enrolments for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');
create trigger audit_change after update or delete on public.buyers for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');
create trigger audit_change after update or delete on public.investors for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');
create trigger audit_change after update or delete on public.partnership_applications for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');
create trigger audit_change after update or delete on public.job_applications for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');
create trigger audit_change after update or delete on public.contact_messages for each row
  execute function private.audit_change('staff', 'id', 'status');
create trigger audit_change after insert or update or delete on public.products for each row
  execute function private.audit_change('staff', 'id', 'name,category,farmer_id,pack_amount,pack_unit,price_kobo,stock,season,state,photo_path,status,review_note');
create trigger audit_change after insert on public.payments for each row
  execute function private.audit_change('staff', 'order_id', 'kind,amount_kobo,currency,value_date');
create trigger audit_change after insert or update on public.quotes for each row
  execute function private.audit_change('staff', 'order_id', 'total_kobo,currency,payment_terms,expires_at');

-- Rights, settings and content: whoever changes them, the command line too.
create trigger audit_change after insert or update or delete on public.user_roles for each row
  execute function private.audit_change('all', 'user_id', 'role');
create trigger audit_change after insert or update or delete on public.role_permissions for each row
  execute function private.audit_change('all', 'role,permission', 'role,permission');
create trigger audit_change after update on public.retention_periods for each row
  execute function private.audit_change('all', 'subject', 'keep');
create trigger audit_change after insert or update or delete on public.company_facts for each row
  execute function private.audit_change('staff', 'key', 'value');
create trigger audit_change after insert or update or delete on public.impact_figures for each row
  execute function private.audit_change('staff', 'id', '*');
create trigger audit_change after insert or update or delete on public.board_members for each row
  execute function private.audit_change('staff', 'id', '*');
create trigger audit_change after insert or update or delete on public.board_contacts for each row
  execute function private.audit_change('staff', 'board_member_id', 'email,phone,public_contact', 'email,phone');
create trigger audit_change after insert or update or delete on public.career_categories for each row
  execute function private.audit_change('staff', 'id', '*');
create trigger audit_change after insert or update or delete on public.career_positions for each row
  execute function private.audit_change('staff', 'id', '*');
create trigger audit_change after insert or update or delete on public.page_actions for each row
  execute function private.audit_change('staff', 'label,page', '*');
create trigger audit_change after insert or update on public.settlement_accounts for each row
  execute function private.audit_change('all', 'id', 'kind,bank_name,account_name,account_number,wallet_address,approved_at,effective_at,withdrawn_at', 'account_number');

-- The text that is hashed: the same for the same row on every server, whatever its settings.
create function private.audit_text(entry public.audit_trail) returns text
language sql immutable set search_path = ''
as $$
  select jsonb_build_array((entry).id, extract(epoch from (entry).created_at)::text, (entry).actor_id, (entry).actor_role,
    (entry).address, (entry).action, (entry).subject_type, (entry).subject_id, (entry).before, (entry).after)::text
$$;

-- Seals up to `most` entries that no batch holds; answers {count, hash}, count 0 when there were none or another
-- server is at it. Busy transactions are never waited for, and never wait.
create function private.seal_audit(most integer default 1000) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
  newest timestamptz;
  last_hash text;
  digests text;
  sealed text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal_audit', 0)) then
    return jsonb_build_object('count', 0);
  end if;
  select coalesce(array_agg(entry_id order by entry_id), '{}') into ids
  from (select entry_id from private.audit_unsealed order by entry_id limit most) as waiting;
  select array_agg(entry.id order by entry.id), max(entry.created_at),
    string_agg(encode(sha256(convert_to(private.audit_text(entry), 'UTF8')), 'hex'), '' order by entry.id)
    into ids, newest, digests
  from public.audit_trail as entry where entry.id = any (ids);
  if ids is null then
    return jsonb_build_object('count', 0);
  end if;
  select hash into last_hash from private.audit_seals order by id desc limit 1;
  last_hash := coalesce(last_hash, repeat('0', 64));
  sealed := encode(sha256(convert_to(last_hash || digests, 'UTF8')), 'hex');
  insert into private.audit_seals (entry_ids, newest_at, previous_hash, hash)
  values (ids, newest, last_hash, sealed);
  delete from private.audit_unsealed where entry_id = any (ids);
  return jsonb_build_object('count', cardinality(ids), 'hash', sealed);
end $$;

-- Batches whose every entry has had its time go as a whole; their hashes stay.
create function private.forget_audit_trail() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint := 0;
  batch private.audit_seals;
begin
  for batch in
    select * from private.audit_seals
    where forgotten_at is null and newest_at < private.kept_since('audit_trail') order by id limit 1000
  loop
    update private.audit_seals set forgotten_at = now() where id = batch.id;
    delete from public.audit_trail where id = any (batch.entry_ids);
    gone := gone + cardinality(batch.entry_ids);
  end loop;
  return gone;
end $$;

-- For `npm run audit:verify`: a page of batches with the text of each entry that is there, oldest first.
create function private.read_audit_batches(after_id bigint, most integer)
returns table (id bigint, previous_hash text, hash text, forgotten boolean, wanted integer, texts text[])
language sql stable security definer set search_path = ''
as $$
  select seal.id, seal.previous_hash, seal.hash, seal.forgotten_at is not null, cardinality(seal.entry_ids),
    array(select private.audit_text(entry) from public.audit_trail as entry
      where entry.id = any (seal.entry_ids) order by entry.id)
  from private.audit_seals as seal where seal.id > after_id order by seal.id limit most
$$;

-- Entries that stand nowhere: neither in a batch nor waiting for one.
create function private.find_stray_audit_entries() returns setof bigint
language sql stable security definer set search_path = ''
as $$
  select entry.id from public.audit_trail as entry
  where not exists (select from private.audit_unsealed where entry_id = entry.id)
    and not exists (select from private.audit_seals where entry_ids @> array[entry.id])
  order by entry.id limit 100
$$;
create index audit_seals_entry_ids_idx on private.audit_seals using gin (entry_ids);

-- Newest first. Each argument may be null; before_id is the last id of the page before.
create function public.search_audit(
  search text default null, actor uuid default null, kind text default null, subject text default null,
  since timestamptz default null, until timestamptz default null, before_id bigint default null, most integer default 50
) returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, actor_role text, address text, action text,
  subject_type text, subject_id text, before jsonb, after jsonb, is_sealed boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(search_audit.search), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  actors uuid[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  if words is not null then
    actors := array(select profiles.id from public.profiles join public.user_roles on user_id = profiles.id
      where profiles.full_name ilike pattern or profiles.email ilike pattern);
  end if;
  return query
    select entry.id, entry.created_at, entry.actor_id, coalesce(person.full_name, person.email), entry.actor_role,
      entry.address, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after,
      not exists (select from private.audit_unsealed where entry_id = entry.id)
    from public.audit_trail as entry
    left join public.profiles as person on person.id = entry.actor_id
    where (words is null or entry.action ilike pattern or entry.subject_type ilike pattern or entry.subject_id ilike pattern
        or entry.address = words or entry.actor_id = any (actors))
      and (search_audit.actor is null or entry.actor_id = search_audit.actor)
      and (search_audit.kind is null or entry.subject_type = search_audit.kind)
      and (search_audit.subject is null or entry.subject_id = search_audit.subject)
      and (search_audit.since is null or entry.created_at >= search_audit.since)
      and (search_audit.until is null or entry.created_at < search_audit.until)
      and (search_audit.before_id is null or entry.id < search_audit.before_id)
    order by entry.id desc limit least(greatest(most, 1), 200);
end $$;

revoke all on function private.guard_audit_seal(), private.queue_audit_entry(), private.client_address(),
  private.record_audit(text, text, text, jsonb, jsonb), private.audit_change(), private.audit_text(public.audit_trail),
  private.seal_audit(integer), private.forget_audit_trail(), private.read_audit_batches(bigint, integer),
  private.find_stray_audit_entries() from public;
grant execute on function private.seal_audit(integer), private.forget_audit_trail(),
  private.read_audit_batches(bigint, integer), private.find_stray_audit_entries() to service_role;
revoke all on function public.search_audit(text, uuid, text, text, timestamptz, timestamptz, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_audit(text, uuid, text, text, timestamptz, timestamptz, bigint, integer)
  to authenticated;

alter table public.audit_trail enable row level security;
revoke all on table public.audit_trail from public, anon, authenticated, service_role;
revoke all on sequence public.audit_trail_id_seq from public, anon, authenticated, service_role;
grant select on table public.audit_trail to authenticated, service_role;
create policy "Staff who may read the audit trail" on public.audit_trail
  for select to authenticated
  using ((select private.has_permission('audit_events.read')));

alter table private.audit_unsealed enable row level security;
revoke all on table private.audit_unsealed from public, anon, authenticated, service_role;
alter table private.audit_seals enable row level security;
revoke all on table private.audit_seals from public, anon, authenticated, service_role;
revoke all on sequence private.audit_seals_id_seq from public, anon, authenticated, service_role;
