/** Where the session and drafts are stored: on the device, or on a shared phone only until its tab is closed. */
const sharedPhoneKey = 'house-shared-phone'

/** Chosen at sign-in, and remembered as long as the tab is open. */
export function setSharedPhone(isShared: boolean): void {
  try {
    if (isShared) window.sessionStorage.setItem(sharedPhoneKey, '1')
    else window.sessionStorage.removeItem(sharedPhoneKey)
  } catch {
    // storage is switched off: nothing is stored in any case
  }
}

export function isSharedPhone(): boolean {
  try {
    return window.sessionStorage.getItem(sharedPhoneKey) !== null
  } catch {
    return false
  }
}

/** Where something new is stored. */
export function chooseStorage(): Storage {
  return isSharedPhone() ? window.sessionStorage : window.localStorage
}

/** Storage for the client of the services: what this tab has stored comes first. */
export const sessionStorageAdapter = {
  getItem: (key: string) => window.sessionStorage.getItem(key) ?? window.localStorage.getItem(key),
  setItem: (key: string, value: string) => chooseStorage().setItem(key, value),
  removeItem(key: string) {
    window.sessionStorage.removeItem(key)
    window.localStorage.removeItem(key)
  },
}

/** Some browsers switch storage off: then the client holds the session in memory by itself. */
export function canStore(): boolean {
  try {
    const probe = 'app-probe'
    window.localStorage.setItem(probe, '')
    window.localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}
