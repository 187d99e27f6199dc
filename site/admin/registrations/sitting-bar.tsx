/** A sitting: someone announces that they look through the photos of this queue. Its reason is filled in while it lasts. */

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { revealReasonLimits } from '#domain/vault.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { type SittingQueue, sittingQuery } from './sitting.ts'

const queueWords = {
  farmers: 'farmers',
  training_enrolments: 'trainees',
  buyers: 'buyers',
  investors: 'investors',
}

export function SittingBar({ queue }: { queue: SittingQueue }) {
  const { can } = usePermissions()
  const query = useQuery({ ...sittingQuery, enabled: can('vault.reveal') })
  const ending = useAction({ tables: ['my_sitting'], done: { title: 'Sitting ended' } })
  if (!can('vault.reveal') || query.data === undefined) return null
  const sitting = query.data
  if (!sitting) return <BeginSitting queue={queue} />
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

function BeginSitting({ queue }: { queue: SittingQueue }) {
  const id = useId()
  const form = useActionForm({
    id,
    tables: ['my_sitting'],
    done: { title: 'Sitting begun', text: 'Another admin hears of it. It ends after 4 hours or 300 photos.' },
    empties: ['reason'],
    read({ reason = '' }, refuse) {
      if (reason.trim().length < revealReasonLimits.min)
        return refuse('reason', 'Please give a reason of at least 10 characters')
      return (client) => rpcAdmin(client, 'begin_sitting', { queue, reason: reason.trim() })
    },
  })

  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-semibold">Look through many photos</summary>
      <FormElement form={form} className="grid max-w-2xl gap-3 pt-2" label="Begin a sitting">
        <Field
          id={`${id}-reason`}
          label="Reason"
          help="For the photos of this queue alone, for 4 hours or 300 photos. Another admin is mailed; each look is still written down, and the person can read the reason."
          required
        >
          <TextInput name="reason" autoComplete="off" maxLength={revealReasonLimits.max} />
        </Field>
        <Refusal action={form.action} />
        <div>
          <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Beginning...">
            Begin a sitting
          </Button>
        </div>
      </FormElement>
    </details>
  )
}
