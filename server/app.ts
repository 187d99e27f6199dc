// Puts the whole application together, in the order of its start, and takes it apart again in the reverse order.
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { messageFileBucket } from '#domain/admin/conversations.ts'
import { cvBucket } from '#domain/company/job-applications.ts'
import { documentBucket } from '#domain/market/documents.ts'
import { productPhotoBucket } from '#domain/market/product-photos.ts'
import type { Database } from '#platform/database/database.ts'
import { createJobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { createPlatform } from '#platform/platform.ts'
import type { ApiKeys } from '#platform/settings.ts'
import { startInSteps } from '#platform/start-in-steps.ts'
import { createAccountRoutes } from './account/delete-account.ts'
import { proveOwner } from './account/prove-mailbox.ts'
import { createSafetyRoutes } from './account/safety.ts'
import { type Credentials, makeFirstAdmin } from './admin/admins.ts'
import { storeAppSettings } from './admin/app-settings.ts'
import { readAuditKey } from './admin/audit/audit-key.ts'
import { chooseWitness } from './admin/audit/choose-witness.ts'
import { auditJobs } from './admin/audit/seal-audit.ts'
import { breachReminderJob } from './admin/breach-reminders.ts'
import { morningMailJob } from './admin/morning-mails.ts'
import { createAdminRoutes } from './admin/routes.ts'
import { createAddresses } from './company/content/addresses.ts'
import { boardPhotoBucket, createBoardPhotos } from './company/content/board-photos.ts'
import { createCachedContent } from './company/content/cache-content.ts'
import { createShareCard } from './company/content/share-card.ts'
import { createCvStore } from './company/forms/cv-store.ts'
import { createForms } from './company/forms/forms.ts'
import { createAnswerTooLarge } from './company/forms/too-large.ts'
import { createReadiness } from './database/readiness.ts'
import { startDatabase } from './database/start-database.ts'
import { refuseOtherStore } from './files/one-store.ts'
import { createPhotoStore } from './files/photo-store.ts'
import { openStorageDriver } from './files/storage-driver.ts'
import { describeFault } from './http/answers.ts'
import { createClientAddress } from './http/client-address.ts'
import { createFormLimiter, defaultFormLimits } from './http/form-limits.ts'
import { openFront } from './http/front.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { createIsOwnOrigin } from './http/own-origin.ts'
import { createProbes } from './http/probes.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { createTrackingCookie } from './http/tracking-cookie.ts'
import { sweepJob } from './jobs/sweep.ts'
import { createLog } from './lib/log.ts'
import { type Progress, silentProgress } from './lib/progress.ts'
import { openMail } from './mail/mail.ts'
import { createMessageFiles } from './mail/message-files.ts'
import type { StoredMail } from './mail/transport.ts'
import { createPrinter } from './market/documents/print.ts'
import { createDocumentRoutes, defaultDocumentLimits } from './market/documents/routes.ts'
import { verifyDocument } from './market/documents/verify-document.ts'
import { documentJob } from './market/documents/worker.ts'
import { marketJob } from './market/jobs.ts'
import { defaultMarketLimits } from './market/limits.ts'
import { createMarket } from './market/market.ts'
import { createProductPhotos } from './market/product-photos.ts'
import { catalogueAsJson, findProduct, listExportProducts, listProductNames } from './market/read-products.ts'
import { createOrderUploads } from './market/uploads.ts'
import { createServiceWorker } from './pages/service-worker.ts'
import { builtSite, type OpenSite } from './pages/site.ts'
import { defaultLimits } from './registrations/limits.ts'
import { createPhotos } from './registrations/photos.ts'
import { createPlainForms } from './registrations/plain-forms/routes.ts'
import { createAnswerTooLongForm } from './registrations/plain-forms/too-long.ts'
import { createRegistrations } from './registrations/registrations.ts'
import { createTrackingRoutes, defaultTrackingLimits } from './registrations/track/routes.ts'
import { createRouter } from './router.ts'
import { freeBytes, openDataDir } from './settings/data-dir.ts'
import { type Environment, EnvironmentError, readAddresses } from './settings/env.ts'
import { multiplyLimits } from './settings/limit-factor.ts'
import { platformSettings, projectFolder, readOwnProject } from './settings/platform-settings.ts'
import { loadOrStoreSecret } from './settings/secrets.ts'
import { readMasterKeys } from './vault/master-key.ts'
import { createObjectEncryption } from './vault/object-keys.ts'
import { openVault, sealPeopleJob } from './vault/open-vault.ts'
import { createVaultRoutes } from './vault/routes.ts'

export interface AppOptions {
  env: Environment
  /** The owner's URL of a database that is prepared already, with the environment's JWT_SECRET (tests). */
  databaseUrl?: string
  log?: Log
  progress?: Progress
  clock?: () => Date
  /** The site under build/ by default. */
  openSite?: OpenSite
  /** Relaxes the content security policy for the tools of a developer. */
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

const buildFolder = join(import.meta.dirname, '../build')

export function startApp(options: AppOptions): Promise<App> {
  return startInSteps((onStop) => assemble(options, onStop))
}

async function assemble(
  options: AppOptions,
  onStop: (step: () => unknown) => void,
): Promise<Omit<App, 'stop'>> {
  const { env, databaseUrl, clock = () => new Date(), progress = silentProgress, openSite } = options
  const log = options.log ?? createLog(env.logLevel)
  const metrics = createMetrics()
  openDataDir(env.dataDir)
  const secret = env.jwtSecret ?? loadOrStoreSecret(env.dataDir, 'jwt-secret')
  const masterKey = readMasterKeys(env)

  const project = await readOwnProject()
  for (const warning of [...project.warnings, ...env.warnings]) log.warn({}, warning)
  const front = await openFront(env)
  const siteUrl = env.siteUrl ?? front.url
  const isOwnOrigin = createIsOwnOrigin(env.siteUrl)
  // A start that fails gives the port back; an application that stood drains it first of all (below).
  onStop(() => front.stop(log))
  const database = await startDatabase({ env, databaseUrl, secret, log, progress, onStop })
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
    database,
    log,
    clock,
    metrics,
    files: () => messageFiles,
  })
  const clientAddress = createClientAddress(readAddresses(env.trustedProxies))
  const platform = await createPlatform({
    database,
    realtime: {},
    storage: {
      driver,
      imageFolder: join(env.dataDir, 'storage/renditions'),
      encryption: createObjectEncryption({ database, masterKey }),
      settings: { fileSizeLimit: project.config.storage.file_size_limit },
    },
    settings: await platformSettings(project, env, { siteUrl, listening: front.url, jwtSecret: secret }),
    sendMail: mail.enqueue,
    ...(mail.enqueueSms && { sendSms: mail.enqueueSms }),
    log,
    clock,
    clientAddress: (_request, bindings) => clientAddress((bindings as HttpBindings).incoming),
    requestId: (bindings) => String((bindings as HttpBindings).outgoing?.getHeader('x-request-id') ?? ''),
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
  const site = await (openSite ?? builtSite(buildFolder))({
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
    security,
    log,
    onUnknownPage: metrics.countUnknownPage,
  })
  onStop(() => site.close())
  onStop(() => mail.close())

  const vaultPlace = { database, masterKey, dataDir: env.dataDir, log }
  const vault = await openVault(vaultPlace)
  const store = createPhotoStore(platform.app, platform.keys.secretKey)
  const photos = createPhotos({ database, vault, store })
  const openStore = (bucket: string) => createPhotoStore(platform.app, platform.keys.secretKey, bucket)
  const uploads = createOrderUploads({ database, openStore })
  const productPhotos = createProductPhotos({
    database,
    store: openStore(productPhotoBucket),
    services: platform.app,
    secretKey: platform.keys.secretKey,
  })
  const boardPhotos = createBoardPhotos({ database, store: openStore(boardPhotoBucket) })
  const cvs = createCvStore({ database, store: openStore(cvBucket) })
  const messageFiles = createMessageFiles({ database, store: openStore(messageFileBucket) })
  const documentStore = openStore(documentBucket)
  const printer = createPrinter({
    database,
    store: documentStore,
    facts: () => ({ companyName: companyName(), siteUrl, readLogo: boardPhotos.read }),
  })
  await storeAppSettings(database, env)
  if (!env.settlementAlarmEmail)
    log.warn(
      {},
      'SETTLEMENT_ALARM_EMAIL is not set: while nobody else can approve it, the bank account cannot be changed',
    )
  const jobs = createJobs({ database, log, clock, describeError: describeFault, onRun: metrics.observeJob })
  onStop(jobs.stop)
  // No page is drawn before, and nothing else is in its way.
  await jobs.start([content.job])
  await jobs.run(content.job.name)
  await jobs.start([
    mail.job,
    documentJob({ database, printer, store: documentStore, log }),
    marketJob({ database, log }),
    sealPeopleJob(vaultPlace),
    ...auditJobs({
      database,
      key: () => readAuditKey(database, masterKey),
      witness: await chooseWitness(database, env),
      dataDir: env.dataDir,
      clock,
      log,
    }),
    breachReminderJob({ database, log, clock }),
    morningMailJob({ database, log, clock }),
    sweepJob({
      database,
      files: { photos, uploads, productPhotos, boardPhotos, cvs, messageFiles },
      log,
      clock,
    }),
    ...platform.jobs,
  ])

  const findDatabaseObstacle = await createReadiness(database, join(projectFolder, 'migrations'), driver)
  const probes = createProbes({
    metrics,
    metricsToken: env.metricsToken,
    findObstacle: async () => (front.draining ? 'stopping' : findDatabaseObstacle()),
  })
  const takeForm = createFormLimiter({
    clientAddress,
    clock,
    limits: multiplyLimits(defaultFormLimits, env.formLimitsFactor),
  })
  const forms = createForms({
    database,
    content: content.current,
    cvs,
    security,
    companyName,
    isOwnOrigin,
    clientAddress,
    clock,
    log,
    take: takeForm,
  })
  const cookie = createTrackingCookie({ secret, secure: siteUrl.startsWith('https:'), clock })
  const tracking = createTrackingRoutes({
    database,
    cookie,
    companyName,
    companyPhone: () => content.current().facts.phonePrimary,
    security,
    isOwnOrigin,
    clientAddress,
    clock,
    log,
    limits: multiplyLimits(defaultTrackingLimits, env.formLimitsFactor),
  })
  /** Options shared by the routes for people's own data. */
  const adminArea = {
    cookie,
    database,
    vault,
    services: platform.app,
    verifyCaller: platform.verifyCaller,
    publishableKey: platform.keys.publishableKey,
    siteUrl,
    isOwnOrigin,
    clock,
    log,
  }
  const registrations = createRegistrations({
    ...adminArea,
    photos,
    store,
    secret,
    companyName,
    circumstances: registrationSettings,
    proveOwner: (c, session, code) => proveOwner(adminArea, c, session, code),
    termsInForce: () => content.current().legal.terms?.version,
    clientAddress,
    limits: multiplyLimits(defaultLimits, env.formLimitsFactor),
  })
  const plainForms = createPlainForms({
    database,
    vault,
    photos,
    secret,
    siteUrl,
    isOwnOrigin,
    clock,
    log,
    circumstances: registrationSettings,
    termsInForce: () => content.current().legal.terms?.version,
    take: takeForm,
    draw: site.plainForm,
  })
  const market = createMarket({
    ...adminArea,
    uploads,
    productPhotos,
    secret,
    clientAddress,
    limits: multiplyLimits(defaultMarketLimits, env.formLimitsFactor),
  })
  const adminRoutes = createAdminRoutes({
    ...adminArea,
    secretKey: platform.keys.secretKey,
    clientAddress,
    secret,
    site,
    boardPhotos,
    photos: store,
    messageFiles,
  })
  const vaultRoutes = createVaultRoutes({ ...adminArea, photos: store, companyName })
  const account = createAccountRoutes({ ...adminArea, photos: store })
  const safety = createSafetyRoutes({ ...adminArea, clientAddress })
  const documents = createDocumentRoutes({
    ...adminArea,
    printer,
    clientAddress,
    limits: multiplyLimits(defaultDocumentLimits, env.formLimitsFactor),
  })
  const addresses = createAddresses({
    siteUrl,
    content: content.current,
    companyName,
    listProducts: () => listProductNames(database),
  })
  const shareCard = createShareCard({
    async readFile(path) {
      if (!site.has(path)) return boardPhotos.read(path)
      const response = await site.file(path, { acceptEncoding: undefined, ifNoneMatch: undefined })
      return Buffer.from(await response.arrayBuffer())
    },
    facts: () => ({ companyName: companyName(), logo: content.current().facts.logo }),
    font: join(import.meta.dirname, 'files/pdf/fonts/noto-serif-600.ttf'),
  })
  const app = createRouter({
    probes,
    services: platform.app,
    mailbox: mail.pages,
    bounces: mail.bounces,
    replies: mail.replies,
    forms,
    plainForms,
    registrations,
    market,
    adminArea: adminRoutes,
    documents,
    tracking,
    vault: vaultRoutes,
    account,
    safety,
    addresses,
    serviceWorker: createServiceWorker({ isOn: env.offlineForms, site }),
    shareCard,
    site,
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
