/** "Your applications" on the investor hub: what the member has sent as an investor, newest first. */

import { useQuery } from '@tanstack/react-query'
import {
  ownRegistrationsWords,
  ownApplicationsWords as words,
} from '#domain/registrations/own-registrations-words.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { accountApplicationPath } from '#site/member-paths.ts'
import { type MyRegistration, myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import { RegistrationConfirmation } from '#site/registrations/records/registration-confirmation.tsx'
import { ButtonLink } from '#site/ui/button.tsx'

export function MyApplications({ userId }: { userId: string }) {
  const query = useQuery(myRegistrationsQuery(userId))
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby="applications-title">
      <h2 id="applications-title" className="border-b border-ink pb-3 text-2xl">
        {words.title}
      </h2>
      <QueryState query={query} errorText={ownRegistrationsWords.listNotLoaded}>
        {(registrations) => <Applications registrations={registrations} />}
      </QueryState>
    </section>
  )
}

function Applications({ registrations }: { registrations: readonly MyRegistration[] }) {
  const own = registrations.filter(({ recordType }) => recordType === 'investors')
  if (own.length === 0) return <p>{words.none}</p>
  return (
    <ul className="confirmations grid grid-cols-1 gap-6 xl:grid-cols-2">
      {own.map((registration) => (
        <li key={registration.id}>
          <RegistrationConfirmation registration={registration}>
            {registration.correction && (
              <ButtonLink size="sm" to={accountApplicationPath(registration.recordType, registration.id)}>
                {words.correct}
              </ButtonLink>
            )}
          </RegistrationConfirmation>
        </li>
      ))}
    </ul>
  )
}
