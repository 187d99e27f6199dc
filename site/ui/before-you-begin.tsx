/** Before a form: what to have ready, and that it costs nothing. One line on a phone; styles keep it open where there is room. */
import { beforeWords as words } from '#domain/guide-words.ts'
import { Icon } from './icons.tsx'

export function BeforeYouBegin({ ready }: { ready: readonly string[] }) {
  return (
    <aside className="before-begin" aria-label={words.title}>
      <details>
        <summary>
          <h3>{words.title}</h3>
          <Icon name="down" />
        </summary>
        <ul className="ticks">
          {ready.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
        <p>
          <strong>{words.free}</strong> {words.warning}
        </p>
      </details>
    </aside>
  )
}
