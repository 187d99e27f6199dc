/** Where the device remembers what was sent from it (`sent-here.ts`); it begins as drafts do. Alone here: the home page needs no more. */
export const sentHereKey = 'house-draft:sent'
