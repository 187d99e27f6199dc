/** What staff read after a step of which neither a mail nor a text told its buyer; it has a file of its own, since every page of the desk has it. */
export const nobodyTold = 'Nobody was told: no email reaches them. Please ring them.'
