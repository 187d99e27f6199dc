// Ends a server without cutting an answer short.
import type { Server } from 'node:http'

const sweepMs = 20

/**
 * Stops accepting, lets what runs finish, and after the deadline closes what is left.
 * Answers the number of connections that had to be cut.
 */
export async function drainServer(server: Server, deadlineMs: number): Promise<number> {
  if (!server.listening) return 0
  let cut = 0
  await new Promise<void>((done) => {
    // A connection that was busy at first is idle once its answer is out, and nobody else would close it.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    const deadline = setTimeout(() => {
      server.getConnections((_, count) => {
        cut = count
        server.closeAllConnections()
      })
    }, deadlineMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(deadline)
      done()
    })
  })
  return cut
}
