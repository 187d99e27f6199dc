/** After the password, for anyone who has a second factor: a passkey, the code of the app, or one of the recovery codes. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { accountMessages } from '#domain/account/accounts.ts'
import { secondStepWords as words } from '#domain/account/sign-in-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { askToLeave } from '#site/lib/leaving.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { countRecoveryCodes, listWays, type Ways } from './second-step-calls.ts'
import { SecondStepCode } from './second-step-code.tsx'

export type Way = 'passkey' | 'app' | 'recovery'

const offers: Readonly<Record<Way, string>> = {
  passkey: words.passkey.submitLabel,
  app: words.app.offer,
  recovery: words.recovery.offer,
}

export function SecondStep() {
  const { email } = useAuth()
  const [ways, setWays] = useState<Ways | null>(null)
  const [chosen, setChosen] = useState<Way | null>(null)

  useEffect(() => {
    void listWays().then(setWays, () => setWays({ passkeys: [], apps: [], obstacle: null }))
  }, [])
  if (!ways) return null

  const offered = offer(ways)
  const way = chosen ?? offered[0] ?? 'recovery'
  const others = offered.filter((one) => one !== way)
  return (
    <>
      {ways.obstacle && (
        <Notice kind="warn">
          <p>
            <strong>{ways.obstacle.message}</strong> {ways.obstacle.hint}
          </p>
        </Notice>
      )}
      <p>
        {email && (
          <>
            {words.whose} <strong className="wrap-anywhere">{email}</strong>.{' '}
          </>
        )}
        {words[way].lead}
      </p>
      {way === 'passkey' ? (
        <PasskeyStep passkeys={ways.passkeys} onConfirmed={() => void welcome(way)}>
          <OtherWays ways={others} onChoose={setChosen} />
        </PasskeyStep>
      ) : (
        <SecondStepCode key={way} way={way} apps={ways.apps} onConfirmed={() => void welcome(way)}>
          <OtherWays ways={others} onChoose={setChosen} />
        </SecondStepCode>
      )}
      <p className="text-stone">
        {offered.length > 1 ? words.noneAtHand : words.notAtHand}{' '}
        <Link to={paths.contact}>{words.writeToUs}</Link>
        {words.slow}{' '}
        <Button variant="quiet" size="sm" onClick={() => askToLeave('unfinished')}>
          {words.signOut}
        </Button>
      </p>
    </>
  )
}

/** A passkey first, since no page but ours can use it; an account of passkeys alone is not prompted for an app. */
function offer({ passkeys, apps, obstacle }: Ways): Way[] {
  const canUsePasskey = passkeys.length > 0 && !obstacle
  return [
    ...(canUsePasskey ? (['passkey'] as const) : []),
    ...(apps.length > 0 || passkeys.length === 0 ? (['app'] as const) : []),
    'recovery',
  ]
}

function OtherWays({ ways, onChoose }: { ways: Way[]; onChoose: (way: Way) => void }) {
  return ways.map((way) => (
    <Button key={way} variant="quiet" onClick={() => onChoose(way)}>
      {offers[way]}
    </Button>
  ))
}

async function welcome(way: Way): Promise<void> {
  const left = way === 'recovery' ? await countRecoveryCodes().catch(() => null) : null
  toast.success(accountMessages.welcomeBack, left === null ? undefined : words.recovery.left(left))
}
