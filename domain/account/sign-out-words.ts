/** Asked by the browser itself, where the page has no line to load its own question. */
export const withoutLine =
  'Sign out without a line? What is kept here goes. Security lists this device still.'
