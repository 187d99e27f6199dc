// Serves a standard Supabase project folder: its database, its settings, and the services on one port.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { openDatabase } from '../database/database.ts'
import { startEmbedded } from '../database/embedded.ts'
import { lockDirectory } from '../database/lock.ts'
import { createJobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { createPlatform } from '../platform.ts'
import type { ApiKeys } from '../settings.ts'
import { startInSteps } from '../start-in-steps.ts'
import { createFileDriver } from '../storage/drivers/file-driver.ts'
import { type InboxMail, openInbox } from './inbox.ts'
import { loadProject } from './load-project.ts'
import { ProjectError } from './project-error.ts'
import { secretsFrom, settingsFrom } from './project-settings.ts'
import { type Project, readProject } from './read-config.ts'
import { seedObjects } from './seed-objects.ts'

export interface ServeOptions {
  /** The project, or its supabase/ folder. */
  folder: string
  /** Fills env(NAME). */
  variables: Record<string, string | undefined>
  /** Stays from start to start; by default a temporary one that is removed at the end. */
  dataDir?: string
  /** The project's own by default; 0 takes a free one. */
  port?: number
  host?: string
  /** The owner's URL of a database in place of an embedded one. */
  databaseUrl?: string
  log: Log
  onMail?: (mail: InboxMail) => void
}

export interface ServedProject {
  url: string
  keys: ApiKeys
  project: Project
  /** The migrations and seeds that this start ran. */
  ran: string[]
  mails(): Promise<InboxMail[]>
  stop(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

export function serveProject(options: ServeOptions): Promise<ServedProject> {
  return startInSteps((onStop) => assemble(options, onStop))
}

async function assemble(
  options: ServeOptions,
  onStop: (step: () => unknown) => void,
): Promise<Omit<ServedProject, 'stop'>> {
  const { log, host = '127.0.0.1' } = options
  const project = await readProject(options.folder, options.variables)
  const { config, folder } = project
  const { published, ...secrets } = await secretsFrom(folder, config)
  const settings = settingsFrom(config)
  if (published && !loopback.has(host))
    throw new ProjectError(
      `the published keys of Supabase's local set-up are for this machine alone: to listen on ${host}, set auth.jwt_secret in config.toml, and no published key`,
    )

  const server = createServer({ maxHeaderSize: 64 * 1024 })
  const dataDir = await openDataDir(options.dataDir, onStop)
  const databaseUrl = options.databaseUrl ?? (await startDatabase(dataDir, options, onStop))
  const { ran, isNew } = await loadProject({ url: databaseUrl, secret: secrets.jwtSecret, project })
  const database = await openDatabase({ url: databaseUrl, secret: secrets.jwtSecret, log })
  onStop(() => database.close())

  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const port = options.port ?? config.api.port
      failed(
        error.code === 'EADDRINUSE'
          ? new ProjectError(`port ${port} is taken: choose another by --port`)
          : error,
      )
    })
    server.listen(options.port ?? config.api.port, host, done)
  })
  onStop(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`

  const inbox = await openInbox(join(dataDir, 'inbox'), options.onMail ?? (() => {}))
  const platform = await createPlatform({
    database,
    settings: {
      ...settings,
      ...secrets,
      apiUrl: config.api.external_url ?? url,
      // As upstream: where addresses are confirmed, a stranger cannot find out which are registered.
      revealExisting: settings.autoconfirm,
      limits: {
        ...settings.limits,
        // No mail leaves this machine; as upstream, `email_sent` counts where mails go out by SMTP.
        mailsPerMailbox: { count: 10_000, windowSeconds: 3600 },
        mailsOfProject: null,
      },
    },
    sendMail: inbox.send,
    log,
    ...(config.storage.enabled && {
      storage: {
        driver: await createFileDriver(join(dataDir, 'storage')),
        imageFolder: join(dataDir, 'images'),
        settings: { fileSizeLimit: config.storage.file_size_limit },
      },
    }),
    ...(config.realtime.enabled && { realtime: {} }),
  })
  onStop(() => platform.close())
  const jobs = createJobs({ database, log })
  onStop(jobs.stop)
  await jobs.start(platform.jobs)
  if (isNew && config.storage.enabled) await seedObjects(platform, project)
  const app = new Hono().route('/', platform.app).route('/', inbox.app)
  app.notFound((context) => context.json({ message: 'no Route matched with those values' }, 404))
  server.on('request', getRequestListener(app.fetch))
  server.on('upgrade', (request, socket, head) => {
    if (!platform.realtime?.handleUpgrade(request, socket, head)) socket.destroy()
  })
  return { url, keys: platform.keys, project, ran, mails: inbox.read }
}

async function openDataDir(
  input: string | undefined,
  onStop: (step: () => unknown) => void,
): Promise<string> {
  const folder = input ?? (await mkdtemp(join(tmpdir(), 'project-')))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user passes through it when we are root; what is secret inside is closed by itself.
  await chmod(folder, 0o755)
  if (input) onStop(lockDirectory(folder))
  else onStop(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function startDatabase(
  dataDir: string,
  { dataDir: stored, log }: ServeOptions,
  onStop: (step: () => unknown) => void,
): Promise<string> {
  const postgres = await startEmbedded({
    dataDir,
    log,
    // What is thrown away at the end need not survive a power cut.
    ...(stored === undefined && {
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    }),
  })
  onStop(() => postgres.stop())
  return postgres.url
}
