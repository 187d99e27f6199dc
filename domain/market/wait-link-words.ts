/** The words of the way to 'Tell me when it is back': apart from those behind it, since every page of the market carries them. */

export const waitLinkWords = {
  title: 'Tell me when it is back',
  /** In its place on cards and in the list of wishes. */
  listedLabel: 'You asked for a mail when it is back',
} as const
