// `npm run generate`: writes every file that is generated from another one. Tests name those that have drifted.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDomainLists } from './generate/domain-lists.ts'
import { writeFormRecords } from './generate/form-records.ts'
import { writeLocalGovernments } from './generate/local-governments.ts'
import { writeMailTemplates } from './generate/mail-templates.ts'
import { writePageTextRules } from './generate/page-text-rules.ts'
import { writePersonalData } from './generate/personal-data.ts'
import { writeReferenceRows } from './generate/reference-rows.ts'
import { writeSearchedTexts } from './generate/searched-texts.ts'
import type { GeneratedFile } from './generate/sql.ts'
import { writeStateMap } from './generate/state-map.ts'
import { writeDatabaseTypes } from './generate-database-types.ts'

const root = join(import.meta.dirname, '..')

/** Those that need no database. */
export const writers: readonly (() => GeneratedFile | readonly GeneratedFile[])[] = [
  writeReferenceRows,
  writeDomainLists,
  writeFormRecords,
  writeLocalGovernments,
  writeMailTemplates,
  writePersonalData,
  writePageTextRules,
  writeSearchedTexts,
  writeStateMap,
]

async function main(): Promise<void> {
  for (const write of writers)
    for (const { path, text } of [write()].flat()) {
      await writeFile(join(root, path), text)
      console.log(`Wrote ${path}`)
    }
  await writeDatabaseTypes()
  console.log('Wrote domain/database.generated.ts')
}

if (import.meta.main) await main()
