// The local government areas of each state, by which the database judges the places of zones and depots.
import { listLocalGovernments } from '../../domain/nigeria/local-governments.ts'
import { nigerianStates } from '../../domain/nigeria/states.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

export function writeLocalGovernments(): GeneratedFile {
  const cases = nigerianStates.map(
    ({ value }) => `    when ${quoteText(value)} then ${quoteText(listLocalGovernments(value).join('|'))}`,
  )
  return {
    path: 'supabase/schemas/51_local_governments.generated.sql',
    text: `-- Generated from domain/nigeria by npm run generate: the local government areas of a state; null: there is no such state.
create function private.local_governments(state text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select string_to_array(case state
${cases.join('\n')}
  end, '|')
$$;

revoke all on function private.local_governments(text) from public, anon, authenticated, service_role;
`,
  }
}
