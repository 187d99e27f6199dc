/** One product in a form: a farmer's proposal, or the staff's own words; the same questions for both. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { type ProductDraft, productRules, readProductDraft } from '#domain/market/product-proposals.ts'
import {
  formatUnitPrice,
  type PackUnit,
  type ProductCategory,
  packUnits,
  productCategories,
} from '#domain/market/products.ts'
import { parseNaira } from '#domain/money.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { parseQuantity } from '#domain/quantities.ts'
import { readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import { readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { useForm } from '#site/lib/form/use-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { ProductPhoto } from './product-photo.tsx'
import {
  ChangedMeanwhile,
  type OwnProduct,
  type ProductOwner,
  ProductProblem,
  saveProduct,
  sendProductPhoto,
} from './proposals-data.ts'
import { describePriceNow, describeStockNow } from './update-product.ts'

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
  /** Whose words are stored on this device until they are saved; without it nothing is stored. */
  retention?: string
  onSaved: () => void
  onCancel: () => void
}

type Name = keyof typeof productRules

const draftName = 'product'

export function ProductForm({
  product,
  farmerId,
  readOwner,
  ownerFields,
  submitLabel,
  retention,
  onSaved,
  onCancel,
}: ProductFormProps) {
  const queries = useQueryClient()
  const form = useForm(fieldIdOf)
  const { values, update } = useFormValues(form.ref)
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  /** As it was when the boxes were filled: a newer answer behind the form is not what the person changes. */
  const [seen, setSeen] = useState(product)
  /** What has arrived need not travel again when it is the words that were not saved. */
  const arrived = useRef<{ file: File; farmerId: string | null; path: string } | null>(null)

  async function sendPhoto(chosen: File): Promise<string> {
    if (arrived.current?.file !== chosen || arrived.current.farmerId !== farmerId) {
      const path = await sendProductPhoto(chosen, farmerId, setProgress)
      arrived.current = { file: chosen, farmerId, path }
    }
    return arrived.current.path
  }

  const save = useMutation({
    async mutationFn({ draft, owner }: { draft: ProductDraft; owner: ProductOwner }) {
      const photo = file ? { photo_path: await sendPhoto(file) } : {}
      await saveProduct(seen, { ...draft, ...photo }, owner)
    },
    async onSuccess() {
      if (retention) removeDraft(draftName)
      await queries.invalidateQueries({ queryKey: ['my-products'] })
      onSaved()
    },
    onError(error) {
      if (!(error instanceof ChangedMeanwhile) || !seen) return
      // What was typed stays, and is from here on a change of what is now.
      const { stock, price_kobo } = error.now
      setSeen({ ...seen, ...error.now })
      const result: FieldProblem[] = []
      if (price_kobo !== undefined && price_kobo !== seen.price_kobo)
        result.push({ field: 'price', message: describePriceNow(price_kobo) })
      if (stock !== undefined && stock !== seen.stock)
        result.push({ field: 'stock', message: describeStockNow(stock) })
      form.refuse(result)
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
    if (!retention) return
    const typed = readFormValues(form.ref.current)
    saveDraft(
      draftName,
      retention,
      Object.fromEntries(Object.keys(productRules).map((name) => [name, typed[name] ?? ''])),
    )
  }

  const about = (name: Name) => ({
    id: fieldIdOf(name),
    error: form.problemOf(name),
    required: productRules[name].min > 0,
    optional: productRules[name].min === 0,
  })
  const [known] = useState(() => ({
    ...readKnown(product),
    ...(retention && readDraft<Partial<Record<Name, string>>>(draftName, retention)?.values),
  }))
  const box = (name: Name) => ({ name, defaultValue: known[name] })

  return (
    <form
      ref={form.ref}
      className="form form-wide"
      noValidate
      aria-label="Product"
      onSubmit={submit}
      onInput={store}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {ownerFields?.(form.problemOf)}
      <div className="form-pair">
        <Field {...about('name')} label="Product" help="As a buyer would look for it: Rice, Dried pepper.">
          <TextInput {...box('name')} maxLength={productRules.name.max} />
        </Field>
        <Field {...about('category')} label="Category">
          <Select {...box('category')} placeholder="Please select" options={productCategories} />
        </Field>
      </div>
      <div className="form-pair">
        <Field {...about('pack_amount')} label="In one pack" help="The number alone: 50.">
          <TextInput {...box('pack_amount')} inputMode="decimal" />
        </Field>
        <Field {...about('pack_unit')} label="Unit" help="Kilograms, or litres for oil.">
          <Select {...box('pack_unit')} options={packUnits} />
        </Field>
      </div>
      <div className="form-pair">
        <Field {...about('price')} label="Price of one pack, in naira" help={describeUnitPrice(values)}>
          <TextInput {...box('price')} inputMode="decimal" />
        </Field>
        <Field {...about('stock')} label="Packs in stock" help="Leave it empty when you can always deliver.">
          <TextInput {...box('stock')} inputMode="numeric" />
        </Field>
      </div>
      <div className="form-pair">
        <Field {...about('season')} label="Season" help="When it is there: August to January, All year.">
          <TextInput {...box('season')} maxLength={productRules.season.max} />
        </Field>
        <Field {...about('state')} label="State" help="Where it grows.">
          <Select {...box('state')} placeholder="Please select" options={nigerianStates} />
        </Field>
      </div>
      <Field {...about('description')} label="Description" help="Grade, moisture, how it is packed.">
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
      {save.isError && !(save.error instanceof ChangedMeanwhile) && (
        <Notice kind="warn">
          <p role="alert">
            <strong>Not saved.</strong>{' '}
            {save.error instanceof ProductProblem ? save.error.message : networkHint}
          </p>
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          {submitLabel}
        </Button>
        <Button
          variant="outline"
          onClick={() => {
            if (retention) removeDraft(draftName)
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

function readKnown(product: OwnProduct | null): Partial<Record<Name, string>> {
  if (!product) return { pack_unit: 'kg' }
  const { price_kobo, stock, pack_amount, ...words } = product
  return {
    name: words.name,
    category: words.category,
    pack_unit: words.pack_unit,
    season: words.season ?? '',
    state: words.state ?? '',
    description: words.description ?? '',
    pack_amount: String(pack_amount),
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
  if (!kobo || !amount) return 'Buyers see the price of a kilogram or litre beside it.'
  return `Buyers see: ${formatUnitPrice(Math.round(kobo / amount), pack_unit as PackUnit)}.`
}
