/** Around both buyer forms: the title, the note on encryption, the form, and what follows it. */
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { FormGuide } from '#domain/forms.ts'
import { alreadyBuyerWords as already, buyerPageWords as words } from '#domain/registrations/buyer-start.ts'
import type { FormHead } from '#domain/registrations/form-heads.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import { dropLostSession, useAuth } from '#site/lib/auth-state.ts'
import { linkWords } from '#site/lib/form/link-words.tsx'
import { Waiting } from '#site/lib/query-state.tsx'
import { accountApplicationPath } from '#site/member-paths.ts'
import { useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import type { LongFormDefinition, LongFormProps } from '#site/registrations/long-form/definition.ts'
import { LongForm } from '#site/registrations/long-form/long-form.tsx'
import { type MyRegistration, myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import { RegistrationConfirmation } from '#site/registrations/records/registration-confirmation.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { forgetStart } from './start-memory.ts'
import { dropReceipt, readReceipt } from './start-photo.ts'

interface MemberProfile {
  email: string
  full_name: string | null
  phone: string | null
}

interface BuyerFormPageProps {
  makeForm: (companyName: string) => LongFormDefinition
  head: FormHead
  settings: RegistrationSettings
  guide: FormGuide
  /** The account's, passed by the route. */
  profileQuery: (userId: string) => UseQueryOptions<MemberProfile, Error, MemberProfile, string[]>
  offerNumber: LongFormProps['offerNumber']
}

export function BuyerFormPage({
  makeForm,
  head,
  settings,
  guide,
  profileQuery,
  offerNumber,
}: BuyerFormPageProps) {
  const { userId = '', email, fullName } = useAuth()
  const profile = useQuery(profileQuery(userId))
  const { companyName } = useCompany()
  const { state } = useLocation()
  const [definition] = useState(() => ({ ...makeForm(companyName), settings }))
  const [photoReceipt] = useState(() => readPassedReceipt(state) ?? readReceipt(userId))
  const client = useQueryClient()
  const registrations = useQuery(myRegistrationsQuery(userId))
  const [sent, setSent] = useState<RegistrationReceived | null>(null)
  // One that is pending or approved is enough (decision 49); the confirmation of the one just sent stays as it is.
  const existing = sent?.isNew ? undefined : registrations.data?.find(isOpenAs(definition.form))
  /** From another tab or device, which this page had not heard of. */
  const registered = sent && !sent.isNew ? sent : existing

  return (
    <>
      <PageHero {...head} isOverForm />
      <div className="wrap section form-section">
        <GuidedForm
          guide={guide}
          beside={
            <Notice>
              <p>
                <strong>{words.encrypted}</strong> {words.howEncrypted}
              </p>
              {!photoReceipt && !registered && (
                <p className="mt-2">
                  {linkWords(words.noPhoto.text, [
                    { words: words.noPhoto.link, href: paths.buyerRegistration },
                  ])}
                </p>
              )}
            </Notice>
          }
        >
          {registered ? (
            <AlreadyRegistered
              registration={registered}
              confirmation={existing}
              isTypedStored={sent !== null}
            />
          ) : (
            <section aria-label={words.label}>
              {registrations.isPending && registrations.failureCount === 0 ? (
                <Waiting isPaused={registrations.isPaused} />
              ) : (
                <LongForm
                  definition={definition}
                  offerNumber={offerNumber}
                  known={{
                    email: profile.data?.email ?? email,
                    phone: profile.data?.phone ?? undefined,
                    ...nameAnswers(definition.form, profile.data?.full_name ?? fullName),
                  }}
                  members
                  photoReceipt={photoReceipt}
                  onSessionLost={() => void dropLostSession()}
                  onSubmitted={(received) => {
                    setSent(received)
                    if (received.isNew) {
                      dropReceipt()
                      forgetStart()
                    }
                    void client.invalidateQueries({ queryKey: myRegistrationsQuery(userId).queryKey })
                  }}
                />
              )}
            </section>
          )}
        </GuidedForm>
      </div>
    </>
  )
}

interface AlreadyRegisteredProps {
  registration: Pick<MyRegistration, 'recordType' | 'id' | 'reference'>
  /** Once it has been read. */
  confirmation: MyRegistration | undefined
  /** Something was sent just now, and not taken. */
  isTypedStored: boolean
}

function AlreadyRegistered({ registration, confirmation, isTypedStored }: AlreadyRegisteredProps) {
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby="already-title">
      <h2 id="already-title" className="text-2xl">
        {already.title}
      </h2>
      <p>
        {already.enough} <strong className="code">{registration.reference}</strong>.
      </p>
      {isTypedStored && <p>{already.notTaken}</p>}
      {confirmation && <RegistrationConfirmation registration={confirmation} />}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={accountApplicationPath(registration.recordType, registration.id)}>
          {already.open}
        </ButtonLink>
        <ButtonLink to={paths.order} variant="outline">
          {already.order}
        </ButtonLink>
      </div>
    </section>
  )
}

/** The account has one name: a company names its contact with it, a person has it in two boxes. */
function nameAnswers(form: string, fullName: string | null | undefined): Record<string, string> {
  const [first = '', ...rest] = (fullName ?? '').trim().split(/\s+/)
  if (!first) return {}
  return form === 'buyer_individual'
    ? { firstName: first, lastName: rest.join(' ') }
    : { contactPersonName: [first, ...rest].join(' ') }
}

const isOpenAs = (wanted: string) => (registration: MyRegistration) =>
  registration.form === wanted && ['pending', 'approved'].includes(registration.status)

function readPassedReceipt(state: unknown): string | null {
  const receipt = (state as { photoReceipt?: unknown } | null)?.photoReceipt
  return typeof receipt === 'string' ? receipt : null
}
