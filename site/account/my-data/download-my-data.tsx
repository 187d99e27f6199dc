/** Everything that names the member, to read and to take along. */
import { downloadWords as words } from '#domain/account/my-data-words.ts'
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
        {words.what} {secrets?.state === 'open' ? words.whole : words.masked} {words.mailed}
      </p>
      <OwnData fetchShape={fetchMyData} disabled={secrets?.state === 'frozen'} onTaken={onDownloaded} />
    </div>
  )
}
