/** A reference and its phone number show the status alone. The form posts by itself, with scripts and without. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { trackPaths } from '#domain/guest-links.ts'
import { statusWords } from '#domain/registrations/status-words.ts'
import { useLine } from '#site/lib/use-line.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'

/** `requested`: the reference that someone follows; else the box begins with the last that this device has sent. */
export function StatusForm({ requested = null }: { requested?: string | null }) {
  const box = useRef<HTMLInputElement>(null)
  const line = useLine()
  const [missing, setMissing] = useState<readonly string[]>([])

  /** In our words, at the box, in place of a bubble of the browser's. */
  function onInvalid(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const empty = [...event.currentTarget.querySelectorAll<HTMLInputElement>(':invalid')]
    empty[0]?.focus()
    setMissing(empty.map(({ name }) => name))
  }
  const problemOf = (name: keyof typeof statusWords.missing) =>
    missing.includes(name) ? statusWords.missing[name] : undefined
  // Where no script runs, nothing is remembered.
  useEffect(() => {
    import('#site/lib/sent-here.ts')
      .then(({ listSentHere }) => {
        // What was typed meanwhile stays.
        if (box.current?.value === '') box.current.value = listSentHere()[0]?.reference ?? ''
      })
      .catch(() => {}) // then it is typed
  }, [])
  return (
    <form
      className="form max-w-read"
      method="post"
      action={trackPaths.status}
      aria-label={statusWords.label}
      onInvalid={onInvalid}
      onInput={(event) => {
        const { name } = event.target as HTMLInputElement
        setMissing((before) => before.filter((one) => one !== name))
      }}
      onSubmit={line.onSubmit}
    >
      <h2 className="text-2xl">{statusWords.title}</h2>
      <p>{statusWords.lead}</p>
      <Field
        id="reference"
        label={statusWords.reference}
        help={statusWords.referenceHelp}
        error={problemOf('reference')}
        required
      >
        <TextInput
          name="reference"
          key={requested}
          ref={box}
          defaultValue={requested ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          className="code"
          required
        />
      </Field>
      <Field id="phone" label={statusWords.phone} error={problemOf('phone')} required>
        <TextInput name="phone" type="tel" autoComplete="tel" maxLength={30} required />
      </Field>
      {line.problem && (
        <Notice kind="warn">
          <p role="alert">{line.problem}</p>
        </Notice>
      )}
      <div>
        <Button type="submit">{statusWords.submitLabel}</Button>
      </div>
    </form>
  )
}
