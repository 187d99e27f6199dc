// Where the bytes of objects lie: beside the database, or in a bucket of any S3 service.
import { join } from 'node:path'
import type { StorageDriver } from '#platform/storage/drivers/driver.ts'
import { createFileDriver } from '#platform/storage/drivers/file-driver.ts'
import { createS3Driver } from '#platform/storage/drivers/s3-driver.ts'
import type { Environment } from '#server/settings/env.ts'

export async function openStorageDriver({ s3, dataDir }: Environment): Promise<StorageDriver> {
  return s3 ? createS3Driver(s3) : createFileDriver(join(dataDir, 'storage'))
}
