-- Several people may sign up with one address before anybody has proved it: each keeps a link of its own.

set local role supabase_auth_admin;
set local search_path = auth;

-- Ours: the password (hash) and metadata that this link's sign-up chose. Whoever proves the mailbox by it sets them;
-- null: the link changes neither.
alter table one_time_tokens add column sign_up jsonb;
drop index one_time_tokens_user_id_token_type_key;
create unique index one_time_tokens_user_id_token_type_key on one_time_tokens (user_id, token_type)
  where sign_up is null;
create index one_time_tokens_user_id_idx on one_time_tokens (user_id);
comment on table one_time_tokens is
  'Open links and codes: one per account and purpose, and one per sign-up of an unproved address. relates_to is the mailbox that it was sent to.';

reset role;
