/** What the buttons and what comes with a press have in common. */
import type { DataShape } from '#domain/vault.ts'

export type FetchShape = (shape: DataShape, signal: AbortSignal) => Promise<Response>

/** Of the first button, for whoever is led here from elsewhere on the page. */
export const ownDataId = 'own-data'
