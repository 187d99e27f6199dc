/** 'Tell me when it is back', on the page of a sold-out product: a member presses, a visitor gives an address and confirms it. */
import { useEffect, useState } from 'react'
import { stockAlertWords as words } from '#domain/market/stock-alert-words.ts'
import { callServer, ServerError } from '#site/lib/call-server.ts'
import { type AddressAnswer, AddressForm } from '#site/lib/form/address-form.tsx'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { Button } from '#site/ui/button.tsx'

export function TellMe({ product: { id } }: { product: { id: string } }) {
  // The server draws every page alike: the form, which works without scripts too.
  const [isMember, setIsMember] = useState(false)
  useEffect(() => setIsMember(readStoredSession() !== null), [])
  return (
    <div id="back">
      {isMember ? (
        <AsMember productId={id} />
      ) : (
        <AddressForm id="tell-me" words={words} send={request}>
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

function AsMember({ productId }: { productId: string }) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let isGone = false
    import('./watch-stock.ts')
      .then(({ isWatching }) => isWatching(productId))
      .then(
        (found) => !isGone && setIsWaiting(found),
        () => {}, // pressing it once more changes nothing
      )
    return () => {
      isGone = true
    }
  }, [productId])

  async function change(wanted: boolean) {
    setIsSending(true)
    setProblem('')
    try {
      const { watchStock } = await import('./watch-stock.ts')
      setIsWaiting(await watchStock(productId, wanted))
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <section className="tell-me" aria-labelledby="tell-me-title">
      <h2 id="tell-me-title">{words.title}</h2>
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
