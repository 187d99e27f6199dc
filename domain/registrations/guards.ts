/** Answers by which a person is reached, paid or recognised: changed with a code to the contact on record, or by staff. */

export type Guard = 'email' | 'phone' | 'bank' | 'bvn' | 'identity' | 'wallet'

const guards: Readonly<Record<string, Guard>> = {
  email: 'email',
  noEmail: 'email',
  companyEmail: 'email',
  contactPersonEmail: 'email',
  phone: 'phone',
  phoneNumber: 'phone',
  alternativePhone: 'phone',
  companyPhone: 'phone',
  contactPersonPhone: 'phone',
  guardianPhone: 'phone',
  bankName: 'bank',
  accountNumber: 'bank',
  bvn: 'bvn',
  validIdType: 'identity',
  idNumber: 'identity',
  // A company is recognised by its numbers as a person by their ID.
  registrationNumber: 'identity',
  taxId: 'identity',
  sidraWalletAddress: 'wallet',
}

/** The database goes by it (private.registration_fields); null: the answer is changed without a code. */
export function findGuard(field: string): Guard | null {
  return (Object.hasOwn(guards, field) && guards[field]) || null
}
