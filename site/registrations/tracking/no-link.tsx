/** No link is open here, or it leads nowhere: what may have happened, and the status by reference and phone number. */
import { useRouteLoaderData } from 'react-router'
import { limits } from '#domain/limits.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { StatusForm } from './status-form.tsx'
import { TrackingFrame } from './tracking-page.tsx'

/** `isLink`: a link was opened, and there is nothing behind it. */
export function NoLink({ isLink }: { isLink: boolean }) {
  const { confirmsNumbers } = useRouteLoaderData('root') as { confirmsNumbers: boolean }
  return (
    <TrackingFrame
      title={
        isLink
          ? 'This link does not lead to an application or order'
          : 'Where your application or order stands'
      }
    >
      {isLink && (
        <p className="max-w-read">
          It may be cut short: open it from the mail, or copy the whole of it. After {limits.linkDays} days a
          link runs out.
        </p>
      )}
      <StatusForm />
      <div className="grid max-w-read gap-4">
        {!isLink && <h2 className="text-2xl">With your link</h2>}
        {!isLink && (
          <p>
            Open the link from the mail that we sent you. It stays open here for half an hour; after that,
            open it once more.
          </p>
        )}
        <p>
          {confirmsNumbers
            ? 'If your account has confirmed the same e-mail address or phone number since, your application or order has moved there.'
            : 'If you have made an account with the same e-mail address since, your application or order has moved there.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.account} variant="outline">
          Go to your account
        </ButtonLink>
        <ButtonLink to={paths.contact} variant="outline">
          Contact us
        </ButtonLink>
      </div>
    </TrackingFrame>
  )
}
