/** What is said of a look at the photo by the person who sent it, or by somebody who has link and contact of theirs. */
export const photoAccessWords = {
  who: 'Somebody with your link',
  reason: 'With the code that we sent to your contact.',
} as const
