// The functions that export and erase a person, one statement for each table of the register, which PostgreSQL checks
// when it takes them. What Supabase itself does not have is looked for first, in PL/pgSQL.
import { type PersonalTable, personalTables } from '../../domain/account/personal-data.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

type Owned = PersonalTable & { belongs: string }

const revoke = (functions: string[]) => `revoke all on function
  ${functions.join(',\n  ')}
  from public, anon, authenticated, service_role;
`

const rowsOf = ({ table, belongs, hidden }: Owned) =>
  `(select coalesce(jsonb_agg(to_jsonb(t)${
    hidden ? ` - array[${hidden.map(quoteText).join(', ')}]` : ''
  }), '[]')
      from ${table} as t where ${belongs})`

function erase({ table, belongs, erasure }: Owned): string {
  return erasure === 'delete'
    ? `delete from ${table} as t where ${belongs};`
    : `update ${table} as t set ${erasure?.set.join(',\n    ')}\n  where ${belongs};`
}

export function writePersonalData(): GeneratedFile {
  const owned = personalTables.filter((entry): entry is Owned => entry.belongs !== undefined)
  const ours = owned.filter(({ isOfPlatform }) => !isOfPlatform)
  const platforms = owned.filter(({ isOfPlatform }) => isOfPlatform)
  // Backwards, so that files go before the applications that say whose they are.
  const erased = ours.filter(({ erasure }) => erasure).sort((a, b) => (a.table < b.table ? 1 : -1))
  return {
    path: 'supabase/schemas/17_personal_data.generated.sql',
    text: `-- Generated from domain/account/personal-data.ts by npm run generate. $1: the account, $2: who they are in the vault,
-- $3: the account's confirmed address.

create function private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(part.name, part.records) from (
    ${ours.map((entry) => `select ${quoteText(entry.table)} as name, ${rowsOf(entry)} as records`).join('\n    union all ')}
  ) as part
$$;

-- Tables of our own services, which Supabase does not have.
create function private.export_platform_rows(account_id uuid, person_ids uuid[], confirmed_address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  exported jsonb := '{}';
begin
${platforms
  .map(
    (entry) => `  if to_regclass(${quoteText(entry.table)}) is not null then
    exported := exported || jsonb_build_object(${quoteText(entry.table)}, ${rowsOf(entry)});
  end if;
`,
  )
  .join('')}  return exported;
end $$;

-- Backwards, so that files go before the applications that say whose they are.
create function private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text) returns void
language sql security definer set search_path = ''
as $$
  ${erased.map(erase).join('\n  ')}
$$;

${revoke(['export_rows', 'export_platform_rows', 'erase_rows'].map((name) => `private.${name}(uuid, uuid[], text)`))}`,
  }
}
