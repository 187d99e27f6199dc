// The queries of the admin area through the API, one after the other over one persistent connection. Over a plain
// socket, as bench:market does: what Node's own HTTP client takes is no part of the application, and bare SQL has no such thing beside it.
import { openConnection, writeRequest } from '../market/closed-loop.ts'
import { type Page, type Question, selectOf } from './questions.ts'

/** An answer that is none: a statement that took too long, most often. It ends its own measurement, not the bench. */
export class RefusedAnswer extends Error {}

export interface AdminClient {
  /** The one request of a page. */
  read(question: Question): Promise<Page>
  count(): Promise<unknown>
  search(words: string): Promise<unknown>
  close(): void
}

export async function openAdminClient(client: {
  url: string
  publishableKey: string
  accessToken: string
}): Promise<AdminClient> {
  const connection = await openConnection(client.url)
  const headers = {
    apikey: client.publishableKey,
    authorization: `Bearer ${client.accessToken}`,
    'content-type': 'application/json',
  }

  async function request<Answer>(path: string, question: string): Promise<Answer> {
    const { status, body } = await connection.send(
      writeRequest('POST', `/rest/v1/${path}`, headers, question),
    )
    const text = body.toString()
    if (status !== 200) throw new RefusedAnswer(`${status} from ${path.split('?')[0]}: ${text.slice(0, 200)}`)
    return JSON.parse(text) as Answer
  }

  return {
    read: (question) =>
      request(
        `rpc/find_records?select=${encodeURIComponent(selectOf(question.list))}`,
        JSON.stringify(question),
      ),
    count: () => request('rpc/admin_counts', '{}'),
    search: (words) => request('rpc/search_everything', JSON.stringify({ query: words })),
    close: connection.close,
  }
}
