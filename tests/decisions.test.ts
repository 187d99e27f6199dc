// Records of decisions (docs/decisions): each has a number of its own, so that "ADR 0058" names one of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../docs/decisions')
const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

describe('decision records', () => {
  it('are named by a number of four digits and a topic', () => {
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+\.md$/.test(name))).toEqual([])
  })

  it('have a number each: no two have the same', () => {
    const byNumber = Map.groupBy(names, (name) => name.slice(0, 4))
    expect([...byNumber.values()].filter((same) => same.length > 1)).toEqual([])
  })

  it('have at most 25 lines: a reader wants the decision, not how it came about', () => {
    const long = names.filter(
      (name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length > 25,
    )
    expect(long).toEqual([])
  })
})
