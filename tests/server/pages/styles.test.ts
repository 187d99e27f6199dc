/** The stylesheets together: what one of them uses, the page's own stylesheet defines, or the one that it never comes without. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '#tests/harness/app.ts'

const assets = join(import.meta.dirname, '../../../build/site/client/assets')

const app = await startApp()

afterAll(() => app.stop())

/** Pages of members link both (`layouts/member.tsx`). */
const comesWith: Readonly<Record<string, string>> = { member: 'more' }

it('every colour and measure that a stylesheet uses is there on every page that has it', async () => {
  const html = await (await fetch(app.url)).text()
  const ofThePage = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n')
  const files = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  expect(files.length).toBeGreaterThan(1)
  const defined = (css: string) => [...css.matchAll(/(?:^|[;{\s])(--[\w-]+)\s*:/g)].map(([, name]) => name)
  const read = (name: string) => readFile(join(assets, name), 'utf8')
  for (const name of files) {
    const css = await read(name)
    const sheet = comesWith[name.split('-')[0] ?? '']
    const beside = sheet ? await read(files.find((file) => file.startsWith(`${sheet}-`)) ?? '') : ''
    const known = new Set([ofThePage, css, beside].flatMap(defined))
    // With a fallback it may be missing.
    const used = [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, variable]) => variable)
    expect(
      [...new Set(used)].filter((variable) => !known.has(variable)),
      name,
    ).toEqual([])
  }
})
