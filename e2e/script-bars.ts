/**
 * What the script of a page of each kind may weigh once it is alive, in bytes as they travel: bars of `public-bytes.test.ts` and of
 * `bench:page`. None is above what the page loaded in release 0.2.0 (`scripts/page-weights.test.ts`). A bar is the page's weight and
 * at least 250 bytes of room, to the next 500: the names of files alone, which change with what is in them, move a page by some
 * tens. The commit that raises one says why.
 */
export const scriptBars = {
  visitor: {
    '/': 93_500,
    '/agriculture': 91_000,
    '/poultry-development': 91_000,
    '/real-estate-construction': 91_000,
    '/export': 105_500,
    '/investor-form': 91_000,
    '/board': 96_000,
    '/careers': 106_000,
    '/careers/agronomist': 106_000,
    '/terms': 101_000,
    '/privacy': 102_500,
    '/verify': 97_500,
    '/verify/AAAA-BBBB-CCCC': 99_500,
    '/not-me': 97_500,
    '/no/such/page': 90_000,
    '/contact': 105_000,
    '/careers/general': 104_000,
    '/franchise-partnership': 105_000,
    '/marketplace': 104_500,
    '/marketplace/checkout': 136_500,
    '/auth': 135_000,
    '/track': 124_500,
    '/farmer-registration': 112_500,
    '/poultry-training': 112_500,
    '/investor-form/individual': 112_500,
    '/investor-form/corporate': 113_000,
    '/investor-form/crypto': 113_000,
  },
  member: {
    '/buyer-registration': 149_000,
    '/buyer-form/individual': 152_500,
    '/buyer-form/corporate': 152_500,
    '/investor-hub': 131_000,
    '/order': 158_500,
    '/account': 168_500,
    '/account/orders': 161_500,
    '/account/documents': 149_500,
    '/account/products': 154_500,
    '/account/profile': 159_000,
    '/account/security': 168_000,
    '/account/notifications': 147_000,
    '/account/privacy': 161_000,
    // No invitation waits.
    '/admin/welcome': 158_500,
  },
  /** Pages of one record; on /track its link is open. */
  record: {
    '/board/:id': 91_500,
    '/marketplace/:product': 109_000,
    '/track, of a registration': 163_000,
    '/track, of an order': 179_000,
    '/account/orders/:id': 187_500,
    '/account/applications/:recordType/:id': 179_500,
  },
} as const satisfies Record<string, Record<string, number>>

/** Of any page of the desk that is opened first, with its live line. */
export const adminBar = 180_000
