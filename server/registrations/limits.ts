// How often one address, one device or one account may come: carriers share addresses, so a device counts by itself.
import type { Context } from 'hono'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Limit } from '#platform/settings.ts'
import { createDevices } from '#server/http/devices.ts'

export interface RegistrationLimits {
  /** Of everything below, for one address. */
  perAddress: Record<'proofs' | 'submissions' | 'photos' | 'links', Limit>
  /** Submissions of one device, of one account, or of all at one address who show no device. */
  perDevice: Limit
  /** Of someone who enters the forms of others. */
  perClerk: Limit
  /** Places for photos that one account, or one guest link, may take beside those of its forms. */
  places: Limit
  /** Devices that one address may begin. */
  newDevices: Limit
}

const tenMinutes = 600
const hour = 3600

export const defaultLimits: RegistrationLimits = {
  perAddress: {
    proofs: { count: 300, windowSeconds: tenMinutes },
    submissions: { count: 120, windowSeconds: tenMinutes },
    photos: { count: 240, windowSeconds: tenMinutes },
    links: { count: 240, windowSeconds: tenMinutes },
  },
  perDevice: { count: 60, windowSeconds: hour },
  perClerk: { count: 300, windowSeconds: hour },
  places: { count: 20, windowSeconds: hour },
  newDevices: { count: 120, windowSeconds: hour },
}

export interface Limiter {
  /** Seconds to wait, 0 when the request may go on. */
  takeForAddress(kind: keyof RegistrationLimits['perAddress'], address: string): number
  takeForDevice(who: { deviceId: string | null; userId: string | null; address: string }): number
  takeForClerk(userId: string): number
  takeForPlace(owner: string): number
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
    nameDevice(c, address) {
      if (devices.read(c) === null && take('new device', address, limits.newDevices) === 0) devices.name(c)
    },
  }
}
