/** Our own line icons, drawn on a 24-unit square and coloured by the text around them. */
import { cx } from '#site/ui/cx.ts'

const paths = {
  agriculture: 'M12 21v-9m0 3c-4 0-6-2-6-6 4 0 6 2 6 6Zm0-3c0-4 2-6 6-6 0 4-2 6-6 6ZM3 21h18',
  'real-estate': 'M3 21h18M5 21V10l7-6 7 6v11M10 21v-6h4v6',
  contract: 'M3 21h18M6 21V3m0 3h15M6 6l5-3m7 3v5m-2.5 0h5v3h-5zM9 21v-6h6v6',
  franchise: 'M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1zM8 13l3-3 2 1 4 4',
  representation: 'M4 8h16v12H4zM9 8V5h6v3M4 13h16m-8-1v2',
  marketplace: 'M4 9l2-5h12l2 5M4 9v11h16V9M4 9h16M9 20v-6h6v6',
  investor: 'M4 20h16M6 17v-5m4 5V8m4 9v-7m4 7V5M4 9l5-5 4 3 6-4',
  careers: 'M4 8h16v12H4zM9 8V5h6v3m-3 3v4m-2-2h4',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-4 3-6 6-6s6 2 6 6m0-16a3.5 3.5 0 0 1 0 7m3 9c0-3-1-5-3-6',
  poultry:
    'M3 8c1 3 3 4 5 4 3 0 4-2 5-5 .5-2 2-3 3.5-3S19 5.5 19 7l2 1-2 1c0 6-2 9-7 9S4 14 3 8Zm7 10v3m3-3v3M16.5 6.5h0',
  school: 'M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5m4-2v6',
  soil: 'M3 20c4-4 14-4 18 0M3 15c4-4 14-4 18 0M12 10V4m0 4c-3 0-4-1-4-4 3 0 4 1 4 4Zm0-1c0-3 1-4 4-4 0 3-1 4-4 4Z',
  scale: 'M12 4v16m-5 0h10M5 7h14M5 7l-3 7h6zm14 0l-3 7h6z',
  ship: 'M3 16l2 4h14l2-4zM6 16v-5h12v5M9 11V7h6v4m-3-4V4',
  map: 'M9 4L3 6v14l6-2 6 2 6-2V4l-6 2zm0 0v14m6-12v14',
  peg: 'M12 21V9m-3-6h6v6H9zM4 21c3-3 13-3 16 0',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6m-6 4h6',
  phone: 'M5 4h4l1.5 5L8 10.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c-9 1-16-6-15-15Z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  chat: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8m-8 3h5',
  pin: 'M12 21c-5-6-7-8-7-11a7 7 0 0 1 14 0c0 3-2 5-7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-4 3.5-6 8-6s8 2 8 6',
  shield: 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M5 5l14 14M19 5L5 19',
  down: 'M6 9l6 6 6-6',
  cart: 'M3 4h3l2.5 11h9.5L21 7H7M10 19.5h0m7 0h0',
  right: 'M4 12h15m-6-6l6 6-6 6',
  left: 'M20 12H5m6-6l-6 6 6 6',
  check: 'M4 12.5l5.5 5.5L20 6.5',
  alert: 'M12 3L2 20h20zM12 10v4m0 3h0',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5m0-8h0',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  list: 'M4 6h2m3 0h11M4 12h2m3 0h11M4 18h2m3 0h11',
  bell: 'M12 4a5 5 0 0 0-5 5v4l-2 3h14l-2-3V9a5 5 0 0 0-5-5Zm-2 15h4',
  heart: 'M12 20C7 16 4 13 4 9.5A4 4 0 0 1 12 8a4 4 0 0 1 8 1.5C20 13 17 16 12 20Z',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
} as const

export type IconName = keyof typeof paths

/** An icon named by staff, or the fallback where there is none of that name. */
export function readIconName(name: string, otherwise: IconName): IconName {
  return Object.hasOwn(paths, name) ? (name as IconName) : otherwise
}

/** Decorative unless a title is given. */
export function Icon({ name, className, title }: { name: IconName; className?: string; title?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={cx('icon', className)}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d={paths[name]} />
    </svg>
  )
}
