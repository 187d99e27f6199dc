/** One attempt of an auth form: check, send, busy while it runs, the outcome as toast and beside the form. */
import { type FormEvent, useState } from 'react'
import { findFirstProblem } from '#domain/account/accounts.ts'
import { type FormValues, readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { type Form, useForm } from '#site/lib/form/use-form.ts'
import { toast } from '#site/ui/toast.tsx'
import type { AuthFailure } from './auth-failure.ts'

interface AuthFormOptions {
  schema: Parameters<typeof findFirstProblem>[0]
  /** Ids of the inputs start with this. */
  idPrefix: string
  send: (values: Record<string, string>) => Promise<AuthFailure | null>
  onSuccess: (values: Record<string, string>) => void
}

export interface AuthForm extends Form, FormValues {
  failure: AuthFailure | null
  onSubmit: (event: FormEvent) => void
}

export function useAuthForm({ schema, idPrefix, send, onSuccess }: AuthFormOptions): AuthForm {
  const form = useForm((name) => `${idPrefix}-${name}`)
  const boxes = useFormValues(form.ref)
  const [failure, setFailure] = useState<AuthFailure | null>(null)

  async function submit() {
    const values = readFormValues(form.ref.current)
    toast.dismiss() // it spoke of the attempt before
    const found = findFirstProblem(schema, values)
    setFailure(null)
    if (found) {
      form.refuse([found])
      toast.error(found.message)
      document.getElementById(form.fieldId(found.field))?.focus()
      return
    }
    form.clear()
    const failed = await form.sending(() => send(values))
    setFailure(failed)
    if (failed) return toast.error(failed.message, failed.hint)
    onSuccess(values)
  }

  return {
    ...form,
    ...boxes,
    failure,
    onSubmit(event) {
      event.preventDefault()
      if (!form.isBusy.current) void submit()
    },
  }
}
