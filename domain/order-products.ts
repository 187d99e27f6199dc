/** The products that the company trades in bulk, as the order form and the registrations offer them. */
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
