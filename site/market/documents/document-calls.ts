/** The papers of an order, as whoever is signed in or as the holder of a guest's link. */
import { queryOptions } from '@tanstack/react-query'
import { formMessages } from '#domain/forms.ts'
import { type DocumentList, documentPaths, type ProFormaAnswer } from '#domain/market/documents.ts'
import { trackedRecordHeader } from '#domain/registrations/intake.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { networkHint } from '#site/lib/network.ts'

/** Whose papers: a guest's open link leads to one order, an account has several. */
export type DocumentReader = { trackedOrderId: string } | { orderId: string }

const patienceMs = 30_000

/** `version` says where the order stands: after each step there may be a new paper. */
export function documentsQuery(reader: DocumentReader, version: string) {
  return queryOptions({
    queryKey: ['documents', nameOf(reader), version],
    async queryFn() {
      const query = 'orderId' in reader ? `?order=${encodeURIComponent(reader.orderId)}` : ''
      const response = await call(reader, 'GET', `${documentPaths.list}${query}`)
      return ((await response.json()) as DocumentList).documents
    },
    placeholderData: (before) => before,
  })
}

export function nameOf(reader: DocumentReader): string {
  return 'trackedOrderId' in reader ? `guest ${reader.trackedOrderId}` : reader.orderId
}

export async function fetchDocument(reader: DocumentReader, id: string): Promise<Blob> {
  return (await call(reader, 'GET', documentPaths.file(id))).blob()
}

export async function makeProForma(reader: DocumentReader): Promise<ProFormaAnswer> {
  const body = 'orderId' in reader ? { orderId: reader.orderId } : {}
  return (await (await call(reader, 'POST', documentPaths.proForma, body)).json()) as ProFormaAnswer
}

/** Rejects in words for people; a pro-forma that cannot be made now (409) is an answer. */
async function call(reader: DocumentReader, method: 'GET' | 'POST', path: string, body?: object) {
  const response = await fetch(path, {
    method,
    headers: {
      ...(await authorize(reader)),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw new Error(networkHint)
  })
  if (response.ok || response.status === 409) return response
  const refusal = (await response.json().catch(() => null)) as { message?: unknown } | null
  throw new Error(typeof refusal?.message === 'string' ? refusal.message : formMessages.unavailable)
}

async function authorize(reader: DocumentReader): Promise<Record<string, string>> {
  if ('trackedOrderId' in reader) return { [trackedRecordHeader]: reader.trackedOrderId }
  const { data } = await (await connectAuth()).auth.getSession()
  return data.session ? { authorization: `Bearer ${data.session.access_token}` } : {}
}
