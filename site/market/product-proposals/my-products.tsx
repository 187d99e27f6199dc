/** The products of an approved farmer: propose, change, count the stock, see what the review said. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { productGuide } from '#domain/market/product-guide.ts'
import { productMessages, readStock } from '#domain/market/product-limits.ts'
import { productWords, stockWords } from '#domain/market/product-proposals.ts'
import {
  formatPack,
  type PackUnit,
  type ProductCategory,
  type ProductStatus,
} from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { ProducePicture } from '#site/market/products/produce-picture.tsx'
import { productPath } from '#site/market/products/product-path.ts'
import { paths } from '#site/paths.ts'
import { BeforeYouBegin } from '#site/ui/before-you-begin.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type ProductDraftStore, ProductForm } from './product-form.tsx'
import {
  ChangedMeanwhile,
  myFarmsQuery,
  myProductsQuery,
  type OwnProduct,
  ownPhotoQuery,
  ProductProblem,
  saveStock,
} from './proposals-data.ts'
import { describeStockNow } from './update-product.ts'

interface Farm {
  id: string
  farm_name: string
  location: string
  status: string
}

export function MyProducts({ userId }: { userId: string }) {
  const farms = useQuery(myFarmsQuery(userId))
  return (
    <QueryState query={farms} errorText="Your farm could not be looked up.">
      {(all) => <OfFarms farms={all} userId={userId} />}
    </QueryState>
  )
}

function OfFarms({ farms, userId }: { farms: readonly Farm[]; userId: string }) {
  const approved = farms.find(({ status }) => status === 'approved')
  if (farms.length === 0) {
    return (
      <EmptyState title="You do not sell here yet">
        <p>Farmers whom we have approved offer their own produce here.</p>
        <ButtonLink to={paths.farmerRegistration}>Register as Farmer</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      {!approved && (
        <Notice>
          <p>
            <strong>We are still looking at your registration.</strong> Once it is approved you can offer your
            produce here.
          </p>
        </Notice>
      )}
      <Products farm={approved ?? null} farmIds={farms.map(({ id }) => id)} userId={userId} />
    </>
  )
}

/** `?product=new` and `?product={id}` open the form: Back closes it, a reload does not. */
function Products({
  farm,
  farmIds,
  userId,
}: {
  farm: Farm | null
  farmIds: readonly string[]
  userId: string
}) {
  const [params, setParams] = useSearchParams()
  const products = useQuery(myProductsQuery(farmIds))
  const opened = params.get('product')
  const open = (product: string) => setParams({ product })
  const close = () => setParams({}, { replace: true })

  return (
    <QueryState query={products} errorText="Your products could not be loaded.">
      {(all) => {
        const editing = all.find(({ id }) => id === opened) ?? null
        if (farm && (editing || opened === 'new')) {
          return (
            <>
              <BeforeYouBegin {...productGuide} />
              <Panel title={editing ? editing.name : 'Propose a product'}>
                {editing && (
                  <p className="mb-5">
                    A new count of packs is shown at once. Whatever else you change, we look at it again
                    before buyers see it.
                  </p>
                )}
                <ProductForm
                  key={opened}
                  product={editing}
                  farmerId={editing?.farmer_id ?? farm.id}
                  readOwner={() => (editing ? null : { farmer_id: farm.id })}
                  submitLabel={editing ? productWords.saveLabel : productWords.sendLabel}
                  onSaved={() => {
                    close()
                    toast.success(editing ? productWords.saved : productWords.sent, productWords.savedText)
                  }}
                  draft={editing ? undefined : draftOf(userId)}
                  onCancel={close}
                />
              </Panel>
              <NextSteps steps={productGuide.next} />
            </>
          )
        }
        return (
          <>
            {farm && (
              <div>
                <Button onClick={() => open('new')}>Propose a product</Button>
              </div>
            )}
            {all.length === 0 ? (
              <EmptyState title="You offer nothing yet." />
            ) : (
              <ul className="grid grid-cols-1 gap-5">
                {all.map((product) => (
                  <li key={product.id}>
                    <ProductEntry product={product} onEdit={farm ? () => open(product.id) : null} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )
      }}
    </QueryState>
  )
}

const draftName = 'product'

const draftOf = (userId: string): ProductDraftStore => ({
  read: () => readDraft<Record<string, string>>(draftName, userId)?.values ?? {},
  save: (words) =>
    Object.keys(words).length > 0 ? saveDraft(draftName, userId, words) : removeDraft(draftName),
})

const words: Record<ProductStatus, { word: string; tone: string; mark: string }> = {
  pending: { word: 'Waiting for review', tone: 'status-pending', mark: '○' },
  published: { word: 'For sale', tone: 'status-approved', mark: '●' },
  hidden: { word: 'Not shown', tone: 'status-declined', mark: '✕' },
}

function ProductEntry({ product, onEdit }: { product: OwnProduct; onEdit: (() => void) | null }) {
  const { name, status, review_note, pack_amount, pack_unit, price_kobo } = product
  const { word, tone, mark } = words[status as ProductStatus] ?? words.pending
  return (
    <Panel
      title={name}
      aside={
        <span className={`status ${tone}`}>
          <span aria-hidden="true">{mark}</span> {word}
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <div className="w-28 sm:w-full">
          <OwnPicture product={product} />
        </div>
        <div className="grid grid-cols-1 content-start gap-3">
          <p>
            <strong>{formatNaira(price_kobo)}</strong> for {formatPack(pack_amount, pack_unit as PackUnit)},{' '}
            {product.category}
          </p>
          {review_note && (
            <Notice kind="warn">
              <p>
                <strong>From the review:</strong> {review_note}
              </p>
            </Notice>
          )}
          {onEdit && <StockForm product={product} />}
          <div className="actions">
            {onEdit && (
              <Button
                size="sm"
                variant="outline"
                aria-label={productWords.describeChange(name)}
                onClick={onEdit}
              >
                Change
              </Button>
            )}
            {status === 'published' && (
              <ButtonLink size="sm" variant="outline" to={productPath(product)}>
                See its page
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </Panel>
  )
}

/** Before a product is published its photo is shown to its owner and to staff alone. */
function OwnPicture({ product }: { product: OwnProduct }) {
  const { name, status, photo_path } = product
  const isPublished = status === 'published'
  const signed = useQuery({
    ...ownPhotoQuery(photo_path ?? ''),
    enabled: photo_path !== null && !isPublished,
  })
  if (signed.data) return <img src={signed.data} alt={name} className="produce" />
  return (
    <ProducePicture
      product={{
        name,
        category: product.category as ProductCategory,
        photoPath: isPublished ? photo_path : null,
      }}
      sizes="9rem"
    />
  )
}

/** What changes every day needs no review: how many packs are left. */
function StockForm({ product: { id, name, stock } }: { product: OwnProduct }) {
  const queries = useQueryClient()
  /** What is in the box, and over which count it was typed; the list behind it may be newer. */
  const [typed, setTyped] = useState<{ text: string; over: number | null } | null>(null)
  const over = typed ? typed.over : stock
  const text = typed ? typed.text : String(stock ?? '')
  const form = useSmallForm({
    fieldId: (name) => `${name}-${id}`,
    read(_, refuse) {
      const counted = readStock(text)
      return counted === undefined ? refuse('stock', productMessages.stock) : { counted }
    },
    async send({ counted }) {
      await saveStock(id, over, counted)
      await queries.invalidateQueries({ queryKey: ['my-products', 'list'] })
      setTyped(null)
      toast.success(stockWords.saved.title, stockWords.saved.text(name))
    },
    blame: 'stock',
    describe(error) {
      if (error instanceof ChangedMeanwhile) return describeStockNow(error.now.stock ?? { now: null })
      return error instanceof ProductProblem ? error.message : networkHint
    },
    onRefused(error) {
      if (error instanceof ChangedMeanwhile) setTyped({ text, over: error.now.stock?.now ?? null })
    },
  })

  return (
    <FormElement form={form} className="flex flex-wrap items-end gap-3" label={stockWords.label(name)}>
      <Field id={`stock-${id}`} {...stockWords.stock} error={form.problemOf('stock')}>
        <TextInput
          name="stock"
          inputMode="numeric"
          value={text}
          onChange={({ target }) => setTyped({ text: target.value, over })}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant="outline"
        busy={form.isSending}
        busyLabel={stockWords.busyLabel}
      >
        {stockWords.submitLabel}
      </Button>
    </FormElement>
  )
}
