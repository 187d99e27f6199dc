/** What is said of an access to the photo by the person who sent it, or by a client that has their link and contact. */
export const photoAccessWords = {
  who: 'Somebody with your link',
  reason: 'With the code that we sent to your contact.',
} as const
