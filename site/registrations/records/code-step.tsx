/** What needs a code: where it goes, and the box for it. The form around it sends the code along. */
import { useEffect, useRef, useState } from 'react'
import { oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { changeWords, codeStepWords as words } from '#domain/registrations/correction-words.ts'
import type { CodeChannel } from '#domain/registrations/intake.ts'
import { CodeInput } from '#site/lib/form/code-input.tsx'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'

interface CodeStepProps {
  id: string
  /** Left out: those of a change. */
  title?: string
  why?: string
  heading?: 'h3' | 'h4'
  channels: readonly CodeChannel[]
  sendCode: (channel: CodeChannel['channel']) => Promise<void>
  error: string | undefined
  /** Where it was sent. */
  sentTo: string | null
  onSent: (to: string | null) => void
  /** A message to staff, from a person who has lost the contact that we had before. */
  onReport?: (() => void) | undefined
}

export function CodeStep(props: CodeStepProps) {
  const { id, title = words.title, why = words.why, heading: Heading = 'h4' } = props
  const { channels, sendCode, error, sentTo, onSent, onReport } = props
  const [sending, setSending] = useState<string | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (sentTo) input.current?.focus()
    else heading.current?.focus()
  }, [sentTo])

  async function send({ channel, to }: CodeChannel) {
    setSending(channel)
    setErrorText(null)
    try {
      await sendCode(channel)
      onSent(to)
    } catch (failure) {
      setErrorText(failure instanceof Error ? failure.message : String(failure))
    }
    setSending(null)
  }

  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <Heading ref={heading} tabIndex={-1} className="text-lg">
        {title}
      </Heading>
      {errorText && <ErrorNotice text={errorText} />}
      {sentTo ? (
        <>
          <p>
            {words.sentTo} <strong className="wrap-anywhere">{sentTo}</strong>.
          </p>
          <Field
            id={id}
            label={oneTimeCodeWords.label}
            help={oneTimeCodeWords.typeCode}
            error={error}
            required
          >
            <CodeInput ref={input} />
          </Field>
          <div>
            <Button variant="quiet" size="sm" className="-ms-3 text-start" onClick={() => onSent(null)}>
              {words.another}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{why}</p>
          <div className="flex flex-wrap gap-3">
            {channels.map((way) => (
              <Button
                key={way.channel}
                variant="outline"
                busy={sending === way.channel}
                busyLabel={oneTimeCodeWords.mailBusyLabel}
                disabled={sending !== null}
                onClick={() => void send(way)}
              >
                {words.sendTo(way.to)}
              </Button>
            ))}
          </div>
        </>
      )}
      {onReport && (
        <p>
          {words.lost}{' '}
          <Button variant="quiet" size="sm" className="-ms-3 text-start" onClick={onReport}>
            {changeWords.reportLabel}
          </Button>
        </p>
      )}
    </div>
  )
}
