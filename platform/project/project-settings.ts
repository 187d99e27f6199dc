// From a project's config.toml to the platform's own settings; one way, for any project and for this application.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { JWK } from 'jose'
import type { LimitSettings, PlatformSettings, ProviderSettings } from '../settings.ts'
import type { ProjectConfig } from './config-schema.ts'
import { ProjectError } from './project-error.ts'
import { publishedKeys, publishedSecret } from './published-keys.ts'

type FromConfig = Pick<
  PlatformSettings,
  | 'siteUrl'
  | 'redirectAllowList'
  | 'jwtExpirySeconds'
  | 'signUpEnabled'
  | 'emailEnabled'
  | 'autoconfirm'
  | 'confirmChangeFromBothMailboxes'
  | 'otpExpirySeconds'
  | 'otpLength'
  | 'smsOtpExpirySeconds'
  | 'refreshTokenReuseSeconds'
  | 'refreshTokenRotationEnabled'
  | 'requireReauthentication'
  | 'anonymousSignInEnabled'
  | 'manualLinkingEnabled'
  | 'providers'
  | 'schemas'
  | 'extraSearchPath'
  | 'maxRows'
> & {
  factors: Pick<
    PlatformSettings['factors'],
    | 'totpEnrollEnabled'
    | 'totpVerifyEnabled'
    | 'webAuthnEnrollEnabled'
    | 'webAuthnVerifyEnabled'
    | 'relyingParty'
    | 'maxFactors'
  >
  passwords: Pick<PlatformSettings['passwords'], 'minLength' | 'requiredCharacters'>
  limits: Pick<
    LimitSettings,
    | 'callsPerClient'
    | 'signInsPerClient'
    | 'refreshesPerClient'
    | 'verificationsPerClient'
    | 'anonymousPerClient'
    | 'signUpsPerClient'
    | 'mailsOfProject'
    | 'secondsBetweenMails'
    | 'smsOfProject'
    | 'secondsBetweenSms'
  >
}

export function settingsFrom({ api, auth }: ProjectConfig): FromConfig {
  const { email, sms, mfa, webauthn, rate_limit: limit } = auth
  return {
    siteUrl: auth.site_url.replace(/\/+$/, ''),
    redirectAllowList: auth.additional_redirect_urls,
    jwtExpirySeconds: auth.jwt_expiry,
    signUpEnabled: auth.enable_signup,
    emailEnabled: email.enable_signup,
    autoconfirm: !email.enable_confirmations,
    confirmChangeFromBothMailboxes: email.double_confirm_changes,
    otpExpirySeconds: email.otp_expiry,
    otpLength: email.otp_length,
    smsOtpExpirySeconds: sms.otp_expiry,
    refreshTokenReuseSeconds: auth.refresh_token_reuse_interval,
    refreshTokenRotationEnabled: auth.enable_refresh_token_rotation,
    requireReauthentication: email.secure_password_change,
    anonymousSignInEnabled: auth.enable_anonymous_sign_ins,
    manualLinkingEnabled: auth.enable_manual_linking,
    providers: providersFrom(auth.external),
    schemas: api.schemas,
    extraSearchPath: api.extra_search_path,
    maxRows: api.max_rows,
    factors: {
      totpEnrollEnabled: mfa.totp.enroll_enabled,
      totpVerifyEnabled: mfa.totp.verify_enabled,
      webAuthnEnrollEnabled: mfa.web_authn.enroll_enabled,
      webAuthnVerifyEnabled: mfa.web_authn.verify_enabled,
      relyingParty: {
        ...(webauthn.rp_id && { id: webauthn.rp_id }),
        ...(webauthn.rp_origins.length > 0 && { origins: webauthn.rp_origins }),
        ...(webauthn.rp_display_name && { name: webauthn.rp_display_name }),
      },
      maxFactors: mfa.max_enrolled_factors,
    },
    passwords: {
      minLength: auth.minimum_password_length,
      requiredCharacters: characterSets[auth.password_requirements],
    },
    limits: {
      // Ours beside them: all calls of one address share one more limit. Not read: web3 (not offered).
      mailsOfProject: { count: limit.email_sent, windowSeconds: 3600 },
      smsOfProject: { count: limit.sms_sent, windowSeconds: 3600 },
      callsPerClient: {
        count: Math.max(limit.token_refresh, limit.sign_in_sign_ups, limit.token_verifications),
        windowSeconds: 300,
      },
      signInsPerClient: { count: limit.sign_in_sign_ups, windowSeconds: 300 },
      signUpsPerClient: { count: limit.sign_in_sign_ups, windowSeconds: 300 },
      refreshesPerClient: { count: limit.token_refresh, windowSeconds: 300 },
      verificationsPerClient: { count: limit.token_verifications, windowSeconds: 300 },
      anonymousPerClient: { count: limit.anonymous_users, windowSeconds: 3600 },
      secondsBetweenMails: email.max_frequency,
      secondsBetweenSms: sms.max_frequency,
    },
  }
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'

const characterSets: Record<ProjectConfig['auth']['password_requirements'], string[]> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'],
}

/** Where the issuer goes without saying. */
const issuers: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  gitlab: 'https://gitlab.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
}

function providersFrom(external: ProjectConfig['auth']['external']): Record<string, ProviderSettings> {
  const providers: Record<string, ProviderSettings> = {}
  for (const [name, { enabled, client_id: clientId, secret: clientSecret, url }] of Object.entries(
    external,
  )) {
    if (!enabled) continue
    if (!clientId || !clientSecret)
      throw new ProjectError(`config.toml: auth.external.${name} is switched on without client_id and secret`)
    const issuer = url || issuers[name]
    if (name === 'github') providers[name] = { clientId, clientSecret, ...(url && { url }) }
    else if (name === 'google') providers[name] = { clientId, clientSecret }
    else if (issuer) providers[name] = { clientId, clientSecret, issuer }
    else
      throw new ProjectError(
        `config.toml: auth.external.${name} is not served here without the address of an OpenID Connect issuer in url`,
      )
  }
  return providers
}

type Secrets = Pick<PlatformSettings, 'jwtSecret' | 'keys' | 'signingKeys'> & {
  /** Everybody knows them: only this machine may be served. */
  published: boolean
}

/** The published local ones, unless the project brings its own. */
export async function secretsFrom(folder: string, { auth }: ProjectConfig): Promise<Secrets> {
  const own = auth.jwt_secret !== undefined && auth.jwt_secret !== publishedSecret
  const input = {
    ...(auth.publishable_key && { publishableKey: auth.publishable_key }),
    ...(auth.secret_key && { secretKey: auth.secret_key }),
    ...(auth.anon_key && { anonKey: auth.anon_key }),
    ...(auth.service_role_key && { serviceRoleKey: auth.service_role_key }),
  }
  const keys = own ? input : { ...publishedKeys, ...input }
  return {
    jwtSecret: auth.jwt_secret ?? publishedSecret,
    keys,
    // Without keys of its own a local project signs with its secret (HS256).
    signingKeys: await signingKeysFrom(folder, auth),
    published: !own || Object.values(keys).some((key) => Object.values(publishedKeys).includes(key)),
  }
}

/** Those of the file that the project names; none without it. */
export async function signingKeysFrom(
  folder: string,
  { signing_keys_path: path }: Pick<ProjectConfig['auth'], 'signing_keys_path'>,
): Promise<JWK[]> {
  if (!path) return []
  const file = resolve(folder, path)
  let keys: unknown
  try {
    keys = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ProjectError(`${file} (auth.signing_keys_path) cannot be read as JSON`, error)
  }
  if (!Array.isArray(keys) || !keys.every((key) => key && typeof key === 'object' && 'kty' in key))
    throw new ProjectError(`${file} (auth.signing_keys_path) must hold a list of JWKs`)
  return keys as JWK[]
}
