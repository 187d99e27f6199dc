/** A product as staff see it: any of them is changed here, and new ones of the company's own are added. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { vatClasses, vatClassWords } from '#domain/market/vat.ts'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import { cleanLine } from '#domain/text.ts'
import { productDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { fieldIdOf, ProductForm } from '#site/market/product-proposals/product-form.tsx'
import { type OwnProduct, productQuery } from '#site/market/product-proposals/proposals-data.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type ChosenFarmer, FarmerPicker } from './farmer-picker.tsx'

interface StaffProductProps {
  /** Null: a new one. */
  id: string | null
  onDone: () => void
}

export function StaffProduct({ id, onDone }: StaffProductProps) {
  if (id === null) return <Loaded product={null} onDone={onDone} />
  return <Existing id={id} onDone={onDone} />
}

function Existing({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(productQuery(id))
  return (
    <QueryState query={query} errorText="This product could not be loaded.">
      {(product) =>
        product ? (
          <Loaded key={product.id} product={product} onDone={onDone} />
        ) : (
          <EmptyState title="There is no such product" />
        )
      }
    </QueryState>
  )
}

function Loaded({ product, onDone }: { product: OwnProduct | null; onDone: () => void }) {
  const draft = productDraft(product?.id ?? null)
  const [begun] = useState(() => readWordDraft(draft))
  const [farmer, setFarmer] = useState<ChosenFarmer | null>(() => {
    if (begun.farmer) return JSON.parse(begun.farmer)
    return product?.farmer_id
      ? { id: product.farmer_id, farm_name: product.farmer_name, location: product.location }
      : null
  })
  const nameFarmer = (chosen: ChosenFarmer | null): Record<string, string> =>
    chosen ? { farmer: JSON.stringify(chosen) } : {}
  return (
    <Panel title={product?.name ?? 'A new product'}>
      <p className="mb-5">
        {product
          ? 'What you change is shown at once where the product is published.'
          : 'It waits among the products until somebody publishes it.'}
      </p>
      <SecondStepNotice what={product ? 'Another price or class of VAT' : 'A price'} />
      <ProductForm
        product={product}
        farmerId={null}
        draft={{
          read: () => begun,
          save: (words) =>
            saveWordDraft(draft, Object.keys(words).length > 0 ? { ...words, ...nameFarmer(farmer) } : words),
        }}
        readOwner={(values) => {
          const owner = farmer ? { farmer_id: farmer.id } : readOwner(values)
          return Array.isArray(owner) ? owner : { ...owner, vat_class: values.vat_class ?? 'basic_food' }
        }}
        ownerFields={(errorOf) => (
          <>
            <div id={fieldIdOf('farmer_id')} tabIndex={-1}>
              <FarmerPicker
                chosen={farmer}
                onChoose={(chosen) => {
                  setFarmer(chosen)
                  const seen: Record<string, string> = product ? { seen: JSON.stringify(product) } : {}
                  saveWordDraft(draft, { ...seen, ...readWordDraft(draft), ...nameFarmer(chosen) })
                }}
              />
            </div>
            {!farmer && <OwnerFields known={{ ...product, ...begun }} errorOf={errorOf} />}
            <Field
              id={fieldIdOf('vat_class')}
              label={vatAdminWords.productClass.label}
              help={vatAdminWords.productClass.help}
              error={errorOf('vat_class')}
            >
              <Select
                name="vat_class"
                options={vatClasses.map((value) => ({ value, label: vatClassWords[value] }))}
                defaultValue={begun.vat_class ?? product?.vat_class ?? 'basic_food'}
              />
            </Field>
          </>
        )}
        submitLabel="Save"
        onSaved={() => {
          toast.success('Product saved')
          onDone()
        }}
        onCancel={onDone}
      />
    </Panel>
  )
}

const ownerMessages = {
  farmer_name: 'Farmer must be at least 2 characters',
  location: 'Place must be at least 2 characters',
} as const
const ownerMax = 200

function readOwner(
  values: Record<string, string>,
): { farmer_name: string; location: string } | FieldProblem[] {
  const farmer_name = cleanLine(values.farmer_name ?? '')
  const location = cleanLine(values.location ?? '')
  const problems: FieldProblem[] = []
  if (farmer_name.length < 2) problems.push({ field: 'farmer_name', message: ownerMessages.farmer_name })
  if (location.length < 2) problems.push({ field: 'location', message: ownerMessages.location })
  return problems.length > 0 ? problems : { farmer_name, location }
}

function OwnerFields({
  known,
  errorOf,
}: {
  known: { farmer_name?: string; location?: string }
  errorOf: (field: string) => string | undefined
}) {
  return (
    <div className="form-pair">
      <Field
        id={fieldIdOf('farmer_name')}
        label="Farmer"
        help="As buyers read it, where no approved farmer is chosen. It is not marked as verified then."
        error={errorOf('farmer_name')}
        required
      >
        <TextInput name="farmer_name" maxLength={ownerMax} defaultValue={known.farmer_name} />
      </Field>
      <Field
        id={fieldIdOf('location')}
        label="Place"
        help="Town and state."
        error={errorOf('location')}
        required
      >
        <TextInput name="location" maxLength={ownerMax} defaultValue={known.location} />
      </Field>
    </div>
  )
}
