/** "Our Impact": the figures that the company stands by, each with what it counts. */
import { type Figure, Figures } from '#site/ui/blocks.tsx'

export function OurImpact({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null
  return (
    <section className="wrap impact" aria-labelledby="our-impact">
      <h2 id="our-impact" className="eyebrow">
        Our Impact
      </h2>
      <Figures figures={figures} />
    </section>
  )
}
