/** /board : leadership and investors. */
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { PageBlocks } from '#site/company/page-blocks/page-blocks.tsx'
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readContent, readHead, readWords } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { PageHero, Section } from '#site/ui/page.tsx'
import { PeopleOfTheCompany } from '#site/ui/scenes/people-of-the-company.tsx'
import type { Route } from './+types/board-route'
import { BoardMembers } from './board-members.tsx'

export const handle: PageHandle = { styles: 'more' }

export const links = () => linkSheet('more')

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: readHead(context, 'board'),
    words: readWords(context, 'board'),
    members: readContent(context).board,
    blocks: readPageBlocks(context, 'board'),
  }
}

/** A tab or a layout only changes the address's query: nothing is fetched for it. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export default function Board({ loaderData: { words, members, blocks } }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...words.hero} scene={<PeopleOfTheCompany />} />
      <Section {...words.members}>
        <BoardMembers members={members} />
      </Section>
      <PageBlocks blocks={blocks} />
    </>
  )
}
