/** Asked by the browser itself, where the page has no line to load its own question. */
export const withoutLine = (keepsDrafts: boolean) =>
  `Sign out without a line? ${keepsDrafts ? '' : 'What is kept here goes. '}Security lists this device still.`
