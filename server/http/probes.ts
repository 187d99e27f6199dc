// What a supervisor checks: does the process live, may it get requests, and how is it doing.
import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isLoopback } from './client-address.ts'
import type { Metrics } from './metrics.ts'
import { refuse } from './refusal.ts'

export interface ProbesOptions {
  /** Names what is missing before requests may come; undefined when all is well. */
  findObstacle: () => Promise<string | undefined>
  metrics: Metrics
  metricsToken: string | undefined
}

export function createProbes({
  findObstacle,
  metrics,
  metricsToken,
}: ProbesOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))

  app.get('/readyz', async (c) => {
    const obstacle = await findObstacle()
    return obstacle
      ? c.json({ status: 'unavailable', reason: obstacle }, 503, {
          'cache-control': 'no-store',
          'retry-after': '2',
        })
      : c.json({ status: 'ready' }, 200, { 'cache-control': 'no-store' })
  })

  app.get('/metrics', async (c) => {
    const bearer = c.req.header('authorization')?.replace(/^Bearer /i, '') ?? ''
    if (!isLoopback(c.env.incoming) && !(metricsToken && isSame(bearer, metricsToken)))
      return refuse(403, {
        code: 'forbidden',
        message: 'Metrics are for this machine, or for anyone who has the token.',
      })
    const { text, contentType } = await metrics.expose()
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  })
  return app
}

function isSame(input: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(input), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}
