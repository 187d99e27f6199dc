import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from './env.ts'

const production = { NODE_ENV: 'production', SITE_URL: 'https://www.example.com' }

function refusalOf(variables: Record<string, string>): string {
  try {
    readEnvironment(variables)
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError)
    return (error as Error).message
  }
  throw new Error('the environment was accepted')
}

describe('the environment', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/name',
    ],
    [{ SITE_URL: 'www.example.com' }, 'SITE_URL must be a URL such as https://www.example.com'],
    [{ SITE_URL: 'https://www.example.com/shop' }, 'SITE_URL must be an origin'],
    [{ SITE_URL: 'https://me:secret@www.example.com' }, 'SITE_URL must be an origin'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters'],
    [{ SUPABASE_SECRET_KEY: 'x'.repeat(40) }, 'SUPABASE_SECRET_KEY must start with sb_secret_'],
    [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL must be a URL such as smtps:'],
    [{ TRUSTED_PROXIES: '10.0.0.0/40' }, 'TRUSTED_PROXIES must list addresses or blocks'],
    [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES must list addresses or blocks'],
    [{ FORM_LIMITS_FACTOR: '0' }, 'FORM_LIMITS_FACTOR must be a number from 0.1 to 1000'],
    [{ FORM_LIMITS_FACTOR: 'twice' }, 'FORM_LIMITS_FACTOR must be a number from 0.1 to 1000'],
    [{ AUTH_REVEAL_EXISTING: 'perhaps' }, 'AUTH_REVEAL_EXISTING must be true or false'],
    [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'x' }, 'ADMIN_EMAIL must be an e-mail address'],
    [
      { S3_BUCKET: 'papers' },
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together',
    ],
    [{ SUPABASE_SECRET_KEY: 'sb_secret_short' }, 'SUPABASE_SECRET_KEY must have at least 32 characters'],
    [{ COMPANY_NAME: '   ' }, 'COMPANY_NAME must have 1 to 100 characters'],
    [{ S3_BUCKET: 'No Bucket' }, 'S3_BUCKET must be the name of a bucket'],
    [
      { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'password' },
      'ADMIN_PASSWORD is too weak (Password must contain at least one uppercase letter)',
    ],
    [{ S3_ENDPOINT: 'ftp://x' }, 'S3_ENDPOINT must be a URL such as https://s3'],
    [{ ADMIN_EMAIL: 'boss@example.com' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together'],
    [{ MAIL_FROM: 'a@b.test\r\nBcc: c@d.test' }, 'MAIL_FROM must be an address'],
    [{ VAULT_MASTER_KEY: 'too short' }, 'VAULT_MASTER_KEY must be 32 bytes in base64'],
    [{ AUDIT_WITNESS: 'audit@example.org' }, 'AUDIT_WITNESS must be mailto:audit@example.org'],
    [{ AUDIT_WITNESS: 's3+https://s3.example.org/heads' }, 'AUDIT_WITNESS must be mailto:'],
    [{ AUDIT_WITNESS: 's3:' }, 'AUDIT_WITNESS=s3: needs S3_ENDPOINT'],
    [{ VAULT_PREVIOUS_KEYS: `${'A'.repeat(43)}= short` }, 'VAULT_PREVIOUS_KEYS must be 32 bytes in base64'],
    [
      { VAULT_MASTER_KEY: `${'A'.repeat(43)}=`, VAULT_MASTER_KEY_FILE: '/run/key' },
      'VAULT_MASTER_KEY and VAULT_MASTER_KEY_FILE are two ways to say the same',
    ],
  ])('tells in one line what is wrong with %o', (variables, sentence) => {
    const message = refusalOf(variables)
    expect(message).toContain(sentence)
    expect(message).not.toContain('\n')
  })

  it('names every wrong value at once, each variable once, and repeats none of them', () => {
    const message = refusalOf({ PORT: 'abc', JWT_SECRET: 'too-short-secret', SITE_URL: 'nowhere' })
    expect(message.match(/SITE_URL/g)).toHaveLength(1)
    expect(message).toContain('PORT')
    expect(message).toContain('JWT_SECRET')
    expect(message).not.toContain('too-short-secret')
  })

  it.each([
    [{ ...production, DEMO_DATA: 'true' }, 'DEMO_DATA is for evaluations only'],
    [{ NODE_ENV: 'production' }, 'SITE_URL is needed in production'],
    [{ NODE_ENV: 'production', SITE_URL: 'http://www.example.com' }, 'SITE_URL must start with https://'],
    [
      { ...production, JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long' },
      'JWT_SECRET is a published example',
    ],
    [
      { ...production, SUPABASE_SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz' },
      'SUPABASE_SECRET_KEY is a published example',
    ],
  ])('refuses in production what belongs to an evaluation: %o', (variables, sentence) => {
    expect(refusalOf(variables)).toContain(sentence)
  })

  it('needs nothing: every value has its documented default', () => {
    const env = readEnvironment({})
    expect(env).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      companyName: 'the company',
      authRevealExisting: true,
      demoData: true,
      trustedProxies: [],
    })
    expect(env.dataDir).toMatch(/\/data$/)
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readEnvironment({ PORT: '', SMTP_URL: '', COMPANY_NAME: '' })).toMatchObject({
      port: 3000,
      smtpUrl: undefined,
      companyName: 'the company',
    })
  })

  it('has no demo rows in production', () => {
    expect(readEnvironment(production).demoData).toBe(false)
  })

  it('keeps the origin of SITE_URL and nothing after it', () => {
    expect(readEnvironment({ SITE_URL: 'https://Shop.Example.com/' }).siteUrl).toBe(
      'https://shop.example.com',
    )
  })
})
