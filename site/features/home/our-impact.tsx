/** "Our Impact": three figures, each with what it counts. */
import { Figures } from '#site/ui/blocks.tsx'

const impact = [
  { value: '1000+', label: 'farmers supported' },
  { value: '50+', label: 'projects completed' },
  { value: '15', label: 'states reached' },
]

export function OurImpact() {
  return (
    <section className="wrap impact" aria-labelledby="our-impact">
      <h2 id="our-impact" className="eyebrow">
        Our Impact
      </h2>
      <Figures figures={impact} />
    </section>
  )
}
