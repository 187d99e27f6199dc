// What this platform reads of a project's config.toml, with the defaults of Supabase's own tools.
// https://supabase.com/docs/guides/local-development/cli/config
import { z } from 'zod'
import { byteSize, duration, flag, oneOf, text, texts, webAddress, wholeNumber } from './config-values.ts'

/** Unknown keys are found first, warned of and taken out (see read-config.ts). */
const section = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, 'must be a table of settings').prefault({} as never)

const day = 86_400

const bucket = z.strictObject({
  public: flag.default(false),
  file_size_limit: byteSize.optional(),
  allowed_mime_types: texts.default([]),
  objects_path: text.optional(),
})

const provider = z.strictObject({
  enabled: flag.default(false),
  client_id: text.default(''),
  secret: text.default(''),
  url: text.default(''),
  redirect_uri: text.default(''),
  skip_nonce_check: flag.default(false),
  email_optional: flag.default(false),
})

export const configSchema = z.strictObject({
  project_id: text.default(''),
  api: section({
    enabled: flag.default(true),
    port: wholeNumber(0, 65_535).default(54321),
    schemas: texts.default(['public', 'graphql_public']),
    extra_search_path: texts.default(['public', 'extensions']),
    max_rows: wholeNumber(1, 10_000_000).default(1000),
    external_url: text.optional(),
  }),
  db: section({
    migrations: section({ enabled: flag.default(true) }),
    seed: section({ enabled: flag.default(true), sql_paths: texts.default(['./seed.sql']) }),
  }),
  realtime: section({ enabled: flag.default(true) }),
  storage: section({
    enabled: flag.default(true),
    file_size_limit: byteSize.default(50 * 2 ** 20),
    buckets: z.record(z.string(), bucket, 'must be a table of buckets').default({}),
  }),
  auth: section({
    enabled: flag.default(true),
    site_url: webAddress.default('http://127.0.0.1:3000'),
    additional_redirect_urls: texts.default([]),
    jwt_expiry: wholeNumber(30, 7 * day).default(3600),
    jwt_secret: text.min(32, 'must have at least 32 characters').optional(),
    publishable_key: text.optional(),
    secret_key: text.optional(),
    anon_key: text.optional(),
    service_role_key: text.optional(),
    signing_keys_path: text.optional(),
    enable_signup: flag.default(true),
    enable_anonymous_sign_ins: flag.default(false),
    enable_manual_linking: flag.default(false),
    enable_refresh_token_rotation: flag.default(true),
    refresh_token_reuse_interval: wholeNumber(0, day).default(10),
    minimum_password_length: wholeNumber(6, 128).default(6),
    password_requirements: oneOf(
      '',
      'letters_digits',
      'lower_upper_letters_digits',
      'lower_upper_letters_digits_symbols',
    ).default(''),
    rate_limit: section({
      email_sent: wholeNumber(0, 1_000_000).default(2),
      sms_sent: wholeNumber(0, 1_000_000).default(30),
      anonymous_users: wholeNumber(0, 1_000_000).default(30),
      token_refresh: wholeNumber(0, 1_000_000).default(150),
      sign_in_sign_ups: wholeNumber(0, 1_000_000).default(30),
      token_verifications: wholeNumber(0, 1_000_000).default(30),
      web3: wholeNumber(0, 1_000_000).default(30),
    }),
    email: section({
      enable_signup: flag.default(true),
      enable_confirmations: flag.default(false),
      double_confirm_changes: flag.default(true),
      secure_password_change: flag.default(false),
      max_frequency: duration.default(1),
      otp_length: wholeNumber(6, 10).default(6),
      otp_expiry: wholeNumber(1, day).default(3600),
    }),
    sms: section({
      max_frequency: duration.default(5),
      otp_expiry: wholeNumber(1, day).default(60),
    }),
    mfa: section({
      max_enrolled_factors: wholeNumber(0, 100).default(10),
      totp: section({ enroll_enabled: flag.default(false), verify_enabled: flag.default(false) }),
      web_authn: section({ enroll_enabled: flag.default(false), verify_enabled: flag.default(false) }),
    }),
    webauthn: section({
      rp_id: text.default(''),
      rp_origins: texts.default([]),
      rp_display_name: text.default(''),
    }),
    external: z.record(z.string(), provider, 'must be a table of providers').default({}),
  }),
})

export type ProjectConfig = z.infer<typeof configSchema>

/** Settings of other programs, and of what is not served here: `*` stands for any one name. */
export const elsewhere = [
  'studio',
  'inbucket',
  'local_smtp',
  'analytics',
  'edge_runtime',
  'functions',
  'remotes',
  'experimental',
  'api.tls',
  'api.auto_expose_new_tables',
  'db.port',
  'db.shadow_port',
  'db.health_timeout',
  'db.major_version',
  'db.root_key',
  'db.pooler',
  'db.settings',
  'db.vault',
  'db.network_restrictions',
  'db.ssl_enforcement',
  'db.migrations.schema_paths',
  'realtime.ip_version',
  'realtime.max_header_length',
  'storage.image_transformation',
  'storage.s3_protocol',
  'storage.analytics',
  'storage.vector',
  'auth.external_url',
  'auth.jwt_issuer',
  'auth.captcha',
  'auth.sessions',
  'auth.sms.enable_signup',
  'auth.sms.enable_confirmations',
  'auth.sms.template',
  'auth.sms.test_otp',
  'auth.sms.twilio',
  'auth.sms.twilio_verify',
  'auth.sms.messagebird',
  'auth.sms.textlocal',
  'auth.sms.vonage',
  'auth.hook',
  'auth.web3',
  'auth.third_party',
  'auth.oauth_server',
  'auth.passkey',
  'auth.email.smtp',
  'auth.email.template',
  'auth.email.notification',
  'auth.mfa.phone',
] as const

/** Those among them that someone who switched them on would miss. */
export const missedWhenEnabled = [
  'auth.captcha',
  'auth.hook',
  'auth.third_party',
  'auth.web3',
  'auth.oauth_server',
]
