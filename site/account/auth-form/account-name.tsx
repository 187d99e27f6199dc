/** Names the account to a password manager, which files the password of the same form under it. */
export function AccountName({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} />
}
