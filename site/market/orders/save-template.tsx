/** 'Save as a template': what an order requested, under a name of the member's own. */
import { useQueryClient } from '@tanstack/react-query'
import { orderAgainWords } from '#domain/market/order-again-words.ts'
import { cleanLine, countCharacters } from '#domain/text.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { orderTemplatesQuery, saveOrderTemplate } from './order-templates.ts'

const words = orderAgainWords.template

interface SaveTemplateProps {
  userId: string
  /** Read when it is saved. */
  readAnswers: () => Promise<Readonly<Record<string, string>>>
}

export function SaveTemplate({ userId, readAnswers }: SaveTemplateProps) {
  const client = useQueryClient()
  const form = useSmallForm({
    fieldId: (name) => `template-${name}`,
    read({ name = '' }, refuse) {
      const typed = cleanLine(name)
      const length = countCharacters(typed)
      return length < 2 || length > 60 ? refuse('name', words.name.length) : typed
    },
    async send(name) {
      await saveOrderTemplate(userId, name, await readAnswers())
      form.ref.current?.reset()
      toast.success(words.saved.title, words.saved.text)
      await client.invalidateQueries(orderTemplatesQuery(userId))
    },
    blame: 'name',
  })
  return (
    <FormElement form={form} className="grid grid-cols-1 gap-3" label={words.label}>
      <Field
        id={form.fieldId('name')}
        label={words.name.label}
        help={words.name.help}
        error={form.problemOf('name')}
        required
      >
        <TextInput name="name" maxLength={60} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="outline" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
