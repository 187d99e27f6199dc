// A bucket with object lock as witness: each head is an object that nobody deletes before its time, its owner included
// (S3 object lock, compliance mode). The head is the object's name, so a listing alone is enough to know it.
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type AuditHead, findHeads, formatHead } from './heads.ts'
import type { AuditWitness } from './witness.ts'

export interface ObjectWitnessOptions {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** How long nobody may delete a head. */
  days: number
}

const prefix = 'audit-heads/'
const timeoutMs = 60_000

export function createObjectWitness(options: ObjectWitnessOptions): AuditWitness {
  const { region, accessKeyId, secretAccessKey, days } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = `${new URL(options.endpoint).origin}/${options.bucket}`

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await client.fetch(`${base}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return response
    const [, code = ''] = /<Code>([^<]*)</.exec(await response.text()) ?? []
    throw new Error(`the bucket of heads answered ${response.status} ${code}`.trim())
  }

  return {
    kind: 'object',

    async send(head, at) {
      const body = `${at.toISOString()} ${formatHead(head)}\n`
      const name = encodeURIComponent(formatHead(head))
      const response = await request(`/${prefix}${name}`, {
        method: 'PUT',
        body,
        headers: {
          'content-type': 'text/plain',
          // Demanded beside the lock.
          'content-md5': createHash('md5').update(body).digest('base64'),
          'x-amz-object-lock-mode': 'COMPLIANCE',
          'x-amz-object-lock-retain-until-date': new Date(at.getTime() + days * 86_400_000).toISOString(),
        },
      })
      await response.body?.cancel()
      return {}
    },

    // Every version: a plain listing leaves out what a later mark of deletion covers.
    async listHeads() {
      const heads: AuditHead[] = []
      for (let marker = ''; ; ) {
        const page = await (await request(`?versions=&prefix=${encodeURIComponent(prefix)}${marker}`)).text()
        for (const [, version = ''] of page.matchAll(/<Version>(.*?)<\/Version>/gs)) {
          const [, key = ''] = /<Key>([^<]*)<\/Key>/.exec(version) ?? []
          heads.push(...findHeads(decodeURIComponent(key.slice(prefix.length))))
        }
        const [, next] = /<NextKeyMarker>([^<]+)</.exec(page) ?? []
        const [, nextVersion] = /<NextVersionIdMarker>([^<]+)</.exec(page) ?? []
        if (!/<IsTruncated>true</.test(page) || !next) return heads
        marker = `&key-marker=${encodeURIComponent(next)}${nextVersion ? `&version-id-marker=${encodeURIComponent(nextVersion)}` : ''}`
      }
    },
  }
}
