/** What the buttons and what comes with a press have in common. */
import type { DataShape } from '#domain/vault.ts'

export type FetchShape = (shape: DataShape, signal: AbortSignal) => Promise<Response>

/** The id of the first button: links elsewhere on the page lead to it. */
export const ownDataId = 'own-data'
