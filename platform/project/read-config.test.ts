import { describe, expect, test } from 'vitest'
import { settingsFrom } from './project-settings.ts'
import { readConfig } from './read-config.ts'

const refusal = (toml: string, variables = {}) => {
  try {
    readConfig(toml, variables)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it was not refused')
}

describe('what is wrong is one clear line', () => {
  test.each([
    ['[auth', /^config\.toml is no TOML: .+ \(line 1, column \d+\)$/],
    ['[auth]\njwt_expiry = "soon"', 'config.toml: auth.jwt_expiry must be a whole number from 30 to 604800'],
    ['[auth]\njwt_expiry = 3.5', 'config.toml: auth.jwt_expiry must be a whole number from 30 to 604800'],
    ['[api]\nport = 99999', 'config.toml: api.port must be a whole number from 0 to 65535'],
    ['[api]\nschemas = "public"', 'config.toml: api.schemas must be a list of texts'],
    ['auth = 5', 'config.toml: auth must be a table of settings'],
    ['[auth]\nenable_signup = "perhaps"', 'config.toml: auth.enable_signup must be true or false'],
    [
      '[auth]\nsite_url = "home"',
      'config.toml: auth.site_url must be an address such as http://127.0.0.1:3000',
    ],
    [
      '[auth.email]\nmax_frequency = "often"',
      'config.toml: auth.email.max_frequency must be a duration such as "1s" or "5m"',
    ],
    [
      '[storage]\nfile_size_limit = "big"',
      'config.toml: storage.file_size_limit must be a size such as "50MiB"',
    ],
    [
      '[auth]\npassword_requirements = "hard"',
      /^config\.toml: auth\.password_requirements must be one of "", "letters_digits"/,
    ],
    ['[storage.buckets.a]\npublic = 3', 'config.toml: storage.buckets.a.public must be true or false'],
  ])('%j', (toml, sentence) => {
    expect(refusal(toml)).toMatch(sentence)
  })

  test('a secret is never repeated', () => {
    expect(refusal('[auth]\njwt_secret = "hunter2"')).toBe(
      'config.toml: auth.jwt_secret must have at least 32 characters',
    )
  })

  test('a provider that is switched on needs what it refers to', () => {
    const toml = '[auth.external.github]\nenabled = true\nclient_id = "a"\nsecret = "env(GITHUB_SECRET)"'
    expect(refusal(toml)).toBe(
      'config.toml: auth.external.github.secret needs the environment variable GITHUB_SECRET',
    )
    const { config } = readConfig(toml, { GITHUB_SECRET: 'b' })
    expect(settingsFrom(config).providers).toEqual({ github: { clientId: 'a', clientSecret: 'b' } })
    expect(readConfig(toml.replace('true', 'false'), {}).config.auth.external.github?.enabled).toBe(false)
  })
})

describe('what is left out is reported', () => {
  test('unknown keys, in one line, wherever they stand', () => {
    const toml = '[api]\nport = 1\nspeed = "fast"\n[auth.email]\ncolour = 1\n[moon]\nfull = true'
    expect(readConfig(toml, {}).warnings).toEqual([
      'config.toml: unknown and ignored: api.speed, auth.email.colour, moon',
    ])
  })

  test('what other programs read is no news, unless it is switched on and would be missed', () => {
    const toml = '[studio]\nport = 1\n[db]\nmajor_version = 17\n[auth.sms]\nenable_signup = false'
    expect(readConfig(toml, {}).warnings).toEqual([])
    expect(
      readConfig('[auth.hook.custom_access_token]\nenabled = true\nuri = "pg-functions://a/b/c"', {})
        .warnings,
    ).toEqual(['config.toml: auth.hook is switched on, but not served here'])
  })
})

describe('what is there', () => {
  test('nothing at all is upstream’s defaults', () => {
    const { config, warnings } = readConfig('', {})
    expect(warnings).toEqual([])
    expect(config.api).toMatchObject({ port: 54321, schemas: ['public', 'graphql_public'], max_rows: 1000 })
    expect(settingsFrom(config)).toMatchObject({
      siteUrl: 'http://127.0.0.1:3000',
      autoconfirm: true,
      signUpEnabled: true,
      anonymousSignInEnabled: false,
      passwords: { minLength: 6, requiredCharacters: [] },
    })
  })

  test('sizes, durations and texts from the environment', () => {
    const { config } = readConfig(
      '[api]\nport = "env(PORT)"\n[storage]\nfile_size_limit = "1.5MB"\n[auth.email]\nmax_frequency = "1m30s"\nenable_confirmations = "env(CONFIRM)"',
      { PORT: '4000', CONFIRM: 'true' },
    )
    expect(config.api.port).toBe(4000)
    expect(config.storage.file_size_limit).toBe(1_572_864)
    expect(config.auth.email).toMatchObject({ max_frequency: 90, enable_confirmations: true })
  })

  test('what short messages may cost, and how long their codes work', () => {
    const { config, warnings } = readConfig(
      '[auth.rate_limit]\nsms_sent = 7\n[auth.sms]\nenable_signup = false\nmax_frequency = "60s"\notp_expiry = 600\n[auth.sms.twilio]\nenabled = false',
      {},
    )
    expect(warnings).toEqual([])
    expect(settingsFrom(config)).toMatchObject({
      smsOtpExpirySeconds: 600,
      limits: { smsOfProject: { count: 7, windowSeconds: 3600 }, secondsBetweenSms: 60 },
    })
  })

  test.each([
    ['', 'aaaaaa', []],
    ['letters_digits', 'aaaaaa', ['digits']],
    ['lower_upper_letters_digits', 'aaaa11', ['upper']],
    ['lower_upper_letters_digits_symbols', 'aaAA11', ['symbols']],
  ])('password requirements "%s"', (requirement, password, lacking) => {
    const { config } = readConfig(`[auth]\npassword_requirements = "${requirement}"`, {})
    const { requiredCharacters } = settingsFrom(config).passwords
    const missing = requiredCharacters.filter((set) => ![...password].some((one) => set.includes(one)))
    expect(missing).toHaveLength(lacking.length)
  })
})
