// Imported before suites, it has them run over encrypted buckets.
import { afterAll } from 'vitest'
import { mode } from './storage-service.ts'

mode.encrypted = true
afterAll(() => {
  // Files of one worker share this module.
  mode.encrypted = false
})
