// Makes the routes of every area out of what the application has started: each gets what it needs of the others here.
import { join } from 'node:path'
import type { Platform } from '#platform/platform.ts'
import { createAccountRoutes } from './account/delete-account.ts'
import { proveOwner } from './account/prove-mailbox.ts'
import { createSafetyRoutes } from './account/safety.ts'
import { createAdminRoutes } from './admin/routes.ts'
import type { AppFiles } from './app-files.ts'
import { createAddresses } from './company/content/addresses.ts'
import type { CachedContent } from './company/content/cache-content.ts'
import { createShareCard } from './company/content/share-card.ts'
import { createForms } from './company/forms/forms.ts'
import { createFormLimiter, defaultFormLimits } from './http/form-limits.ts'
import { createFindRecordSender } from './http/record-sender.ts'
import type { RouteOptions } from './http/route-options.ts'
import type { SecurityHeaders } from './http/security-headers.ts'
import { createReadSession } from './http/session.ts'
import { createTrackingCookie } from './http/tracking-cookie.ts'
import type { Mail } from './mail/mail.ts'
import type { Printer } from './market/documents/print.ts'
import { createDocumentRoutes, defaultDocumentLimits } from './market/documents/routes.ts'
import { defaultMarketLimits } from './market/limits.ts'
import { createMarket } from './market/market.ts'
import { listProductNames } from './market/read-products.ts'
import { createServiceWorker } from './pages/service-worker.ts'
import type { Site } from './pages/site.ts'
import { defaultLimits } from './registrations/limits.ts'
import { createPlainForms } from './registrations/plain-forms/routes.ts'
import { createRegistrations } from './registrations/registrations.ts'
import type { RegistrationsOptions } from './registrations/route-parts.ts'
import { createTrackingRoutes, defaultTrackingLimits } from './registrations/track/routes.ts'
import { createRouter, type Router } from './router.ts'
import type { Environment } from './settings/env.ts'
import { multiplyLimits } from './settings/limit-factor.ts'
import { createVaultRoutes } from './vault/routes.ts'
import type { Vault } from './vault/vault.ts'

export interface AppRoutesOptions extends RouteOptions {
  env: Environment
  /** The application's secret: keys for links, cookies, devices and attempts derive from it. */
  secret: string
  siteUrl: string
  companyName: () => string
  circumstances: RegistrationsOptions['circumstances']
  platform: Platform
  vault: Vault
  files: AppFiles
  printer: Printer
  mail: Mail
  content: CachedContent
  security: SecurityHeaders
  site: Site
  probes: Router
}

export function createAppRoutes(options: AppRoutesOptions): Router {
  const { env, database, log, clock, isOwnOrigin, clientAddress } = options
  const { secret, siteUrl, companyName, circumstances, platform, vault, files, content, security, site } =
    options
  const { photoStore, photos, boardPhotos } = files
  const limitsOf = <Limits extends object>(limits: Limits) => multiplyLimits(limits, env.formLimitsFactor)
  const takeForm = createFormLimiter({ clientAddress, clock, limits: limitsOf(defaultFormLimits) })
  const termsInForce = () => content.current().legal.terms?.version
  const cookie = createTrackingCookie({ secret, secure: siteUrl.startsWith('https:'), clock })
  /** What every route that reads a session or a guest link needs. */
  const shared = {
    cookie,
    database,
    vault,
    services: platform.app,
    verifyCaller: platform.verifyCaller,
    publishableKey: platform.keys.publishableKey,
    siteUrl,
    isOwnOrigin,
    clientAddress,
    clock,
    log,
  }
  return createRouter({
    probes: options.probes,
    services: platform.app,
    mailbox: options.mail.pages,
    bounces: options.mail.bounces,
    replies: options.mail.replies,
    forms: createForms({
      database,
      content: content.current,
      cvs: files.cvs,
      security,
      companyName,
      isOwnOrigin,
      clientAddress,
      clock,
      log,
      take: takeForm,
      findSender: createFindRecordSender(cookie, createReadSession(shared)),
    }),
    plainForms: createPlainForms({
      database,
      vault,
      photos,
      secret,
      siteUrl,
      isOwnOrigin,
      clock,
      log,
      circumstances,
      termsInForce,
      take: takeForm,
      draw: site.plainForm,
      companyPhone: () => content.current().facts.phonePrimary,
    }),
    registrations: createRegistrations({
      ...shared,
      photos,
      store: photoStore,
      secret,
      companyName,
      circumstances,
      proveOwner: (c, session, code) => proveOwner(shared, c, session, code),
      termsInForce,
      limits: limitsOf(defaultLimits),
    }),
    market: createMarket({
      ...shared,
      uploads: files.uploads,
      productPhotos: files.productPhotos,
      secret,
      limits: limitsOf(defaultMarketLimits),
    }),
    adminArea: createAdminRoutes({
      ...shared,
      secretKey: platform.keys.secretKey,
      secret,
      site,
      boardPhotos,
      photos: photoStore,
      messageFiles: files.messageFiles,
    }),
    documents: createDocumentRoutes({
      ...shared,
      printer: options.printer,
      limits: limitsOf(defaultDocumentLimits),
    }),
    tracking: createTrackingRoutes({
      database,
      cookie,
      companyName,
      companyPhone: () => content.current().facts.phonePrimary,
      security,
      isOwnOrigin,
      clientAddress,
      clock,
      log,
      limits: limitsOf(defaultTrackingLimits),
    }),
    vault: createVaultRoutes({ ...shared, photos: photoStore, companyName }),
    account: createAccountRoutes({ ...shared, photos: photoStore }),
    safety: createSafetyRoutes(shared),
    addresses: createAddresses({
      siteUrl,
      content: content.current,
      companyName,
      listProducts: () => listProductNames(database),
    }),
    serviceWorker: createServiceWorker({ isOn: env.offlineForms, site }),
    shareCard: createShareCard({
      async readFile(path) {
        if (!site.has(path)) return boardPhotos.read(path)
        const response = await site.file(path, { acceptEncoding: undefined, ifNoneMatch: undefined })
        return Buffer.from(await response.arrayBuffer())
      },
      facts: () => ({ companyName: companyName(), logo: content.current().facts.logo }),
      font: join(import.meta.dirname, 'files/pdf/fonts/noto-serif-600.ttf'),
    }),
    site,
    log,
  })
}
