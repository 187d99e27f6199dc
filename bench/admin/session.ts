// The admin of the application, signed in with a second factor as exports demand it.
import { TOTP } from 'otpauth'

export interface AdminSession {
  accessToken: string
  /** As the site stores it in the browser. */
  stored: string
}

interface ApiClient {
  url: string
  publishableKey: string
}

export async function signInAdmin(
  { url, publishableKey }: ApiClient,
  account: { email: string; password: string },
): Promise<AdminSession> {
  const request = async <Answer>(
    path: string,
    body: object,
    accessToken?: string,
    method = 'POST',
  ): Promise<Answer> => {
    const response = await fetch(`${url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`the admin could not sign in: ${response.status} of ${path}`)
    return (await response.json()) as Answer
  }
  const { access_token: weak } = await request<{ access_token: string }>('token?grant_type=password', account)
  // A first factor requires the password once more.
  await request('user', { current_password: account.password }, weak, 'PUT')
  const factor = await request<{ id: string; totp: { secret: string } }>(
    'factors',
    { factor_type: 'totp', friendly_name: 'bench' },
    weak,
  )
  const challenge = await request<{ id: string }>(`factors/${factor.id}/challenge`, {}, weak)
  const code = new TOTP({ secret: factor.totp.secret }).generate()
  const session = await request<{ access_token: string }>(
    `factors/${factor.id}/verify`,
    { challenge_id: challenge.id, code },
    weak,
  )
  return { accessToken: session.access_token, stored: JSON.stringify(session) }
}
