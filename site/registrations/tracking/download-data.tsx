/** "Download my data" of a guest link: everything stored about the application, secrets masked. */
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { exportTracked } from './track-calls.ts'

export function DownloadData({ id, reference }: { id: string; reference: string }) {
  const download = useMutation({
    mutationFn: () => exportTracked(id),
    onSuccess: (content) => {
      saveFile(
        `${reference}.json`,
        new Blob([JSON.stringify(content, null, 1)], { type: 'application/json' }),
      )
      toast.success('Your data is downloaded', `${reference}.json`)
    },
    onError: (error) => toast.error('This could not be downloaded', error.message),
  })
  return (
    <Panel title="Download my data">
      <div className="grid justify-items-start gap-4">
        <p>One file with everything we keep about you. Secret numbers show their last digits alone.</p>
        <Button
          variant="outline"
          busy={download.isPending}
          busyLabel="Collecting..."
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
      </div>
    </Panel>
  )
}
