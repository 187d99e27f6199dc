// POST /token: one way in for the grants.
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { refuseIdToken, refuseWeb3 } from './not-offered.ts'
import { grantByPassword } from './token-password.ts'
import { grantByPkce } from './token-pkce.ts'
import { grantByRefreshToken } from './token-refresh.ts'

export async function token(auth: AuthContext, request: AuthRequest): Promise<Response> {
  switch (request.query.get('grant_type')) {
    case 'password':
      return grantByPassword(auth, request)
    case 'refresh_token':
      return grantByRefreshToken(auth, request)
    case 'pkce':
      return grantByPkce(auth, request)
    case 'id_token':
      return refuseIdToken(auth, request)
    case 'web3':
      return refuseWeb3()
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}
