/** What a person is to the company, in words: Board Member, Investor, or both; and when the person is invented. */
import { boardBadges } from '#domain/company/board.ts'
import type { BoardType } from '#domain/company/content.ts'

export function BoardBadges({ types, isDemo }: { types: readonly BoardType[]; isDemo: boolean }) {
  return (
    <p className="tags">
      {types.map((type) => (
        <span key={type} className="tag">
          {boardBadges[type]}
        </span>
      ))}
      {isDemo && <span className="tag tag-demo">Demo</span>}
    </p>
  )
}
