/** The script that opens the long forms without a line: at the top, since a worker reaches what lies below its address. */
export const serviceWorkerPath = '/service-worker.js'
