/** What is locked away about someone, masked; opened one by one, for a reason that the person can read. */

import { useState } from 'react'
import { nameSecret } from '#domain/vault.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { useFetchAhead } from '#site/admin/records/load-part.tsx'
import { Button } from '#site/ui/button.tsx'
import { RevealDialog } from './loaded-dialogs.ts'

interface SecretListProps {
  table: string
  id: string
  secrets: readonly { field: string; masked: string }[]
}

export function SecretList({ table, id, secrets }: SecretListProps) {
  const { can } = usePermissions()
  const maySee = can('vault.reveal')
  const [requested, setRequested] = useState<string | null>(null)
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({})
  useFetchAhead(RevealDialog)
  const hide = (field: string) =>
    setShown((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  return (
    <section className="drawer-part" aria-label="Stored encrypted">
      <h3>Stored encrypted</h3>
      {!maySee && <p>Your role does not open them.</p>}
      <ul className="ruled">
        {secrets.map(({ field, masked }) => {
          const value = shown[field]
          return (
            <li key={field} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="w-40 text-stone">{capitalise(nameSecret(field))}</span>
              <span className="code wrap-anywhere">{value ?? masked}</span>
              {maySee && (
                <Button
                  size="sm"
                  variant="quiet"
                  className="ms-auto"
                  data-step="reveal"
                  aria-label={`${value ? 'Hide' : 'Reveal'} ${nameSecret(field)}`}
                  onClick={() => (value ? hide(field) : setRequested(field))}
                >
                  {value ? 'Hide' : 'Reveal'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <RevealDialog
        table={table}
        id={id}
        field={requested}
        isOpen={requested !== null}
        onClose={() => setRequested(null)}
        onRevealed={(field, value) => {
          setRequested(null)
          setShown((before) => ({ ...before, [field]: value }))
        }}
      />
    </section>
  )
}
