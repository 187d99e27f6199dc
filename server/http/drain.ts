// Ends a server without cutting an answer short, and without resetting a request that is on its way.
import type { Server, ServerResponse } from 'node:http'
import { type Socket, Server as SocketServer } from 'node:net'

// What was sent over a connection that looks idle has arrived by then, also from a proxy beside us.
const graceMs = 100
const sweepMs = 20

/**
 * Watches the server, so that it can be ended in order. The function stops accepting, lets what runs finish, and after
 * the deadline closes what is left. Answers the number of connections that had to be cut.
 */
export function createDrain(server: Server): (deadlineMs: number) => Promise<number> {
  const running = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let draining = false
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_, outgoing) => {
    outgoing.shouldKeepAlive &&= !draining
    running.add(outgoing)
    outgoing.once('close', () => running.delete(outgoing))
  })

  function closeIdle(): void {
    server.closeIdleConnections()
    // For Node a connection that a browser opened in advance is not idle, but about to send its first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async (deadlineMs) => {
    if (!server.listening) return 0
    draining = true
    for (const outgoing of running) outgoing.shouldKeepAlive = false
    let cut = 0
    await new Promise<void>((done) => {
      // A connection that was busy at first is idle once its answer is out, and nobody else would close it.
      let sweep: NodeJS.Timeout | undefined
      const grace = setTimeout(() => {
        server.close()
        sweep = setInterval(closeIdle, sweepMs)
      }, graceMs)
      const deadline = setTimeout(() => {
        server.getConnections((_, count) => {
          cut = count
          server.closeAllConnections()
        })
      }, deadlineMs)
      // Not yet `server.close()`, which would cut idle connections at once.
      SocketServer.prototype.close.call(server, () => {
        for (const timer of [grace, sweep, deadline]) clearTimeout(timer)
        done()
      })
    })
    return cut
  }
}
