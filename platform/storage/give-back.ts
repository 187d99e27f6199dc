/**
 * Frees a chunk that owns its memory at once: left to the collector, a few hundred megabytes of them a second would
 * have it walk the whole heap twenty times a second. Anyone who calls this is the last to have it.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
