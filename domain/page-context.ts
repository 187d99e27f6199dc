/** What the server passes to every rendered page about itself; all of it is public. */
import type { Content } from './company/content.ts'
import type { VerifiedDocument } from './market/documents.ts'
import type { ExportProduct } from './market/export-catalogue.ts'
import type { ProductDetails } from './market/products.ts'
import type { RegistrationSettings } from './registrations/read.ts'

export interface PageContext {
  companyName: string
  siteUrl: string
  publishableKey: string
  /** true outside production: the page shows the evaluation banner */
  evaluation: boolean
  /** The application sends short messages, so that an account can prove its phone number. */
  confirmsNumbers: boolean
  requestPath: string
  /** What staff can edit, as it is now. A page passes on only what it shows. */
  content: Content
  registrationSettings: RegistrationSettings
  /** A product that is for sale; there may be more of them than a page's content should hold. */
  findProduct: (id: string) => Promise<ProductDetails | null>
  /** What can be ordered in bulk, in its order. */
  listExportProducts: () => Promise<ExportProduct[]>
  /** The document that carries this code, as anybody may know it. */
  verifyDocument: (code: string) => Promise<VerifiedDocument | null>
}
