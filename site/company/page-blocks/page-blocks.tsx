/**
 * The blocks of a page as the server has drawn them: they stand still, so no script comes with them. A page that is reached
 * within the open site fetches what draws them.
 */
import { lazy, Suspense, useState } from 'react'
import { isPageBeingTakenOver } from '#site/ui/scenes/scene.tsx'
import type { PageBlock } from './page-block-types.ts'

/** Not a static import, which would bring it into the browser's chunk as well. */
const ServerBlocks = import.meta.env.SSR ? (await import('./drawn-blocks.tsx')).default : null
const LazyBlocks = lazy(() => import('./drawn-blocks.tsx'))

/** One object for ever: React writes inner HTML only when another one is passed. */
const asWritten = { __html: '' }

export function PageBlocks({ blocks }: { blocks: readonly PageBlock[] }) {
  const [isWritten] = useState(isPageBeingTakenOver)
  if (ServerBlocks)
    return (
      <div className="blocks">
        <ServerBlocks blocks={blocks} />
      </div>
    )
  if (isWritten)
    return <div className="blocks" suppressHydrationWarning dangerouslySetInnerHTML={asWritten} />
  return (
    <div className="blocks">
      <Suspense>
        <LazyBlocks blocks={blocks} />
      </Suspense>
    </div>
  )
}
