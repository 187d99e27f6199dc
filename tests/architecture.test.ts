// The house's one-way arrows, read from the imports themselves (docs/architecture.md draws them).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{domain,platform,server,site}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|generated)\.tsx?$/.test(file),
)

interface Import {
  from: string
  /** A path inside the repository, or a package's name. */
  to: string
  inside: boolean
}

const imports: Import[] = sources.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8')
  const found = text.matchAll(
    /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g,
  )
  return [...found].map((match) => {
    const name = (match[1] ?? match[2] ?? '').replace(/\?.*$/, '')
    if (name.startsWith('.')) return { from, to: normalize(join(dirname(from), name)), inside: true }
    if (name.startsWith('#')) return { from, to: name.slice(1), inside: true }
    return { from, to: name, inside: false }
  })
})

const folder = (path: string): string => path.split('/')[0] ?? ''
const room = (path: string): string => path.split('/').slice(0, 3).join('/')

function broken(rule: (link: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`)
}

/** Which top folders each may import from, besides itself. */
const mayImport: Record<string, string[]> = {
  domain: [],
  platform: [],
  server: ['domain', 'platform'],
  site: ['domain'],
}

describe('the house', () => {
  it.each(Object.keys(mayImport))('%s imports only what its arrow allows', (name) => {
    expect(
      broken(
        ({ from, to, inside }) =>
          folder(from) === name &&
          inside &&
          folder(to) !== name &&
          !mayImport[name]?.includes(folder(to)) &&
          !/^(build|\+types|\.react-router)/.test(to) &&
          !to.includes('/+types/'),
      ),
    ).toEqual([])
  })

  it('domain uses no package but zod', () => {
    expect(
      broken(({ from, to, inside }) => folder(from) === 'domain' && !inside && !/^zod(\/|$)/.test(to)),
    ).toEqual([])
  })

  it('in the site, ui and lib stand below features, and features below routes', () => {
    const level = (path: string): number =>
      /^site\/(ui|lib|styles)\//.test(path) ? 0 : /^site\/features\//.test(path) ? 1 : 2
    expect(
      broken(
        ({ from, to, inside }) =>
          inside &&
          folder(from) === 'site' &&
          folder(to) === 'site' &&
          !to.endsWith('site/paths.ts') &&
          !to.includes('/+types/') &&
          level(to) > level(from),
      ),
    ).toEqual([])
  })

  it('a feature never imports a feature', () => {
    expect(
      broken(
        ({ from, to, inside }) =>
          inside && /^site\/features\//.test(from) && /^site\/features\//.test(to) && room(from) !== room(to),
      ),
    ).toEqual([])
  })

  it('every import inside the house names a file that exists, with its ending', () => {
    expect(
      broken(
        ({ to, inside }) =>
          inside && !to.includes('+types/') && !/^build\//.test(to) && !existsSync(join(root, to)),
      ),
    ).toEqual([])
  })

  it('no module imports itself in a circle', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to, inside } of imports) if (inside) graph.set(from, [...(graph.get(from) ?? []), to])
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      if (done.has(file) || path.includes(file)) return
      for (const next of graph.get(file) ?? []) walk(next, [...path, file])
      done.add(file)
    }
    for (const file of graph.keys()) walk(file, [])
    expect(circles).toEqual([])
  })

  it('has no drawer named utils and no file that only passes on exports', () => {
    const barrels = sources.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
        .replace(/\/\/.*$/gm, '')
        .trim()
      return (
        text.length > 0 &&
        text.split('\n').every((line) => /^export .* from /.test(line) || line.trim() === '')
      )
    })
    expect([
      ...sources.filter((file) => /(^|\/)(utils|helpers|common)(\/|\.)/.test(file)),
      ...barrels,
    ]).toEqual([])
  })
})
