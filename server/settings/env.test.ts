import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'pg-connection-string'
import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from './env.ts'
import { namesOfOthers } from './misspelt-name.ts'
import { forgetSecrets } from './secret-settings.ts'

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
    [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'x' }, 'ADMIN_EMAIL must be an email address'],
    [
      { S3_BUCKET: 'documents' },
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
  ])('reports in one line what is wrong with %o', (variables, sentence) => {
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

  it('uses the origin of SITE_URL and nothing after it', () => {
    expect(readEnvironment({ SITE_URL: 'https://Shop.Example.com/', EVALUATION: 'true' }).siteUrl).toBe(
      'https://shop.example.com',
    )
  })

  it('is refused for an evaluation that others could reach, unless that is said', () => {
    const published: Record<string, string>[] = [
      { SITE_URL: 'https://www.example.com' },
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.168.1.5' },
      { HOST: 'server.example.com', SITE_URL: 'https://www.example.com' },
    ]
    for (const shown of published) {
      const refusal = refusalOf(shown)
      expect(refusal).toContain('set NODE_ENV=production, or EVALUATION=true to show one on purpose')
      expect(refusal).not.toContain('\n')
      expect(refusalOf({ ...shown, EVALUATION: 'false' })).toBe(refusal)
      expect(readEnvironment({ ...shown, EVALUATION: 'true' }).production).toBe(false)
    }
    for (const own of [
      { HOST: '127.0.0.1' },
      { HOST: '::1' },
      { HOST: 'localhost' },
      { SITE_URL: 'http://127.0.0.1:8080' },
    ] as Record<string, string>[])
      expect(readEnvironment(own).production).toBe(false)
    expect(refusalOf({ ...production, EVALUATION: 'true' })).toContain('EVALUATION is not for production')
    expect(readEnvironment({ ...production, HOST: '0.0.0.0' }).production).toBe(true)
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_RUL', 'DATABASE_URL'],
    ['NODE_EVN', 'NODE_ENV'],
    ['SMTP_URI', 'SMTP_URL'],
    ['VAULT_MASTERKEY', 'VAULT_MASTER_KEY'],
    ['VAULT_MASTER_KEY_FLIE', 'VAULT_MASTER_KEY_FILE'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ])('refuses %s, a typing error for %s, which would be passed over in silence', (wrong, meant) => {
    const refusal = refusalOf({ [wrong]: 'a secret value' })
    expect(refusal).toContain(meant)
    expect(refusal).toContain(wrong)
    expect(refusal).not.toContain('a secret value')
    // Empty is as good as not there.
    expect(readEnvironment({ [wrong]: '' }).production).toBe(false)
  })

  it('passes over the names that other programs use, though some are near', () => {
    const names = [
      ...Object.keys(process.env).filter((name) => !/^(NODE_ENV|PORT|HOST)$/.test(name)),
      ...namesOfOthers,
      ...namesOfMachines.split(/\s+/),
      ...Object.keys(process.env).map((name) => `npm_config_${name.toLowerCase()}`),
    ]
    const known = new Set(['DATABASE_URL'])
    const variables = Object.fromEntries(names.filter((name) => !known.has(name)).map((name) => [name, 'x']))
    expect(() => readEnvironment(variables)).not.toThrow()
  })

  it('reads secrets from files, and leaves none in the environment of the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const file = join(folder, 'jwt')
    await writeFile(file, `${'s'.repeat(40)}\n`)
    expect(readEnvironment({ JWT_SECRET_FILE: file }).jwtSecret).toBe('s'.repeat(40))
    expect(refusalOf({ JWT_SECRET_FILE: file, JWT_SECRET: 't'.repeat(40) })).toContain(
      'JWT_SECRET and JWT_SECRET_FILE are two ways to say the same',
    )
    expect(refusalOf({ SMTP_URL_FILE: join(folder, 'none') })).toBe('SMTP_URL_FILE cannot be read: ENOENT')
    await rm(folder, { recursive: true })
    const variables = {
      PORT: '1',
      ADMIN_PASSWORD: 'a',
      VAULT_MASTER_KEY: 'b',
      VAULT_PREVIOUS_KEYS: 'c',
      JWT_SECRET: 'd',
      DATABASE_URL: 'e',
      SMTP_URL: 'f',
      S3_SECRET_ACCESS_KEY: 'g',
      SUPABASE_SECRET_KEY: 'h',
    }
    forgetSecrets(variables)
    expect(variables).toEqual({ PORT: '1' })
  })

  it('demands TLS of a database elsewhere in production, but for an explicit "off", which warns', () => {
    const read = (url: string) => readEnvironment({ ...production, DATABASE_URL: url })
    const demanded = (url: string) => {
      const { databaseUrl = '', warnings } = read(url)
      expect(warnings).toEqual([])
      return parse(databaseUrl).ssl
    }
    expect(demanded('postgres://me:pw@db.example.com/x')).toEqual({})
    expect(demanded('postgres://me:pw@db.example.com/x?application_name=y')).toEqual({})
    expect(demanded('postgres://me:pw@db.example.com/x?sslmode=require')).toEqual({})
    for (const local of ['127.0.0.1', 'localhost', '[::1]', '%2Frun%2Fpostgresql'])
      expect(demanded(`postgres://me:pw@${local}:5432/x`)).toBeFalsy()
    expect(demanded('postgres:///x?host=/run/postgresql')).toBeFalsy()
    for (const weak of [
      'sslmode=disable',
      'ssl=false',
      'sslmode=no-verify',
      'uselibpqcompat=true&sslmode=require',
    ]) {
      const { databaseUrl, warnings } = read(`postgres://me:pw@db.example.com/x?${weak}`)
      expect(databaseUrl).toBe(`postgres://me:pw@db.example.com/x?${weak}`)
      expect(warnings).toEqual([expect.stringMatching(/^DATABASE_URL says/)])
      expect(warnings.join()).not.toContain('pw')
    }
    expect(readEnvironment({ DATABASE_URL: 'postgres://me:pw@db.example.com/x' }).databaseUrl).not.toContain(
      'ssl',
    )
  })

  it('demands TLS of a mail server elsewhere in production, but for an explicit "off", which warns', () => {
    const read = (url: string, more = {}) => {
      const { smtpUrl, smtpTls, warnings } = readEnvironment({ ...production, ...more, SMTP_URL: url })
      return { smtpUrl, smtpTls, warns: warnings.length }
    }
    const url = 'smtp://me:pw@mail.example.com:587'
    expect(read(url)).toEqual({ smtpUrl: url, smtpTls: 'demanded', warns: 0 })
    expect(read(`${url}?tls=off`)).toEqual({ smtpUrl: url, smtpTls: 'off', warns: 1 })
    expect(read('smtps://mail.example.com')).toMatchObject({ smtpTls: 'demanded', warns: 0 })
    expect(read('smtp://127.0.0.1:25')).toMatchObject({ smtpTls: 'offered', warns: 0 })
    expect(read('smtp://127.0.0.1:25?tls=off')).toMatchObject({ smtpTls: 'off', warns: 0 })
    expect(read(url, { NODE_ENV: '', SITE_URL: '' })).toMatchObject({ smtpTls: 'offered', warns: 0 })
    for (const wrong of [`${url}?tls=on`, 'smtps://mail.example.com?tls=off'])
      expect(refusalOf({ ...production, SMTP_URL: wrong })).toContain('SMTP_URL takes ?tls=off')
    expect(refusalOf({ ...production, SMTP_URL: `${url}?tls.rejectUnauthorized=false` })).toContain(
      'SMTP_URL must not say tls.rejectUnauthorized in production',
    )
  })
})

// Names that shells, systemd, npm, containers, continuous integration, hosting platforms and the tools beside us set.
const namesOfMachines = `
  HOME USER LOGNAME SHELL PATH PWD OLDPWD LANG LC_ALL TERM TMPDIR EDITOR PAGER MAIL MAILTO MAILCHECK HOSTNAME HOSTTYPE DISPLAY
  XDG_DATA_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS XDG_RUNTIME_DIR XDG_CACHE_HOME XDG_STATE_HOME SSH_AUTH_SOCK SUDO_USER
  INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC LISTEN_FDS LISTEN_PID CREDENTIALS_DIRECTORY
  STATE_DIRECTORY RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY MAINPID MANAGERPID SYSTEMD_EXEC_PID
  NODE NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_DEBUG NODE_VERSION NODE_HOME
  NODE_TLS_REJECT_UNAUTHORIZED NODE_NO_WARNINGS NODE_PENDING_DEPRECATION NODENV_ROOT NODENV_DIR NVM_DIR NVM_BIN
  npm_execpath npm_node_execpath npm_command npm_lifecycle_event npm_package_name npm_config_registry INIT_CWD
  CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_ENV GITHUB_SHA GITHUB_REF GITHUB_API_URL GITHUB_SERVER_URL RUNNER_OS RUNNER_TEMP
  GITLAB_CI CI_JOB_TOKEN CI_JOB_URL CI_SERVER_URL CI_PROJECT_URL CI_NODE_TOTAL CI_NODE_INDEX CI_DEBUG_TRACE CI_COMMIT_SHA
  BUILD_URL BUILD_ID JOB_URL JOB_NAME RUN_DISPLAY_URL GIT_URL GIT_COMMIT GIT_BRANCH NODE_NAME NODE_LABELS JENKINS_URL
  CIRCLE_NODE_INDEX CIRCLE_BUILD_URL TRAVIS_OS_NAME BUILDKITE_BUILD_URL VERCEL_URL VERCEL_ENV RENDER_EXTERNAL_URL
  KUBERNETES_SERVICE_HOST KUBERNETES_PORT container DOCKER_HOST FLY_REGION DYNO REDIS_URL MONGO_URL BASE_URL PUBLIC_URL
  API_URL APP_URL APP_ENV RACK_ENV RAILS_ENV BABEL_ENV FLASK_ENV MIX_ENV LOG_FILE LOG_DIR LOG_FORMAT DATA_PATH PGDATA PGHOST
  PGUSER PGPASSWORD PGDATABASE PGSSLMODE PGSSLROOTCERT PGPASSFILE POSTGRES_URL POSTGRES_DB POSTGRES_USER POSTGRES_PASSWORD
  SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS SMTP_PASSWORD SMTP_FROM SMTP_SSL MAIL_HOST MAIL_PORT MAIL_USER MAIL_PASSWORD
  AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ENDPOINT_URL AWS_BUCKET
  SUPABASE_URL SUPABASE_ANON_KEY SUPABASE_SERVICE_ROLE_KEY SUPABASE_DB_URL SUPABASE_ACCESS_TOKEN JWT_SECRET_KEY JWT_EXPIRY
  CHROMIUM_PATH VITEST VITEST_POOL_ID VITE_URL FORCE_COLOR NO_COLOR HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR
  LAUNCHED_AT APP_DEV BENCH_SECONDS BENCH_NODE_OPTIONS
`
