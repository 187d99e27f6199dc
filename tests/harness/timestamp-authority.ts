// A timestamp authority (RFC 3161) for tests: openssl signs, an HTTP server forwards the requests to it.
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface TimestampAuthority {
  url: string
  /** SHA-256 of its certificate. */
  fingerprint: string
  /** Answers this instead of a reply of its own, until it is unset. */
  replay: Buffer | undefined
  lastReply: Buffer | undefined
  stop(): Promise<void>
}

export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'tsa-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  await writeFile(
    join(folder, 'tsa.cnf'),
    `[req]
distinguished_name = name
[name]
[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`,
  )
  await writeFile(join(folder, 'serial'), '01\n')
  // prettier-ignore
  await openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=Test TSA',
    '-config',
    'tsa.cnf',
    '-addext',
    'extendedKeyUsage=critical,timeStamping',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  )
  const certificate = new X509Certificate(await readFile(join(folder, 'cert.pem')))
  const authority: TimestampAuthority = {
    url: '',
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    replay: undefined,
    lastReply: undefined,
    async stop() {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true })
    },
  }
  const server = createServer(async (request, response) => {
    await writeFile(join(folder, 'query.tsq'), await buffer(request))
    // prettier-ignore
    await openssl(
      'ts',
      '-reply',
      '-queryfile',
      'query.tsq',
      '-inkey',
      'key.pem',
      '-signer',
      'cert.pem',
      '-config',
      'tsa.cnf',
      '-section',
      'own',
      '-out',
      'reply.tsr',
    )
    authority.lastReply = await readFile(join(folder, 'reply.tsr'))
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(authority.replay ?? authority.lastReply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  authority.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`
  return authority
}
