// Reads all that pages show of the editable content in one statement, as a visitor: what a visitor may not read, no
// page can show.
import { readSocialLink } from '#domain/company/board.ts'
import {
  type BoardMember,
  type CareerCategory,
  type CompanyFacts,
  type Content,
  type CryptoWallet,
  factKeys,
  type ImpactFigure,
  type PageAction,
} from '#domain/company/content.ts'
import type { CataloguePage } from '#domain/market/products.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'

interface StoredMember extends Omit<BoardMember, 'socialMedia'> {
  linkedin: string | null
  twitter: string | null
  email: string | null
  phone: string | null
}

interface StoredContent {
  facts: Record<string, string | null>
  figures: ImpactFigure[]
  board: StoredMember[]
  careers: CareerCategory[]
  wallet: CryptoWallet | null
  actions: PageAction[]
  catalogue: CataloguePage
  legal: Content['legal']
}

/** Answers one row with one column, `content`; `catalogue` is the expression that makes its page of products. */
export const contentQuery = (catalogue: string) => `
  select json_build_object(
    'facts', (select json_object_agg(key, value) from public.company_facts),
    'figures', (select coalesce(json_agg(json_build_object('page', page, 'value', value, 'label', label,
        'source', source, 'asOf', as_of) order by page collate "C", position), '[]')
      from public.impact_figures),
    'board', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'position', position, 'bio', bio,
        'image', image, 'type', type, 'linkedin', linkedin, 'twitter', twitter, 'email', email, 'phone', phone,
        'isDemo', is_demo) order by sort_order, id), '[]')
      from public.board_members
      left join public.board_contacts on board_member_id = id and public_contact
      where is_published),
    'careers', (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'icon', icon, 'colour', colour,
        'backgroundColour', background_colour, 'positions', (
          select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'level', p.level,
              'location', p.location, 'type', p.type, 'description', p.description, 'postedOn', p.posted_on,
              'isDemo', p.is_demo) order by p.sort_order, p.id), '[]')
          from public.career_positions p where p.category_id = c.id and p.is_published)
      ) order by sort_order, id), '[]')
      from public.career_categories c),
    'wallet', (select json_build_object('address', wallet_address, 'changedAt', changed_at)
      from public.current_crypto_wallet()),
    'actions', (select coalesce(json_agg(json_build_object('label', label, 'page', page, 'target', target)
        order by label collate "C", page collate "C"), '[]')
      from public.page_actions),
    'legal', json_build_object(
      'terms', (select json_build_object('version', version, 'sections', sections) from public.legal_texts
        where kind = 'terms' and published_at is not null order by published_at desc limit 1),
      'privacy', (select json_build_object('version', version, 'sections', sections) from public.legal_texts
        where kind = 'privacy' and published_at is not null order by published_at desc limit 1)),
    'catalogue', ${catalogue}
  ) as content`

const visitor = { role: 'anon' as const, claims: '{"role":"anon"}' }

export async function readContent(database: Database, catalogue: string): Promise<Content> {
  const { rows } = await runAs(
    database,
    visitor,
    { name: 'read_content', text: contentQuery(catalogue) },
    { readOnly: true },
  )
  return toContent(rows)
}

/** What contentQuery has answered. */
export function toContent(rows: unknown[]): Content {
  const [row] = rows as { content: StoredContent }[]
  if (!row) throw new Error('the content query answered no row')
  const { facts, board, ...rest } = row.content
  return { ...rest, facts: nameFacts(facts), board: board.map(toMember) }
}

const socialFacts = ['facebook', 'twitter', 'instagram', 'linkedin', 'youtube']

function nameFacts(stored: Record<string, string | null>): CompanyFacts {
  // A bare host is a placeholder, and names nobody.
  const read = (key: string) =>
    socialFacts.includes(key) ? (readSocialLink(stored[key]) ?? null) : (stored[key] ?? null)
  const facts = Object.entries(factKeys).map(([name, key]) => [name, read(key)])
  return Object.fromEntries(facts) as CompanyFacts
}

function toMember({ linkedin, twitter, email, phone, ...member }: StoredMember): BoardMember {
  const links = {
    email: email ?? undefined,
    phone: phone ?? undefined,
    linkedin: readSocialLink(linkedin),
    twitter: readSocialLink(twitter),
  }
  const input = Object.entries(links).filter(([, link]) => link !== undefined)
  return { ...member, socialMedia: Object.fromEntries(input) }
}
