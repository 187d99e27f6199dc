/** Joining an authenticator app to the account: picture or text of the secret, then the first code as proof. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { enrolWords as words } from '#domain/account/security-words.ts'
import { failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { CancelButton } from '#site/account/auth-form/cancel-button.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { CodeInput, readCode } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { beginEnrolment, confirmEnrolment } from './security-data.ts'

interface EnrolProps {
  takenNames: readonly string[]
  onCancel: () => void
  onEnrolled: () => void
}

export function Enrol({ takenNames, onCancel, onEnrolled }: EnrolProps) {
  const attemptId = useId()
  // Requested once: a second secret would make the picture that was just scanned worthless.
  const query = useQuery({
    queryKey: ['enrolment', attemptId],
    queryFn: () => beginEnrolment(nameApp(takenNames)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const form = useSmallForm({
    fieldId: (name) => `enrol-${name}`,
    read: readCode,
    async send(code) {
      throwFailure(await confirmEnrolment(query.data?.factorId ?? '', code))
      onEnrolled()
    },
    blame: 'code',
  })
  const sheet = useRef<HTMLDivElement>(null)
  const hasBegun = query.data !== undefined

  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(() => {
    if (hasBegun) sheet.current?.focus()
  }, [hasBegun])

  return (
    <QueryState query={query} errorText={words.notBegun}>
      {({ qrCode, secret }) => (
        <div ref={sheet} tabIndex={-1} className="grid grid-cols-1 gap-6">
          <ol className="grid list-decimal gap-4 ps-6">
            <li>{words.getApp}</li>
            <li>
              <p>{words.scan}</p>
              <div className="mt-3 flex flex-wrap items-center gap-5">
                <img
                  src={toPicture(qrCode)}
                  width={184}
                  height={184}
                  alt={words.picture}
                  className="border border-line bg-sheet"
                />
                <p className="code min-w-0 wrap-anywhere">{groupsOfFour(secret)}</p>
              </div>
            </li>
            <li>{words.typeCode}</li>
          </ol>
          <FormElement form={form} label={words.label}>
            <FormProblem isSaid failure={failureOf(form.error)} />
            <Field id="enrol-code" {...words.code} error={form.problemOf('code')} required>
              <CodeInput />
            </Field>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
                {words.submitLabel}
              </Button>
              <CancelButton form={form} onCancel={onCancel} />
            </div>
          </FormElement>
        </div>
      )}
    </QueryState>
  )
}

function nameApp(taken: readonly string[]): string {
  let number = 1
  while (taken.includes(number === 1 ? 'Authenticator app' : `Authenticator app ${number}`)) number += 1
  return number === 1 ? 'Authenticator app' : `Authenticator app ${number}`
}

/** The client library puts the markup after `data:` as it is, where every # ends the address. */
function toPicture(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.replace(/^data:image\/svg\+xml;utf-8,/, ''))}`
}

function groupsOfFour(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? text
}
