/** Prompts for the code of a document; posts nothing and needs no scripts: the answer is a page of its own. */
import { verifyPath } from '#domain/market/documents.ts'
import { verifyWords as words } from '#domain/market/verify-words.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

/** With the code that was asked for, where it led to no paper: it is compared and mended there. */
export function VerifyForm({ code = '' }: { code?: string }) {
  return (
    <form method="get" action={verifyPath} className="document-check">
      <Field id="verify-code" label={words.code.label} help={words.code.help} required>
        <TextInput
          name="code"
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder={words.code.placeholder}
        />
      </Field>
      <Button type="submit">{words.submitLabel}</Button>
    </form>
  )
}
