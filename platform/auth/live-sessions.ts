// Whether the session that a token came from still stands: read from the database, and remembered for a few seconds.
import type { Database } from '../database/database.ts'

/** What a token says of the session that it came from. */
export interface TokenSession {
  id: string
  userId: string
  /** The token's own assurance level: a session that has fallen below it answers for it no more. */
  aal: string
}

export interface LiveSessions {
  /** Answers at once from memory, where it was read just before. Rejects when the database cannot be reached. */
  isAlive(session: TokenSession): boolean | Promise<boolean>
  /** This process has ended or changed sessions of theirs: the next question goes to the database. */
  forget(userId: string): void
}

/**
 * Sessions end in other processes, and in SQL, without a word to this one. A request of an ended session is refused
 * within five seconds: these, and what a lookup or the sweep of open sockets takes.
 */
const rememberedMs = 3_000
/** The sessions of some minutes; the longest remembered go first. */
const maxRemembered = 10_000

interface Standing {
  user_id: string
  aal: string
  not_after: Date | null
  banned_until: Date | null
}

interface Remembered {
  standing: Standing | undefined
  requestedAtMs: number
}

export function createLiveSessions({
  database,
  clock,
}: {
  database: Pick<Database, 'rest'>
  clock: () => Date
}): LiveSessions {
  const remembered = new Map<string, Remembered>()
  const lookups = new Map<string, Promise<Standing | undefined>>()
  let gathered: Promise<Map<string, Standing>> | undefined
  let gathering: string[] = []
  // What was queried before someone's sessions were ended here is not remembered after it.
  let endings = 0

  /** All that are requested in one turn of the event loop are one statement. */
  function read(id: string): Promise<Map<string, Standing>> {
    gathering.push(id)
    gathered ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        const ids = gathering
        gathering = []
        gathered = undefined
        database.rest
          .query<Standing & { id: string }>({
            name: 'live_sessions',
            text: 'select * from auth.live_sessions($1)',
            values: [ids],
          })
          .then(({ rows }) => resolve(new Map(rows.map((row) => [row.id, row]))), reject)
      })
    })
    return gathered
  }

  function lookUp(id: string): Promise<Standing | undefined> {
    const underway = lookups.get(id)
    if (underway) return underway
    const requestedAtMs = clock().getTime()
    const endingsBefore = endings
    const lookup = read(id)
      .then((standings) => {
        const standing = standings.get(id)
        if (endings === endingsBefore) {
          remembered.delete(id)
          remembered.set(id, { standing, requestedAtMs })
          if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
        }
        return standing
      })
      .finally(() => {
        if (lookups.get(id) === lookup) lookups.delete(id)
      })
    lookups.set(id, lookup)
    return lookup
  }

  const judge = (standing: Standing | undefined, { userId, aal }: TokenSession): boolean => {
    const now = clock()
    return (
      standing !== undefined &&
      standing.user_id === userId &&
      standing.aal >= aal &&
      (standing.not_after === null || standing.not_after > now) &&
      (standing.banned_until === null || standing.banned_until <= now)
    )
  }

  return {
    isAlive(session) {
      const known = remembered.get(session.id)
      const ageMs = known && clock().getTime() - known.requestedAtMs
      // A clock that was set back makes everything old, not recent.
      if (known && ageMs !== undefined && ageMs >= 0 && ageMs < rememberedMs)
        return judge(known.standing, session)
      return lookUp(session.id).then((standing) => judge(standing, session))
    },
    forget(userId) {
      endings += 1
      // A lookup that is under way may have been answered before the end: nobody new waits for it.
      lookups.clear()
      for (const [id, { standing }] of remembered) if (standing?.user_id === userId) remembered.delete(id)
    },
  }
}
