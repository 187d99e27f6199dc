// One connection that listens for notifications, and finds its way back after the database was away.
import type pg from 'pg'
import type { Outage } from './outage.ts'

type OnNotify = (payload: string) => void

/** `connect` makes an unconnected client; it is called again after each loss, with a growing pause. */
export function createListener(connect: () => pg.Client, outage: Pick<Outage, 'noticed'>) {
  const channels = new Map<string, Set<OnNotify>>()
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function open(): Promise<pg.Client> {
    const fresh = connect()
    fresh.on('notification', ({ channel, payload }) => {
      for (const onNotify of channels.get(channel) ?? []) onNotify(payload ?? '')
    })
    fresh.on('error', () => {})
    await fresh.connect()
    for (const channel of channels.keys()) await fresh.query(`listen ${quote(channel)}`)
    fresh.once('end', () => {
      client = undefined
      opening = undefined
      if (!closed) reopen(200)
    })
    client = fresh
    return fresh
  }

  function reopen(pauseMs: number): void {
    retry = setTimeout(() => {
      opening = open()
      opening.then(
        () => {
          for (const handlers of channels.values()) for (const onNotify of handlers) onNotify('')
        },
        (error: Error) => {
          opening = undefined
          outage.noticed(error.message)
          if (!closed) reopen(Math.min(pauseMs * 2, 10_000))
        },
      )
    }, pauseMs)
    retry.unref()
  }

  return {
    async listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>> {
      const handlers = channels.get(channel) ?? new Set()
      const known = handlers.size > 0
      handlers.add(onNotify)
      channels.set(channel, handlers)
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      const current = await opening
      if (!known) await current.query(`listen ${quote(channel)}`)
      return async () => {
        handlers.delete(onNotify)
        if (handlers.size > 0) return
        channels.delete(channel)
        await client?.query(`unlisten ${quote(channel)}`)
      }
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
