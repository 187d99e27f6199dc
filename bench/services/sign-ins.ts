// Lists at a constant rate: what they take while nobody signs in, and while twenty people always sign in at once.
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { medianOf } from '../rest/report.ts'

export interface SignInFigures {
  quietP99Ms: number
  /** Lists that were due while twenty sign-ins were under way. */
  busyP99Ms: number
  signIns: number
  /** From the start of twenty sign-ins to the answer of the last. */
  twentyMs: number
}

export interface Account {
  email: string
  password: string
}

export interface ApiClient {
  url: string
  publishableKey: string
}

const listsPerSecond = 100
const rounds = 3
const listPath =
  '/rest/v1/bench_products?select=id,name,category,price_kobo,unit,location,created_at&order=created_at.desc&limit=10'

export async function measureSignIns(
  client: ApiClient,
  accounts: Account[],
  seconds: number,
): Promise<SignInFigures> {
  const agent = new Agent({ keepAlive: true })
  const list = () => query(agent, client, listPath)
  const bursts: number[] = []
  const signInTogether = async () => {
    const started = performance.now()
    await Promise.all(accounts.map((account, place) => signIn(agent, client, account, place)))
    bursts.push(performance.now() - started)
  }
  try {
    // Connections, plans and the hashing threads are there before anything is timed.
    await signInTogether()
    await listAtConstantRate(list, setTimeout(1000))
    bursts.length = 0
    const quiet: number[] = []
    const busy: number[] = []
    for (let round = 0; round < rounds; round++) {
      quiet.push(percentile99(await listAtConstantRate(list, setTimeout(seconds * 1000))))
      const until = performance.now() + seconds * 1000
      const signingIn = (async () => {
        while (performance.now() < until) await signInTogether()
      })()
      busy.push(percentile99(await listAtConstantRate(list, signingIn)))
    }
    return {
      quietP99Ms: medianOf(quiet),
      busyP99Ms: medianOf(busy),
      signIns: bursts.length * accounts.length,
      twentyMs: medianOf(bursts),
    }
  } finally {
    agent.destroy()
  }
}

/**
 * An open loop: each list is sent when it is due, however the ones before fare, and its time counts from then on;
 * so a server that stands still briefly is charged with everybody who came meanwhile.
 */
async function listAtConstantRate(list: () => Promise<unknown>, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  let over = false
  const ending = until.finally(() => {
    over = true
  })
  const started = performance.now()
  for (let n = 0; !over; n++) {
    const due = started + (n * 1000) / listsPerSecond
    const early = due - performance.now()
    if (early > 0) await Promise.race([setTimeout(early), ending])
    if (over) break
    running.push(list().then(() => void times.push(performance.now() - due)))
  }
  await Promise.all([...running, ending])
  return times
}

async function signIn(agent: Agent, client: ApiClient, account: Account, place: number): Promise<void> {
  const answer = await query(agent, client, '/auth/v1/token?grant_type=password', {
    body: JSON.stringify(account),
    // Everybody signs in from somewhere else (the server is set to trust us as its proxy): limits count addresses.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${place + 1}` },
  })
  if (!JSON.parse(answer).access_token) throw new Error('a sign-in was answered without a token')
}

function query(
  agent: Agent,
  { url, publishableKey }: ApiClient,
  path: string,
  options: { body?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { apikey: publishableKey, authorization: `Bearer ${publishableKey}`, ...options.headers }
  const requested = request(
    `${url}${path}`,
    { agent, method: options.body ? 'POST' : 'GET', headers },
    (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${path.split('?')[0]} answered ${response.statusCode}: ${text.slice(0, 300)}`))
      })
    },
  )
  requested.once('error', reject)
  requested.end(options.body)
  return promise
}

function percentile99(times: number[]): number {
  times.sort((left, right) => left - right)
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
}
