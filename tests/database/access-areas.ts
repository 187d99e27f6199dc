// The files that the access matrix is made of, beside its own: an area's, or those of a noun that has one.
import type { AccessArea } from './access-levels.ts'

const files = import.meta.glob<{ area: AccessArea }>('./access/*.ts', { eager: true })

export const accessAreas = Object.values(files).map(({ area }) => area)
