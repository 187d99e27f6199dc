/**
 * The frame of our own pictures: flat colour, few shapes, one size, a text that says what is seen.
 * The drawing is written into the page by the server and left as it is when scripts arrive, so that no script
 * carries a picture; a page that is reached within the open site shows the same drawing as a file.
 */
import { useState } from 'react'

export interface SceneProps {
  /** Set where the picture only repeats what stands beside it. */
  decorative?: boolean
}

interface SceneFile {
  /** The SVG file's text; only the server has it. */
  drawing: string
  /** The SVG file's address. */
  url: string
  label: string
  viewBox?: string
}

/** One object for ever: React writes inner HTML only when another one is passed. */
const asWritten = { __html: '' }

/** The component of one picture; what is far below the first screen may be shown as its file instead, by `file`. */
export function makeScene(file: SceneFile) {
  return Object.assign((props: SceneProps) => <Scene {...file} {...props} />, { file })
}

function Scene({ label, decorative = false, drawing, url, viewBox = '0 0 480 360' }: SceneFile & SceneProps) {
  const [isWritten] = useState(isPageBeingTakenOver)
  const frame = {
    viewBox,
    className: 'scene',
    role: decorative ? undefined : 'img',
    'aria-label': decorative ? undefined : label,
    'aria-hidden': decorative || undefined,
  }
  const [, , width, height] = viewBox.split(' ')
  if (!isWritten) {
    return (
      <svg {...frame}>
        <image href={url} width={width} height={height} />
      </svg>
    )
  }
  return (
    <svg
      {...frame}
      suppressHydrationWarning
      dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: innerOf(drawing) } : asWritten}
    />
  )
}

/** True on the server, and in the browser until the shell's last effect has marked the page as live. */
export function isPageBeingTakenOver(): boolean {
  return import.meta.env.SSR || document.documentElement.dataset.live === undefined
}

function innerOf(drawing: string): string {
  return drawing.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '').replaceAll('\n', '')
}
