// The records of small forms as one view, for what the admin area counts, assigns and names of all of them alike.
import { formRecords } from '../../domain/admin/admin.ts'
import type { GeneratedFile } from './sql.ts'

export function writeFormRecords(): GeneratedFile {
  const arms = Object.entries(formRecords).map(
    ([table, { nameColumn, place }]) =>
      `select '${table}' as record_type, '${place}' as place, t.id, t.created_at, t.list_status, t.due_at,
    (select own.${nameColumn} from public.${table} as own where own.id = t.id) as name
  from private.${table}_list as t`,
  )
  return {
    path: 'supabase/schemas/73_form_records.generated.sql',
    text: `-- Generated from formRecords in domain/admin/admin.ts by npm run generate.
create view private.form_records with (security_invoker = true) as
  ${arms.join('\n  union all\n  ')};
revoke all on table private.form_records from public, anon, authenticated, service_role;

create function private.form_places() returns table (record_type text, place text)
language sql immutable set search_path = ''
as $$
  values ${Object.entries(formRecords)
    .map(([table, { place }]) => `('${table}', '${place}')`)
    .join(', ')}
$$;
revoke all on function private.form_places() from public, anon, authenticated, service_role;
`,
  }
}
