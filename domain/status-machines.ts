/** A status machine as data: which status may follow which. The rows that the database obeys are generated from it. */
export interface StatusMachine<Status extends string> {
  statuses: readonly Status[]
  initial: Status
  transitions: Readonly<Record<Status, readonly Status[]>>
}

export function canChangeStatus<Status extends string>(
  machine: StatusMachine<Status>,
  from: string,
  to: string,
): boolean {
  const known = machine.statuses.find((status) => status === from)
  return known !== undefined && machine.transitions[known].some((next) => next === to)
}

export const statusLabels: Record<string, string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  completed: 'Completed',
}

/** What the badge says; an unknown status is displayed as Pending. */
export function describeStatus(status: string | null | undefined): string {
  return (Object.hasOwn(statusLabels, status ?? '') && statusLabels[status ?? '']) || 'Pending'
}
