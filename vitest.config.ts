// Three projects: what needs nothing, what needs PostgreSQL, what needs a browser.
import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { within } from './tests/harness/within.ts'

// A database is a thousand small files, and each test file has one of its own: in memory where there is room for them.
const memory = '/dev/shm'
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > 4 * 1024 ** 3) process.env.TMPDIR = memory
}
// Memory in pages of 2 MB (glibc): a connection of PostgreSQL touches three thousand of 4 kB, 11 µs each on a virtual machine.
process.env.GLIBC_TUNABLES ??= 'glibc.malloc.hugetlb=1'
// What one worker compiled, the next one need not.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** The long form of a test takes twenty times as much of the same machine. */
const testTimeout = process.env.TEST_LONG ? 600_000 : 120_000
/** Files share their worker's modules, which load once: what a test needs for itself, it makes and takes away. */
const common = {
  environment: 'node' as const,
  isolate: false,
  testTimeout,
  hookTimeout: 120_000,
  expect: { poll: within },
}
/** Node runs the TypeScript as it is, as it does for the server: nothing to transform, nothing between two modules. */
const asServer = { ...common, experimental: { viteModuleRunner: false, nodeLoader: false } }

export default defineConfig({
  test: {
    // More than two cores hold: a browser's page waits as long as it works.
    maxWorkers: 3,
    globalSetup: ['tests/harness/postgres.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{domain,platform,server,site,scripts}/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        test: {
          ...asServer,
          name: 'services',
          include: ['tests/{database,protocol,server}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...asServer,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
        },
      },
    ],
  },
})
