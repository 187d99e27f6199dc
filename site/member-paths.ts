/** Addresses of single things behind the guard: no public page links to them, so none pays for them. */
import { paths } from '#site/paths.ts'

/** Staff change a product here; without one they add one. */
export function adminProductPath(id = 'new'): string {
  return `${paths.admin}/products/${id}`
}

/** One of the member's own applications. */
export function accountApplicationPath(recordType: string, id: string): string {
  return `${paths.account}/applications/${recordType}/${id}`
}

/** One of the member's own orders, of the marketplace or in bulk. */
export function accountOrderPath(id: string): string {
  return `${paths.account}/orders/${id}`
}

/** One of the admin area's queues beyond the dashboard's four. */
export function queuePath(queue: string): string {
  return `${paths.admin}/queues/${queue}`
}

/** The person whom a record is about. By the record: nothing about people stands in an address. */
export function personPath(recordType: string, id: string): string {
  return `${paths.admin}/persons/${recordType}/${id}`
}

/** Where a sign-in may lead back to: these pages, and what lies below them. */
export const afterSignInPaths: readonly string[] = [
  '/order',
  '/export',
  '/buyer-registration',
  '/buyer-form',
  '/investor-hub',
  '/investor-form',
  '/farmer-registration',
  '/poultry-training',
  '/marketplace',
  '/account',
  '/admin',
]
