// The marketplace in the access matrix: who may do what with products, and rows to try it on.
import { type Access, denied, hidden, readsNothingOf, type TableAccess, type Verb } from './access-levels.ts'
import type { Probe } from './access-registrations.ts'
import type { House } from './house.ts'

const productColumns = ['name', 'category', 'description', 'farmer_id', 'farmer_name', 'location'].concat([
  'pack_amount',
  'pack_unit',
  'price_kobo',
  'stock',
  'season',
  'state',
  'photo_path',
  'status',
])
const buysProducts: Record<Verb, Access> = { ...denied, select: 'own', insert: 'denied', update: 'nothing' }
const editsProducts: Record<Verb, Access> = { ...denied, select: 'all', insert: 'all', update: 'all' }

export const marketAccess: readonly TableAccess[] = [
  {
    table: 'public.products',
    rows: 'own: what is published; approved farmers also add and change what is theirs',
    insertColumns: productColumns,
    updateColumns: [...productColumns, 'review_note'],
    isPublic: true,
    access: {
      ...readsNothingOf({ admin: editsProducts, content: editsProducts }, buysProducts),
      anonymous: { ...denied, select: 'own' },
    },
  },
  hidden('private.axis_transitions', denied),
]

/** One row that the owner may see and one that only staff may. */
export async function plantMarket(house: House): Promise<Record<string, Probe>> {
  await house.owner.query(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
     values ('Rice', 'Grains', 'Ada Farm', 'Keffi', 50, 'kg', 3500000, 'published'),
       ('Draft', 'Grains', 'Ada Farm', 'Keffi', 50, 'kg', 3500000, 'pending')`,
  )
  return {
    'public.products': {
      own: `name = 'Rice'`,
      other: `name = 'Draft'`,
      update: 'season = null',
      insert:
        () => `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
        values ('Yam', 'Tubers', 'Ada Farm', 'Keffi', 100, 'kg', 4500000)`,
    },
    'private.axis_transitions': {
      own: `axis = 'product'`,
      other: `axis = 'payment'`,
      update: `to_value = 'published'`,
      insert: () => `insert into private.axis_transitions values ('product', 'x', 'y')`,
    },
  }
}
