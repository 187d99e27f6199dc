/** The sitting that is open: how much of it is left, and its end. */
import type { Sitting } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

const queueWords = {
  farmers: 'farmers',
  training_enrolments: 'trainees',
  buyers: 'buyers',
  investors: 'investors',
}

export function OpenSitting({ sitting }: { sitting: Sitting }) {
  const ending = useAction({ tables: ['my_sitting'], done: { title: 'Sitting ended' } })
  return (
    <div className="text-sm">
      <Notice>
        <div className="flex flex-wrap items-center gap-3">
          <p className="me-auto">
            <strong>Your sitting with the photos of {queueWords[sitting.queue]}</strong> is open until{' '}
            {formatDateTime(sitting.endsAt)}:{' '}
            <span className="num">
              {sitting.photos} of {sitting.photosMax}
            </span>{' '}
            photos.
          </p>
          <Button
            size="sm"
            variant="outline"
            busy={ending.isBusy}
            busyLabel="Ending..."
            onClick={() => ending.run((client) => rpcAdmin(client, 'end_sitting'))}
          >
            End the sitting
          </Button>
        </div>
        <Refusal action={ending} />
      </Notice>
    </div>
  )
}
