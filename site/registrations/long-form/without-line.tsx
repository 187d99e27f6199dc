/** For a form that was begun: says that there is no line, and makes the page one that opens again without. */
import { useEffect } from 'react'
import { offlineWords } from '#domain/registrations/notice-words.ts'
import { useIsOffline } from '#site/lib/use-is-offline.ts'
import { Notice } from '#site/ui/panel.tsx'
import type { LongFormProps } from './definition.ts'
import { storePage } from './store-page.ts'

interface WithoutLineProps extends Pick<LongFormProps, 'members' | 'onBehalf'> {
  isTabOnly: boolean
}

export function WithoutLine({ members, onBehalf, isTabOnly }: WithoutLineProps) {
  const isOffline = useIsOffline()
  // Forms of members and of staff are opened with their session, which calls the services.
  const isOpenToAll = !members && !onBehalf

  useEffect(() => {
    if (isOpenToAll && !isOffline) storePage().catch(() => {}) // then it opens with a line, as any page
  }, [isOpenToAll, isOffline])

  if (!isOffline) return null
  return (
    <Notice kind="warn">
      <p role="status">{offlineWords(isTabOnly)}</p>
    </Notice>
  )
}
