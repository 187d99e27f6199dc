/** A chart in its frame, as wide as the frame is: what every chart here needs of uPlot. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** `initialIndex`: whose numbers the legend shows while nothing is pointed at. Returns how to remove the chart. */
export function mountChart(
  frame: HTMLElement,
  options: Omit<uPlot.Options, 'width'>,
  data: uPlot.AlignedData,
  initialIndex: number,
): () => void {
  const showInitial = (chart: uPlot) => {
    if (chart.legend.idx == null) chart.setLegend({ idx: initialIndex }, false)
  }
  const hooks: uPlot.Options['hooks'] = { ready: [showInitial], setLegend: [showInitial] }
  const chart = new uPlot({ ...options, hooks, width: frame.clientWidth }, data, frame)
  const watcher = new ResizeObserver(() =>
    chart.setSize({ width: frame.clientWidth, height: options.height }),
  )
  watcher.observe(frame)
  return () => {
    watcher.disconnect()
    chart.destroy()
  }
}
