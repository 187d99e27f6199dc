// Ends a server without cutting an answer short, and without resetting a request that is on its way.
import type { Server, ServerResponse } from 'node:http'
import { type Socket, Server as SocketServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

// What was sent over a connection that seems idle has arrived by then, also from a proxy beside us.
const graceMs = 100
const sweepMs = 20

/**
 * Watches the server, so that it can be ended in order. The function goes on accepting for the first time, while each answer
 * closes its connection (anyone who balances load needs to learn that /readyz says no); then it stops accepting, lets what
 * runs finish, and after the deadline closes what is left. Answers the number of connections that had to be cut.
 */
export function createDrain(server: Server): (deadlineMs: number, lameDuckMs?: number) => Promise<number> {
  // By socket, and not a Set of all that runs: a Set that grows and shrinks is rebuilt every few requests, each former
  // table points to the next, and once one of them is old V8 takes all that passed through them for alive, until its
  // next full collection.
  const answers = new Map<Socket, ServerResponse | undefined>()
  let draining = false
  server.on('connection', (socket) => {
    answers.set(socket, undefined)
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', ({ socket }, outgoing) => {
    outgoing.shouldKeepAlive &&= !draining
    if (!answers.has(socket)) return
    answers.set(socket, outgoing)
    outgoing.once('close', () => {
      if (answers.get(socket) === outgoing) answers.set(socket, undefined)
    })
  })

  function closeIdle(): void {
    server.closeIdleConnections()
    // For Node a connection that a browser opened in advance is not idle, but about to send its first request.
    for (const socket of answers.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  return async (deadlineMs, lameDuckMs = 0) => {
    if (!server.listening) return 0
    draining = true
    for (const outgoing of answers.values()) if (outgoing) outgoing.shouldKeepAlive = false
    if (lameDuckMs > 0) await wait(lameDuckMs)
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
