/** Beside a form: what happens to it once it is sent, step by step. */
import { nextTitle } from '#domain/guide-words.ts'

export function NextSteps({ title = nextTitle, steps }: { title?: string; steps: readonly string[] }) {
  return (
    <aside className="next-steps" aria-labelledby="next-steps-title">
      <h3 id="next-steps-title">{title}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  )
}
