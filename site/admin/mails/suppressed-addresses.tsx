/** Addresses that are not written to: those whose mailbox is not there, and those whose owner does not want it. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import type { suppressionReasons } from '#domain/admin/admin.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

const shownMax = 50
const reasonWords: Record<string, string> = {
  asked: 'asked not to be written to',
  complained: 'complained of our mails',
  bounced: 'the mailbox is not there',
} satisfies Record<(typeof suppressionReasons)[number], string>

async function listAddresses(search: string) {
  const { data, error } = await (await getSupabase())
    .from('mail_suppressions')
    .select('email,reason,created_at,expires_at')
    .or(`expires_at.is.null,expires_at.gt.${new Date().toISOString()}`)
    .ilike('email', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
    .order('created_at', { ascending: false })
    .limit(shownMax)
  if (error) throw error
  return data
}

export function SuppressedAddresses() {
  const id = useId()
  const { can } = usePermissions()
  const [email, setEmail] = useState('')
  const search = useDeferredValue(email.trim().toLowerCase())
  const query = useQuery({
    queryKey: ['mail_suppressions', search],
    queryFn: () => listAddresses(search),
    placeholderData: keepPreviousData,
  })
  const adding = useActionForm({
    id,
    tables: ['mail_suppressions'],
    done: { title: 'Address added', text: 'We do not write to it any more.' },
    empties: ['reason'],
    onDone: () => setEmail(''),
    read({ reason }, refuse) {
      if (!reason) return refuse('reason', 'Please choose why')
      return (client) => client.rpc('suppress_address', { email, reason })
    },
  })
  const lifting = useAction({
    tables: ['mail_suppressions'],
    done: { title: 'Address taken off', text: 'We write to it again.' },
  })
  const mayChange = can('mails.resend')

  return (
    <Panel title="Addresses that we do not write to">
      <div className="grid gap-4">
        <p>
          A mail to one of them fails at once. Links to sign in and new passwords still go out, unless the
          mailbox is not there.
        </p>
        <FormElement form={adding} className="grid gap-3" label="Add an address">
          <div className="form-pair">
            <Field id={`${id}-email`} label="Email address" help="The list below shows what matches.">
              <TextInput type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
            </Field>
            {mayChange && (
              <Field id={`${id}-reason`} label="Why">
                <Select
                  name="reason"
                  placeholder="Choose"
                  options={[
                    { value: 'asked', label: 'They asked not to be written to' },
                    { value: 'complained', label: 'They complained' },
                  ]}
                />
              </Field>
            )}
          </div>
          <Refusal action={adding.action} />
          {mayChange && (
            <div>
              <Button type="submit" size="sm" variant="outline" busy={adding.isBusy} busyLabel="Adding...">
                Add address
              </Button>
            </div>
          )}
        </FormElement>
        <Refusal action={lifting} />
        <QueryState query={query} errorText="The addresses could not be loaded.">
          {(addresses) =>
            addresses.length === 0 ? (
              <p className="text-stone">None.</p>
            ) : (
              <ul className="ruled" aria-label="Addresses that we do not write to">
                {addresses.map((address) => (
                  <li key={address.email} className="flex flex-wrap items-center gap-3">
                    <span className="me-auto wrap-anywhere">
                      {address.email}
                      <br />
                      <span className="text-sm text-stone">
                        {reasonWords[address.reason] ?? address.reason}, since{' '}
                        {formatDateTime(address.created_at)}
                        {address.expires_at && `, until ${formatDate(address.expires_at)}`}
                      </span>
                    </span>
                    {mayChange && (
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Write to ${address.email} again`}
                        disabled={lifting.isBusy}
                        onClick={() =>
                          lifting.run((client) => client.rpc('lift_suppression', { email: address.email }))
                        }
                      >
                        Write again
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
        {query.data?.length === shownMax && (
          <p className="text-stone">The newest {shownMax}: type a part of an address to find others.</p>
        )}
      </div>
    </Panel>
  )
}
