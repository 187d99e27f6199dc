/** Whether the profile's number is proved, and the step that proves it. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeClaimed, numberWords as words } from '#domain/account/profile-words.ts'
import { type AuthFailure, failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import type { Claim } from '#site/lib/claim-once.ts'
import { CodeInput, readCode } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { focusBox, useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field, FieldError } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { toast } from '#site/ui/toast.tsx'
import { codePauseMs, numberQuery, proveNumber, requestCode } from './number-data.ts'
import { profileQuery } from './profile-data.ts'

interface ConfirmNumberProps {
  userId: string
  /** How what was sent as a guest joins the account, once its number is proved. */
  claims: readonly Claim[]
}

export function ConfirmNumber({ userId, claims }: ConfirmNumberProps) {
  const queries = useQueryClient()
  const profile = useQuery(profileQuery(userId))
  const number = useQuery(numberQuery(userId))
  const [isNew, setIsNew] = useState(false)
  // As high as what may come.
  if (!profile.data || !number.data) return number.isError ? null : <div className="min-h-32" />
  const { phone } = profile.data
  const { proved, awaited } = number.data

  if (!phone && !proved) return null

  function reportProved(claimed: number) {
    toast.success(words.confirmed, describeClaimed(claimed))
    setIsNew(true)
    void queries.invalidateQueries({ queryKey: ['my-registrations'] })
    void queries.invalidateQueries({ queryKey: ['orders'] })
    void queries.invalidateQueries(numberQuery(userId))
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      {/* Also beside another one in the profile: it counts until that one is proved. */}
      {proved && <Proved key={proved} number={proved} isNew={isNew} />}
      {phone && phone !== proved && (
        <NotProved
          key={phone}
          phone={phone}
          isAwaited={phone === awaited}
          claims={claims}
          onProved={reportProved}
        />
      )}
    </div>
  )
}

function Proved({ number, isNew }: { number: string; isNew: boolean }) {
  const line = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => {
    if (isNew) line.current?.focus()
  }, [isNew])
  return (
    <p ref={line} tabIndex={-1} className="flex items-center gap-2">
      <Icon name="check" />
      <span>
        <strong className="num">{number}</strong> {words.proved}
      </span>
    </p>
  )
}

interface NotProvedProps extends Pick<ConfirmNumberProps, 'claims'> {
  phone: string
  /** A code was sent to it before this page was opened. */
  isAwaited: boolean
  onProved: (claimed: number) => void
}

function NotProved({ phone, isAwaited, claims, onProved }: NotProvedProps) {
  const [codesSent, setCodesSent] = useState(0)
  const [isRequesting, setIsRequesting] = useState(false)
  const [failure, setFailure] = useState<AuthFailure | null>(null)

  async function request() {
    setIsRequesting(true)
    const failed = await requestCode(phone)
    setIsRequesting(false)
    setFailure(failed)
    // What to do about it stands in the page.
    if (failed) return toast.error(failed.message)
    setCodesSent(codesSent + 1)
    toast.success(words.requested.title, words.requested.text(phone))
  }

  const problem = failure?.hint
  const requestButton = {
    busy: isRequesting,
    busyLabel: words.requestBusyLabel,
    'aria-describedby': problem && 'request-code-error',
    onClick: () => void request(),
  }
  if (!phone.startsWith('+')) return <p className="text-stone">{words.countryCodeMissing}</p>
  return (
    <div className="grid justify-items-start gap-3">
      {isAwaited || codesSent > 0 ? (
        <CodeForm key={codesSent} phone={phone} isNew={codesSent > 0} claims={claims} onProved={onProved}>
          <Button variant="quiet" {...requestButton}>
            {words.requestAgainLabel}
          </Button>
        </CodeForm>
      ) : (
        <>
          <p className="max-w-read">
            <strong className="num">{phone}</strong> {words.notProved}
          </p>
          <Button variant="outline" {...requestButton}>
            {words.requestLabel}
          </Button>
        </>
      )}
      <FieldError id="request-code-error" message={problem} />
    </div>
  )
}

interface CodeFormProps extends Pick<ConfirmNumberProps, 'claims'> {
  phone: string
  /** Its code was requested just now. */
  isNew: boolean
  onProved: (claimed: number) => void
  /** Requests another code. */
  children: ReactNode
}

function CodeForm({ phone, isNew, claims, onProved, children }: CodeFormProps) {
  const [mayRequestAgain, setMayRequestAgain] = useState(!isNew)
  const form = useSmallForm({
    fieldId: (name) => `number-${name}`,
    read: readCode,
    async send(code) {
      const outcome = await proveNumber(phone, code, claims)
      if ('claimed' in outcome) onProved(outcome.claimed)
      else throwFailure(outcome.failure)
    },
    blame: 'code',
  })

  useEffect(() => {
    if (!isNew) return
    focusBox(form.fieldId('code'))
    const timer = setTimeout(() => setMayRequestAgain(true), codePauseMs)
    return () => clearTimeout(timer)
  }, [isNew])

  return (
    <FormElement form={form} className="grid justify-items-start gap-3" label={words.label}>
      <FormProblem isSaid failure={failureOf(form.error)} />
      <Field
        id="number-code"
        label={words.code.label(phone)}
        help={words.code.help}
        error={form.problemOf('code')}
        required
      >
        <CodeInput />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        {mayRequestAgain && children}
      </div>
      {!mayRequestAgain && <p className="field-help">{words.requestAgainLater}</p>}
    </FormElement>
  )
}
