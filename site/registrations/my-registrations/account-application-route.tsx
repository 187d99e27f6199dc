/** /account/applications/{kind}/{id}: one of the member's applications, and the correction that it waits for. */
import { type MetaArgs, useParams } from 'react-router'
import { ownRegistrationsWords as words } from '#domain/registrations/own-registrations-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { mailCode } from '#site/lib/mail-code.ts'
import { pageMeta } from '#site/page-meta.ts'
import { isChangeable } from '#site/registrations/records/is-changeable.ts'
import { LoadedAnswers, LoadedCorrection } from '#site/registrations/records/loaded-parts.tsx'
import type { Codes } from '#site/registrations/records/use-correction.ts'
import { sendChange, sendCorrection } from './my-registrations-data.ts'
import { RegistrationPage } from './registration-page.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, { ...words.page, index: false })
}

export default function AccountApplicationRoute() {
  const { userId = '', email = '' } = useAuth()
  const { recordType = '', id = '' } = useParams()
  const codes: Codes = { channels: [{ channel: 'email', to: email }], sendCode: mailCode }
  return (
    <>
      <h1 className="text-3xl">{words.page.title}</h1>
      <RegistrationPage
        key={id}
        userId={userId}
        recordType={recordType}
        id={id}
        renderAnswers={(registration, { answers, version }, onChanged) => (
          <LoadedAnswers
            form={registration.form}
            reference={registration.reference}
            writer={{ as: 'account', recordId: registration.id }}
            answers={answers}
            changing={
              isChangeable(registration)
                ? {
                    codes,
                    send: (...sent) => sendChange({ ...registration, version }, ...sent),
                    storedAs: { id: registration.id, owner: userId },
                  }
                : null
            }
            onChanged={onChanged}
          />
        )}
        renderCorrection={(registration, { answers }, onSent) =>
          registration.correction && (
            <LoadedCorrection
              form={registration.form}
              correction={registration.correction ?? { message: null, notes: [] }}
              answers={answers}
              storedAs={{ id: registration.id, owner: userId }}
              codes={codes}
              send={(...sent) => sendCorrection(registration, ...sent)}
              onSent={onSent}
            />
          )
        }
      />
    </>
  )
}
