/** What a content page takes from what staff can edit: its figures in their words, and where its buttons lead. */
import type { RouterContextProvider } from 'react-router'
import {
  type Content,
  type FigurePage,
  findActionTarget,
  type ImpactFigure,
  listFigures,
} from '#domain/company/content.ts'
import type { WordedPage } from '#domain/company/page-texts.ts'
import { fillWords } from '#domain/company/page-words/fill-words.ts'
import { pageWords } from '#domain/company/page-words/page-words.ts'
import { type SearchWords, searchWords } from '#domain/company/page-words/search.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { registrationHeads } from '#domain/registrations/form-heads.ts'
import { registrationGuides } from '#domain/registrations/guides.ts'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { pageContext } from '#site/page-context.ts'
import { paths } from '#site/paths.ts'
import type { Figure } from '#site/ui/blocks.tsx'

export function readContent(context: Readonly<RouterContextProvider>): Content {
  return context.get(pageContext).content
}

/** What the `loader` of a page with a registration's form brings. */
export function loadRegistrationForm(form: RegistrationFormName, context: Readonly<RouterContextProvider>) {
  return {
    settings: readRegistrationSettings(context),
    head: registrationHeads[form],
    guide: registrationGuides[form],
  }
}

function readRegistrationSettings(context: Readonly<RouterContextProvider>): RegistrationSettings {
  return context.get(pageContext).registrationSettings
}

export function readFigures(context: Readonly<RouterContextProvider>, page: FigurePage): Figure[] {
  return listFigures(readContent(context), page).map((figure) => ({
    value: figure.value,
    label: figure.label,
    note: describeSource(figure),
  }))
}

/** The words of a page, with what staff have put in their place: they come with the page and not with its script. */
export function readWords<Page extends WordedPage>(context: Readonly<RouterContextProvider>, page: Page) {
  return fillWords(pageWords[page], readContent(context).texts[page])
}

/** Title and description of a page for search engines, with what staff have put in their place. */
export function readHead(context: Readonly<RouterContextProvider>, page: WordedPage) {
  const words = fillWords<SearchWords>(searchWords[page], readContent(context).texts[page], 'search.')
  return { title: words.metaTitle, description: words.metaDescription }
}

/** For the pages whose buttons are named by what people want, with targets that staff can change (decision 17). */
export function readPageActions(context: Readonly<RouterContextProvider>, page: FigurePage) {
  const content = readContent(context)
  const target = (label: string, otherwise: string) => findActionTarget(content, label, page) ?? otherwise
  return {
    getInvolved: target('Get Involved', paths.farmerRegistration),
    enrol: target('Enroll Now', paths.farmerRegistration),
    apply: target('Apply for Program', paths.franchisePartnership),
  }
}

/** "Source: National Bureau of Statistics, as of 1 November 2026", whose day is not broken. */
export function describeSource({ source, asOf }: Pick<ImpactFigure, 'source' | 'asOf'>): string | undefined {
  const day = asOf && formatDateInWords(asOf)
  const parts = [source && `Source: ${source}`, day && `as of ${day}`].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
