// Options of the routes of every area.
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { ClientAddress } from './client-address.ts'
import type { IsOwnOrigin } from './own-origin.ts'

export interface RouteOptions {
  database: Database
  isOwnOrigin: IsOwnOrigin
  clientAddress: ClientAddress
  clock: () => Date
  log: Log
}
