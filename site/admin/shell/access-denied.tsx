/** What a member without any role sees in the admin area. */
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Refused } from './rights-unread.tsx'

export function AccessDenied() {
  return (
    <Refused title="Access Denied" words="You don't have permission to access the admin dashboard.">
      <ButtonLink to={paths.home}>Return to Home</ButtonLink>
    </Refused>
  )
}
