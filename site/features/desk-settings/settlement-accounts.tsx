/** Where money is sent to: proposed by one, approved by another, in force a day after the approval at the earliest. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { useMyDesk } from '#site/lib/desk/my-desk.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

const kinds = {
  bank_account: {
    title: 'Bank account',
    fields: {
      bankName: 'Bank',
      accountName: 'Name of the account',
      accountNumber: 'Account number (10 digits)',
    },
  },
  crypto_wallet: { title: 'SIDRA wallet', fields: { walletAddress: 'Wallet address' } },
} as const
type Kind = keyof typeof kinds

async function listAccounts() {
  const { data, error } = await (await getSupabase())
    .from('settlement_accounts')
    .select('*')
    .order('proposed_at', { ascending: false })
    .limit(40)
  if (error) throw error
  return data
}

type Account = Awaited<ReturnType<typeof listAccounts>>[number]

export function SettlementAccounts() {
  const query = useQuery({ queryKey: ['settlement_accounts'], queryFn: listAccounts })
  return (
    <QueryState query={query} trouble="The accounts could not be loaded.">
      {(accounts) =>
        (Object.keys(kinds) as Kind[]).map((kind) => (
          <AccountPanel
            key={kind}
            kind={kind}
            accounts={accounts.filter((account) => account.kind === kind)}
          />
        ))
      }
    </QueryState>
  )
}

function tellState(account: Account, inForce: Account | undefined): string {
  if (account.withdrawn_at) return `stopped ${formatDateTime(account.withdrawn_at)}`
  if (!account.effective_at) return 'waits for a second person'
  if (Date.parse(account.effective_at) > Date.now())
    return `comes into force ${formatDateTime(account.effective_at)}`
  return account === inForce
    ? `in force since ${formatDateTime(account.effective_at)}`
    : `was in force from ${formatDateTime(account.effective_at)}`
}

function AccountPanel({ kind, accounts }: { kind: Kind; accounts: readonly Account[] }) {
  const { userId } = useAuth()
  const { can } = useMyDesk()
  const approving = useAction({
    tables: ['settlement_accounts'],
    done: {
      title: 'Change approved',
      text: 'It comes into force in 24 hours; until then it can be stopped.',
    },
  })
  const stopping = useAction({ tables: ['settlement_accounts'], done: { title: 'Change stopped' } })
  const mayChange = can('settings.settlement')
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
    <Panel title={kinds[kind].title}>
      <div className="grid gap-4">
        {!inForce && <Notice kind="warn">None is in force: the pages that would show it hide it.</Notice>}
        <ul className="ruled">
          {accounts.map((account) => (
            <li key={account.id} className="flex flex-wrap items-center gap-3">
              <span className="me-auto wrap-anywhere">
                <strong>
                  {kind === 'bank_account'
                    ? `${account.bank_name}, ${account.account_name}, ${account.account_number}`
                    : account.wallet_address}
                </strong>
                <br />
                <span className="text-sm text-stone">
                  Proposed {formatDateTime(account.proposed_at)}, {tellState(account, inForce)}
                  {account.is_demo && ', demo'}
                </span>
              </span>
              {mayChange &&
                !account.approved_at &&
                !account.withdrawn_at &&
                account.proposed_by !== userId && (
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
            </li>
          ))}
        </ul>
        <Refusal action={approving} />
        <Refusal action={stopping} />
        {mayChange && !hasProposal && <ProposeForm kind={kind} />}
      </div>
    </Panel>
  )
}

function ProposeForm({ kind }: { kind: Kind }) {
  const id = useId()
  const [details, setDetails] = useState<Readonly<Record<string, string>>>({})
  const action = useAction({
    tables: ['settlement_accounts'],
    done: { title: 'Change proposed', text: 'Somebody else has to approve it.' },
    onDone: () => setDetails({}),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    action.run((client) => client.rpc('propose_settlement_account', { kind, details }))
  }

  return (
    <form
      className="grid gap-4"
      aria-label={`Propose another ${kinds[kind].title.toLowerCase()}`}
      noValidate
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {Object.entries(kinds[kind].fields).map(([name, label]) => (
          <Field key={name} id={`${id}-${name}`} label={label} required>
            <TextInput
              autoComplete="off"
              maxLength={100}
              value={details[name] ?? ''}
              onChange={(event) => setDetails({ ...details, [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <Refusal action={action} />
      <div>
        <Button type="submit" size="sm" variant="outline" busy={action.isBusy} busyLabel="Proposing...">
          Propose a change
        </Button>
      </div>
    </form>
  )
}
