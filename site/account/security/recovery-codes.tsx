/** A new set of recovery codes, shown this once: to copy, to save as a file, or to write down. */
import { useEffect, useRef } from 'react'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const written = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)
  const text = `${written.join('\n')}\n`

  useEffect(() => heading.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Copied')
    } catch {
      toast.error('Your browser does not let us copy', 'Select the codes and copy them by hand.')
    }
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        Keep these recovery codes
      </h3>
      <p>
        Each of them signs you in once, after the password, when your phone is not at hand. They are shown
        this one time. Keep them on paper, away from the phone.
      </p>
      <ul
        className="code grid grid-cols-1 gap-x-8 gap-y-2 border-y border-line bg-sheet px-4 py-4 sm:grid-cols-2"
        aria-label="Recovery codes"
      >
        {written.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Save as a file
        </Button>
      </div>
      <Notice>
        <p>A file on the same phone helps nobody who has lost that phone.</p>
      </Notice>
      <div>
        <Button onClick={onSaved}>I have kept them</Button>
      </div>
    </div>
  )
}
