/** A new guest link for someone who lost theirs: mailed, or shown once to be read out. */

import { useState } from 'react'
import type { ReissueAnswer } from '#domain/registrations/intake.ts'
import { revealReasonLimits } from '#domain/vault.ts'
import { newLinkDraft } from '#site/admin/records/form-drafts.ts'
import { useWordDraft } from '#site/admin/records/word-drafts.ts'
import { SecondStepLink, SecondStepNotice } from '#site/admin/second-step.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { type AssistedRegistration, reissueLink } from './assist-calls.ts'

const { min, max } = revealReasonLimits

export function NewLink({ registration }: { registration: AssistedRegistration }) {
  const [issued, setIssued] = useState<ReissueAnswer | null>(null)
  const form = useSmallForm({
    fieldId: (name) => `link-${name}`,
    read({ reason = '' }, refuse) {
      const why = reason.trim()
      return why.length < min ? refuse('reason', `Please give a reason of at least ${min} characters`) : why
    },
    async send(why) {
      setIssued(await reissueLink(registration, why))
      draft.forget()
    },
  })
  const draft = useWordDraft(form.ref, newLinkDraft(registration.reference))

  if (issued) {
    const { isMailed, trackingPath } = issued
    return (
      <Panel title="The new link">
        <div className="grid gap-4" role="status">
          {isMailed || !trackingPath ? (
            <p>It has gone to the person’s email. The links of before lead nowhere any more.</p>
          ) : (
            <>
              <p>
                There is no email: read it out, or send it to their phone. It is shown this once, and whoever
                has it can answer for them. The links of before lead nowhere any more.
              </p>
              <ShownLink address={window.location.origin + trackingPath} />
            </>
          )}
        </div>
      </Panel>
    )
  }
  return (
    <Panel title="New tracking link">
      <FormElement form={{ ...form, update: draft.update }} className="grid gap-4">
        <SecondStepNotice />
        <p>
          {registration.hasEmail
            ? 'It goes to the email on this registration, and to nobody else.'
            : 'There is no email on this registration: the link is shown to you once, to be read out.'}{' '}
          Make sure that it is this person. Every link of before ends.
        </p>
        <Field
          id="link-reason"
          label="Reason"
          help="Who asked for it, and how you know them. It is kept with your name."
          error={form.problemOf('reason')}
          required
        >
          <TextArea name="reason" rows={3} maxLength={max} />
        </Field>
        {form.errorText && (
          <Notice kind="warn">
            <p role="alert">
              {form.errorText} {/second step at sign-in/.test(form.errorText) && <SecondStepLink />}
            </p>
          </Notice>
        )}
        <div>
          <Button type="submit" variant="outline" busy={form.isSending} busyLabel="Making a link...">
            Give out a new link
          </Button>
        </div>
      </FormElement>
    </Panel>
  )
}

function ShownLink({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <p className="code break-all">{address}</p>
      <div>
        <Button
          size="sm"
          variant="outline"
          // Where copying is not allowed the address stands there to be marked by hand.
          onClick={() =>
            void navigator.clipboard?.writeText(address).then(
              () => setIsCopied(true),
              () => {},
            )
          }
        >
          {isCopied ? 'Link copied' : 'Copy link'}
        </Button>
      </div>
    </>
  )
}
