-- A million orders counted by one process alone: on the processors that answer everybody, starting two more for it took longer
-- than the count, and two counts at once fought for both.
create or replace function private.count_records(list text, condition text, only_status text) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  found_count bigint;
begin
  execute format('select count(*) from public.%I as t where %s', list, condition) into found_count using '', only_status;
  return found_count;
end $$;

-- Four words in a million rows fold into a fifth of what any other index takes: the counts of all and of each status read this.
create index orders_counted_idx on public.orders (status);
