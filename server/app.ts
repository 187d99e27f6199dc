// Starts the application: settings, socket and database here, and what stands on the database in app-parts.ts.
import { startInSteps } from '#platform/start-in-steps.ts'
import type { App, AppOptions } from './app-parts.ts'
import { startDatabase } from './database/start-database.ts'
import { openFront } from './http/front.ts'
import { createLog } from './lib/log.ts'
import { silentProgress } from './lib/progress.ts'
import { openDataDir } from './settings/data-dir.ts'
import { readOwnProject } from './settings/platform-settings.ts'
import { loadOrStoreSecret } from './settings/secrets.ts'
import { readMasterKeys } from './vault/master-key.ts'

export type { App, AppOptions }

export function startApp(options: AppOptions): Promise<App> {
  return startInSteps((onStop) => openApp(options, onStop))
}

async function openApp(
  options: AppOptions,
  onStop: (step: () => unknown) => void,
): Promise<Omit<App, 'stop'>> {
  const { env, databaseUrl, development, clock = () => new Date(), progress = silentProgress } = options
  const log = options.log ?? createLog(env.logLevel)
  openDataDir(env.dataDir)
  const secret = env.jwtSecret ?? loadOrStoreSecret(env.dataDir, 'jwt-secret')
  const masterKey = readMasterKeys(env)

  const project = await readOwnProject()
  for (const warning of [...project.warnings, ...env.warnings]) log.warn({}, warning)
  const front = await openFront(env)
  // A start that fails gives the port back; an application that stood drains it first of all.
  onStop(() => front.stop(log))
  // The other modules, most of the code, are loaded while PostgreSQL starts and migrates.
  const loading = import('./app-parts.ts')
  loading.catch(() => {})
  const database = await startDatabase({ env, databaseUrl, development, secret, log, progress, onStop })
  const { assemble } = await loading
  return assemble({ options, secret, masterKey, project, front, database, clock, log, onStop })
}
