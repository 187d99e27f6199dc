/** Who else has a record open at this time. A word among colleagues and no lock: two decisions on one record are resolved by the database. */
import { useEffect, useState } from 'react'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { openLiveLine } from '#site/lib/live-line.ts'
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

/** A channel that is still being left would be returned again for the same record. */
let left: Promise<unknown> = Promise.resolve()

/** The others; without websockets nobody. */
function useReaders({ table, id }: ReadersProps): string[] {
  const { userId, fullName, email } = useAuth()
  const name = fullName || email
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    if (!userId || !name) return
    const own: Reader = { userId, name }
    let isLeft = false
    let leave = () => {}

    async function join() {
      const live = await openLiveLine()
      await left
      if (isLeft) return
      const channel = live.channel(`desk:${table}:${id}`, { config: { private: true } })
      channel.on('presence', { event: 'sync' }, () => {
        const present = Object.values(channel.presenceState<Reader>()).flat()
        const others = present.filter((reader) => reader.userId !== userId && typeof reader.name === 'string')
        // Two tabs are one person.
        setNames([...new Map(others.map((reader) => [reader.userId, reader.name.slice(0, 80)])).values()])
      })
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED') void channel.track(own)
        else setNames([])
      })
      leave = () => {
        left = live.removeChannel(channel).catch(() => {})
      }
    }

    join().catch(() => {})
    return () => {
      isLeft = true
      leave()
      setNames([])
    }
  }, [table, id, userId, name])
  return names
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
