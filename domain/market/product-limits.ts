/** How much a price, a weight and a stock may be, and what is said where they are not. */

export const productLimits = {
  packAmountMax: 1_000_000,
  weightGramsMax: 1_000_000_000,
  priceKoboMin: 100,
  priceKoboMax: 100_000_000_000,
  stockMax: 1_000_000,
} as const

export const productMessages = {
  packAmount: 'Enter how much is in one pack, at most 1,000,000',
  price: 'Enter the price of one pack in naira, from 1 to 1,000,000,000',
  /** In place of the help at the price, once there is one. */
  unitPrice: 'Buyers see: {price}.',
  weight: 'Enter what one full pack weighs in kilograms, such as 18.5, or leave it empty',
  /** Grams were typed, or the goods alone. */
  describeWeightRange: (pack: string, least: string, most: string) =>
    `A pack of ${pack} weighs from ${least} to ${most} kg: enter kilograms, with the sack or the can`,
  /** In place of the help at the weight, where the pack says it already. */
  weightOfPack: (pack: string) => `Leave it empty to count ${pack} for delivery.`,
  stock: 'Enter a whole number of packs, at most 1,000,000, or leave it empty',
  packs: 'Enter a whole number of packs, at most 1,000,000',
  packsMoved: 'Enter 1 or more',
} as const

/** Null: no limit; undefined: no number of packs. */
export function readStock(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(',', '')
  if (plain === '') return null
  const stock = Number(plain)
  return /^[0-9]{1,7}$/.test(plain) && stock <= productLimits.stockMax ? stock : undefined
}
