/** What was sent, group by group, each with "Change" while it may be changed; and a way to write about it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { partWords } from '#domain/part-words.ts'
import { answerWords } from '#domain/registrations/answer-words.ts'
import { changeWords, reportWords } from '#domain/registrations/correction-words.ts'
import type { AnswerChange } from '#domain/registrations/intake.ts'
import type { LongFormDefinition, LongFormStep } from '#site/registrations/long-form/definition.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { AnswersList } from './answers-list.tsx'
import { findBegunMessage, listBegunChanges } from './begun-changes.ts'
import type { StoredAs } from './correction-draft.ts'
import type { Writer } from './report-problem.tsx'
import type { Codes, SendAnswers } from './use-correction.ts'
import { WaitingPart } from './waiting-part.tsx'

/** How the owner changes it; null where it is over, or waits for something else. */
export interface Changing {
  codes: Codes
  send: SendAnswers
  storedAs: StoredAs
}

interface ChangeableAnswersProps {
  definition: LongFormDefinition
  reference: string
  writer: Writer
  answers: Readonly<Record<string, unknown>>
  changing: Changing | null
  onChanged: () => void
}

export function ChangeableAnswers(props: ChangeableAnswersProps) {
  const { definition, reference, writer, answers, changing, onChanged } = props
  const [openId, setOpenId] = useState<string | null>(null)
  /** Where the eyes go back to. */
  const [closedId, setClosedId] = useState<string | null>(null)
  const [changes, setChanges] = useState<readonly AnswerChange[] | null>(null)
  /** Why the last change was refused. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [about, setAbout] = useState<string | null>(null)
  const [begunMessage] = useState(() => findBegunMessage(reference))
  const [isLost, setIsLost] = useState(begunMessage?.isLost ?? false)
  const [isWriting, setIsWriting] = useState(begunMessage !== null)
  const form = useLoaded(() => import('./own-change.ts'), openId !== null)

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

  function openMessage(title: string, isContactLost: boolean) {
    setAbout(title)
    setIsLost(isContactLost)
    setIsWriting(true)
  }

  const begun = changing ? listBegunChanges(changing.storedAs) : []
  const renderAction = ({ id, title }: LongFormStep) =>
    changing &&
    openId !== id && (
      <Button variant="quiet" size="sm" className="shrink-0" id={`change-${id}`} onClick={() => open(id)}>
        {begun.includes(id) ? answerWords.goOn : answerWords.change}
        <span className="sr-only"> {title}</span>
      </Button>
    )

  const renderInstead = ({ id, title, fields }: LongFormStep): ReactNode => {
    if (!changing || openId !== id) return null
    if (!form.module)
      return form.retry ? (
        <p className="p-6">
          <Button size="sm" variant="outline" onClick={form.retry}>
            {partWords.failed}
          </Button>
        </p>
      ) : (
        <p role="status" className="p-6 text-stone">
          {partWords.loading}
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
          onStale(message) {
            setRefusal(message)
            onChanged()
          },
          onCancel: () => close(id),
          onReport: (isContactLost) => openMessage(title, isContactLost),
        }}
        codes={changing.codes}
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
      {refusal && openId && !changing && <Refused sentence={refusal} />}
      {changes && form.module && <form.module.Changed definition={definition} changes={changes} />}
      <AnswersList
        definition={definition}
        answers={answers}
        renderAction={renderAction}
        renderInstead={renderInstead}
      />
      <MessageToStaff
        reference={reference}
        writer={writer}
        answers={answers}
        about={about}
        isLost={isLost}
        isOpen={isWriting}
        isBegun={begunMessage !== null}
        onToggle={(isOpen) => {
          setIsWriting(isOpen)
          if (isOpen) return
          setAbout(null)
          setIsLost(false)
        }}
      />
    </div>
  )
}

/** The form is gone, with the sentence in it and the focus; what was typed comes back with it, if it opens again. */
function Refused({ sentence }: { sentence: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <Notice kind="warn">
      <p ref={text} role="alert" tabIndex={-1}>
        <strong>{changeWords.notConfirmed}</strong> {sentence}
      </p>
    </Notice>
  )
}

interface MessageToStaffProps {
  reference: string
  writer: Writer
  answers: Readonly<Record<string, unknown>>
  about: string | null
  isLost: boolean
  isOpen: boolean
  /** It is open since it was begun before this page was loaded. */
  isBegun: boolean
  onToggle: (isOpen: boolean) => void
}

/** The form for it comes when it is opened. */
function MessageToStaff({ isOpen, onToggle, ...message }: MessageToStaffProps) {
  const { module, retry } = useLoaded(() => import('./report-problem.tsx'), isOpen)
  return (
    <details className="panel" open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="cursor-pointer px-6 py-4 font-semibold">{reportWords.label}</summary>
      <div className="px-6 pb-6">
        {module ? <module.default {...message} /> : <WaitingPart retry={retry} />}
      </div>
    </details>
  )
}
