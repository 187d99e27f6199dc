/** What farmers, buyers and investors have in common: the statuses of a registration. */
import type { StatusMachine } from './status-machines.ts'

export const registrationStatuses = ['pending', 'approved', 'declined'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const registrationMachine: StatusMachine<RegistrationStatus> = {
  statuses: registrationStatuses,
  initial: 'pending',
  transitions: { pending: ['approved', 'declined'], approved: [], declined: [] },
}

export const registrationTables = ['farmers', 'buyers', 'investors'] as const
export type RegistrationTable = (typeof registrationTables)[number]

/** Applications of the public forms: the same statuses, decided by staff in the same way. */
export const applicationTables = ['partnership_applications', 'job_applications'] as const
export type ApplicationTable = (typeof applicationTables)[number]
