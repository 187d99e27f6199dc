// Files of 1 MB through /storage/v1, twenty at a time, in turns with bare Node streams to and from the same disk.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import memory from '../../scripts/server-process.json' with { type: 'json' }
import type { BenchPostgres } from '../rest/database.ts'
import { medianOf } from '../rest/report.ts'
import { type BenchServer, freePort, startProgram } from '../rest/servers.ts'
import type { ApiClient } from './sign-ins.ts'

export interface FileFigures {
  /** Medians of files in a second. */
  upload: { ours: number; encrypted: number; flushed: number; unflushed: number }
  download: { ours: number; encrypted: number; bare: number }
  /** Medians of the rounds' ratios, each of two measurements that followed each other. */
  ratios: {
    upload: number
    uploadEncrypted: number
    uploadUnflushed: number
    download: number
    downloadEncrypted: number
  }
  /** Processor time of the server's process for one file, in ms. */
  cpuMs: {
    upload: number
    uploadEncrypted: number
    uploadBare: number
    download: number
    downloadEncrypted: number
    downloadBare: number
  }
}

export interface FileClient extends ApiClient {
  app: BenchServer
  secretKey: string
  /** The token of someone signed in, whom a policy lets into the bucket. */
  accessToken: string
}

interface Measurement {
  perSecond: number
  cpuMs: number
}

interface Job {
  server: BenchServer
  method: string
  /** Every request has its own. */
  nextPath: () => string
  headers?: Record<string, string>
}

const connections = 20
const rounds = 3
const content = randomBytes(1_000_000)
const digest = createHash('sha256').update(content).digest('hex')

export async function measureFiles(
  postgres: BenchPostgres,
  client: FileClient,
  seconds: number,
): Promise<FileFigures> {
  const folder = join(postgres.folder, 'bare')
  await mkdir(folder, { recursive: true })
  await postgres.app.query(`create policy "Signed-in accounts store files for the bench" on storage.objects
    for all to authenticated using (bucket_id in ('bench', 'cvs')) with check (bucket_id in ('bench', 'cvs'))`)
  await report(client, 'bucket', { id: 'bench', name: 'bench', public: false })
  const bare = await startProgram(postgres.folder, await freePort(), {
    name: 'bare',
    command: [...memory.flags, join(import.meta.dirname, 'serve-bare.ts')],
    database: postgres.app,
    environment: { NODE_ENV: 'production', ...memory.environment, FOLDER: folder },
  })
  try {
    let files = 0
    const headers = { apikey: client.publishableKey, authorization: `Bearer ${client.accessToken}` }
    const ours = '/storage/v1/object/bench'
    // One of the buckets that the application encrypts.
    const encrypted = '/storage/v1/object/cvs'
    const uploads = {
      ours: {
        server: client.app,
        method: 'POST',
        nextPath: () => `${ours}/reports/${++files}.bin`,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      },
      encrypted: {
        server: client.app,
        method: 'POST',
        nextPath: () => `${encrypted}/reports/${++files}.bin`,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      },
      flushed: { server: bare, method: 'PUT', nextPath: () => `/${++files}?flush` },
      unflushed: { server: bare, method: 'PUT', nextPath: () => `/${++files}` },
    } satisfies Record<string, Job>
    const measured = { ours: [], encrypted: [], flushed: [], unflushed: [] } as Record<
      keyof typeof uploads,
      Measurement[]
    >
    const empty = async () => {
      for (const bucket of ['bench', 'cvs']) await report(client, `bucket/${bucket}/empty`)
      await rm(folder, { recursive: true })
      await mkdir(folder)
      // What one has left in the system's memory must not burden the next.
      spawnSync('sync')
    }
    for (const job of Object.values(uploads)) await measure(job, 1)
    await empty()
    for (let round = 0; round < rounds; round++)
      for (const name of ['flushed', 'ours', 'encrypted', 'unflushed'] as const) {
        measured[name].push(await measure(uploads[name], seconds))
        await empty()
      }

    // One file for each connection, put there through the same interface.
    const stored = Array.from({ length: connections }, (_, place) => place)
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    for (const place of stored) {
      await send(agent, { ...uploads.ours, nextPath: () => `${ours}/stored/${place}.bin` })
      await send(agent, { ...uploads.encrypted, nextPath: () => `${encrypted}/stored/${place}.bin` })
      await send(agent, { ...uploads.flushed, nextPath: () => `/stored-${place}` })
    }
    agent.destroy()
    let reads = 0
    const downloads = {
      ours: {
        server: client.app,
        method: 'GET',
        nextPath: () => `${ours}/stored/${++reads % connections}.bin`,
        headers,
      },
      encrypted: {
        server: client.app,
        method: 'GET',
        nextPath: () => `${encrypted}/stored/${++reads % connections}.bin`,
        headers,
      },
      bare: { server: bare, method: 'GET', nextPath: () => `/stored-${++reads % connections}` },
    } satisfies Record<string, Job>
    const read = { ours: [], encrypted: [], bare: [] } as Record<keyof typeof downloads, Measurement[]>
    for (const job of Object.values(downloads)) {
      await verifyContent(job)
      await measure(job, 1)
    }
    for (let round = 0; round < rounds; round++)
      for (const name of ['ours', 'bare', 'encrypted'] as const)
        read[name].push(await measure(downloads[name], seconds))

    return {
      upload: {
        ours: perSecond(measured.ours),
        encrypted: perSecond(measured.encrypted),
        flushed: perSecond(measured.flushed),
        unflushed: perSecond(measured.unflushed),
      },
      download: {
        ours: perSecond(read.ours),
        encrypted: perSecond(read.encrypted),
        bare: perSecond(read.bare),
      },
      ratios: {
        upload: ratioOf(measured.ours, measured.flushed),
        uploadEncrypted: ratioOf(measured.encrypted, measured.flushed),
        uploadUnflushed: ratioOf(measured.ours, measured.unflushed),
        download: ratioOf(read.ours, read.bare),
        downloadEncrypted: ratioOf(read.encrypted, read.bare),
      },
      cpuMs: {
        upload: cpuOf(measured.ours),
        uploadEncrypted: cpuOf(measured.encrypted),
        uploadBare: cpuOf(measured.flushed),
        download: cpuOf(read.ours),
        downloadEncrypted: cpuOf(read.encrypted),
        downloadBare: cpuOf(read.bare),
      },
    }
  } finally {
    await bare.stop()
  }
}

const perSecond = (measurements: Measurement[]) => medianOf(measurements.map((one) => one.perSecond))
const cpuOf = (measurements: Measurement[]) => medianOf(measurements.map((one) => one.cpuMs))
const ratioOf = (ours: Measurement[], bare: Measurement[]) =>
  medianOf(ours.map((one, round) => one.perSecond / (bare[round]?.perSecond ?? Number.NaN)))

/** A closed loop: each of the connections sends its next request when the last one is answered. */
async function measure(job: Job, seconds: number): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const cpuBefore = await job.server.cpuSeconds()
  const started = performance.now()
  const until = started + seconds * 1000
  let done = 0
  const work = async () => {
    while (performance.now() < until) {
      await send(agent, job)
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const elapsed = (performance.now() - started) / 1000
  const cpu = ((await job.server.cpuSeconds()) ?? Number.NaN) - (cpuBefore ?? Number.NaN)
  agent.destroy()
  return { perSecond: done / elapsed, cpuMs: (cpu * 1000) / done }
}

/** Throws unless the answer is a success and, for a download, as long as the file. */
function send(agent: Agent, job: Job, onBytes?: (chunk: Buffer) => void): Promise<void> {
  const { server, method, nextPath, headers = {} } = job
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const path = nextPath()
  const body = method === 'GET' ? undefined : content
  const requested = request(
    `${server.url}${path}`,
    { agent, method, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
    (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        onBytes?.(chunk)
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200 && (body || bytes === content.length)) resolve()
        else
          reject(new Error(`${server.name}: ${method} ${path} gave ${response.statusCode}, ${bytes} bytes`))
      })
    },
  )
  requested.once('error', reject)
  requested.end(body)
  return promise
}

async function verifyContent(job: Job): Promise<void> {
  const agent = new Agent()
  const hash = createHash('sha256')
  await send(agent, job, (chunk) => hash.update(chunk))
  if (hash.digest('hex') !== digest)
    throw new Error(`${job.server.name} answers other bytes than it was sent`)
}

/** As the person who runs the place. */
async function report({ url, secretKey }: FileClient, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${url}/storage/v1/${path}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`storage: ${path} gave ${response.status}: ${(await response.text()).slice(0, 300)}`)
}
