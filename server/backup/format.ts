// What a backup is: a folder of compressed tables, files by version, and a manifest that knows the hash of each.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isVersion } from '#platform/storage/drivers/driver.ts'

/** A backup that cannot be made or taken; its message is one line for a terminal. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().nonnegative()
/** Becomes a part of a path. */
const plainName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
const applied = z.array(z.object({ version: z.string(), name: z.string(), checksum: z.string().nullable() }))

const manifestSchema = z.object({
  format: z.literal(1),
  /** The time of the snapshot: what was acknowledged before is in it. */
  takenAt: z.string(),
  postgres: z.string(),
  floor: applied,
  migrations: applied,
  tables: z.array(
    z.object({
      schema: plainName,
      name: plainName,
      columns: z.array(z.string()),
      rows: count,
      bytes: count,
      sha256: hash,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
  files: z.object({ count, bytes: count, sha256: hash }),
  /** Versions that the database names and whose bytes were lost before the backup. */
  missingFiles: z.array(z.string()),
  /** Which master keys the vault needs; a key's id does not reveal the key. */
  masterKeyIds: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableBackup = Manifest['tables'][number]

export interface FileBackup {
  version: string
  bytes: number
  sha256: string
}

export const fileList = 'files.tsv'

export const pathOfTable = (folder: string, { schema, name }: Pick<TableBackup, 'schema' | 'name'>) =>
  join(folder, 'database', `${schema}.${name}.copy.gz`)

export const pathOfFile = (folder: string, version: string) =>
  join(folder, 'files', version.slice(0, 2), version)

/** The manifest, last of all and with a hash of its own beside it. */
export function writeManifest(manifest: Manifest): Record<string, string> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  return { 'manifest.json': text, 'manifest.sha256': `${hashOf(text)}  manifest.json\n` }
}

export async function readManifest(folder: string): Promise<Manifest> {
  const read = (name: string) =>
    readFile(join(folder, name), 'utf8').catch(() => {
      throw new BackupError(`${folder} is not a whole backup: ${name} cannot be read`)
    })
  const text = await read('manifest.json')
  if (!(await read('manifest.sha256')).startsWith(hashOf(text)))
    throw new BackupError(`${folder} is damaged: manifest.json is not what was written`)
  const { format } = JSON.parse(text) as { format?: unknown }
  if (format !== 1) throw new BackupError(`${folder} is a backup of a form that this release does not know`)
  return manifestSchema.parse(JSON.parse(text))
}

export function writeFileList(files: FileBackup[]): string {
  return files.map(({ version, bytes, sha256 }) => `${version}\t${bytes}\t${sha256}\n`).join('')
}

export function readFileList(text: string): FileBackup[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [version = '', bytes, sha256 = ''] = line.split('\t')
      if (!isVersion(version)) throw new BackupError(`${fileList} names what is no version`)
      return { version, bytes: Number(bytes), sha256 }
    })
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
