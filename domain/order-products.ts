/**
 * The products that the company trades in bulk, as the registrations offer them. Those of the order form are rows of
 * public.order_products, which staff maintain: this list is what they begin with, and what the form offers while the
 * database is away.
 */
export const orderProducts = [
  'Ginger',
  'Sesame Seeds',
  'Groundnut',
  'Hibiscus Flowers',
  'Garlic',
  'Raw Cashew Nuts',
  'Soya Beans',
  'Gum Arabic',
  'Moringa Seeds',
  'Rice',
  'Palm Oil',
  'Cocoa Beans',
  'Yam',
  'Cassava',
  'Plantain',
] as const

/** What of them is no basic food to the tax office, as far as we know: staff change the class of each. */
export const orderProductsBesideFood: readonly string[] = ['Gum Arabic']
