// The kinds of record that staff work on, as CHECKs and rights of the database know them.
import { adminRecordTypes } from '../../domain/admin/admin.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

export function writeAdminTypes(): GeneratedFile {
  return {
    path: 'supabase/schemas/02_admin_types.generated.sql',
    text: `-- Generated from adminRecordTypes in domain/admin/admin.ts by npm run generate.
create function private.admin_types() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array[${adminRecordTypes.map(quoteText).join(', ')}]
$$;
`,
  }
}
