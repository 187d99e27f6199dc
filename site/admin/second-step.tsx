/** What takes a second step, for a session that has shown none: said above the form, before it is filled in, with the way there and back. */
import { Link, useLocation } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { paths } from '#site/paths.ts'
import { Notice } from '#site/ui/panel.tsx'

/** `what`: the part of the form that takes it, where the rest does not. */
export function SecondStepNotice({ what = 'This' }: { what?: string }) {
  // A session whose account has a second step is asked for it before any page of the admin area: this account has none.
  if (useAuth().assurance !== 'aal1') return null
  return (
    <Notice kind="look">
      <p>
        <SecondStepMissing what={what} />
      </p>
    </Notice>
  )
}

/** What the database refuses for it is said in the same words. */
export function SecondStepMissing({ what = 'This' }: { what?: string }) {
  return (
    <>
      {what} takes a second step at sign-in, which your account does not have yet. <SecondStepLink />: then
      you come back here.
    </>
  )
}

export function SecondStepLink() {
  const { pathname, search } = useLocation()
  return (
    <Link to={`${paths.accountSecurity}?for=desk`} state={{ from: pathname + search }}>
      Set up the second step
    </Link>
  )
}
