// A storage service in a process of its own, to be killed: `node crash-server.ts DATABASE_URL SECRET FOLDER [encrypted]`.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createFileDriver } from '#platform/storage/drivers/file-driver.ts'
import { createStorage } from '#platform/storage/storage.ts'
import { createTableKeys } from './table-keys.ts'

const [, , url = '', secret = '', folder = '', how] = process.argv
const database = await openDatabase({ url, secret, log: silentLog, poolSize: 4 })
const storage = createStorage({
  database,
  ...(how === 'encrypted' && { encryption: createTableKeys({ database }) }),
  verifyCaller: async () => ({ role: 'service_role', claims: '{"role":"service_role"}' }),
  driver: await createFileDriver(folder),
  imageFolder: join(folder, 'images'),
  secret,
  log: silentLog,
})
void storage.encryptOld()
const app = new Hono().route('/storage/v1', storage.app)
const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
