/** What corporate investors choose from, with the words of each option. */
import { investmentInterests } from './investor-options.ts'

export const corporateInvestorBusinessTypes = [
  { value: 'private-limited', label: 'Private limited company' },
  { value: 'public-limited', label: 'Public limited company' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'llc', label: 'Limited liability company (LLC)' },
  { value: 'sole-proprietorship', label: 'Sole proprietorship' },
  { value: 'cooperative', label: 'Cooperative' },
  { value: 'ngo', label: 'NGO' },
] as const

export const industries = [
  { value: 'agriculture', label: 'Agriculture' },
  { value: 'food-processing', label: 'Food processing' },
  { value: 'technology', label: 'Technology' },
  { value: 'finance', label: 'Finance' },
  { value: 'manufacturing', label: 'Manufacturing' },
  { value: 'retail', label: 'Retail' },
  { value: 'consulting', label: 'Consulting' },
  { value: 'other', label: 'Other' },
] as const

export const employeeCounts = [
  { value: '1-10', label: '1 to 10' },
  { value: '11-50', label: '11 to 50' },
  { value: '51-200', label: '51 to 200' },
  { value: '201-500', label: '201 to 500' },
  { value: '500+', label: 'More than 500' },
] as const

export const annualRevenues = [
  { value: 'under-10m', label: 'Under ₦10 million' },
  { value: '10m-50m', label: '₦10 million to ₦50 million' },
  { value: '50m-100m', label: '₦50 million to ₦100 million' },
  { value: '100m-500m', label: '₦100 million to ₦500 million' },
  { value: 'above-500m', label: 'Above ₦500 million' },
] as const

export const partnershipInterests = [
  ...investmentInterests,
  { value: 'supply-chain', label: 'Supply chain' },
  { value: 'distribution', label: 'Distribution' },
] as const

export const corporateInvestmentAmounts = [
  { value: 'under-5m', label: 'Under ₦5 million', min: 0, max: 5_000_000 },
  { value: '5m-20m', label: '₦5 million to ₦20 million', min: 5_000_000, max: 20_000_000 },
  { value: '20m-50m', label: '₦20 million to ₦50 million', min: 20_000_000, max: 50_000_000 },
  { value: '50m-100m', label: '₦50 million to ₦100 million', min: 50_000_000, max: 100_000_000 },
  { value: 'above-100m', label: 'Above ₦100 million', min: 100_000_000, max: null },
] as const

export const partnershipTypes = [
  { value: 'equity', label: 'Equity' },
  { value: 'joint-venture', label: 'Joint venture' },
  { value: 'strategic-alliance', label: 'Strategic alliance' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'distribution', label: 'Distribution' },
  { value: 'technology', label: 'Technology' },
] as const
