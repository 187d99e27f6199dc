// bench:market: a catalogue of 50,000 products searched and filtered, and checkouts over 500 of them, beside two peers.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type BenchDatabase, startPostgres } from '../rest/database.ts'
import { medianOf } from '../rest/report.ts'
import { signToken } from '../rest/scenarios.ts'
import { type BenchServer, poolSize, startServers } from '../rest/servers.ts'
import { type BenchStart, endBench } from '../verdict.ts'
import {
  callAsGuest,
  callAsMember,
  openShop,
  readLedger,
  type Shop,
  timePlainCheckouts,
} from './checkouts.ts'
import { type LoadFigures, runClosedLoop } from './closed-loop.ts'
import { formatTable, type Line, listShortfalls } from './report.ts'
import { drawSearches, listFilters, listFrequent } from './searches.ts'
import { requestSearches, timePlainSearches } from './timed-searches.ts'

const defaultSeconds = 4
const rounds = 3
const connections = 50
/** More than come; each brings a proof that was computed before. */
const maxGuestsPerSecond = 900

const say = (text: string) => console.log(text)
type Measure = (seconds: number) => Promise<LoadFigures>

/** Answers whether every bar is met. */
export async function benchMarket(start: BenchStart): Promise<boolean> {
  const seconds = start.seconds ?? defaultSeconds
  const secret = randomBytes(32).toString('base64url')
  say('Starting PostgreSQL and filling two equal databases with 50,000 products...')
  const fills = ['catalogue.sql', 'checkouts.sql'].map((file) => join(import.meta.dirname, file))
  const postgres = await startPostgres(secret, fills)
  try {
    say('Starting both servers...')
    const { app, peer, publishableKey } = await startServers(postgres, secret, {
      FORM_LIMITS_FACTOR: '1000',
    })
    try {
      const shop = await openShop(postgres.app, publishableKey, (userId, sessionId) =>
        signToken(
          { role: 'authenticated', aud: 'authenticated', aal: 'aal1', sub: userId, session_id: sessionId },
          secret,
        ),
      )
      say(
        `PostgreSQL ${postgres.version}, ${connections} connections;  medians of ${rounds} rounds of ${seconds} s each.\n`,
      )
      return await Promise.race([start.interrupted, compare(start, { app, peer, shop, secret, seconds })])
    } finally {
      await Promise.all([app.stop(), peer.stop()])
    }
  } finally {
    await postgres.stop()
  }
}

interface Contest {
  app: BenchServer
  peer: BenchServer
  shop: Shop
  secret: string
  seconds: number
}

async function compare(start: BenchStart, contest: Contest): Promise<boolean> {
  const { app, seconds } = contest
  const lines = [...(await compareSearches(contest)), ...(await compareCheckouts(contest))]
  say(`\n${formatTable(lines)}\n`)
  const generator = medianOf(lines.flatMap(({ ours }) => ours.map(({ generatorLoad }) => generatorLoad)))
  say(`Load generator: ${(generator * 100).toFixed(0)} % of one processor at our throughput (median).`)
  const resident = await app.residentMegabytes()
  if (resident !== undefined) say(`Resident memory of our process at the end: ${resident.toFixed(0)} MB.`)
  return endBench('market', start, listShortfalls(lines), { seconds, lines })
}

async function compareSearches({ app, peer, shop, seconds }: Contest): Promise<Line[]> {
  const kinds = [
    {
      title: 'search: words as frequent as in the catalogue',
      searches: await drawSearches(app.database, 400),
    },
    { title: 'search: the word of a fifth of the catalogue', searches: listFrequent('rice') },
    { title: 'filter: category, sort and page', searches: listFilters() },
  ]
  const lines: Line[] = []
  for (const { title, searches } of kinds) {
    const request = async (server: BenchServer): Promise<Measure> => {
      const next = await requestSearches(server, shop.publishableKey, searches)
      return (length) => runClosedLoop(server.url, { connections, seconds: length, next })
    }
    const [ours, theirs] = [await request(app), await request(peer)]
    say(`${title}: both answer to ${searches.length} questions what plain SQL finds`)
    const plain: Measure = (length) =>
      timePlainSearches(peer.database, searches, { connections, seconds: length, poolSize })
    lines.push(await takeTurns(title, seconds, { ours, peers: theirs, plain }, { maxP95Ms: 60 }))
  }
  return lines
}

async function compareCheckouts({ app, peer, shop, secret, seconds }: Contest): Promise<Line[]> {
  const bars = { minPerSecond: 200, maxP99Ms: 250 }
  const by = (server: BenchServer, next: ReturnType<typeof callAsMember>, length: number) =>
    runClosedLoop(server.url, { connections, seconds: length, next })
  const members = (server: BenchServer, next: ReturnType<typeof callAsMember>): Measure => {
    return (length) => guardLedger(server.database, () => by(server, next, length))
  }
  const guests: Measure = async (length) => {
    const next = await callAsGuest(shop, secret, Math.ceil(length * maxGuestsPerSecond) + connections)
    return guardLedger(app.database, () => by(app, next, length))
  }
  const plain: Measure = (length) =>
    timePlainCheckouts(peer.database, shop, { connections, seconds: length, poolSize })
  // The peer prepares itself at its first request, and not for several at once.
  await runClosedLoop(peer.url, { connections: 1, seconds: 0.5, next: callAsMember(shop, 'text') })
  const inTurns = {
    ours: members(app, callAsMember(shop, 'jsonb')),
    peers: members(peer, callAsMember(shop, 'text')),
    plain,
  }
  return [
    await takeTurns('checkout: members, 1 to 5 of 500 products, with delivery', seconds, inTurns, bars),
    await takeTurns(
      'checkout: guests, 1 to 5 of 500 products, with delivery',
      seconds,
      { ours: guests, plain },
      bars,
    ),
  ]
}

/** Ours, the peer's, plain, ours, ...: whatever else the machine does meets all of them. */
async function takeTurns(
  title: string,
  seconds: number,
  { ours, peers, plain }: { ours: Measure; peers?: Measure; plain: Measure },
  bars: Line['bars'],
): Promise<Line> {
  const line: Line = { title, bars, ours: [], peers: [], plain: [] }
  // Connections, plans and compiled code are there before anything is timed.
  await ours(Math.min(seconds, 2))
  await peers?.(1)
  for (let round = 1; round <= rounds; round++) {
    line.ours.push(await ours(seconds))
    if (peers) line.peers.push(await peers(seconds))
    line.plain.push(await plain(seconds))
    const figures = [line.ours, line.peers, line.plain].map((all) => all.at(-1)?.perSecond.toFixed(0) ?? '-')
    say(`  ${title}, round ${round}: ours ${figures[0]}/s, peer ${figures[1]}/s, plain SQL ${figures[2]}/s`)
  }
  return line
}

/** Whatever was answered is there, whole, and has its packs from the stock; and nobody had to be thrown out for it. */
async function guardLedger(
  database: BenchDatabase,
  measure: () => Promise<LoadFigures>,
): Promise<LoadFigures> {
  const before = await readLedger(database)
  const figures = await measure()
  const after = await readLedger(database)
  const created = after.orders - before.orders
  const wrong = [
    created === figures.answers ? '' : `${figures.answers} answers, but ${created} orders`,
    after.ordered === after.reserved ? '' : `${after.ordered} packs ordered, ${after.reserved} reserved`,
    after.withoutLines === 0 ? '' : `${after.withoutLines} orders without lines`,
    after.withoutDelivery === 0 ? '' : `${after.withoutDelivery} orders without a day of delivery`,
    after.withoutPostings === 0 ? '' : `${after.withoutPostings} orders whose postings are not their total`,
    after.deadlocks === before.deadlocks ? '' : `${after.deadlocks - before.deadlocks} deadlocks`,
  ].filter(Boolean)
  if (wrong.length > 0)
    throw new Error(`the checkouts on ${database.name} do not add up: ${wrong.join(', ')}`)
  return figures
}
