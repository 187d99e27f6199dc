CREATE OR REPLACE FUNCTION private.find_missing_setup()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(missing.step order by missing.position), '{}')
  from (values
    (1, 'bank_account', 'settings.settlement',
      not exists (select from private.current_settlement_account('bank_account') as account where not account.is_demo)),
    (2, 'second_admin', 'roles.manage', (select count(*) < 2 from public.user_roles where role = 'admin')),
    (3, 'products', 'products.write', not exists (select from public.products where status = 'published' and not is_demo)),
    (4, 'terms', 'settings.write', not exists (select from public.legal_texts where kind = 'terms' and published_at is not null)),
    (5, 'privacy', 'settings.write', not exists (select from public.legal_texts where kind = 'privacy' and published_at is not null)),
    (6, 'company_facts', 'settings.write', exists (
      select from public.company_facts
      where key in ('phone_primary', 'email', 'registration_number', 'legal_name', 'data_protection_contact')
        and (value is null or is_demo)))
  ) as missing (position, step, permission, is_missing)
  where missing.is_missing and private.has_permission(missing.permission)
$function$;
