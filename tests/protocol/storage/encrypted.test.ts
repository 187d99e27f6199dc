// The suites of storage once more, over buckets that are all encrypted: anyone who calls sees no difference.
import './encrypted-mode.ts'
import './access.test.ts'
import './consistency.test.ts'
import './lists.test.ts'
import './objects.test.ts'
import './serving.test.ts'
import './signed.test.ts'
import './uploads.test.ts'
