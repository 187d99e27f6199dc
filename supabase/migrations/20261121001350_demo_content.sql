-- Demo rows among the content count as well: a production server asks here and refuses to start beside them.

create or replace function private.has_demo_rows() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.orders where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$$;
