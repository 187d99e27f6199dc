/** A link that the browser did not let us copy: it stands there, chosen, for the hand to copy. */
import { useEffect, useId } from 'react'
import { sendLinkWords } from '#domain/link-words.ts'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

export function LinkByHand({ address }: { address: string }) {
  const id = useId()
  useEffect(() => {
    const box = document.getElementById(id)
    if (!(box instanceof HTMLInputElement)) return
    box.focus()
    box.select()
  }, [id])
  return (
    <Field id={id} {...sendLinkWords.byHand}>
      <TextInput
        readOnly
        className="code"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Field>
  )
}
