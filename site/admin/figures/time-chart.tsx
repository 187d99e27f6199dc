/** Counts over time, one line for each status, drawn by uPlot; the table beside it says the same in numbers. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { mountChart } from './mount-chart.ts'

interface Series {
  status: string
  label: string
  counts: number[]
}

interface TimeChartProps {
  label: string
  /** Days as YYYY-MM-DD. */
  periods: readonly string[]
  series: readonly Series[]
}

/** The application's colours (tokens.css), with a dash of its own each: never colour alone. */
const strokes: Record<string, { variable: string; dash: number[] }> = {
  pending: { variable: '--color-millet', dash: [] },
  approved: { variable: '--color-leaf', dash: [8, 4] },
  declined: { variable: '--color-clay', dash: [2, 4] },
  completed: { variable: '--color-indigo', dash: [12, 4, 2, 4] },
}

/** Whether the highest stands so far above what is usual that the rest would lie flat on the ground. */
function isSteep(series: readonly Series[]): boolean {
  const counts = series.flatMap((one) => one.counts.filter((count) => count > 0)).sort((a, b) => a - b)
  const usual = counts[Math.floor(counts.length / 2)] ?? 0
  return counts.length > 2 && (counts.at(-1) ?? 0) > steepFrom * usual
}
const steepFrom = 8

export function TimeChart({ label, periods, series }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const style = getComputedStyle(element)
    return mountChart(
      element,
      {
        height: 280,
        // Days are days in Lagos, whatever the device's clock says.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Africa/Lagos'),
        scales: {
          y: {
            range: (_, __, maximum) => [0, Math.max(4, maximum * 1.1)],
            // Roughly a logarithm, that also has a place for 0.
            ...(isSteep(series) && { distr: 4 as const, asinh: 2 }),
          },
        },
        series: [
          { label: 'Day', value: '{DD}/{MM}/{YYYY}' },
          ...series.map(({ status, label: name }) => {
            const { variable, dash } = strokes[status] ?? { variable: '--color-stone', dash: [] }
            return {
              label: name,
              stroke: style.getPropertyValue(variable),
              width: 2,
              dash,
              points: { show: false },
            }
          }),
        ],
        axes: [
          { values: [[86_400, '{DD}/{MM}', null, null, null, null, null, null, 1]] },
          { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000] },
        ],
      },
      [
        periods.map((period) => Date.parse(`${period}T00:00:00+01:00`) / 1000),
        ...series.map(({ counts }) => counts),
      ],
      periods.length - 1,
    )
  }, [periods, series])
  return (
    <>
      <div ref={frame} role="img" aria-label={label} className="chart" />
      {isSteep(series) && (
        <p className="text-sm text-stone">
          One peak stands far above the rest: the scale is drawn closer together towards the top.
        </p>
      )}
    </>
  )
}
