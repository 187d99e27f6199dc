// A connection to the database that can be cut, swallow what is sent, or lose what the database says unasked.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { parse } from 'pg-connection-string'

export interface Wire {
  /** The owner's connection string by way of this. */
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
  /** Connections of now stay open and carry nothing; new ones work. */
  swallow(): void
}

export interface WireOptions {
  /** Messages of this kind that the database sends are lost ("A" is a notification). */
  drops?: string
}

export async function layWire(databaseUrl: string, { drops }: WireOptions = {}): Promise<Wire> {
  const { host, port, user, password, database } = parse(databaseUrl)
  const far = host?.startsWith('/')
    ? { path: join(host, `.s.PGSQL.${port}`) }
    : { host: host ?? '127.0.0.1', port: Number(port) }
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const there = connect(far)
    for (const socket of [near, there]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(there)
    if (drops) there.on('data', withoutMessages(drops, near)).on('end', () => near.end())
    else there.pipe(near)
  })
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  await listen(0)
  const at = (server.address() as { port: number }).port
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${at}/${database}`,
    mend: () => listen(at),
    cut: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
    swallow: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

/** Leaves out PostgreSQL's messages of that letter (a letter, then a length that counts itself). */
function withoutMessages(letter: string, near: Socket): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0)
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= 5 && waiting.length >= 1 + waiting.readUInt32BE(1)) {
      const end = 1 + waiting.readUInt32BE(1)
      if (String.fromCharCode(waiting[0] ?? 0) !== letter) near.write(waiting.subarray(0, end))
      waiting = waiting.subarray(end)
    }
  }
}
