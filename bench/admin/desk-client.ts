// The desk's questions through the API, one after the other over one kept connection, as the site asks them.
import { Agent, request as send } from 'node:http'
import { type Page, type Question, selectOf } from './questions.ts'

export interface DeskClient {
  /** The one request of a page. */
  read(question: Question): Promise<Page>
  count(): Promise<unknown>
  close(): void
}

export function openDeskClient(door: {
  url: string
  publishableKey: string
  accessToken: string
}): DeskClient {
  // A connection of its own, which stays open as a browser's does.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { apikey: door.publishableKey, authorization: `Bearer ${door.accessToken}` }

  function ask<Answer>(path: string, body: string): Promise<Answer> {
    return new Promise((done, failed) => {
      const request = send(`${door.url}/rest/v1/${path}`, {
        agent,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      })
      request.on('error', failed)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('error', failed)
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200) done(JSON.parse(text) as Answer)
          else failed(new Error(`${response.statusCode} from ${path.split('?')[0]}: ${text.slice(0, 200)}`))
        })
      })
      request.end(body)
    })
  }

  return {
    read: (question) =>
      ask(`rpc/find_records?select=${encodeURIComponent(selectOf(question.list))}`, JSON.stringify(question)),
    count: () => ask('rpc/desk_counts', '{}'),
    close: () => agent.destroy(),
  }
}
