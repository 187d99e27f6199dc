// What the protocol knows and this application does not offer: single sign-on, foreign id tokens and wallets, in upstream's words.
import { z } from 'zod'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { optionalText, parseBody } from './request.ts'

export function refuseSingleSignOn(): Response {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

const idTokenBody = z.object({
  provider: optionalText,
  id_token: optionalText,
  issuer: optionalText,
  client_id: optionalText,
})

export function refuseIdToken(_auth: AuthContext, request: AuthRequest): Response {
  const body = parseBody(idTokenBody, request)
  if (!body.id_token) throw badRequest('id_token required')
  if (!body.provider && (!body.client_id || !body.issuer))
    throw badRequest('provider or client_id and issuer required')
  throw new AuthError(
    400,
    'provider_disabled',
    `Provider (issuer ${JSON.stringify(body.provider || body.issuer)}) is not enabled`,
  )
}

export function refuseWeb3(): Response {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}
