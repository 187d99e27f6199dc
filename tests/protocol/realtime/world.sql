-- A small world for the realtime tests: notes that belong to people, rooms that people are let into.
grant usage on schema public to anon, authenticated, service_role;

create table public.readers (note_owner uuid, reader uuid);
alter table public.readers enable row level security;
create policy "people see what they may read" on public.readers for select to authenticated
  using (reader = (select auth.uid()));
grant select on public.readers to authenticated;

create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null,
  title text not null,
  amount numeric(10, 2),
  tags text[],
  details jsonb,
  secret text,
  created_at timestamptz not null default '2026-01-02 03:04:05.678901+00'
);
alter table public.notes enable row level security;
create policy "people see their own notes" on public.notes for select to authenticated
  using (owner = (select auth.uid()) or exists (
    select from public.readers where readers.note_owner = notes.owner and readers.reader = (select auth.uid())));
grant select (id, owner, title, amount, tags, details, created_at) on public.notes to authenticated;

create table public.prices (id int primary key, crop text not null, price numeric);
alter table public.prices enable row level security;
create policy "anybody sees prices" on public.prices for select to anon, authenticated using (true);
grant select on public.prices to anon, authenticated;

create table public.quiet (id int primary key);
grant select on public.quiet to anon, authenticated;

-- The policy is its parent's alone; the columns of one partition stand in another order.
create table public.ledger (id int, owner uuid, entry text, primary key (id)) partition by range (id);
create table public.ledger_old (entry text, owner uuid, id int not null, primary key (id));
alter table public.ledger attach partition public.ledger_old for values from (0) to (100);
create table public.ledger_new partition of public.ledger for values from (100) to (200);
alter table public.ledger enable row level security;
create policy "people see their own entries" on public.ledger for select to authenticated using (owner = (select auth.uid()));
grant select on public.ledger, public.ledger_old, public.ledger_new to anon, authenticated;

alter publication supabase_realtime add table public.notes, public.prices, public.ledger;

create table public.room_members (room text, member uuid, speaks boolean not null default true);
grant select on public.room_members to authenticated;
create policy "members receive" on realtime.messages for select to authenticated
  using (exists (select from public.room_members m where m.room = (select realtime.topic()) and m.member = (select auth.uid())));
create policy "speaking members send" on realtime.messages for insert to authenticated
  with check (extension in ('broadcast', 'presence') and exists (
    select from public.room_members m where m.room = (select realtime.topic()) and m.member = (select auth.uid()) and m.speaks));
