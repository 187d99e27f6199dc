/** One application: where it stands, what is to be corrected, and what was sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ownRegistrationsWords as words } from '#domain/registrations/own-registrations-words.ts'
import { erasedWords } from '#domain/registrations/status-words.ts'
import { trackWords } from '#domain/registrations/tracking-words.ts'
import { nameSecret } from '#domain/vault.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { paths } from '#site/paths.ts'
import { AddPhoto } from '#site/registrations/records/add-photo.tsx'
import { findBegunMessage, listBegunChanges } from '#site/registrations/records/begun-changes.ts'
import { ErasedRegistration } from '#site/registrations/records/erased-registration.tsx'
import { isChangeable } from '#site/registrations/records/is-changeable.ts'
import { type MyRegistration, myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import {
  findPhotoRequest,
  RegistrationConfirmation,
  titleOfForm,
} from '#site/registrations/records/registration-confirmation.tsx'
import { SendingAs } from '#site/registrations/records/sending-as.tsx'
import type { SentAnswers } from '#site/registrations/records/sent-answers.ts'
import { Timeline } from '#site/registrations/records/timeline.tsx'
import { usePhotoOnItsWay } from '#site/registrations/selfie/photos-on-their-way.ts'
import { SendingPhoto } from '#site/registrations/selfie/sending-photo.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { FactList } from '#site/ui/confirmation.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { eventsQuery, sendMissingPhoto, sentAnswersQuery } from './my-registrations-data.ts'

interface RegistrationPageProps {
  userId: string
  recordType: string
  id: string
  /** The form that answers a request to correct; the route knows every form, a feature only its own. */
  renderCorrection: (registration: MyRegistration, sent: SentAnswers, onSent: () => void) => ReactNode
  /** The answers as they were sent. */
  renderAnswers: (registration: MyRegistration, sent: SentAnswers, onChanged: () => void) => ReactNode
}

export function RegistrationPage(props: RegistrationPageProps) {
  const { userId, recordType, id } = props
  const queries = useQueryClient()
  const list = useQuery(myRegistrationsQuery(userId))
  const sent = useQuery(sentAnswersQuery(recordType, id))
  const events = useQuery(eventsQuery(id))
  const refresh = () => void queries.invalidateQueries({ queryKey: ['my-registrations'] })
  const followed = list.data?.find((one) => one.id === id) ?? { id, hasPhoto: false }
  const photoShare = usePhotoOnItsWay(followed, refresh)
  return (
    <QueryState query={list} errorText={words.notLoaded}>
      {(registrations) => {
        const registration = registrations.find((one) => one.id === id && one.recordType === recordType)
        if (!registration) {
          return (
            <EmptyState title={words.notYours}>
              <ButtonLink to={paths.account}>{words.seeAll}</ButtonLink>
            </EmptyState>
          )
        }
        if (registration.erasedAt) return <Erased registration={registration} at={registration.erasedAt} />
        const photoRequest = findPhotoRequest(registration)
        return (
          <div className="grid grid-cols-1 gap-8 [&_.confirmation]:max-w-none">
            <AllApplications />
            <RegistrationConfirmation registration={registration} isPhotoOnItsWay={photoShare !== null} />
            {registration.consentWithdrawnAt && (
              <div>
                <ButtonLink to={`${paths.accountPrivacy}#agreed-${registration.id}`}>
                  {words.agreeAgain}
                </ButtonLink>
              </div>
            )}
            {(photoRequest || registration.correction) && <SendingAs allowsGuests={false} />}
            {photoShare !== null && (
              <Panel>
                <SendingPhoto share={photoShare} />
              </Panel>
            )}
            {photoRequest && photoShare === null && (
              <AddPhoto
                request={photoRequest}
                send={(photo, onProgress) => sendMissingPhoto(registration, photo, onProgress)}
                onAdded={refresh}
              />
            )}
            {events.data && <Timeline createdAt={registration.createdAt} events={events.data} />}
            <QueryState query={sent} errorText={words.sentNotLoaded}>
              {(answers) => (
                <>
                  {registration.correction && props.renderCorrection(registration, answers, refresh)}
                  <Sent registration={registration} owner={userId}>
                    {answers.sentAt === null ? (
                      <p>{words.notKept(titleOfForm(registration.form))}</p>
                    ) : (
                      props.renderAnswers(registration, answers, refresh)
                    )}
                  </Sent>
                  {answers.secrets.length > 0 && <Secrets secrets={answers.secrets} />}
                </>
              )}
            </QueryState>
          </div>
        )
      }}
    </QueryState>
  )
}

interface SentProps {
  registration: MyRegistration
  owner: string
  children: ReactNode
}

/** Folded, as on the page of a guest's link; what was typed into a change or a message before a reload is found where it was left. */
function Sent({ registration, owner, children }: SentProps) {
  const { id, reference } = registration
  const [hasBegunChange] = useState(() => listBegunChanges({ id, owner }).length > 0)
  const [hasBegunMessage] = useState(() => findBegunMessage(reference) !== null)
  return (
    <Fold
      isOpenAtFirst={hasBegunMessage || (hasBegunChange && isChangeable(registration))}
      summary={
        <h2 className="text-2xl">
          {isChangeable(registration) ? trackWords.sentAndChange : trackWords.sent}
        </h2>
      }
    >
      {children}
    </Fold>
  )
}

function AllApplications() {
  return (
    <p>
      <Link to={paths.account}>{words.all}</Link>
    </p>
  )
}

function Erased({ registration, at }: { registration: MyRegistration; at: string }) {
  return (
    <div className="grid max-w-read grid-cols-1 gap-4">
      <AllApplications />
      <h2 className="text-2xl">{erasedWords.title}</h2>
      <ErasedRegistration {...registration} erasedAt={at} />
    </div>
  )
}

/** What is locked away, recognisable by its end and by nothing else. */
function Secrets({ secrets }: Pick<SentAnswers, 'secrets'>) {
  return (
    <Panel title={words.encrypted} className="panel-of-slips">
      <div className="confirmation border-t">
        <FactList
          facts={secrets.map(({ field, masked }) => ({
            term: asTitle(nameSecret(field)),
            detail: <span className="code">{masked}</span>,
          }))}
        />
      </div>
    </Panel>
  )
}

function asTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
