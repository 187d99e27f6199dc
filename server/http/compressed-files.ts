// The compressed forms of files, stored beside them: made once by the build, read by every process that serves them.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type EncodedBody, encodeBody, isCompressible } from './encoding.ts'

const endings = { br: '.br', gzip: '.gz' } as const

export function isCompressedForm(name: string): boolean {
  return Object.values(endings).some((ending) => name.endsWith(ending))
}

/** Compresses each file of the folder that a browser takes compressed, as small as can be. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) =>
      entry.isFile() && !isCompressedForm(entry.name) && isCompressible(getMimeType(entry.name) ?? ''),
  )
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const { br, gzip } = await encodeBody(await readFile(file), 'best')
      if (br) await writeFile(file + endings.br, br)
      if (gzip) await writeFile(file + endings.gzip, gzip)
    }),
  )
}

/** A file with the compressed forms that stand beside it. */
export async function readCompressedFile(file: string): Promise<EncodedBody> {
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readIfThere(file + endings.br),
    readIfThere(file + endings.gzip),
  ])
  return { identity, ...(br && { br }), ...(gzip && { gzip }) }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
