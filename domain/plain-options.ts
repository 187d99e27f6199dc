/** A list to choose from, made of words alone. */

/** Options whose value is also what people read. */
export function plainOptions<const Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: value }))
}
