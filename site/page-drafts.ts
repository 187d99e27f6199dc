/** Names of drafts that other pages than their own count, move or remove. */

/** A guest's order until it is paid, with its link, and whom it goes to (`checkout-memory.ts`). */
export const guestCheckoutName = 'checkout-guest'
/** The guest links of this tab (`links-of-this-tab.ts`). */
export const linksName = 'links'
