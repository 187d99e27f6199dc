// How often something may be requested: the two windows that routes count in, and the limits that forms of every area have.
import type { Limit } from '#platform/settings.ts'

export const perTenMinutes = (count: number): Limit => ({ count, windowSeconds: 600 })
export const perHour = (count: number): Limit => ({ count, windowSeconds: 3600 })

/** Carriers share addresses, so a limit for one address is generous, and a device counts by itself. */
export interface CallerLimits<Kind extends string> {
  perAddress: Record<Kind, Limit>
  /** For one device, for one account, or for all at one address who show no device. */
  perDevice: Limit
  /** Devices that one address may begin. */
  newDevices: Limit
}
