/** A chart in its frame, as wide as the frame is: what every chart here needs of uPlot. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Answers how to take it away again. */
export function mountChart(
  frame: HTMLElement,
  options: Omit<uPlot.Options, 'width'>,
  data: uPlot.AlignedData,
): () => void {
  const chart = new uPlot({ ...options, width: frame.clientWidth }, data, frame)
  const watcher = new ResizeObserver(() =>
    chart.setSize({ width: frame.clientWidth, height: options.height }),
  )
  watcher.observe(frame)
  return () => {
    watcher.disconnect()
    chart.destroy()
  }
}
