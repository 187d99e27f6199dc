/** Stars for what arrived: from completed orders alone, and they may be changed. */

import { useId } from 'react'
import type { Order } from '#domain/market/order.ts'
import { ratingWords as words } from '#domain/market/order-words.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Choices } from '#site/ui/choices.tsx'
import { Field } from '#site/ui/field.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { OrderClient } from './order-client.ts'

const commentMax = 1000

/** A product of the marketplace, or, without an id, a bulk order as a whole. */
interface Rated {
  productId: string | null
  name: string
}

interface RateProductsProps {
  order: Order
  orderClient: OrderClient
  onRated: () => Promise<void>
}

export default function RateProducts({ order, orderClient, onRated }: RateProductsProps) {
  const products: Rated[] =
    order.kind === 'bulk'
      ? [{ productId: null, name: order.requested?.product ?? 'this order' }]
      : order.items.filter(({ productId }) => productId !== null)
  if (products.length === 0) return null
  return (
    <Panel title="How was it?">
      <div className="grid grid-cols-1 gap-8">
        {products.map((item) => (
          <RateProduct
            key={item.productId ?? ''}
            item={item}
            stars={order.ratings.find(({ productId }) => productId === item.productId)?.stars ?? null}
            orderClient={orderClient}
            onRated={onRated}
          />
        ))}
      </div>
    </Panel>
  )
}

function RateProduct({
  item,
  stars,
  orderClient,
  onRated,
}: {
  item: Rated
  stars: number | null
  orderClient: OrderClient
  onRated: () => Promise<void>
}) {
  const id = useId()
  const form = useSmallForm({
    fieldId: () => id,
    read(values, refuse) {
      const chosen = Number(values.stars)
      if (!(chosen >= 1 && chosen <= 5)) return refuse('stars', words.stars.missing)
      return { stars: chosen, comment: (values.comment ?? '').trim() }
    },
    async send({ stars, comment }) {
      await orderClient.rate(item.productId, stars, comment)
      toast.success(words.rated.title, words.rated.text(item.name))
      await onRated()
    },
    blame: 'stars',
  })
  const problem = form.problemOf('stars')

  return (
    <FormElement form={form} className="grid grid-cols-1 gap-4" label={words.label(item.name)}>
      <FieldGroup id={id} label={item.name} error={problem}>
        <Choices
          id={id}
          name="stars"
          type="radio"
          options={words.stars.options}
          chosen={stars ? [String(stars)] : []}
          chips
          invalid={Boolean(problem)}
        />
      </FieldGroup>
      <Field id={`${id}-comment`} {...words.comment} optional>
        <TextArea name="comment" rows={2} maxLength={commentMax} />
      </Field>
      <div>
        <Button type="submit" variant="outline" busy={form.isSending} busyLabel={words.busyLabel}>
          {stars ? words.changeLabel : words.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
