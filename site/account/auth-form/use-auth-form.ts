/** One attempt of an auth form: check, send, busy while it runs, the outcome as toast; beside the form what to do about it. */
import { describeRemedy, findFirstProblem } from '#domain/account/accounts.ts'
import { type FormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { type SmallForm, useSmallForm } from '#site/lib/form/use-small-form.ts'
import { toast } from '#site/ui/toast.tsx'
import { type AuthFailure, failureOf, throwFailure, toastFailure } from './auth-failure.ts'

interface AuthFormOptions {
  schema: Parameters<typeof findFirstProblem>[0]
  /** Ids of the inputs start with this. */
  idPrefix: string
  send: (values: Record<string, string>) => Promise<AuthFailure | null>
  onSuccess: (values: Record<string, string>) => void
}

export interface AuthForm extends SmallForm, FormValues {
  failure: AuthFailure | null
}

export function useAuthForm({ schema, idPrefix, send, onSuccess }: AuthFormOptions): AuthForm {
  const form = useSmallForm<Record<string, string>>({
    fieldId: (name) => `${idPrefix}-${name}`,
    read(values, refuse) {
      const result = findFirstProblem(schema, values)
      if (!result) return values
      toast.error(result.message)
      return refuse(result.field, describeRemedy(result.message))
    },
    async send(values) {
      throwFailure(await send(values))
      onSuccess(values)
    },
    onRefused: toastFailure,
  })
  return { ...form, ...useFormValues(form.ref), failure: failureOf(form.error) }
}
