/** 'Report a quality problem': within 48 hours of the delivery, in words and up to six photos. */

import { useId, useState } from 'react'
import { disputePhotosMax } from '#domain/market/market-orders.ts'
import { cleanText, countCharacters } from '#domain/text.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type Attached, AttachFiles } from './attach-files.tsx'
import { formatOrderTime } from './describe-order.ts'
import type { OrderClient } from './order-client.ts'

const reasonMin = 10
const reasonMax = 2000
const tooShort = 'Please describe what is wrong, in at least 10 characters'

interface DisputeFormProps {
  orderClient: OrderClient
  deadline: Date
  onOpened: () => Promise<void>
}

export function DisputeForm({ orderClient, deadline, onOpened }: DisputeFormProps) {
  const id = useId()
  const [photos, setPhotos] = useState<readonly Attached[]>([])
  const form = useSmallForm({
    fieldId: () => id,
    read(values, refuse) {
      const reason = cleanText(values.reason ?? '')
      return countCharacters(reason) < reasonMin ? refuse('reason', tooShort) : reason
    },
    async send(reason) {
      await orderClient.openDispute(
        reason,
        photos.map(({ path }) => path),
      )
      toast.success('Reported', 'We look at it and answer you here.')
      await onOpened()
    },
    blame: 'reason',
  })

  return (
    <Panel title="Report a quality problem">
      <FormElement form={form} className="grid grid-cols-1 gap-5" label="Quality problem">
        <p>
          Something is not as it should be? Tell us before{' '}
          <strong>{formatOrderTime(deadline.toISOString())}</strong>, and keep the goods as they are.
        </p>
        <Field id={id} label="What is wrong?" error={form.problemOf('reason')} required>
          <TextArea name="reason" rows={4} maxLength={reasonMax} />
        </Field>
        <AttachFiles
          orderClient={orderClient}
          kind="dispute"
          label="Photos"
          help={`Up to ${disputePhotosMax}: the goods, the packs, the label.`}
          max={disputePhotosMax}
          attached={photos}
          onChange={setPhotos}
        />
        <div>
          <Button type="submit" busy={form.isSending} busyLabel="Reporting...">
            Report the problem
          </Button>
        </div>
      </FormElement>
    </Panel>
  )
}
