// The pictures of README.md, taken of an evaluation with its demo rows: `npm run pictures`, after a change of their pages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ensureChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '../docs/pictures')
const bytesMax = 300_000
const admin = { email: 'admin@example.com', password: 'Harvest-Admin-2026' }
const phone = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 }
const laptop = { viewport: { width: 1280, height: 800 } }

/** A port that is free now. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function startEvaluation(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findPort()
  const child = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise((done) => setTimeout(done, 200))
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/auth?next=${encodeURIComponent(path)}`)
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.locator('button[type=submit]:enabled').waitFor()
  await form.getByLabel('Email').fill(admin.email)
  await form.getByLabel('Password', { exact: true }).fill(admin.password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname === path)
}

/** Each picture: the device, and how its page comes about. */
const pictures: Record<string, { device: BrowserContextOptions; open: (page: Page) => Promise<void> }> = {
  'home-phone': {
    device: phone,
    async open(page) {
      await page.goto('/')
    },
  },
  order: {
    device: phone,
    async open(page) {
      await signIn(page, '/order')
      const answers: Record<string, string> = {
        companyName: 'Keffi Grain Mills (demo)',
        contactPerson: 'Demo Buyer',
        email: admin.email,
        phone: '0803 123 4567',
        address: '12 Market Road, Keffi',
        country: 'Nigeria',
        quantity: '40',
        deliveryLocation: 'Apapa Port, Lagos',
      }
      const form = page.getByRole('form', { name: 'Agricultural Products Order Form' })
      for (const [name, answer] of Object.entries(answers)) await form.locator(`[name=${name}]`).fill(answer)
      for (const name of ['product', 'unit', 'paymentTerms', 'incoterms'])
        await form.locator(`[name=${name}]`).selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Submit Order' }).click()
      await page.locator('.confirmation-code').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.confirmation').scrollIntoViewIfNeeded()
    },
  },
  admin: {
    device: laptop,
    async open(page) {
      await signIn(page, '/admin')
      await page.getByText(/^\d+ found/).waitFor()
    },
  },
}

mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
const server = await startEvaluation(dataDir)
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  let bytes = 0
  for (const [name, { device, open }] of Object.entries(pictures)) {
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...device })
    const page = await context.newPage()
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    const path = join(folder, `${name}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 72 })
    bytes += statSync(path).size
    console.log(`${name}: ${statSync(path).size} bytes`)
    await context.close()
  }
  if (bytes > bytesMax) throw new Error(`the pictures have ${bytes} bytes of ${bytesMax}`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
