// What is generated and committed is what its source says today.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writers } from './generate.ts'

const root = join(import.meta.dirname, '..')

it('every generated file is as its source has it: run npm run generate', async () => {
  const files = writers.map((write) => write()).flat(2)
  for (const { path, text } of files) {
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
    expect(text.split('\n')[0], path).toContain('enerated from')
  }
  const committed = ['supabase/reference', 'supabase/schemas'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.generated.sql'))
      .map((name) => `${folder}/${name}`),
  )
  expect(committed.filter((path) => !files.some((file) => file.path === path))).toEqual([])
})
