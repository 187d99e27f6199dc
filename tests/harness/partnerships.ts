/** A partnership application with its mandatory answers as the table stores them. */
export const shortPartnership = {
  partnershipType: 'strategic',
  companyName: 'Ada Foods',
  contactPerson: 'Ada Obi',
  email: 'ada@example.com',
  phone: '+2348031234567',
  country: 'Nigeria',
  businessDescription: 'Shops',
}
