import { expect, it } from 'vitest'
import { ordersKind } from '#site/admin/orders/order-kinds.tsx'
import { listingKind } from '#site/admin/queues/listing-kind.tsx'
import { messageKind } from '#site/admin/queues/message-kind.tsx'
import { sayStatus } from './admin-kind.ts'

it('a status in a sentence is called as its badge calls it', () => {
  expect(sayStatus(listingKind, 'hidden')).toBe('hidden')
  expect(sayStatus(listingKind, 'published')).toBe('published')
  expect(sayStatus(messageKind, 'completed')).toBe('answered')
  expect(sayStatus(ordersKind, 'completed')).toBe('completed')
})
