import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// Plain JavaScript, since it runs before anything is installed.
const { help }: { help: [string, [string, string][]][] } = await import(
  new URL('./help.mjs', import.meta.url).href
)

it('npm run help says of every script what it does, in the order in which npm run lists them', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const reported = help.flatMap(([, rows]) => rows)
  expect(reported.map(([name]) => name)).toEqual(Object.keys(scripts))
  for (const [, text] of reported) expect(text).not.toBe('')
})
