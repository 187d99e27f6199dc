// Packages are pinned, and the lock files hold what every platform needs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8')) as T

describe.each(['.', 'bench'])('the packages of %s', (folder) => {
  it('are pinned to one version each', () => {
    const { dependencies, devDependencies, optionalDependencies } = read<Manifest>(
      join(folder, 'package.json'),
    )
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('are locked for every platform, and name no registry', () => {
    const text = readFileSync(join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8')
    const { packages } = JSON.parse(text) as { packages: Record<string, Manifest> }
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([, version]) => /^\d+\.\d+\.\d+/.test(version))
        .map(([name]) => name)
        .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
    )
    expect(missing, 'run: node scripts/complete-lock.ts').toEqual([])
    expect(text).not.toContain('"resolved"')
  })
})
