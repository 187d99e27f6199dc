/** A product in the words of schema.org: only what the page itself shows. */
import { type CatalogueProduct, formatPack } from '#domain/market/products.ts'
import { productPath } from './product-path.ts'

export function productFacts(product: CatalogueProduct, siteUrl: string): object {
  const { name, category, packAmount, packUnit, priceKobo, stock, farmerName, location } = product
  const { ratingAverage, ratingCount } = product
  return {
    '@type': 'Product',
    name,
    category,
    description: `${name}, ${formatPack(packAmount, packUnit)}, from ${farmerName}, ${location}`,
    offers: {
      '@type': 'Offer',
      url: siteUrl + productPath(product),
      price: (priceKobo / 100).toFixed(2),
      priceCurrency: 'NGN',
      availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
    },
    ...(ratingCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: ratingAverage, reviewCount: ratingCount },
    }),
  }
}
