// How often one address, one device or one account may come: carriers share addresses, so a device counts by itself.
import type { Context } from 'hono'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Limit } from '#platform/settings.ts'
import { createDevices } from '#server/http/devices.ts'
import { type CallerLimits, perHour, perTenMinutes } from '#server/http/limit-windows.ts'

export interface RegistrationLimits extends CallerLimits<'proofs' | 'submissions' | 'photos' | 'links'> {
  /** For someone who enters the forms of others. */
  perClerk: Limit
  /** Places for photos that one account, or one guest link, may take beside those of its forms. */
  places: Limit
  /** Exports of the person behind a guest link, whatever their shape: a PDF takes nearly a second of work. */
  exports: Limit
}

export const defaultLimits: RegistrationLimits = {
  perAddress: {
    proofs: perTenMinutes(300),
    submissions: perTenMinutes(120),
    photos: perTenMinutes(240),
    links: perTenMinutes(240),
  },
  perDevice: perHour(60),
  perClerk: perHour(300),
  places: perHour(20),
  exports: perTenMinutes(20),
  newDevices: perHour(120),
}

export interface Limiter {
  /** Seconds to wait, 0 when the request may go on. */
  takeForAddress(kind: keyof RegistrationLimits['perAddress'], address: string): number
  takeForDevice(who: { deviceId: string | null; userId: string | null; address: string }): number
  takeForClerk(userId: string): number
  takeForPlace(owner: string): number
  takeForExport(personId: string): number
  /** The device that this request comes from; null when it shows none of ours. */
  readDevice(c: Context): string | null
  /** Names a device that has no name yet: a cookie for these addresses alone, gone after a day. */
  nameDevice(c: Context, address: string): void
}

export function createLimiter(options: {
  secret: string
  secure: boolean
  clock: () => Date
  limits?: RegistrationLimits
}): Limiter {
  const { secret, secure, clock, limits = defaultLimits } = options
  const devices = createDevices({ secret, secure, path: '/registrations' })
  const memory = createMemoryLimiter()
  const take = (kind: string, who: string, limit: Limit) => Math.ceil(memory.take(kind, who, limit, clock()))

  return {
    readDevice: devices.read,
    takeForAddress: (kind, address) => take(kind, address, limits.perAddress[kind]),
    takeForDevice: ({ deviceId, userId, address }) =>
      userId
        ? take('account', userId, limits.perDevice)
        : deviceId
          ? take('device', deviceId, limits.perDevice)
          : take('no device', address, limits.perDevice),
    takeForClerk: (userId) => take('clerk', userId, limits.perClerk),
    takeForPlace: (owner) => take('place', owner, limits.places),
    takeForExport: (personId) => take('export', personId, limits.exports),
    nameDevice(c, address) {
      if (devices.read(c) === null && take('new device', address, limits.newDevices) === 0) devices.name(c)
    },
  }
}
