// The desk's questions through the API, one after the other over one kept connection, as the site asks them.
import { Agent, request as send } from 'node:http'
import { columns, type Found, type Question } from './questions.ts'

export interface DeskClient {
  /** Both requests of a page. */
  read(question: Question): Promise<{ found: Found; ids: string[] }>
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

  function ask<Answer>(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> {
    return new Promise((done, failed) => {
      const request = send(`${door.url}/rest/v1/${path}`, {
        agent,
        method,
        headers: {
          ...headers,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
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
    async read(question) {
      const found = await ask<Found>('POST', 'rpc/find_records', JSON.stringify(question))
      if (found.records.length === 0) return { found, ids: [] }
      const ids = found.records.map(({ id }) => id).join(',')
      const rows = await ask<{ id: string }[]>(
        'GET',
        `${question.list}?select=${encodeURIComponent(columns[question.list])}&id=in.(${ids})`,
      )
      return { found, ids: rows.map(({ id }) => id) }
    },
    count: () => ask('POST', 'rpc/desk_counts', '{}'),
    close: () => agent.destroy(),
  }
}
