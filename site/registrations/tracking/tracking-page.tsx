/** What a guest link shows to someone without an account: the application, and the rights over what it holds. Loaded once it is read. */

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConsentOnRecord } from '#domain/consents.ts'
import { erasedWords } from '#domain/registrations/status-words.ts'
import { trackWords as words } from '#domain/registrations/tracking-words.ts'
import type { Reveal } from '#domain/vault.ts'
import { paths } from '#site/paths.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import type { AddPhoto } from '#site/registrations/records/add-photo.tsx'
import { findBegunMessage, listBegunChanges } from '#site/registrations/records/begun-changes.ts'
import { ErasedRegistration } from '#site/registrations/records/erased-registration.tsx'
import { isChangeable } from '#site/registrations/records/is-changeable.ts'
import { findLink } from '#site/registrations/records/links-of-this-tab.ts'
import {
  findPhotoRequest,
  RegistrationConfirmation,
} from '#site/registrations/records/registration-confirmation.tsx'
import { Timeline } from '#site/registrations/records/timeline.tsx'
import { usePhotoOnItsWay } from '#site/registrations/selfie/photos-on-their-way.ts'
import { SendingPhoto } from '#site/registrations/selfie/sending-photo.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { DownloadData } from './download-data.tsx'
import { EraseData } from './erase-data.tsx'
import { forgetHere } from './forget-here.ts'
import { MoveToAccount } from './move-to-account.tsx'
import { type TrackedRegistration, trackedQuery } from './open-link.ts'
import { CloseLink, SaveLink } from './save-link.tsx'
import {
  listTrackedReveals,
  renewTrackedConsent,
  sendTrackedPhoto,
  withdrawTrackedConsent,
} from './track-calls.ts'
import { TrackingFrame } from './tracking-frame.tsx'

interface TrackingPageProps {
  /** The secret that this page was opened with, as long as it is not loaded again; it is in no address and no storage. */
  token: string | null
  registration: TrackedRegistration
  /** Which opening of a link the cookie stands for. */
  opening: number
  /** The form that answers a request to correct; the route knows every form, a feature only its own. */
  renderCorrection: (registration: TrackedRegistration, onSent: () => void) => ReactNode
  /** The answers as they were sent. */
  renderAnswers: (registration: TrackedRegistration, onChanged: () => void) => ReactNode
  /** Who has read a secret of it. */
  renderReveals: (reveals: UseQueryResult<readonly Reveal[]>) => ReactNode
  /** What was agreed to, and the way to take it back. */
  renderConsents: (props: {
    consents: readonly ConsentOnRecord[]
    recordType: string
    withdraw: (consent: ConsentOnRecord) => Promise<void>
    renew: (consent: ConsentOnRecord) => Promise<void>
    onChanged: () => void
  }) => ReactNode
}

export function TrackingPage({
  token,
  registration,
  opening,
  renderCorrection,
  renderAnswers,
  renderReveals,
  renderConsents,
}: TrackingPageProps) {
  const client = useQueryClient()
  const [isErasedNow, setIsErasedNow] = useState(false)
  // What was typed into a change or a message before a reload is found where it was left.
  const [hasBegunChange] = useState(
    () => listBegunChanges({ id: registration.id, owner: 'guest' }).length > 0,
  )
  const [hasBegunMessage] = useState(() => findBegunMessage(registration.reference) !== null)
  const { queryKey } = trackedQuery(opening)
  const reveals = useQuery({
    queryKey: [...queryKey, 'reveals', registration.id],
    queryFn: () => listTrackedReveals(registration.id),
    enabled: !registration.erasedAt,
  })
  const refresh = () => void client.invalidateQueries({ queryKey, exact: true })
  const photoShare = usePhotoOnItsWay(registration, refresh)

  if (registration.erasedAt)
    return <Erased registration={registration} at={registration.erasedAt} isNow={isErasedNow} />
  const photoRequest = findPhotoRequest(registration)
  // After a reload this tab alone knows it.
  const secret = token ?? findLink(registration.reference)?.token
  return (
    <TrackingFrame title={words.application}>
      <SaveLink shown={registration} endsAt={registration.linkEndsAt} channel={registration.linkChannel} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-8 [&_.confirmation]:max-w-none">
          <RegistrationConfirmation registration={registration} isPhotoOnItsWay={photoShare !== null} />
          {registration.correction && renderCorrection(registration, refresh)}
          {photoShare !== null && (
            <Panel>
              <SendingPhoto share={photoShare} />
            </Panel>
          )}
          {photoRequest && photoShare === null && (
            <PhotoToAdd
              request={photoRequest}
              send={(photo, onProgress) => sendTrackedPhoto(registration, photo, onProgress)}
              onAdded={refresh}
            />
          )}
          <Timeline createdAt={registration.createdAt} events={registration.events} />
          <Fold
            isOpenAtFirst={hasBegunMessage || (hasBegunChange && isChangeable(registration))}
            summary={
              <h2 className="text-2xl">{isChangeable(registration) ? words.sentAndChange : words.sent}</h2>
            }
          >
            {renderAnswers(registration, refresh)}
          </Fold>
        </div>
        <div className="grid grid-cols-1 gap-8">
          {registration.consents.length > 0 && (
            <Panel title={words.agreed}>
              {renderConsents({
                consents: registration.consents,
                recordType: registration.recordType,
                withdraw: ({ purpose }) => withdrawTrackedConsent(registration.id, purpose),
                renew: ({ purpose }) => renewTrackedConsent(registration.id, purpose),
                onChanged: refresh,
              })}
            </Panel>
          )}
          {secret && <MoveToAccount token={secret} reference={registration.reference} />}
          <DownloadData registration={registration} onPhotoSeen={() => void reveals.refetch()} />
          <EraseData
            id={registration.id}
            endsAt={registration.linkEndsAt}
            onErased={() => {
              toast.dismiss()
              forgetHere(registration)
              setIsErasedNow(true)
              client.setQueryData(queryKey, {
                ...registration,
                erasedAt: new Date().toISOString(),
              })
            }}
          />
          <Panel title={words.looked}>{renderReveals(reveals)}</Panel>
        </div>
      </div>
    </TrackingFrame>
  )
}

/** Few pages wait for a photo: the others do not load what takes one. */
function PhotoToAdd(props: ComponentProps<typeof AddPhoto>) {
  const { module, retry } = useLoaded(() => import('#site/registrations/records/add-photo.tsx'), true)
  if (module) return <module.AddPhoto {...props} />
  return retry && <RetryNotice onRetry={retry}>{words.notLoaded}</RetryNotice>
}

/** What is left once its person had it erased. */
function Erased({
  registration,
  at,
  isNow,
}: {
  registration: TrackedRegistration
  at: string
  isNow: boolean
}) {
  const heading = useRef<HTMLSpanElement>(null)

  // The page is much shorter than the one where the button stood: what is read next is at its top.
  useEffect(() => {
    if (isNow) heading.current?.focus()
  }, [isNow])

  return (
    <TrackingFrame
      title={
        <span ref={heading} tabIndex={-1}>
          {erasedWords.title}
        </span>
      }
    >
      <div className="grid max-w-read grid-cols-1 gap-4">
        <ErasedRegistration {...registration} erasedAt={at} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.home}>{erasedWords.home}</ButtonLink>
          <CloseLink shown={registration} />
        </div>
      </div>
    </TrackingFrame>
  )
}
