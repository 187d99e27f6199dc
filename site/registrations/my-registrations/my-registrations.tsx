/** The member's applications as cards, newest first; what waits for the member stands out. */
import { useQuery } from '@tanstack/react-query'
import { ownRegistrationsWords as words } from '#domain/registrations/own-registrations-words.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { accountApplicationPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { type MyRegistration, myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import {
  RegistrationConfirmation,
  titleOfForm,
} from '#site/registrations/records/registration-confirmation.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { LinksToAdd } from './links-to-add.tsx'

export function MyRegistrations({ userId }: { userId: string }) {
  const query = useQuery(myRegistrationsQuery(userId))
  return (
    <QueryState query={query} errorText={words.listNotLoaded}>
      {(registrations) => (
        <>
          <LinksToAdd userId={userId} registrations={registrations} />
          <Applications registrations={registrations} />
        </>
      )}
    </QueryState>
  )
}

function Applications({ registrations }: { registrations: readonly MyRegistration[] }) {
  return registrations.length === 0 ? (
    <EmptyState title={words.none.title}>
      <p>{words.none.text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.farmerRegistration} variant="outline" size="sm">
          {words.none.farmers}
        </ButtonLink>
        <ButtonLink to={paths.poultryTraining} variant="outline" size="sm">
          {words.none.training}
        </ButtonLink>
        <ButtonLink to={paths.buyerRegistration} variant="outline" size="sm">
          {words.none.buyers}
        </ButtonLink>
        <ButtonLink to={paths.investorHub} variant="outline" size="sm">
          {words.none.investors}
        </ButtonLink>
      </div>
    </EmptyState>
  ) : (
    <ul className="confirmations grid grid-cols-1 gap-6 xl:grid-cols-2">
      {registrations.map((registration) => (
        <li key={registration.id}>
          <RegistrationConfirmation registration={registration}>
            <NextAction registration={registration} />
          </RegistrationConfirmation>
        </li>
      ))}
    </ul>
  )
}

function NextAction({ registration }: { registration: MyRegistration }) {
  const { correction, recordType, id, form, reference } = registration
  const label = correction ? words.correct : words.open
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {correction && <p className="font-semibold">{words.asked}</p>}
      <ButtonLink
        to={accountApplicationPath(recordType, id)}
        size="sm"
        variant={correction ? 'primary' : 'outline'}
        aria-label={`${label} ${titleOfForm(form)} ${reference}`}
      >
        {label}
      </ButtonLink>
    </div>
  )
}
