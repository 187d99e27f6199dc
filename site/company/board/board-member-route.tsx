/** /board/{id} : one board member or investor; whatever is no published number is Member Not Found, with status 404. */
import { data } from 'react-router'
import { boardNameKey, findBoardMember, listBoard } from '#domain/company/board.ts'
import { readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import type { Route } from './+types/board-member-route'
import { MemberNotFound } from './member-not-found.tsx'
import { MemberProfile } from './member-profile.tsx'

export const handle: PageHandle = { styles: 'more' }

export const links = () => linkSheet('more')

export function loader({ context, params }: Route.LoaderArgs) {
  const { board } = readContent(context)
  const member = findBoardMember(board, params.id)
  if (!member) return data({ member: null, others: [] }, { status: 404 })
  const sameName = board.filter(({ name }) => boardNameKey(name) === boardNameKey(member.name))
  const types = [...new Set([member, ...sameName].map(({ type }) => type))]
  const others = listBoard(board, 'all')
    .filter(({ name }) => boardNameKey(name) !== boardNameKey(member.name))
    .slice(0, 3)
    .map(({ id, name, position }) => ({ id, name, position }))
  return data({ member: { ...member, types }, others })
}

export function meta(args: Route.MetaArgs) {
  const member = args.loaderData?.member
  return pageMeta(
    args,
    member
      ? {
          title: member.name,
          description: `${member.name}, ${member.position}. ${firstSentence(member.bio)}`,
        }
      : {
          title: 'Member Not Found',
          description: "The board member you're looking for doesn't exist.",
          index: false,
        },
  )
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

export default function BoardMember({ loaderData: { member, others } }: Route.ComponentProps) {
  return member ? <MemberProfile member={member} others={others} /> : <MemberNotFound />
}
