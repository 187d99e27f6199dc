/** The route table: which module answers which address. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/public/home.tsx'),

  route('agriculture', 'routes/public/agriculture.tsx'),
  route('sustainable-farming', 'routes/public/sustainable-farming.tsx'),
  route('rural-education', 'routes/public/rural-education.tsx'),
  route('poultry-development', 'routes/public/poultry-development.tsx'),
  route('poultry-training', 'routes/public/poultry-training.tsx'),
  route('farmer-registration', 'routes/public/farmer-registration.tsx'),

  route('real-estate-construction', 'routes/public/real-estate-construction.tsx'),
  route('real-estate', 'routes/public/real-estate.tsx'),
  route('general-contract', 'routes/public/general-contract.tsx'),
  route('company-representation', 'routes/public/company-representation.tsx'),
  route('franchise-partnership', 'routes/public/franchise-partnership.tsx'),

  route('marketplace', 'routes/public/marketplace.tsx'),
  route('marketplace/:product', 'routes/public/marketplace-product.tsx'),
  route('investor-form', 'routes/public/investor-form.tsx'),
  route('investor-form/individual', 'routes/public/investor-form-individual.tsx'),
  route('investor-form/corporate', 'routes/public/investor-form-corporate.tsx'),
  route('investor-form/crypto', 'routes/public/investor-form-crypto.tsx'),

  route('board', 'routes/public/board.tsx'),
  route('board/:id', 'routes/public/board-member.tsx'),
  route('careers', 'routes/public/careers.tsx'),
  route('careers/general', 'routes/public/careers-general.tsx'),
  route('careers/:position', 'routes/public/careers-position.tsx'),
  route('contact', 'routes/public/contact.tsx'),
  route('verify', 'routes/public/verify.tsx'),
  route('verify/:code', 'routes/public/verify-document.tsx'),
  route('terms', 'routes/public/terms.tsx'),
  route('terms-and-conditions', 'routes/public/terms-and-conditions.tsx'),
  route('privacy', 'routes/public/privacy.tsx'),

  layout('layouts/member.tsx', [
    route('auth', 'routes/auth.tsx'),
    route('marketplace/checkout', 'routes/public/checkout.tsx'),
    route('track/:token', 'routes/track.tsx'),
    route('order', 'routes/guarded/order.tsx'),
    route('buyer-registration', 'routes/guarded/buyer-registration.tsx'),
    route('investor-hub', 'routes/guarded/investor-hub.tsx'),
    route('admin', 'routes/guarded/admin.tsx', [
      index('routes/guarded/admin-dashboard.tsx'),
      route('queues/:queue', 'routes/guarded/admin-queue.tsx'),
      route('mails', 'routes/guarded/admin-mails.tsx'),
      route('people', 'routes/guarded/admin-people.tsx'),
      route('figures', 'routes/guarded/admin-figures.tsx'),
      route('settings', 'routes/guarded/admin-settings.tsx'),
      route('audit', 'routes/guarded/admin-audit.tsx'),
      route('products/:product', 'routes/guarded/admin-product.tsx'),
    ]),
    route('admin/welcome', 'routes/guarded/admin-welcome.tsx'),
    route('admin/enter', 'routes/guarded/admin-enter.tsx'),
    route('admin/assist', 'routes/guarded/admin-assist.tsx'),
    route('account', 'routes/guarded/account.tsx', [
      index('routes/guarded/account-overview.tsx'),
      route('applications/:recordType/:id', 'routes/guarded/account-application.tsx'),
      route('orders/:id', 'routes/guarded/account-order.tsx'),
      route('products', 'routes/guarded/account-products.tsx'),
      route('profile', 'routes/guarded/account-profile.tsx'),
      route('security', 'routes/guarded/account-security.tsx'),
      route('notifications', 'routes/guarded/account-notifications.tsx'),
      route('privacy', 'routes/guarded/account-privacy.tsx'),
    ]),
    route('buyer-form/individual', 'routes/public/buyer-form-individual.tsx'),
    route('buyer-form/corporate', 'routes/public/buyer-form-corporate.tsx'),
  ]),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
