/** Storage key of the session; the inline header script and the client of the services use the same. */
export const sessionStorageKey = 'house-auth'
