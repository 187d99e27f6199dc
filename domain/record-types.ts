/** Kinds of records that people send, by the names of their tables: what registrations and the admin area share. */

export const registrationRecordTypes = ['farmers', 'training_enrolments', 'buyers', 'investors'] as const
export type RegistrationRecordType = (typeof registrationRecordTypes)[number]

export function isRegistrationRecord(type: string): type is RegistrationRecordType {
  return registrationRecordTypes.some((known) => known === type)
}

/** Applications of the public forms: the same statuses, decided by staff in the same way. */
export const applicationTables = ['partnership_applications', 'job_applications'] as const
