// Packages are pinned. The lock files hold what every platform needs, each by its hash, and name no registry:
// `npm ci` takes the bytes from whichever registry is set, and only those bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface LockEntry extends Manifest {
  integrity?: string
  link?: boolean
  /** Lies inside its parent's archive, whose hash covers it. */
  inBundle?: boolean
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
    const { packages } = JSON.parse(text) as { packages: Record<string, LockEntry> }
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([, version]) => /^\d+\.\d+\.\d+/.test(version))
        .map(([name]) => name)
        .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
    )
    expect(missing, 'take a release that the registry carries for every platform').toEqual([])
    expect(text).not.toContain('"resolved"')
  })

  it('are each locked by a hash of what was reviewed', () => {
    const { packages } = read<{ packages: Record<string, LockEntry> }>(join(folder, 'package-lock.json'))
    const open = Object.entries(packages)
      .filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle)
      .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
      .map(([path]) => path)
    expect(open).toEqual([])
  })
})
