// Makes the two baselines: our own pages without any script, and the same pages built by plain Vite as a client-rendered app.
import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import pg from 'pg'
import { build, type Plugin } from 'vite'
import { contentQuery, toContent } from '../../server/company/content/read-content.ts'

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

/** Plain Vite with the site's own sources; what the server passes to each page is in the bundle. */
export async function buildClientApp(folder: string, page: object): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: publicFolder,
    plugins: [tailwindcss(), withDrawings],
    define: { benchPageContext: JSON.stringify(page) },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: join(import.meta.dirname, 'client-rendered.html') },
    },
  })
  await rename(join(folder, 'client-rendered.html'), join(folder, 'index.html'))
}

/** Where the server draws nothing, the bundle must hold the pictures that our browser code leaves to it. */
const withDrawings: Plugin = {
  name: 'with-drawings',
  enforce: 'pre',
  transform: (code, id) =>
    /\/site\/.*\.tsx?$/.test(id) ? code.replaceAll('import.meta.env.SSR', 'true') : undefined,
}

/** What the server passes to the pages of an evaluation, read from its database. */
export async function readPageContext(databaseUrl: string, siteUrl: string): Promise<object> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(contentQuery(`'{"products": [], "total": 0}'::json`))
    return {
      companyName: 'the company',
      siteUrl,
      publishableKey: '',
      evaluation: true,
      confirmsNumbers: false,
      content: toContent(rows),
      registrationSettings: {},
    }
  } finally {
    await client.end()
  }
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
