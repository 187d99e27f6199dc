/** The form that begins a sitting, with its reason. */
import { useId } from 'react'
import { revealReasonLimits } from '#domain/vault.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { sittingDraft } from '#site/admin/records/form-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import type { SittingQueue } from './sitting.ts'

export function BeginSitting({ queue }: { queue: SittingQueue }) {
  const id = useId()
  const form = useActionForm({
    id,
    tables: ['my_sitting'],
    draft: sittingDraft(queue),
    done: { title: 'Sitting begun', text: 'Another admin hears of it. It ends after 4 hours or 300 photos.' },
    empties: ['reason'],
    read({ reason = '' }, refuse) {
      if (reason.trim().length < revealReasonLimits.min)
        return refuse('reason', 'Please give a reason of at least 10 characters')
      return (client) => rpcAdmin(client, 'begin_sitting', { queue, reason: reason.trim() })
    },
  })

  return (
    <FormElement form={form} className="grid max-w-2xl gap-3 pt-2" label="Begin a sitting">
      <SecondStepNotice />
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
  )
}
