/** What a member without the admin role sees in the admin area; a failed lookup may be tried again. */
import { usePermissions } from '#site/account/my-permissions.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { dashboardQueues, moreQueues, office } from './admin-places.ts'

export function AccessDenied({ onRetry }: { onRetry?: () => void }) {
  const { can } = usePermissions()
  // Staff with other roles have queues of their own (decision 34).
  const own = [...dashboardQueues, ...moreQueues, ...office].filter(({ permission }) => can(permission))
  return (
    <div className="wrap py-12 lg:py-20">
      <Panel className="mx-auto max-w-[36rem]">
        <div className="grid gap-4 justify-items-start">
          <h1 className="text-3xl">Access Denied</h1>
          <p>You don't have permission to access the admin dashboard.</p>
          {onRetry && (
            <p className="text-stone">Your rights could not be read. If you are an admin, try again.</p>
          )}
          {own.length > 0 && (
            <nav aria-label="Your queues" className="grid gap-2">
              <h2 className="text-lg">Your queues</h2>
              <ul className="flex flex-wrap gap-2">
                {own.map(({ label, path }) => (
                  <li key={path}>
                    <ButtonLink to={path} variant="outline" size="sm">
                      {label}
                    </ButtonLink>
                  </li>
                ))}
              </ul>
            </nav>
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
