// How often forms are posted, counted in one place for every form: with scripts and without.
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Limit } from '#platform/settings.ts'
import type { AppContext } from './answers.ts'
import type { ClientAddress } from './client-address.ts'
import { perTenMinutes } from './limit-windows.ts'

/** Uses of one kind from one address (or IPv6 household); carriers share addresses, so these are not small. */
export interface FormLimits {
  posts: Limit
  /** Posts of pages without scripts: fewer people send them, and more programs. */
  plainPosts: Limit
  /** Registrations without scripts that are opened: each is drawn for one person. */
  plainPages: Limit
  links: Limit
}

export const defaultFormLimits: FormLimits = {
  posts: perTenMinutes(60),
  plainPosts: perTenMinutes(20),
  plainPages: perTenMinutes(240),
  links: perTenMinutes(120),
}

/** Seconds to wait, 0 when the request may go on. */
export type TakeForm = (c: AppContext, kind: keyof FormLimits) => number

export function createFormLimiter(options: {
  clientAddress: ClientAddress
  clock: () => Date
  limits?: FormLimits
}): TakeForm {
  const { clientAddress, clock, limits = defaultFormLimits } = options
  const limiter = createMemoryLimiter()
  return (c, kind) => Math.ceil(limiter.take(kind, clientAddress(c.env.incoming), limits[kind], clock()))
}
