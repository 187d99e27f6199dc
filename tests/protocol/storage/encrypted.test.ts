// The suites of storage once more, over buckets that are all encrypted: anyone who calls sees no difference. A shorter run
// repeats those that read and write bytes.
import './encrypted-mode.ts'
import './objects.test.ts'
import './serving.test.ts'
import './uploads.test.ts'

if (process.env.TEST_LONG) {
  await import('./access.test.ts')
  await import('./consistency.test.ts')
  await import('./lists.test.ts')
  await import('./signed.test.ts')
}
