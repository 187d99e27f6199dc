/** Which right opens nothing without another one: what the form of a role ticks with it. */
import { type Permission, permissions } from './roles.ts'

const neededBeside: Partial<Record<Permission, Permission>> = {
  'payments.confirm': 'orders.read',
  'exports.unmasked': 'exports.make',
}

/** The right without which another one opens nothing: who acts on something sees it. As private.needed_right says it. */
export function findNeededRight(right: Permission): Permission | undefined {
  const toSee = right.replace(/\..*/, '.read')
  return neededBeside[right] ?? permissions.find((known) => known === toSee && known !== right)
}
