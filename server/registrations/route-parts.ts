// What the routes of registrations share: limits, sessions, attempts and proofs.

import type { PhotoStore } from '#server/files/photo-store.ts'
import { type AppContext, refuseWait } from '#server/http/answers.ts'
import { createAttempts } from '#server/http/attempts.ts'
import { createProofs } from '#server/http/proof.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createReadSession, type Session, type SessionOptions } from '#server/http/session.ts'
import type { TrackingCookie } from '#server/http/tracking-cookie.ts'
import type { Vault } from '#server/vault/vault.ts'
import type { IntakeOptions } from './intake.ts'
import { createLimiter, type RegistrationLimits } from './limits.ts'
import type { Photos } from './photos.ts'

export interface RegistrationsOptions extends SessionOptions, RouteOptions {
  vault: Vault
  photos: Photos
  store: PhotoStore
  /** The application's secret: keys for proofs, devices and links derive from it. */
  secret: string
  siteUrl: string
  cookie: TrackingCookie
  companyName: () => string
  circumstances: IntakeOptions['circumstances']
  termsInForce: IntakeOptions['termsInForce']
  /** A session as strong as its account allows, and a code from its mailbox: answers the mailbox. */
  proveOwner: (c: AppContext, session: Session, code: string) => Promise<string>
  limits?: RegistrationLimits
}

export type RouteParts = ReturnType<typeof createRouteParts>

export function createRouteParts(options: RegistrationsOptions) {
  const { database, siteUrl, clock, secret } = options
  const proofs = createProofs({ database, secret, clock })
  const limiter = createLimiter({
    secret,
    secure: siteUrl.startsWith('https:'),
    clock,
    ...(options.limits && { limits: options.limits }),
  })
  const addressOf = (c: AppContext) => options.clientAddress(c.env.incoming)
  return {
    proofs,
    limiter,
    addressOf,
    limit: (kind: keyof RegistrationLimits['perAddress'], c: AppContext) =>
      refuseWait(limiter.takeForAddress(kind, addressOf(c))),
    readSession: createReadSession(options),
    attemptOf: createAttempts(secret),
    intakeOptions: { ...options, proofs },
  }
}
