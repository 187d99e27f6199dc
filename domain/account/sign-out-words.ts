/** Prompted by the browser itself, where the page has no line to load its own question. Every page of a member carries it: few words. */
export const withoutLine = (keepsDrafts: boolean) =>
  `Sign out without a connection? ${keepsDrafts ? '' : 'What is kept here goes. '}Security lists this device until you end it there.`
