/** The code that shows a guest their photo: where it goes, and the box for it. Loaded when it is asked for. */
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { photoCodeWords as words } from '#domain/registrations/photo-code-words.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { readCode } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { CodeStep } from '#site/registrations/records/code-step.tsx'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import type { TrackedRegistration } from './open-link.ts'
import { codesOf, provePhoto } from './track-calls.ts'

/** Confirms a code that stands in the box: answers its attempt, or null where the box is empty. Rejects where it is not right. */
export type ConfirmTyped = () => Promise<string | null>

interface AskPhotoCodeProps {
  registration: Pick<TrackedRegistration, 'id' | 'codeChannels'>
  onProved: (attempt: string) => void
  confirmTyped: Ref<ConfirmTyped>
}

export function AskPhotoCode({ registration, onProved, confirmTyped }: AskPhotoCodeProps) {
  const { channels, sendCode } = codesOf(registration, 'photo')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const attempt = useRef<Attempt>(undefined)
  const form = useSmallForm({
    fieldId: () => 'photo-code',
    read: readCode,
    async send(code) {
      attempt.current = planAttempt(code, attempt.current)
      const { key } = attempt.current
      await provePhoto(registration.id, code, key)
      onProved(key)
    },
  })
  useImperativeHandle(confirmTyped, () => async () => {
    const element = form.ref.current
    if (!element || !new FormData(element).get('code')) return null
    if (await form.submit(element)) return attempt.current?.key ?? null
    throw new Error(words.notConfirmed)
  })
  return (
    <FormElement form={form} label={words.askLabel}>
      {form.errorText && <ErrorNotice text={form.errorText} />}
      <CodeStep
        id="photo-code"
        {...words.step}
        heading="h3"
        channels={channels}
        sendCode={sendCode}
        error={form.problemOf('code')}
        sentTo={sentTo}
        onSent={(to) => {
          form.clear()
          setSentTo(to)
        }}
      />
      {sentTo && (
        <div>
          <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
            {words.submitLabel}
          </Button>
        </div>
      )}
    </FormElement>
  )
}
