// Heads of the audit trail: the number of a seal and its hash. Anyone who has one outside can prove that it existed.
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface AuditHead {
  number: number
  hash: string
}

/** As it is mailed, stored and typed: `417:3:8c1f…`. */
export function formatHead({ number, hash }: AuditHead): string {
  return `${number}:${hash}`
}

/** Every head in a text, such as pasted or saved mails, whatever else the text holds. */
export function findHeads(text: string): AuditHead[] {
  // A saved mail breaks long lines by an equals sign (quoted-printable, RFC 2045, 6.7).
  const joined = text.replace(/=\r?\n/g, '')
  return [...joined.matchAll(/(?<![\w:])(\d{1,15}):((?:[23]:)?[0-9a-f]{64})(?!\w)/g)].map(
    ([, number, hash = '']) => ({ number: Number(number), hash }),
  )
}

/**
 * In the data folder, where no statement of SQL reaches: each head that was sent out, one a line, and the last one that
 * this server sealed.
 */
const sentFile = 'audit-heads'
const lastFile = 'audit-last-head'

export async function storeSentHead(dataDir: string, head: AuditHead, at: Date): Promise<void> {
  await appendFile(join(dataDir, sentFile), `${at.toISOString()} ${formatHead(head)}\n`, { mode: 0o600 })
}

export async function storeLastHead(dataDir: string, head: AuditHead): Promise<void> {
  const file = join(dataDir, lastFile)
  // Renamed into place: a process that is killed leaves the one before, which is in the trail too.
  await writeFile(`${file}.${process.pid}`, `${formatHead(head)}\n`, { mode: 0o600 })
  await rename(`${file}.${process.pid}`, file)
}

export async function readLastHead(dataDir: string): Promise<AuditHead | undefined> {
  return findHeads(await readText(join(dataDir, lastFile))).at(-1)
}

/** All that this data folder knows. */
export async function readStoredHeads(dataDir: string): Promise<AuditHead[]> {
  return findHeads(
    (await Promise.all([sentFile, lastFile].map((name) => readText(join(dataDir, name))))).join('\n'),
  )
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
