// Where the bytes of objects lie: a place that does not answer, and two processes with a place each.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageUnavailableError } from '#platform/storage/drivers/driver.ts'
import { createS3Driver } from '#platform/storage/drivers/s3-driver.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { startStorageService } from '#tests/protocol/storage/storage-service.ts'

const keys = { bucket: 'files', region: 'eu-west-1', accessKeyId: 'key', secretAccessKey: 'secret' }
const s3Of = (port: number) => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'files',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

describe('an S3 that takes connections and says nothing', () => {
  let silent: Server
  let port: number
  beforeEach(async () => {
    silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    port = (silent.address() as { port: number }).port
  })
  afterEach(() => void silent.close())

  const driver = () => createS3Driver({ ...keys, endpoint: `http://127.0.0.1:${port}`, timeoutMs: 200 })

  it('ends each call at its time limit', async () => {
    const version = '00000000-0000-4000-8000-000000000001'
    for (const call of [driver().check(), driver().read(version), driver().remove([version])])
      await expect(call).rejects.toThrow(StorageUnavailableError)
    const bytes = async function* () {
      yield Buffer.from('photo')
    }
    await expect(driver().write(version, bytes())).rejects.toThrow('no answer in time')
  })

  it('is 503 with Retry-After to anyone who uploads', async () => {
    const storage = await startStorageService({ wrap: driver })
    try {
      const answer = await storage.fetch('/object/private/photo.txt', { method: 'POST', body: 'photo' })
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
      expect(await storage.sql('select from storage.objects')).toEqual([])
    } finally {
      await storage.stop()
    }
  })
})

it('an S3 that sends us elsewhere is not followed', async () => {
  const requested: string[] = []
  const elsewhere = createHttpServer((request, response) => {
    requested.push(request.url ?? '')
    response.end('photo')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const there = `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}/`
  const redirecting = createHttpServer((_, response) => {
    response.writeHead(307, { location: there }).end()
  }).listen(0, '127.0.0.1')
  await once(redirecting, 'listening')
  const { port } = redirecting.address() as { port: number }
  const driver = createS3Driver({ ...keys, endpoint: `http://127.0.0.1:${port}` })
  for (const call of [() => driver.check(), () => driver.read('00000000-0000-4000-8000-000000000001')])
    await expect(call()).rejects.toThrow(StorageUnavailableError)
  expect(requested).toEqual([])
  elsewhere.close()
  redirecting.close()
})

it('a start names an S3 that cannot be reached', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as { port: number }
  gone.close()
  await once(gone, 'close')
  await expect(startApp(s3Of(port))).rejects.toThrow(
    `S3 cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
})

describe('two processes of one database', () => {
  let first: TestApp
  beforeEach(async () => {
    first = await startApp()
  })
  afterEach(() => first.stop())

  it('may share a folder, and the second is refused with a folder of its own', async () => {
    const beside = await startApp({}, first.databaseUrl)
    await beside.stop()
    const apart = startApp({ DATA_DIR: `${first.dataDir}-apart` }, first.databaseUrl)
    await expect(apart).rejects.toThrow('another process of this database stores files elsewhere')
  })
})
