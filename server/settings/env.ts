// The environment of the process: one schema reads it, and a wrong value becomes one clear line.
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { findPasswordProblem } from '#domain/account/accounts.ts'
import { type SmtpTls, secureDatabaseUrl, secureSmtpUrl } from './demand-tls.ts'
import { findMisspelt } from './misspelt-name.ts'
import { readSecretFiles, secretFileNames } from './secret-settings.ts'

/** A setting that cannot be used; its message is one line for a terminal. */
export class EnvironmentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EnvironmentError'
  }
}

const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'], 'must be true or false')
  .transform((text) => ['true', '1', 'on', 'yes'].includes(text))

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine(
      (number) => number >= minimum && number <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )

const factor = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number from 0.1 to 1000')
  .transform(Number)
  .refine((number) => number >= 0.1 && number <= 1000, 'must be a number from 0.1 to 1000')

const urlWith = (schemes: string[], example: string) =>
  z.string().refine((text) => {
    try {
      return schemes.includes(new URL(text).protocol)
    } catch {
      return false
    }
  }, `must be a URL such as ${example}`)

const vaultKeyForm = /^[A-Za-z0-9+/]{43}=$/
const vaultKeyMessage = 'must be 32 bytes in base64, as `openssl rand -base64 32` makes them'

const emailMessage = 'must be an email address'

function refuseWeakPassword(password: string, context: z.RefinementCtx): void {
  const problem = findPasswordProblem(password)
  if (problem) context.addIssue({ code: 'custom', message: `is too weak (${problem})` })
}

const evaluationAlarmEmail = 'settlement-alarm@example.com'

const secret = z.string().min(32, 'must have at least 32 characters')

const siteUrl = urlWith(['http:', 'https:'], 'https://www.example.com')
  .refine(
    (text) => /^https?:\/\/[^/?#@]+\/?$/.test(text),
    'must be an origin such as https://www.example.com, without a path, a query or a password',
  )
  .transform((text) => new URL(text).origin)

const addressList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (entries) => entries.every((entry) => entry === 'loopback' || isAddressOrBlock(entry)),
    'must list addresses or blocks such as 10.0.0.0/8, 192.168.1.5, loopback',
  )

const schema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: urlWith(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name').optional(),
  SITE_URL: siteUrl.optional(),
  EVALUATION: flag.optional(),
  SUPABASE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('sb_publishable_', 'must start with sb_publishable_')
    .optional(),
  SUPABASE_SECRET_KEY: secret.startsWith('sb_secret_', 'must start with sb_secret_').optional(),
  JWT_SECRET: secret.optional(),
  SMTP_URL: urlWith(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465').optional(),
  SMS_URL: urlWith(['file:'], 'file:///var/lib/agribusiness/sms').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]+<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address such as Company <orders@example.com>')
    .optional(),
  MAIL_BOUNCE_SECRET: secret.regex(/^\S+$/, 'must have no spaces').optional(),
  MAIL_REPLY_SECRET: secret.regex(/^\S+$/, 'must have no spaces').optional(),
  TRUSTED_PROXIES: addressList.default([]),
  COMPANY_NAME: z
    .string()
    .trim()
    .regex(/^.{1,100}$/u, 'must have 1 to 100 characters')
    .default('the company'),
  AUTH_REVEAL_EXISTING: flag.default(true),
  ESTABLISHED_YEAR_MAX: wholeNumber(1900, 2200).optional(),
  COLLECT_BVN: flag.default(true),
  OFFLINE_FORMS: flag.default(true),
  FORM_LIMITS_FACTOR: factor.default(1),
  DEMO_DATA: flag.optional(),
  ADMIN_EMAIL: z.email(emailMessage).max(254, emailMessage).optional(),
  ADMIN_PASSWORD: z.string().superRefine(refuseWeakPassword).optional(),
  S3_ENDPOINT: urlWith(['http:', 'https:'], 'https://s3.eu-west-1.amazonaws.com').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  VAULT_MASTER_KEY: z.string().regex(vaultKeyForm, vaultKeyMessage).optional(),
  VAULT_MASTER_KEY_FILE: z.string().optional(),
  VAULT_PREVIOUS_KEYS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((keys) => keys.every((key) => vaultKeyForm.test(key)), vaultKeyMessage)
    .default([]),
  AUDIT_WITNESS: z
    .string()
    .refine(
      isAuditWitness,
      'must be mailto:audit@example.org, rfc3161+https://tsa.example.org, s3: or s3+https://KEY:SECRET@host/bucket',
    )
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  SETTLEMENT_ALARM_EMAIL: z.email(emailMessage).max(254, emailMessage).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .optional(),
})

export interface Environment {
  production: boolean
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  /** An origin; when unset, the address that the server listens on. */
  siteUrl: string | undefined
  publishableKey: string | undefined
  secretKey: string | undefined
  jwtSecret: string | undefined
  smtpUrl: string | undefined
  /** Whether the mail server is spoken to over TLS. */
  smtpTls: SmtpTls
  mailBounceSecret: string | undefined
  mailReplySecret: string | undefined
  mailFrom: string | undefined
  /** Where short messages go: a folder of files stands in for a provider. Unset: none are written. */
  smsUrl: string | undefined
  trustedProxies: string[]
  companyName: string
  authRevealExisting: boolean
  establishedYearMax: number | undefined
  /** False: no BVN is collected from investors (decision 68). */
  collectBvn: boolean
  /** False: no device opens a form without a line any more. */
  offlineForms: boolean
  /** How many times the usual number of requests the public forms take from one address, device or account. */
  formLimitsFactor: number
  demoData: boolean
  admin: { email: string; password: string } | undefined
  /** Unset: objects are files under dataDir. */
  s3:
    | { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined
  /** Base64 of 32 bytes; unset in an evaluation, which makes one for itself. */
  vaultMasterKey: string | undefined
  /** Where the master key is read from when it is not in the environment; absolute. */
  vaultMasterKeyFile: string | undefined
  /** Master keys that still open what they wrapped, until `npm run vault:rotate` has wrapped it again. */
  vaultPreviousKeys: string[]
  /** Where the heads of the audit trail go (server/admin/audit/choose-witness.ts). Unset: a mailbox of the company. */
  auditWitness: string | undefined
  /** How long everything but /readyz is still served after the signal to stop. */
  drainSeconds: number
  /** A mailbox of nobody in the admin area: confirms a change of the bank account where nobody else here can. */
  settlementAlarmEmail: string | undefined
  metricsToken: string | undefined
  logLevel: string
  /** What the operator has weakened on purpose: said once at the start. */
  warnings: string[]
}

/** Reads the variables (an empty one counts as unset); throws an EnvironmentError that names every wrong one. */
export function readEnvironment(environment: Record<string, string | undefined>): Environment {
  const misspelt = findMisspelt(
    Object.keys(environment).filter((name) => environment[name] !== ''),
    [...Object.keys(schema.shape), ...secretFileNames],
  )
  if (misspelt)
    throw new EnvironmentError(
      `${misspelt.wrong} is no setting: ${misspelt.meant} is (if another program needs that name, unset it here)`,
    )
  const variables = inOneLine(() => readSecretFiles(environment))
  const input = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, variables[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new EnvironmentError(describeIssues(parsed.error))
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  const refusal = findRefusal(values, production)
  if (refusal) throw new EnvironmentError(refusal)
  const { DATABASE_URL, SMTP_URL } = values
  const database = DATABASE_URL && production ? inOneLine(() => secureDatabaseUrl(DATABASE_URL)) : undefined
  const smtp = SMTP_URL ? inOneLine(() => secureSmtpUrl(SMTP_URL, production)) : undefined
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: database?.url ?? DATABASE_URL,
    siteUrl: values.SITE_URL,
    publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
    secretKey: values.SUPABASE_SECRET_KEY,
    jwtSecret: values.JWT_SECRET,
    smtpUrl: smtp?.url,
    smtpTls: smtp?.tls ?? 'offered',
    mailBounceSecret: values.MAIL_BOUNCE_SECRET,
    mailReplySecret: values.MAIL_REPLY_SECRET,
    mailFrom: values.MAIL_FROM,
    smsUrl: values.SMS_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    companyName: values.COMPANY_NAME,
    authRevealExisting: values.AUTH_REVEAL_EXISTING,
    establishedYearMax: values.ESTABLISHED_YEAR_MAX,
    collectBvn: values.COLLECT_BVN,
    offlineForms: values.OFFLINE_FORMS,
    formLimitsFactor: values.FORM_LIMITS_FACTOR,
    demoData: values.DEMO_DATA ?? !production,
    admin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    s3: readS3(values),
    vaultMasterKey: values.VAULT_MASTER_KEY,
    vaultMasterKeyFile: values.VAULT_MASTER_KEY_FILE && resolve(values.VAULT_MASTER_KEY_FILE),
    vaultPreviousKeys: values.VAULT_PREVIOUS_KEYS,
    auditWitness: values.AUDIT_WITNESS,
    drainSeconds: values.DRAIN_SECONDS,
    settlementAlarmEmail:
      values.SETTLEMENT_ALARM_EMAIL ??
      // In an evaluation its mails are read on the page of the mailbox.
      (production || values.SMTP_URL ? undefined : evaluationAlarmEmail),
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    warnings: [database?.warning, smtp?.warning].filter((warning) => warning !== undefined),
  }
}

function inOneLine<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new EnvironmentError((error as Error).message)
  }
}

const auditWitnessForms = [
  /^mailto:[^\s<>@?]+@[^\s<>@?]+$/,
  /^rfc3161\+https?:\/\/[^\s#]+(#[0-9a-f]{64}(,[0-9a-f]{64})*)?$/,
  /^s3:$/,
  /^s3\+https?:\/\/[^\s/:@]+:[^\s/@]+@[^\s/@]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\?[^\s#]*)?$/,
]

function isAuditWitness(text: string): boolean {
  return auditWitnessForms.some((form) => form.test(text))
}

function readS3(values: z.infer<typeof schema>): Environment['s3'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION = 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

// Values that stand in Supabase's public documentation and local set-up: anyone who uses them has no secret.
const publicSecrets = new Set([
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
])

function findRefusal(values: z.infer<typeof schema>, production: boolean): string | undefined {
  if (Boolean(values.ADMIN_EMAIL) !== Boolean(values.ADMIN_PASSWORD))
    return 'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both, or neither'
  const s3 = [values.S3_ENDPOINT, values.S3_BUCKET, values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY]
  if (s3.some(Boolean) && !s3.every(Boolean))
    return 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all, or none'
  if (values.AUDIT_WITNESS === 's3:' && !s3.every(Boolean))
    return 'AUDIT_WITNESS=s3: needs S3_ENDPOINT and its bucket: set them, or name a bucket of its own'
  if (values.VAULT_MASTER_KEY && values.VAULT_MASTER_KEY_FILE)
    return 'VAULT_MASTER_KEY and VAULT_MASTER_KEY_FILE are two ways to say the same: set one of them'
  if (!production) return values.EVALUATION ? undefined : findPublication(values)
  if (values.EVALUATION)
    return 'EVALUATION is not for production: unset it, or do not set NODE_ENV=production'
  if (values.DEMO_DATA)
    return 'DEMO_DATA is for evaluations only: unset it, or do not set NODE_ENV=production'
  for (const name of ['JWT_SECRET', 'SUPABASE_SECRET_KEY', 'SUPABASE_PUBLISHABLE_KEY'] as const)
    if (publicSecrets.has(values[name] ?? ''))
      return `${name} is a published example: choose a secret of your own`
  if (!values.SITE_URL)
    return 'SITE_URL is needed in production, for example https://www.example.com: links in mails start with it'
  if (values.SITE_URL.startsWith('http:') && !isLocalOrigin(values.SITE_URL))
    return 'SITE_URL must start with https:// in production'
  return undefined
}

/** Who forgets NODE_ENV=production must not show an evaluation, with its mailbox, to the world. */
function findPublication({ SITE_URL, HOST }: z.infer<typeof schema>): string | undefined {
  const what =
    SITE_URL?.startsWith('https:') && !isLocalOrigin(SITE_URL)
      ? `SITE_URL ${SITE_URL}`
      : isLoopbackHost(HOST)
        ? undefined
        : `HOST ${HOST}`
  return (
    what &&
    `${what} is for others to reach, and this is an evaluation: set NODE_ENV=production, or EVALUATION=true to show one on purpose`
  )
}

const isLoopbackHost = (host: string) => ['localhost', '::1'].includes(host) || /^127(\.\d+){3}$/.test(host)

function isLocalOrigin(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}

// The first of each variable's; the value itself is never repeated: it may be a secret.
function describeIssues(error: z.ZodError): string {
  const first = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const name = path.join('.')
    if (!first.has(name)) first.set(name, message)
  }
  return [...first].map(([name, message]) => `${name} ${message}`).join('; ')
}

function isAddressOrBlock(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (!family || rest.length) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** The addresses of a list like TRUSTED_PROXIES, ready to be matched. */
export function readAddresses(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    if (entry === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4')
      list.addAddress('::1', 'ipv6')
      continue
    }
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
