// What is left of a registration's person after "erase my data", and what they can do then.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decide, openReview, type Review } from './registrations-desk.ts'

let house: Review['house']
let desk: Review['desk']
let reviewer: Review['reviewer']
beforeAll(async () => {
  ;({ house, desk, reviewer } = await openReview())
})
afterAll(() => house.close())

const erase = 'select public.erase_my_data()'

describe('a buyer who was approved and has erased their data', () => {
  it('can register as the same kind of buyer again; the erased record is nobody’s and keeps its decision', async () => {
    const person = await house.addPerson()
    const first = await desk.send('buyer_individual', { person })
    await house.as(reviewer.caller, decide, ['buyers', first.stored.id, 'pending', 'approved', null])
    for (const _ of ['once', 'again']) await house.as(person.caller, erase)
    const { rows } = await house.owner.query(
      'select user_id, status, contact_email from public.buyers where id = $1',
      [first.stored.id],
    )
    expect(rows).toEqual([{ user_id: null, status: 'approved', contact_email: null }])
    const second = await desk.send('buyer_individual', { person })
    expect(second.stored).toMatchObject({ isNew: true, status: 'pending' })
    expect(second.stored.id).not.toBe(first.stored.id)
  })
})
