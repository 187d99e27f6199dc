// A guest's order: by a person, from one device, with answers that the checkout's rules take, then by the one function.
import { createHmac, hkdfSync } from 'node:crypto'
import type { z } from 'zod'
import { findUncallable } from '#domain/callable-phones.ts'
import { readForm } from '#domain/forms.ts'
import { trackingPath } from '#domain/guest-links.ts'
import { deliveryWords } from '#domain/market/delivery-words.ts'
import {
  describeTooMuch,
  type GuestOrderAnswer,
  marketMessages,
  marketOrderRules,
} from '#domain/market/market-orders.ts'
import { RefusedError } from '#server/http/answers.ts'
import { createAttempts, takeTurns } from '#server/http/attempts.ts'
import type { Proofs } from '#server/http/proof.ts'
import { hashSecret } from '#server/http/tokens.ts'
import { writePhones } from '#server/lib/phones.ts'
import type { Orders } from './orders.ts'
import type { guestOrder } from './requests.ts'

export interface CheckoutOptions {
  orders: Orders
  proofs: Proofs
  secret: string
  /** Seconds to wait, 0 when someone with this phone number may go on. */
  takeForPhone: (phone: string) => number
}

export type Checkout = (
  request: z.output<typeof guestOrder>,
  /** What caps the open orders of one guest, whatever phone they name. */
  deviceId: string,
) => Promise<GuestOrderAnswer>

export function createCheckout({ orders, proofs, secret, takeForPhone }: CheckoutOptions): Checkout {
  const attemptOf = createAttempts(secret)
  const inTurn = takeTurns()
  const deviceKey = Buffer.from(hkdfSync('sha256', secret, '', 'market devices', 32))

  return async ({ request, idempotencyKey, homepage, proof }, deviceId) => {
    // Anyone who fills in what nobody sees is no person; a person whose browser did it can still try again.
    if (homepage !== undefined && homepage.trim() !== '') throw new RefusedError('proof')
    const checked = proofs.verify(proof)
    if (!checked) throw new RefusedError('proof')
    const verdict = readForm(marketOrderRules, request.contact)
    if (!verdict.ok) throw new RefusedError('invalid', { errors: verdict.problems })
    const uncallable = verdict.answers.email ? null : findUncallable(verdict.answers.phone)
    if (uncallable) throw new RefusedError('invalid', { errors: [{ field: 'phone', message: uncallable }] })
    const answers = writePhones(marketOrderRules, verdict.answers)
    const wait = takeForPhone(answers.phone)
    if (wait > 0) throw new RefusedError('too_many', { retryAfter: wait })
    const { key, trackingToken } = attemptOf('market_order', null, idempotencyKey)
    // Its proof is used only here: anyone who mistyped something need not prove again that they are there.
    const answer = await inTurn(key, () =>
      orders.place(
        {
          items: request.items,
          contact: answers,
          delivery: request.delivery,
          vatKobo: request.vatKobo,
        },
        {
          idempotencyKey: key,
          trackingTokenHash: hashSecret(trackingToken),
          deviceHash: createHmac('sha256', deviceKey).update(deviceId).digest('hex'),
        },
        checked,
      ),
    )
    if (answer === null) throw new RefusedError('proof')
    if (answer.ok) return { ...answer, trackingPath: trackingPath(trackingToken) }
    if (answer.code === 'too_much_unpaid') return { ...answer, message: describeTooMuch(answer) }
    if (answer.code === 'delivery_changed') return { ...answer, message: deliveryWords.changed }
    return answer.code === 'lines_changed'
      ? { ...answer, message: marketMessages.linesChanged }
      : { ...answer, message: marketMessages.tooManyOpenOrdersOfGuest }
  }
}
