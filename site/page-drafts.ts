/** A guest's order until it is paid, with its link, and whom it goes to (`checkout-memory.ts`); further pages count or remove it. */
export const guestCheckoutName = 'checkout-guest'
