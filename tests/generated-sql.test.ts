// What npm run generate writes into supabase/ is what its sources say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeMailTemplates } from '../scripts/generate/mail-templates.ts'
import { writePersonalData } from '../scripts/generate/personal-data.ts'
import { writeSearchedTexts } from '../scripts/generate/searched-texts.ts'

it.each([writeMailTemplates(), writePersonalData(), writeSearchedTexts()])(
  '$path is up to date',
  ({ path, text }) => {
    expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8'), 'run npm run generate').toBe(text)
  },
)
