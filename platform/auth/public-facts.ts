// GET /settings, /health and /.well-known/jwks.json: what anybody may know about this service.
import type { AuthContext } from './context.ts'

/** The providers that upstream lists, offered here or not. */
const knownProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

export function getSettings({
  settings,
  providers,
  sendSms,
}: Pick<AuthContext, 'settings' | 'providers' | 'sendSms'>): Response {
  return Response.json({
    external: {
      anonymous_users: settings.anonymousSignInEnabled,
      ...Object.fromEntries(knownProviders.map((name) => [name, false])),
      ...Object.fromEntries(providers.names.map((name) => [name, true])),
      email: settings.emailEnabled,
      // Nobody signs in by phone, also where an account can confirm its number.
      phone: false,
    },
    disable_signup: !settings.signUpEnabled,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: sendSms ? 'app' : '',
    saml_enabled: false,
  })
}

export function getHealth(): Response {
  return Response.json({
    version: 'app',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}

/** The client library caches the key set for ten minutes. */
export function getKeySet({ tokens }: Pick<AuthContext, 'tokens'>): Response {
  return Response.json({ keys: tokens.publicKeys }, { headers: { 'cache-control': 'public, max-age=600' } })
}
