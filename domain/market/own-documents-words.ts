/** What is said where a member's documents of all orders are listed. */

export const ownDocumentsWords = {
  title: 'My documents',
  description: 'The documents of your orders.',
  lead: 'Quotes, contracts, invoices, receipts and delivery notes of all your orders.',
  failed: (why: string) => `Your documents could not be loaded. ${why}`,
  none: {
    title: 'There is no document yet',
    text: 'The first comes with our quote, or with your payment.',
    link: 'See my orders',
  },
  older: { label: 'Show older documents', busyLabel: 'Loading...' },
} as const
