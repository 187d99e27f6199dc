/** 'Tell me when it is back', on the page of a product while it is sold out: a member presses, a visitor gives an address and confirms it. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDateInWords } from '#domain/dates.ts'
import { stockAlertWords as words } from '#domain/market/stock-alert-words.ts'
import { callServer, ServerError } from '#site/lib/call-server.ts'
import { type AddressAnswer, AddressForm } from '#site/lib/form/address-form.tsx'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { Button } from '#site/ui/button.tsx'
import { setWaiting, useWaitingSince } from './waiting.ts'

const formId = 'stock-alert'

export function StockAlertForm({ product }: { product: { id: string; stock: number | null } }) {
  const { id } = product
  // The server draws every page alike: the form, which works without scripts too.
  const [isMember, setIsMember] = useState(false)
  /** They ask, perhaps again: the answer of just now stands in the form too. The list is what one comes back to. */
  const [isAsking, setIsAsking] = useState(false)
  const since = useWaitingSince(product)
  useEffect(() => setIsMember(readStoredSession() !== null), [])

  async function send(form: HTMLFormElement): Promise<AddressAnswer> {
    const answer = await request(form)
    if (answer.ok) {
      setIsAsking(true)
      setWaiting(id, new Date().toISOString())
    }
    return answer
  }

  /** What was asked before counts until this is sent. The button goes; its focus goes on to the box. */
  function askAgain() {
    flushSync(() => setIsAsking(true))
    document.getElementById(`${formId}-email`)?.focus()
  }

  if (product.stock !== 0) return null
  return (
    <div id="back">
      {isMember ? (
        <AsMember productId={id} isWaiting={since !== undefined} />
      ) : since && !isAsking ? (
        <AsVisitor since={since} askAgain={askAgain} />
      ) : (
        <AddressForm id={formId} words={words} send={send}>
          <input type="hidden" name="productId" value={id} />
        </AddressForm>
      )}
    </div>
  )
}

/** Judged by the server alone: the page of a product carries no rules of forms. */
async function request(form: HTMLFormElement): Promise<AddressAnswer> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.append(name, String(value))
  try {
    await callServer('POST', words.path, body, { as: 'nobody' })
    return { ok: true, text: words.requested }
  } catch (error) {
    // Without an answer the form posts by itself.
    if (!(error instanceof ServerError) || error.status === 0) throw error
    return { ok: false, text: error.problems[0]?.message ?? error.message }
  }
}

function AsVisitor({ since, askAgain }: { since: string; askAgain: () => void }) {
  return (
    <section className="stock-alert" aria-labelledby="stock-alert-title">
      <h2 id="stock-alert-title">{words.title}</h2>
      <p role="status">{words.visitor.describeListed(formatDateInWords(since))}</p>
      <Button variant="outline" size="sm" onClick={askAgain}>
        {words.visitor.againLabel}
      </Button>
    </section>
  )
}

function AsMember({ productId, isWaiting }: { productId: string; isWaiting: boolean }) {
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState('')

  async function change(wanted: boolean) {
    setIsSending(true)
    setProblem('')
    try {
      const { watchStock } = await import('./watch-stock.ts')
      setWaiting(productId, (await watchStock(productId, wanted)) ? new Date().toISOString() : null)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <section className="stock-alert" aria-labelledby="stock-alert-title">
      <h2 id="stock-alert-title">{words.title}</h2>
      <p role="status">{problem || (isWaiting ? words.member.waiting : words.member.help)}</p>
      <Button
        variant="outline"
        size="sm"
        busy={isSending}
        busyLabel={words.busyLabel}
        onClick={() => void change(!isWaiting)}
      >
        {isWaiting ? words.member.stopLabel : words.submitLabel}
      </Button>
    </section>
  )
}
