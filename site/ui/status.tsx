/** The state of a record as word plus shape plus colour; an unknown state is shown as Pending. */

const tones = {
  pending: {
    word: 'Pending',
    shape: <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="2" />,
  },
  approved: { word: 'Approved', shape: <circle cx="6" cy="6" r="5.6" fill="currentColor" /> },
  declined: {
    word: 'Declined',
    shape: <path d="M1.5 1.5l9 9m0-9l-9 9" stroke="currentColor" strokeWidth="2.4" />,
  },
  completed: {
    word: 'Completed',
    shape: <path d="M1 6.5l3.5 3.5L11 2.5" fill="none" stroke="currentColor" strokeWidth="2.4" />,
  },
} as const

interface StatusBadgeProps {
  /** One of the four variants. */
  status: string | null | undefined
  /** Where a state is called something else. */
  word?: string | null
}

export function StatusBadge({ status, word: input }: StatusBadgeProps) {
  const key = status && Object.hasOwn(tones, status) ? (status as keyof typeof tones) : 'pending'
  const { word, shape } = tones[key]
  return (
    <span className={`status status-${key}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {shape}
      </svg>
      {input ?? word}
    </span>
  )
}
