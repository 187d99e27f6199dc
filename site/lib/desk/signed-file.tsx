/** A file of a private bucket, opened by an address that is good for a minute. */

import { Refusal } from '#site/lib/desk/refusal.tsx'
import { createSignedUrl } from '#site/lib/desk/sign-url.ts'
import { useAction } from '#site/lib/desk/use-action.ts'
import { Button } from '#site/ui/button.tsx'

interface SignedFileProps {
  bucket: string
  path: string
  label: string
}

export function SignedFile({ bucket, path, label }: SignedFileProps) {
  const action = useAction({
    tables: [],
    done: { title: 'File opened', text: 'Its address is good for a minute.' },
  })
  return (
    <div className="grid gap-2">
      <Refusal action={action} />
      <div>
        <Button
          size="sm"
          variant="outline"
          busy={action.isBusy}
          busyLabel="Opening..."
          onClick={() => {
            // Opened while the tap is still being handled: later it would be blocked as a pop-up.
            const tab = window.open('', '_blank')
            action.run(async (client) => {
              const { url, error } = await createSignedUrl(client, bucket, path)
              if (tab && url) {
                tab.opener = null
                tab.location.replace(url)
              } else tab?.close()
              return { error }
            })
          }}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}
