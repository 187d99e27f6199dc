// The periods that the privacy notice states, compared with those that the application obeys.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { linksGoodFor, retention } from '#domain/retention.ts'
import { openApp } from '#tests/harness/migrated-database.ts'

const app = await openApp()
afterAll(() => app.close())

describe('the privacy notice', () => {
  const notice = readFileSync(join(import.meta.dirname, '../../../site/company/privacy/privacy.ts'), 'utf8')

  it('states every period that the sweep obeys', () => {
    for (const subject of Object.keys(retention)) expect(notice).toContain(`\${retention.${subject}}`)
  })

  it('states how long the links are good that open something', async () => {
    for (const [table, period] of Object.entries(linksGoodFor)) {
      const { rows: defaults } = await app.owner.query<{ ends: string }>(
        `select pg_get_expr(adbin, adrelid) as ends
         from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where adrelid = $1::regclass and attname = 'expires_at'`,
        [table],
      )
      const { rows } = await app.owner.query(
        `select ${defaults[0]?.ends} = now() + $1::interval as as_reported`,
        [period],
      )
      expect([table, rows]).toEqual([table, [{ as_reported: true }]])
      expect(notice).toContain(`\${linksGoodFor['${table}']}`)
    }
  })
})
