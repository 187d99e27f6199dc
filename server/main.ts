// The process: starts the house, says where it is, and ends it cleanly when asked.
import { DirectoryInUseError } from '#platform/database/lock.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import { type Environment, EnvironmentError, readEnvironment } from './env.ts'
import { type House, startHouse } from './house.ts'
import { createLog } from './log.ts'
import { MissingBuildError } from './pages/bundle.ts'
import { createLogProgress, createTerminalProgress, seconds } from './progress.ts'

const started = performance.now()

let env: Environment
try {
  env = readEnvironment(process.env)
} catch (error) {
  endWith(error)
}

const log = createLog(env.logLevel)
const progress = env.production
  ? createLogProgress(log)
  : createTerminalProgress((text) => process.stdout.write(text))

// A rejection that nobody handles is a bug, and what it left behind is unknown: end in order and start afresh.
process.on('unhandledRejection', (error) => {
  log.error({ error }, 'unhandled rejection: the process ends')
  void shutDown(1)
})
process.on('uncaughtException', (error) => {
  log.error({ error }, 'uncaught exception: the process ends')
  void shutDown(1)
})
process.on('SIGTERM', () => void shutDown(0))
process.on('SIGINT', () => void shutDown(0))

const starting = startHouse({ env, log, progress })
try {
  announce(await starting)
} catch (error) {
  endWith(error)
}

let ending = false

/** A second signal, for whoever cannot wait, ends at once. */
async function shutDown(code: number): Promise<void> {
  if (ending) process.exit(1)
  ending = true
  progress.say('Stopping: finishing what runs...')
  try {
    await (await starting).stop()
    progress.say('Stopped.')
  } catch (error) {
    log.error({ error }, 'the house did not stop in order')
    process.exit(1)
  }
  process.exit(code)
}

function announce({ url, firstAdmin }: House): void {
  if (!env.production) {
    progress.say('This is an evaluation: demo rows, no real mail. Set NODE_ENV=production for real use.')
    if (!env.smtpUrl) progress.say(`Mails are kept in ${env.dataDir}/outbox and shown at ${url}/dev/mailbox`)
  } else if (!env.smtpUrl)
    progress.say(`SMTP_URL is not set: mails are kept in ${env.dataDir}/outbox and reach nobody`)
  if (firstAdmin)
    progress.say(`First admin, shown this once: ${firstAdmin.email}  password: ${firstAdmin.password}`)
  progress.say(`Ready at ${url} (${seconds(started)})`)
}

/** What an operator can mend is one line; a bug brings its stack. */
function endWith(error: unknown): never {
  const expected = [EnvironmentError, MissingBuildError, DirectoryInUseError, MigrationError]
  const message = error instanceof Error ? error.message : String(error)
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  const detail = isBug && !expected.some((kind) => error instanceof kind) ? `\n${error.stack}` : ''
  process.stderr.write(`✗ ${message}${detail}\n`)
  process.exit(1)
}
