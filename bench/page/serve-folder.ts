// Serves the two baselines: files from memory, brotli at its best, nothing else.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const { FOLDER = '', PORT } = process.env

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

const files = new Map(
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const type = types[extname(path)]
      const content = readFileSync(path)
      const headers = {
        'content-type': type ?? 'application/octet-stream',
        ...(type && { 'content-encoding': 'br' }),
      }
      return [`/${relative(FOLDER, path)}`, { headers, body: type ? brotliCompressSync(content) : content }]
    }),
)

/** `/contact` is `/contact.html` when there is one; else the app's only page, whatever the address. */
function find(pathname: string) {
  if (extname(pathname)) return files.get(pathname)
  return files.get(`${pathname}.html`) ?? files.get('/index.html')
}

createServer((incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://baselines.test')
  const file = find(pathname)
  if (file) outgoing.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body)
  else outgoing.writeHead(404).end()
}).listen(Number(PORT), '127.0.0.1')
