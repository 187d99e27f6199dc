-- A page of a desk list by one question: find_records answers which records match, and the rows of the page hang on its
-- answer as computed relationships, which are read with the caller's own rights.

-- What find_records answers, in the order of the list. A view, since relationships hang on tables and views, not on bare
-- types; nothing is read from it.
create view public.found_records with (security_invoker = true) as
  select null::bigint as count, null::uuid[] as ids where false;
comment on view public.found_records is 'The shape of what find_records answers; it holds nothing itself.';
revoke all on table public.found_records from public, anon, authenticated, service_role;

-- All that hold the words ($1): each source by its own index; a match that only arises where two columns meet is none.
create or replace function private.list_hits(opened private.desk_queues, condition text) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(format('select t.id, t.created_at from public.%I as t where %s and t.%I in (
      select s.%I from public.%I as s where (%s) ilike any ($1) and (%s))',
    opened.source, condition,
    case when link in ('user_id', 'farmer_id') then link else 'id' end,
    case when link in ('user_id', 'farmer_id') then 'id' else link end, texts.source,
    regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
    (select string_agg(format('s.%I ilike any ($1)', name), ' or ') from unnest(columns) as name)
  ), ' union ' order by position)
  from private.searched_texts as texts where texts.list = opened.source
$$;

drop function public.find_records(text, text, text, boolean, integer, integer, text);
-- How many there are, and the ids of a page, newest first; list is a kind of record or a queue, assignee 'mine', 'nobody' or
-- somebody's id. page_size up to 500, so that "all that match" come in few calls.
create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10, assignee text default null
) returns public.found_records
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues := private.open_list(list);
  condition text := private.list_condition(opened, only_status, only_overdue, assignee);
  assignee_id uuid := private.read_assignee(assignee);
  words text := nullif(btrim(search), '');
  answer public.found_records;
  -- Where and how many: a page far behind the end is an empty one.
  most integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * most;
begin
  if words is null then
    answer.count := private.count_records(opened.source, condition, only_status, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from public.%I as t where %s
        order by t.created_at desc, t.id limit $4 offset $5)', opened.source, condition)
      into answer.ids using null, only_status, assignee_id, most, skipped;
  else
    execute format('with hits as materialized (%s) select (select count(*) from hits),
        array(select id from hits order by created_at desc, id limit $4 offset $5)', private.list_hits(opened, condition))
      into answer.count, answer.ids using private.search_patterns(words), only_status, assignee_id, most, skipped;
  end if;
  return answer;
end $$;
revoke all on function public.find_records(text, text, text, boolean, integer, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, integer, text) to authenticated;

-- The rows themselves, in the order of the list: those that their reader may see, since these functions give no rights.
do $$
declare
  source text;
begin
  foreach source in array array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
    'job_applications', 'contact_messages', 'products'] loop
    execute format('create function public.%1$I(public.found_records) returns setof public.%1$I
      language sql stable set search_path = ''''
      as ''select t.* from public.%1$I as t where t.id = any ($1.ids) order by t.created_at desc, t.id''', source);
    execute format('revoke all on function public.%I(public.found_records) from public, anon, authenticated, service_role', source);
    execute format('grant execute on function public.%I(public.found_records) to authenticated', source);
  end loop;
end $$;

-- Without its tokens, which are not for people to read.
create function public.newsletter_subscriptions(public.found_records) returns setof public.newsletter_subscriptions
language sql stable set search_path = ''
as $$
  select t.id, t.email, null::text, t.confirm_sent_at, t.confirmed_at, null::text, t.unsubscribed_at, t.created_at, t.updated_at
  from public.newsletter_subscriptions as t where t.id = any ($1.ids) order by t.created_at desc, t.id
$$;
revoke all on function public.newsletter_subscriptions(public.found_records) from public, anon, authenticated, service_role;
grant execute on function public.newsletter_subscriptions(public.found_records) to authenticated;
