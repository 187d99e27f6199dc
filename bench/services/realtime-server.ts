// The measured process: /realtime/v1 alone on a free port; reports its memory on request.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deriveApiKeys } from '../../platform/auth/keys.ts'
import { createLiveSessions } from '../../platform/auth/live-sessions.ts'
import { createTokens } from '../../platform/auth/tokens.ts'
import { createVerifyCaller } from '../../platform/auth/verify-caller.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createJobs } from '../../platform/jobs.ts'
import { silentLog } from '../../platform/log.ts'
import { createRealtime } from '../../platform/realtime/realtime.ts'
import { completeSettings } from '../../platform/settings.ts'

const [url = '', secret = ''] = process.argv.slice(2)
const clock = () => new Date()
const settings = completeSettings({ siteUrl: 'http://site.test', jwtSecret: secret })
const database = await openDatabase({ url, secret, log: silentLog })
// As the application has it: every channel's session is looked at again and again.
const sessions = createLiveSessions({ database, clock })
const verifyCaller = createVerifyCaller({
  keys: await deriveApiKeys(settings),
  tokens: await createTokens(settings, clock),
  clock,
  sessions,
})
const realtime = await createRealtime({
  database,
  verifyCaller,
  sessions,
  log: silentLog,
  // The bench is one address.
  limits: { socketsPerAddress: 100_000 },
})
const jobs = createJobs({ database, log: silentLog })
await jobs.start(realtime.jobs)
const server = createServer((_, response) => response.writeHead(404).end())
server.on('upgrade', (request, socket, head) => {
  if (!realtime.handleUpgrade(request, socket, head)) socket.destroy()
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('message', async (message) => {
  if (message === 'memory') {
    globalThis.gc?.()
    process.send?.({ bytes: process.memoryUsage.rss() })
    return
  }
  await jobs.stop()
  await realtime.close()
  await database.close()
  process.exit(0)
})
