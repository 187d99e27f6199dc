/** Prompts for the code of a document; posts nothing and needs no scripts: the answer is a page of its own. */
import { verifyPath } from '#domain/market/documents.ts'
import { verifyWords as words } from '#domain/market/verify-words.ts'
import { useLine } from '#site/lib/use-line.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'

/** With the code that was asked for, where it led to no document: it is compared and mended there. */
export function VerifyForm({ code = '' }: { code?: string }) {
  const line = useLine()
  return (
    <form method="get" action={verifyPath} className="document-check" onSubmit={line.onSubmit}>
      <Field id="verify-code" label={words.code.label} help={words.code.help} required>
        <TextInput
          name="code"
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder={words.code.placeholder}
          required
        />
      </Field>
      {line.problem && (
        <Notice kind="warn">
          <p role="alert">{line.problem}</p>
        </Notice>
      )}
      <Button type="submit">{words.submitLabel}</Button>
    </form>
  )
}
