-- All content goes one way, draft, preview, publication: board members with how to reach them and with their photos, and
-- what was published stays as a list of who changed what, and when.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('board-photos', 'board-photos', true, 204800, array['image/jpeg'])
on conflict (id) do nothing;

-- How to reach a board member: only what is given changes. As the caller, whose rights decide.
create function private.keep_board_contact(member_id integer, contact jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.board_contacts (board_member_id) values (member_id) on conflict do nothing;
  update public.board_contacts as kept set
    email = case when contact ? 'email' then nullif(lower(private.clean_line(contact ->> 'email')), '') else kept.email end,
    phone = case when contact ? 'phone' then nullif(private.clean_line(contact ->> 'phone'), '') else kept.phone end,
    public_contact = case when contact ? 'public_contact' then coalesce((contact ->> 'public_contact')::boolean, false)
      else kept.public_contact end
  where kept.board_member_id = member_id;
end $$;

-- As before (20261121003210), and: facts of the company say that they want a second factor; and e-mail, phone and
-- public_contact of a board member, which lie in a table of their own, are one thing with the member here.
create or replace function private.apply_changes(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  change jsonb;
  verb text;
  target text;
  given jsonb;
  contact jsonb;
  columns text;
  condition text;
  changed_row jsonb;
  touched bigint;
begin
  for change in select * from jsonb_array_elements(changes) loop
    target := change ->> 'table';
    verb := coalesce(change ->> 'verb', '');
    if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
      'career_positions', 'page_actions')
    then
      raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
    elsif target = 'company_facts' then
      perform private.require_strong_right('settings.write');
    end if;
    given := coalesce(change -> 'values', '{}');
    contact := null;
    if target = 'board_members' then
      select jsonb_object_agg(key, value) into contact
      from jsonb_each(given) where key in ('email', 'phone', 'public_contact');
      given := given - array['email', 'phone', 'public_contact'];
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(given) as key;
    select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
    from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
    if verb not in ('insert', 'update', 'delete') or (verb <> 'insert' and condition is null)
      or (verb = 'insert' and columns is null) or (verb = 'update' and columns is null and contact is null)
    then
      raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
    end if;
    execute format(case
      when verb = 'insert' then
        'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) where $2 is null or true'
      when verb = 'delete' then 'delete from public.%1$I as t where %3$s and ($1 is null or true)'
      -- Only how to reach them: the row is touched, so that it is there and the caller's to change.
      when columns is null then 'update public.%1$I as t set name = t.name where %3$s and ($1 is null or true)'
      else 'update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s'
    end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using given, change -> 'key';
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    elsif contact is not null and verb <> 'delete' then
      perform private.keep_board_contact((changed_row ->> 'id')::integer, contact);
    end if;
  end loop;
end $$;

-- What was published, the latest first: who, when and what. Security definer, because editors read no profiles; values stay
-- in the drafts, since how to reach somebody may be among them.
create function public.list_published_content(most integer default 20)
returns table (id uuid, title text, changes jsonb, version text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.has_permission('content.write') or private.has_permission('settings.read')) then
    raise exception 'permission denied to read what was published' using errcode = '42501';
  end if;
  return query
    select told.id, told.title, told.changes, told.version, told.published_at, coalesce(person.full_name, person.email)
    from (
      select draft.id, draft.title, draft.published_at, draft.published_by, null::text as version, (
          select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('table', change -> 'table', 'verb', change -> 'verb',
            'key', change -> 'key', 'columns', (
              select jsonb_agg(name order by name) from jsonb_object_keys(
                case when jsonb_typeof(change -> 'values') = 'object' then change -> 'values' else '{}' end) as name))))
          from jsonb_array_elements(draft.changes) as change) as changes
      from public.content_drafts as draft where draft.published_at is not null
      union all
      select text.id, text.kind, text.published_at, text.published_by, text.version, null
      from public.legal_texts as text where text.published_at is not null
    ) as told
    left join public.profiles as person on person.id = told.published_by
    order by told.published_at desc
    limit least(greatest(most, 1), 100);
end $$;

-- Photos that no board member has, and no draft asks for, a week after they came.
create function private.find_orphan_board_photos(most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'board-photos' and object.created_at < now() - interval '7 days'
    and not exists (select from public.board_members as member
      where member.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.content_drafts as draft
      where draft.published_at is null and strpos(draft.changes::text, object.name) > 0)
  order by object.name limit most
$$;

revoke all on function private.keep_board_contact(integer, jsonb), private.find_orphan_board_photos(integer) from public;
grant execute on function private.keep_board_contact(integer, jsonb) to authenticated;
grant execute on function private.find_orphan_board_photos(integer) to service_role;
revoke all on function public.list_published_content(integer) from public, anon, authenticated, service_role;
grant execute on function public.list_published_content(integer) to authenticated;
