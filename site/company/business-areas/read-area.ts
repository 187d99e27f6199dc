/** What the page of a business area brings: its words, figures and blocks; none of them stands in its script. */
import type { RouterContextProvider } from 'react-router'
import { readPagePicture } from '#domain/company/page-texts.ts'
import type { areaWords } from '#domain/company/page-words/areas.ts'
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readFigures, readWords } from '#site/page-content.ts'
import type { ListCell } from '#site/ui/blocks.tsx'

export function readArea(context: Readonly<RouterContextProvider>, page: keyof typeof areaWords) {
  const { hero, work, services, record, callout } = readWords(context, page)
  const { picture, ...heading } = hero
  return {
    hero: heading,
    picture: readPagePicture(picture),
    work: { ...work, cells: Object.values<ListCell>(services) },
    figuresTitle: record.title,
    callout,
    figures: readFigures(context, page),
    blocks: readPageBlocks(context, page),
  }
}
