/** Whether its owner may change answers unasked now; the database decides. */
export function isChangeable(registration: {
  status: string
  correction: object | null
  consentWithdrawnAt: string | null
}): boolean {
  const { status, correction, consentWithdrawnAt } = registration
  return status === 'pending' && correction === null && consentWithdrawnAt === null
}
