/** What is said in place of an answer while it is awaited. */
export const waitingWords = {
  loading: 'Loading...',
  late: 'This takes longer than usual: your line may be weak. The page goes on by itself.',
  offline: 'You are offline. This page goes on when the line is back.',
}
