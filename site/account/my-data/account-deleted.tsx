/** What stands in the place of /account once it is deleted for good. */
import { useEffect, useRef } from 'react'
import { accountDeletionWords } from '#domain/account/account-deletion.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'

const words = accountDeletionWords.deleted

export function AccountDeleted() {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const before = document.title
    document.title = words.title
    return () => {
      if (document.title === words.title) document.title = before
    }
  }, [])

  // The button that led here is gone: what is read next is at the top.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="wrap grid max-w-read grid-cols-1 justify-items-start gap-4 py-8 lg:py-12">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {words.title}
      </h1>
      <p>{words.text}</p>
      <ButtonLink to={paths.home}>{words.home}</ButtonLink>
    </div>
  )
}
