/** A box for a note in which @ offers colleagues. */
import { type ComponentProps, useRef, useState } from 'react'
import type { Assignee } from '#domain/admin/admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { TextArea } from '#site/ui/inputs.tsx'

/** Few notes mention anybody. */
const MentionList = loadPart(async () => (await import('./mention-list.tsx')).MentionList)

interface MentionBoxProps extends Omit<ComponentProps<typeof TextArea>, 'ref'> {
  people: readonly Assignee[]
}

export function MentionBox({ people, ...rest }: MentionBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [mentions, setMentions] = useState(false)
  return (
    <div className="mention-box">
      <TextArea
        {...rest}
        ref={box}
        aria-autocomplete="list"
        onFocus={MentionList.fetch}
        onInput={({ currentTarget }) => currentTarget.value.includes('@') && setMentions(true)}
      />
      {mentions && <MentionList box={box} people={people} />}
    </div>
  )
}
