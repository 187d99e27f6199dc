/** 'Report a quality problem': within 48 hours of the delivery: which goods, how many, what is wrong, what is wished, photos. */

import { useId, useState } from 'react'
import { wishWords } from '#domain/market/complaint-words.ts'
import { type DisputeWish, disputePhotosMax, disputeWishes } from '#domain/market/market-orders.ts'
import { countTowards, type Order } from '#domain/market/order.ts'
import { disputeWords as words } from '#domain/market/order-words.ts'
import { formatPack, type PackUnit } from '#domain/market/products.ts'
import { formatCount } from '#domain/numbers.ts'
import { findQuantityProblem, parseQuantity } from '#domain/quantities.ts'
import { cleanText, countCharacters } from '#domain/text.ts'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type Attached, AttachFiles } from './attach-files.tsx'
import type { OrderClient } from './order-client.ts'
import { formatOrderTime } from './order-time.ts'

const reasonMin = 10
const reasonMax = 2000
const wholeOrder = 'whole'

interface DisputeFormProps {
  order: Order
  orderClient: OrderClient
  deadline: Date
  onOpened: () => Promise<void>
}

/** Below an answered complaint it waits behind a button: the same is not to be sent once more. */
export default function DisputePanel(props: DisputeFormProps) {
  const isAnswered = props.order.disputes.some(({ resolution }) => resolution !== null)
  const [isOpen, setIsOpen] = useState(!isAnswered)
  return (
    <Panel title={words.title}>
      {isOpen ? (
        <DisputeForm {...props} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>{words.again.text}</p>
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            {words.again.label}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface GoodsLine {
  position: string
  label: string
  quantity: number
  unit: string
}

/** As private.goods_lines: packs of the marketplace, or the goods of the accepted quote. */
function listGoods({ items, quotes }: Order): GoodsLine[] {
  const accepted = quotes.find(({ status }) => status === 'accepted')
  return [
    ...items.map(({ name, packAmount, packUnit, quantity }, index) => ({
      position: String(index + 1),
      label: `${name}, ${formatPack(packAmount, packUnit as PackUnit)}`,
      quantity,
      unit: words.packs,
    })),
    ...(accepted?.lines ?? [])
      .filter(({ kind }) => kind === 'goods')
      .map(({ position, description, quantity, unit }) => ({
        position: String(position),
        label: description,
        quantity,
        unit,
      })),
  ]
}

/** Nothing comes off a balance that is not there. */
function listWishes(order: Order): DisputeWish[] {
  const isOpen = countTowards(order) < (order.totalKobo ?? 0)
  return disputeWishes.filter((wish) => wish !== 'credit' || isOpen)
}

function DisputeForm({ order, orderClient, deadline, onOpened }: DisputeFormProps) {
  const id = useId()
  const [photos, setPhotos] = useState<readonly Attached[]>([])
  const goods = listGoods(order)
  const [position, setPosition] = useState(goods.length === 1 ? (goods[0]?.position ?? '') : '')
  const chosen = goods.find((line) => line.position === position)
  const form = useSmallForm({
    fieldId: (name) => `${id}-${name}`,
    read({ line = '', amount = '', wish = '', reason = '' }, refuse) {
      const said = cleanText(reason)
      const much = amount.trim()
      const quantity = parseQuantity(much)
      if (!line) refuse('line', words.line.missing)
      if (chosen && much !== '') {
        const problem = findQuantityProblem(much)
        if (problem) refuse('amount', problem)
        else if (Number(quantity) > chosen.quantity)
          refuse('amount', words.amount.tooMuch(formatCount(chosen.quantity)))
      }
      if (countCharacters(said) < reasonMin) refuse('reason', words.reason.tooShort)
      if (!disputeWishes.some((known) => known === wish)) refuse('wish', words.wish.missing)
      return {
        reason: said,
        wish: wish as DisputeWish,
        ...(chosen && { line: Number(chosen.position) }),
        ...(chosen && quantity !== null && { amount: String(quantity) }),
      }
    },
    async send(dispute) {
      await orderClient.openDispute({ ...dispute, photoPaths: photos.map(({ path }) => path) })
      toast.success(words.reported.title, words.reported.text)
      await onOpened()
    },
  })

  return (
    <FormElement form={form} className="grid grid-cols-1 gap-5" label={words.label}>
      <p>
        {words.lead[0]} <strong>{formatOrderTime(deadline.toISOString())}</strong>
        {words.lead[1]}
      </p>
      <Field id={form.fieldId('line')} label={words.line.label} error={form.problemOf('line')} required>
        <Select
          name="line"
          defaultValue={position}
          placeholder={words.line.placeholder}
          options={[
            ...goods.map(({ position, label }) => ({ value: position, label })),
            { value: wholeOrder, label: words.line.whole },
          ]}
          onChange={(event) => {
            setPosition(event.currentTarget.value)
            // What was said of the amount was said of the goods before.
            const amount = document.getElementById(form.fieldId('amount'))
            if (amount) form.takeBack(amount)
          }}
        />
      </Field>
      {chosen && (
        <Field
          id={form.fieldId('amount')}
          label={words.amount.label(chosen.unit)}
          error={form.problemOf('amount')}
          optional
        >
          <TextInput name="amount" inputMode="decimal" maxLength={13} />
        </Field>
      )}
      <Field id={form.fieldId('reason')} label={words.reason.label} error={form.problemOf('reason')} required>
        <TextArea name="reason" rows={4} maxLength={reasonMax} />
      </Field>
      <Field id={form.fieldId('wish')} label={words.wish.label} error={form.problemOf('wish')} required>
        <Select
          name="wish"
          placeholder={words.line.placeholder}
          options={listWishes(order).map((wish) => ({ value: wish, label: wishWords[wish] }))}
        />
      </Field>
      <AttachFiles
        orderClient={orderClient}
        kind="dispute"
        {...words.photos}
        max={disputePhotosMax}
        attached={photos}
        onChange={setPhotos}
      />
      <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
        <p>{form.errorText}</p>
      </ErrorMessage>
      <div>
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
