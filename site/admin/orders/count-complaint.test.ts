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
