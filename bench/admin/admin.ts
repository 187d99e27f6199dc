// bench:admin: the admin area's lists, figures and exports over a million orders, beside the same SQL, and its pages on an old laptop.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timeLoop } from '../market/closed-loop.ts'
import { type BenchPostgres, startPostgres } from '../rest/database.ts'
import { medianOf } from '../rest/report.ts'
import { startApp } from '../rest/servers.ts'
import { type Bar, formatBars, listShortfalls } from '../services/bars.ts'
import { type BenchStart, endBench } from '../verdict.ts'
import { type AdminClient, openAdminClient, RefusedAnswer } from './admin-client.ts'
import { measureExport } from './exports.ts'
import { timeActions } from './laptop.ts'
import {
  type BareAdmin,
  countPlainly,
  drawPaletteSearches,
  drawSearches,
  type Kind,
  listConditions,
  listFilters,
  listPages,
  lists,
  openBareAdmin,
  type Page,
  type Question,
} from './questions.ts'
import { signInAdmin } from './session.ts'

const defaultSeconds = 5
const defaultOrders = 1_000_000
/** Rounds of one comparison; a bar is held against their median. */
const rounds = 3
/** Turns of one round, at the least. */
const minTurns = 40
const say = (text: string) => console.log(text)

/** Answers whether every bar is met. */
export async function benchAdmin(start: BenchStart): Promise<boolean> {
  const orders = readRows()
  const secret = randomBytes(32).toString('base64url')
  const people = Math.ceil(orders / 10)
  say(
    `Starting PostgreSQL and filling it with ${orders} orders of ${4 * people} people, ${people} each of them farmers, buyers and investors...`,
  )
  const postgres = await startPostgres(secret, [])
  try {
    const fill = await readFile(join(import.meta.dirname, 'fill.sql'), 'utf8')
    await postgres.app.query(fill.replaceAll('$orders', String(orders)).replaceAll('$people', String(people)))
    await postgres.app.query('vacuum analyze')
    return await Promise.race([start.interrupted, measureApp(postgres, secret, start, orders)])
  } finally {
    await postgres.stop()
  }
}

/** BENCH_ROWS: how many orders; of each other list a tenth of it. */
function readRows(): number {
  const rows = Number(process.env.BENCH_ROWS || defaultOrders)
  if (!Number.isSafeInteger(rows) || rows < 10_000)
    throw new Error('BENCH_ROWS must be a whole number from 10000 on')
  return rows
}

async function measureApp(
  postgres: BenchPostgres,
  secret: string,
  start: BenchStart,
  orders: number,
): Promise<boolean> {
  const seconds = start.seconds ?? defaultSeconds
  const account = { email: 'admin@example.com', password: `Bench-${randomBytes(12).toString('hex')}-A1` }
  const { app, publishableKey } = await startApp(postgres, secret, {
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  })
  try {
    const { accessToken, stored } = await signInAdmin({ url: app.url, publishableKey }, account)
    const api = { url: app.url, publishableKey, accessToken }
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as object
    const bare = await openBareAdmin(postgres.app, claims)
    const ours = await openAdminClient(api)
    say(`PostgreSQL ${postgres.version}; ${seconds} s for each.`)
    const bars: Bar[] = []
    const all: NamedQuestion[] = []
    for (const list of lists) {
      const kinds: [Kind, Question[]][] = [
        ['page', listPages(list)],
        ['filter', listFilters(list)],
        ['search', await drawSearches(postgres.app, bare, list)],
      ]
      const add = async (title: string, questions: Question[], measure: () => Promise<Bar[]>) => {
        const measured = await barsOf(`${title}, p95`, 150, measure)
        bars.push(...measured)
        say(formatBars(measured))
        all.push(...questions.map((question) => ({ title, question })))
      }
      for (const [kind, questions] of kinds)
        await add(`${list}: ${kind}`, questions, async () => {
          await verify(postgres, ours, questions)
          return await compare(`${list}: ${kind}`, { ours, bare, questions, seconds })
        })
      for (const [name, questions] of listConditions(list))
        await add(`${list}: ${name}`, questions, async () =>
          (await compare(`${list}: ${name}`, { ours, bare, questions, seconds: 0, turns: 14 })).slice(0, 1),
        )
    }
    const searches = await drawPaletteSearches(postgres.app)
    for (const [title, max, measure] of [
      ['stats of the dashboard, p95', 200, () => measureCounts(ours, bare, seconds)],
      ['search over everything, p95', 150, () => measurePalette(ours, bare, searches, seconds)],
      ['ten clients at once, all lists, p95', 500, () => measureTen(api, all, seconds)],
    ] as const) {
      const measured = await barsOf(title, max, measure)
      bars.push(...measured)
      say(formatBars(measured))
    }
    // The first one pays for what is loaded once.
    await measureExport(app, accessToken, { type: 'buyers', format: 'csv', status: 'declined' })
    await measureExport(app, accessToken, { type: 'buyers', format: 'xlsx', status: 'declined' })
    for (const format of ['csv', 'xlsx'] as const) {
      const figures = await measureExport(app, accessToken, { type: 'farmers', format })
      const title = `export of ${figures.rows} farmers as ${format}`
      const note = `${figures.megabytes.toFixed(1)} MB in ${figures.wholeSeconds.toFixed(1)} s`
      bars.push(
        {
          title: `${title}: first byte`,
          figure: figures.firstByteMs,
          unit: 'ms',
          max: 300,
          isAbsolute: true,
          note,
        },
        { title: `${title}: memory`, figure: figures.grownMegabytes, unit: 'MB', max: 50 },
      )
    }
    say('Actions of the lists in Chromium...')
    const actions = await timeActions(app.url, stored)
    for (const { action, longestMs } of actions)
      bars.push({
        title: `processor 4 times slower, ${action}`,
        figure: medianOf(longestMs),
        unit: 'ms',
        max: 100,
        isAbsolute: true,
        note: `longest task, each time ${longestMs.join(', ')}`,
      })
    ours.close()
    await bare.close()
    say(`\n${formatBars(bars)}\n`)
    return await endBench('admin', start, listShortfalls(bars), { seconds, orders, bars })
  } finally {
    await app.stop()
  }
}

interface NamedQuestion {
  /** What is requested, without a word that was searched for. */
  title: string
  question: Question
}

/** What is not answered is short of its bar, whatever else the machine does, and the others are measured. */
async function barsOf(title: string, max: number, measure: () => Promise<Bar[]>): Promise<Bar[]> {
  try {
    return await measure()
  } catch (error) {
    if (!(error instanceof RefusedAnswer)) throw error
    return [{ title, figure: Number.POSITIVE_INFINITY, unit: 'ms', max, note: error.message }]
  }
}

/** The numbers are those that plain SQL counts. */
async function verify(postgres: BenchPostgres, ours: AdminClient, questions: Question[]): Promise<void> {
  const question = questions.find(({ only_overdue, filters }) => !only_overdue && !filters)
  if (!question) return
  const { count } = await ours.read(question)
  const truth = await countPlainly(postgres.app, question)
  if (count !== truth) throw new Error(`${JSON.stringify(question)} counts ${count}, plain SQL ${truth}`)
}

interface Contest {
  ours: AdminClient
  bare: BareAdmin
  questions: Question[]
  seconds: number
  /** At least, of each round. */
  turns?: number
}

/** Question by question both in turns: whatever else the machine does meets both. Each must find the same. */
async function compare(
  title: string,
  { ours, bare, questions, seconds, turns = minTurns }: Contest,
): Promise<Bar[]> {
  let times = { ours: [] as number[], bare: [] as number[] }
  const turn = async (who: 'ours' | 'bare', question: Question) => {
    const sent = performance.now()
    const answer = await (who === 'ours' ? ours : bare).read(question)
    times[who].push(performance.now() - sent)
    return answer
  }
  const finished: (typeof times)[] = []
  let requested = 0
  // Plans and compiled code are there before anything is timed.
  for (const question of questions.slice(0, 8)) await Promise.all([ours.read(question), bare.read(question)])
  for (let round = 0; round < rounds; round++) {
    times = { ours: [], bare: [] }
    finished.push(times)
    const until = performance.now() + (seconds * 1000) / rounds
    for (; times.ours.length < turns || performance.now() < until; requested++) {
      const question = questions[requested % questions.length] as Question
      const [first, second] = requested % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
      const [one, other] = [await turn(first, question), await turn(second, question)]
      const { page_index, page_size } = question
      if (
        one.count !== other.count ||
        idsOf(one) !== idsOf(other) ||
        one.records.length !== Math.min(page_size, Math.max(0, one.count - page_index * page_size))
      )
        throw new Error(`${JSON.stringify(question)}: the API and SQL do not find the same`)
    }
  }
  const middle = (figureOf: (round: typeof times) => number) => medianOf(finished.map(figureOf))
  const ratios = finished.map((round) => p95Of(round.ours) / p95Of(round.bare))
  return [
    {
      title: `${title}, p95`,
      figure: middle((round) => p95Of(round.ours)),
      unit: 'ms',
      max: 150,
      isAbsolute: true,
      note: `p50 ${middle((round) => medianOf(round.ours)).toFixed(1)} ms, ${requested} times`,
    },
    {
      title: `${title}, p95 beside bare SQL`,
      figure: medianOf(ratios),
      unit: 'x',
      max: 1.5,
      note: `bare p95 ${middle((round) => p95Of(round.bare)).toFixed(1)} ms, p50 ${middle((round) => medianOf(round.bare)).toFixed(1)} ms; each time ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}x`,
    },
  ]
}

const idsOf = ({ records }: Page) => records.map(({ id }) => id).join()

async function measureCounts(ours: AdminClient, bare: BareAdmin, seconds: number): Promise<Bar[]> {
  const times: number[] = []
  const bareTimes: number[] = []
  const until = performance.now() + seconds * 1000
  while (times.length < minTurns || performance.now() < until) {
    const sent = performance.now()
    const counts = await ours.count()
    const between = performance.now()
    const truth = await bare.count()
    times.push(between - sent)
    bareTimes.push(performance.now() - between)
    if (JSON.stringify(counts) !== JSON.stringify(truth)) throw new Error('the counts are not those of SQL')
  }
  return [
    {
      title: 'stats of the dashboard, p95',
      figure: p95Of(times),
      unit: 'ms',
      max: 200,
      isAbsolute: true,
      note: `p50 ${medianOf(times).toFixed(1)} ms, bare p95 ${p95Of(bareTimes).toFixed(1)} ms`,
    },
  ]
}

/** The search over everything, each of the searches at least once. */
async function measurePalette(
  ours: AdminClient,
  bare: BareAdmin,
  searches: string[],
  seconds: number,
): Promise<Bar[]> {
  const times: number[] = []
  const bareTimes: number[] = []
  const until = performance.now() + seconds * 1000
  for (const words of searches.slice(0, 8)) await Promise.all([ours.search(words), bare.search(words)])
  while (times.length < searches.length || performance.now() < until) {
    const words = searches[times.length % searches.length] as string
    const sent = performance.now()
    const answer = await ours.search(words)
    const between = performance.now()
    const truth = await bare.search(words)
    times.push(between - sent)
    bareTimes.push(performance.now() - between)
    if (JSON.stringify(answer) !== JSON.stringify(truth))
      throw new Error(`the search over everything does not answer ${words} as SQL does`)
  }
  return [
    {
      title: 'search over everything, p95',
      figure: p95Of(times),
      unit: 'ms',
      max: 150,
      isAbsolute: true,
      note: `p50 ${medianOf(times).toFixed(1)} ms, bare p95 ${p95Of(bareTimes).toFixed(1)} ms, ${times.length} times`,
    },
  ]
}

/** Ten, each sending the next request as soon as it has its answer; the requests are mixed. */
async function measureTen(
  api: { url: string; publishableKey: string; accessToken: string },
  questions: NamedQuestion[],
  seconds: number,
): Promise<Bar[]> {
  let requested = 0
  const refused = new Map<string, string>()
  let refusedAnswers = 0
  const figures = await timeLoop({ connections: 10, seconds: 2 * seconds }, async (until, record) => {
    const client = await openAdminClient(api)
    try {
      while (performance.now() < until) {
        // Prime steps lead through all lists and kinds in turns.
        const { title, question } = questions[(requested++ * 61) % questions.length] as NamedQuestion
        const sent = performance.now()
        try {
          await client.read(question)
        } catch (error) {
          if (!(error instanceof RefusedAnswer)) throw error
          refusedAnswers += 1
          refused.set(title, error.message)
        }
        record(performance.now() - sent)
      }
    } finally {
      client.close()
    }
  })
  return [
    {
      title: 'ten clients at once, all lists, p95',
      figure: figures.p95Ms,
      unit: 'ms',
      max: 500,
      isAbsolute: true,
      note: `p50 ${figures.p50Ms.toFixed(1)} ms, ${figures.perSecond.toFixed(0)} pages/s`,
    },
    {
      title: 'ten clients at once, requests without an answer',
      figure: refusedAnswers,
      unit: '',
      max: 0,
      note: [...refused].map(([title, message]) => `${title}: ${message}`).join('; '),
    },
  ]
}

function p95Of(times: number[]): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}
