/** Copies what stands beside it: a code, a phone, an address. It says so itself: a drawer lies above messages. */
import { useState } from 'react'
import { Icon } from '#site/ui/icons.tsx'
import { copyText } from './copy-text.ts'

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      className="copy-button"
      aria-label={`Copy ${text}`}
      title={isCopied ? 'Copied' : 'Copy'}
      onClick={async () => setIsCopied(await copyText(text))}
      onBlur={() => setIsCopied(false)}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span className="sr-only" role="status">
        {isCopied && 'Copied'}
      </span>
    </button>
  )
}
