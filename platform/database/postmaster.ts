// Whether a cluster's postmaster runs. The number in postmaster.pid does not show it: after a power cut, or in a container that
// is started again, another process may have it.
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

interface PidFile {
  path: string
  pid: number
  lines: string[]
}

/** No Linux has so high a number (pid_max is 2^22): nothing answers to it. */
const nobody = 2_147_483_647

function readPidFile(dataDir: string): PidFile | undefined {
  const path = join(dataDir, 'postmaster.pid')
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return { path, lines, pid: Number.parseInt(lines[0] ?? '', 10) }
  } catch {
    return undefined
  }
}

/** Cheap: this is called every second. */
export function isPostmasterAlive(dataDir: string): boolean {
  const file = readPidFile(dataDir)
  return file !== undefined && isPostmasterOf(file.pid, dataDir)
}

function isPostmasterOf(pid: number, dataDir: string): boolean {
  if (!existsSync('/proc/self/cmdline')) return answersSignals(pid)
  try {
    // Empty for a process that has ended and waits for its parent; the children of a postmaster name no folder.
    const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (basename(program) !== 'postgres') return false
    const folder = rest[rest.indexOf('-D') + 1] ?? ''
    return resolve(folder) === dataDir || workingFolder(pid) === dataDir
  } catch {
    return false
  }
}

/** A postmaster works in its data folder, also after that was renamed. Undefined for the process of another user. */
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs as another user: that is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes the number of another process out of the lock files that a postmaster left, which would refuse every start. The
 * files stay: PostgreSQL finds in them the shared memory that orphaned children may still use. The caller holds the data
 * folder's lock. Answers whether there was such a number.
 */
export function clearForeignPid(dataDir: string): boolean {
  const file = readPidFile(dataDir)
  if (!file || file.pid === nobody || !answersSignals(file.pid) || isPostmasterOf(file.pid, dataDir))
    return false
  replacePid(file.path, file.lines)
  const [, , , port = '', socketFolder = ''] = file.lines.map((line) => line.trim())
  const socketLock = join(socketFolder, `.s.PGSQL.${port}.lock`)
  if (socketFolder && existsSync(socketLock))
    replacePid(socketLock, readFileSync(socketLock, 'utf8').split('\n'))
  return true
}

function replacePid(path: string, lines: string[]): void {
  writeFileSync(path, [String(nobody), ...lines.slice(1)].join('\n'))
}
