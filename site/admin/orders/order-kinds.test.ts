import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import type { AdminOrder } from './order-data.ts'
import { ordersKind } from './order-kinds.tsx'

const line = (position: number, description: string, quantity: number, kind = 'goods') => ({
  ...{ position, description, quantity, kind, unit: 'Tons' },
})
const quote = (status: string, ...quote_lines: ReturnType<typeof line>[]) => ({ status, quote_lines })
const request = {
  order_request_lines: [{ position: 1, product: 'Ginger', quantity_text: '2', unit: 'Tons' }],
}

function productOf(quotes: ReturnType<typeof quote>[]) {
  const order = { crop_type: 'Sesame Seeds', quantity: 54, unit: 'Tons', order_requests: request, quotes }
  const cell = ordersKind.columns.find(({ label }) => label === 'Product')?.cell
  if (!cell) throw new Error('The list names no product')
  const shown = cell(order as unknown as AdminOrder, []) as ReactElement<{ main: string; more: object }>
  const { main, more } = shown.props
  return { main, ...more }
}

it('names beside the agreed price the agreed goods, and what was requested while nothing is agreed', () => {
  const freight = line(0, 'Freight', 1, 'delivery')
  const agreed = quote('accepted', freight, line(2, 'Ginger', 3), line(1, 'Sesame Seeds, hulled', 57.5))
  const earlier = quote('replaced', line(1, 'Sesame Seeds', 55))
  expect(productOf([earlier, agreed])).toEqual({
    main: 'Sesame Seeds, hulled',
    quantity: '57.5 Tons',
    further: 'and 1 more',
  })
  const asked = { main: 'Sesame Seeds', quantity: '54 Tons', further: 'and 1 more' }
  expect(productOf([quote('open', line(1, 'Sesame Seeds', 57.5))])).toEqual(asked)
  expect(productOf([])).toEqual(asked)
})
