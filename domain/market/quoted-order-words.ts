/** What cart and checkout say of orders whose delivery is quoted first. */

export const quotedOrderWords = {
  describeSee: (code: string) => `See your order ${code}`,
  /** For a guest's order, whatever has become of it meanwhile. */
  guest: 'It can be paid once you have said yes to the price of its delivery.',
  hide: 'Hide it',
  describeHide: (code: string) => `Hide it: order ${code}`,
  more: (count: number) => `and ${count} more in your orders`,
} as const
