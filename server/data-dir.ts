// The data directory: made when it is missing, or one line that says what is wrong with it.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { EnvironmentError } from './env.ts'

/** It keeps the usual mode, since PostgreSQL's own user passes through it. */
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

/** Step by step: where a file system such as /proc takes no folders, Node's recursive mkdir never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process that starts at this moment may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
