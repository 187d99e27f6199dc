/** Staff: who they are, inviting, changing and deactivating them, and what each role may do. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { nameRole, toRoleOptions } from '#domain/admin/role-names.ts'
import { sayAction } from '#domain/admin/say-action.ts'
import type { LastAction, RoleRow, StaffInvitation, StaffMember } from '#domain/admin/staff.ts'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { deactivationDraft } from '#site/admin/records/form-drafts.ts'
import { ReasonDialog } from '#site/admin/records/reason-dialog.tsx'
import { removeWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { InviteForm } from './invite-form.tsx'
import { invitationsQuery, lastActionsQuery, rolesQuery, staffQuery } from './people-data.ts'
import { RolesPanel } from './roles-panel.tsx'

export function PeoplePage() {
  const { can } = usePermissions()
  const [search, setSearch] = useSearchParams()
  const roles = useQuery(rolesQuery)
  const mayManage = can('roles.manage')
  return (
    <QueryState query={roles} errorText="The roles could not be loaded.">
      {(rows) => (
        <Tabs
          label="People and rights"
          value={search.get('tab') === 'roles' ? 'roles' : 'people'}
          onValueChange={(tab) => setSearch(tab === 'roles' ? { tab } : {}, { replace: true })}
          tabs={[
            { id: 'people', label: 'People', panel: <People roles={rows} mayManage={mayManage} /> },
            {
              id: 'roles',
              label: 'Roles and rights',
              panel: (
                <div className="pt-4">
                  <RolesPanel roles={rows} mayManage={mayManage} />
                </div>
              ),
            },
          ]}
        />
      )}
    </QueryState>
  )
}

function People({ roles, mayManage }: { roles: readonly RoleRow[]; mayManage: boolean }) {
  const { can } = usePermissions()
  const staff = useQuery(staffQuery)
  const invitations = useQuery(invitationsQuery)
  const seesActions = can('audit_events.read')
  const actions = useQuery({ ...lastActionsQuery, enabled: seesActions })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-4">
      {mayManage && <InviteForm roles={roles} />}
      <QueryState query={invitations} errorText="The invitations could not be loaded.">
        {(open) => open.length > 0 && <Invitations invitations={open} roles={roles} mayManage={mayManage} />}
      </QueryState>
      {actions.isError && (
        <RetryNotice onRetry={() => void actions.refetch()}>
          The last actions could not be loaded.
        </RetryNotice>
      )}
      <QueryState query={staff} errorText="The staff could not be loaded.">
        {(members) => (
          <Table label="Staff">
            <TableHead>
              <HeadCell>Name</HeadCell>
              <HeadCell>Role</HeadCell>
              <HeadCell>Second step</HeadCell>
              <HeadCell>Last sign-in</HeadCell>
              {seesActions && <HeadCell>Last actions</HeadCell>}
              {mayManage && <HeadCell className="actions-head">Change</HeadCell>}
            </TableHead>
            <TableBody>
              {members.map((member) => (
                <MemberRow
                  key={member.user_id}
                  member={member}
                  roles={roles}
                  mayManage={mayManage}
                  actions={
                    seesActions ? actions.data?.filter(({ user_id }) => user_id === member.user_id) : null
                  }
                />
              ))}
            </TableBody>
          </Table>
        )}
      </QueryState>
    </div>
  )
}

interface InvitationsProps {
  invitations: readonly StaffInvitation[]
  roles: readonly RoleRow[]
  mayManage: boolean
}

function Invitations({ invitations, roles, mayManage }: InvitationsProps) {
  const action = useAction({ tables: ['staff'], done: { title: 'Invitation withdrawn' } })
  return (
    <Panel title="Invitations">
      <ul className="ruled">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-3">
            <span className="me-auto wrap-anywhere">
              {invitation.email}, {nameRole(invitation.role, roles)}, until{' '}
              {formatDateTime(invitation.expires_at)}
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

interface MemberRowProps {
  member: StaffMember
  roles: readonly RoleRow[]
  mayManage: boolean
  /** Null: not for everybody to read; undefined: not here yet. */
  actions: readonly LastAction[] | null | undefined
}

function MemberRow({ member, roles, mayManage, actions }: MemberRowProps) {
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
    onDone() {
      removeWordDraft(deactivationDraft(member.user_id))
      setIsLeaving(false)
    },
  })
  return (
    <Row>
      <Cell label="Name">
        <div>
          <p className="font-semibold">{member.full_name}</p>
          <p className="text-sm text-stone wrap-anywhere">{member.email}</p>
        </div>
      </Cell>
      <Cell label="Role">
        {member.role && mayManage ? (
          <div className="flex flex-wrap items-center gap-2">
            <Select
              aria-label={`Role of ${name}`}
              options={toRoleOptions(roles)}
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
        ) : member.role ? (
          nameRole(member.role, roles)
        ) : (
          `Left, was ${nameRole(member.former_role ?? '', roles)}`
        )}
      </Cell>
      <Cell label="Second step">{member.has_second_factor ? 'On' : 'Off'}</Cell>
      <Cell label="Last sign-in">{member.last_sign_in_at && formatDateTime(member.last_sign_in_at)}</Cell>
      {actions !== null && (
        <Cell label="Last actions">
          {actions?.length === 0 && <span className="text-sm text-stone">None yet</span>}
          {actions && actions.length > 0 && (
            <ul className="text-sm">
              {actions.map(({ action, subject_type, at, ...given }) => (
                <li key={`${at} ${action} ${subject_type}`}>
                  {sayAction(action, subject_type, given)}{' '}
                  <span className="text-stone num">{formatDateTime(at)}</span>
                </li>
              ))}
            </ul>
          )}
        </Cell>
      )}
      {mayManage && (
        <Cell>
          <div className="grid gap-2">
            {member.role && member.user_id !== userId && (
              <Button
                size="sm"
                variant="quiet"
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
            draftName={deactivationDraft(member.user_id)}
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
