import { expect, it } from 'vitest'
import { countComplaint } from './count-complaint.ts'

type Goods = Parameters<typeof countComplaint>[1]

const two = { line_position: 2, amount: 2 }

it('begins an amount that is granted with what the goods cost that the buyer paid, their VAT among it', () => {
  const item = { position: 2, price_kobo: 1_000_000 }
  const items = (vat_rate_bp: number) =>
    ({ order_items: [{ ...item, vat_rate_bp }], quotes: [] }) as unknown as Goods
  expect(countComplaint(two, items(750))).toBe(2_150_000)
  expect(countComplaint(two, items(0))).toBe(2_000_000)
  expect(countComplaint({ ...two, line_position: 1 }, items(750))).toBeNull()
  expect(countComplaint({ ...two, amount: null }, items(750))).toBeNull()
})

it('of a contract takes the VAT of each line, and of a quote from before that of all goods', () => {
  const line = (position: number, vat_class: string | null) => ({
    ...{ position, vat_class, kind: 'goods', price_kobo: 1_000_000, total_kobo: 10_000_000 },
  })
  const quoted = (quote: object) =>
    ({
      order_items: [],
      quotes: [{ status: 'declined' }, { status: 'accepted', ...quote }],
    }) as unknown as Goods
  const mixed = quoted({
    quote_lines: [line(1, 'basic_food'), line(2, 'standard')],
    vat_lines: [
      { vatClass: 'basic_food', rateBp: 0 },
      { vatClass: 'standard', rateBp: 750 },
    ],
  })
  expect(countComplaint(two, mixed)).toBe(2_150_000)
  expect(countComplaint({ ...two, line_position: 1 }, mixed)).toBe(2_000_000)
  const before = { vat_lines: null, vat_class: 'standard', vat_rate_bp: 750, vat_reason: 'standard rate' }
  expect(countComplaint(two, quoted({ quote_lines: [line(2, null)], ...before }))).toBe(2_150_000)
  const silent = { vat_lines: null, vat_class: null, vat_rate_bp: null, vat_reason: null }
  expect(countComplaint(two, quoted({ quote_lines: [line(2, null)], ...silent }))).toBe(2_000_000)
})

it('of a contract with a discount takes what was paid for the goods, by their share of it', () => {
  const line = (position: number, kind: string, price_kobo: number, total_kobo: number) => ({
    ...{ position, kind, price_kobo, total_kobo, vat_class: kind === 'goods' ? 'standard' : null },
  })
  const [kernels, oil] = [
    line(1, 'goods', 123_456_789, 1_481_481_468),
    line(2, 'goods', 210_000_055, 735_000_193),
  ]
  const discount = line(3, 'discount', -55_412_042, -55_412_042)
  const quoted = (...quote_lines: object[]) =>
    ({
      order_items: [],
      quotes: [{ status: 'accepted', quote_lines, vat_lines: [{ vatClass: 'standard', rateBp: 750 }] }],
    }) as unknown as Goods
  const half = { line_position: 2, amount: 0.5 }
  expect(countComplaint(half, quoted(kernels, oil))).toBe(112_875_030)
  expect(countComplaint(half, quoted(kernels, oil, discount))).toBe(110_053_154)
  // Freight and tax that come after it take no part in it.
  const after = [line(4, 'delivery', 50_000_000, 50_000_000), line(5, 'tax', 90_000_000, 90_000_000)]
  expect(countComplaint(half, quoted(kernels, oil, discount, ...after))).toBe(110_053_154)
  // With nothing above it, it is of all goods; the whole of a line is then less by what is its.
  const first = { ...discount, position: 0 }
  expect(countComplaint(half, quoted(first, kernels, oil))).toBe(110_053_154)
})
