/** "Erase my data": a typed word, then the key that the secrets were locked with is destroyed. The account stays. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { clearDrafts } from '#site/lib/draft.ts'
import { EraseButton } from '#site/ui/erase-button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { eraseMyData } from './my-data-calls.ts'

const word = 'ERASE'

export function EraseMyData() {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()

  function check(): boolean {
    const isTyped = input.current?.value.trim().toUpperCase() === word
    setError(isTyped ? undefined : `Type ${word} to go on`)
    if (!isTyped) input.current?.focus()
    return isTyped
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Your date of birth, numbers, wallet and photo become unreadable for good, and applications that wait
        for a decision end. Your account, your orders and payments stay.
      </p>
      <EraseButton
        check={check}
        erase={eraseMyData}
        onErased={() => {
          clearDrafts()
          toast.success(
            'Your data is erased',
            'What was secret about you cannot be read any more, by anybody.',
          )
          void queries.invalidateQueries()
        }}
        onClosed={() => setError(undefined)}
      >
        {(confirm) => (
          <>
            <p>This cannot be undone, by you or by us.</p>
            <form
              className="form"
              noValidate
              aria-label="Erase my data"
              onSubmit={(event) => {
                event.preventDefault()
                confirm()
              }}
            >
              <Field id="erase-word" label={`Type ${word} to confirm`} error={error} required>
                <TextInput ref={input} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
              </Field>
            </form>
          </>
        )}
      </EraseButton>
    </div>
  )
}
