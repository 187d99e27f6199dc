/** Price, stock and threshold of a product, changed in the list or in the drawer. */
import { useRef, useState } from 'react'
import { productLimits, productMessages, readStock } from '#domain/market/product-limits.ts'
import {
  countOnHand,
  countReserved,
  foreseeStock,
  type StockLevel,
  type StockReason,
  stockQuestions,
  stockReasons,
  stockReasonWords,
} from '#domain/market/stock.ts'
import { formatNaira, parseNaira } from '#domain/money.ts'
import { formatCount } from '#domain/numbers.ts'
import { ruleBroken } from '#domain/refusals.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { stockNoteDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { useAction } from '#site/admin/use-action.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import {
  describePriceNow,
  describeSetter,
  explainNotAllowed,
  type NumberNow,
  readNow,
  updateProduct,
} from '#site/market/product-proposals/update-product.ts'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { NumberCell } from './number-cell.tsx'

export interface NumberedProduct extends StockLevel {
  id: string
  name: string
  price_kobo: number
  low_stock_at: number
  status: string
}

const tables = ['products']

/**
 * The number that the box was opened over: the list behind it may be newer, and what a colleague set is not written over
 * before it was said.
 */
function useSeenNumber<Value>(value: Value) {
  const [seen, setSeen] = useState(value)
  const [isOverriding, setIsOverriding] = useState(false)
  return {
    seen,
    isOverriding,
    open() {
      setSeen(value)
      setIsOverriding(false)
    },
    override(now: Value) {
      setSeen(now)
      setIsOverriding(true)
    },
  }
}

/** A refusal of the device, as useAction reads it. */
const refused = (message: string) => ({ error: ruleBroken(message) })

export function PriceCell({ product }: { product: NumberedProduct }) {
  const { id, name, price_kobo, status } = product
  const { seen, isOverriding, open, override } = useSeenNumber(price_kobo)
  const action = useAction({
    tables,
    done: {
      title: 'Price saved',
      text:
        status === 'published'
          ? `Buyers see the new price of ${name}.`
          : `Buyers see ${name} once it is published.`,
    },
  })

  async function save(text: string): Promise<boolean> {
    const price = parseNaira(text)
    if (price === null || price < productLimits.priceKoboMin || price > productLimits.priceKoboMax) {
      action.refuse(productMessages.price)
      return false
    }
    if (price === seen) return true
    return action.run(async (client) => {
      try {
        const updated = await updateProduct(client, id, { price_kobo: seen }, { price_kobo: price })
        if (updated.outcome === 'changed_meanwhile') {
          const present = updated.now.price_kobo ?? { now: price_kobo }
          override(present.now)
          return refused(describePriceNow(present))
        }
        return updated.outcome === 'saved' ? null : refused(await explainNotAllowed(client))
      } catch (error) {
        return { error: error as { code: string; message: string } }
      }
    })
  }

  return (
    <NumberCell
      label={`Price of ${name}`}
      shown={formatNaira(price_kobo)}
      typed={formatNaira(price_kobo).slice(1)}
      action={action}
      step="price"
      isOverriding={isOverriding}
      onOpen={open}
      save={save}
    />
  )
}

export function StockCell({ product }: { product: NumberedProduct }) {
  const { id, name } = product
  const onHand = countOnHand(product)
  const { seen, isOverriding, open, override } = useSeenNumber(onHand)
  const [reason, setReason] = useState<StockReason>('counted')
  const [note, setNote] = useState('')
  /** Sent again after a lost answer, nothing is counted twice; another number is another movement. */
  const attempt = useRef<Attempt>(undefined)
  /** A note and its reason stay on the device until they are saved, also when the box is closed by Escape. */
  function write(words: string, why: StockReason) {
    setNote(words)
    setReason(why)
    saveWordDraft(stockNoteDraft(id), words ? { note: words, reason: why } : {})
  }
  const action = useAction({
    tables,
    done: (data) => {
      const { onHand: now } = data as { onHand: number | null }
      return {
        title: 'Stock saved',
        text: `${name}: ${now === null ? 'no limit' : `${formatCount(now)} on hand`}.`,
      }
    },
    onDone: () => {
      attempt.current = undefined
      write('', 'counted')
    },
  })

  async function save(text: string): Promise<boolean> {
    const quantity = readStock(text)
    // A box that was emptied by mistake must not put what is not there up for sale.
    if (quantity === null && onHand !== null) {
      const way = ' To sell without a limit, empty the stock on the product’s own page.'
      action.refuse(`Type how many packs.${reason === 'counted' ? way : ''}`)
      return false
    }
    if (reason !== 'counted' && /^(0+|-\d+)$/.test(text.trim())) {
      action.refuse(productMessages.packsMoved)
      return false
    }
    if (quantity === undefined || (quantity === null && reason !== 'counted')) {
      action.refuse(productMessages.packs)
      return false
    }
    const movement = { reason, quantity, note: note.trim() }
    const planned = planAttempt(movement, attempt.current)
    attempt.current = planned
    return action.run(async (client) => {
      const answer = await rpcAdmin(client, 'record_stock', {
        product_id: id,
        // What came and went adds up with what colleagues move; a count replaces the number that was read.
        movement: { ...movement, ...(reason === 'counted' && { seen }), idempotencyKey: planned.key },
      })
      const present = answer.error && readNow<{ on_hand: NumberNow<number | null> }>(answer.error)?.on_hand
      if (!present) return answer
      override(present.now)
      return refused(describeOnHandNow(present))
    })
  }

  return (
    <NumberCell
      label={`On hand of ${name}`}
      question={stockQuestions[reason]}
      shown={formatOnHand(onHand)}
      // What came or went is never what is there: that box begins empty.
      typed={reason !== 'counted' || onHand === null ? '' : String(onHand)}
      action={action}
      step="stock"
      isOverriding={isOverriding && reason === 'counted'}
      onOpen={() => {
        open()
        const kept = readWordDraft(stockNoteDraft(id))
        setNote(kept.note ?? '')
        setReason(stockReasons.find((known) => known === kept.reason) ?? 'counted')
      }}
      save={save}
      renderBelow={(text) => (
        <>
          <Foreseen product={product} reason={reason} quantity={readStock(text)} />
          <TextInput
            aria-label="Note on the change"
            placeholder="Note (optional)"
            maxLength={300}
            value={note}
            onChange={({ target }) => write(target.value, reason)}
          />
        </>
      )}
      onClose={() => setReason('counted')}
    >
      <Select
        aria-label="Why it changes"
        options={stockReasons.map((value) => ({ value, label: stockReasonWords[value] }))}
        value={reason}
        onChange={({ target }) => write(note, target.value as StockReason)}
      />
    </NumberCell>
  )
}

const formatOnHand = (onHand: number | null) => (onHand === null ? 'No limit' : formatCount(onHand))

const describeOnHandNow = (present: NumberNow<number | null>) =>
  `The stock has changed meanwhile: ${present.now === null ? 'it has no limit now' : `${formatCount(present.now)} are on hand now`}${describeSetter(present)}. Nothing is saved yet. Check your count. To set it all the same, save again.`

interface ForeseenProps {
  product: NumberedProduct
  reason: StockReason
  quantity: number | null | undefined
}

/** "On hand: 200 → 180" */
function Foreseen({ product, reason, quantity }: ForeseenProps) {
  const foreseen = typeof quantity === 'number' ? foreseeStock(product, reason, quantity) : null
  const isSame = foreseen?.before === foreseen?.after
  return (
    <p role="status" className="num">
      {foreseen &&
        !isSame &&
        `${foreseen.what}: ${formatOnHand(foreseen.before)} → ${formatOnHand(foreseen.after)}`}
    </p>
  )
}

export function ThresholdCell({ product }: { product: NumberedProduct }) {
  const { id, name, low_stock_at } = product
  const action = useAction({ tables, done: { title: 'Threshold saved' } })

  async function save(text: string): Promise<boolean> {
    const packs = readStock(text)
    if (packs === null || packs === undefined) {
      action.refuse(productMessages.packs)
      return false
    }
    return action.run((client) => client.from('products').update({ low_stock_at: packs }).eq('id', id))
  }

  return (
    <NumberCell
      label={`Low stock of ${name}`}
      shown={`${formatCount(low_stock_at)} or fewer`}
      typed={String(low_stock_at)}
      action={action}
      isOverriding={false}
      onOpen={() => {}}
      save={save}
    />
  )
}

/** What can be ordered; marked where it runs low. */
export function Available({ product }: { product: NumberedProduct }) {
  const { stock, low_stock_at } = product
  if (stock === null) return 'No limit'
  if (stock > low_stock_at) return formatCount(stock)
  return (
    <span className="low-stock">
      {formatCount(stock)} <span>{stock === 0 ? 'sold out' : 'low'}</span>
    </span>
  )
}

export const formatReserved = (product: NumberedProduct) => formatCount(countReserved(product))
