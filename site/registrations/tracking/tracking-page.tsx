/** What a guest link shows to someone without an account: the application, and the rights over what it holds. */

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConsentOnRecord } from '#domain/consents.ts'
import { erasedWords } from '#domain/registrations/status-words.ts'
import { trackWords as words } from '#domain/registrations/tracking-words.ts'
import type { Reveal } from '#domain/vault.ts'
import type { ServerError } from '#site/lib/call-server.ts'
import { paths } from '#site/paths.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import type { AddPhoto } from '#site/registrations/records/add-photo.tsx'
import { ErasedRegistration } from '#site/registrations/records/erased-registration.tsx'
import { isChangeable } from '#site/registrations/records/is-changeable.ts'
import {
  findPhotoRequest,
  RegistrationConfirmation,
} from '#site/registrations/records/registration-confirmation.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { toast } from '#site/ui/toast.tsx'
import { DownloadData } from './download-data.tsx'
import { EraseData } from './erase-data.tsx'
import { CloseLink, KeepLink } from './keep-link.tsx'
import { MoveToAccount } from './move-to-account.tsx'
import { Timeline } from './timeline.tsx'
import {
  listTrackedReveals,
  readTracked,
  renewTrackedConsent,
  sendTrackedPhoto,
  type TrackedRegistration,
  withdrawTrackedConsent,
} from './track-calls.ts'

interface TrackingPageProps {
  /** The secret that this page was opened with, as long as it is not loaded again; it is in no address and no storage. */
  token: string | null
  /** Which opening of a link the cookie stands for. */
  opening: number
  /** There is no open link, or it leads nowhere. */
  unknown: ReactNode
  /** The form that answers a request to correct; the route knows every form, a feature only its own. */
  renderCorrection: (registration: TrackedRegistration, onSent: () => void) => ReactNode
  /** The answers as they were sent. */
  renderAnswers: (registration: TrackedRegistration, onChanged: () => void) => ReactNode
  /** Who has read a secret of it. */
  renderReveals: (reveals: UseQueryResult<readonly Reveal[]>) => ReactNode
  /** What was agreed to, and the way to take it back. */
  renderConsents: (props: {
    consents: readonly ConsentOnRecord[]
    withdraw: (purpose: string) => Promise<void>
    renew: (purpose: string) => Promise<void>
    onChanged: () => void
  }) => ReactNode
}

export function TrackingPage({
  token,
  opening,
  unknown,
  renderCorrection,
  renderAnswers,
  renderReveals,
  renderConsents,
}: TrackingPageProps) {
  const client = useQueryClient()
  const [isErasedNow, setIsErasedNow] = useState(false)
  const key = ['tracked', opening]
  const query = useQuery<TrackedRegistration, ServerError>({
    queryKey: key,
    queryFn: readTracked,
    retry: (failures, error) => !error.isUnknown && failures < 3,
  })

  const reveals = useQuery({
    queryKey: [...key, 'reveals'],
    queryFn: () => listTrackedReveals(query.data?.id ?? ''),
    enabled: query.isSuccess && !query.data.erasedAt,
  })

  if (query.isPending) return <Loading />
  if (query.isError) {
    if (query.error.isUnknown) return unknown
    return (
      <TrackingFrame title={words.application}>
        <RetryNotice onRetry={() => void query.refetch()}>{query.error.message}</RetryNotice>
      </TrackingFrame>
    )
  }

  const registration = query.data
  if (registration.erasedAt)
    return <Erased registration={registration} at={registration.erasedAt} isNow={isErasedNow} />
  const photoRequest = findPhotoRequest(registration)
  const refresh = () => void client.invalidateQueries({ queryKey: key, exact: true })
  return (
    <TrackingFrame title={words.application}>
      <KeepLink shown={registration} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-8">
          <RegistrationConfirmation registration={registration} />
          {registration.correction && renderCorrection(registration, refresh)}
          {photoRequest && (
            <PhotoToAdd
              request={photoRequest}
              send={(photo, onProgress) => sendTrackedPhoto(registration, photo, onProgress)}
              onAdded={refresh}
            />
          )}
          <Timeline createdAt={registration.createdAt} events={registration.events} />
          <Fold
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
                withdraw: (purpose) => withdrawTrackedConsent(registration.id, purpose),
                renew: (purpose) => renewTrackedConsent(registration.id, purpose),
                onChanged: refresh,
              })}
            </Panel>
          )}
          {token && <MoveToAccount token={token} reference={registration.reference} />}
          <DownloadData id={registration.id} />
          <EraseData
            id={registration.id}
            onErased={() => {
              toast.dismiss()
              import('#site/lib/sent-here.ts')
                .then(({ forgetSentHere }) => forgetSentHere(registration.reference))
                .catch(() => {}) // the home page goes on naming a reference that leads to an erased record
              setIsErasedNow(true)
              client.setQueryData<TrackedRegistration>(key, {
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

export function Loading() {
  return <LoadingScreen label={words.loading} title={words.title} />
}

export function TrackingFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">
      <h1 className="text-3xl">{title}</h1>
      {children}
    </div>
  )
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
