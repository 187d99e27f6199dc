/** Who else has a record open at this time. A word among colleagues and no lock: two decisions on one record are resolved by the database. */
import { useEffect, useState } from 'react'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { joinLiveLine } from '#site/lib/live-line.ts'
import { Icon } from '#site/ui/icons.tsx'

interface ReadersProps {
  table: AdminRecordType
  id: string
}

export function Readers(props: ReadersProps) {
  const names = useReaders(props)
  return (
    <p role="status" className="readers">
      {names.length > 0 && (
        <>
          <Icon name="user" /> {joinNames(names)} {names.length === 1 ? 'is' : 'are'} reading this
        </>
      )}
    </p>
  )
}

/** What a colleague's browser says of them. */
interface Reader {
  userId: string
  name: string
}

/** The others; without websockets nobody. */
function useReaders({ table, id }: ReadersProps): string[] {
  const { userId, email } = useAuth()
  const { name: ownName, isKnown } = usePermissions()
  const name = isKnown ? ownName || email : null
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    if (!userId || !name) return
    const leave = joinLiveLine({
      topic: `desk:${table}:${id}`,
      own: { userId, name } satisfies Reader,
      onPresent(present) {
        const others = (present as Reader[]).filter(
          (reader) => reader.userId !== userId && typeof reader.name === 'string',
        )
        // Two tabs are one person.
        setNames([...new Map(others.map((reader) => [reader.userId, reader.name.slice(0, 80)])).values()])
      },
      onJoined: () => setNames([]),
    })
    return () => {
      leave()
      setNames([])
    }
  }, [table, id, userId, name])
  return names
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
