/** Photos of products: where they lie, how they are shown, how they come in. Apart, so that the catalogue carries no schemas. */

/** Photos of products: private until the product is published, and then served from here, scaled down. */
export const productPhotoBucket = 'product-photos'
export const productPhotoWidths = [320, 640, 960] as const

/** For `src` and `srcset`: products.photo_path in a width; 404 while the product is not published. */
export function productPhotoUrl(photoPath: string, width: (typeof productPhotoWidths)[number]): string {
  return `/market/photos/${photoPath}?w=${width}`
}

/** For approved farmers and staff who edit products, with `authorization: Bearer …`. */
export const productPhotoPaths = {
  /** POST { farmerId? } -> UploadSlot; farmerId is left out by staff. */
  upload: '/market/product-photos',
  /** POST { path } -> { ok: true, path }: the value for products.photo_path. */
  finish: '/market/product-photos/finish',
} as const
