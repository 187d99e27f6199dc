// `node scripts/page-weights.ts [FOLDER]`: what the script of each page weighs (Brotli 11, bytes) by the files that its route imports,
// of a build in FOLDER (build/site/client, the default), as JSON; with `--table`, as the table of `docs/pages-reviewed.md`.
// `page-weights-0.2.0.json` says it of release 0.2.0, so that no later build needs that release: in a worktree of commit 952ce4d, after
// `npm ci` and `npm run build` there. `imported` is what this script prints of its `build/client`. `loaded` is what a browser had
// requested once the page was alive, counted there as `listScripts` of `e2e/public-bytes.test.ts` counts it, without what came later.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface Route {
  path?: string
  parentId?: string
  module?: string
}

export const siteFolder = join(import.meta.dirname, '../build/site/client')

/** Of release 0.2.0. */
export const releaseWeights = JSON.parse(
  readFileSync(join(import.meta.dirname, 'page-weights-0.2.0.json'), 'utf8'),
) as Record<'imported' | 'loaded', Record<string, number>>

/** Pages of staff import less than they load at once: what follows the sign-in is a part of its own in 0.2.0. */
export const isOfAdmin = (path: string): boolean => path.startsWith('/admin')

/** Bytes by the path of the page, in the order of the paths. */
export function weighPages(folder: string): Record<string, number> {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const manifestFile = readdirSync(join(folder, 'assets')).find((name) => /^manifest-.*\.js$/.test(name))
  if (!manifestFile) throw new Error(`no build of the site is in ${folder}`)
  const manifest = JSON.parse(
    read(`assets/${manifestFile}`)
      .replace(/^window\.__reactRouterManifest=/, '')
      .replace(/;\s*$/, ''),
  ) as { entry: { module: string }; routes: Record<string, Route> }

  const sizes = new Map<string, number>()
  function sizeOf(file: string): number {
    const size =
      sizes.get(file) ??
      brotliCompressSync(read(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
    sizes.set(file, size)
    return size
  }

  function addImports(file: string, seen: Set<string>): void {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name] of read(file).matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      addImports(`/assets/${name}`, seen)
  }

  /** From the route itself up to the root. */
  function listParents(route: Route): Route[] {
    const parent = route.parentId ? manifest.routes[route.parentId] : undefined
    return [route, ...(parent ? listParents(parent) : [])]
  }

  const weights: Record<string, number> = {}
  for (const route of Object.values(manifest.routes)) {
    const line = listParents(route)
    const path = `/${line
      .flatMap((one) => one.path ?? [])
      .reverse()
      .join('/')}`.replace(/\/+/g, '/')
    const seen = new Set<string>([`/assets/${manifestFile}`])
    for (const module of [manifest.entry.module, ...line.flatMap((one) => one.module ?? [])])
      addImports(module, seen)
    const weight = [...seen].reduce((sum, file) => sum + sizeOf(file), 0)
    // A page stands in more than one layout, or is one itself: the heaviest counts.
    weights[path] = Math.max(weights[path] ?? 0, weight)
  }
  return Object.fromEntries(Object.entries(weights).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Two pages in each line, as far as 0.2.0 had them. */
function drawTable(weights: Record<string, number>): string {
  const rows = Object.entries(releaseWeights.imported)
    .filter(([path]) => path !== '/*' && !isOfAdmin(path))
    .map(([path, then]) => `\`${path}\` | ${[then, weights[path] ?? 0].map(formatBytes).join(' | ')}`)
  const half = Math.ceil(rows.length / 2)
  return [
    '| page | 0.2.0 | now | page | 0.2.0 | now |',
    '|---|---|---|---|---|---|',
    ...rows.slice(0, half).map((row, place) => `| ${row} | ${rows[half + place] ?? '| |'} |`),
  ].join('\n')
}

const formatBytes = (bytes: number) => bytes.toLocaleString('en')

if (import.meta.main) {
  const [folder = siteFolder] = process.argv.slice(2).filter((argument) => argument !== '--table')
  const weights = weighPages(folder)
  console.log(process.argv.includes('--table') ? drawTable(weights) : JSON.stringify(weights, null, 2))
}
