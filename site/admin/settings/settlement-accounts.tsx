/** Where money is sent to: proposed by one, approved by another, in force a day after the approval at the earliest. */

import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { SettlementWay } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { findAccountProblems } from '#domain/market/account-problems.ts'
import {
  accountCurrencies,
  groupAccountNumber,
  listAccountFields,
  nameCurrency,
} from '#domain/market/settlement-accounts.ts'
import { ruleBroken } from '#domain/refusals.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin, rpcAdmin } from '#site/admin/call-admin.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { settlementDraft } from '#site/admin/records/form-drafts.ts'
import { useMovedFocus } from '#site/admin/records/use-moved-focus.ts'
import { saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { readFormValues } from '#site/lib/form/form-values.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

/** A bank account of each currency, and the wallet: each has its own proposals. */
const places = [
  ...accountCurrencies.map((currency) => ({
    kind: 'bank_account' as const,
    currency,
    noun: `bank account in ${nameCurrency(currency)}`,
    fields: listAccountFields(currency),
  })),
  {
    kind: 'crypto_wallet' as const,
    currency: 'NGN' as const,
    noun: 'SIDRA wallet',
    fields: [{ name: 'walletAddress', label: 'Wallet address' }],
  },
]
type Place = Omit<(typeof places)[number], 'fields'> & { fields: ReturnType<typeof listAccountFields> }

async function listAccounts() {
  const { data, error } = await (await getSupabase())
    .from('settlement_accounts')
    .select('*')
    .order('proposed_at', { ascending: false })
    .limit(100)
  if (error) throw error
  return data
}

type Account = Awaited<ReturnType<typeof listAccounts>>[number]

export function SettlementAccounts() {
  const panels = useRef<HTMLDivElement>(null)
  useMovedFocus(panels)
  const query = useQuery({ queryKey: ['settlement_accounts'], queryFn: listAccounts })
  const ways = useQuery({
    queryKey: ['settlement_accounts', 'ways'],
    queryFn: () => callAdmin<SettlementWay[]>('settlement_ways'),
  })
  return (
    <div ref={panels} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <QueryState query={query} errorText="The accounts could not be loaded.">
        {(accounts) =>
          places.map((place) => (
            <AccountPanel
              key={place.noun}
              place={place}
              accounts={accounts.filter(
                ({ kind, currency }) => kind === place.kind && currency === place.currency,
              )}
              ways={ways.data ?? []}
            />
          ))
        }
      </QueryState>
    </div>
  )
}

/** "Proposed by Ada Obi 30/11/2026, 04:22, approved by Bola Bello 30/11/2026, 05:00, in force since 01/12/2026, 05:00" */
function describeAccount(account: Account, way: SettlementWay | undefined, inForce: Account | undefined) {
  const by = (name: string | null | undefined) => (name ? ` by ${name}` : '')
  return [
    `Proposed${by(way?.proposed_by_name)} ${formatDateTime(account.proposed_at)}`,
    account.approved_at &&
      (account.confirmed_outside
        ? `confirmed by the code from the address outside ${formatDateTime(account.approved_at)}`
        : `approved${by(way?.approved_by_name)} ${formatDateTime(account.approved_at)}`),
    account.withdrawn_at
      ? `stopped${by(way?.withdrawn_by_name)} ${formatDateTime(account.withdrawn_at)}`
      : describeState(account, inForce),
    account.is_demo && 'demo',
  ]
    .filter(Boolean)
    .join(', ')
}

function describeState(account: Account, inForce: Account | undefined): string {
  if (!account.effective_at) return 'waits for somebody else to confirm it'
  if (Date.parse(account.effective_at) > Date.now())
    return `comes into force ${formatDateTime(account.effective_at)}`
  return account === inForce
    ? `in force since ${formatDateTime(account.effective_at)}`
    : `was in force from ${formatDateTime(account.effective_at)}`
}

interface AccountPanelProps {
  place: Place
  accounts: readonly Account[]
  ways: readonly SettlementWay[]
}

function AccountPanel({ place, accounts, ways }: AccountPanelProps) {
  const { can } = usePermissions()
  const approving = useAction({
    tables: ['settlement_accounts', 'admin_notices'],
    done: {
      title: 'Change approved',
      text: 'It comes into force in 24 hours; until then it can be stopped.',
    },
  })
  const stopping = useAction({
    tables: ['settlement_accounts', 'admin_notices'],
    done: { title: 'Change stopped' },
  })
  const mayChange = can('settings.settlement')
  const wayOf = (account: Account) => ways.find(({ proposal_id }) => proposal_id === account.id)
  const inForce = accounts
    .filter(
      ({ effective_at, withdrawn_at }) =>
        effective_at && !withdrawn_at && Date.parse(effective_at) <= Date.now(),
    )
    .toSorted((one, other) => Date.parse(other.effective_at ?? '') - Date.parse(one.effective_at ?? ''))[0]
  const isOpen = (account: Account) =>
    !account.withdrawn_at && (!account.effective_at || Date.parse(account.effective_at) > Date.now())
  const hasProposal = accounts.some((account) => !account.approved_at && !account.withdrawn_at)
  return (
    <Panel title={capitalise(place.noun)}>
      <div className="grid gap-4">
        {!inForce && (
          <Notice>None is in force: the pages that would show it say so, and show no other.</Notice>
        )}
        <ul className="ruled">
          {accounts.map((account) => (
            <li key={account.id} className="flex flex-wrap items-center gap-3">
              <span className="me-auto wrap-anywhere">
                <strong>
                  {place.kind === 'bank_account'
                    ? `${account.bank_name}, ${account.account_name}, ${groupAccountNumber(account.account_number ?? '')}`
                    : account.wallet_address}
                </strong>
                {account.swift_bic && (
                  <>
                    <br />
                    {[account.swift_bic, account.bank_address, account.correspondent]
                      .filter(Boolean)
                      .join('; ')}
                  </>
                )}
                <br />
                <span className="text-sm text-stone">
                  {describeAccount(account, wayOf(account), inForce)}
                </span>
              </span>
              {mayChange && !account.approved_at && !account.withdrawn_at && wayOf(account)?.can_approve && (
                <Button
                  size="sm"
                  busy={approving.isBusy}
                  busyLabel="Approving..."
                  onClick={() =>
                    approving.run((client) =>
                      client.rpc('approve_settlement_account', { proposal_id: account.id }),
                    )
                  }
                >
                  Approve
                </Button>
              )}
              {mayChange && isOpen(account) && (
                <Button
                  size="sm"
                  variant="outline"
                  busy={stopping.isBusy}
                  busyLabel="Stopping..."
                  onClick={() =>
                    stopping.run((client) =>
                      client.rpc('withdraw_settlement_account', { proposal_id: account.id }),
                    )
                  }
                >
                  Stop
                </Button>
              )}
              {!account.approved_at && !account.withdrawn_at && (
                <NextStep
                  account={account}
                  way={wayOf(account)}
                  mayChange={mayChange}
                  onDecided={approving.refuse}
                />
              )}
            </li>
          ))}
        </ul>
        <Refusal action={approving} />
        <Refusal action={stopping} />
        {mayChange && !hasProposal && (
          <FoldedPart title={nameProposal(place, inForce)} isOpen={!inForce && place === places[0]}>
            {() => <ProposeForm place={place} label={nameProposal(place, inForce)} />}
          </FoldedPart>
        )}
      </div>
    </Panel>
  )
}

interface NextStepProps {
  account: Account
  way: SettlementWay | undefined
  mayChange: boolean
  /** Somebody decided it in the meantime: the sentence is said where it stays, as the form goes. */
  onDecided: (sentence: string) => void
}

/** Who can confirm a proposal, and where nobody else here can: the code that was mailed to the address outside. */
function NextStep({ account, way, mayChange, onDecided }: NextStepProps) {
  const { userId } = useAuth()
  if (!way) return null
  if (way.way === 'nobody')
    return (
      <div className="w-full">
        <Notice kind="warn">
          <p>
            <strong>Nobody here can confirm this yet, and no address outside is set.</strong> A second person
            was not brought in by the first, and has worked here with a second step on three days of the last
            30. Until there is one, the person who runs the server sets SETTLEMENT_ALARM_EMAIL to a mailbox of
            nobody at this desk.
          </p>
        </Notice>
      </div>
    )
  if (way.way === 'outside')
    return mayChange && <CodeForm account={account} way={way} onDecided={onDecided} />
  if (account.proposed_by === userId || way.can_approve || !mayChange) return null
  return (
    <p className="w-full text-sm text-stone">
      You cannot approve this one: the person who does was not brought in by the person who proposed it, nor
      by the same person, and has worked here with a second step on three days of the last 30.
    </p>
  )
}

/** A wrong code is an answer of the database, and no error: it has counted the try. */
async function confirmCode(
  client: AppClient,
  proposalId: string,
  code: string,
  onDecided: (sentence: string) => void,
) {
  const { data, error } = await rpcAdmin(client, 'confirm_settlement_code', { proposal_id: proposalId, code })
  if (error?.hint === 'decided') onDecided(error.message)
  const answer = data as { ok: boolean; code?: string; triesLeft?: number } | null
  if (error || answer?.ok) return { error }
  const message =
    answer?.code === 'wrong_code' && answer.triesLeft
      ? `This is not the code. ${answer.triesLeft === 1 ? 'One try is' : `${answer.triesLeft} tries are`} left.`
      : 'This code counts no longer. Please mail another one.'
  return { error: ruleBroken(message) }
}

interface CodeFormProps {
  account: Account
  way: SettlementWay
  onDecided: (sentence: string) => void
}

function CodeForm({ account, way, onDecided }: CodeFormProps) {
  const id = useId()
  const days = way.waits_days === 1 ? '24 hours' : '7 days'
  const tables = ['settlement_accounts', 'admin_notices']
  const confirming = useActionForm({
    id,
    tables,
    done: {
      title: 'Change confirmed',
      text: `It comes into force in ${days}; until then it can be stopped.`,
    },
    read({ code = '' }, refuse) {
      if (code.trim() === '') return refuse('code', 'Please type the code')
      return (client) => confirmCode(client, account.id, code, onDecided)
    },
  })
  const sending = useAction({
    tables,
    done: { title: 'Code mailed', text: 'The address outside has another code; the one before is void.' },
  })

  return (
    <FormElement form={confirming} className="grid w-full gap-3" label="Confirm by a mailed code">
      <p>
        Nobody else here can approve this yet, so an address outside is asked:{' '}
        {way.code_sent_at
          ? `a code was mailed to it ${formatDateTime(way.code_sent_at)}.`
          : 'mail it a code first.'}{' '}
        The person who reads it calls you with the code. The change then waits {days}.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field id={`${id}-code`} label="Code from the mail" required>
          <TextInput name="code" autoComplete="one-time-code" maxLength={20} />
        </Field>
        <Button type="submit" size="sm" busy={confirming.isBusy} busyLabel="Confirming...">
          Confirm
        </Button>
        <Button
          size="sm"
          variant="outline"
          busy={sending.isBusy}
          busyLabel="Mailing..."
          onClick={() =>
            sending.run((client) => rpcAdmin(client, 'send_settlement_code', { proposal_id: account.id }))
          }
        >
          Mail another code
        </Button>
      </div>
      <Refusal action={confirming.action} />
      <Refusal action={sending} />
    </FormElement>
  )
}

/** Who confirms it, as the page says it too. */
const nextWords = {
  person: 'Somebody else here has to approve it. Every admin is mailed.',
  outside:
    'Nobody else here can approve it yet: the address outside is mailed a code, and every admin is mailed.',
  nobody: 'Nobody here can confirm it yet, and no address outside is set. Every admin is mailed.',
}

/** Answers how it goes on. */
async function propose(client: AppClient, kind: Place['kind'], details: Record<string, string>) {
  const { data: id, error } = await client.rpc('propose_settlement_account', { kind, details })
  if (error) return { error }
  const ways = await callAdmin<SettlementWay[]>('settlement_ways').catch(() => [])
  return { error, data: ways.find(({ proposal_id }) => proposal_id === id)?.way }
}

const nameProposal = ({ noun }: Place, inForce: Account | undefined) =>
  `Propose ${inForce ? 'another' : 'a'} ${noun}`

/** Typed again after a reload: where money is sent to stays on no device. */
const unstored = ['accountNumber', 'walletAddress']

function ProposeForm({ place, label }: { place: Place; label: string }) {
  const id = useId()
  const { kind, currency, fields } = place
  const names = fields.map(({ name }) => name)
  const draft = settlementDraft(kind, currency)
  const form = useActionForm({
    id,
    tables: ['settlement_accounts', 'admin_notices'],
    done: (way) => ({
      title: 'Change proposed',
      text: nextWords[way as keyof typeof nextWords] ?? 'Every admin is mailed.',
    }),
    draft,
    atField: names,
    empties: names,
    read(values, refuse) {
      // All that is missing or wrong at once, in the order of the boxes.
      const wrong = kind === 'bank_account' ? findAccountProblems(currency, values) : []
      for (const { name, label, isOptional } of fields) {
        const problem = wrong.find(({ field }) => field === name)
        if (!isOptional && !values[name]?.trim()) refuse(name, `${label} is missing`)
        else if (problem) refuse(name, problem.message)
      }
      const details = {
        ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
        ...(kind === 'bank_account' && currency !== 'NGN' && { currency }),
      }
      return (client) => propose(client, kind, details)
    },
  })

  function storeWords() {
    const words = Object.entries(readFormValues(form.ref.current)).filter(
      ([name]) => !unstored.includes(name),
    )
    saveWordDraft(draft, words.some(([, text]) => text.trim()) ? Object.fromEntries(words) : {})
  }

  return (
    <FormElement form={{ ...form, update: storeWords }} className="grid gap-4 pt-3" label={label}>
      <div className="grid gap-4 sm:grid-cols-3">
        {fields.map(({ name, label, isOptional = false }) => (
          <Field
            key={name}
            id={form.fieldId(name)}
            label={label}
            error={form.problemOf(name)}
            required={!isOptional}
            optional={isOptional}
          >
            <TextInput
              name={name}
              autoComplete="off"
              maxLength={name === 'bankAddress' || isOptional ? 300 : 100}
            />
          </Field>
        ))}
      </div>
      <Refusal action={form.action} />
      <div>
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Proposing...">
          Propose a change
        </Button>
      </div>
    </FormElement>
  )
}
