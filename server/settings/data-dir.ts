// The data directory: created when it is missing, or one line that says what is wrong with it.
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EnvironmentError } from './env.ts'

/** It has the usual mode, since PostgreSQL's own user passes through it. */
export function openDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(`${dataDir}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new EnvironmentError(
      `DATA_DIR ${dataDir} cannot be used (${code}): set it to a folder that this user may write to`,
    )
  }
}

/** Where a restore makes what it then moves into the data folder, the database last. */
export const restoringFolder = 'restoring'

/** A restore that was broken off left half an application: a start would make an empty one in its place. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, restoringFolder)) && !existsSync(join(dataDir, 'postgres')))
    throw new EnvironmentError(
      `a restore into ${dataDir} did not finish: run npm run restore again, or set DATA_DIR to another folder`,
    )
}

/** What this user may still write there. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Step by step: where a file system such as /proc takes no folders, Node's recursive mkdir never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process that starts at this time may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
