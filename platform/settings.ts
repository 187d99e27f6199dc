// Every setting of the services, with its default, as data; `completeSettings` fills in what is missing.
import type { JWK } from 'jose'

/** What the client library identifies itself with: two opaque keys, and the two JWTs that older clients send. */
export interface ApiKeys {
  /** sb_publishable_…: public, makes the caller `anon`. */
  publishableKey: string
  /** sb_secret_…: for servers alone, makes the caller `service_role`. */
  secretKey: string
  anonKey: string
  serviceRoleKey: string
}

/** At most `count` in `windowSeconds`. */
export interface Limit {
  count: number
  windowSeconds: number
}

export interface PasswordSettings {
  /** Counted in characters (code points), as people count. */
  minLength: number
  maxLength: number
  /** One character of each set must occur. */
  requiredCharacters: string[]
  /** The passwords that most people use are refused, as upstream refuses those that it knows from leaks. */
  refuseCommon: boolean
  /** argon2id: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
  memoryKib: number
  passes: number
  /** How many passwords are hashed at the same time; the rest wait. 0: one less than there are cores. */
  concurrent: number
}

export interface LimitSettings {
  /** All auth calls of one address (a /64 for IPv6). Generous: carriers put thousands behind one address. */
  callsPerClient: Limit
  /** For one address too, each kind apart: passwords and sign-ups, refreshed sessions, links and codes. */
  signInsPerClient: Limit
  refreshesPerClient: Limit
  verificationsPerClient: Limit
  anonymousPerClient: Limit
  signUpsPerClient: Limit
  /** Mails that anybody can make us send to one mailbox. */
  mailsPerMailbox: Limit
  /** Mails of the whole project, in this process; null: no such limit. */
  mailsOfProject: Limit | null
  /** Between two of the same kind to one mailbox. */
  secondsBetweenMails: number
  /** Short messages to one number, and those that one account requests: each costs money. */
  smsPerNumber: Limit
  /** For the whole project, in this process. */
  smsOfProject: Limit
  /** Between two to one number, and between two that one account requests. */
  secondsBetweenSms: number
  /** Failed sign-ins from one address to one account, after which each further one waits twice as long. */
  failedSignIns: BackOff
  /** The same for one account from anywhere: looser and with a short wait, so that nobody can lock others out. */
  failedSignInsFromAnywhere: BackOff
  /** Wrong 6-digit codes, after which the code is void (its link stays good). */
  wrongCodes: number
  /** Wrong codes of a second factor, for each account. */
  wrongFactorCodes: BackOff
  /** Wrong recovery codes, for each account. */
  wrongRecoveryCodes: BackOff
}

export interface BackOff {
  free: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  windowSeconds: number
}

export interface FactorSettings {
  totpEnrollEnabled: boolean
  totpVerifyEnabled: boolean
  webAuthnEnrollEnabled: boolean
  webAuthnVerifyEnabled: boolean
  /** The site that passkeys are made for; what is missing follows from `siteUrl`. */
  relyingParty: { id?: string; origins?: string[]; name?: string }
  recoveryCodesEnabled: boolean
  /** For each account, all kinds together. */
  maxFactors: number
  challengeExpirySeconds: number
  /** Within it an enrolment has to be finished with a first code. */
  enrollmentExpirySeconds: number
}

/** An outside provider, by which people sign in: `google`, `github`, or any name with an OpenID Connect issuer. */
export interface ProviderSettings {
  clientId: string
  clientSecret: string
  /** For OpenID Connect; `google` and `github` need none. */
  issuer?: string
  /** Unset: openid, email and profile (`github`: user:email). */
  scopes?: string[]
  /** `github` alone, for GitHub Enterprise: where its pages are, and its API when that is not below them. */
  url?: string
  apiUrl?: string
}

export interface PlatformSettings {
  /** The site's origin: where links end when they name no allowed address. */
  siteUrl: string
  /** Where these services are reached from outside; mails link to it. Defaults to siteUrl. */
  apiUrl: string
  /**
   * The path of a page of the site that verifies a mailed link by a press (POST /verify with `token_hash`). Mails link to
   * it, and GET /verify leads there without using the link up. Unset: GET /verify signs in at once, as upstream.
   */
  confirmationPage: string | undefined
  /** A sign-up that is confirmed in another browser than it was begun in loses the password that it chose. */
  bindSignUps: boolean
  /** The same sign-up again, between two mails, is answered as the first was, without a mail. Upstream answers 429. */
  answerRepeatedSignUps: boolean
  /** Further addresses that links may lead to; `*` stands for one part of a name or path, `**` for any number. */
  redirectAllowList: string[]
  /** At least 32 random characters: keys and passwords are derived from it. */
  jwtSecret: string
  /**
   * Private JWKs. The first signs, all verify. Unset: one ES256 key derived from jwtSecret, so that every server
   * process signs with the same. An empty list: HS256 with jwtSecret.
   */
  signingKeys: JWK[] | undefined
  /** Unset: derived from jwtSecret. */
  keys: Partial<ApiKeys>
  jwtAudience: string
  jwtExpirySeconds: number
  /** New accounts, of any kind. */
  signUpEnabled: boolean
  /** Sign-up and sign-in by address: by password, link or code. */
  emailEnabled: boolean
  /** A sign-up is confirmed at once, without a mail. */
  autoconfirm: boolean
  /** A sign-up with a registered address says so (true), or answers as if it were new (false). */
  revealExisting: boolean
  /** A change of address is confirmed from both mailboxes. */
  confirmChangeFromBothMailboxes: boolean
  otpExpirySeconds: number
  otpLength: number
  /** For codes that are texted. */
  smsOtpExpirySeconds: number
  pkceExpirySeconds: number
  /** Within it a refresh token that was just used answers with its successor again: the first answer may be lost. */
  refreshTokenReuseSeconds: number
  /** Each refresh token is good once. Without it one token serves a session to its end. */
  refreshTokenRotationEnabled: boolean
  endOtherSessionsOnPasswordChange: boolean
  /**
   * Every request of a user is answered as long as the session of its token stands, and no longer; a user's token
   * that names no session is refused. Off as upstream, where a token is good until it runs out.
   */
  sessionsChecked: boolean
  /**
   * A second factor that is shown opens a session in place of the one that requested it, whose tokens all end; a factor that
   * goes ends the other sessions that it had raised. Off as upstream, where a session is raised and lowered.
   */
  newSessionAtStepUp: boolean
  /** A new password in a session older than a day needs the code of a mail (GET /reauthenticate). */
  requireReauthentication: boolean
  /**
   * A new password requires the present one (`current_password` of PUT /user), but in a session that a recovery link has
   * opened and for accounts without a password. Upstream: GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD.
   */
  requireCurrentPassword: boolean
  /** A first second factor requires the present password or a mailed code, shown by PUT /user some minutes before. */
  reauthenticateFirstFactor: boolean
  /** Changes of password, address, number, factors, recovery codes and identities are mailed to the account's owner. */
  securityNotices: boolean
  anonymousSignInEnabled: boolean
  /** A signed-in person may add an outside provider to the account. */
  manualLinkingEnabled: boolean
  factors: FactorSettings
  providers: Record<string, ProviderSettings>
  /** Answers that must not distinguish a known address from an unknown one take at least this long. */
  neutralAnswerMs: number
  userMetadataBytes: number
  passwords: PasswordSettings
  limits: LimitSettings
  /** rest: exposed schemas, the first is the default. */
  schemas: string[]
  /** rest: the schemas behind the active one on each request's search_path. */
  extraSearchPath: string[]
  /** rest: the maximum number of rows that one answer may hold. */
  maxRows: number
  /**
   * rest: `count=planned` and `count=estimated` count the rows that the caller may see, no further than one past this
   * number. Null: the planner's own guess, as upstream, whose histogram knows of hidden rows.
   */
  countsUpTo: number | null
  /** rest: errors do not repeat the row that broke a rule ("Failing row contains …"). Upstream shows it. */
  concealRows: boolean
  /**
   * rest, storage: what is not for everybody says `cache-control: private, no-store` (answers to anyone who is more than
   * `anon`, objects of buckets that are not public, however they are reached). Off as upstream, where rest says nothing and
   * an object what it was stored with.
   */
  privateAnswers: boolean
}

const defaultSettings = {
  confirmationPage: undefined,
  bindSignUps: false,
  answerRepeatedSignUps: false,
  redirectAllowList: [],
  signingKeys: undefined,
  keys: {},
  jwtAudience: 'authenticated',
  jwtExpirySeconds: 3600,
  signUpEnabled: true,
  emailEnabled: true,
  autoconfirm: false,
  revealExisting: true,
  confirmChangeFromBothMailboxes: true,
  otpExpirySeconds: 3600,
  otpLength: 6,
  smsOtpExpirySeconds: 60,
  pkceExpirySeconds: 300,
  refreshTokenReuseSeconds: 10,
  refreshTokenRotationEnabled: true,
  endOtherSessionsOnPasswordChange: true,
  sessionsChecked: false,
  newSessionAtStepUp: false,
  requireReauthentication: false,
  requireCurrentPassword: false,
  reauthenticateFirstFactor: false,
  securityNotices: false,
  anonymousSignInEnabled: false,
  manualLinkingEnabled: false,
  factors: {
    totpEnrollEnabled: true,
    totpVerifyEnabled: true,
    webAuthnEnrollEnabled: false,
    webAuthnVerifyEnabled: false,
    relyingParty: {},
    recoveryCodesEnabled: true,
    maxFactors: 10,
    challengeExpirySeconds: 300,
    enrollmentExpirySeconds: 300,
  },
  providers: {},
  neutralAnswerMs: 100,
  userMetadataBytes: 4096,
  passwords: {
    minLength: 8,
    maxLength: 128,
    requiredCharacters: ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'],
    refuseCommon: false,
    memoryKib: 19_456,
    passes: 2,
    concurrent: 0,
  },
  limits: {
    callsPerClient: { count: 300, windowSeconds: 300 },
    signInsPerClient: { count: 300, windowSeconds: 300 },
    refreshesPerClient: { count: 300, windowSeconds: 300 },
    verificationsPerClient: { count: 300, windowSeconds: 300 },
    anonymousPerClient: { count: 30, windowSeconds: 3600 },
    signUpsPerClient: { count: 60, windowSeconds: 300 },
    mailsPerMailbox: { count: 5, windowSeconds: 3600 },
    mailsOfProject: null,
    secondsBetweenMails: 10,
    smsPerNumber: { count: 5, windowSeconds: 3600 },
    smsOfProject: { count: 30, windowSeconds: 3600 },
    secondsBetweenSms: 60,
    failedSignIns: { free: 5, firstWaitSeconds: 2, longestWaitSeconds: 300, windowSeconds: 3600 },
    failedSignInsFromAnywhere: { free: 50, firstWaitSeconds: 1, longestWaitSeconds: 15, windowSeconds: 3600 },
    wrongCodes: 5,
    wrongFactorCodes: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 300, windowSeconds: 3600 },
    wrongRecoveryCodes: { free: 5, firstWaitSeconds: 300, longestWaitSeconds: 3600, windowSeconds: 86_400 },
  },
  schemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  maxRows: 1000,
  countsUpTo: null,
  concealRows: false,
  privateAnswers: false,
} satisfies Omit<PlatformSettings, 'siteUrl' | 'apiUrl' | 'jwtSecret'>

/** Only siteUrl and jwtSecret have no default. */
export type SettingsInput = Pick<PlatformSettings, 'siteUrl' | 'jwtSecret'> &
  Partial<Omit<PlatformSettings, 'passwords' | 'limits' | 'factors'>> & {
    passwords?: Partial<PasswordSettings>
    limits?: Partial<LimitSettings>
    factors?: Partial<FactorSettings>
  }

export function completeSettings(input: SettingsInput): PlatformSettings {
  if (input.jwtSecret.length < 32) throw new Error('jwtSecret needs at least 32 characters')
  const settings = {
    apiUrl: input.siteUrl,
    ...defaultSettings,
    ...input,
    passwords: { ...defaultSettings.passwords, ...input.passwords },
    limits: { ...defaultSettings.limits, ...input.limits },
    factors: { ...defaultSettings.factors, ...input.factors },
  }
  return { ...settings, apiUrl: settings.apiUrl.replace(/\/+$/, '') }
}
