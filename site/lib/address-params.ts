/**
 * The parameters of the address as they are now. Those of `useSearchParams` are of the page as it is drawn: on a slow
 * device that is the one before the choice that was made just before, which a change from them would take back.
 * In handlers and effects alone: the server has no address.
 */
export const addressParams = (): URLSearchParams => new URLSearchParams(window.location.search)
