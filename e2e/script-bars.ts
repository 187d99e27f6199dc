/**
 * What the script of a page of each kind may weigh once it is alive, in bytes as they travel: bars of `public-bytes.test.ts` and of
 * `bench:page`. They are weights of 27 November 2026 rounded up to the next thousand. By the files that each page imports, release 0.2.0
 * (commit 952ce4d) was heavier on each that it had. At least 100 bytes are
 * left above the page: the names of files alone, which change with what is in them, move it by some tens. A page that has to grow says
 * why here.
 */
export const scriptBars = {
  visitor: {
    '/': 95_000,
    '/agriculture': 93_000,
    '/poultry-development': 93_000,
    '/real-estate-construction': 93_000,
    '/export': 111_000,
    '/investor-form': 112_000,
    '/board': 97_000,
    '/careers': 106_000,
    '/careers/agronomist': 106_000,
    '/terms': 111_000,
    '/privacy': 115_000,
    '/verify': 100_000,
    '/verify/AAAA-BBBB-CCCC': 102_000,
    '/not-me': 103_000,
    '/no/such/page': 92_000,
    '/contact': 105_000,
    '/careers/general': 104_000,
    '/franchise-partnership': 105_000,
    '/marketplace': 110_000,
    '/marketplace/checkout': 131_000,
    '/auth': 134_000,
    '/track': 191_000,
    '/farmer-registration': 113_000,
    '/poultry-training': 113_000,
    '/investor-form/individual': 113_000,
    '/investor-form/corporate': 113_000,
    '/investor-form/crypto': 113_000,
  },
  member: {
    '/buyer-registration': 149_000,
    '/buyer-form/individual': 152_000,
    '/buyer-form/corporate': 153_000,
    '/investor-hub': 136_000,
    '/order': 154_000,
    '/account': 163_000,
    '/account/orders': 157_000,
    '/account/documents': 147_000,
    '/account/products': 151_000,
    '/account/profile': 157_000,
    '/account/security': 165_000,
    '/account/notifications': 145_000,
    '/account/privacy': 166_000,
  },
} as const satisfies Record<string, Record<string, number>>
