// bench:services: a server at rest, sign-ins beside lists, realtime sockets, and files beside bare streams, each with its bar.
import { randomBytes } from 'node:crypto'
import { startPostgres } from '../rest/database.ts'
import { startApp } from '../rest/servers.ts'
import { type BenchStart, endBench } from '../verdict.ts'
import { type Bar, formatBars, listShortfalls } from './bars.ts'
import { measureFiles } from './files.ts'
import { type IdleFigures, measureIdle } from './idle.ts'
import { measureRealtime, type RealtimeFigures } from './realtime.ts'
import { type Account, measureSignIns } from './sign-ins.ts'

const defaultSeconds = 5
const people = 20
const say = (text: string) => console.log(text)

/** Answers whether every bar is met. */
export async function benchServices(start: BenchStart): Promise<boolean> {
  const { seconds = defaultSeconds, interrupted } = start
  const secret = randomBytes(32).toString('base64url')
  const { idle, signIns, files } = await Promise.race([interrupted, measureApp(secret, seconds)])
  say('Realtime: 5,000 sockets, then 1,000 subscribers...')
  const realtime = await Promise.race([interrupted, measureRealtime()])

  const bars: Bar[] = [
    ...barsOfIdle(idle),
    {
      title: 'lists at 100/s, p99 while 20 sign in at once',
      figure: signIns.busyP99Ms,
      unit: 'ms',
      max: Math.max(4 * signIns.quietP99Ms, 20),
      note: `quiet ${signIns.quietP99Ms.toFixed(1)} ms; ${signIns.signIns} sign-ins, twenty take ${signIns.twentyMs.toFixed(0)} ms`,
    },
    ...barsOfRealtime(realtime),
    {
      title: 'upload of 1 MB, 20 connections',
      figure: files.ratios.upload,
      unit: 'x',
      min: 0.5,
      note:
        `${files.upload.ours.toFixed(0)}/s, a bare stream flushed to disk ${files.upload.flushed.toFixed(0)}/s ` +
        `(not flushed ${files.upload.unflushed.toFixed(0)}/s: ${files.ratios.uploadUnflushed.toFixed(2)}x); ` +
        `CPU ${files.cpuMs.upload.toFixed(1)} ms, bare ${files.cpuMs.uploadBare.toFixed(1)}`,
    },
    {
      title: 'download of 1 MB, 20 connections',
      figure: files.ratios.download,
      unit: 'x',
      min: 0.5,
      note:
        `${files.download.ours.toFixed(0)}/s, a bare stream ${files.download.bare.toFixed(0)}/s; ` +
        `CPU ${files.cpuMs.download.toFixed(1)} ms, bare ${files.cpuMs.downloadBare.toFixed(1)}`,
    },
    {
      title: 'upload of 1 MB, encrypted bucket',
      figure: files.ratios.uploadEncrypted,
      unit: 'x',
      min: 0.5,
      note:
        `${files.upload.encrypted.toFixed(0)}/s, a bare stream flushed to disk ${files.upload.flushed.toFixed(0)}/s; ` +
        `CPU ${files.cpuMs.uploadEncrypted.toFixed(1)} ms, bare ${files.cpuMs.uploadBare.toFixed(1)}`,
    },
    {
      title: 'download of 1 MB, encrypted bucket',
      figure: files.ratios.downloadEncrypted,
      unit: 'x',
      min: 0.5,
      note:
        `${files.download.encrypted.toFixed(0)}/s, a bare stream ${files.download.bare.toFixed(0)}/s; ` +
        `CPU ${files.cpuMs.downloadEncrypted.toFixed(1)} ms, bare ${files.cpuMs.downloadBare.toFixed(1)}`,
    },
  ]
  say(`\n${formatBars(bars)}\n`)
  return endBench('services', start, listShortfalls(bars), { seconds, idle, signIns, realtime, files })
}

async function measureApp(secret: string, seconds: number) {
  say('Starting PostgreSQL and the server...')
  const postgres = await startPostgres(secret)
  try {
    const started = await startApp(postgres, secret, { TRUSTED_PROXIES: 'loopback' })
    const { app, publishableKey, secretKey } = started
    try {
      say('At rest...')
      const idle = await measureIdle(app, seconds)
      const client = { url: app.url, publishableKey }
      const accounts = await makeAccounts(app.url, secretKey)
      say('Lists at 100/s, without and with sign-ins...')
      const signIns = await measureSignIns(client, accounts, seconds)
      say('Files of 1 MB...')
      const accessToken = await readToken(client, accounts[0])
      const files = await measureFiles(postgres, { ...client, app, secretKey, accessToken }, seconds)
      return { idle, signIns, files }
    } finally {
      await app.stop()
    }
  } finally {
    await postgres.stop()
  }
}

function barsOfIdle({ cpuPercent, transactionsPerSecond }: IdleFigures): Bar[] {
  return [
    { title: 'at rest, of one processor', figure: cpuPercent, unit: '%', max: 2 },
    { title: 'at rest, transactions', figure: transactionsPerSecond, unit: '/s', max: 10 },
  ]
}

function barsOfRealtime(figures: RealtimeFigures): Bar[] {
  const { idleSockets, idleMegabytes, subscribers, p99OneTokenMs, p99ManyTokensMs } = figures
  return [
    { title: `${idleSockets} idle sockets, memory`, figure: idleMegabytes, unit: 'MB', max: 300 },
    {
      title: `one change to ${subscribers} visitors, p99`,
      figure: p99OneTokenMs,
      unit: 'ms',
      max: 500,
      isAbsolute: true,
    },
    {
      title: `one change to ${subscribers} different people, p99`,
      figure: p99ManyTokensMs,
      unit: 'ms',
      max: 500,
      isAbsolute: true,
    },
  ]
}

async function makeAccounts(url: string, secretKey: string): Promise<Account[]> {
  const accounts = Array.from({ length: people }, (_, place) => ({
    email: `person${place}@example.com`,
    password: `Bench-${randomBytes(12).toString('hex')}-A1`,
  }))
  for (const account of accounts) {
    const response = await fetch(`${url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...account, email_confirm: true }),
    })
    if (!response.ok)
      throw new Error(`no account could be made: ${response.status} ${(await response.text()).slice(0, 300)}`)
  }
  return accounts
}

async function readToken(
  { url, publishableKey }: { url: string; publishableKey: string },
  account: Account | undefined,
): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  return ((await response.json()) as { access_token: string }).access_token
}
