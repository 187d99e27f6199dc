/** The second step of the account: switched on, extended, renewed and switched off. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { Enrol } from './enrol.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import {
  type Factor,
  makeRecoveryCodes,
  removeFactor,
  type SecondFactor as SecondFactorState,
  secondFactorQuery,
  sessionsQuery,
  switchOffSecondStep,
} from './security-data.ts'
import { ShowProof } from './show-proof.tsx'

interface SecondFactorProps {
  userId: string
  email: string
  /** They came to set it up, and have just typed their password: the set-up begins at once. */
  isProved?: boolean
  /** Called when it is on and the recovery codes are saved: they came for this alone. */
  onReady?: () => void
}

export function SecondFactor({ userId, email, ...rest }: SecondFactorProps) {
  const query = useQuery(secondFactorQuery(userId))
  return (
    <QueryState query={query} errorText="Your second step could not be looked up.">
      {(factor) => <LoadedSecondFactor userId={userId} email={email} factor={factor} {...rest} />}
    </QueryState>
  )
}

type PendingChange = { kind: 'codes' } | { kind: 'off' } | Factor

interface LoadedSecondFactorProps extends SecondFactorProps {
  factor: SecondFactorState
}

function LoadedSecondFactor({ userId, email, factor, isProved = false, onReady }: LoadedSecondFactorProps) {
  const queries = useQueryClient()
  const beginsNow = isProved && factor.factors.length === 0
  const [adding, setAdding] = useState<Factor['kind'] | null>(beginsNow ? 'app' : null)
  const [hasShown, setHasShown] = useState(beginsNow)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [pending, setPending] = useState<PendingChange | null>(null)
  const { factors } = factor
  const isOn = factors.length > 0
  const hasApp = factors.some(({ kind }) => kind === 'app')
  const takenNames = factors.map(({ name }) => name)

  const refresh = () =>
    Promise.all([
      queries.invalidateQueries(secondFactorQuery(userId)),
      queries.invalidateQueries(sessionsQuery(userId)),
    ])

  function end() {
    setAdding(null)
    setHasShown(false)
  }

  const newCodes = useMutation({
    mutationFn: () => makeRecoveryCodes(factor.recoveryCodesLeft !== null),
    onSuccess: setCodes,
    onError: () => toast.error('No recovery codes were made', networkHint),
    onSettled: refresh,
  })
  const change = useMutation({
    mutationFn: async (what: PendingChange) => {
      if (what.kind === 'codes') return void (await newCodes.mutateAsync())
      return what.kind === 'off' ? switchOffSecondStep(factor) : removeFactor(what.id)
    },
    onSuccess(_, { kind }) {
      setPending(null)
      if (kind === 'off') toast.success('The second step is off', 'Your password alone signs you in now.')
      if (kind === 'app') toast.success('App removed')
      if (kind === 'passkey') toast.success('Passkey removed', 'You may delete it on your device, too.')
    },
    onError: () => toast.error('Nothing was changed', networkHint),
    onSettled: refresh,
  })

  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onSaved={() => {
          setCodes(null)
          onReady?.()
        }}
      />
    )
  if (adding) {
    const onCancel = () => end()
    const onAdded = () => {
      end()
      if (factor.recoveryCodesLeft === null) newCodes.mutate()
      else void refresh()
      // Last: whatever begins takes away what was said before.
      toast.success(isOn && adding === 'passkey' ? 'Passkey added' : 'The second step is on')
    }
    if (!isOn && !hasShown)
      return <ShowProof email={email} onCancel={onCancel} onShown={() => setHasShown(true)} />
    return adding === 'app' ? (
      <Enrol takenNames={takenNames} onCancel={onCancel} onEnrolled={onAdded} />
    ) : (
      <AddPasskey takenNames={takenNames} onCancel={onCancel} onAdded={onAdded} />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {isOn ? (
        <>
          <FactorList factors={factors} onRemove={setPending} />
          <CodesLeft left={factor.recoveryCodesLeft} />
        </>
      ) : (
        <p>
          Your password alone opens your account. With a second step, a thief of the password stays outside:
          an app on your phone shows a code of six digits that you type after the password, or you confirm
          with a passkey: your finger, your face, a PIN or a security key.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant={isOn ? 'outline' : 'primary'} onClick={() => setAdding('app')}>
          {isOn ? (hasApp ? 'Add another app' : 'Add an app') : 'Set up the second step'}
        </Button>
        <Button variant="outline" onClick={() => setAdding('passkey')}>
          Add a passkey
        </Button>
        {isOn && (
          <>
            <Button
              variant="outline"
              busy={newCodes.isPending}
              busyLabel="Making codes..."
              onClick={() => (factor.recoveryCodesLeft ? setPending({ kind: 'codes' }) : newCodes.mutate())}
            >
              New recovery codes
            </Button>
            <Button variant="danger" onClick={() => setPending({ kind: 'off' })}>
              Switch off
            </Button>
          </>
        )}
      </div>
      <ConfirmChange
        pending={pending}
        isBusy={change.isPending}
        onConfirm={change.mutate}
        onCancel={() => setPending(null)}
      />
    </div>
  )
}

function FactorList({ factors, onRemove }: { factors: Factor[]; onRemove: (factor: Factor) => void }) {
  return (
    <ul className="border-t border-ink">
      {factors.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
        >
          <div>
            <p className="font-semibold wrap-anywhere">{one.name}</p>
            <p className="num text-sm text-stone">
              {one.kind === 'app' ? 'App' : 'Passkey'}, added {formatDateInWords(one.addedAt)}
            </p>
          </div>
          {factors.length > 1 && (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Remove ${one.name}`}
              onClick={() => onRemove(one)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ConfirmChangeProps {
  pending: PendingChange | null
  isBusy: boolean
  onConfirm: (what: PendingChange) => void
  onCancel: () => void
}

function ConfirmChange({ pending, isBusy, onConfirm, onCancel }: ConfirmChangeProps) {
  return (
    <Dialog
      open={pending !== null}
      role="alertdialog"
      title={titleOf(pending)}
      onClose={() => isBusy || onCancel()}
      actions={
        <>
          <Button
            variant={pending?.kind === 'codes' ? 'primary' : 'danger'}
            busy={isBusy}
            busyLabel="One moment..."
            onClick={() => pending && onConfirm(pending)}
          >
            {pending?.kind === 'codes' ? 'Make new codes' : pending?.kind === 'off' ? 'Switch off' : 'Remove'}
          </Button>
          <Button variant="outline" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <p>
        {pending?.kind === 'codes' && 'You get new ones, which are shown once.'}
        {pending?.kind === 'off' && 'Apps, passkeys and recovery codes are removed.'}
        {(pending?.kind === 'app' || pending?.kind === 'passkey') && 'You can add it again.'}
      </p>
    </Dialog>
  )
}

function CodesLeft({ left }: { left: number | null }) {
  if (left === null || left === 0) {
    return (
      <Notice kind="warn">
        <p>
          You have no recovery codes. Without them, a lost phone keeps you out until we have checked who you
          are, which takes days: make some, and keep them on paper.
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

/** What happens then. */
function titleOf(pending: PendingChange | null): string {
  if (pending?.kind === 'codes') return 'The recovery codes that you have now stop working'
  if (pending?.kind === 'app') return `Codes of ${pending.name} are not taken any more`
  if (pending?.kind === 'passkey') return `${pending.name} no longer confirms your sign-in`
  return 'Your password alone then opens your account'
}
