/** What drafts may change: each table's rows, how they are named, and the fields of its form. */

import {
  blockPages,
  type CourseTopic,
  careerLevels,
  figurePages,
  type ProjectKind,
  projectPages,
  projectProgress,
} from '#domain/company/content.ts'
import { nameTextRole, nameWordedPage, pathOfWordedPage } from '#domain/company/page-texts.ts'
import { formatDate, monthNames } from '#domain/dates.ts'
import { factGroups, nameFact } from '#domain/fact-groups.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { contentLabels } from './content-labels.ts'
import type { ContentField, ContentRow, ContentTable } from './content-table.ts'

/** A row that is being written may lack them. */
const joinWords = (words: unknown[], by = ', ') => words.filter(Boolean).join(by)

const order: ContentField = { name: 'sort_order', label: 'Place in the list', kind: 'number' }
const socialHelp = 'The whole address of their page. A bare https://linkedin.com is not shown.'
/** What is added is meant for its page, and waits in the draft anyway. */
const published: ContentField = {
  name: 'is_published',
  label: 'Published',
  kind: 'tick',
  isTickedAtFirst: true,
}

const page: ContentField = { name: 'page', label: 'Page', kind: 'choice', options: blockPages }
const place: ContentField = { name: 'place', label: 'Place', kind: 'line' }
const state: ContentField = { name: 'state', label: 'State', kind: 'choice', options: nigerianStates }
const source: ContentField = { name: 'source', label: 'Where it comes from', kind: 'line' }
/** Which of the pages a row stands on, after its name. */
const inPage = ({ page }: ContentRow) => page && `(${nameWordedPage(String(page))})`
const pathOfPage = ({ page }: ContentRow) => `/${page}`

const month = (name: string, label: string): ContentField => ({
  name,
  label,
  kind: 'choice',
  options: monthNames.map((label, index) => ({ value: String(index + 1), label })),
})

const coursePages: Readonly<Record<CourseTopic, string>> = {
  poultry: '/poultry-training',
  'rural-education': '/rural-education',
  'sustainable-farming': '/sustainable-farming',
}

export const contentTables: readonly ContentTable[] = [
  {
    table: 'board_members',
    label: contentLabels.board_members,
    keys: ['id'],
    select: '*, board_contacts(email,phone,public_contact)',
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.name, row.position]),
    mayAdd: true,
    required: ['name', 'position', 'bio', 'type'],
    path: '/board',
    fields: [
      { name: 'name', label: 'Name', kind: 'line' },
      { name: 'position', label: 'Position', kind: 'line' },
      {
        name: 'type',
        label: 'Kind',
        kind: 'choice',
        options: [
          { value: 'board', label: 'Board member' },
          { value: 'investor', label: 'Investor' },
        ],
      },
      { name: 'bio', label: 'About them', kind: 'text' },
      { name: 'image', label: 'Photo', kind: 'photo' },
      { name: 'email', label: 'Email', kind: 'line' },
      { name: 'phone', label: 'Phone', kind: 'line' },
      { name: 'public_contact', label: 'They agreed that everybody sees email and phone', kind: 'tick' },
      { name: 'linkedin', label: 'LinkedIn', kind: 'line', help: socialHelp },
      { name: 'twitter', label: 'Twitter', kind: 'line', help: socialHelp },
      order,
      published,
    ],
  },
  {
    table: 'page_texts',
    label: contentLabels.page_texts,
    keys: ['page', 'key'],
    orderBy: 'page',
    nameOf: ({ page, key }) =>
      `on ${pathOfWordedPage(String(page))}: ${nameTextRole(String(key)).toLowerCase()}`,
    mayAdd: false,
    verbs: { insert: 'Changed', update: 'Changed', delete: 'Back to the original:' },
    path: '/',
    pathOf: ({ page }) => pathOfWordedPage(String(page)),
    fields: [{ name: 'text', label: 'Text', kind: 'text' }],
  },
  {
    table: 'career_positions',
    label: contentLabels.career_positions,
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.title, row.location]),
    detailOf: (row) => joinWords([row.level, row.is_published === false && 'not published']),
    groupsOf: (rows, { career_categories: categories = [] }) =>
      categories.map(({ id, title }) => ({
        title: String(title),
        rows: rows.filter(({ category_id }) => category_id === id),
      })),
    mayAdd: true,
    required: ['id', 'category_id', 'title', 'level', 'location', 'description'],
    path: '/careers',
    fields: [
      { name: 'id', label: 'Name in the address', kind: 'line', isKey: true },
      { name: 'category_id', label: 'Category', kind: 'choice', optionsOf: 'career_categories' },
      { name: 'title', label: 'Title', kind: 'line' },
      { name: 'level', label: 'Level', kind: 'choice', options: careerLevels },
      { name: 'location', label: 'Location', kind: 'line' },
      { name: 'description', label: 'Description', kind: 'text' },
      { name: 'posted_on', label: 'Posted on', kind: 'date' },
      order,
      published,
    ],
  },
  {
    table: 'career_categories',
    label: contentLabels.career_categories,
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => String(row.title),
    mayAdd: false,
    path: '/careers',
    fields: [{ name: 'title', label: 'Title', kind: 'line' }, order],
  },
  {
    table: 'impact_figures',
    label: contentLabels.impact_figures,
    keys: ['id'],
    orderBy: 'page',
    nameOf: (row) => joinWords([row.value, row.label, inPage(row)], ' '),
    mayAdd: true,
    required: ['page', 'position', 'value', 'label'],
    path: '/',
    pathOf: ({ page }) => (page === 'home' ? '/' : `/${page}`),
    fields: [
      { name: 'page', label: 'Page', kind: 'choice', options: figurePages },
      { name: 'position', label: 'Place on the page', kind: 'number' },
      { name: 'value', label: 'Value', kind: 'line' },
      { name: 'label', label: 'What it counts', kind: 'line' },
      { name: 'source', label: 'Where it comes from', kind: 'line' },
      { name: 'as_of', label: 'As of', kind: 'date' },
    ],
  },
  {
    table: 'courses',
    label: contentLabels.courses,
    keys: ['id'],
    orderBy: 'starts_on',
    nameOf: (row) => joinWords([row.title, row.place, row.starts_on && formatDate(String(row.starts_on))]),
    mayAdd: true,
    required: [
      'topic',
      'title',
      'learns',
      'place',
      'state',
      'starts_on',
      'ends_on',
      'seats',
      'price_kobo',
      'languages',
    ],
    path: '/poultry-training',
    pathOf: ({ topic }) => coursePages[topic as CourseTopic] ?? '/poultry-training',
    fields: [
      {
        name: 'topic',
        label: 'Topic',
        kind: 'choice',
        options: [
          { value: 'poultry', label: 'Poultry' },
          { value: 'rural-education', label: 'Rural education' },
          { value: 'sustainable-farming', label: 'Sustainable farming, demonstrations' },
        ],
      },
      { name: 'title', label: 'Title', kind: 'line' },
      { name: 'learns', label: 'What one learns', kind: 'text' },
      {
        name: 'gets',
        label: 'What one gets',
        kind: 'text',
        help: 'Meals, notes, a certificate. May be empty.',
      },
      { ...place, help: 'The hall, village or field, and the town.' },
      state,
      { name: 'starts_on', label: 'First day', kind: 'date' },
      {
        name: 'ends_on',
        label: 'Last day',
        kind: 'date',
        help: 'From the day after it, no page shows the course.',
      },
      { name: 'seats', label: 'Seats', kind: 'number' },
      {
        name: 'price_kobo',
        label: 'Price in naira',
        kind: 'naira',
        help: 'For one person; 0: free of charge.',
      },
      { name: 'languages', label: 'Languages', kind: 'line' },
      { name: 'trainer', label: 'Trainer', kind: 'line', help: 'Only with their consent. May be empty.' },
      published,
    ],
  },
  {
    table: 'crop_seasons',
    label: contentLabels.crop_seasons,
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.crop, row.states]),
    mayAdd: true,
    required: ['crop', 'states', 'planting_from', 'planting_to', 'harvest_from', 'harvest_to'],
    path: '/agriculture',
    fields: [
      { name: 'crop', label: 'Crop', kind: 'line' },
      { name: 'states', label: 'States', kind: 'line', help: 'With commas between them.' },
      month('planting_from', 'Planting from'),
      month('planting_to', 'Planting until'),
      month('harvest_from', 'Harvest from'),
      month('harvest_to', 'Harvest until'),
      { name: 'note', label: 'Note', kind: 'line' },
      source,
      order,
      published,
    ],
  },
  {
    table: 'projects',
    label: contentLabels.projects,
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.title, row.place, row.year]),
    mayAdd: true,
    required: ['kind', 'title', 'place', 'state', 'year', 'progress', 'description'],
    path: '/real-estate-construction',
    pathOf: ({ kind }) => `/${projectPages[kind as ProjectKind] ?? 'real-estate-construction'}`,
    fields: [
      {
        name: 'kind',
        label: 'Kind',
        kind: 'choice',
        options: [
          { value: 'construction', label: 'Real estate and construction' },
          { value: 'contract', label: 'General contract' },
          { value: 'representation', label: 'Company representation' },
          { value: 'farming', label: 'Farming' },
        ],
      },
      { name: 'title', label: 'Title', kind: 'line', help: 'A client is named only with their consent.' },
      place,
      state,
      { name: 'year', label: 'Year', kind: 'number' },
      { name: 'progress', label: 'How far it is', kind: 'choice', options: projectProgress },
      { name: 'description', label: 'What was done', kind: 'text' },
      { name: 'image', label: 'Plan or photograph', kind: 'photo' },
      { name: 'image_caption', label: 'What the picture shows', kind: 'line' },
      order,
      published,
    ],
  },
  {
    table: 'stories',
    label: contentLabels.stories,
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.title, row.place]),
    mayAdd: true,
    required: ['page', 'title', 'text', 'place', 'happened_on'],
    path: '/agriculture',
    pathOf: pathOfPage,
    fields: [
      page,
      { name: 'title', label: 'Title', kind: 'line' },
      {
        name: 'text',
        label: 'What happened',
        kind: 'text',
        help: 'People are named only with their consent.',
      },
      {
        name: 'figures',
        label: 'Figures',
        kind: 'text',
        help: 'At most four, each on a line: 32 | bags of 50 kg from a hectare | farm book of the group',
      },
      place,
      { name: 'happened_on', label: 'Day', kind: 'date' },
      order,
      published,
    ],
  },
  {
    table: 'photographs',
    label: contentLabels.photographs,
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.caption, row.place]),
    mayAdd: true,
    required: ['page', 'image', 'caption', 'place', 'taken_on'],
    path: '/agriculture',
    pathOf: pathOfPage,
    fields: [
      page,
      { name: 'image', label: 'Photograph', kind: 'photo' },
      {
        name: 'caption',
        label: 'Caption',
        kind: 'line',
        help: 'What is seen, also for those who cannot see it. Everyone who can be recognised has agreed.',
      },
      place,
      { name: 'taken_on', label: 'Day', kind: 'date', isPast: true },
      order,
      published,
    ],
  },
  {
    table: 'page_facts',
    label: contentLabels.page_facts,
    keys: ['id'],
    orderBy: 'page',
    nameOf: (row) => joinWords([`${row.label}:`, row.value, inPage(row)], ' '),
    mayAdd: true,
    required: ['page', 'heading', 'label', 'value'],
    path: '/contact',
    pathOf: pathOfPage,
    fields: [
      page,
      {
        name: 'heading',
        label: 'Heading',
        kind: 'line',
        help: 'Lines with the same heading stand together: What it takes, Hours and languages, What 100 birds cost and bring.',
      },
      { name: 'label', label: 'What', kind: 'line' },
      { name: 'value', label: 'How much, when or which', kind: 'line' },
      source,
      { name: 'as_of', label: 'As of', kind: 'date' },
      order,
      published,
    ],
  },
  {
    table: 'page_actions',
    label: contentLabels.page_actions,
    keys: ['label', 'page'],
    orderBy: 'page',
    nameOf: (row) => `${row.label} ${inPage(row) || '(all pages)'}`,
    mayAdd: false,
    path: '/agriculture',
    // Without a page, it stands on all of them.
    pathOf: ({ page }) => `/${page || 'agriculture'}`,
    fields: [{ name: 'target', label: 'Leads to', kind: 'line' }],
  },
  {
    table: 'company_facts',
    label: contentLabels.company_facts,
    keys: ['key'],
    orderBy: 'key',
    nameOf: (row) => nameFact(String(row.key)),
    detailOf: (row) =>
      row.key === 'logo' && row.value ? 'A picture of your own' : String(row.value ?? 'not set'),
    groupsOf: (rows) =>
      factGroups.map(({ title, facts }) => ({
        title,
        rows: facts.flatMap(({ key }) => rows.filter((row) => row.key === key)),
      })),
    fieldsOf: ({ key }) => {
      const fact = factGroups.flatMap(({ facts }) => facts).find((known) => known.key === key)
      return [
        {
          name: 'value',
          label: fact?.label ?? 'Value',
          kind: key === 'logo' ? 'logo' : 'line',
          ...(fact?.help && { help: fact.help }),
        },
      ]
    },
    mayAdd: false,
    right: 'settings.write',
    path: '/',
    fields: [{ name: 'value', label: 'Value', kind: 'line' }],
  },
]
