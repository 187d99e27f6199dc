// Makes the two baselines: our own pages without any script, and the client-rendered app, built by plain Vite.
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { build } from 'vite'

/** What the pages may request besides themselves (icons). */
const publicFolder = join(import.meta.dirname, '../../site/public')

/** Every page as a file, and nothing in it that runs or that is fetched to run. */
export async function writeScriptless(folder: string, appUrl: string, paths: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await cp(publicFolder, folder, { recursive: true })
  for (const path of paths) {
    const html = await (await fetch(`${appUrl}${path}`)).text()
    const bare = html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    if (/<script|modulepreload/.test(bare)) throw new Error(`${path} still has a script`)
    await writeFile(join(folder, path === '/' ? 'index.html' : `${path}.html`), bare)
  }
}

export async function buildClientApp(folder: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, 'client-app'),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        onLog(level, log, handle) {
          // Radix marks its modules for servers that draw components; it means nothing here.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
        },
      },
    },
  })
}

/** Bytes of a body as they travel to a browser, which takes brotli (the smallest files go as they are). */
export function countBytes(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    response.once('error', reject)
    response.once('end', () => {
      if (response.statusCode === 200) resolve(bytes)
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
  })
    .once('error', reject)
    .end()
  return promise
}
