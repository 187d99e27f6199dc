// One connection that listens for notifications, and finds its way back after the database was away.
import type pg from 'pg'
import type { Outage } from './outage.ts'

type OnNotify = (payload: string) => void

/** A network that swallows what is sent leaves a connection open that hears nothing: so it is queried now and then. */
const probeMs = { every: 20_000, timeout: 5_000 }

/** `connect` makes an unconnected client; it is called again after each loss, with a growing pause. */
export function createListener(
  connect: () => pg.Client,
  outage: Pick<Outage, 'noticed'>,
  { every, timeout } = probeMs,
) {
  /** Statements that each new connection begins with. */
  const held: pg.QueryConfig[] = []
  const channels = new Map<string, Set<OnNotify>>()
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  /** When the last statement of a connection is through: a client takes one at a time. */
  const turns = new WeakMap<pg.Client, Promise<unknown>>()

  function ask<Row extends pg.QueryResultRow>(
    current: pg.Client,
    statement: string | pg.QueryConfig,
  ): Promise<pg.QueryResult<Row>> {
    const answer = Promise.resolve(turns.get(current)).then(() => current.query<Row>(statement))
    turns.set(
      current,
      answer.catch(() => {}),
    )
    return answer
  }

  async function open(): Promise<pg.Client> {
    const fresh = connect()
    fresh.on('notification', ({ channel, payload }) => {
      for (const onNotify of channels.get(channel) ?? []) onNotify(payload ?? '')
    })
    fresh.on('error', () => {})
    await fresh.connect()
    for (const channel of channels.keys()) await fresh.query(`listen ${quote(channel)}`)
    for (const statement of held) await fresh.query(statement)
    let isPending = false
    const probing = setInterval(async () => {
      if (isPending) return
      isPending = true
      await probe(fresh)
      isPending = false
    }, every)
    probing.unref()
    fresh.once('end', () => {
      clearInterval(probing)
      client = undefined
      opening = undefined
      if (!closed) reopen(200)
    })
    client = fresh
    return fresh
  }

  function connected(): Promise<pg.Client> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  /** A connection that does not answer is cut, and so opened again. */
  async function probe(current: pg.Client): Promise<void> {
    const timer = setTimeout(() => {
      outage.noticed('the listening connection does not answer')
      destroy(current)
    }, timeout)
    await ask(current, 'select 1').catch(() => {})
    clearTimeout(timer)
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
      const current = await connected()
      if (!known) await ask(current, `listen ${quote(channel)}`)
      return async () => {
        handlers.delete(onNotify)
        if (handlers.size > 0) return
        channels.delete(channel)
        if (client) await ask(client, `unlisten ${quote(channel)}`)
      }
    },
    /** A statement of this session, such as a lock: now, and on each connection that takes the place of this one. */
    async hold(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      const result = await ask(await connected(), statement)
      held.push(statement)
      return result
    },
    /** Advisory, of this session: it lasts until it is released or the connection is lost, whichever is first. */
    async tryLock(name: string): Promise<(() => Promise<void>) | undefined> {
      const current = await connected()
      const { rows } = await ask<{ taken: boolean }>(current, {
        text: 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        values: [name],
      })
      if (!rows[0]?.taken) return undefined
      return async () => {
        await ask(current, {
          text: 'select pg_advisory_unlock(hashtextextended($1, 0))',
          values: [name],
        }).catch(() => {})
      }
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

/** At once: `end` would wait for an answer. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
