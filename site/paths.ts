/** Every address of the site, once. */

export const paths = {
  home: '/',
  /** The ways in by who one is, on the home page. */
  doors: '/#doors',
  auth: '/auth',
  account: '/account',
  accountOrders: '/account/orders',
  accountDocuments: '/account/documents',
  accountProducts: '/account/products',
  accountProfile: '/account/profile',
  accountSecurity: '/account/security',
  accountNotifications: '/account/notifications',
  accountPrivacy: '/account/privacy',
  admin: '/admin',
  /** Where staff of every role begin. */
  adminHome: '/admin/home',
  /** For a walk-in or a caller: a registration is found and helped with, or entered. */
  adminEnter: '/admin/enter',
  /** What staff have to do by a day. */
  adminTasks: '/admin/tasks',
  adminMails: '/admin/mails',
  adminPeople: '/admin/people',
  adminFigures: '/admin/figures',
  adminContent: '/admin/content',
  adminOrderProducts: '/admin/products/order-form',
  adminDelivery: '/admin/delivery',
  adminSettings: '/admin/settings',
  adminAudit: '/admin/audit',

  agriculture: '/agriculture',
  sustainableFarming: '/sustainable-farming',
  ruralEducation: '/rural-education',
  poultryDevelopment: '/poultry-development',
  poultryTraining: '/poultry-training',
  farmerRegistration: '/farmer-registration',

  realEstateConstruction: '/real-estate-construction',
  /** The home page's card links here; it leads to the page above. */
  realEstate: '/real-estate',
  generalContract: '/general-contract',
  companyRepresentation: '/company-representation',
  franchisePartnership: '/franchise-partnership',

  marketplace: '/marketplace',
  /** The marketplace with its cart open. */
  cart: '/marketplace?view=cart',
  checkout: '/marketplace/checkout',
  /** What can be ordered in bulk, with grades, seasons and packing. */
  exportCatalogue: '/export',
  order: '/order',
  buyerRegistration: '/buyer-registration',
  buyerFormIndividual: '/buyer-form/individual',
  buyerFormCorporate: '/buyer-form/corporate',

  investorHub: '/investor-hub',
  investorForm: '/investor-form',
  investorFormIndividual: '/investor-form/individual',
  investorFormCorporate: '/investor-form/corporate',
  investorFormCrypto: '/investor-form/crypto',

  board: '/board',
  careers: '/careers',
  contact: '/contact',
  terms: '/terms',
  termsAndConditions: '/terms-and-conditions',
  privacy: '/privacy',
  /** An application or an order of someone without an account; the secret of its link stands in the fragment. */
  track: '/track',
  /** "This was not me": where mails about an account lead; the secret of the link stands in the fragment. */
  notMe: '/not-me',
} as const

export function boardMemberPath(id: number): string {
  return `${paths.board}/${id}`
}

/** A position with its application form; without one, the application for any position. */
export function careerPath(positionId = 'general'): string {
  return `${paths.careers}/${positionId}`
}
