/** Said while a part of a page is fetched, and when it did not come. */
export const partWords = {
  loading: 'Loading...',
  failed: 'This part could not be loaded. Try again',
} as const
