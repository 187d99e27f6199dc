// `npm run generate`: writes every file that is made from another one. Tests name those that have drifted.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GeneratedFile, writeReferenceRows } from './generate/reference-rows.ts'
import { writeDatabaseTypes } from './generate-database-types.ts'

const root = join(import.meta.dirname, '..')

/** Those that need no database. */
export const writers: readonly (() => GeneratedFile[] | Promise<GeneratedFile[]>)[] = [writeReferenceRows]

async function main(): Promise<void> {
  for (const write of writers)
    for (const { path, text } of await write()) {
      await writeFile(join(root, path), text)
      console.log(`Wrote ${path}`)
    }
  await writeDatabaseTypes()
  console.log('Wrote domain/database.generated.ts')
}

if (import.meta.main) await main()
