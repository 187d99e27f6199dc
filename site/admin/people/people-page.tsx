/** Staff: who they are, inviting, changing and deactivating them, and what each role may do. */

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { invitationDays, type StaffInvitation, type StaffMember } from '#domain/admin/staff.ts'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin, rpcAdmin } from '#site/admin/call-admin.ts'
import { ReasonDialog } from '#site/admin/records/reason-dialog.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { RightsTable } from './rights-table.tsx'
import { nameRole, roleOptions } from './role-names.ts'

async function listInvitations(): Promise<StaffInvitation[]> {
  const { data, error } = await (await getSupabase())
    .from('staff_invitations')
    .select('id,email,role,invited_by,created_at,expires_at,accepted_at,withdrawn_at')
    .is('accepted_at', null)
    .is('withdrawn_at', null)
    .order('created_at', { ascending: false })
    .limit(100)
  if (error) throw error
  return data as StaffInvitation[]
}

export function PeoplePage() {
  const { can } = usePermissions()
  const staff = useQuery({ queryKey: ['staff'], queryFn: () => callAdmin<StaffMember[]>('list_staff') })
  const invitations = useQuery({ queryKey: ['staff', 'invitations'], queryFn: listInvitations })
  const mayManage = can('roles.manage')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {mayManage && <InviteForm />}
      <QueryState query={invitations} errorText="The invitations could not be loaded.">
        {(open) => open.length > 0 && <Invitations invitations={open} mayManage={mayManage} />}
      </QueryState>
      <QueryState query={staff} errorText="The staff could not be loaded.">
        {(members) => (
          <Table label="Staff">
            <TableHead>
              <HeadCell>Name</HeadCell>
              <HeadCell>Role</HeadCell>
              <HeadCell>Second step</HeadCell>
              <HeadCell>Last sign-in</HeadCell>
              <HeadCell>Since</HeadCell>
              {mayManage && <HeadCell>Decision</HeadCell>}
            </TableHead>
            <TableBody>
              {members.map((member) => (
                <MemberRow key={member.user_id} member={member} mayManage={mayManage} />
              ))}
            </TableBody>
          </Table>
        )}
      </QueryState>
      <RightsTable mayManage={mayManage} />
    </div>
  )
}

function InviteForm() {
  const id = useId()
  const form = useActionForm({
    id,
    tables: ['staff'],
    done: { title: 'Invitation sent', text: `It is good for ${invitationDays} days.` },
    atField: ['email', 'role'],
    empties: ['email'],
    read({ email = '', role }) {
      return (client) => rpcAdmin(client, 'invite_staff', { email: email.trim(), role })
    },
  })

  return (
    <Panel title="Invite somebody">
      <FormElement form={form} className="grid gap-4" label="Invite somebody">
        <div className="flex flex-wrap items-end gap-4 sm:items-start">
          <div className="w-full sm:w-80">
            <Field id={`${id}-email`} label="E-mail" required error={form.problemOf('email')}>
              <TextInput name="email" type="email" autoComplete="off" />
            </Field>
          </div>
          <Field id={`${id}-role`} label="Role" error={form.problemOf('role')}>
            <Select name="role" options={roleOptions} defaultValue="reviewer" />
          </Field>
          <Button type="submit" className="sm:mt-8" busy={form.isBusy} busyLabel="Inviting...">
            Invite
          </Button>
        </div>
        <Refusal action={form.action} />
      </FormElement>
    </Panel>
  )
}

function Invitations({
  invitations,
  mayManage,
}: {
  invitations: readonly StaffInvitation[]
  mayManage: boolean
}) {
  const action = useAction({ tables: ['staff'], done: { title: 'Invitation withdrawn' } })
  return (
    <Panel title="Invitations">
      <ul className="ruled">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-3">
            <span className="me-auto wrap-anywhere">
              {invitation.email}, {nameRole(invitation.role)}, until {formatDateTime(invitation.expires_at)}
            </span>
            {mayManage && (
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Withdraw the invitation of ${invitation.email}`}
                disabled={action.isBusy}
                onClick={() =>
                  action.run((client) => rpcAdmin(client, 'withdraw_invitation', { id: invitation.id }))
                }
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Refusal action={action} />
    </Panel>
  )
}

function MemberRow({ member, mayManage }: { member: StaffMember; mayManage: boolean }) {
  const { userId } = useAuth()
  const [isLeaving, setIsLeaving] = useState(false)
  const [wantedRole, setWantedRole] = useState<string | null>(null)
  const name = member.full_name ?? member.email
  const changing = useAction({
    tables: ['staff', 'my-permissions'],
    done: { title: 'Role changed' },
    onDone: () => setWantedRole(null),
  })
  const leaving = useAction({
    tables: ['staff'],
    done: { title: 'Deactivated', text: 'Their sessions have ended.' },
    onDone: () => setIsLeaving(false),
  })
  return (
    <Row>
      <Cell label="Name">
        <div>
          <p className="font-semibold">{member.full_name}</p>
          <p className="text-stone wrap-anywhere">{member.email}</p>
        </div>
      </Cell>
      <Cell label="Role">
        {member.role && mayManage ? (
          <div className="flex flex-wrap items-center gap-2">
            <Select
              aria-label={`Role of ${name}`}
              options={roleOptions}
              value={wantedRole ?? member.role}
              disabled={changing.isBusy}
              onChange={(event) => setWantedRole(event.target.value)}
            />
            {/* An arrow key already chooses another one: what is chosen counts when it is confirmed. */}
            {wantedRole && wantedRole !== member.role && (
              <Button
                size="sm"
                aria-label={`Change the role of ${name}`}
                busy={changing.isBusy}
                busyLabel="Changing..."
                onClick={() =>
                  changing.run((client) =>
                    rpcAdmin(client, 'change_staff_role', {
                      user_id: member.user_id,
                      new_role: wantedRole,
                      expected_role: member.role,
                    }),
                  )
                }
              >
                Change
              </Button>
            )}
          </div>
        ) : (
          nameRole(member.role ?? `was ${member.former_role ?? 'staff'}`)
        )}
      </Cell>
      <Cell label="Second step">{member.has_second_factor ? 'On' : 'Off'}</Cell>
      <Cell label="Last sign-in">{member.last_sign_in_at && formatDateTime(member.last_sign_in_at)}</Cell>
      <Cell label="Since">{formatDateTime(member.since)}</Cell>
      {mayManage && (
        <Cell>
          <div className="grid gap-2">
            {member.role && member.user_id !== userId && (
              <Button
                size="sm"
                variant="outline"
                aria-label={`Deactivate ${name}`}
                busy={leaving.isBusy}
                busyLabel="Deactivating..."
                onClick={() => setIsLeaving(true)}
              >
                Deactivate
              </Button>
            )}
            <Refusal action={changing} />
            {!isLeaving && <Refusal action={leaving} />}
          </div>
          <ReasonDialog
            title={isLeaving ? `Deactivate ${name}` : null}
            verb={{ label: 'Deactivate', busyLabel: 'Deactivating...' }}
            question={
              isLeaving
                ? { help: 'It stays in the audit trail. Their sessions end at once.', minLength: 3 }
                : undefined
            }
            variant="danger"
            busy={leaving.isBusy}
            onReason={(reason) => {
              leaving.run((client) =>
                rpcAdmin(client, 'deactivate_staff', { user_id: member.user_id, reason }),
              )
            }}
            refusal={leaving.refusal}
            onClose={() => setIsLeaving(false)}
          />
        </Cell>
      )}
    </Row>
  )
}
