-- What the tables of editable content share: the rights to edit, and the word to the server when a page has to change.

insert into public.role_permissions (role, permission)
values
  ('admin', 'content.write'),
  ('admin', 'settings.read'),
  ('admin', 'settings.write'),
  ('admin', 'settings.settlement'),
  ('admin', 'partnership_applications.read'),
  ('admin', 'partnership_applications.decide'),
  ('admin', 'job_applications.read'),
  ('admin', 'job_applications.decide'),
  ('admin', 'contact_messages.read'),
  ('admin', 'contact_messages.answer'),
  ('admin', 'newsletter_subscriptions.read'),
  ('reviewer', 'partnership_applications.read'),
  ('reviewer', 'partnership_applications.decide'),
  ('reviewer', 'job_applications.read'),
  ('reviewer', 'job_applications.decide'),
  ('reviewer', 'contact_messages.read'),
  ('reviewer', 'contact_messages.answer'),
  ('finance', 'settings.read'),
  ('finance', 'settings.settlement'),
  ('content', 'content.write'),
  ('content', 'newsletter_subscriptions.read');

-- For what a stolen password alone must not reach: the right, and a session with a second factor.
create function private.has_strong_permission(permission text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.has_permission($1)
$$;
revoke all on function private.has_strong_permission(text) from public;
grant execute on function private.has_strong_permission(text) to authenticated, service_role;

-- Once for each statement; the server reads the content anew and draws its pages again.
create function private.tell_content_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $$;
revoke all on function private.tell_content_changed() from public;
