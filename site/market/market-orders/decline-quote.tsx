/** No to a quote, with its reason; the order stays open for another one. */
import { useId } from 'react'
import { declineQuoteWords as words } from '#domain/market/counter-offer-words.ts'
import { cleanText, countCharacters } from '#domain/text.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { OrderClient } from './order-client.ts'

interface DeclineQuoteProps {
  quoteId: string
  decline: NonNullable<OrderClient['declineQuote']>
  onDone: () => void
  onDeclined: () => Promise<void>
}

export function DeclineQuote({ quoteId, decline, onDone, onDeclined }: DeclineQuoteProps) {
  const id = useId()
  const form = useSmallForm({
    fieldId: () => id,
    read({ reason = '' }, refuse) {
      const said = cleanText(reason)
      return countCharacters(said) < 3 ? refuse('reason', words.reason.missing) : said
    },
    async send(reason) {
      await decline(quoteId, reason)
      toast.success(words.declined.title, words.declined.text)
      onDone()
      await onDeclined()
    },
    blame: 'reason',
  })
  return (
    <FormElement form={form} className="grid grid-cols-1 gap-4" label={words.label}>
      <p>{words.lead}</p>
      <Field
        id={id}
        label={words.reason.label}
        help={words.reason.help}
        error={form.problemOf('reason')}
        required
      >
        <TextArea name="reason" rows={3} maxLength={500} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <Button variant="outline" disabled={form.isSending} onClick={onDone}>
          {words.cancelLabel}
        </Button>
      </div>
    </FormElement>
  )
}
