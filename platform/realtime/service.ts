// What the parts of a socket's life share.
import type { LiveSessions } from '#platform/auth/live-sessions.ts'
import type { VerifyCaller } from '#platform/auth/verify-caller.ts'
import type { Log } from '#platform/log.ts'
import type { Bindings } from './bindings.ts'
import type { Bus } from './bus.ts'
import type { ChangeReader } from './change-reader.ts'
import type { ReadRights } from './channel-rights.ts'
import type { CheckBindings } from './check-bindings.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Presence } from './presence.ts'
import type { Rooms } from './rooms.ts'

export interface Service {
  verifyCaller: VerifyCaller
  /** By which open channels end with the session of their token. */
  sessions: LiveSessions | undefined
  readRights: ReadRights
  checkBindings: CheckBindings
  reader: ChangeReader
  bindings: Bindings
  rooms: Rooms
  presence: Presence
  bus: Bus
  limits: RealtimeLimits
  /** Refuse channels that anybody with a key may join. */
  privateOnly: boolean
  log: Log
  clock: () => Date
}
