/** The products of the bulk order form: their names, their order, and which of them can be ordered now. */
import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { vatClasses, vatClassWords } from '#domain/market/vat.ts'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import { formatCount } from '#domain/numbers.ts'
import { parseQuantity } from '#domain/quantities.ts'
import { cleanLine } from '#domain/text.ts'
import { newOrderProductDraft, orderProductDraft } from '#site/admin/records/form-drafts.ts'
import { SeeRow } from '#site/admin/records/see-row.tsx'
import { useSeenRow } from '#site/admin/records/use-seen-row.ts'
import { readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { queuePath } from '#site/member-paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Field, FieldError } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { OrderProductFacts } from './order-product-facts.tsx'
import {
  changeProduct,
  type OrderProduct,
  orderProductsQuery,
  orderProductTables as tables,
} from './order-products-data.ts'

const maxLength = 100

const containers = [
  { column: 'container_20ft_kg', size: '20 ft' },
  { column: 'container_40ft_kg', size: '40 ft' },
] as const

/** Null: not known; undefined: no weight of a container. */
function readWeight(text = ''): number | null | undefined {
  if (text.trim() === '') return null
  const weight = parseQuantity(text.trim())
  return weight !== null && weight >= 100 && weight <= 40_000 ? weight : undefined
}

export function OrderProducts() {
  const query = useQuery(orderProductsQuery)
  return (
    <Panel title="What a buyer can choose">
      <p className="mb-5">
        On "Place Your Order", from the first to the last. A new name changes no order that was placed.
        Kilograms in a container are shown beside an order in containers, and compared with the list price in
        a quote. What is for sale by the pack stands among the{' '}
        <Link to={queuePath('listings')}>products of the marketplace</Link>.
      </p>
      <QueryState query={query} errorText="The products could not be loaded.">
        {(products) => (
          <>
            <ol className="ruled">
              {products.map((product, place) => (
                <li key={product.id}>
                  <p className="print-only font-semibold">{describeProduct(product)}</p>
                  <Product
                    product={product}
                    above={products[place - 1] ?? null}
                    below={products[place + 1] ?? null}
                  />
                  <OrderProductFacts product={product} />
                </li>
              ))}
            </ol>
            <AddProduct position={Math.max(0, ...products.map(({ position }) => position)) + 1} />
          </>
        )}
      </QueryState>
    </Panel>
  )
}

/** On paper, where its boxes are not. */
function describeProduct(product: OrderProduct): string {
  const weights = containers.flatMap(({ column, size }) =>
    product[column] === null ? [] : `${size}: ${formatCount(product[column])} kg`,
  )
  return [product.label, ...weights, ...(product.is_active ? [] : ['not on the form'])].join(', ')
}

const nameDraft = (product: OrderProduct) => orderProductDraft('name', product)

interface ProductProps {
  product: OrderProduct
  above: OrderProduct | null
  below: OrderProduct | null
}

function Product({ product, above, below }: ProductProps) {
  const id = useId()
  const { label, is_active } = product
  const [isBegun] = useState(() => Object.keys(readWordDraft(nameDraft(product))).length > 0)
  const { seen, type, forget } = useSeenRow(product, isBegun)
  const form = useActionForm({
    id,
    tables,
    done: { title: 'Product saved' },
    draft: nameDraft(seen),
    onDone: forget,
    atField: ['label', ...containers.map(({ column }) => column)],
    read(values, refuse) {
      const name = cleanLine(values.label ?? '')
      if (name.length < 2) return refuse('label', 'The name needs at least 2 characters')
      const weights = containers.map(({ column }) => [column, readWeight(values[column])] as const)
      const wrong = weights.find(([, weight]) => weight === undefined)
      if (wrong) return refuse(wrong[0], 'A container weighs 100 to 40,000 kilograms; empty: not known')
      return (client) =>
        changeProduct(client, seen, {
          label: name,
          ...Object.fromEntries(weights),
          vat_class: values.vat_class ?? seen.vat_class,
        })
    },
  })
  const action = useAction({ tables, done: { title: 'Product saved' } })

  /** Its name is its own, so what is wrong is joined to it by hand. */
  const joinProblem = (name: string) => {
    const [id, message] = [form.fieldId(name), form.problemOf(name)]
    const box = { id, ...(message && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }) }
    return { box, problem: <FieldError id={`${id}-error`} message={message} /> }
  }
  const named = joinProblem('label')

  const swap = (first: OrderProduct, second: OrderProduct) =>
    void action.run((client) =>
      client.rpc('swap_order_products', { first_id: first.id, second_id: second.id }),
    )

  return (
    <FormElement form={form} className="flex flex-wrap items-end gap-3" label={label} onInput={type}>
      {/* Drawn again with what was saved since, here or by a colleague. */}
      <Fragment key={seen.updated_at}>
        <div className="w-full sm:w-80">
          <TextInput
            {...named.box}
            name="label"
            aria-label={`Name of ${label}`}
            defaultValue={seen.label}
            maxLength={maxLength}
          />
          {named.problem}
        </div>
        {containers.map(({ column, size }) => {
          const { box, problem } = joinProblem(column)
          return (
            <div key={column} className={form.problemOf(column) ? 'w-64' : 'w-28'}>
              {/* What is typed hides a placeholder; the box says the same in its name. */}
              <span aria-hidden="true" className="block text-xs text-stone">
                {size}, kg
              </span>
              <TextInput
                {...box}
                name={column}
                inputMode="decimal"
                aria-label={`Kilograms in a ${size} container of ${label}`}
                defaultValue={seen[column] ?? ''}
                maxLength={9}
              />
              {problem}
            </div>
          )
        })}
        <div className="w-44">
          <span aria-hidden="true" className="block text-xs text-stone">
            {vatAdminWords.productClass.label}, at home
          </span>
          <Select
            id={form.fieldId('vat_class')}
            name="vat_class"
            aria-label={`VAT of ${label} at home`}
            options={vatClasses.map((value) => ({ value, label: vatClassWords[value] }))}
            defaultValue={seen.vat_class}
          />
        </div>
      </Fragment>
      <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Saving...">
        Save
      </Button>
      <Button
        size="sm"
        variant="quiet"
        disabled={!above || action.isBusy}
        aria-label={`Move ${label} up`}
        onClick={() => above && swap(above, product)}
      >
        Up
      </Button>
      <Button
        size="sm"
        variant="quiet"
        disabled={!below || action.isBusy}
        aria-label={`Move ${label} down`}
        onClick={() => below && swap(product, below)}
      >
        Down
      </Button>
      <Button
        size="sm"
        variant="quiet"
        disabled={action.isBusy}
        aria-label={`${is_active ? 'Take off the form' : 'Put on the form'}: ${label}`}
        onClick={() =>
          void action.run((client) =>
            client.from('order_products').update({ is_active: !is_active }).eq('id', product.id),
          )
        }
      >
        {is_active ? 'Take off the form' : 'Put on the form'}
      </Button>
      {!is_active && <span className="text-sm text-stone">Not on the form</span>}
      <Refusal action={form.action} />
      <SeeRow action={form.action} onSee={forget} />
      <Refusal action={action} />
    </FormElement>
  )
}

function AddProduct({ position }: { position: number }) {
  const id = useId()
  const form = useActionForm({
    id,
    tables,
    done: { title: 'Product added', text: 'Buyers can choose it now.' },
    draft: newOrderProductDraft,
    atField: ['label'],
    empties: ['label'],
    read(values, refuse) {
      const label = cleanLine(values.label ?? '')
      if (label.length < 2) return refuse('label', 'The name needs at least 2 characters')
      return (client) => client.from('order_products').insert({ label, position })
    },
  })
  return (
    <FormElement form={form} className="mt-5 flex flex-wrap items-end gap-3" label="Add a product">
      <Field id={form.fieldId('label')} label="A new product" error={form.problemOf('label')}>
        <TextInput name="label" maxLength={maxLength} />
      </Field>
      <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Adding...">
        Add
      </Button>
      <Refusal action={form.action} />
    </FormElement>
  )
}
