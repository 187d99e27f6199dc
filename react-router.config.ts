/** How React Router builds the site: rendered on the server, every route known from the start. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressFiles } from './server/http/compressed-files.ts'

const client = 'build/site/client'
const assets = `${client}/assets`

/**
 * The list of routes that every page loads names each route's module and all that the module imports. Only the server
 * requests the second (for the modules of the page that it writes), so browsers get the list without, and without what
 * a route has not: 2 kB of each first visit.
 */
async function shortenManifest(): Promise<void> {
  const [name, another] = (await readdir(assets)).filter((file) => /^manifest-\w+\.js$/.test(file))
  if (!name || another) throw new Error(`one manifest belongs into ${assets}`)
  const file = join(assets, name)
  const [, start = '', json = ''] = /^(window\.\w+=)(.*?);?\s*$/s.exec(await readFile(file, 'utf8')) ?? []
  const manifest = JSON.parse(json) as { routes: Record<string, Record<string, unknown>> }
  for (const route of Object.values(manifest.routes))
    for (const [key, value] of Object.entries(route))
      if (key === 'imports' || value === false || (Array.isArray(value) && value.length === 0))
        delete route[key]
  await writeFile(file, `${start}${JSON.stringify(manifest)};`)
}

export default {
  appDirectory: 'site',
  buildDirectory: 'build/site',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  async buildEnd() {
    await shortenManifest()
    await compressFiles(client)
  },
} satisfies Config
