// `node scripts/page-weights.ts [FOLDER]`: what the script of each page weighs (Brotli 11, bytes) by the files that its route imports,
// of a build in FOLDER (build/site/client, the default), to be compared with another release's.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface Route {
  path?: string
  parentId?: string
  module?: string
}

const client = process.argv[2] ?? 'build/site/client'
const read = (file: string) => readFileSync(join(client, file), 'utf8')
const manifestFile = readdirSync(join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name)) ?? ''
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

const weights = new Map<string, number>()
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
  weights.set(path, Math.max(weights.get(path) ?? 0, weight))
}
for (const [path, weight] of [...weights].sort(([one], [other]) => (one < other ? -1 : 1)))
  console.log(`${path} ${weight}`)
