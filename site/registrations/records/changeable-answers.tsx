/** What was sent, group by group, each with "Change" while it may be changed; and a way to write about it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { findGuard } from '#domain/registrations/guards.ts'
import type { AnswerChange, CodeChannel } from '#domain/registrations/intake.ts'
import type { LongFormDefinition, LongFormStep } from '#site/registrations/long-form/definition.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { AnswersList } from './answers-list.tsx'
import { ChangeList } from './change-list.tsx'
import type { StoredAs } from './correction-draft.ts'
import type { SendAnswers } from './correction-form.tsx'

/** How the owner changes it; null where it is over, or waits for something else. */
export interface Changing {
  /** Where a code can go; none: contacts and numbers are changed by staff. */
  channels: readonly CodeChannel[]
  sendCode: (channel: CodeChannel['channel']) => Promise<void>
  send: SendAnswers
  storedAs: StoredAs
}

interface ChangeableAnswersProps {
  definition: LongFormDefinition
  reference: string
  answers: Readonly<Record<string, unknown>>
  changing: Changing | null
  onChanged: () => void
}

export function ChangeableAnswers(props: ChangeableAnswersProps) {
  const { definition, reference, answers, changing, onChanged } = props
  const [openId, setOpenId] = useState<string | null>(null)
  /** Where the eyes go back to. */
  const [closedId, setClosedId] = useState<string | null>(null)
  const [changes, setChanges] = useState<readonly AnswerChange[] | null>(null)
  const [about, setAbout] = useState<string | null>(null)
  const [isTelling, setIsTelling] = useState(false)
  const form = useLoaded(() => import('./correction-form.tsx'), openId !== null)

  useEffect(() => {
    if (closedId) document.getElementById(`change-${closedId}`)?.focus()
  }, [closedId])

  function open(id: string) {
    setChanges(null)
    setClosedId(null)
    setOpenId(id)
  }

  function close(id: string) {
    setOpenId(null)
    setClosedId(id)
  }

  function tell(title: string) {
    setAbout(title)
    setIsTelling(true)
  }

  /** Every question of it is changed with a code, and none can be sent. */
  const isForStaff = ({ fields }: LongFormStep) =>
    changing?.channels.length === 0 && fields.every(({ name }) => findGuard(name) !== null)

  const renderAction = ({ id, title, ...step }: LongFormStep) => {
    if (!changing || openId === id) return null
    return isForStaff({ id, title, ...step }) ? (
      <Button variant="quiet" size="sm" onClick={() => tell(title)}>
        Tell us<span className="sr-only"> what is wrong: {title}</span>
      </Button>
    ) : (
      <Button variant="quiet" size="sm" id={`change-${id}`} onClick={() => open(id)}>
        Change<span className="sr-only"> {title}</span>
      </Button>
    )
  }

  const renderInstead = ({ id, title, fields }: LongFormStep): ReactNode => {
    if (!changing || openId !== id) return null
    if (!form.module)
      return form.retry ? (
        <p className="p-6">
          <Button size="sm" variant="outline" onClick={form.retry}>
            This part could not be loaded. Try again
          </Button>
        </p>
      ) : (
        <p role="status" className="p-6 text-stone">
          Loading...
        </p>
      )
    const { CorrectionForm } = form.module
    return (
      <CorrectionForm
        definition={definition}
        correction={{ message: null, notes: [] }}
        answers={answers}
        storedAs={{ ...changing.storedAs, id: `${changing.storedAs.id}:${id}` }}
        own={{
          title,
          fields: fields.map(({ name }) => name),
          channels: changing.channels,
          sendCode: changing.sendCode,
          onCancel: () => close(id),
          onTell: () => tell(title),
        }}
        send={changing.send}
        onSent={(sent) => {
          setOpenId(null)
          setChanges(sent)
          onChanged()
        }}
      />
    )
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      {changes && <Changed definition={definition} changes={changes} />}
      <AnswersList
        definition={definition}
        answers={answers}
        renderAction={renderAction}
        renderInstead={renderInstead}
      />
      <Telling
        reference={reference}
        answers={answers}
        about={about}
        isOpen={isTelling}
        onToggle={(isOpen) => {
          setIsTelling(isOpen)
          if (!isOpen) setAbout(null)
        }}
      />
    </div>
  )
}

function Changed({
  definition,
  changes,
}: {
  definition: LongFormDefinition
  changes: readonly AnswerChange[]
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Notice kind="good">
      <div className="grid gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          We have your change
        </h3>
        <ChangeList definition={definition} changes={changes} />
        <p>
          The people who review your application see what it was before.
          {changes.some(({ field }) => findGuard(field)) &&
            ' We also write to the contact that we had before, so that nobody changes it behind your back.'}
        </p>
      </div>
    </Notice>
  )
}

interface TellingProps {
  reference: string
  answers: Readonly<Record<string, unknown>>
  about: string | null
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The form for it comes when it is opened. */
function Telling({ isOpen, onToggle, ...message }: TellingProps) {
  const { module, retry } = useLoaded(() => import('./tell-us.tsx'), isOpen)
  return (
    <details className="panel" open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="cursor-pointer px-6 py-4 font-semibold">Something wrong? Tell us</summary>
      <div className="px-6 pb-6">
        {module ? (
          <module.default {...message} />
        ) : retry ? (
          <Button size="sm" variant="outline" onClick={retry}>
            This part could not be loaded. Try again
          </Button>
        ) : (
          <p role="status" className="text-stone">
            Loading...
          </p>
        )}
      </div>
    </details>
  )
}
