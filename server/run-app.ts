// Runs the application as a process: says what it does and where it is, and ends it cleanly on a signal.
import { type App, type AppOptions, startApp } from './app.ts'
import { createLog } from './lib/log.ts'
import { createLogProgress, createTerminalProgress, type Progress, seconds } from './lib/progress.ts'
import { type Environment, readEnvironment } from './settings/env.ts'
import { forgetSecrets } from './settings/secret-settings.ts'

// `npm start` passes its own start time, so that a first start reports the whole wait: install, build, database.
const started =
  performance.now() - (process.env.LAUNCHED_AT ? Date.now() - Number(process.env.LAUNCHED_AT) : 0)

/** Does not return until the process gets a signal to end; a failed start is one clear line and exit 1. */
export async function runApp(options: Pick<AppOptions, 'openSite' | 'development'> = {}): Promise<void> {
  try {
    const env = readEnvironment(process.env)
    forgetSecrets(process.env)
    await run(env, options)
  } catch (error) {
    process.stderr.write(`✗ ${describe(error)}\n`)
    process.exit(1)
  }
}

async function run(env: Environment, options: Pick<AppOptions, 'openSite' | 'development'>): Promise<void> {
  const log = createLog(env.logLevel)
  const progress = env.production
    ? createLogProgress(log)
    : createTerminalProgress((text) => process.stdout.write(text))
  const starting = startApp({ env, log, progress, ...options })
  let endingSince: number | undefined

  /**
   * A further signal, for anyone who cannot wait, ends at once; not in the first moments, since a supervisor that
   * signals a whole group is echoed by the launcher.
   */
  async function shutDown(code: number): Promise<void> {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > 2_000) process.exit(1)
      return
    }
    endingSince = performance.now()
    progress.say('Stopping: finishing what runs...')
    try {
      await (await starting).stop()
      progress.say('Stopped.')
    } catch (error) {
      log.error({ error }, 'the application did not stop in order')
      process.exit(1)
    }
    process.exit(code)
  }

  process.on('SIGTERM', () => void shutDown(0))
  process.on('SIGINT', () => void shutDown(0))
  // An error that nobody handles is a bug, and what it left behind is unknown: end in order, to be started afresh.
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, (error: unknown) => {
      log.error({ error }, `${event}: the process ends`)
      void shutDown(1)
    })
  const app = await starting
  announce(app, env, progress)
  // The first visitor shall not wait until the site's code is loaded.
  await fetch(app.url).catch(() => {})
}

function announce({ url, siteUrl, firstAdmin }: App, env: Environment, progress: Progress): void {
  if (!env.production) {
    const traits = [env.demoData && 'demo rows', !env.smtpUrl && 'no real mail'].filter(Boolean)
    progress.say(
      `This is an evaluation${traits.length > 0 ? `: ${traits.join(', ')}` : ''}. Set NODE_ENV=production for real use.`,
    )
    if (!env.smtpUrl)
      progress.say(`Mails are kept in ${env.dataDir}/outbox and shown at ${siteUrl}/dev/mailbox`)
  } else if (!env.smtpUrl)
    progress.say(`SMTP_URL is not set: mails are kept in ${env.dataDir}/outbox and reach nobody`)
  if (firstAdmin)
    progress.say(`First admin, shown this once: ${firstAdmin.email}  password: ${firstAdmin.password}`)
  const listening = siteUrl === url ? '' : `, listening on ${url}`
  progress.say(`Ready at ${siteUrl}${listening} (${seconds(started)})`)
}

/** What an operator can mend is one line; a bug brings its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return isBug ? (error.stack ?? error.message) : error.message
}
