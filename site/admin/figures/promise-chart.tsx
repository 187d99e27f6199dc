/** Promises as bars of a hundred percent: which share was kept, broken, is still open; the legend says how many. Drawn by uPlot. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { mountChart } from './mount-chart.ts'

export interface PromiseBar {
  /** Whose, and which: two lines beside the bar. */
  of: string
  promise: string
  kept: number
  broken: number
  open: number
}

const barHeight = 46

export function PromiseChart({ label, bars }: { label: string; bars: readonly PromiseBar[] }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const style = getComputedStyle(element)
    const colourOf = (name: string) => style.getPropertyValue(`--color-${name}`)
    // Behind one another, the longest first: each bar is cut where the next kind begins.
    const parts = [
      { label: 'Still open', colour: colourOf('sand'), stripes: false, counts: bars.map(({ open }) => open) },
      { label: 'Broken', colour: colourOf('clay'), stripes: true, counts: bars.map(({ broken }) => broken) },
      {
        label: 'Kept',
        colour: colourOf('leaf'),
        stripes: false,
        counts: bars.map(({ kept }) => kept),
      },
    ]
    const ends = parts.map((_, part) =>
      bars.map(({ kept, broken, open }, bar) => {
        const upToHere = parts.slice(part).reduce((sum, { counts }) => sum + (counts[bar] ?? 0), 0)
        return upToHere === 0 ? null : (100 * upToHere) / (kept + broken + open)
      }),
    )
    return mountChart(
      element,
      {
        height: 90 + bars.length * barHeight,
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        legend: {
          markers: {
            fill: (_, index) => parts[index - 1]?.colour ?? '',
            stroke: () => colourOf('ink'),
            width: 1,
          },
        },
        scales: {
          x: { time: false, ori: 1, dir: -1, range: [-0.5, bars.length - 0.5] },
          y: { ori: 0, dir: 1, range: [0, 100] },
        },
        axes: [
          {
            side: 3,
            size: 156,
            grid: { show: false },
            ticks: { show: false },
            splits: () => bars.map((_, index) => index),
            values: (_, places) =>
              places.map((place) => `${bars[place]?.of ?? ''}\n${bars[place]?.promise ?? ''}`),
          },
          { side: 2, incrs: [25, 50], values: (_, shares) => shares.map((share) => `${share}%`) },
        ],
        series: [
          {
            label: 'Promise',
            value: (_, place) => {
              const bar = bars[place]
              return bar ? `${bar.of}, ${bar.promise.toLowerCase()}` : ''
            },
          },
          ...parts.map(({ label: name, colour, stripes, counts }) => ({
            label: name,
            fill: (chart: uPlot) => (stripes ? makeStripes(chart.ctx, colour) : colour),
            stroke: colourOf('ink'),
            width: 1,
            points: { show: false },
            paths: uPlot.paths.bars?.({ size: [0.5, 22] }),
            value: (_: uPlot, __: number, ___: number, place: number | null) =>
              place === null ? '' : String(counts[place] ?? 0),
          })),
        ],
      },
      [bars.map((_, index) => index), ...ends],
      0,
    )
  }, [bars])
  return <div ref={frame} role="img" aria-label={label} className="chart" />
}

/** What was broken is shown by stripes too, never by colour alone. */
function makeStripes(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const size = 8 * devicePixelRatio
  const tile = document.createElement('canvas')
  tile.width = size
  tile.height = size
  const pen = tile.getContext('2d')
  if (!pen) return colour
  pen.fillStyle = colour
  pen.fillRect(0, 0, size, size)
  pen.fillStyle = 'rgb(255 255 255 / 55%)'
  pen.fillRect(0, 0, size / 4, size)
  return context.createPattern(tile, 'repeat') ?? colour
}
