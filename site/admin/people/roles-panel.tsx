/** Every role with who has it, what it may do in sentences, and how far; changed and made in a form of its own. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rightAreas } from '#domain/admin/right-areas.ts'
import { type Permission, permissions } from '#domain/admin/roles.ts'
import type { RoleRow } from '#domain/admin/staff.ts'
import { formatNaira } from '#domain/money.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { refetch } from '#site/admin/refetch.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { rightsQuery, staffQuery } from './people-data.ts'
import { RoleForm } from './role-form.tsx'

interface RolesPanelProps {
  roles: readonly RoleRow[]
  mayManage: boolean
}

/** Stands for a role that is not made yet. */
const newRole = 'new'

export function RolesPanel({ roles, mayManage }: RolesPanelProps) {
  const rights = useQuery(rightsQuery)
  const staff = useQuery(staffQuery)
  const [shown, setShown] = useState('reviewer')
  const [isChanging, setIsChanging] = useState(false)
  const living = roles.filter(({ ended_at }) => ended_at === null)
  const holdersOf = (role: string) => (staff.data ?? []).filter((member) => member.role === role)
  const role = living.find(({ name }) => name === shown)

  const place = useRef<HTMLElement>(null)
  // The form goes with what it made: the focus is at the role, once it stands in the list.
  const wasForm = useRef(false)
  useEffect(() => {
    if (isChanging) wasForm.current = true
    if (isChanging || !wasForm.current) return
    const isLost = document.activeElement === document.body
    const pressed = place.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (isLost) pressed?.focus()
    // Once: where its user moves it afterwards, it stays.
    wasForm.current = isLost && !pressed
  })

  function show(name: string, isForm = false) {
    setShown(name)
    setIsChanging(isForm)
  }

  return (
    <section ref={place} className="roles" aria-label="Roles and rights">
      <div className="grid content-start gap-3">
        <ul className="role-list" aria-label="Roles">
          {living.map(({ name, title, description }) => (
            <li key={name}>
              <button type="button" aria-pressed={name === shown} onClick={() => show(name)}>
                <strong>{title}</strong>
                <span className="num text-stone">{holdersOf(name).length}</span>
                <span className="text-sm text-stone">{description}</span>
              </button>
            </li>
          ))}
        </ul>
        {mayManage && (
          <div>
            <Button size="sm" variant="outline" onClick={() => show(newRole, true)}>
              Make a role
            </Button>
          </div>
        )}
      </div>
      <QueryState query={rights} errorText="The rights could not be loaded.">
        {(byRole) => {
          if (mayManage && isChanging)
            return (
              <RoleForm
                key={shown}
                role={role}
                rights={byRole.get(shown) ?? []}
                holders={holdersOf(shown).length}
                onSaved={(name) => show(name ?? shown)}
                onCancel={() => show(shown === newRole ? 'reviewer' : shown)}
              />
            )
          if (!role) return null
          return (
            <Panel
              title={role.title}
              aside={
                mayManage &&
                role.name !== 'admin' && (
                  <span className="flex flex-wrap gap-2">
                    {!role.is_built_in && holdersOf(role.name).length === 0 && (
                      <ConfirmButton
                        label="Delete"
                        size="sm"
                        title={`Delete the role ${role.title}?`}
                        confirmLabel="Delete the role"
                        busyLabel="Deleting..."
                        run={() => callAdmin('delete_role', { name: role.name })}
                        onDone={() => {
                          show('reviewer')
                          toast.success('Role deleted')
                          void refetch(queryClient, ['roles', 'role_permissions'])
                        }}
                      />
                    )}
                    <Button size="sm" variant="outline" onClick={() => setIsChanging(true)}>
                      Change this role
                    </Button>
                  </span>
                )
              }
            >
              <RoleFacts
                role={role}
                rights={role.name === 'admin' ? permissions : (byRole.get(role.name) ?? [])}
                holders={holdersOf(role.name).map(({ full_name, email }) => full_name ?? email)}
              />
            </Panel>
          )
        }}
      </QueryState>
    </section>
  )
}

interface RoleFactsProps {
  role: RoleRow
  rights: readonly Permission[]
  holders: readonly string[]
}

function RoleFacts({ role, rights, holders }: RoleFactsProps) {
  const { refund_up_to_kobo: refund, quote_below_list_percent: percent } = role
  return (
    <div className="grid gap-4">
      <p>{role.description}</p>
      <p>
        <strong>Given to:</strong>{' '}
        <span className="wrap-anywhere">{holders.length > 0 ? holders.join(', ') : 'nobody yet'}</span>
      </p>
      {(refund !== null || percent !== null) && (
        <ul className="ruled">
          {refund !== null && (
            <li>
              A refund of more than <span className="num">{formatNaira(refund)}</span> waits for a second
              person.
            </li>
          )}
          {percent !== null && (
            <li>
              A quote more than <span className="num">{percent}</span> percent below the list price, or for
              what has none, waits for a second person. The buyer hears of it when it is approved.
            </li>
          )}
        </ul>
      )}
      <div className="right-areas">
        {rightAreas.map(({ title, rights: sentences }) => {
          const held = (Object.entries(sentences) as [Permission, string][]).filter(([right]) =>
            rights.includes(right),
          )
          return (
            held.length > 0 && (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                <ul>
                  {held.map(([right, sentence]) => (
                    <li key={right}>{sentence}</li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </div>
    </div>
  )
}
