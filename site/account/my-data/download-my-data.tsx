/** "Download my data": everything that names the member, as one file. */

import { useEffect, useRef, useState } from 'react'
import type { OwnSecrets } from '#domain/account/own-secrets.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { toast } from '#site/ui/toast.tsx'
import { downloadMyData } from './my-data-calls.ts'

const timeoutMs = 5 * 60_000

interface DownloadMyDataProps {
  /** Undefined until it is known. */
  secrets: OwnSecrets | undefined
  onDownloaded: () => void
}

export function DownloadMyData({ secrets, onDownloaded }: DownloadMyDataProps) {
  const [received, setReceived] = useState<number | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const leaving = useRef<AbortController>(undefined)

  useEffect(() => () => leaving.current?.abort(), [])

  async function download() {
    leaving.current = new AbortController()
    setReceived(0)
    setErrorText(null)
    try {
      const signal = AbortSignal.any([leaving.current.signal, AbortSignal.timeout(timeoutMs)])
      const file = await downloadMyData(setReceived, signal)
      saveFile(file.name, file.content)
      toast.success('Your data is downloaded', file.name)
      onDownloaded()
    } catch (error) {
      setErrorText(error instanceof Error ? error.message : String(error))
    }
    setReceived(null)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        One file with everything that names you: profile, applications, orders, consents, sessions and mails.{' '}
        {secrets?.state === 'open'
          ? 'Your secret numbers are in it as you gave them, and your photo too: keep it safe.'
          : 'Secret numbers show their last digits alone.'}{' '}
        We mail you each time that it is downloaded.
      </p>
      <ErrorNotice text={errorText} />
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="outline"
          busy={received !== null}
          disabled={secrets?.state === 'frozen'}
          busyLabel={received ? 'Downloading...' : 'Collecting...'}
          onClick={() => void download()}
        >
          Download my data
        </Button>
        <p role="status" className="num text-sm text-stone">
          {received ? `${Math.ceil(received / 1024)} kB` : ''}
        </p>
      </div>
    </div>
  )
}
