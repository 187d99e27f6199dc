import { expect, it } from 'vitest'
import { adminRecordTypes } from '#domain/admin/admin.ts'
import { dashboardQueues, moreQueues } from '#site/admin/shell/admin-places.ts'
import { recordPath } from './record-path.ts'

it.each(adminRecordTypes)('a record of %s opens in a queue that the admin area has', (recordType) => {
  const paths = [...dashboardQueues, ...moreQueues].map(({ path }) => path)
  expect(paths).toContain(recordPath(recordType, '1').replace(/\?record=1$/, ''))
})
