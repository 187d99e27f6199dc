// How often one address, one device or one phone number may come to the market without an account.
import type { Limit } from '#platform/settings.ts'
import { type CallerLimits, perHour, perTenMinutes } from '#server/http/limit-windows.ts'

export interface MarketLimits
  extends CallerLimits<'proofs' | 'checkouts' | 'links' | 'uploads' | 'photos' | 'disputePhotos'> {
  /** Checkouts that name one phone number. How many may be open and unpaid is the database's to say. */
  perPhone: Limit
}

export const defaultMarketLimits: MarketLimits = {
  perAddress: {
    proofs: perTenMinutes(300),
    checkouts: perTenMinutes(120),
    links: perTenMinutes(600),
    uploads: perTenMinutes(120),
    photos: perTenMinutes(6000),
    disputePhotos: perTenMinutes(600),
  },
  perDevice: perHour(60),
  perPhone: perHour(30),
  newDevices: perHour(120),
}
