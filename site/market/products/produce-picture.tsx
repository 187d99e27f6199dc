/** The picture of a product: the farmer's photo, or our own drawing of its kind. Never a broken image. */
import { useState } from 'react'
import { productPhotoUrl, productPhotoWidths } from '#domain/market/product-photos.ts'
import type { ProductCategory } from '#domain/market/products.ts'
import drawings from './produce.svg?url'

interface ProducePictureProps {
  product: { name: string; category: ProductCategory; photoPath: string | null }
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string
  /** It is the page's main picture: not to be waited for. */
  isFirst?: boolean
}

export function ProducePicture({ product, sizes, isFirst = false }: ProducePictureProps) {
  const [failedPath, setFailedPath] = useState<string | null>(null)
  const { name, photoPath } = product
  const frame = {
    className: 'produce',
    width: 320,
    height: 240,
    loading: isFirst ? ('eager' as const) : ('lazy' as const),
    decoding: 'async' as const,
  }
  if (!photoPath || photoPath === failedPath)
    return <img {...frame} alt="" src={`${drawings}#${chooseDrawing(product)}`} />
  const giveUp = () => setFailedPath(photoPath)
  return (
    <img
      {...frame}
      alt={name}
      src={productPhotoUrl(photoPath, 640)}
      srcSet={productPhotoWidths.map((width) => `${productPhotoUrl(photoPath, width)} ${width}w`).join(', ')}
      sizes={sizes}
      onError={giveUp}
      // It may have failed before anybody listened.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) giveUp()
      }}
    />
  )
}

const byName: readonly (readonly [RegExp, string])[] = [
  [/maize|corn\b/i, 'maize'],
  [/millet|sorghum|bene|sesame|acha|fonio/i, 'millet'],
  [/tomato/i, 'tomatoes'],
  [/pepper|chil+i/i, 'pepper'],
]
const byCategory: Record<ProductCategory, string> = {
  Grains: 'sack',
  Vegetables: 'greens',
  Tubers: 'yam',
  Oil: 'oil',
  Spices: 'spices',
}

function chooseDrawing({ name, category }: { name: string; category: ProductCategory }): string {
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? byCategory[category] ?? 'sack'
}
