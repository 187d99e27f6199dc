/** Says that the services did not answer in time, and calls them again on demand. */
import { retryAuth, useAuth } from '#site/lib/auth-state.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

export function OfflineNotice() {
  const { isOffline, status } = useAuth()
  if (!isOffline) return null
  return (
    <div className="wrap py-4">
      <Notice kind="warn">
        <div className="flex flex-wrap items-center gap-3" role="status">
          <p>
            We cannot reach our services right now.{' '}
            {status === 'signedIn' && 'You can go on; what you type is kept.'}
          </p>
          <Button size="sm" variant="outline" onClick={retryAuth}>
            Try again
          </Button>
        </div>
      </Notice>
    </div>
  )
}
