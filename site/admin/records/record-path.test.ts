import { expect, it } from 'vitest'
import { taskRecordTypes } from '#domain/admin/tasks.ts'
import { queuePlaces } from '#site/admin/shell/admin-places.ts'
import { recordPath } from './record-path.ts'

it.each(taskRecordTypes)('a record of %s opens in a queue that the admin area has', (recordType) => {
  const paths = queuePlaces.map(({ path }) => path)
  expect(paths).toContain(recordPath(recordType, '1').replace(/\?record=1$/, ''))
})
