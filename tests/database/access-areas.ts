// The files that the access matrix is made of, beside its own: an area's, or those of a noun that has one.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { AccessArea } from './access-levels.ts'

const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'access') }).sort()
const modules = await Promise.all(
  files.map((file): Promise<{ area: AccessArea }> => import(`./access/${file}`)),
)

export const accessAreas = modules.map(({ area }) => area)
