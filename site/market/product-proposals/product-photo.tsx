/** The photo of a product in its form: choose one, see it, take another. */

import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { productWords } from '#domain/market/product-proposals.ts'
import type { ProductCategory } from '#domain/market/products.ts'
import { ProducePicture } from '#site/market/products/produce-picture.tsx'
import { BandProgress } from '#site/ui/band-progress.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'

const words = productWords.photo

interface ProductPhotoProps {
  file: File | null
  onChoose: (file: File | null) => void
  /** What is shown without a new photo. */
  product: { name: string; category: ProductCategory; photoPath: string | null }
  /** 0 to 1 while it travels. */
  progress: number | null
}

export function ProductPhoto({ file, onChoose, product, progress }: ProductPhotoProps) {
  const url = useFileUrl(file)
  const box = useRef<HTMLInputElement>(null)
  function choose(event: ChangeEvent<HTMLInputElement>) {
    onChoose(event.target.files?.[0] ?? null)
  }

  function leave() {
    if (box.current) box.current.value = ''
    onChoose(null)
    box.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <Field id="product-photo" label={words.label} help={words.help} optional>
        <input
          ref={box}
          id="product-photo"
          type="file"
          accept="image/*"
          className="input"
          onChange={choose}
        />
      </Field>
      <div className="w-48 max-w-full">
        {url ? (
          <img src={url} alt="What you chose" className="w-full" />
        ) : (
          <ProducePicture product={product} sizes="12rem" />
        )}
      </div>
      {file && (
        <div>
          <Button size="sm" variant="quiet" onClick={leave}>
            {words.undoLabel}
          </Button>
        </div>
      )}
      {progress !== null && (
        <div role="status">
          <p id="product-photo-progress">{words.progress}</p>
          <BandProgress share={progress} labelledBy="product-photo-progress" />
        </div>
      )}
    </div>
  )
}

function useFileUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
