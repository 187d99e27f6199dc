/** Invites a colleague by mail, and says beforehand when that replaces an invitation that is open. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { nameRole, toRoleOptions } from '#domain/admin/role-names.ts'
import { invitationDays, type RoleRow, type StaffInvitation } from '#domain/admin/staff.ts'
import { formatDate } from '#domain/dates.ts'
import { normaliseEmail } from '#domain/emails.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { invitationsQuery } from './people-data.ts'

export function InviteForm({ roles }: { roles: readonly RoleRow[] }) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('reviewer')
  const open = useQuery(invitationsQuery)
  const replaced = open.data?.find((one) => normaliseEmail(one.email) === normaliseEmail(email))
  const form = useActionForm({
    id,
    tables: ['staff'],
    done: {
      title: 'Invitation sent',
      text: `The link works for ${invitationDays} days.${replaced ? ' The earlier one does not work any more.' : ''}`,
    },
    atField: ['email', 'role'],
    empties: ['email'],
    onDone: () => setEmail(''),
    read() {
      return (client) => rpcAdmin(client, 'invite_staff', { email: email.trim(), role })
    },
  })
  return (
    <Panel title="Invite somebody">
      <FormElement form={form} className="grid gap-4" label="Invite somebody">
        <SecondStepNotice />
        <div className="flex flex-wrap items-end gap-4 sm:items-start">
          <div className="w-full sm:w-80">
            <Field id={`${id}-email`} label="Email" required error={form.problemOf('email')}>
              <TextInput
                name="email"
                type="email"
                autoComplete="off"
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
          </div>
          <Field id={`${id}-role`} label="Role" error={form.problemOf('role')}>
            <Select
              name="role"
              options={toRoleOptions(roles)}
              value={role}
              onChange={(event) => setRole(event.target.value)}
            />
          </Field>
          <Button type="submit" className="sm:mt-8" busy={form.isBusy} busyLabel="Inviting...">
            {replaced ? 'Replace the invitation' : 'Invite'}
          </Button>
        </div>
        <p className="text-sm text-stone">{roles.find(({ name }) => name === role)?.description}</p>
        {replaced && <Replaced invitation={replaced} roles={roles} />}
        <Refusal action={form.action} />
      </FormElement>
    </Panel>
  )
}

function Replaced({ invitation, roles }: { invitation: StaffInvitation; roles: readonly RoleRow[] }) {
  return (
    <Notice>
      <p role="status">
        This address was invited as {nameRole(invitation.role, roles)} on {formatDate(invitation.created_at)}.
        The new invitation replaces that one: its link ends.
      </p>
    </Notice>
  )
}
