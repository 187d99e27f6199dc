/** A call to one of the house's own routes as whoever is signed in; a refusal is told in words. */
import { type FieldProblem, formMessages } from '#domain/forms.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { networkHint } from '#site/lib/network.ts'
import { renewToken } from '#site/lib/supabase.ts'

const patienceMs = 30_000

export class ServerRefusal extends Error {
  readonly status: number
  readonly problems: readonly FieldProblem[]

  constructor(status: number, message: string, problems: readonly FieldProblem[] = []) {
    super(message)
    this.name = 'ServerRefusal'
    this.status = status
    this.problems = problems
  }
}

/** The answer of a call that went well; rejects with a ServerRefusal otherwise, 0 where there was no answer. */
export async function callServer(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal: AbortSignal = AbortSignal.timeout(patienceMs),
): Promise<Response> {
  const { data } = await (await connectAuth()).auth.getSession()
  const token = data.session?.access_token
  const send = (bearer: string | undefined) =>
    fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
      cache: 'no-store',
      signal,
    }).catch(() => {
      throw new ServerRefusal(0, networkHint)
    })
  let response = await send(token)
  if (response.status === 401 && token) {
    const renewed = await renewToken(token)
    if (renewed) response = await send(renewed)
  }
  if (response.ok) return response
  const refusal = await response.json().catch(() => null)
  throw new ServerRefusal(
    response.status,
    typeof refusal?.message === 'string' ? refusal.message : formMessages.unavailable,
    Array.isArray(refusal?.errors) ? refusal.errors : [],
  )
}
