/** What a person sees while waiting: a small ring in a button, a loom on an empty screen. */

export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" className="icon spin" aria-hidden="true">
      <path d="M12 3a9 9 0 1 0 9 9" />
    </svg>
  )
}

interface LoadingScreenProps {
  label?: string
  /** What is coming: the page's heading for anyone who does not see the screen, until the page brings its own; without scripts for everybody. */
  title?: string
}

/** Centred loading state for a whole screen; the label is read out and shown. */
export function LoadingScreen({ label = 'Loading...', title }: LoadingScreenProps) {
  const waiting = (
    <div className="loading" role="status">
      <svg viewBox="0 0 112 32" className="loom" fill="currentColor" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5, 6].map((index) => (
          <path key={index} d={`M${index * 16} 16l8-14 8 14-8 14z`} />
        ))}
      </svg>
      <p>{label}</p>
    </div>
  )
  if (!title) return waiting
  return (
    <>
      <h1 className="loading-title">{title}</h1>
      {waiting}
    </>
  )
}
