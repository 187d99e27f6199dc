-- A code that is asked for once more finds the account by the number that waits for it.

set local role supabase_auth_admin;
create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';
reset role;
