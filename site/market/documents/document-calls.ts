/** The documents of an order, as the signed-in user or as the holder of a guest's link. */
import { queryOptions } from '@tanstack/react-query'
import { type DocumentList, documentPaths, type ProFormaAnswer } from '#domain/market/documents.ts'
import { callServer } from '#site/lib/call-server.ts'

/** Whose documents: a guest's open link leads to one order, an account has several. */
export type DocumentReader = { trackedOrderId: string } | { orderId: string }

/** A page of all that are one's own, the one after this document. */
export async function listOwnDocuments(after: string | null): Promise<DocumentList['documents']> {
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}`
  const response = await callServer('GET', `${documentPaths.list}${query}`, undefined, { as: 'account' })
  return ((await response.json()) as DocumentList).documents
}

/** `version` says where the order stands: after each step there may be a new document. */
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

/** A pro-forma that cannot be issued now (409) is an answer. */
function call(reader: DocumentReader, method: 'GET' | 'POST', path: string, body?: object) {
  const as = 'trackedOrderId' in reader ? { trackedRecord: reader.trackedOrderId } : 'account'
  return callServer(method, path, body, { as, answers: [409] })
}
