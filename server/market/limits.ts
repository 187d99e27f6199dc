// How often one address, one device or one phone number may come to the market without an account.
import type { Limit } from '#platform/settings.ts'

export interface MarketLimits {
  /** For one address, since carriers share them: generous. */
  perAddress: Record<'proofs' | 'checkouts' | 'links' | 'uploads' | 'photos', Limit>
  /** Checkouts of one device, or of all at one address who show no device. */
  perDevice: Limit
  /** Checkouts that name one phone number. How many may be open and unpaid is the database's to say. */
  perPhone: Limit
  /** Devices that one address may begin. */
  newDevices: Limit
}

const tenMinutes = 600
const hour = 3600

export const defaultMarketLimits: MarketLimits = {
  perAddress: {
    proofs: { count: 300, windowSeconds: tenMinutes },
    checkouts: { count: 120, windowSeconds: tenMinutes },
    links: { count: 600, windowSeconds: tenMinutes },
    uploads: { count: 120, windowSeconds: tenMinutes },
    photos: { count: 6000, windowSeconds: tenMinutes },
  },
  perDevice: { count: 60, windowSeconds: hour },
  perPhone: { count: 30, windowSeconds: hour },
  newDevices: { count: 120, windowSeconds: hour },
}
