// One process per data directory: an operating-system lock that dies with its holder, however it dies.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Held here: a handle that nothing refers to would be collected, and its lock with it. */
const held = new Set<DatabaseSync>()

export class DirectoryInUseError extends Error {
  constructor(directory: string, holder: string) {
    super(
      `${directory} is in use by another process${holder && ` (pid ${holder})`}: stop it, or set DATA_DIR to another folder`,
    )
    this.name = 'DirectoryInUseError'
  }
}

/**
 * Takes the directory for this process; the returned function gives it back.
 * Node has no flock, so SQLite (part of Node) holds its exclusive file lock for us: unlike a pid file it is
 * released by the kernel on a crash or `kill -9`, and no stale lock is ever left to clean up.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const pidFile = join(directory, 'server.pid')
  const handle = new DatabaseSync(join(directory, 'server.lock'))
  try {
    handle.exec('pragma busy_timeout = 0; begin exclusive')
  } catch {
    handle.close()
    let holder = ''
    try {
      holder = readFileSync(pidFile, 'utf8').trim()
    } catch {}
    throw new DirectoryInUseError(directory, holder)
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  held.add(handle)
  return () => {
    held.delete(handle)
    handle.close()
  }
}
