// What the application stores as files: of each kind the bucket, and the module that knows what its files are about.
import { messageFileBucket } from '#domain/admin/conversations.ts'
import { cvBucket } from '#domain/company/job-applications.ts'
import { documentBucket } from '#domain/market/documents.ts'
import { productPhotoBucket } from '#domain/market/product-photos.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { boardPhotoBucket, createBoardPhotos } from './company/content/board-photos.ts'
import { createCvStore } from './company/forms/cv-store.ts'
import { createPhotoStore } from './files/photo-store.ts'
import { createMessageFiles } from './mail/message-files.ts'
import { createProductPhotos } from './market/product-photos.ts'
import { createOrderUploads } from './market/uploads.ts'
import { createPhotos } from './registrations/photos.ts'
import type { Vault } from './vault/vault.ts'

export type AppFiles = ReturnType<typeof openFiles>

export function openFiles({
  database,
  platform,
  vault,
}: {
  database: Database
  platform: Platform
  vault: Vault
}) {
  const { secretKey } = platform.keys
  const openStore = (bucket: string) => createPhotoStore(platform.app, secretKey, bucket)
  const photoStore = createPhotoStore(platform.app, secretKey)
  return {
    /** The encrypted photos of registrations, as they are stored. */
    photoStore,
    photos: createPhotos({ database, vault, store: photoStore }),
    uploads: createOrderUploads({ database, openStore }),
    productPhotos: createProductPhotos({
      database,
      store: openStore(productPhotoBucket),
      services: platform.app,
      secretKey,
    }),
    boardPhotos: createBoardPhotos({ database, store: openStore(boardPhotoBucket) }),
    cvs: createCvStore({ database, store: openStore(cvBucket) }),
    messageFiles: createMessageFiles({ database, store: openStore(messageFileBucket) }),
    /** The PDFs of orders. */
    documentStore: openStore(documentBucket),
  }
}
