/** A reference and its phone number show the status alone. The form posts by itself, with scripts and without. */
import { trackPaths } from '#domain/guest-links.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

export function StatusForm() {
  return (
    <form className="form max-w-read" method="post" action={trackPaths.status} aria-label="Status">
      <h2 className="text-2xl">No link at hand?</h2>
      <p>Your reference and the phone number that you gave show the status.</p>
      <Field id="reference" label="Reference" help="For example FM7K4-2X9Q" required>
        <TextInput
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          className="code"
        />
      </Field>
      <Field id="phone" label="Phone number" required>
        <TextInput name="phone" type="tel" autoComplete="tel" maxLength={30} />
      </Field>
      <div>
        <Button type="submit">Show the status</Button>
      </div>
    </form>
  )
}
