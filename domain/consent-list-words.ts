/** The list of what somebody has agreed to: what it says, and what its buttons say and answer. */

export const consentListWords = {
  ifTakenBack: 'If you take one back:',
  ifThisTakenBack: 'If you take it back:',
  ifAgreedAgain: 'If you agree again:',
  agreedOn: (day: string) => `Agreed on ${day}, `,
  takenBackOn: (day: string) => `Taken back on ${day}, `,
  takeBack: {
    label: 'Take back',
    busyLabel: 'Taking back...',
    done: 'Taken back',
    failed: 'This could not be taken back.',
  },
  agreeAgain: {
    label: 'Agree again',
    busyLabel: 'Agreeing...',
    done: 'Agreed again',
    failed: 'This could not be agreed to again',
  },
} as const
