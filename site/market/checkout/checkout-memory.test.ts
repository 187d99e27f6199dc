import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { saveDraft } from '#site/lib/draft.ts'
import {
  closeOpenOrder,
  forgetOpenOrder,
  leaveEarlier,
  letOrderBe,
  type OpenOrder,
  readCheckout,
  rememberClaimed,
  saveCheckout,
} from './checkout-memory.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage })
})

// The next file of this worker has no window.
afterAll(() => vi.unstubAllGlobals())

const fields = { name: 'Ada', phone: '08031234567' }
const open = (minutes: number): OpenOrder => ({
  ...{ id: 'order-1', code: 'AG7K4-2X9Q', sentAt: '2026-11-01T08:00:00.000Z' },
  ...{ totalKobo: 100, trackingPath: '/track#secret' },
  ...{ expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(), content: '', lines: [] },
})
const place = (minutes = 60) => saveCheckout(null, { fields, placed: open(minutes) })
const left = { id: 'order-1', code: 'AG7K4-2X9Q', sentAt: '2026-11-01T08:00:00.000Z' }

it.each([
  ['whose payment was claimed', () => rememberClaimed(null, open(60))],
  ['whose payment was claimed on its own page', () => closeOpenOrder('order-1', 'claimed')],
  ['that ended, as the cart has learnt', () => closeOpenOrder('order-1', 'unsaid')],
  ['whose time to pay ran out', () => place(-1)],
] as const)(
  'a guest finds the order %s, without its link, until its page has said that it is over',
  (_, act) => {
    place()
    act()
    expect(readCheckout(null)).toMatchObject({ left: [left] })
    expect(readCheckout(null).placed).toBeUndefined()
    // Claimed again after a rejection, or looked at once more in the cart, it stays.
    closeOpenOrder('order-1', 'claimed')
    closeOpenOrder('order-1', 'unsaid')
    closeOpenOrder('order-2', 'over')
    expect(readCheckout(null)).toMatchObject({ left: [left] })
    closeOpenOrder('order-1', 'over')
    expect(readCheckout(null).left).toEqual([])
  },
)

it.each([
  ['is claimed', () => rememberClaimed(null, open(60)), true],
  ['ended elsewhere', () => closeOpenOrder('order-1', 'unsaid'), true],
  ['ran out', () => {}, true],
  ['is taken back', () => letOrderBe(null, 'order-1'), false],
  ['is over', () => closeOpenOrder('order-1', 'over'), false],
] as const)('an earlier order that still waits is named when the later one %s', (how, close, isNamed) => {
  const earlier = { id: 'order-0', code: 'AG222-2222' }
  saveCheckout(null, { fields, placed: open(how === 'ran out' ? -1 : 60), left: [earlier] })
  close()
  const all = isNamed ? [left, earlier] : [earlier]
  expect(readCheckout(null)).toMatchObject({ left: all })
  expect(readCheckout(null).placed).toBeUndefined()
  forgetOpenOrder('AG7K4-2X9Q')
  closeOpenOrder('order-1', 'over')
  expect(readCheckout(null)).toMatchObject({ left: [earlier] })
  closeOpenOrder('order-0', 'over')
  expect(readCheckout(null).left).toEqual([])
})

it.each([
  ['a member', 'member-1', [{ id: 'order-0', code: 'AG222-2222' }]],
  // The one that still waits for its transfer is in no account.
  ['a guest', null, [left, { id: 'order-0', code: 'AG222-2222' }]],
] as const)('%s finds the orders that left the cart also once the next one is placed', (_, userId, all) => {
  const stored = { fields, placed: open(60), left: [{ id: 'order-0', code: 'AG222-2222' }] }
  saveCheckout(userId, { ...stored, placed: open(60), left: leaveEarlier(userId, stored, 'order-2') })
  expect(readCheckout(userId)).toMatchObject({ left: all })
  // The same order answered once more leaves none.
  expect(leaveEarlier(userId, stored, 'order-1')).toEqual(stored.left)
})

it('knows the one order of before the last release that was left', () => {
  saveDraft('checkout', 'member-1', { fields, left })
  expect(readCheckout('member-1')).toMatchObject({ left: [left] })
})

it.each([
  ['is claimed', () => rememberClaimed(null, open(60))],
  ['is claimed on its own page', () => closeOpenOrder('order-1', 'claimed')],
  ['is let be', () => letOrderBe(null, 'order-1')],
  ['ended elsewhere', () => closeOpenOrder('order-1', 'unsaid')],
] as const)(
  'an order that was sent without an answer is still the same one when an earlier order %s',
  (_, close) => {
    const attempt = { key: 'key-2', content: '{"items":[]}', chosen: '[]' }
    const delivery = { name: 'Truck' }
    saveCheckout(null, { fields, placed: open(60), attempt, delivery })
    close()
    expect(readCheckout(null)).toMatchObject({ fields, attempt, delivery })
    expect(readCheckout(null).placed).toBeUndefined()
    saveCheckout(null, { fields, placed: open(-1), attempt })
    expect(readCheckout(null)).toMatchObject({ fields, attempt })
    // The attempt of the placed order itself is done.
    saveCheckout(null, { fields, placed: open(60), attempt: { ...attempt, content: open(60).content } })
    close()
    expect(readCheckout(null).attempt).toBeUndefined()
  },
)

it('forgets what its buyer typed with the claim, and keeps it for the next order where it ended otherwise', () => {
  place()
  closeOpenOrder('order-1', 'unsaid')
  expect(readCheckout(null).fields).toEqual(fields)
  place()
  rememberClaimed(null, open(60))
  expect(readCheckout(null).fields).toEqual({})
})

it('speaks no more of an order that its buyer let be, or that is closed on a shared phone', () => {
  place()
  expect(letOrderBe(null, 'order-1')).toEqual({ fields, quoted: [], left: [] })
  place()
  rememberClaimed(null, open(60))
  forgetOpenOrder('AG222-2222')
  expect(readCheckout(null)).toMatchObject({ left: [left] })
  forgetOpenOrder('AG7K4-2X9Q')
  expect(readCheckout(null)).toEqual({ fields: {} })
})
