/** The marketplace's sample list: seven kinds of produce with their pack and price in naira. */

export interface SampleProduce {
  name: string
  category: 'Grains' | 'Vegetables' | 'Tubers' | 'Oil' | 'Spices'
  pack: number
  unit: 'kg' | 'litre'
  priceNaira: number
}

export const sampleProduce: readonly SampleProduce[] = [
  { name: 'Rice', category: 'Grains', pack: 50, unit: 'kg', priceNaira: 35_000 },
  { name: 'Tomatoes', category: 'Vegetables', pack: 25, unit: 'kg', priceNaira: 12_500 },
  { name: 'Yam', category: 'Tubers', pack: 100, unit: 'kg', priceNaira: 45_000 },
  { name: 'Palm oil', category: 'Oil', pack: 20, unit: 'litre', priceNaira: 28_000 },
  { name: 'Maize', category: 'Grains', pack: 100, unit: 'kg', priceNaira: 25_000 },
  { name: 'Dried pepper', category: 'Spices', pack: 10, unit: 'kg', priceNaira: 18_000 },
  { name: 'Bene seed/millet', category: 'Grains', pack: 50, unit: 'kg', priceNaira: 22_000 },
]
