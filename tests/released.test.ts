// What was released stays: each name and hash for ever, and nothing new before it.
import { describe, expect, it } from 'vitest'
import { chainOf, readFiles, readReleased } from '../scripts/release-migrations.ts'

const { releases, migrations } = readReleased()
const files = await readFiles()
const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]))

describe('released migrations', () => {
  it('are listed as they were at each release: no line changed, moved or removed', () => {
    expect(releases.length).toBeGreaterThan(0)
    for (const { migrations: count, chain } of releases)
      expect(chainOf(migrations.slice(0, count))).toBe(chain)
    expect(releases.at(-1)?.migrations).toBe(migrations.length)
  })

  it('have the text that was released, or are marked as squashed', () => {
    const changed = migrations.filter(
      ({ name, sha256, squashed }) => hashes.get(name) !== (squashed ? undefined : sha256),
    )
    expect(changed.map(({ name }) => name)).toEqual([])
  })

  // Until the next release lists it: pg-delta found no difference between it and the 195 files of 0.2.0 (ADR 0055).
  it('of 0.2.0 have a baseline that is still the file which was compared with them', () => {
    expect(hashes.get('20261125130001_baseline')).toBe(
      'd313f37a4fc1cdad12bcb901d36611592023bd2104a59f22c3890577d05fd7ad',
    )
  })

  it('are followed by the files that are new, never preceded', () => {
    const known = new Set(migrations.map(({ name }) => name))
    const lastOf = (floor: boolean) =>
      migrations
        .map(({ name }) => name)
        .filter((name) => name.startsWith('floor/') === floor)
        .sort()
        .at(-1) ?? ''
    const early = files
      .map(({ name }) => name)
      .filter((name) => !known.has(name) && name <= lastOf(name.startsWith('floor/')))
    expect(early).toEqual([])
  })
})
