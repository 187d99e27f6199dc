// Reads all that pages show of the editable content in one statement, as a visitor: what a visitor may not read, no
// page can show.
import { readSocialLink } from '#domain/company/board.ts'
import {
  type BoardMember,
  type CareerCategory,
  type CompanyFacts,
  type Content,
  type ContentRecords,
  type CryptoWallet,
  factKeys,
  type ImpactFigure,
  type PageAction,
  type ReachedState,
  readStoryFigures,
  type Story,
} from '#domain/company/content.ts'
import type { CataloguePage } from '#domain/market/products.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'

interface StoredMember extends Omit<BoardMember, 'socialMedia'> {
  linkedin: string | null
  twitter: string | null
  email: string | null
  phone: string | null
}

type StoredStory = Omit<Story, 'figures'> & { figures: string | null }

interface StoredContent
  extends Pick<Content, 'courses' | 'seasons' | 'projects' | 'photographs' | 'pageFacts' | 'texts'> {
  facts: Record<string, string | null>
  figures: ImpactFigure[]
  board: StoredMember[]
  careers: CareerCategory[]
  wallet: CryptoWallet | null
  actions: PageAction[]
  catalogue: CataloguePage
  stories: StoredStory[]
  legal: Content['legal']
  courseStates: string[]
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
    'courses', (select coalesce(json_agg(json_build_object('id', id, 'topic', topic, 'title', title, 'learns', learns,
        'gets', gets, 'place', place, 'state', state, 'startsOn', starts_on, 'endsOn', ends_on, 'seats', seats,
        'priceKobo', price_kobo, 'languages', languages, 'trainer', trainer, 'isDemo', is_demo)
        order by starts_on, id), '[]')
      from public.courses
      where is_published and ends_on >= (now() at time zone 'Africa/Lagos')::date),
    'courseStates', (select coalesce(json_agg(distinct state), '[]') from public.courses
      where is_published and not is_demo),
    'seasons', (select coalesce(json_agg(json_build_object('id', id, 'crop', crop, 'states', states,
        'plantingFrom', planting_from, 'plantingTo', planting_to, 'harvestFrom', harvest_from, 'harvestTo', harvest_to,
        'note', note, 'source', source, 'isDemo', is_demo) order by sort_order, id), '[]')
      from public.crop_seasons where is_published),
    'projects', (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'title', title, 'place', place,
        'state', state, 'year', year, 'progress', progress, 'description', description, 'image', image,
        'imageCaption', image_caption, 'isDemo', is_demo) order by sort_order, year desc, id), '[]')
      from public.projects where is_published),
    'stories', (select coalesce(json_agg(json_build_object('id', id, 'page', page, 'title', title, 'text', text,
        'place', place, 'happenedOn', happened_on, 'figures', figures, 'isDemo', is_demo)
        order by sort_order, happened_on desc, id), '[]')
      from public.stories where is_published),
    'photographs', (select coalesce(json_agg(json_build_object('id', id, 'page', page, 'image', image,
        'caption', caption, 'place', place, 'takenOn', taken_on, 'isDemo', is_demo)
        order by sort_order, taken_on desc, id), '[]')
      from public.photographs where is_published),
    'pageFacts', (select coalesce(json_agg(json_build_object('id', id, 'page', page, 'heading', heading,
        'label', label, 'value', value, 'source', source, 'asOf', as_of, 'isDemo', is_demo)
        order by sort_order, id), '[]')
      from public.page_facts where is_published),
    'texts', (select coalesce(json_object_agg(page, texts), '{}')
      from (select page, json_object_agg(key, text) as texts from public.page_texts group by page) as changed),
    'legal', json_build_object(
      'terms', (select json_build_object('version', version, 'sections', sections) from public.legal_texts
        where kind = 'terms' and published_at is not null order by published_at desc limit 1),
      'privacy', (select json_build_object('version', version, 'sections', sections) from public.legal_texts
        where kind = 'privacy' and published_at is not null order by published_at desc limit 1)),
    'catalogue', ${catalogue}
  ) as content`

const visitor = { role: 'anon' as const, claims: '{"role":"anon"}' }

export async function readContent(
  database: Database,
  catalogue: string,
  records: ContentRecords = noRecords,
): Promise<Content> {
  const { rows } = await runAs(
    database,
    visitor,
    { name: 'read_content', text: contentQuery(catalogue) },
    { readOnly: true },
  )
  return toContent(rows, records)
}

/** What contentQuery has answered; what records say is read on its own (readRecords). */
export function toContent(rows: unknown[], records: ContentRecords = noRecords): Content {
  const [row] = rows as { content: StoredContent }[]
  if (!row) throw new Error('the content query answered no row')
  const { facts, board, stories, courseStates, ...rest } = row.content
  return {
    ...rest,
    facts: nameFacts(facts),
    board: board.map(toMember),
    stories: stories.map((story) => ({ ...story, figures: readStoryFigures(story.figures) })),
    records: { ...records, states: addCourses(records.states, courseStates) },
  }
}

/** A course is content, and marks its state from the day on which it is published. */
function addCourses(reached: readonly ReachedState[], courseStates: readonly string[]): ReachedState[] {
  const kinds = new Map(reached.map((one) => [one.state, one.kinds]))
  for (const state of courseStates)
    if (knownStates.has(state)) kinds.set(state, ['courses', ...(kinds.get(state) ?? [])])
  return [...kinds].map(([state, kinds]) => ({ state, kinds })).sort((a, b) => (a.state < b.state ? -1 : 1))
}

const knownStates = new Set(nigerianStates.map(({ value }) => value))

export const noRecords: ContentRecords = { states: [], prices: [], asOf: null }

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
