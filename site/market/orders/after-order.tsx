/** What follows a sent order, and its page can do without: this device remembers it; its answers can be saved. */
import { type ReactNode, useEffect } from 'react'
import { numberLines, type OrderRequest } from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { rememberSentHere } from '#site/lib/sent-here.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { SaveTemplate } from './save-template.tsx'
import { bulkOrderKind } from './sent-today.tsx'

interface AfterOrderProps {
  userId: string
  order: SubmittedOrder
  request: OrderRequest
}

export default function AfterOrder({ userId, order: { id, code }, request }: AfterOrderProps): ReactNode {
  useEffect(() => {
    rememberSentHere({ reference: code, kind: bulkOrderKind, path: accountOrderPath(id) })
  }, [code, id])
  return <SaveTemplate userId={userId} readAnswers={async () => withoutDay(request)} />
}

/** The day that was wished for is over when it is ordered again; what was left empty is left out. */
function withoutDay({ preferredDate: _day, lines = [], ...request }: OrderRequest): Record<string, string> {
  const requested = Object.entries({ ...request, ...numberLines(lines) })
  return Object.fromEntries(requested.filter(([, value]) => value))
}
