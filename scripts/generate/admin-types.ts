// The kinds of record that staff work on, and those that take a task, as CHECKs and rights of the database know them.
import { adminRecordTypes } from '../../domain/admin/admin.ts'
import { taskRecordTypes } from '../../domain/admin/tasks.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

export function writeAdminTypes(): GeneratedFile {
  return {
    path: 'supabase/schemas/02_admin_types.generated.sql',
    text: `-- Generated from adminRecordTypes in domain/admin/admin.ts and taskRecordTypes in domain/admin/tasks.ts by npm run generate.
${writeArray('admin_types', adminRecordTypes)}
${writeArray('task_types', taskRecordTypes)}`,
  }
}

const writeArray = (
  name: string,
  types: readonly string[],
) => `create function private.${name}() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array[${types.map(quoteText).join(', ')}]
$$;
`
