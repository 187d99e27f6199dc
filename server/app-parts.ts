// Puts together what stands on the database, in the order of its start.
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { createPlatform } from '#platform/platform.ts'
import type { ApiKeys, PasswordSettings } from '#platform/settings.ts'
import { type Credentials, makeFirstAdmin } from './admin/admins.ts'
import { storeAppSettings } from './admin/app-settings.ts'
import { openFiles } from './app-files.ts'
import { startJobs } from './app-jobs.ts'
import { createAppRoutes } from './app-routes.ts'
import { createCachedContent } from './company/content/cache-content.ts'
import { createAnswerTooLarge } from './company/forms/too-large.ts'
import { createReadiness } from './database/readiness.ts'
import { refuseOtherStore } from './files/one-store.ts'
import { openStorageDriver } from './files/storage-driver.ts'
import { createClientAddress } from './http/client-address.ts'
import type { Front } from './http/front.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { createIsOwnOrigin } from './http/own-origin.ts'
import { createProbes } from './http/probes.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import type { Progress } from './lib/progress.ts'
import { openMail } from './mail/mail.ts'
import type { StoredMail } from './mail/transport.ts'
import { createMarketCallLimiter, defaultMarketCallLimits } from './market/call-limits.ts'
import { createPrinter } from './market/documents/print.ts'
import { verifyDocument } from './market/documents/verify-document.ts'
import { catalogueAsJson, findProduct, listExportProducts } from './market/read-products.ts'
import { buildFolder, builtSite, type OpenSite } from './pages/site.ts'
import { createAnswerTooLongForm } from './registrations/plain-forms/too-long.ts'
import { freeBytes } from './settings/data-dir.ts'
import { type Environment, EnvironmentError, readAddresses } from './settings/env.ts'
import { multiplyLimits } from './settings/limit-factor.ts'
import { platformSettings, projectFolder, type readOwnProject } from './settings/platform-settings.ts'
import type { readMasterKeys } from './vault/master-key.ts'
import { createObjectEncryption } from './vault/object-keys.ts'
import { openVault } from './vault/open-vault.ts'

export interface AppOptions {
  env: Environment
  /** The owner's URL of a database that is prepared already, with the environment's JWT_SECRET (tests). */
  databaseUrl?: string
  log?: Log
  progress?: Progress
  clock?: () => Date
  /** What hashing a password costs, other than in the services' settings (tests). */
  passwordCost?: Pick<PasswordSettings, 'memoryKib' | 'passes'>
  /** The site under build/ by default. */
  openSite?: OpenSite
  /** For a developer: the content security policy lets their tools work, an empty database gets every migration. */
  development?: boolean
}

export interface App {
  /** Where it listens. */
  url: string
  /** How the world calls it (SITE_URL); links in mails start with it. */
  siteUrl: string
  keys: ApiKeys
  database: Database
  /** Made by this start because an evaluation had no admin; the password is known nowhere else. */
  firstAdmin: Credentials | undefined
  /** The mails stored as files, newest first. */
  mailbox(): Promise<StoredMail[]>
  /** Finishes what runs, then stops everything; may be called again. */
  stop(): Promise<void>
}

/** What stands before it. */
export interface Opened {
  options: AppOptions
  secret: string
  masterKey: ReturnType<typeof readMasterKeys>
  project: Awaited<ReturnType<typeof readOwnProject>>
  front: Front
  database: Database
  clock: () => Date
  log: Log
  /** See `startInSteps`. */
  onStop: (step: () => unknown) => void
}

export async function assemble(opened: Opened): Promise<Omit<App, 'stop'>> {
  const { options, secret, masterKey, project, front, database, clock, log, onStop } = opened
  const { env } = options
  const siteUrl = env.siteUrl ?? front.url
  const isOwnOrigin = createIsOwnOrigin(env.siteUrl)
  const metrics = createMetrics()
  metrics.watch(
    'app_database_requests_waiting',
    'Requests that wait for a connection',
    () => database.rest.waitingCount,
  )

  const driver = await openStorageDriver(env)
  await driver.check().catch((error: Error) => {
    throw new EnvironmentError(error.message)
  })
  await refuseOtherStore(database, env)
  metrics.watch('data_dir_free_bytes', 'Space that is left where DATA_DIR lies', () => freeBytes(env.dataDir))

  const mail = openMail({
    env,
    siteUrl,
    companyName: () => companyName(),
    phone: () => content.current().facts.phonePrimary,
    chatNumber: () => content.current().facts.chatNumber,
    database,
    log,
    clock,
    metrics,
    files: () => files.messageFiles,
  })
  const clientAddress = createClientAddress(readAddresses(env.trustedProxies))
  const platform = await openPlatform({
    ...{ options, project, database, driver, masterKey, mail, log, clock, clientAddress },
    where: { siteUrl, listening: front.url, jwtSecret: secret },
  })
  onStop(() => platform.close())
  const firstAdmin = await makeFirstAdmin({ database, platform }, env)

  const security = createSecurityHeaders({
    secure: siteUrl.startsWith('https:'),
    development: options.development === true,
    evaluation: !env.production,
  })
  const content = createCachedContent({
    database,
    catalogue: catalogueAsJson,
    clock,
    onChange: () => site.drop(),
  })
  const companyName = () => content.current().facts.companyName ?? env.companyName
  const registrationSettings = {
    collectBvn: env.collectBvn,
    ...(env.establishedYearMax !== undefined && { establishedYearMax: env.establishedYearMax }),
  }
  const site = await openPages({
    ...{ options, siteUrl, companyName, registrationSettings, database, platform, content, security, log },
    onUnknownPage: metrics.countUnknownPage,
  })
  onStop(() => site.close())
  onStop(() => mail.close())

  const vault = await openVault({ database, masterKey, dataDir: env.dataDir, log })
  const files = openFiles({ database, platform, vault })
  const printer = createPrinter({
    database,
    store: files.documentStore,
    facts: () => ({ companyName: companyName(), siteUrl, readLogo: files.boardPhotos.read }),
  })
  await storeAppSettings(database, env)
  if (!env.settlementAlarmEmail)
    log.warn(
      {},
      'SETTLEMENT_ALARM_EMAIL is not set: while nobody else can approve it, the bank account cannot be changed',
    )
  await startJobs(
    { env, database, masterKey, platform, files, printer, mail, content, metrics, clock, log },
    onStop,
  )

  const findDatabaseObstacle = await createReadiness(database, join(projectFolder, 'migrations'), driver)
  const probes = createProbes({
    metrics,
    metricsToken: env.metricsToken,
    findObstacle: async () => (front.draining ? 'stopping' : findDatabaseObstacle()),
  })
  const app = createAppRoutes({
    env,
    secret,
    siteUrl,
    companyName,
    circumstances: registrationSettings,
    database,
    platform,
    vault,
    files,
    printer,
    mail,
    content,
    security,
    site,
    probes,
    isOwnOrigin,
    clientAddress,
    clock,
    log,
  })
  const answerTooLarge = createAnswerTooLarge({ companyName, security })
  const answerTooLongForm = createAnswerTooLongForm({ companyName, security })
  front.open(
    createListener({
      fetch: app.fetch,
      headers: security.common,
      log,
      metrics,
      answerTooLarge: (request) => answerTooLarge(request) ?? answerTooLongForm(request),
      before: site.middleware,
    }),
    platform.realtime?.handleUpgrade,
  )
  // At the same time: nobody new is let in, and the sockets, for which the front waits, are sent elsewhere.
  onStop(() => Promise.all([front.stop(log), platform.realtime?.close()]))
  return { url: front.url, siteUrl, keys: platform.keys, database, firstAdmin, mailbox: mail.read }
}

interface PlatformParts {
  options: AppOptions
  project: Opened['project']
  where: Parameters<typeof platformSettings>[2]
  database: Database
  driver: Awaited<ReturnType<typeof openStorageDriver>>
  masterKey: Opened['masterKey']
  mail: ReturnType<typeof openMail>
  log: Log
  clock: () => Date
  clientAddress: ReturnType<typeof createClientAddress>
}

/** The services, with what this application hands to them: where bytes lie, how mails go out, and who calls. */
async function openPlatform(parts: PlatformParts) {
  const { options, project, where, database, driver, masterKey, mail, log, clock, clientAddress } = parts
  const settings = await platformSettings(project, options.env, where)
  return createPlatform({
    database,
    rest: {
      takeCall: createMarketCallLimiter({
        ...{ clientAddress, clock },
        limits: multiplyLimits(defaultMarketCallLimits, options.env.formLimitsFactor),
      }),
    },
    realtime: {},
    storage: {
      driver,
      imageFolder: join(options.env.dataDir, 'storage/renditions'),
      encryption: createObjectEncryption({ database, masterKey }),
      settings: { fileSizeLimit: project.config.storage.file_size_limit },
    },
    settings: { ...settings, passwords: { ...settings.passwords, ...options.passwordCost } },
    sendMail: mail.enqueue,
    ...(mail.enqueueSms && { sendSms: mail.enqueueSms }),
    log,
    clock,
    clientAddress: (_request, bindings) => clientAddress((bindings as HttpBindings).incoming),
    requestId: (bindings) => String((bindings as HttpBindings).outgoing?.getHeader('x-request-id') ?? ''),
  })
}

interface PageParts {
  options: AppOptions
  siteUrl: string
  companyName: () => string
  registrationSettings: { collectBvn: boolean; establishedYearMax?: number }
  database: Database
  platform: Awaited<ReturnType<typeof openPlatform>>
  content: ReturnType<typeof createCachedContent>
  security: ReturnType<typeof createSecurityHeaders>
  log: Log
  onUnknownPage: () => void
}

/** The built site, with what its pages read when they are drawn. */
function openPages(parts: PageParts) {
  const { options, siteUrl, companyName, registrationSettings, database, platform, content } = parts
  const { env, openSite = builtSite(buildFolder) } = options
  return openSite({
    page: {
      // Read for each page that is drawn.
      get companyName() {
        return companyName()
      },
      get content() {
        return content.current()
      },
      siteUrl,
      publishableKey: platform.keys.publishableKey,
      evaluation: !env.production,
      confirmsNumbers: env.smsUrl !== undefined,
      get registrationSettings() {
        const termsInForce = content.current().legal.terms?.version
        return { ...registrationSettings, ...(termsInForce !== undefined && { termsInForce }) }
      },
      findProduct: (id) => findProduct(database, id),
      listExportProducts: () => listExportProducts(database),
      verifyDocument: (code) => verifyDocument(database, code),
    },
    security: parts.security,
    log: parts.log,
    onUnknownPage: parts.onUnknownPage,
  })
}
