// Imported before suites, it has them run over encrypted buckets.
import { mode } from './storage-service.ts'

mode.encrypted = true
