/** Vitest's global setup of the browser tests: one Chromium for the run; every page still has a context of its own. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findChromium } from '../scripts/chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string
  }
}

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera of its own, which a page sees only when its test grants it.
  '--use-fake-device-for-media-stream',
]

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found: install it, or set CHROMIUM_PATH')
  const browser = await chromium.launchServer({ executablePath, args: launchArguments })
  project.provide('browserUrl', browser.wsEndpoint())
  return () => browser.close()
}
