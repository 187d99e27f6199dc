// Secrets that nobody has to invent: created once, stored in DATA_DIR/secrets, readable by this user only.
import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'

/** The secret of that name, generated at the first call for this data directory. */
export function loadOrStoreSecret(
  dataDir: string,
  name: string,
  generate = () => randomBytes(48).toString('base64url'),
): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  openDataDir(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stored = readStored(file)
  if (stored) return stored
  // Written aside and linked into place: a process that starts at the same time reads the winner's, whole.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, generate(), { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function readStored(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
