// Realtime: what 5,000 idle sockets weigh, and how long one change takes to 1,000 subscribers.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { WebSocket } from 'ws'
import { deriveApiKeys } from '../../platform/auth/keys.ts'
import { createTokens } from '../../platform/auth/tokens.ts'
import { startEmbedded } from '../../platform/database/embedded.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'
import { silentLog } from '../../platform/log.ts'
import { completeSettings } from '../../platform/settings.ts'

export interface RealtimeFigures {
  idleSockets: number
  /** What the server's process grew by. */
  idleMegabytes: number
  subscribers: number
  /** From the statement to the last subscriber's ears, when all have one token. */
  p99OneTokenMs: number
  /** The same when each is another person, whose policies are evaluated one by one. */
  p99ManyTokensMs: number
}

const secret = 'a secret for benches alone, thirty-two characters or more'
const idleSockets = 5_000
const subscribers = 1_000
const changes = 40

export async function measureRealtime(): Promise<RealtimeFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-realtime-'))
  const postgres = await startEmbedded({ dataDir, log: silentLog })
  const owner = new pg.Client({ connectionString: postgres.url })
  let server: ChildProcess | undefined
  try {
    await prepareDatabase({ url: postgres.url, secret })
    await owner.connect()
    await owner.query(`
      grant usage on schema public to anon, authenticated;
      create table public.orders (id int primary key, user_id uuid, code text, note text);
      alter table public.orders enable row level security;
      create policy "visitors" on public.orders for select to anon using (true);
      create policy "the own and the staff's" on public.orders for select to authenticated
        using (user_id = (select auth.uid()) or (select auth.jwt() ->> 'staff') = 'yes');
      grant select on public.orders to anon, authenticated;
      alter publication supabase_realtime add table public.orders`)
    server = fork(join(import.meta.dirname, 'realtime-server.ts'), [postgres.url, secret], {
      execArgv: ['--expose-gc'],
    })
    const { port } = await answer<{ port: number }>(server)
    const settings = completeSettings({ siteUrl: 'http://site.test', jwtSecret: secret })
    const { publishableKey } = await deriveApiKeys(settings)
    const tokens = await createTokens(settings, () => new Date())
    const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`

    const before = await memoryOf(server)
    const idle = await openMany(url, idleSockets, async () => undefined, 'idle')
    const idleMegabytes = ((await memoryOf(server)) - before) / 1024 ** 2
    for (const socket of idle) socket.terminate()

    const oneToken = await openMany(url, subscribers, async () => publishableKey, 'one')
    const p99OneTokenMs = await timeChanges(owner, oneToken)
    for (const socket of oneToken) socket.terminate()

    const exp = Math.floor(Date.now() / 1000) + 3600
    const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
    const ids = Array.from({ length: subscribers }, (_, n) => idOf(n))
    await owner.query('insert into auth.users (id) select unnest($1::uuid[])', [ids])
    // Each signed in: a session of the person's own number.
    await owner.query(
      `insert into auth.sessions (id, user_id, aal, created_at) select id, id, 'aal1', now() from unnest($1::uuid[]) as id`,
      [ids],
    )
    const sign = (n: number) =>
      tokens.sign({
        sub: idOf(n),
        session_id: idOf(n),
        aal: 'aal1',
        role: 'authenticated',
        aud: 'authenticated',
        staff: 'yes',
        exp,
      })
    const manyTokens = await openMany(url, subscribers, sign, 'many')
    const p99ManyTokensMs = await timeChanges(owner, manyTokens)
    for (const socket of manyTokens) socket.terminate()
    return { idleSockets, idleMegabytes, subscribers, p99OneTokenMs, p99ManyTokensMs }
  } finally {
    if (server?.connected) {
      server.send('stop')
      await once(server, 'exit')
    }
    await owner.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function memoryOf(server: ChildProcess): Promise<number> {
  server.send('memory')
  return (await answer<{ bytes: number }>(server)).bytes
}

async function answer<T>(server: ChildProcess): Promise<T> {
  const [message] = await once(server, 'message')
  return message as T
}

/** Each joins one channel that listens to the orders; fifty at a time. */
async function openMany(
  url: string,
  count: number,
  tokenOf: (n: number) => Promise<string | undefined>,
  topic: string,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  const wish = { postgres_changes: [{ event: '*', schema: 'public', table: 'orders' }] }
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - sockets.length) }, async (_, place) => {
          const access_token = await tokenOf(sockets.length + place)
          const socket = new WebSocket(url, { perMessageDeflate: false })
          await once(socket, 'open')
          socket.send(
            JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: wish, access_token }]),
          )
          await once(socket, 'message')
          return socket
        }),
      )),
    )
  return sockets
}

async function timeChanges(owner: pg.Client, sockets: WebSocket[]): Promise<number> {
  const times: number[] = []
  let started = 0
  let heard = 0
  let allHeard = () => {}
  for (const socket of sockets)
    socket.on('message', (data: Buffer) => {
      if (!data.includes('"postgres_changes",{')) return
      times.push(performance.now() - started)
      if (++heard === sockets.length) allHeard()
    })
  for (let n = 0; n < changes; n++) {
    const everybody = new Promise<void>((done) => {
      allHeard = done
    })
    heard = 0
    started = performance.now()
    await owner.query(
      `insert into public.orders values (coalesce((select max(id) from public.orders), 0) + 1, gen_random_uuid(), 'AE-1', repeat('x', 500))`,
    )
    await everybody
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}
