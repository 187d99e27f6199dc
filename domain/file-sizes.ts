/** How the size of a file is said. */
import { formatCount } from './numbers.ts'

/** 1500 -> '2 kB': never less than it is. */
export function formatBytes(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 1024))} kB`
}
