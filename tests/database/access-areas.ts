// The files that the access matrix is made of, beside its own: an area's, or those of a noun that has one.
import { adminArea } from './access-admin.ts'
import type { AccessArea } from './access-levels.ts'
import { marketArea } from './access-market.ts'
import { registrationArea } from './access-registrations.ts'

export const accessAreas: readonly AccessArea[] = [registrationArea, marketArea, adminArea]
