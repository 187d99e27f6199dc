/** Each test that `docs/pages-reviewed.md` names beside what it closes is there, under these words of its title. */
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
