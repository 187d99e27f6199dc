/** One attempt of an auth form: check, send, busy while it runs, the outcome as toast and beside the form. */
import { type FormEvent, useState } from 'react'
import { findFirstProblem } from '#domain/account/accounts.ts'
import { type FormValues, readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { toast } from '#site/ui/toast.tsx'
import type { AuthFailure } from './auth-failure.ts'

interface AuthFormOptions {
  schema: Parameters<typeof findFirstProblem>[0]
  /** Ids of the inputs start with this. */
  idPrefix: string
  send: (values: Record<string, string>) => Promise<AuthFailure | null>
  onSuccess: (values: Record<string, string>) => void
}

export interface AuthForm extends FormValues {
  busy: boolean
  failure: AuthFailure | null
  idFor: (name: string) => string
  /** The sentence for one field, if that is what stands in the way. */
  errorFor: (name: string) => string | undefined
  onSubmit: (event: FormEvent) => void
}

export function useAuthForm({ schema, idPrefix, send, onSuccess }: AuthFormOptions): AuthForm {
  const form = useFormValues()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null)
  const idFor = (name: string) => `${idPrefix}-${name}`

  async function submit() {
    const values = readFormValues(form.ref.current)
    toast.dismiss() // it spoke of the attempt before
    const found = findFirstProblem(schema, values)
    setProblem(found)
    setFailure(null)
    if (found) {
      toast.error(found.message)
      document.getElementById(idFor(found.field))?.focus()
      return
    }
    setBusy(true)
    const failed = await send(values)
    setBusy(false)
    setFailure(failed)
    if (failed) return toast.error(failed.message, failed.hint)
    onSuccess(values)
  }

  return {
    ...form,
    busy,
    failure,
    idFor,
    errorFor: (name) => (problem?.field === name ? problem.message : undefined),
    onSubmit(event) {
      event.preventDefault()
      if (!busy) void submit()
    },
  }
}
