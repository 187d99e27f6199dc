/** What a member without any role sees in the admin area; a failed lookup may be tried again. */
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'

export function AccessDenied({ onRetry }: { onRetry?: () => void }) {
  return (
    <div className="wrap py-12 lg:py-20">
      <Panel className="mx-auto max-w-[36rem]">
        <div className="grid gap-4 justify-items-start">
          <h1 className="text-3xl">Access Denied</h1>
          <p>You don't have permission to access the admin dashboard.</p>
          {onRetry && (
            <p className="text-stone">Your rights could not be read. If you are an admin, try again.</p>
          )}
          <div className="flex flex-wrap gap-3">
            {onRetry && <Button onClick={onRetry}>Retry</Button>}
            <ButtonLink to={paths.home} variant={onRetry ? 'outline' : 'primary'}>
              Return to Home
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  )
}
