/** Copies one value that is compared and typed elsewhere: an account number, an amount, a reference. */
import { type ReactNode, useRef, useState } from 'react'
import { orderWayWords as words } from '#domain/market/order-way-words.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { LinkByHand } from '#site/ui/link-by-hand.tsx'
import { toast } from '#site/ui/toast.tsx'

interface CopyButtonProps {
  /** What it is, as a word within a sentence: "account number". */
  name: string
  value: string
  /** Where the browser does not let us copy: selects it for the hand. */
  onRefused?: () => void
  children: ReactNode
}

export function CopyButton({ name, value, onRefused, children }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(value)
      toast.success(words.copied(name), value)
    } catch {
      onRefused?.()
      toast.error(words.notCopied.title(name), words.notCopied.text)
    }
  }

  return (
    <Button size="sm" variant="outline" aria-label={words.describeCopy(name)} onClick={() => void copy()}>
      <Icon name={copied === value ? 'check' : 'copy'} /> {children}
    </Button>
  )
}

/** A link that stands nowhere as text: it does where the browser does not let us copy. */
export function CopyLink({ address }: { address: string }) {
  const [refusals, setRefusals] = useState(0)
  return (
    <>
      <CopyButton name="link" value={address} onRefused={() => setRefusals(refusals + 1)}>
        {words.copyLink}
      </CopyButton>
      {refusals > 0 && <LinkByHand key={refusals} address={address} />}
    </>
  )
}

interface CopyValueProps {
  name: string
  /** As people read it. */
  shown: string
  /** As it is pasted; without it, what is shown. */
  value?: string
}

export function CopyValue({ name, shown, value = shown }: CopyValueProps) {
  const text = useRef<HTMLSpanElement>(null)

  function select() {
    if (text.current) window.getSelection()?.selectAllChildren(text.current)
  }

  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span ref={text} className="code font-semibold sm:text-lg">
        {shown}
      </span>
      <CopyButton name={name} value={value} onRefused={select}>
        {words.copyLabel}
      </CopyButton>
    </span>
  )
}
