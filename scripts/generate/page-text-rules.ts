// Which texts of pages there are, what the site brings for each, and how long it may be, as the database judges them.
import { wordedPages } from '../../domain/company/page-texts.ts'
import { listPageTexts } from '../../domain/company/page-words/page-words.ts'
import { type GeneratedFile, quoteText } from './sql.ts'

export function writePageTextRules(): GeneratedFile {
  const rows = wordedPages
    .flatMap(listPageTexts)
    .map(
      ({ page, key, kind, maximum, original }, index) =>
        `    (${index + 1}, ${[page, key, kind].map(quoteText).join(', ')}, ${maximum}, ${quoteLines(original)})`,
    )
  return {
    path: 'supabase/schemas/25_page_text_rules.generated.sql',
    text: `-- Generated from domain/company/page-words by npm run generate: each text of a page, its kind, its most characters, and what the site brings.
create function private.page_text_rules()
returns table (place integer, page text, key text, kind text, maximum integer, original text)
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

const quoteLines = (text: string) =>
  text.includes('\n') ? `concat_ws(E'\\n', ${text.split('\n').map(quoteText).join(', ')})` : quoteText(text)
