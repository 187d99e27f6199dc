/** What the forms of investors offer to choose from, each list for more than one of them. */

export const investmentInterests = [
  { value: 'crop-production', label: 'Crop production' },
  { value: 'livestock', label: 'Livestock' },
  { value: 'agritech', label: 'Agritech' },
  { value: 'processing', label: 'Processing' },
  { value: 'infrastructure', label: 'Infrastructure' },
  { value: 'research', label: 'Research' },
  { value: 'general', label: 'General' },
] as const

export const riskTolerances = [
  { value: 'conservative', label: 'Conservative' },
  { value: 'moderate', label: 'Moderate' },
  { value: 'aggressive', label: 'Aggressive' },
] as const

export const validIdTypes = [
  { value: 'nin', label: 'NIN (National Identification Number)' },
  { value: 'passport', label: 'International passport' },
  { value: 'drivers-license', label: "Driver's license" },
  { value: 'voters-card', label: "Voter's card" },
] as const
