/** In cart and checkout: the orders that were sent from this device, perhaps in another tab. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatDateInWords } from '#domain/dates.ts'
import { askingPath } from '#domain/guest-links.ts'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'
import { hasSentHere } from '#site/lib/draft.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { Notice } from '#site/ui/panel.tsx'
import { type CheckoutMemory, followCheckout, readCheckout } from './checkout-memory.ts'

interface LastSent {
  code: string
  /** Where it is known. */
  at: Date | undefined
  path: string
}

interface LastOrderProps {
  userId: string | null
  /** Beside goods for the next order, one that is paid or over is not spoken of. */
  isBesideGoods?: boolean
}

export function LastOrder({ userId, isBesideGoods = false }: LastOrderProps) {
  const [sent, setSent] = useState(() => listSent(userId, readCheckout(userId)))
  useEffect(() => followCheckout(userId, (memory) => setSent(listSent(userId, memory))), [userId])
  useEffect(() => {
    if (userId || isBesideGoods) return
    const { placed, quoted = [], left = [] } = readCheckout(userId)
    // The one that waits for its transfer stands there by itself, and so does one that waits for the price of its delivery.
    if (!hasSentHere() || placed || left[0]) return
    import('#site/lib/sent-here.ts')
      .then(({ findSentHere }) => {
        const last = findSentHere('order')
        if (last && !quoted.some(({ code }) => code === last.reference))
          setSent([
            {
              code: last.reference,
              at: new Date(last.sentAt),
              path: last.path ?? askingPath(last.reference),
            },
          ])
      })
      .catch(() => {}) // the home page says it, too
  }, [userId, isBesideGoods])
  return sent.map(({ code, at, path }) => (
    <Notice key={code}>
      <p>
        {words.sent[0]} <span className="code whitespace-nowrap">{code}</span>
        {at && ` ${words.sent[1]} ${formatDateInWords(at)}`}.{' '}
        <Link to={path}>{userId ? words.see : words.follow}</Link>
      </p>
    </Notice>
  ))
}

function listSent(userId: string | null, { left = [] }: CheckoutMemory): readonly LastSent[] {
  return left.map(({ id, code, sentAt }) => ({
    code,
    at: sentAt ? new Date(sentAt) : undefined,
    path: userId ? accountOrderPath(id) : askingPath(code),
  }))
}
