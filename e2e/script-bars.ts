/**
 * What the script of a page of each kind may weigh once it is alive, in bytes as they travel: bars of `public-bytes.test.ts` and of
 * `bench:page`. They are weights of 27 November 2026, each with at most 1.3 kB above it. By the files that each page imports, release
 * 0.2.0 (commit 952ce4d) was heavier on each that it had. At least 100 bytes are left above the page: the names of files alone, which
 * change with what is in them, move it by some tens. A page that has to grow says why here. 28 November: what shows products knows
 * which of them a visitor waits for (250 bytes, `stock-alerts/waiting.ts`); what waits for an answer says so when it takes long (150
 * bytes, `use-waiting-words.ts`), and two pages had less room than that; the form of Contact HR on /careers has the two boxes of every
 * form (300 bytes, `guided-form.tsx`); the order form says in words which day was chosen (200 bytes, `day-in-words.tsx`), and its
 * products are a file of their own, so that other forms do not carry them (100 bytes); the checkout has
 * the two boxes of every form (500 bytes, `checkout-guide.ts`), and so have
 * /buyer-registration (300 bytes) and the form of a product on /account/products (at most 500 bytes, `product-guide.ts`).
 */
export const scriptBars = {
  visitor: {
    '/': 93_000,
    '/agriculture': 91_000,
    '/poultry-development': 91_000,
    '/real-estate-construction': 91_000,
    '/export': 105_000,
    '/investor-form': 91_000,
    '/board': 96_000,
    '/careers': 105_500,
    '/careers/agronomist': 106_000,
    '/terms': 101_000,
    '/privacy': 103_000,
    '/verify': 97_000,
    '/verify/AAAA-BBBB-CCCC': 99_000,
    '/not-me': 97_000,
    '/no/such/page': 90_000,
    '/contact': 105_000,
    '/careers/general': 104_000,
    '/franchise-partnership': 105_000,
    '/marketplace': 104_000,
    '/marketplace/checkout': 132_000,
    '/auth': 134_000,
    '/track': 121_000,
    '/farmer-registration': 112_000,
    '/poultry-training': 112_000,
    '/investor-form/individual': 112_000,
    '/investor-form/corporate': 113_000,
    '/investor-form/crypto': 113_000,
  },
  member: {
    '/buyer-registration': 148_500,
    '/buyer-form/individual': 152_000,
    '/buyer-form/corporate': 152_000,
    '/investor-hub': 130_000,
    '/order': 154_800,
    '/account': 163_000,
    '/account/orders': 157_000,
    '/account/documents': 148_000,
    '/account/products': 152_500,
    '/account/profile': 158_000,
    '/account/security': 165_000,
    '/account/notifications': 146_000,
    '/account/privacy': 157_000,
  },
} as const satisfies Record<string, Record<string, number>>
