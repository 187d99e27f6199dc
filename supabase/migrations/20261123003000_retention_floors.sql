-- No period is shorter than what law and the trail itself ask for, and a shortened one counts a week later: whoever wants
-- to see something gone is seen wanting it, and can be stopped.

alter table public.retention_periods add column at_least interval not null default '0 days';
comment on column public.retention_periods.at_least is 'The floor of keep. Nobody but a migration sets it.';

-- Ledgers answer for what was done: a year at least. Records of investors are kept five years (Money Laundering
-- (Prevention and Prohibition) Act 2022, section 8). A guest whose order is over, and whoever was declined or waits, can
-- still come back on it within a month.
update public.retention_periods set at_least = floors.period
from (values
  ('audit_trail', interval '1 year'), ('vault_reveals', '1 year'), ('decision_events', '1 year'), ('consents', '1 year'),
  ('approved_registrations', '5 years'), ('pending_registrations', '30 days'), ('declined_registrations', '30 days'),
  ('guest_contacts', '30 days'), ('audit_events', '30 days'), ('registration_drafts', '1 day'), ('unattached_photos', '1 hour')
) as floors (name, period)
where subject = floors.name;

-- Not even the server makes a period or lowers a floor.
revoke insert, update, delete on table public.retention_periods from service_role;
grant update (keep) on table public.retention_periods to service_role;

-- Compared as times from a day, since PostgreSQL counts a bare year as 360 days.
update public.retention_periods set keep = at_least
where timestamp '2001-01-01' + keep < timestamp '2001-01-01' + at_least;
alter table public.retention_periods add constraint retention_periods_keep_floor
  check (timestamp '2001-01-01' + keep >= timestamp '2001-01-01' + at_least);

-- What counted when: the newest that has begun counts.
create table private.retention_in_force (
  subject text not null references public.retention_periods (subject) on delete cascade,
  since timestamptz not null,
  keep interval not null,
  primary key (subject, since)
);
insert into private.retention_in_force (subject, since, keep)
select subject, '-infinity', keep from public.retention_periods;
alter table private.retention_in_force enable row level security;
revoke all on table private.retention_in_force from public, anon, authenticated, service_role;

-- Whatever is not known is kept for good.
create or replace function private.kept_since(subject text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select now() - keep from private.retention_in_force
    where retention_in_force.subject = $1 and since <= now() order by since desc limit 1
  ), '-infinity')
$$;

-- A longer period counts at once, a shorter one in a week; either takes the place of what has not begun yet.
create function private.put_retention_in_force() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counting interval;
begin
  select keep into counting from private.retention_in_force
  where subject = new.subject and since <= now() order by since desc limit 1;
  delete from private.retention_in_force where subject = new.subject and since > now();
  insert into private.retention_in_force (subject, keep, since)
  values (new.subject, new.keep, case
    when counting is null then '-infinity'
    when new.keep < counting then now() + interval '7 days'
    else clock_timestamp()
  end);
  return null;
end $$;
create trigger put_retention_in_force after insert or update of keep on public.retention_periods
  for each row execute function private.put_retention_in_force();
revoke all on function private.put_retention_in_force() from public;
