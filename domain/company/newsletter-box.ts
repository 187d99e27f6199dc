/** The words of the footer's newsletter box; apart from the form's rules, since every page carries them. */

export const path = '/forms/newsletter'
export const title = 'Newsletter'
export const label = 'Prices, seasons and open positions, in a letter now and then. Your email:'
export const submitLabel = 'Subscribe'
export const busyLabel = 'Sending...'
export const note = 'You confirm by mail and can leave with one click.'
export const privacy = 'Privacy'
export const offline = 'You are offline. Check your connection, then try again.'
