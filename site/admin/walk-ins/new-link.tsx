/** A new tracking link for somebody who lost theirs: mailed, or shown once to be read out. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { revealReasonLimits } from '#domain/vault.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { type FoundRegistration, reissueLink } from './assist-calls.ts'

const { min, max } = revealReasonLimits

export function NewLink({ found }: { found: FoundRegistration }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const issue = useMutation({ mutationFn: (why: string) => reissueLink(found, why) })

  function submit(event: FormEvent) {
    event.preventDefault()
    const why = reason.trim()
    if (why.length < min) {
      setError(`Please give a reason of at least ${min} characters`)
      return document.getElementById('link-reason')?.focus()
    }
    setError(undefined)
    issue.mutate(why)
  }

  if (issue.data) {
    const { isMailed, trackingPath } = issue.data
    return (
      <Panel title="The new link">
        <div className="grid gap-4" role="status">
          {isMailed || !trackingPath ? (
            <p>It has gone to the person’s e-mail. The links of before lead nowhere any more.</p>
          ) : (
            <>
              <p>
                There is no e-mail: read it out, or send it to their phone. It is shown this once, and whoever
                has it can answer for them. The links of before lead nowhere any more.
              </p>
              <ShownLink address={window.location.origin + trackingPath} />
            </>
          )}
        </div>
      </Panel>
    )
  }
  return (
    <Panel title="New tracking link">
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <p>
          {found.hasEmail
            ? 'It goes to the e-mail on this registration, and to nobody else.'
            : 'There is no e-mail on this registration: the link is shown to you once, to be read out.'}{' '}
          Make sure that it is this person. Every link of before ends.
        </p>
        <Field
          id="link-reason"
          label="Reason"
          help="Who asked for it, and how you know them. It is kept with your name."
          error={error}
          required
        >
          <TextArea
            rows={3}
            maxLength={max}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {issue.isError && (
          <Notice kind="warn">
            <p role="alert">
              {issue.error.message}{' '}
              {/second factor/.test(issue.error.message) && (
                <Link to={paths.accountSecurity}>Set up the second step</Link>
              )}
            </p>
          </Notice>
        )}
        <div>
          <Button type="submit" variant="outline" busy={issue.isPending} busyLabel="Making a link...">
            Give out a new link
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function ShownLink({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <p className="code break-all">{address}</p>
      <div>
        <Button
          size="sm"
          variant="outline"
          // Where copying is not allowed the address stands there to be marked by hand.
          onClick={() =>
            void navigator.clipboard?.writeText(address).then(
              () => setIsCopied(true),
              () => {},
            )
          }
        >
          {isCopied ? 'Link copied' : 'Copy link'}
        </Button>
      </div>
    </>
  )
}
