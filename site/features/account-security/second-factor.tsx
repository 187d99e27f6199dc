/** The second step of the account: switched on, extended, renewed and switched off. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import { Enrol } from '#site/features/account-security/enrol.tsx'
import { RecoveryCodes } from '#site/features/account-security/recovery-codes.tsx'
import {
  makeRecoveryCodes,
  removeApp,
  type SecondFactor as SecondFactorState,
  secondFactorQuery,
  sessionsQuery,
  switchOffSecondStep,
} from '#site/features/account-security/security-data.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

export function SecondFactor({ userId }: { userId: string }) {
  const query = useQuery(secondFactorQuery(userId))
  return (
    <QueryState query={query} trouble="Your second step could not be looked up.">
      {(factor) => <LoadedSecondFactor userId={userId} factor={factor} />}
    </QueryState>
  )
}

type Asked = { kind: 'codes' | 'off' } | { kind: 'app'; id: string; name: string }

function LoadedSecondFactor({ userId, factor }: { userId: string; factor: SecondFactorState }) {
  const queries = useQueryClient()
  const [isEnrolling, setIsEnrolling] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOn = factor.apps.length > 0

  const refresh = () =>
    Promise.all([
      queries.invalidateQueries(secondFactorQuery(userId)),
      queries.invalidateQueries(sessionsQuery(userId)),
    ])

  const newCodes = useMutation({
    mutationFn: () => makeRecoveryCodes(factor.recoveryCodesLeft !== null),
    onSuccess: setCodes,
    onError: () => toast.error('No recovery codes were made', networkHint),
    onSettled: refresh,
  })
  const change = useMutation({
    mutationFn: async (what: Asked) => {
      if (what.kind === 'codes') return void (await newCodes.mutateAsync())
      return what.kind === 'app' ? removeApp(what.id) : switchOffSecondStep(factor)
    },
    onSuccess(_, { kind }) {
      setAsked(null)
      if (kind === 'off') toast.success('The second step is off', 'Your password alone signs you in now.')
      if (kind === 'app') toast.success('App removed')
    },
    onError: () => toast.error('Nothing was changed', networkHint),
    onSettled: refresh,
  })

  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
  if (isEnrolling) {
    return (
      <Enrol
        takenNames={factor.apps.map(({ name }) => name)}
        onCancel={() => setIsEnrolling(false)}
        onEnrolled={() => {
          setIsEnrolling(false)
          toast.success('The second step is on')
          if (factor.recoveryCodesLeft === null) newCodes.mutate()
          else void refresh()
        }}
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {isOn ? (
        <>
          <ul className="border-t border-ink">
            {factor.apps.map((app) => (
              <li
                key={app.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
              >
                <div>
                  <p className="font-semibold">{app.name}</p>
                  <p className="num text-sm text-stone">Added {formatDate(app.addedAt)}</p>
                </div>
                {factor.apps.length > 1 && (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Remove ${app.name}`}
                    onClick={() => setAsked({ kind: 'app', ...app })}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <CodesLeft left={factor.recoveryCodesLeft} />
        </>
      ) : (
        <p>
          Your password alone opens your account. With a second step, a thief of the password stays outside:
          an app on your phone shows a code of six digits that you type after the password.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant={isOn ? 'outline' : 'primary'} onClick={() => setIsEnrolling(true)}>
          {isOn ? 'Add another app' : 'Set up the second step'}
        </Button>
        {isOn && (
          <>
            <Button
              variant="outline"
              busy={newCodes.isPending}
              busyLabel="Making codes..."
              onClick={() => (factor.recoveryCodesLeft ? setAsked({ kind: 'codes' }) : newCodes.mutate())}
            >
              New recovery codes
            </Button>
            <Button variant="danger" onClick={() => setAsked({ kind: 'off' })}>
              Switch off
            </Button>
          </>
        )}
      </div>
      <Dialog
        open={asked !== null}
        role="alertdialog"
        title={titleOf(asked)}
        onClose={() => change.isPending || setAsked(null)}
        actions={
          <>
            <Button
              variant={asked?.kind === 'codes' ? 'primary' : 'danger'}
              busy={change.isPending}
              busyLabel="One moment..."
              onClick={() => asked && change.mutate(asked)}
            >
              {asked?.kind === 'codes' ? 'Make new codes' : asked?.kind === 'off' ? 'Switch off' : 'Remove'}
            </Button>
            <Button variant="outline" disabled={change.isPending} onClick={() => setAsked(null)}>
              Cancel
            </Button>
          </>
        }
      >
        <p>
          {asked?.kind === 'codes' && 'The recovery codes that you have now stop working.'}
          {asked?.kind === 'off' &&
            'Your password alone will then open your account. Apps and recovery codes are removed.'}
          {asked?.kind === 'app' && 'Codes of this app are not taken any more.'}
        </p>
      </Dialog>
    </div>
  )
}

function CodesLeft({ left }: { left: number | null }) {
  if (left === null || left === 0) {
    return (
      <Notice kind="warn">
        <p>
          You have no recovery codes. Without them, whoever loses the phone loses the account: make some, and
          keep them on paper.
        </p>
      </Notice>
    )
  }
  return (
    <p>
      <span className="num font-semibold">{left}</span> recovery {left === 1 ? 'code is' : 'codes are'} left.
    </p>
  )
}

function titleOf(asked: Asked | null): string {
  if (asked?.kind === 'codes') return 'Make new recovery codes?'
  return asked?.kind === 'app' ? `Remove ${asked.name}?` : 'Switch the second step off?'
}
