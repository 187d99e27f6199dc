/** Records whose status the user changes here by more than a decision's button: so that no notice says that a colleague did it. */
const own = new Set<string>()

/** Before the change goes out: its live echo may be here first. */
export function noteOwnChange(id: string): void {
  own.add(id)
}

export function isOwnChange(id: string): boolean {
  return own.has(id)
}
