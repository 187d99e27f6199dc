/** The route table: which module answers which address. */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The module's name without its folders: every page loads the list of ids. */
const nameModule = (file: string): string => file.replace(/^.*\//, '').replace(/(-route)?\.tsx$/, '')

/** A page that is the same for everybody. The server caches no other page (server/pages/bundle.ts), and knows it by its id. */
const publicRoute = (path: string, file: string): RouteConfigEntry =>
  route(path, file, { id: `public/${nameModule(file)}` })

function nameByModule(routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return routes.map((entry) => ({
    ...entry,
    id: entry.id ?? nameModule(entry.file),
    ...(entry.children && { children: nameByModule(entry.children) }),
  }))
}

export default nameByModule([
  index('company/home/home-route.tsx', { id: 'public/home' }),

  publicRoute('agriculture', 'company/business-areas/agriculture-route.tsx'),
  publicRoute('sustainable-farming', 'company/business-areas/sustainable-farming-route.tsx'),
  publicRoute('rural-education', 'company/business-areas/rural-education-route.tsx'),
  publicRoute('poultry-development', 'company/business-areas/poultry-development-route.tsx'),
  publicRoute('poultry-training', 'registrations/training-enrolments/poultry-training-route.tsx'),
  publicRoute('farmer-registration', 'registrations/farmers/farmer-registration-route.tsx'),

  publicRoute('real-estate-construction', 'company/business-areas/real-estate-construction-route.tsx'),
  publicRoute('real-estate', 'company/business-areas/real-estate-route.tsx'),
  publicRoute('general-contract', 'company/business-areas/general-contract-route.tsx'),
  publicRoute('company-representation', 'company/business-areas/company-representation-route.tsx'),
  publicRoute('franchise-partnership', 'company/partnerships/franchise-partnership-route.tsx'),

  publicRoute('export', 'market/export-catalogue/export-route.tsx'),
  publicRoute('marketplace', 'market/products/marketplace-route.tsx'),
  publicRoute('marketplace/:product', 'market/products/marketplace-product-route.tsx'),
  publicRoute('investor-form', 'registrations/investors/investor-form-route.tsx'),
  publicRoute('investor-form/individual', 'registrations/investors/investor-form-individual-route.tsx'),
  publicRoute('investor-form/corporate', 'registrations/investors/investor-form-corporate-route.tsx'),
  publicRoute('investor-form/crypto', 'registrations/investors/investor-form-crypto-route.tsx'),

  publicRoute('board', 'company/board/board-route.tsx'),
  publicRoute('board/:id', 'company/board/board-member-route.tsx'),
  publicRoute('careers', 'company/careers/careers-route.tsx'),
  publicRoute('careers/general', 'company/careers/careers-general-route.tsx'),
  publicRoute('careers/:position', 'company/careers/careers-position-route.tsx'),
  publicRoute('contact', 'company/contact-messages/contact-route.tsx'),
  publicRoute('verify', 'market/documents/verify-route.tsx'),
  publicRoute('verify/:code', 'market/documents/verify-document-route.tsx'),
  publicRoute('terms', 'company/terms/terms-route.tsx'),
  // The address that some forms link to.
  route('terms-and-conditions', 'company/terms/terms-route.tsx', { id: 'public/terms-and-conditions' }),
  publicRoute('privacy', 'company/privacy/privacy-route.tsx'),

  layout('layouts/member.tsx', [
    publicRoute('auth', 'account/sign-in/auth-route.tsx'),
    publicRoute('marketplace/checkout', 'market/checkout/checkout-route.tsx'),
    route('track', 'registrations/tracking/track-route.tsx'),
    route('not-me', 'account/alarm/not-me-route.tsx'),
    route('order', 'market/orders/order-route.tsx'),
    route('buyer-registration', 'registrations/buyers/buyer-registration-route.tsx'),
    route('investor-hub', 'registrations/investors/investor-hub-route.tsx'),
    route('admin', 'admin/admin-route.tsx', [
      index('admin/admin-dashboard-route.tsx'),
      route('home', 'admin/home/admin-home-route.tsx'),
      route('queues/:queue', 'admin/queues/admin-queue-route.tsx'),
      route('queues/:queue/:id', 'admin/queues/admin-record-route.tsx'),
      route('persons/:recordType/:id', 'admin/persons/admin-person-route.tsx'),
      route('tasks', 'admin/tasks/admin-tasks-route.tsx'),
      route('mails', 'admin/mails/admin-mails-route.tsx'),
      route('people', 'admin/people/admin-people-route.tsx'),
      route('figures', 'admin/figures/admin-figures-route.tsx'),
      route('content', 'admin/content/admin-content-route.tsx'),
      route('delivery', 'admin/delivery/admin-delivery-route.tsx'),
      route('settings', 'admin/settings/admin-settings-route.tsx'),
      route('audit', 'admin/audit/admin-audit-route.tsx'),
      route('products/order-form', 'admin/products/admin-order-products-route.tsx'),
      route('products/:product', 'admin/products/admin-product-route.tsx'),
      route('enter', 'admin/walk-ins/admin-enter-route.tsx'),
      route('*', 'admin/shell/no-page-route.tsx'),
    ]),
    route('admin/welcome', 'admin/people/admin-welcome-route.tsx'),
    route('account', 'account/account-route.tsx', [
      index('account/account-overview-route.tsx'),
      route('applications/:recordType/:id', 'registrations/my-registrations/account-application-route.tsx'),
      route('orders', 'market/orders/account-orders-route.tsx'),
      route('orders/:id', 'market/market-orders/account-order-route.tsx'),
      route('documents', 'market/documents/account-documents-route.tsx'),
      route('products', 'market/product-proposals/account-products-route.tsx'),
      route('profile', 'account/profiles/account-profile-route.tsx'),
      route('security', 'account/security/account-security-route.tsx'),
      route('notifications', 'account/notification-choices/account-notifications-route.tsx'),
      route('privacy', 'account/my-data/account-privacy-route.tsx'),
    ]),
    publicRoute('buyer-form/individual', 'registrations/buyers/buyer-form-individual-route.tsx'),
    publicRoute('buyer-form/corporate', 'registrations/buyers/buyer-form-corporate-route.tsx'),
  ]),

  route('*', 'layouts/not-found/not-found-route.tsx'),
]) satisfies RouteConfig
