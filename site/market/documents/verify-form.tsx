/** Prompts for the code of a document; posts nothing and needs no scripts: the answer is a page of its own. */
import { verifyPath } from '#domain/market/documents.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

export function VerifyForm() {
  return (
    <form method="get" action={verifyPath} className="document-check">
      <Field
        id="verify-code"
        label="Code on the paper"
        help="Twelve letters and figures at the foot of each sheet, beside the square."
        required
      >
        <TextInput
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder="XXXX-XXXX-XXXX"
        />
      </Field>
      <Button type="submit">Check this paper</Button>
    </form>
  )
}
