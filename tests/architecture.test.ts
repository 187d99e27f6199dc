// The one-way arrows between folders and areas, read from the imports themselves (docs/architecture.md draws them).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{domain,platform,server,site}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|generated)\.tsx?$/.test(file),
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Import {
  from: string
  /** A path inside the repository, or a package's name. */
  to: string
  inside: boolean
  isType: boolean
}

const imports: Import[] = sources.flatMap((from) => {
  const result = read(from).matchAll(
    /(?:^|[\s;])(?:import|export)(\stype)?\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g,
  )
  return [...result].map((match) => {
    const name = (match[2] ?? match[3] ?? '').replace(/\?.*$/, '')
    const isType = match[1] !== undefined
    if (name.startsWith('.')) return { from, to: normalize(join(dirname(from), name)), inside: true, isType }
    if (name.startsWith('#')) return { from, to: name.slice(1), inside: true, isType }
    return { from, to: name, inside: false, isType }
  })
})

const folder = (path: string): string => path.split('/')[0] ?? ''

const areas = ['account', 'company', 'registrations', 'market', 'admin']

/** The part of site, server or domain that a path belongs to: an area, another folder, or a file at the top. */
function part(path: string): string {
  const [, name = '', rest] = path.split('/')
  if (rest !== undefined) return name
  if (folder(path) !== 'site') return 'top'
  return /^(paths|member-paths|page-[a-z]+)\.ts$/.test(name) ? 'page' : 'top'
}

/** Under each rule, what breaks it. */
function broken(rule: string, breaks: (link: Import) => boolean): string[] {
  return imports.filter(breaks).map(({ from, to }) => `${from} imports ${to}, but ${rule}`)
}

/** Which top folders each may import from, besides itself. */
const mayImport: Record<string, { folders: string[]; rule: string }> = {
  domain: { folders: [], rule: 'domain imports nothing but zod' },
  platform: { folders: [], rule: 'platform imports no other folder: what it needs is passed to it' },
  server: {
    folders: ['domain', 'platform'],
    rule: 'the server imports domain and platform, and knows the site as the bundle in build/ alone',
  },
  site: {
    folders: ['domain'],
    rule: 'the site imports domain and generated types, never server or platform',
  },
}

interface Layer {
  name: string
  /** Besides itself. */
  may: string[]
  why: string
}

const four = areas.filter((area) => area !== 'admin')

/** An area may import these parts besides itself; an area that is named by `four` stands for each of the four. */
const siteLayers: Layer[] = [
  { name: 'styles', may: [], why: 'style sheets are files of their own' },
  { name: 'ui', may: [], why: 'ui is the design system: it draws what it is given' },
  {
    name: 'lib',
    may: ['ui', 'page'],
    why: 'lib is what every area needs, and knows the address of a page at most',
  },
  {
    name: 'page',
    may: ['ui', 'lib', 'styles'],
    why: 'paths and page-*.ts are what every page says of itself',
  },
  ...four.map((name) => ({
    name,
    may: ['ui', 'lib', 'styles', 'page'],
    why: 'an area imports itself, ui, lib, styles and page-*.ts; two areas meet in a route through a slot, or share a rule in domain',
  })),
  {
    name: 'admin',
    may: [...four, 'ui', 'lib', 'styles', 'page'],
    why: 'the admin area may import any other area',
  },
  {
    name: 'layouts',
    may: [...four, 'ui', 'lib', 'styles', 'page'],
    why: 'layouts put areas together around every page, and nobody imports admin',
  },
  {
    name: 'top',
    may: ['layouts', 'ui', 'lib', 'styles', 'page'],
    why: 'root, entries and the route table reach the areas by layouts and routes.ts',
  },
]

const below = ['lib', 'settings', 'database', 'files', 'http', 'pages', 'mail', 'jobs', 'vault']

/** Each of these imports what stands before it. */
const serverLayers: Layer[] = [
  ...below.map((name, index) => ({
    name,
    may: below.slice(0, index),
    why: `these stand on each other in this order: ${below.join(', ')}`,
  })),
  ...four.map((name) => ({
    name,
    may: below,
    why: 'an area imports itself and what stands below all areas; what it needs of another is passed to it by server/app-routes.ts',
  })),
  { name: 'admin', may: [...four, ...below], why: 'the admin area may import any other area' },
  { name: 'backup', may: below, why: 'a backup is of tables and files, whatever they mean' },
  {
    name: 'commands',
    may: [...areas, ...below, 'backup'],
    why: 'a command is a process of its own, put together like the server',
  },
  {
    name: 'top',
    may: [...areas, ...below],
    why: 'the files at the top put the process together; nobody imports them',
  },
]

/** Routes are where areas meet: they fill the slots of one area with parts of another. Never with admin's. */
const isMeetingPlace = (link: Import): boolean =>
  /^site\/(?!admin\/).*-route\.tsx$/.test(link.from) && four.includes(part(link.to))

function breaksLayers(layers: Layer[], top: string): string[] {
  return layers.flatMap(({ name, may, why }) =>
    broken(
      why,
      (link) =>
        link.inside &&
        folder(link.from) === top &&
        folder(link.to) === top &&
        part(link.from) === name &&
        part(link.to) !== name &&
        !may.includes(part(link.to)) &&
        !isMeetingPlace(link) &&
        !link.to.includes('+types/'),
    ),
  )
}

describe('imports between folders', () => {
  it.each(Object.entries(mayImport))('%s imports only what its arrow allows', (name, { folders, rule }) => {
    expect(
      broken(
        rule,
        ({ from, to, inside }) =>
          folder(from) === name &&
          inside &&
          folder(to) !== name &&
          !folders.includes(folder(to)) &&
          !/^(build|\+types|\.react-router)/.test(to) &&
          !to.includes('/+types/'),
      ),
    ).toEqual([])
  })

  it('domain uses no package but zod', () => {
    expect(
      broken(
        'domain uses no package but zod',
        ({ from, to, inside }) => folder(from) === 'domain' && !inside && !/^zod(\/|$)/.test(to),
      ),
    ).toEqual([])
  })

  it('every import names a file that exists, with its ending', () => {
    expect(
      broken(
        'there is no such file',
        ({ to, inside }) =>
          inside && !to.includes('+types/') && !/^build\//.test(to) && !existsSync(join(root, to)),
      ),
    ).toEqual([])
  })
})

describe('imports between areas', () => {
  it('every folder of site and server has its rule', () => {
    const parts = (top: string) =>
      [...new Set(sources.filter((file) => folder(file) === top).map(part))].sort()
    const named = (layers: Layer[]) => layers.map(({ name }) => name).sort()
    expect(parts('site')).toEqual(named(siteLayers).filter((name) => name !== 'styles'))
    expect(parts('server')).toEqual(named(serverLayers))
  })

  it('in the site go by its rules', () => {
    expect(breaksLayers(siteLayers, 'site')).toEqual([])
  })

  it('in the server go by its rules', () => {
    expect(breaksLayers(serverLayers, 'server')).toEqual([])
  })

  it('in domain are of types alone, and what several areas share imports none of them', () => {
    expect(
      broken(
        'what two areas share stands beside them in domain',
        ({ from, to, inside, isType }) =>
          inside &&
          folder(from) === 'domain' &&
          folder(to) === 'domain' &&
          areas.includes(part(to)) &&
          part(from) !== part(to) &&
          // What the server passes to a page is of every area.
          from !== 'domain/page-context.ts' &&
          !(isType && areas.includes(part(from))),
      ),
    ).toEqual([])
  })
})

/** The tables are the nouns of the business; sessions and the like belong to the services. */
const tables = [
  ...(/ {4}Tables: {\n([\s\S]*?)\n {4}}\n/.exec(read('domain/database.generated.ts'))?.[1] ?? '').matchAll(
    /^ {6}([a-z_]+): {$/gm,
  ),
].map(([, name = '']) => name)
const singular = (noun: string) =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ch|ss)es$/, '$1')
    .replace(/s$/, '')
const nouns = new Set(
  tables.flatMap((name) => [name, singular(name)]).map((name) => name.replaceAll('_', ' ')),
)

/** Names and texts of the code, in words: without comments, and without HTML's own attribute `role`. */
function findNouns(file: string): string[] {
  const code = read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s\/\/ .*$/gm, '')
    .replace(/\srole="/g, ' ')
  const named = [...code.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g)].map(
    ([name]) =>
      ` ${name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase()} `,
  )
  return [...nouns].filter((noun) => named.some((name) => name.includes(` ${noun} `)))
}

describe('lib', () => {
  const files = sources.filter((file) => /^(site|server)\/lib\//.test(file))

  it('imports no rule of an area', () => {
    expect(
      broken(
        'lib knows no noun: what an area needs stands in the area',
        ({ from, to, inside }) =>
          inside && files.includes(from) && folder(to) === 'domain' && areas.includes(part(to)),
      ),
    ).toEqual([])
  })

  it('names no noun', () => {
    expect(nouns.size).toBeGreaterThan(100)
    expect(files.flatMap((file) => findNouns(file).map((noun) => `${file} names ${noun}`))).toEqual([])
  })
})

/** What is a form in HTML alone: nothing of it is refused, corrected or sent by a script. */
const bareForms: Readonly<Record<string, string>> = {
  'site/account/sign-in/link-question.tsx': 'One press, without a box.',
  'site/admin/walk-ins/find-caller.tsx': 'A search, which sends nothing.',
  'site/layouts/edit-marks/text-editor.tsx': 'One text, drawn on the page while it is typed.',
  'site/lib/form/address-form.tsx': 'What is typed goes into the address.',
  'site/lib/form/form-element.tsx': 'The element of the forms that have a state.',
  'site/market/documents/verify-form.tsx': 'Sent by the browser.',
  'site/registrations/plain-forms/plain-form-forget.tsx': 'Without scripts.',
  'site/registrations/plain-forms/plain-form-page.tsx': 'Without scripts.',
  'site/registrations/plain-forms/plain-form-sent.tsx': 'Without scripts.',
  'site/registrations/tracking/status-form.tsx': 'Sent by the browser.',
}

describe('forms', () => {
  const importsOf = (files: readonly string[]) =>
    imports.filter(({ from }) => files.includes(from)).map(({ to }) => to)

  it('go by the one mechanism, useForm, or are named with the reason', () => {
    const others = sources.filter((file) => {
      if (folder(file) !== 'site' || !/<(form|FormElement)[\s>]/.test(read(file))) return false
      const near = importsOf([file])
      const reached = [...near, ...importsOf(near), ...importsOf(importsOf(near))]
      return !reached.includes('site/lib/form/use-form.ts')
    })
    expect(others.toSorted()).toEqual(Object.keys(bareForms))
  })

  it('have the keys of their attempts from one place, since browsers make none over plain http', () => {
    const makers = sources.filter((file) => folder(file) === 'site' && read(file).includes('.randomUUID('))
    expect(makers).toEqual(['site/lib/random-uuid.ts'])
  })
})

describe('tests', () => {
  it('stand in folders named after what they test', () => {
    const strange = globSync(['tests/{database,server}/*/*.test.ts', 'e2e/*/*.test.ts'], {
      cwd: root,
    }).filter((file) => {
      const [top, second = '', third = ''] = file.split('/')
      return ![...areas, ...(second === 'server' ? [...below, 'backup', 'commands'] : [])].includes(
        top === 'e2e' ? second : third,
      )
    })
    expect(strange).toEqual([])
  })
})

describe('modules', () => {
  it('import themselves in no circle', () => {
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

  it('are no drawer named utils, and none only passes on exports', () => {
    const barrels = sources.filter((file) => {
      const text = read(file)
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
