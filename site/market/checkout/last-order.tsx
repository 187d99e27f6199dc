/** In cart and checkout: the order that was sent from this device, perhaps in another tab. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatDateInWords } from '#domain/dates.ts'
import { askingPath } from '#domain/guest-links.ts'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'
import { hasSentHere } from '#site/lib/draft.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { Notice } from '#site/ui/panel.tsx'
import { followCheckout, type LeftOrder, readCheckout } from './checkout-memory.ts'

interface LastSent {
  code: string
  /** Where it is known. */
  at?: Date
  path: string
}

interface LastOrderProps {
  userId: string | null
  /** Beside goods for the next order, one that is paid or over is not spoken of. */
  isBesideGoods?: boolean
}

export function LastOrder({ userId, isBesideGoods = false }: LastOrderProps) {
  const [sent, setSent] = useState<LastSent | null>(() => asSent(userId, readCheckout(userId).left))
  useEffect(() => followCheckout(userId, ({ left }) => setSent(asSent(userId, left))), [userId])
  useEffect(() => {
    if (userId || isBesideGoods) return
    const { placed, quoted = [], left } = readCheckout(userId)
    // The one that waits for its transfer stands there by itself, and so does one that waits for the price of its delivery.
    if (!hasSentHere() || placed || left) return
    import('#site/lib/sent-here.ts')
      .then(({ findSentHere }) => {
        const last = findSentHere('order')
        if (last && !quoted.some(({ code }) => code === last.reference))
          setSent({
            code: last.reference,
            at: new Date(last.sentAt),
            path: last.path ?? askingPath(last.reference),
          })
      })
      .catch(() => {}) // the home page says it, too
  }, [userId, isBesideGoods])
  if (!sent) return null
  return (
    <Notice>
      <p>
        {words.sent[0]} <span className="code whitespace-nowrap">{sent.code}</span>
        {sent.at && ` ${words.sent[1]} ${formatDateInWords(sent.at)}`}.{' '}
        <Link to={sent.path}>{userId ? words.see : words.follow}</Link>
      </p>
    </Notice>
  )
}

function asSent(userId: string | null, left: LeftOrder | undefined): LastSent | null {
  if (!left) return null
  const { id, code, sentAt } = left
  return {
    code,
    at: sentAt ? new Date(sentAt) : undefined,
    path: userId ? accountOrderPath(id) : askingPath(code),
  }
}
