/** No link is open here, or it leads nowhere: what may have happened, and the status by reference and phone number. */
import { Link, useRouteLoaderData } from 'react-router'
import { trackWords, noLinkWords as words } from '#domain/registrations/tracking-words.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { StatusForm } from './status-form.tsx'
import { TrackingFrame } from './tracking-frame.tsx'

interface NoLinkProps {
  /** A link was opened, and there is nothing behind it. */
  isLink: boolean
  /** The reference that someone follows. */
  requested: string | null
  /** The link of another record is open here. */
  isOtherOpen?: boolean
}

export function NoLink({ isLink, requested, isOtherOpen }: NoLinkProps) {
  const { confirmsNumbers } = useRouteLoaderData('root') as { confirmsNumbers: boolean }
  return (
    <TrackingFrame title={isLink ? words.nowhere : trackWords.title}>
      {isLink && <p className="max-w-read">{words.why}</p>}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2 lg:gap-16">
        <div className="grid gap-6">
          <StatusForm requested={requested} />
          {isOtherOpen && (
            <p>
              {/* Without the reference, which the history holds also over a reload. */}
              <Link to={paths.track} replace state={null}>
                {words.showOpen}
              </Link>
            </p>
          )}
        </div>
        <div className="grid max-w-read gap-4">
          {!isLink && <h2 className="text-2xl">{words.withLink}</h2>}
          {!isLink && <p>{words.open}</p>}
          <p>{words.moved(confirmsNumbers)}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to={paths.account} variant="outline">
              {words.account}
            </ButtonLink>
            <ButtonLink to={paths.contact} variant="outline">
              {words.contact}
            </ButtonLink>
          </div>
        </div>
      </div>
    </TrackingFrame>
  )
}
