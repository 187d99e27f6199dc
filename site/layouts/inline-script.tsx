/** A small fixed script in the page itself. It has run before React comes, so only the server carries its text. */

/** One object for ever: React writes inner HTML only when it is given another one. */
const asWritten = { __html: '' }

export function Inline({ script }: { script: string }) {
  return (
    <script
      suppressHydrationWarning
      dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: script } : asWritten}
    />
  )
}
