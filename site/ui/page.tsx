/** The two blocks that every page is made of: the hero with the page's one h1, and the section. */
import type { ReactNode } from 'react'
import { cx } from '#site/ui/cx.ts'

interface PageHeroProps {
  eyebrow?: ReactNode
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** A scene from `ui/scenes`; without one the words stand alone. */
  scene?: ReactNode
  /** Over a long form: on a phone the first question stands in the first screen (long-form.css). */
  isOverForm?: boolean
}

export function PageHero({ eyebrow, title, lead, actions, scene, isOverForm }: PageHeroProps) {
  return (
    <header className={cx('hero', isOverForm && 'hero-form')}>
      <div className="wrap hero-grid">
        <div className="hero-copy">
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {actions && <div className="actions">{actions}</div>}
        </div>
        {scene && <div className="hero-scene">{scene}</div>}
      </div>
    </header>
  )
}

interface SectionProps {
  id?: string
  eyebrow?: ReactNode
  title?: ReactNode
  lead?: ReactNode
  /** `forest` is the deep ground; a page has at most one. */
  ground?: 'paper' | 'forest'
  className?: string
  children?: ReactNode
}

export function Section({ id, eyebrow, title, lead, ground = 'paper', className, children }: SectionProps) {
  return (
    <section id={id} className={cx('section', ground === 'forest' && 'on-forest', className)}>
      <div className="wrap">
        {(eyebrow || title || lead) && (
          <div className="section-head">
            {eyebrow && <p className="eyebrow">{eyebrow}</p>}
            {title && <h2>{title}</h2>}
            {lead && <p className="lead">{lead}</p>}
          </div>
        )}
        {children}
      </div>
    </section>
  )
}
