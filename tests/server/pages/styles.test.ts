/** The stylesheets together: what one of them uses, the page's own stylesheet defines. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '#tests/harness/app.ts'

const assets = join(import.meta.dirname, '../../../build/site/client/assets')

const app = await startApp()

afterAll(() => app.stop())

it('every colour and measure that a stylesheet uses is there on every page', async () => {
  const html = await (await fetch(app.url)).text()
  const ofThePage = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n')
  const files = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  expect(files.length).toBeGreaterThan(1)
  const defined = (css: string) => [...css.matchAll(/(?:^|[;{\s])(--[\w-]+)\s*:/g)].map(([, name]) => name)
  for (const name of files) {
    const css = await readFile(join(assets, name), 'utf8')
    const known = new Set([...defined(ofThePage), ...defined(css)])
    // With a fallback it may be missing.
    const used = [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, variable]) => variable)
    expect(
      [...new Set(used)].filter((variable) => !known.has(variable)),
      name,
    ).toEqual([])
  }
})
