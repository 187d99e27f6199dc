// GET /settings, /health and /.well-known/jwks.json: what anybody may know about this service.
import type { AuthContext } from './context.ts'

export function getSettings({ settings }: Pick<AuthContext, 'settings'>): Response {
  return Response.json({
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: !settings.signUpEnabled,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

export function getHealth(): Response {
  return Response.json({
    version: 'house',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}

/** The client library keeps the key set for ten minutes. */
export function getKeySet({ tokens }: Pick<AuthContext, 'tokens'>): Response {
  return Response.json({ keys: tokens.publicKeys }, { headers: { 'cache-control': 'public, max-age=600' } })
}
