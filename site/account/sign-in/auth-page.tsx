/** The sign-in page's views: tabs, second step, reset, new password, and what a mail's link brought. */

import { type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { newPasswordWords } from '#domain/account/new-password-words.ts'
import {
  resetWords,
  secondStepWords,
  signInWords,
  signUpWords,
  signInPageWords as words,
} from '#domain/account/sign-in-words.ts'
import { connectAuth, useAuth, useCallbackOutcome } from '#site/lib/auth-state.ts'
import { linkWords } from '#site/lib/form/link-words.tsx'
import { parseNextPath } from '#site/lib/next-path.ts'
import { OfflineNotice } from '#site/lib/offline-notice.tsx'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AfterSignIn } from './after-sign-in.tsx'
import { AwaitedMail, type AwaitedMailFor } from './awaited-mail.tsx'
import { LinkProblem } from './link-problem.tsx'
import { LinkQuestion } from './link-question.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Why one was sent here, by where one wanted to go. */
const reasons: Readonly<Record<string, string>> = {
  [paths.order]: words.wishes.order,
  [paths.buyerRegistration]: words.wishes.buy,
  [paths.buyerFormIndividual]: words.wishes.buy,
  [paths.buyerFormCorporate]: words.wishes.buy,
  [paths.investorHub]: words.wishes.invest,
}

type View = 'sign-in' | 'sign-up' | 'reset'

export function AuthPage() {
  const auth = useAuth()
  const isHydrated = useHydrated()
  const outcome = useCallbackOutcome()
  const [search] = useSearchParams()
  const next = parseNextPath(search.get('next'))
  const [view, setView] = useState<View>('sign-in')
  // Anyone who typed an address before requesting a reset does not type it again.
  const [typedEmail, setTypedEmail] = useState('')
  const [awaitedMail, setAwaitedMail] = useState<AwaitedMailFor | null>(null)
  /** The mail of the sign-up is looked for: an empty form below it would only prompt again. */
  const isMailed = awaitedMail?.purpose === 'signup'
  // The page's HTML is the same for everybody, whatever stands in the address.
  const reason = isHydrated && Object.entries(reasons).find(([path]) => next?.startsWith(path))?.[1]
  // After a reload the history still says it, and the page's HTML never does.
  const sessionEnded = Boolean(useLocation().state?.sessionEnded) && isHydrated

  /** Someone turns to another form: a message about the last one would only lie over it. */
  function turnTo(chosen: View) {
    toast.dismiss()
    setView(chosen)
  }

  if (outcome.kind === 'waiting') return <LoadingScreen label={words.loading} />
  if (outcome.kind === 'question') return <LinkQuestion errorText={outcome.errorText} />
  if (auth.status === 'signedIn' && auth.isSecondStepDue) {
    return (
      <AuthSheet title={secondStepWords.title}>
        <SecondStep />
      </AuthSheet>
    )
  }
  if (outcome.kind === 'recovery' && auth.status !== 'signedOut') {
    if (auth.status === 'loading') return <LoadingScreen label={words.loading} />
    return (
      <AuthSheet title={newPasswordWords.label}>
        {outcome.reason === 'signup' && <Notice kind="good">{newPasswordWords.begunElsewhere}</Notice>}
        <p>
          {newPasswordWords.whose} <strong className="wrap-anywhere">{auth.email}</strong>.{' '}
          {newPasswordWords.others}
        </p>
        <NewPasswordForm email={auth.email ?? ''} />
      </AuthSheet>
    )
  }
  if (auth.status === 'signedIn') return <AfterSignIn next={next} outcome={outcome} />

  if (view === 'reset') {
    return (
      <AuthSheet title={resetWords.title}>
        <ResetForm
          email={typedEmail}
          onBack={() => turnTo('sign-in')}
          onSent={(email) => {
            setAwaitedMail({ email, purpose: 'recovery' })
            setView('sign-in')
          }}
        />
      </AuthSheet>
    )
  }
  return (
    <AuthSheet title={view === 'sign-in' ? signInWords.title : signUpWords.title}>
      <OfflineNotice />
      {outcome.kind === 'failed' && (
        <LinkProblem message={outcome.message} onForgotPassword={() => turnTo('reset')} />
      )}
      {outcome.kind === 'message' && <Notice>{outcome.message}</Notice>}
      {sessionEnded && <Notice>{words.ended}</Notice>}
      {reason && !awaitedMail && (
        <Notice>
          {words.first(reason)} <strong>{signUpWords.label}</strong> {words.afterSignUp}
        </Notice>
      )}
      {!reason && !awaitedMail && (
        <p>
          {linkWords(words.notNeeded.text, [
            { words: words.notNeeded.farm, href: paths.farmerRegistration },
            { words: words.notNeeded.training, href: paths.poultryTraining },
          ])}
        </p>
      )}
      {awaitedMail && <AwaitedMail {...awaitedMail} />}
      {isMailed && (
        <div>
          <Button variant="outline" onClick={() => setAwaitedMail(null)}>
            {words.otherAddress}
          </Button>
        </div>
      )}
      <div hidden={isMailed}>
        <Tabs
          label={words.tabs}
          disabled={!isHydrated}
          value={view}
          onValueChange={(id) => turnTo(id === 'sign-up' ? 'sign-up' : 'sign-in')}
          tabs={[
            {
              id: 'sign-in',
              label: signInWords.label,
              panel: (
                <div className="pt-6">
                  <SignInForm
                    onForgotPassword={(email) => {
                      setTypedEmail(email)
                      turnTo('reset')
                    }}
                  />
                </div>
              ),
            },
            {
              id: 'sign-up',
              label: signUpWords.label,
              panel: (
                <div className="pt-6">
                  <SignUpForm
                    onSignInInstead={() => turnTo('sign-in')}
                    onSignedUp={(email) => setAwaitedMail({ email, purpose: 'signup' })}
                  />
                </div>
              ),
            },
          ]}
        />
      </div>
    </AuthSheet>
  )
}

function AuthSheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    // Anyone who enters a form is about to need the client: it loads while they type.
    <div className="grid grid-cols-1 content-start gap-6" onFocus={() => void connectAuth().catch(() => {})}>
      <h1 className="text-3xl">{title}</h1>
      {children}
    </div>
  )
}
