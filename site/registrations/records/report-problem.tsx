/** "Something wrong? Tell us": a message about this record, and the number to call. */
import { useEffect, useRef } from 'react'
import { contactForm } from '#domain/company/contact-messages.ts'
import type { FormDefinition } from '#domain/forms.ts'
import { changeWords, reportWords as words } from '#domain/registrations/correction-words.ts'
import type { Caller } from '#site/lib/call-server.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { PhoneButtons } from './phone-buttons.tsx'

/** Whose page it is, and of which record: the server joins the message to it by their session or link. */
export interface Writer {
  as: Caller
  recordId: string
}

interface ReportProblemProps {
  reference: string
  writer: Writer
  /** The group that it is about; it takes the focus then. */
  about: string | null
  /** Nothing reaches them any more at the contact that we have: they are asked for another one. */
  isLost: boolean
  /** Begun before the page was loaded: a page that is loaded again goes on here, and any other begins at its top. */
  isBegun: boolean
  answers: Readonly<Record<string, unknown>>
}

export default function ReportProblem(props: ReportProblemProps) {
  const { reference, writer, about, isLost, isBegun, answers } = props
  const heading = useRef<HTMLParagraphElement>(null)
  const staysAtTop = useRef(isBegun && !isReload())
  useEffect(() => {
    if (!staysAtTop.current) heading.current?.focus()
    staysAtTop.current = false
  }, [about, isLost])
  const beginning = words.about(reference, about)
  return (
    <div className="grid gap-4 pt-4">
      <p ref={heading} tabIndex={-1}>
        {isLost ? words.lost.lead : words.lead}
      </p>
      <PhoneButtons />
      <PublicForm
        key={`${about} ${isLost}`}
        about={reference}
        as={writer.as}
        definition={beginningWith(beginning, isLost, writer.recordId)}
        fixed={{ topic: 'general', ...readSender(answers, isLost) }}
        known={{ message: beginning }}
      />
    </div>
  )
}

function isReload(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')
}

/** What the message begins with is long enough to be one, and says nothing yet. */
function beginningWith(beginning: string, isLost: boolean, recordId: string): FormDefinition {
  const { email, phone } = contactForm.questions
  return {
    ...contactForm,
    path: `${contactForm.path}?about=${recordId}`,
    ...(isLost && {
      questions: {
        ...contactForm.questions,
        email: { ...email, label: words.lost.email },
        phone: { ...phone, label: words.lost.phone },
      },
    }),
    read: (input) =>
      String(input.message).trim() === beginning.trim()
        ? { ok: false, problems: [{ field: 'message', message: changeWords.reportLabel }] }
        : contactForm.read(input),
  }
}

/** By what the form said of the person who sent it; the contact that is lost would get no answer to them. */
function readSender(answers: Readonly<Record<string, unknown>>, isLost: boolean): Record<string, string> {
  const text = (name: string) => (typeof answers[name] === 'string' ? answers[name] : '')
  const name =
    text('fullName') || text('contactPersonName') || `${text('firstName')} ${text('lastName')}`.trim()
  if (isLost) return { name }
  return {
    name,
    email: text('email') || text('contactPersonEmail'),
    phone: text('phoneNumber') || text('phone') || text('contactPersonPhone'),
  }
}
