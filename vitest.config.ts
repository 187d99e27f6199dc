// Three projects: what needs nothing, what needs PostgreSQL, what needs a browser.
import { defineConfig } from 'vitest/config'

const common = { environment: 'node' as const, testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // Vitest's own default leaves one core to whoever watches.
    maxWorkers: '100%',
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
          ...common,
          name: 'services',
          include: ['tests/{database,protocol,server}/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres.ts', 'e2e/chromium.ts'],
          // A browser beside PostgreSQL on two cores: one more try, which the report names (`retry x1`). Look into it.
          retry: 1,
        },
      },
    ],
  },
})
