// Who makes a request, as the database sees it.

export type Role = 'anon' | 'authenticated' | 'service_role'

/** The database role to become, and the JWT claims as JSON text for `request.jwt.claims`. */
export interface Caller {
  role: Role
  claims: string
}
