/** Before a form: what to have ready, and what it costs. One line on a phone; styles keep it open where there is room. */
import type { FormGuide } from '#domain/forms.ts'
import { beforeWords as words } from '#domain/guide-words.ts'
import { Icon } from './icons.tsx'

export function BeforeYouBegin({ ready, money = words }: Pick<FormGuide, 'ready' | 'money'>) {
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
          <strong>{money.free}</strong> {money.warning}
        </p>
      </details>
    </aside>
  )
}
