// Which witness AUDIT_WITNESS names (server/settings/env.ts has checked its form).
import type { Database } from '#platform/database/database.ts'
import { type Environment, EnvironmentError } from '#server/settings/env.ts'
import { createMailboxWitness } from './mailbox-witness.ts'
import { createObjectWitness } from './object-witness.ts'
import type { AuditWitness } from './witness.ts'

/** As long as the trail's own period. */
const defaultDays = 7 * 365

export async function chooseWitness(
  database: Database,
  env: Pick<Environment, 'auditWitness' | 's3'> & { settlementAlarmEmail?: string | undefined },
): Promise<AuditWitness> {
  const { auditWitness = `mailto:${env.settlementAlarmEmail ?? ''}`, s3 } = env
  const [scheme] = /^[^:]+/.exec(auditWitness) ?? []
  switch (scheme) {
    case 'mailto':
      return createMailboxWitness(database, auditWitness.slice('mailto:'.length) || undefined)
    case 'rfc3161+http':
    case 'rfc3161+https': {
      const [url = '', fingerprints = ''] = auditWitness.slice('rfc3161+'.length).split('#')
      // Read when it is wanted: the library behind it is large.
      const { createTimestampWitness } = await import('./timestamp-witness.ts')
      return createTimestampWitness({ url, fingerprints: fingerprints.split(',').filter(Boolean) })
    }
    case 's3':
      if (!s3) throw new EnvironmentError('AUDIT_WITNESS=s3: needs S3_ENDPOINT and its bucket')
      return createObjectWitness({ ...s3, days: defaultDays })
    default: {
      const url = new URL(auditWitness.slice('s3+'.length))
      const days = Number(url.searchParams.get('days') ?? defaultDays)
      if (!Number.isInteger(days) || days < 1)
        throw new EnvironmentError('AUDIT_WITNESS: days must be a whole number')
      return createObjectWitness({
        endpoint: url.origin,
        bucket: url.pathname.slice(1),
        region: url.searchParams.get('region') ?? 'us-east-1',
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
        days,
      })
    }
  }
}
