/** The photos of a product after its first: those that it has, and those that are to come. */
import { morePhotosMax, productWords } from '#domain/market/product-proposals.ts'
import type { ProductCategory } from '#domain/market/products.ts'
import { ProducePicture } from '#site/market/products/produce-picture.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'

const words = productWords.more

interface MorePhotosProps {
  product: { name: string; category: ProductCategory }
  paths: readonly string[]
  onPaths: (paths: string[]) => void
  files: readonly File[]
  onFiles: (files: File[]) => void
}

export function MorePhotos({ product, paths, onPaths, files, onFiles }: MorePhotosProps) {
  const left = morePhotosMax - paths.length
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field id="product-more-photos" label={words.label} help={words.help} optional>
        <input
          id="product-more-photos"
          type="file"
          accept="image/*"
          multiple
          className="input"
          disabled={left === 0}
          onChange={({ target }) => onFiles([...(target.files ?? [])].slice(0, left))}
        />
      </Field>
      {files.length > 0 && <p role="status">{words.chosen(files.length)}</p>}
      {paths.length > 0 && (
        <ul className="flex flex-wrap gap-4">
          {paths.map((photoPath, index) => (
            <li key={photoPath} className="w-32">
              <ProducePicture product={{ ...product, photoPath }} sizes="8rem" />
              <Button
                size="sm"
                variant="quiet"
                aria-label={words.remove(index + 2)}
                onClick={() => onPaths(paths.filter((path) => path !== photoPath))}
              >
                {words.removeLabel}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
