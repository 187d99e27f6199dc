/**
 * What the blocks of a page say, in words: from what staff have published and what records say. Only loaders call it. A block
 * without rows is not there, but for courses and projects, which say that there are none.
 */
import type { RouterContextProvider } from 'react-router'
import {
  type BlockPage,
  type Content,
  type Course,
  type CourseTopic,
  type CropSeason,
  groupPageFacts,
  isInMonths,
  type Project,
  projectPages,
} from '#domain/company/content.ts'
import { formatDateInWords, monthNames } from '#domain/dates.ts'
import { formatNaira } from '#domain/money.ts'
import { outlinesCredit, stateOutlines } from '#domain/nigeria/state-outlines.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { groupThousands } from '#domain/numbers.ts'
import { describeSource, readContent } from '#site/page-content.ts'
import { paths } from '#site/paths.ts'
import { guides } from './guides.ts'
import type { Entry, PageBlock, Season, Term } from './page-block-types.ts'

const courseTopics: Readonly<Partial<Record<BlockPage, CourseTopic>>> = {
  'poultry-training': 'poultry',
  'poultry-development': 'poultry',
  'rural-education': 'rural-education',
  'sustainable-farming': 'sustainable-farming',
}

export function readPageBlocks(context: Readonly<RouterContextProvider>, page: BlockPage): PageBlock[] {
  return listPageBlocks(readContent(context), page)
}

export function listPageBlocks(content: Content, page: BlockPage): PageBlock[] {
  const topic = courseTopics[page]
  return [
    ...(topic ? [courseBlock(content, topic, page)] : []),
    ...(page === 'agriculture' || page === 'sustainable-farming' ? seasonBlock(content) : []),
    ...(page === 'agriculture' ? priceBlock(content) : []),
    ...(guides[page] ? [guides[page]] : []),
    ...storyBlocks(content, page),
    ...projectBlock(content, page),
    ...factBlock(content, page),
    ...photographBlock(content, page),
    ...(page === 'agriculture' ? stateBlock(content) : []),
  ]
}

function stateName(state: string): string {
  return nigerianStates.find(({ value }) => value === state)?.label ?? state
}

/** A town that has the name of its state is said once. */
function sayPlace({ place, state }: { place: string; state: string }): string {
  const name = stateName(state)
  return place === name || place.endsWith(`, ${name}`) ? place : `${place}, ${name}`
}

function courseBlock({ courses }: Content, topic: CourseTopic, page: BlockPage): PageBlock {
  const held = courses.filter((course) => course.topic === topic)
  const isShown = topic === 'sustainable-farming'
  return {
    id: 'courses',
    eyebrow: isShown ? 'Demonstrations' : 'Courses',
    title: isShown ? 'Where it is shown in a field' : 'Dates, places and prices',
    ...(held.length > 0
      ? { entries: held.map(courseEntry) }
      : { empty: 'No date is fixed yet. We call everyone who is registered when there is one.' }),
    ...(page === 'poultry-training' && {
      action: { to: paths.poultryDevelopment, label: 'Read the programme' },
    }),
  }
}

function courseEntry(course: Course): Entry {
  const { startsOn, endsOn, gets } = course
  return {
    id: course.id,
    mark: formatDateInWords(startsOn),
    title: course.title,
    paragraphs: [course.learns, ...(gets ? [`You get: ${gets}`] : [])],
    terms: [
      { label: 'Where', value: sayPlace(course) },
      endsOn === startsOn
        ? { label: 'How long', value: 'One day' }
        : { label: 'Until', value: formatDateInWords(endsOn) },
      { label: 'Price', value: course.priceKobo === 0 ? 'Free of charge' : formatNaira(course.priceKobo) },
      { label: 'Seats', value: groupThousands(String(course.seats)) },
      { label: 'Language', value: course.languages },
      ...(course.trainer ? [{ label: 'Trainer', value: course.trainer }] : []),
    ],
    isDemo: course.isDemo,
  }
}

function seasonBlock({ seasons }: Content): PageBlock[] {
  if (seasons.length === 0) return []
  // Said once where it holds for every row; otherwise each row says its own.
  const isAllDemo = seasons.every(({ isDemo }) => isDemo)
  const sources = [...new Set(seasons.map(({ source }) => source))]
  const source = sources.length === 1 ? sources[0] : null
  return [
    {
      id: 'seasons',
      eyebrow: 'Season calendar',
      title: 'When to plant and when to harvest',
      lead: 'The rains decide. Ask the people near you before you follow a calendar.',
      isDemo: isAllDemo,
      calendar: seasons.map((season) => ({
        ...toSeason(season),
        isDemo: season.isDemo && !isAllDemo,
        source: (!source && season.source) || undefined,
      })),
      note: source ? `Source: ${source}` : undefined,
    },
  ]
}

function toSeason(season: CropSeason): Season {
  const { plantingFrom, plantingTo, harvestFrom, harvestTo } = season
  return {
    id: season.id,
    crop: season.crop,
    states: season.states,
    planting: nameMonths(plantingFrom, plantingTo),
    harvest: nameMonths(harvestFrom, harvestTo),
    months: monthNames
      .map((_, index) => {
        const isPlanted = isInMonths(index + 1, plantingFrom, plantingTo)
        const isHarvested = isInMonths(index + 1, harvestFrom, harvestTo)
        return isPlanted && isHarvested ? 'b' : isPlanted ? 'p' : isHarvested ? 'h' : ' '
      })
      .join(''),
    note: season.note ?? undefined,
  }
}

function nameMonths(from: number, to: number): string {
  const [first, last] = [monthNames[from - 1], monthNames[to - 1]]
  return from === to ? `${first}` : `${first} to ${last}`
}

function priceBlock({ records: { prices, asOf } }: Content): PageBlock[] {
  if (prices.length === 0 || !asOf) return []
  return [
    {
      id: 'prices',
      eyebrow: 'Prices of the week',
      title: 'What buyers paid on our marketplace',
      ledgers: [
        {
          terms: prices.map(({ product, unit, priceKobo }) => ({
            label: product,
            value: `${formatNaira(priceKobo)} per ${unit}`,
          })),
        },
      ],
      note: `The middle price of the seven days before ${formatDateInWords(asOf)}, from real sales alone: at least five of them, to at least three buyers.`,
      action: { to: paths.marketplace, label: 'Go to the marketplace' },
    },
  ]
}

function storyBlocks({ stories }: Content, page: BlockPage): PageBlock[] {
  return stories
    .filter((story) => story.page === page)
    .map((story) => ({
      id: `story-${story.id}`,
      eyebrow: `${story.place}, ${formatDateInWords(story.happenedOn)}`,
      title: story.title,
      isDemo: story.isDemo,
      paragraphs: story.text.split(/\n+/),
      figures:
        story.figures.length > 0
          ? story.figures.map(({ value, label, source }) => ({ value, label, note: `Source: ${source}` }))
          : undefined,
    }))
}

const projectTitles: Readonly<Partial<Record<BlockPage, string>>> = {
  agriculture: 'Fields that we work on',
  'general-contract': 'Our work, and where it stands',
  'company-representation': 'Whom we have represented',
}

function projectBlock({ projects }: Content, page: BlockPage): PageBlock[] {
  if (!Object.values<BlockPage>(projectPages).includes(page)) return []
  const shown = projects.filter(({ kind }) => projectPages[kind] === page)
  if (shown.length === 0 && page === 'agriculture') return []
  return [
    {
      id: 'projects',
      eyebrow: 'Projects',
      title: projectTitles[page] ?? 'What we build, and where',
      ...(shown.length > 0
        ? { entries: shown.map(projectEntry) }
        : {
            empty:
              'No project is shown here yet. Ask us about work like yours, and we tell you what we can show.',
            action: { to: paths.contact, label: 'Ask about our work' },
          }),
    },
  ]
}

const progressWords: Readonly<Record<Project['progress'], string>> = {
  planned: 'Planned',
  'at work': 'At work',
  finished: 'Finished',
}

function projectEntry(project: Project): Entry {
  const { image, imageCaption } = project
  return {
    id: project.id,
    mark: String(project.year),
    title: project.title,
    paragraphs: project.description.split(/\n+/),
    terms: [
      { label: 'Where', value: sayPlace(project) },
      { label: 'State of work', value: progressWords[project.progress] },
    ],
    picture:
      image && imageCaption
        ? { src: image, alt: `${project.title}: ${imageCaption}`, caption: imageCaption }
        : undefined,
    isDemo: project.isDemo,
  }
}

function factBlock(content: Content, page: BlockPage): PageBlock[] {
  const groups = groupPageFacts(content, page)
  const [first] = groups
  if (!first) return []
  const terms = (facts: (typeof first)['facts'], shared: string | undefined): Term[] =>
    facts.map((fact) => {
      const note = describeSource(fact)
      return { label: fact.label, value: fact.value, note: note === shared ? undefined : note }
    })
  const all = groups.flatMap(({ facts }) => facts)
  const notes = new Set(all.map(describeSource))
  /** A note that holds for all of them is said once. */
  const shared = notes.size === 1 ? [...notes][0] : undefined
  return [
    {
      id: 'facts',
      eyebrow: 'To know',
      title: groups.length === 1 ? first.heading : 'Facts and figures',
      isDemo: all.some(({ isDemo }) => isDemo),
      ledgers: groups.map(({ heading, facts }) => ({
        heading: groups.length > 1 ? heading : undefined,
        terms: terms(facts, shared),
      })),
      note: shared,
    },
  ]
}

function photographBlock({ photographs }: Content, page: BlockPage): PageBlock[] {
  const shown = photographs.filter((photograph) => photograph.page === page)
  if (shown.length === 0) return []
  return [
    {
      id: 'photographs',
      eyebrow: 'Photographs',
      title: 'In pictures',
      isDemo: shown.some(({ isDemo }) => isDemo),
      pictures: shown.map(({ image, caption, place, takenOn }) => ({
        src: image,
        alt: caption,
        caption: `${caption}. ${place}, ${formatDateInWords(takenOn)}`,
      })),
    },
  ]
}

function stateBlock({ records: { states, asOf } }: Content): PageBlock[] {
  if (states.length === 0 || !asOf) return []
  const reached = new Set(states.map(({ state }) => state))
  return [
    {
      id: 'states',
      eyebrow: 'States',
      title: `Where we work: ${states.length} of 37`,
      map: {
        label: `Map of Nigeria with these states marked: ${states.map(({ state }) => stateName(state)).join(', ')}`,
        outlines: Object.entries(stateOutlines).map(([state, outline]) => ({
          state,
          outline,
          isReached: reached.has(state),
        })),
      },
      ledgers: [
        {
          terms: states.map(({ state, kinds }) => ({
            label: stateName(state),
            value: kinds.join(', '),
          })),
        },
      ],
      note: `Counted from our records on ${formatDateInWords(asOf)}, with the Federal Capital Territory among the 37. A state is marked from five farmers, trainees or buyers on, or once a course of ours there is published. ${outlinesCredit}.`,
    },
  ]
}
