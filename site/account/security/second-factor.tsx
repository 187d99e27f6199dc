/** The second step of the account: switched on, extended, renewed and switched off. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondStepWords as words } from '#domain/account/security-words.ts'
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
    <QueryState query={query} errorText={words.notLoaded}>
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
    onError: () => toast.error(words.noCodes, networkHint),
    onSettled: refresh,
  })
  const change = useMutation({
    mutationFn: async (what: PendingChange) => {
      if (what.kind === 'codes') return void (await newCodes.mutateAsync())
      return what.kind === 'off' ? switchOffSecondStep(factor) : removeFactor(what.id)
    },
    onSuccess(_, { kind }) {
      setPending(null)
      if (kind === 'off') toast.success(words.off.title, words.off.text)
      if (kind === 'app') toast.success(words.appRemoved)
      if (kind === 'passkey') toast.success(words.passkeyRemoved.title, words.passkeyRemoved.text)
    },
    onError: () => toast.error(words.notChanged, networkHint),
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
      toast.success(isOn && adding === 'passkey' ? words.passkeyAdded : words.on)
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
        <p>{words.why}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant={isOn ? 'outline' : 'primary'} onClick={() => setAdding('app')}>
          {isOn ? (hasApp ? words.addAnotherAppLabel : words.addAppLabel) : words.setUpLabel}
        </Button>
        <Button variant="outline" onClick={() => setAdding('passkey')}>
          {words.addPasskeyLabel}
        </Button>
        {isOn && (
          <>
            <Button
              variant="outline"
              busy={newCodes.isPending}
              busyLabel={words.newCodesBusyLabel}
              onClick={() => (factor.recoveryCodesLeft ? setPending({ kind: 'codes' }) : newCodes.mutate())}
            >
              {words.newCodesLabel}
            </Button>
            <Button variant="danger" onClick={() => setPending({ kind: 'off' })}>
              {words.offLabel}
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
              {words.describeAdded(one.kind === 'app', formatDateInWords(one.addedAt))}
            </p>
          </div>
          {factors.length > 1 && (
            <Button
              size="sm"
              variant="outline"
              aria-label={words.describeRemove(one.name)}
              onClick={() => onRemove(one)}
            >
              {words.removeLabel}
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
  const question = questionOf(pending)
  return (
    <Dialog
      open={pending !== null}
      role="alertdialog"
      title={question.title}
      onClose={() => isBusy || onCancel()}
      actions={
        <>
          <Button
            variant={pending?.kind === 'codes' ? 'primary' : 'danger'}
            busy={isBusy}
            busyLabel={words.ask.busyLabel}
            onClick={() => pending && onConfirm(pending)}
          >
            {question.confirmLabel}
          </Button>
          <Button variant="outline" disabled={isBusy} onClick={onCancel}>
            {words.ask.cancelLabel}
          </Button>
        </>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  )
}

function CodesLeft({ left }: { left: number | null }) {
  if (left === null || left === 0) {
    return (
      <Notice kind="warn">
        <p>{words.noCodesLeft}</p>
      </Notice>
    )
  }
  return (
    <p>
      <span className="num font-semibold">{left}</span> {words.codesLeft(left)}
    </p>
  )
}

/** What happens then, as its title. */
function questionOf(pending: PendingChange | null): { title: string; text: string; confirmLabel: string } {
  const { codes, off, addAgain, ...titles } = words.ask
  if (pending?.kind === 'codes') return codes
  if (!pending || pending.kind === 'off') return off
  return { title: titles[pending.kind](pending.name), text: addAgain, confirmLabel: words.removeLabel }
}
