/** Above the order form: the bulk order that went out from this device within a day, so that it is not sent twice. */
import { useState } from 'react'
import { Link } from 'react-router'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'
import { findSentHere, isOfLastDay, nameDay } from '#site/lib/sent-here.ts'
import { Notice } from '#site/ui/panel.tsx'

export const bulkOrderKind = 'bulk_order'

export default function SentToday() {
  const [sent] = useState(() => findSentHere(bulkOrderKind))
  if (!sent?.path || !isOfLastDay(sent)) return null
  return (
    <Notice>
      <p>
        {words.sent[0]} <span className="code whitespace-nowrap">{sent.reference}</span>{' '}
        {words[nameDay(sent) ?? 'yesterday']}. <Link to={sent.path}>{words.follow}</Link>
      </p>
    </Notice>
  )
}
