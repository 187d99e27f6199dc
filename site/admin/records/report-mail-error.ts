/** What went wrong with a mail, in words for staff; what another server said is passed on as it is. */
export function reportMailError(error: string | null): string | null {
  if (error === 'suppressed') return 'We do not write to this address (see the list under Mails).'
  const [, status] = error?.match(/^bounced (\S+)$/) ?? []
  return status ? `It came back from the other server (${status}).` : error
}
