// The periods that the privacy notice tells, held against those that the house obeys.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptFor, linksGoodFor } from '#domain/retention.ts'
import { type House, openHouse } from '#tests/harness/migrated-database.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

describe('the privacy notice', () => {
  const notice = readFileSync(join(import.meta.dirname, '../../../site/company/privacy/privacy.ts'), 'utf8')

  it('tells every period that the sweep obeys', () => {
    for (const subject of Object.keys(keptFor)) expect(notice).toContain(`\${keptFor.${subject}}`)
  })

  it('tells how long the links are good that open something', async () => {
    for (const [table, period] of Object.entries(linksGoodFor)) {
      const { rows } = await house.owner.query(
        `select pg_get_expr(adbin, adrelid) = format('(now() + %L::interval)', $2::interval) as as_told
         from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where adrelid = $1::regclass and attname = 'expires_at'`,
        [table, period],
      )
      expect([table, rows]).toEqual([table, [{ as_told: true }]])
      expect(notice).toContain(`\${linksGoodFor['${table}']}`)
    }
  })
})
