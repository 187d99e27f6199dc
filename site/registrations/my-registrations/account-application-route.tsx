/** /account/applications/{kind}/{id}: one of the member's applications, and the correction that it waits for. */
import { type MetaArgs, useParams } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { pageMeta } from '#site/page-meta.ts'
import { AnswersList } from '#site/registrations/records/answers-list.tsx'
import { CorrectionForm } from '#site/registrations/records/correction-form.tsx'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { sendCorrection } from './my-registrations-data.ts'
import { RegistrationPage } from './registration-page.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Your application',
    description: 'Where your application stands.',
    index: false,
  })
}

export default function AccountApplicationRoute() {
  const { userId = '' } = useAuth()
  const { recordType = '', id = '' } = useParams()
  return (
    <>
      <h1 className="text-3xl">Your application</h1>
      <RegistrationPage
        key={id}
        userId={userId}
        recordType={recordType}
        id={id}
        renderAnswers={({ form }, { answers }) => (
          <WithDefinition form={form}>
            {(definition) => <AnswersList definition={definition} answers={answers} />}
          </WithDefinition>
        )}
        renderCorrection={(registration, { answers }, onSent) =>
          registration.correction && (
            <WithDefinition form={registration.form}>
              {(definition) => (
                <CorrectionForm
                  definition={definition}
                  correction={registration.correction ?? { message: null, notes: [] }}
                  answers={answers}
                  storedAs={{ id: registration.id, owner: userId }}
                  send={(...sent) => sendCorrection(registration, ...sent)}
                  onSent={onSent}
                />
              )}
            </WithDefinition>
          )
        }
      />
    </>
  )
}
