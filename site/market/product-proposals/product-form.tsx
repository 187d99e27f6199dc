/** One product in a form: a farmer's proposal, or the staff's own words; the same questions for both. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { productMessages } from '#domain/market/product-limits.ts'
import {
  type ProductDraft,
  productQuestions,
  productRules,
  readProductDraft,
  productWords as words,
} from '#domain/market/product-proposals.ts'
import {
  formatPack,
  formatUnitPrice,
  type PackUnit,
  type ProductCategory,
  packUnits,
  productCategories,
} from '#domain/market/products.ts'
import { parseNaira } from '#domain/money.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { parseQuantity } from '#domain/quantities.ts'
import { readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { useForm } from '#site/lib/form/use-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { describeValueNow } from './describe-value-now.ts'
import { MorePhotos } from './more-photos.tsx'
import { ProductPhoto } from './product-photo.tsx'
import {
  ChangedMeanwhile,
  type OwnProduct,
  type ProductOwner,
  ProductProblem,
  saveProduct,
  sendProductPhoto,
} from './proposals-data.ts'
import { describePriceNow, describeStockNow, type ValuesNow } from './update-product.ts'

/** Where the words of the form stay on this device until they are saved; `save({})` forgets them. */
export interface ProductDraftStore {
  read: () => Readonly<Record<string, string>>
  save: (words: Readonly<Record<string, string>>) => void
}

interface ProductFormProps {
  /** Null: a new one. */
  product: OwnProduct | null
  /** Whose photo it is; null for staff. */
  farmerId: string | null
  /** Whose product it becomes; answers problems where the form requests it. */
  readOwner: (values: Record<string, string>) => ProductOwner | FieldProblem[]
  /** Fields of its own, before the others. */
  ownerFields?: (errorOf: (field: string) => string | undefined) => ReactNode
  submitLabel: string
  /** Without it nothing is stored. */
  draft?: ProductDraftStore
  onSaved: () => void
  onCancel: () => void
}

type Name = keyof typeof productRules

export function ProductForm({
  product,
  farmerId,
  readOwner,
  ownerFields,
  submitLabel,
  draft: stored,
  onSaved,
  onCancel,
}: ProductFormProps) {
  const queries = useQueryClient()
  const form = useForm(fieldIdOf)
  const { values, update } = useFormValues(form.ref)
  const [file, setFile] = useState<File | null>(null)
  const [morePaths, setMorePaths] = useState<readonly string[]>(product?.more_photo_paths ?? [])
  const [moreFiles, setMoreFiles] = useState<readonly File[]>([])
  const [progress, setProgress] = useState<number | null>(null)
  const [begun] = useState(() => stored?.read() ?? {})
  /** As it was when the boxes were filled: a newer answer behind the form is not what the person changes. */
  const [seen, setSeen] = useState<OwnProduct | null>(() => (begun.seen ? JSON.parse(begun.seen) : product))
  /** What has arrived need not travel again when it is the words that were not saved. */
  const arrived = useRef(new Map<File, { farmerId: string | null; path: string }>())

  async function sendPhoto(chosen: File): Promise<string> {
    const sent = arrived.current.get(chosen)
    if (sent?.farmerId === farmerId) return sent.path
    setProgress(0)
    const path = await sendProductPhoto(chosen, farmerId, setProgress)
    arrived.current.set(chosen, { farmerId, path })
    return path
  }

  /** Only what is another list than before. */
  async function sendMorePhotos(): Promise<{ more_photo_paths?: string[] }> {
    if (moreFiles.length === 0 && morePaths.length === (seen?.more_photo_paths.length ?? 0)) return {}
    const sent: string[] = []
    for (const chosen of moreFiles) sent.push(await sendPhoto(chosen))
    return { more_photo_paths: [...morePaths, ...sent] }
  }

  const save = useMutation({
    async mutationFn({ draft, owner }: { draft: ProductDraft; owner: ProductOwner }) {
      const photo = file ? { photo_path: await sendPhoto(file) } : {}
      await saveProduct(seen, { ...draft, ...photo, ...(await sendMorePhotos()) }, owner)
    },
    async onSuccess() {
      stored?.save({})
      await queries.invalidateQueries({ queryKey: ['my-products'] })
      onSaved()
    },
    onError(error) {
      if (!(error instanceof ChangedMeanwhile) || !seen) return
      // What was typed stays, and is from here on a change of what is now.
      setSeen({
        ...seen,
        ...Object.fromEntries(Object.entries(error.now).map(([column, { now }]) => [column, now])),
      })
      form.refuse(listChanged(error.now))
    },
    onSettled: () => setProgress(null),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    update()
    const input = readFormValues(event.currentTarget)
    const verdict = readProductDraft(input)
    const owner = readOwner(input)
    const result = [...(Array.isArray(owner) ? owner : []), ...(verdict.ok ? [] : verdict.problems)]
    form.refuse(result)
    if (verdict.ok && !Array.isArray(owner)) save.mutate({ draft: verdict.draft, owner })
  }

  function store() {
    update()
    // With what they are a change of, so that a colleague's is not written over later either.
    stored?.save({ ...readFormValues(form.ref.current), ...(seen && { seen: JSON.stringify(seen) }) })
  }

  const about = (name: Name) => ({
    ...productQuestions[name],
    id: fieldIdOf(name),
    error: form.problemOf(name),
    required: productRules[name].min > 0,
    optional: productRules[name].min === 0,
  })
  const [known] = useState<Partial<Record<string, string>>>(() => ({ ...readKnown(product), ...begun }))
  const box = (name: Name) => {
    const { placeholder }: { label: string; placeholder?: string } = productQuestions[name]
    return { name, defaultValue: known[name], placeholder }
  }

  return (
    <form
      ref={form.ref}
      className="form form-wide"
      noValidate
      aria-label={words.label}
      onSubmit={submit}
      onInput={(event) => {
        form.takeBack(event.target)
        store()
      }}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {ownerFields?.(form.problemOf)}
      <div className="form-pair">
        <Field {...about('name')}>
          <TextInput {...box('name')} maxLength={productRules.name.max} />
        </Field>
        <Field {...about('category')}>
          <Select {...box('category')} options={productCategories} />
        </Field>
      </div>
      <div className="form-pair">
        <Field {...about('pack_amount')}>
          <TextInput {...box('pack_amount')} inputMode="decimal" />
        </Field>
        <Field {...about('pack_unit')}>
          <Select {...box('pack_unit')} options={packUnits} />
        </Field>
      </div>
      <Field {...about('weight')} help={describeWeightOf(values, known)}>
        <TextInput {...box('weight')} inputMode="decimal" />
      </Field>
      <div className="form-pair">
        <Field {...about('price')} help={describeUnitPrice(values)}>
          <TextInput {...box('price')} inputMode="decimal" />
        </Field>
        <Field {...about('stock')}>
          <TextInput {...box('stock')} inputMode="numeric" />
        </Field>
      </div>
      <div className="form-pair">
        <Field {...about('season')}>
          <TextInput {...box('season')} maxLength={productRules.season.max} />
        </Field>
        <Field {...about('state')}>
          <Select {...box('state')} options={nigerianStates} />
        </Field>
      </div>
      <div className="form-pair">
        {(['variety', 'grade', 'harvest', 'lot'] as const).map((name) => (
          <Field key={name} {...about(name)}>
            <TextInput {...box(name)} maxLength={productRules[name].max} />
          </Field>
        ))}
      </div>
      <Field {...about('description')}>
        <TextArea {...box('description')} rows={4} maxLength={productRules.description.max} />
      </Field>
      <ProductPhoto
        file={file}
        onChoose={setFile}
        progress={progress}
        product={{
          name: product?.name ?? '',
          category: (values.category || known.category || 'Grains') as ProductCategory,
          photoPath: product?.photo_path ?? null,
        }}
      />
      {(file || product?.photo_path) && (
        <MorePhotos
          product={{
            name: product?.name ?? '',
            category: (values.category || known.category || 'Grains') as ProductCategory,
          }}
          paths={morePaths}
          onPaths={setMorePaths}
          files={moreFiles}
          onFiles={setMoreFiles}
        />
      )}
      {save.isError && !(save.error instanceof ChangedMeanwhile) && (
        <Notice kind="warn">
          <p role="alert">
            <strong>{words.notSaved}</strong>{' '}
            {save.error instanceof ProductProblem ? save.error.message : networkHint}
          </p>
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={save.isPending} busyLabel={words.busyLabel}>
          {submitLabel}
        </Button>
        <Button
          variant="outline"
          onClick={() => {
            stored?.save({})
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function fieldIdOf(name: string): string {
  return `product-${name}`
}

/** Columns whose box has another name. */
const boxOf: Readonly<Record<string, string>> = {
  price_kobo: 'price',
  weight_grams: 'weight',
  photo_path: 'photo',
  more_photo_paths: 'photo',
}

/** What somebody else changed meanwhile, at its box. */
function listChanged({ price_kobo, stock, ...others }: ValuesNow): FieldProblem[] {
  return [
    ...(price_kobo ? [{ field: 'price', message: describePriceNow(price_kobo) }] : []),
    ...(stock ? [{ field: 'stock', message: describeStockNow(stock) }] : []),
    ...Object.entries(others).map(([column, value]) => ({
      field: boxOf[column] ?? column,
      message: describeValueNow(column, value),
    })),
  ]
}

function readKnown(product: OwnProduct | null): Partial<Record<Name, string>> {
  if (!product) return { pack_unit: 'kg' }
  const { price_kobo, stock, pack_amount, weight_grams, ...words } = product
  return {
    name: words.name,
    category: words.category,
    pack_unit: words.pack_unit,
    season: words.season ?? '',
    variety: words.variety ?? '',
    grade: words.grade ?? '',
    harvest: words.harvest ?? '',
    lot: words.lot ?? '',
    state: words.state ?? '',
    description: words.description ?? '',
    pack_amount: String(pack_amount),
    weight: weight_grams === null ? '' : String(weight_grams / 1000),
    price: price_kobo % 100 === 0 ? String(price_kobo / 100) : (price_kobo / 100).toFixed(2),
    stock: stock === null ? '' : String(stock),
  }
}

/** Buyers compare by it, so the farmer sees it too. */
function describeUnitPrice({
  price = '',
  pack_amount = '',
  pack_unit = 'kg',
}: Record<string, string>): string {
  const kobo = parseNaira(price)
  const amount = parseQuantity(pack_amount.trim())
  if (!kobo || !amount) return productQuestions.price.help
  return productMessages.unitPrice.replace(
    '{price}',
    formatUnitPrice(Math.round(kobo / amount), pack_unit as PackUnit),
  )
}

/** Kilograms in a pack are its weight; of litres nobody knows it unless it is entered. */
function describeWeightOf(
  values: Partial<Record<string, string>>,
  known: Partial<Record<string, string>>,
): string {
  const unit = values.pack_unit ?? known.pack_unit
  const amount = parseQuantity((values.pack_amount ?? known.pack_amount ?? '').trim())
  return unit === 'kg' && amount
    ? productMessages.weightOfPack(formatPack(amount, unit))
    : productQuestions.weight.help
}
