/** Everything that names the member, to read and to take along. */
import type { OwnSecrets } from '#domain/account/own-secrets.ts'
import { OwnData } from '#site/lib/own-data/own-data.tsx'
import { fetchMyData } from './my-data-calls.ts'

interface DownloadMyDataProps {
  /** Undefined until it is known. */
  secrets: OwnSecrets | undefined
  onDownloaded: () => void
}

export function DownloadMyData({ secrets, onDownloaded }: DownloadMyDataProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Everything that names you, with since when and for how long: profile, applications, orders, consents,
        sessions and mails.{' '}
        {secrets?.state === 'open'
          ? 'Your secret numbers are in it as you gave them, and your photo too: keep it safe.'
          : 'Secret numbers show their last digits alone.'}{' '}
        We mail you each time that it is read or downloaded.
      </p>
      <OwnData fetchShape={fetchMyData} disabled={secrets?.state === 'frozen'} onTaken={onDownloaded} />
    </div>
  )
}
