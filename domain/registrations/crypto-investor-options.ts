/** What crypto investors choose from, with the words of each option. */

export const cryptoExperiences = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'experienced', label: 'Experienced' },
  { value: 'expert', label: 'Expert' },
] as const

/** In SIDRA. A custom amount is its own min and max (decision 71). */
export const cryptoInvestmentAmounts = [
  { value: '20-100', label: '20 to 100 SIDRA', min: 20, max: 100 },
  { value: '100-500', label: '100 to 500 SIDRA', min: 100, max: 500 },
  { value: '500-1000', label: '500 to 1,000 SIDRA', min: 500, max: 1000 },
  { value: '1000-5000', label: '1,000 to 5,000 SIDRA', min: 1000, max: 5000 },
  { value: '5000-10000', label: '5,000 to 10,000 SIDRA', min: 5000, max: 10_000 },
  { value: '10000-50000', label: '10,000 to 50,000 SIDRA', min: 10_000, max: 50_000 },
  { value: 'above-50000', label: 'Above 50,000 SIDRA', min: 50_000, max: null },
  { value: 'custom', label: 'Custom amount', min: null, max: null },
] as const
