// Distinguishes a client that went away in the middle of its own request from an error of ours.

/**
 * Node's word for it is ECONNRESET with the message "aborted" (_http_server.js, abortIncoming); a stream between says
 * AbortError or a premature close. Nobody is there to read an answer, and there is nothing to mend.
 */
export function isBrokenRequest(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    (code === 'ECONNRESET' && error.message === 'aborted') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    error.name === 'AbortError'
  )
}
