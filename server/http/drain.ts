// Ends a server without cutting an answer short.
import type { Server } from 'node:http'

/**
 * Stops accepting, lets what runs finish, and after the deadline closes what is left.
 * Answers the number of connections that had to be cut.
 */
export async function drainServer(server: Server, deadlineMs: number): Promise<number> {
  if (!server.listening) return 0
  let cut = 0
  await new Promise<void>((done) => {
    const deadline = setTimeout(() => {
      server.getConnections((_, count) => {
        cut = count
        server.closeAllConnections()
      })
    }, deadlineMs)
    server.close(() => {
      clearTimeout(deadline)
      done()
    })
    server.closeIdleConnections()
  })
  return cut
}
