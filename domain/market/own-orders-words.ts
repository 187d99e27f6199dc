/** The overview of a member's orders: its columns, its filters. */

export const ownOrdersFilters = ['all', 'waiting', 'open', 'done'] as const
export type OwnOrdersFilter = (typeof ownOrdersFilters)[number]

export const ownOrdersWords = {
  description: 'All your orders.',
  place: 'Place an order',
  older: 'Show older orders',
  toMarketplace: 'Go to the marketplace',
  title: 'My orders',
  waiting: 'Waiting for you',
  allWaiting: 'See all that wait for you',
  all: 'All orders',
  none: 'You have not ordered yet',
  noneFound: 'No order fits. Change the search or the filter.',
  failed: 'Your orders could not be loaded.',
  loading: 'Loading...',
  documents: 'Documents',
  describeDocuments: (code: string) => `Documents of ${code}`,
  describeOpen: (code: string) => `Open order ${code}`,
  find: { label: 'Find an order', placeholder: 'Code or product' },
  only: {
    label: 'Show',
    options: {
      all: 'All orders',
      waiting: 'Waiting for me',
      open: 'Not finished',
      done: 'Finished or withdrawn',
    } satisfies Record<OwnOrdersFilter, string>,
  },
  offered: 'offered',
  /** In place of an amount that nobody knows yet. */
  noSum: '–',
  describeMore: (count: number) => `and ${count} more`,
  withoutDelivery: 'without delivery',
  dueOf: (due: string, total: string) => `${due} due now, of ${total}`,
  describeTakenOff: (amount: string) => `${amount} taken off`,
  columns: { code: 'Order', goods: 'Goods', total: 'Total', paid: 'Paid', next: 'Next step', day: 'Day' },
} as const
