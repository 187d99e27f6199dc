/** Copies one value that is compared and typed elsewhere: an account number, an amount, a reference. */
import { useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { toast } from '#site/ui/toast.tsx'

interface CopyValueProps {
  /** What it is, as a word within a sentence: "account number". */
  name: string
  /** As people read it. */
  shown: string
  /** As it is pasted; without it, what is shown. */
  value?: string
}

export function CopyValue({ name, shown, value = shown }: CopyValueProps) {
  const text = useRef<HTMLSpanElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
      toast.success(`${asTitle(name)} copied`, value)
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      toast.error(`The ${name} could not be copied`, 'It is selected now: copy it by hand.')
    }
  }

  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span ref={text} className="code font-semibold sm:text-lg">
        {shown}
      </span>
      <Button size="sm" variant="outline" aria-label={`Copy ${name}`} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} /> Copy
      </Button>
    </span>
  )
}

function asTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
