/** Where staff help someone with a registration that is there: found by its reference, corrected for them, a new link. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { QueryState } from '#site/lib/query-state.tsx'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { RegistrationConfirmation } from '#site/registrations/records/registration-confirmation.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import { type AssistedRegistration, assistedRegistrationQuery } from './assist-calls.ts'
import { DictatedCorrection } from './dictated-correction.tsx'
import { NewLink } from './new-link.tsx'

interface AssistViewProps {
  userId: string
  mayRelink: boolean
  /** The route knows where the forms are. */
  renderWith: (form: string, render: (definition: LongFormDefinition) => ReactNode) => ReactNode
}

export function AssistView(props: AssistViewProps) {
  const [params, setParams] = useSearchParams()
  const reference = params.get('reference') ?? ''

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('reference') ?? '')
    setParams(typed.trim() ? { reference: typed.trim().toUpperCase() } : {}, { preventScrollReset: true })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <form className="grid max-w-[30rem] gap-4" noValidate onSubmit={find} key={reference}>
        <Field
          id="assist-reference"
          label="Reference"
          help="It stands on their slip and in their mails, such as FM7K4-2X9Q."
        >
          <TextInput name="reference" defaultValue={reference} autoCapitalize="characters" />
        </Field>
        <div>
          <Button type="submit">Find</Button>
        </div>
      </form>
      {reference && <Lookup {...props} reference={reference} />}
    </div>
  )
}

function Lookup({ reference, ...props }: AssistViewProps & { reference: string }) {
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
  mayRelink,
  renderWith,
}: AssistViewProps & { registration: AssistedRegistration }) {
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
              : 'Nothing is asked to be corrected. Whoever decides can ask for it at the desk.'}
          </p>
        )}
      </div>
      {mayRelink && !registration.hasAccount && <NewLink registration={registration} />}
    </div>
  )
}
