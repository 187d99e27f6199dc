/** What is answered where a guest link is not open in this browser as the page has it. */

export const linkOverMessage =
  'Your link stays open here for half an hour. Please open it once more, then try again.'
export const otherLinkMessage =
  'Another link was opened in this browser meanwhile. Please open your link once more.'
