/** A new set of recovery codes, shown this once: to copy, to save as a file, or to write down. */
import { useEffect, useRef } from 'react'
import { recoveryCodeWords as words } from '#domain/account/security-words.ts'
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
      toast.success(words.copied)
    } catch {
      toast.error(words.notCopied.title, words.notCopied.text)
    }
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {words.title}
      </h3>
      <p>{words.text}</p>
      <ul
        className="code grid grid-cols-1 gap-x-8 gap-y-2 border-y border-line bg-sheet px-4 py-4 sm:grid-cols-2"
        aria-label={words.label}
      >
        {written.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          {words.copyLabel}
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {words.saveLabel}
        </Button>
      </div>
      <Notice>
        <p>{words.onPaper}</p>
      </Notice>
      <div>
        <Button onClick={onSaved}>{words.savedLabel}</Button>
      </div>
    </div>
  )
}
