// One list of the admin area as a file: when its first byte comes, and what the server's memory grows by meanwhile.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BenchServer } from '../rest/servers.ts'

export interface ExportFigures {
  format: string
  rows: number
  firstByteMs: number
  wholeSeconds: number
  megabytes: number
  /** The maximum that the process had more than before; not a number where there is no /proc. */
  grownMegabytes: number
}

export async function measureExport(
  app: BenchServer,
  accessToken: string,
  { type, format, status }: { type: string; format: 'csv' | 'xlsx'; status?: string },
): Promise<ExportFigures> {
  const before = (await app.residentMegabytes()) ?? Number.NaN
  let [max, isUnderWay] = [before, true]
  const watching = (async () => {
    while (isUnderWay) {
      max = Math.max(max, (await app.residentMegabytes()) ?? Number.NaN)
      await setTimeout(25)
    }
  })()
  const started = performance.now()
  try {
    const response = await fetch(`${app.url}/admin/export`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.url,
        authorization: `Bearer ${accessToken}`,
      },
      body: JSON.stringify({ id: randomUUID(), type, format, ...(status && { status }) }),
    })
    if (!response.ok || !response.body)
      throw new Error(`the export of ${type} was refused: ${response.status} ${await response.text()}`)
    let [firstByteMs, bytes, lineEnds] = [0, 0, 0]
    for await (const chunk of response.body) {
      if (firstByteMs === 0) firstByteMs = performance.now() - started
      bytes += chunk.length
      if (format === 'csv') for (const byte of chunk) if (byte === 10) lineEnds += 1
    }
    const rows = Number(response.headers.get('x-total-rows'))
    // A heading, then a line for each: no field of the fill holds a line end.
    if (format === 'csv' && lineEnds !== rows + 1)
      throw new Error(`${lineEnds} lines for ${rows} rows of ${type}`)
    return {
      format,
      rows,
      firstByteMs,
      wholeSeconds: (performance.now() - started) / 1000,
      megabytes: bytes / 1_000_000,
      grownMegabytes: max - before,
    }
  } finally {
    isUnderWay = false
    await watching
  }
}
