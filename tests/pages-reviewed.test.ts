/** Each test that `docs/pages-reviewed.md` names beside what it closes is there, under these words of its title. */
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const straight = (text: string) => text.replaceAll("\\'", "'").replaceAll('\u2019', "'")

it('names only tests that exist', async () => {
  const page = await readFile(join(root, 'docs/pages-reviewed.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`, ([^`;|([][^;|([]*)/g)]
  expect(named.length).toBeGreaterThan(100)
  const missing: string[] = []
  for (const [, file = '', title = ''] of named) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '')
    if (!straight(text).includes(straight(title.trim()))) missing.push(`${file}: ${title.trim()}`)
  }
  expect(missing).toEqual([])
})

it.each([
  [
    'the words of the site',
    '{domain,server,site}/**/*.{ts,tsx}',
    /The record so far|Price a unit|Left to pay in all|['">]Papers['"<]/,
  ],
  ['a letter', 'domain/company/newsletter*.ts', /\b(?:weekly|monthly|(?:a|each|every) (?:week|month))\b/i],
])('in %s nothing stands that was replaced', (_, places, replaced) => {
  const files = globSync(places, { cwd: root })
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => replaced.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
