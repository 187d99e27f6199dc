-- When a session has last shown the present password or a mailed code (PUT /user without a change).

set local role supabase_auth_admin;
alter table auth.sessions add column reauthenticated_at timestamptz;
comment on column auth.sessions.reauthenticated_at is
  'Ours: the present password or a mailed code was shown in this session, beyond its sign-in. Opens the enrolment of a first factor for some minutes.';
reset role;
