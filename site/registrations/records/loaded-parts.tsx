/** Parts of a registration's page that are loaded beside its form: the answers, and what answers a request to correct. */
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import type { ChangeableAnswers } from './changeable-answers.tsx'
import type { CorrectionForm } from './correction-form.tsx'
import { WaitingPart } from './waiting-part.tsx'

type PropsOf<Part extends (props: never) => unknown> = Omit<Parameters<Part>[0], 'definition'> & {
  form: string
}

export function LoadedAnswers({ form, ...props }: PropsOf<typeof ChangeableAnswers>) {
  const { module, retry } = useLoaded(() => import('./changeable-answers.tsx'), true)
  return (
    <WithDefinition form={form}>
      {(definition) =>
        module ? (
          <module.ChangeableAnswers {...props} definition={definition} />
        ) : (
          <WaitingPart retry={retry} />
        )
      }
    </WithDefinition>
  )
}

export function LoadedCorrection({ form, ...props }: PropsOf<typeof CorrectionForm>) {
  const { module, retry } = useLoaded(() => import('./correction-form.tsx'), true)
  return (
    <WithDefinition form={form}>
      {(definition) =>
        module ? <module.CorrectionForm {...props} definition={definition} /> : <WaitingPart retry={retry} />
      }
    </WithDefinition>
  )
}
