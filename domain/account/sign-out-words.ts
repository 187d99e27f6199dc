/** Asked by the browser itself, where the page has no line to load its own question. */
export const withoutLine = (keepsDrafts: boolean) =>
  `There is no connection. Sign out on this device all the same?${keepsDrafts ? '' : ' What was kept on it is deleted.'} Your list of devices still shows this sign-in. When the connection is back, sign in and end it there, under Security.`
