/** What the export catalogue says of a product of the order form: grade, season, lot, packing, price and photograph. */
import { useId, useState } from 'react'
import { exportFactWords as words } from '#domain/market/export-fact-words.ts'
import { productPhotoUrl } from '#domain/market/product-photos.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { units } from '#domain/quantities.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { orderProductDraft } from '#site/admin/records/form-drafts.ts'
import { SeeRow } from '#site/admin/records/see-row.tsx'
import { useSeenRow } from '#site/admin/records/use-seen-row.ts'
import { readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { type ActionForm, useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { sendProductPhoto } from '#site/market/product-proposals/proposals-data.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Checkbox, Select, TextInput } from '#site/ui/inputs.tsx'
import { changeProduct, type OrderProduct, orderProductTables as tables } from './order-products-data.ts'
import { factLines, readProductFacts } from './read-product-facts.ts'

/** As they stand on the page. */
const boxes = [
  ...factLines,
  ...(['minimum_lot', 'minimum_lot_unit', 'price', 'price_currency', 'price_unit', 'price_on'] as const),
  ...(['price_basis', 'hs_code', 'photo'] as const),
]

/** Names what is known; what the catalogue has no line for, nobody has written yet. */
function listKnown(product: OrderProduct): string {
  const known = [
    ...factLines.filter((name) => product[name]),
    ...(product.minimum_lot ? (['minimum_lot'] as const) : []),
    ...(product.hs_code ? (['hs_code'] as const) : []),
    ...(product.price_kobo ? (['price'] as const) : []),
    ...(product.photo_path ? (['photo'] as const) : []),
  ]
  return known.map((name) => words[name].label).join(', ') || words.nothingYet
}

const nameDraft = (product: OrderProduct) => orderProductDraft('facts', product)

export function OrderProductFacts({ product }: { product: OrderProduct }) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [isBegun] = useState(() => Object.keys(readWordDraft(nameDraft(product))).length > 0)
  const { seen, type, forget } = useSeenRow(product, isBegun)
  const form = useActionForm({
    id,
    tables,
    done: { title: words.saved },
    draft: nameDraft(seen),
    atField: boxes,
    onDone() {
      setFile(null)
      forget()
    },
    read(values, refuse) {
      const facts = readProductFacts(values, refuse)
      if (!facts) return undefined
      return async (client) => {
        const photo = file
          ? { photo_path: await sendProductPhoto(file, null, () => {}) }
          : values.no_photo
            ? { photo_path: null }
            : {}
        return changeProduct(client, seen, { ...facts, ...photo })
      }
    },
  })
  return (
    <details className="fold fold-lined is-row w-full" open={isBegun}>
      <summary>
        <span>
          {words.label}: <span className="text-stone">{listKnown(product)}</span>
        </span>
        <Icon name="down" />
      </summary>
      <FormElement
        form={form}
        className="grid gap-4 pb-6 pt-2"
        label={`${words.label}: ${product.label}`}
        onInput={type}
      >
        <p className="text-sm text-stone">{words.help}</p>
        <SecondStepNotice what="Another price or class of VAT" />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FactFields key={seen.updated_at} form={form} product={seen} onFile={setFile} />
        </div>
        <Refusal action={form.action} />
        <SeeRow action={form.action} onSee={forget} />
        <div>
          <Button type="submit" size="sm" busy={form.isBusy} busyLabel={words.busyLabel}>
            {words.submitLabel}
          </Button>
        </div>
      </FormElement>
    </details>
  )
}

interface FactFieldsProps {
  form: ActionForm
  product: OrderProduct
  onFile: (file: File | null) => void
}

function FactFields({ form, product, onFile }: FactFieldsProps) {
  const field = (name: keyof typeof words & string) => {
    const { label, help }: { label: string; help?: string } = words[name] as { label: string; help?: string }
    return { id: form.fieldId(name), label, help, error: form.problemOf(name) }
  }
  const { price_kobo, photo_path } = product
  return (
    <>
      {factLines.map((name) => (
        <Field key={name} {...field(name)}>
          <TextInput
            name={name}
            defaultValue={product[name] ?? ''}
            maxLength={name === 'season' ? 100 : 200}
          />
        </Field>
      ))}
      <Field {...field('minimum_lot')}>
        <TextInput
          name="minimum_lot"
          inputMode="decimal"
          defaultValue={product.minimum_lot ?? ''}
          maxLength={12}
        />
      </Field>
      <Field {...field('minimum_lot_unit')}>
        <Select
          name="minimum_lot_unit"
          placeholder={words.noUnit}
          options={units}
          defaultValue={product.minimum_lot_unit ?? ''}
        />
      </Field>
      <Field {...field('price')}>
        <TextInput
          name="price"
          inputMode="decimal"
          defaultValue={price_kobo === null ? '' : (price_kobo / 100).toFixed(2)}
          maxLength={16}
        />
      </Field>
      <Field {...field('price_currency')}>
        <Select
          name="price_currency"
          placeholder={words.noUnit}
          options={accountCurrencies}
          defaultValue={product.price_currency ?? ''}
        />
      </Field>
      <Field {...field('price_unit')}>
        <Select
          name="price_unit"
          placeholder={words.noUnit}
          options={units}
          defaultValue={product.price_unit ?? ''}
        />
      </Field>
      <Field {...field('price_on')}>
        <DayInput name="price_on" defaultValue={product.price_on ?? ''} />
      </Field>
      <Field {...field('price_basis')}>
        <TextInput name="price_basis" defaultValue={product.price_basis ?? ''} maxLength={60} />
      </Field>
      <Field {...field('hs_code')}>
        <TextInput name="hs_code" inputMode="decimal" defaultValue={product.hs_code ?? ''} maxLength={13} />
      </Field>
      <Field {...field('photo')}>
        <input
          id={form.fieldId('photo')}
          type="file"
          accept="image/*"
          className="input"
          onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        />
      </Field>
      {photo_path && (
        <div className="grid content-start gap-3">
          <img src={productPhotoUrl(photo_path, 320)} alt={product.label} className="w-40" loading="lazy" />
          <Checkbox
            key={photo_path}
            id={form.fieldId('no_photo')}
            name="no_photo"
            label={words.removePhoto}
          />
        </div>
      )}
    </>
  )
}
