/** Markup that came into a page by its content: in a real Chromium, before pages as the server finishes them, it runs nothing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { type App, startApp } from '#server/app.ts'
import { loadBundle } from '#server/pages/bundle.ts'
import { createPages } from '#server/pages/pages.ts'
import { builtSite, type OpenSite } from '#server/pages/site.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { openChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '../build/site')
const act = `document.documentElement.dataset.injected = 'yes'`
const injected = `<script>${act}</script><script type="module">${act}</script>
<script type="module" async="">${act}</script><script>window.__reactRouterContext;${act}</script>
<script type="text/late" data-modules="data:text/javascript,${encodeURIComponent(act)}">${act}</script>
<img alt="" src="/none" onerror="${act.replaceAll('"', '&quot;')}"><style>h1{opacity:0.5}</style>`

/** The site with a fault: what it draws holds raw markup where a page's text stands. */
const faultySite: OpenSite = async (options) => {
  const site = await builtSite(folder)(options)
  const { answer } = createPages({
    ...options,
    load: async () => {
      const bundle = await loadBundle(folder)
      return {
        ...bundle,
        render: async (...input) => {
          const rendered = await bundle.render(...input)
          return new Response((await rendered.text()).replace('</h1>', `</h1>${injected}`), rendered)
        },
      }
    },
  })
  return { ...site, page: answer }
}

let database: TestDatabase
let app: App
let dataDir: string

beforeAll(async () => {
  database = await createTestDatabase({ migrations: true })
  dataDir = await mkdtemp(join(tmpdir(), 'injected-'))
  const env = readEnvironment({ PORT: '0', DATA_DIR: dataDir, JWT_SECRET: testSecret })
  app = await startApp({ env, databaseUrl: database.url, log: silentLog, openSite: faultySite })
})
afterAll(async () => {
  await app.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

async function visit<Answer>(path: string, check: (page: Page) => Promise<Answer>): Promise<Answer> {
  const context = await (await openChromium('plain')).newContext({ baseURL: app.url })
  try {
    const page = await context.newPage()
    await page.goto(path)
    await page.locator('html[data-live]').waitFor()
    return await check(page)
  } finally {
    await context.close()
  }
}

describe('markup that came in by content', () => {
  it.each(['/', '/terms', '/auth'])(
    'runs nothing on %s, and the page comes alive beside it',
    async (path) => {
      expect(await (await fetch(app.url + path)).text()).toContain(act)
      await visit(path, async (page) => {
        expect(await page.locator('html').getAttribute('data-injected')).toBeNull()
        const heading = page.getByRole('heading', { level: 1 })
        expect(await heading.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
      })
    },
  )
})

describe('a text that a script of the page writes', () => {
  it('becomes neither markup nor code', async () => {
    const writes: Record<string, (text: string) => void> = {
      markup: (text) => void document.body.insertAdjacentHTML('beforeend', text),
      'inner markup': (text) => void Object.assign(document.createElement('div'), { innerHTML: text }),
      'a document': (text) => void new DOMParser().parseFromString(text, 'text/html'),
      'a script': (text) => void Object.assign(document.createElement('script'), { text }),
      "a script's address": (text) => void Object.assign(document.createElement('script'), { src: text }),
      code: (text) => void setTimeout(text),
    }
    await visit('/terms', async (page) => {
      for (const [name, write] of Object.entries(writes))
        await expect(page.evaluate(write, '<img src="/none">'), name).rejects.toThrow(
          /requires 'Trusted\w+' assignment/,
        )
    })
  })
})
