/** What individual investors choose from, with the words of each option. */

export const annualIncomes = [
  { value: 'under-2m', label: 'Under ₦2 million' },
  { value: '2m-5m', label: '₦2 million to ₦5 million' },
  { value: '5m-10m', label: '₦5 million to ₦10 million' },
  { value: '10m-20m', label: '₦10 million to ₦20 million' },
  { value: 'above-20m', label: 'Above ₦20 million' },
] as const

/** min and max: what the record holds for the code, in naira; max null is without an upper end. */
export const individualInvestmentAmounts = [
  { value: 'under-500k', label: 'Under ₦500,000', min: 0, max: 500_000 },
  { value: '500k-1m', label: '₦500,000 to ₦1 million', min: 500_000, max: 1_000_000 },
  { value: '1m-5m', label: '₦1 million to ₦5 million', min: 1_000_000, max: 5_000_000 },
  { value: '5m-10m', label: '₦5 million to ₦10 million', min: 5_000_000, max: 10_000_000 },
  { value: 'above-10m', label: 'Above ₦10 million', min: 10_000_000, max: null },
] as const

/** Decision 66. */
export const investmentExperiences = [
  { value: 'none', label: 'None' },
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'experienced', label: 'Experienced' },
  { value: 'expert', label: 'Expert' },
] as const
