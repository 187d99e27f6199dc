// Which texts of pages there are, and how long each may be, as the database judges them.
import { listPageTexts, pageWords, type WordedPage } from '../../domain/company/page-texts.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

export function writePageTextRules(): GeneratedFile {
  const rows = (Object.keys(pageWords) as WordedPage[])
    .flatMap(listPageTexts)
    .map(({ page, key, kind, maximum }) => `    (${[page, key, kind].map(quoteText).join(', ')}, ${maximum})`)
  return {
    path: 'supabase/schemas/25_page_text_rules.generated.sql',
    text: `-- Generated from domain/company/page-texts.ts by npm run generate: each text of a page, its kind and its most characters.
create function private.page_text_rules() returns table (page text, key text, kind text, maximum integer)
language sql immutable parallel safe set search_path = ''
as $$
  values
${rows.join(',\n')}
$$;

revoke all on function private.page_text_rules() from public, anon, authenticated, service_role;
grant execute on function private.page_text_rules() to authenticated, service_role;
`,
  }
}
