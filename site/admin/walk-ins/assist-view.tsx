/** Where staff help someone with a registration that is there: corrected for them, a new link, and the way to all of theirs. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PersonLink } from '#site/admin/persons/person-link.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { RegistrationConfirmation } from '#site/registrations/records/registration-confirmation.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { type AssistedRegistration, assistedRegistrationQuery } from './assist-calls.ts'
import { DictatedCorrection } from './dictated-correction.tsx'
import { NewLink } from './new-link.tsx'

interface AssistViewProps {
  reference: string
  userId: string
  /** The route knows where the forms are. */
  renderWith: (form: string, render: (definition: LongFormDefinition) => ReactNode) => ReactNode
}

export function AssistView({ reference, ...props }: AssistViewProps) {
  const query = useQuery(assistedRegistrationQuery(reference))
  return (
    <QueryState query={query} errorText="The registration could not be looked up.">
      {(registration) =>
        registration ? (
          <Assist key={registration.id} registration={registration} {...props} />
        ) : (
          <EmptyState title="No registration has this reference">
            <p>Read it again with them, letter by letter; or it is of a kind that you may not open.</p>
          </EmptyState>
        )
      }
    </QueryState>
  )
}

function Assist({
  registration,
  userId,
  renderWith,
}: Omit<AssistViewProps, 'reference'> & { registration: AssistedRegistration }) {
  const queries = useQueryClient()
  const [isCorrected, setIsCorrected] = useState(false)
  const refresh = () =>
    void queries.invalidateQueries({ queryKey: assistedRegistrationQuery(registration.reference).queryKey })
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-8">
        <RegistrationConfirmation registration={registration}>
          <p>{registration.contactName}</p>
        </RegistrationConfirmation>
        <PersonLink table={registration.recordType} id={registration.id} />
        {registration.hasAccount ? (
          <p>This registration belongs to an account: its owner corrects it and follows it there.</p>
        ) : registration.correction ? (
          renderWith(registration.form, (definition) => (
            <DictatedCorrection
              registration={registration}
              definition={definition}
              owner={`${userId}:behalf`}
              onSent={() => {
                setIsCorrected(true)
                refresh()
              }}
            />
          ))
        ) : (
          <p role="status">
            {isCorrected
              ? 'The correction is on record. It waits for review again.'
              : 'No correction was asked for. The person who decides can ask for one at the desk.'}
          </p>
        )}
      </div>
      {!registration.hasAccount && <NewLink registration={registration} />}
    </div>
  )
}
