/** "Erase my data": a typed word, then the key that the secrets were locked with is destroyed. The account stays. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { eraseMyData } from '#site/features/my-data/my-data-calls.ts'
import { clearDrafts } from '#site/lib/draft.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

const word = 'ERASE'

export function EraseMyData() {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isErasing, setIsErasing] = useState(false)
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string | null>(null)

  function close() {
    if (isErasing) return
    setIsAsking(false)
    setError(undefined)
    setTrouble(null)
  }

  async function erase() {
    if (input.current?.value.trim().toUpperCase() !== word) {
      setError(`Type ${word} to go on`)
      return input.current?.focus()
    }
    setError(undefined)
    setTrouble(null)
    setIsErasing(true)
    try {
      await eraseMyData()
      clearDrafts()
      setIsErasing(false)
      setIsAsking(false)
      toast.success('Your data is erased', 'What was secret about you cannot be read any more, by anybody.')
      await queries.invalidateQueries()
    } catch (failure) {
      setIsErasing(false)
      setTrouble(failure instanceof Error ? failure.message : String(failure))
    }
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Your date of birth, numbers, wallet and photo become unreadable for good, and applications that wait
        for a decision end. Your account, your orders and payments stay.
      </p>
      <div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Erase my data
        </Button>
      </div>
      <Dialog
        open={isAsking}
        role="alertdialog"
        title="Erase your data for good?"
        onClose={close}
        actions={
          <>
            <Button variant="danger" busy={isErasing} busyLabel="Erasing..." onClick={() => void erase()}>
              Erase for good
            </Button>
            <Button variant="outline" disabled={isErasing} onClick={close}>
              Keep it
            </Button>
          </>
        }
      >
        <p>This cannot be undone, by you or by us.</p>
        <form
          className="form"
          noValidate
          aria-label="Erase my data"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isErasing) void erase()
          }}
        >
          <Field id="erase-word" label={`Type ${word} to confirm`} error={error} required>
            <TextInput ref={input} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          </Field>
        </form>
        {trouble && (
          <Notice kind="warn">
            <p role="alert">{trouble}</p>
          </Notice>
        )}
      </Dialog>
    </div>
  )
}
