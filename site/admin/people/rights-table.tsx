/** What each role may do: rows of the database, granted and revoked here; admins always have every right. On a phone, one role at a time. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { permissions, roles } from '#domain/admin/roles.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { nameRole, roleOptions } from './role-names.ts'

async function listRights(): Promise<ReadonlySet<string>> {
  const { data, error } = await (await getSupabase()).from('role_permissions').select('role,permission')
  if (error) throw error
  return new Set(data.map(({ role, permission }) => `${role} ${permission}`))
}

export function RightsTable({ mayManage }: { mayManage: boolean }) {
  const id = useId()
  const [shownRole, setShownRole] = useState('reviewer')
  /** A wide screen has room for every role. */
  const hideOnPhones = (role: string) => (role === shownRole ? undefined : 'max-md:hidden')
  const query = useQuery({ queryKey: ['role_permissions'], queryFn: listRights })
  const action = useAction({
    tables: ['role_permissions', 'my-permissions'],
    done: { title: 'Rights changed' },
  })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Rights">
      <h2 className="text-xl">Rights</h2>
      <p>Admins have every right and keep them. A right of another role counts within a minute.</p>
      <Refusal action={action} />
      <QueryState query={query} errorText="The rights could not be loaded.">
        {(provided) => (
          <>
            <div className="md:hidden">
              <Field id={id} label="Role">
                <Select
                  options={roleOptions}
                  value={shownRole}
                  onChange={(event) => setShownRole(event.target.value)}
                />
              </Field>
            </div>
            <div className="rights">
              <Table label="Rights of each role">
                <TableHead>
                  <HeadCell>Right</HeadCell>
                  {roles.map((role) => (
                    <HeadCell key={role} className={hideOnPhones(role)}>
                      {nameRole(role)}
                    </HeadCell>
                  ))}
                </TableHead>
                <TableBody>
                  {permissions.map((permission) => (
                    <Row key={permission}>
                      <Cell label="Right">{permission.replaceAll('_', ' ').replace('.', ': ')}</Cell>
                      {roles.map((role) => (
                        <Cell key={role} label={nameRole(role)} className={hideOnPhones(role)}>
                          <input
                            type="checkbox"
                            className="pick"
                            aria-label={`${nameRole(role)}: ${permission}`}
                            checked={provided.has(`${role} ${permission}`)}
                            disabled={
                              !mayManage || role === 'admin' || permission === 'roles.manage' || action.isBusy
                            }
                            onChange={(event) => {
                              const isGranted = event.target.checked
                              action.run((client) =>
                                rpcAdmin(client, 'set_role_permission', {
                                  role,
                                  permission,
                                  is_granted: isGranted,
                                }),
                              )
                            }}
                          />
                        </Cell>
                      ))}
                    </Row>
                  ))}
                </TableBody>
              </Table>
            </div>
          </>
        )}
      </QueryState>
    </section>
  )
}
