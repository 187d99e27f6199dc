/**
 * What the script of a page of each kind may weigh once it is alive, in bytes as they travel: bars of `public-bytes.test.ts` and of
 * `bench:page`. They were first set on 27 November 2026, each with at most 1.3 kB above its page. Release 0.2.0 (commit 952ce4d) loaded more on each
 * page that it had (`scripts/page-weights.test.ts`). At least 100 bytes are left above the page: the names of files alone, which
 * change with what is in them, move it by some tens. A page that has to grow says why here. 28 November: what shows products knows
 * which of them a visitor waits for (250 bytes, `stock-alerts/waiting.ts`); what waits for an answer says so when it takes long (150
 * bytes, `use-waiting-words.ts`), and two pages had less room than that; the form of Contact HR on /careers has the two boxes of every
 * form (300 bytes, `guided-form.tsx`); the order form says in words which day was chosen (200 bytes, `day-in-words.tsx`), and its
 * products are a file of their own, so that other forms do not carry them (100 bytes); the checkout has
 * the two boxes of every form (500 bytes, `checkout-guide.ts`), and so have
 * /buyer-registration (300 bytes) and the form of a product on /account/products (at most 500 bytes, `product-guide.ts`).
 * What ends something asks first: closing a guest's page on /track (1,500 bytes, `confirm-button.tsx` with its dialog), signing out in
 * the middle of a buyer's form (at most 800), other devices on /account/security (500); "Not mine" on /account is taken back, and a
 * photo on its way is shown there (400).
 * Whatever signs out asks the same question, and what is secret in memory goes with it (at most 250 bytes on pages of members, where two
 * had less room, `leaving.ts`); what an erasure takes is named before it, one by one (300 on /account/privacy, 450 on /track, where an
 * empty box is answered as well).
 * The checkout begins with the state that was chosen before it, and asks what an unknown area may mean (200, `use-checkout.ts`,
 * `contact-fields.tsx`); a list of orders says its next step in short words and how many more products there are (200 on /account and
 * /account/orders).
 * A line of a quote has terms of its own, a unit beside 1 is in the singular, and an overview says what is due now (at most 1,300 bytes on
 * the pages of orders, `goods-terms.ts`, `quantities.ts`).
 * Each application has its own line among the consents of /account/privacy, by its reference (200, `consent-list.tsx`).
 * 29 November: each order whose delivery is quoted first is remembered, a guest's too, and forgotten alone (`checkout-memory.ts`, 200 on
 * /marketplace/checkout and /track); pages of orders say once one of them waits for nobody any more (100 on /account and /account/orders).
 * The words of /account/security and /account/privacy lie in domain, each under a name that travels with it (800 and 500,
 * `security-words.ts`, `my-data-words.ts`).
 * A sign-out closes the guest link that is open in the browser (200 on pages of members and /auth, `auth-state.ts`).
 * An order whose answer was lost is known again (500 on /marketplace/checkout, `checkout-memory.ts`); a page of orders says while goods are
 * for sale again (500 on /track, `released-words.ts`).
 * A sign-in on a shared phone asks before the references of other people go (250 on /auth, `sign-in-form.tsx`).
 * A list of orders says what waits for a complaint and for a letter of credit (400 on /account, 200 on /account/orders, 100 on /order,
 * `credit-states.ts`, `quotes.ts`); /account/privacy had no room for other names of files (100).
 * A list of orders says that a transfer was not found, and which rest is still to be paid (900 on /order, 1,000 on /account and /account/orders, `due-now.ts`).
 * A message of a dialog leaves the focus there, and a sign-out ends the session at the service first (200 on /farmer-registration, `toast.tsx`,
 * `auth-state.ts`).
 * Escape closes a message before its file has come (50 on every page, `toast.tsx`): /marketplace/checkout had less room than that, and
 * for a dialog's focus (200).
 * A list of orders says that a draft was sent back, and other names of files found no room on /buyer-form/corporate (100).
 * Limits are said as staff have set them (400 on /marketplace/checkout, `hours.ts`, `order-limits.ts`); /account/privacy had no room for
 * other names of files (150). The orders that end first lead their list (200 on /account/orders, `my-orders.tsx`).
 * A step of a form that could not be loaded says so where one looks, and a phone that is the only way to a farmer can be called (300 on
 * /farmer-registration and the buyers' forms, `long-form.tsx`, `callable-phones.ts`); a sign-out without a line is asked for
 * by the browser, and other names of files found no room on /verify and /not-me (100 there and on /account/privacy, `session-watcher.tsx`).
 * Every order that left the cart is named, and one without an answer is kept beside it (300 on /marketplace/checkout,
 * `checkout-memory.ts`); a sign-out without a line keeps what others began where a sign-in was not finished (200 on /auth, /order, /account,
 * /account/products and /account/security, `session-watcher.tsx`).
 * The checkout says when the cart holds more than an order takes, of a product and of products (1,050, `count-most.ts`, `cart-changes.tsx`,
 * `checkout-questions.ts`); /investor-hub, /account/orders and /account/privacy had no room for other names of files (150, 150 and 200).
 * Each line of goods says what VAT it bears where they differ (350 on /marketplace/checkout, `vat-rows.tsx`, `use-checkout.ts`); a product that
 * is removed from the order form comes back by Undo, and the slip names both parties (500 on /order, `order-form.tsx`, `order-confirmation.tsx`).
 * Lines of an order say their VAT where it differs, and words of documents and answers lie in domain, each under a name that travels with
 * it (500 on /track with an order, 300 on /account/orders/:id, 200 on /account and /account/documents); /export, /marketplace/checkout,
 * /buyer-registration, /account/orders, /account/products, /account/security and /account/privacy had no room for other names of files
 * (100 to 150).
 * The page of an order says what of each part is paid, and its history what an offer or a day was before (500 on /track with an order and
 * /account/orders/:id, `describe-parts.ts`, `list-history.ts`).
 * The page of an order says what came above the total, each transfer that goes back and that a time to answer has run out (500 on /track with
 * an order and /account/orders/:id, `describe-order.ts`, `list-history.ts`, `order-stations.ts`).
 * An account that was deleted has a page of its own, and a product's form sends each field as it was seen (at most 500 on pages of members, 800
 * on /account/products); an order says what came above its total, each transfer that goes back and what a day was before (450 on /track with
 * an order, 800 on /account/orders/:id). /, /export, /marketplace, /marketplace/checkout, /order, /track and /investor-form/individual had no
 * room for other names of files (50 to 100).
 * Goods that bear no VAT say whether they are zero-rated or exempt, and a registration's city is the area where it is one (200 on
 * /marketplace/checkout, `vat.ts`, `known-buyer.ts`). The parts of a price are a file that the desk reads as well (200 on /track with an
 * order and /account/orders/:id, `describe-parts.ts`).
 * The history says the last transfer of a surplus as money sent back, and a withdrawal names the sum (200 on /track with an order and
 * /account/orders/:id, `list-history.ts`, `describe-order.ts`).
 * Other tabs hear that an account was deleted (100 on /order, 150 on /admin/welcome, 300 to 400 on pages of members,
 * `deleted-here.ts`); consents speak of the marketplace to farmers alone (500 more on /account/privacy, `consent-list-words.ts`); a
 * link says until when it works (200 on /track, `save-link.tsx`).
 * 30 November: why a consent cannot be taken back or given again is read from the refusal of the database (250 on /account/privacy,
 * `database-error.ts`); /account had no room left for the names of its files (150).
 */
export const scriptBars = {
  visitor: {
    '/': 93_060,
    '/agriculture': 91_000,
    '/poultry-development': 91_000,
    '/real-estate-construction': 91_000,
    '/export': 105_200,
    '/investor-form': 91_000,
    '/board': 96_000,
    '/careers': 105_500,
    '/careers/agronomist': 106_000,
    '/terms': 101_000,
    '/privacy': 103_000,
    '/verify': 97_100,
    '/verify/AAAA-BBBB-CCCC': 99_000,
    '/not-me': 97_100,
    '/no/such/page': 90_000,
    '/contact': 105_000,
    '/careers/general': 104_000,
    '/franchise-partnership': 105_000,
    '/marketplace': 104_100,
    // A tap that comes while the page starts is stored; "Not my phone" closes the link.
    '/marketplace/checkout': 136_200,
    '/auth': 134_600,
    '/track': 124_150,
    '/farmer-registration': 112_500,
    '/poultry-training': 112_000,
    '/investor-form/individual': 112_060,
    '/investor-form/corporate': 113_000,
    '/investor-form/crypto': 113_000,
  },
  member: {
    '/buyer-registration': 148_600,
    '/buyer-form/individual': 153_200,
    '/buyer-form/corporate': 153_600,
    '/investor-hub': 130_550,
    '/order': 157_550,
    '/account': 167_850,
    '/account/orders': 161_000,
    '/account/documents': 148_950,
    '/account/products': 154_250,
    '/account/profile': 158_600,
    '/account/security': 167_650,
    '/account/notifications': 146_850,
    '/account/privacy': 160_500,
    // No invitation waits.
    '/admin/welcome': 158_050,
  },
  /** Pages of one record, of 29 November 2026; on /track its link is open. */
  record: {
    '/board/:id': 91_500,
    '/marketplace/:product': 109_000,
    '/track, of a registration': 163_000,
    '/track, of an order': 178_000,
    '/account/orders/:id': 186_550,
    '/account/applications/:recordType/:id': 178_900,
  },
} as const satisfies Record<string, Record<string, number>>

/** Of any page of the desk that is opened first, with its live line. */
export const adminBar = 180_000
