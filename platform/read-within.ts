// Reads a body that does not declare its length, and stops as soon as it is longer than allowed.

/** Undefined when there is more than `maxBytes`. */
export async function readWithin(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  const declaredLength = request.headers.get('content-length')
  if (declaredLength !== null) {
    // Node's server takes no more bytes than a request has declared.
    return Number(declaredLength) > maxBytes ? undefined : Buffer.from(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
