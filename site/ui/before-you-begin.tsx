/** Before a form: what to have ready, and that it costs nothing. One line on a phone; styles keep it open where there is room. */
import { Icon } from './icons.tsx'

export function BeforeYouBegin({ ready }: { ready: readonly string[] }) {
  return (
    <aside className="before-begin" aria-label="Before you begin">
      <details>
        <summary>
          <h3>Before you begin</h3>
          <Icon name="down" />
        </summary>
        <ul className="ticks">
          {ready.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
        <p>
          <strong>It costs nothing.</strong> Whoever asks you for money for it is not from us.
        </p>
      </details>
    </aside>
  )
}
