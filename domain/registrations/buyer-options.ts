/** What buyers choose from, with the words of each option. */

export const individualBusinessTypes = [
  { value: 'individual', label: 'Individual' },
  { value: 'retailer', label: 'Retailer' },
  { value: 'restaurant', label: 'Restaurant' },
  { value: 'processor', label: 'Processor' },
  { value: 'distributor', label: 'Distributor' },
  { value: 'other', label: 'Other' },
] as const

export const averageOrderQuantities = [
  { value: '1-50kg', label: '1 to 50 kg' },
  { value: '51-100kg', label: '51 to 100 kg' },
  { value: '101-500kg', label: '101 to 500 kg' },
  { value: '501-1000kg', label: '501 to 1,000 kg' },
  { value: '1-5tons', label: '1 to 5 tons' },
  { value: '5plus-tons', label: 'More than 5 tons' },
] as const

export const individualHearAboutUs = [
  { value: 'social-media', label: 'Social media' },
  { value: 'website', label: 'Website' },
  { value: 'referral', label: 'Referral' },
  { value: 'trade-show', label: 'Trade show' },
  { value: 'advertisement', label: 'Advertisement' },
  { value: 'other', label: 'Other' },
] as const

export const corporateBusinessTypes = [
  { value: 'exporter', label: 'Exporter' },
  { value: 'processor', label: 'Processor' },
  { value: 'distributor', label: 'Distributor' },
  { value: 'manufacturer', label: 'Manufacturer' },
  { value: 'retailer', label: 'Retailer' },
  { value: 'trading-company', label: 'Trading company' },
  { value: 'food-service', label: 'Food service' },
  { value: 'other', label: 'Other' },
] as const

export const yearsInBusiness = [
  { value: '0-2', label: 'Up to 2 years' },
  { value: '3-5', label: '3 to 5 years' },
  { value: '6-10', label: '6 to 10 years' },
  { value: '11-20', label: '11 to 20 years' },
  { value: '20plus', label: 'More than 20 years' },
] as const

export const annualPurchaseVolumes = [
  { value: '10-50tons', label: '10 to 50 tons' },
  { value: '51-100tons', label: '51 to 100 tons' },
  { value: '101-500tons', label: '101 to 500 tons' },
  { value: '501-1000tons', label: '501 to 1,000 tons' },
  { value: '1000plus-tons', label: 'More than 1,000 tons' },
] as const

export const paymentTermsPreferences = [
  { value: 'advance-payment', label: 'Advance payment' },
  { value: 'letter-of-credit', label: 'Letter of credit' },
  { value: '30-days', label: '30 days' },
  { value: '60-days', label: '60 days' },
  { value: 'negotiable', label: 'Negotiable' },
] as const

export const corporateHearAboutUs = [
  { value: 'trade-show', label: 'Trade show' },
  { value: 'business-referral', label: 'Business referral' },
  { value: 'website', label: 'Website' },
  { value: 'industry-publication', label: 'Industry publication' },
  { value: 'social-media', label: 'Social media' },
  { value: 'partner-recommendation', label: 'Partner recommendation' },
  { value: 'other', label: 'Other' },
] as const
