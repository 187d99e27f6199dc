// Which names buckets and objects may have. Names never reach the file system; they reach people and browsers.
import { invalidBucketName, invalidKey } from './errors.ts'

const longestKeyBytes = 1024

/** As upstream: letters, digits and the special characters that S3 takes, at most 100. */
export function checkBucketName(name: string): void {
  if (name.length > 100 || name.trim() !== name || !/^[\w!.*'() &$@=;:+,?-]+$/.test(name))
    throw invalidBucketName()
}

/** As upstream, what S3 takes without special care: no other letters, so none that look like these. */
const known = /^[\w!.*'() &$@=;:+,?/-]+$/

/** Refuses a name that could be taken for another one, or for a path. */
export function checkKey(key: string): void {
  const reason = faultOf(key)
  if (reason) throw invalidKey(key, reason)
}

function faultOf(key: string): string | undefined {
  if (key === '') return 'a name is needed'
  if (key.length > longestKeyBytes) return `longer than ${longestKeyBytes} bytes`
  if (!known.test(key)) return "only a to z, digits, spaces and ! - _ . * ' ( ) & $ @ = ; : + , ? are taken"
  for (const segment of key.split('/')) {
    if (segment === '') return 'a folder has no name'
    if (segment === '.' || segment === '..') return 'it holds a relative path'
    if (segment.trim() !== segment) return 'a name begins or ends with a space'
  }
  return undefined
}
