// The yardstick of storage: Node's own server and file streams, with no policy, no row, no name and no type.
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const { FOLDER = '', PORT } = process.env

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://bare.test')
  const path = join(FOLDER, basename(pathname))
  if (incoming.method === 'PUT') {
    // `?flush`: answers when the bytes are on the disk, as storage does, and not only in the system's memory.
    await pipeline(incoming, createWriteStream(path, { flush: search === '?flush' }))
    outgoing.end()
    return
  }
  const file = await open(path).catch(() => undefined)
  if (!file) {
    outgoing.writeHead(404).end()
    return
  }
  outgoing.setHeader('content-length', (await file.stat()).size)
  await pipeline(file.createReadStream(), outgoing)
}

createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    // A reader that leaves when its time is over breaks its stream.
    if (!outgoing.destroyed) console.error(error)
    outgoing.destroy()
  })
}).listen(Number(PORT), '127.0.0.1')
