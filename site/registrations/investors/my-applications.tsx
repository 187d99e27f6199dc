/** "Your applications" on the investor hub: what the member has sent as an investor, newest first. */

import { useQuery } from '@tanstack/react-query'
import { accountApplicationPath } from '#site/member-paths.ts'
import { type MyRegistration, myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import { RegistrationConfirmation } from '#site/registrations/records/registration-confirmation.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'

export function MyApplications({ userId }: { userId: string }) {
  const query = useQuery(myRegistrationsQuery(userId))
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby="applications-title">
      <h2 id="applications-title" className="border-b border-ink pb-3 text-2xl">
        Your applications
      </h2>
      {query.isPending && <p role="status">Loading...</p>}
      {query.isError && (
        <RetryNotice onRetry={() => void query.refetch()}>Your applications could not be loaded.</RetryNotice>
      )}
      {query.data && <Applications registrations={query.data} />}
    </section>
  )
}

function Applications({ registrations }: { registrations: readonly MyRegistration[] }) {
  const own = registrations.filter(({ recordType }) => recordType === 'investors')
  if (own.length === 0) return <p>You have not applied yet. Choose one of the three above.</p>
  return (
    <ul className="grid grid-cols-1 gap-6 xl:grid-cols-2">
      {own.map((registration) => (
        <li key={registration.id}>
          <RegistrationConfirmation registration={registration}>
            {registration.correction && (
              <ButtonLink size="sm" to={accountApplicationPath(registration.recordType, registration.id)}>
                Correct it
              </ButtonLink>
            )}
          </RegistrationConfirmation>
        </li>
      ))}
    </ul>
  )
}
