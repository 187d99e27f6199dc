/** A chart in its frame, as wide as the frame is: what every chart here needs of uPlot. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** `told`: the place whose numbers the legend tells while nothing is pointed at. Answers how to take it away again. */
export function mountChart(
  frame: HTMLElement,
  options: Omit<uPlot.Options, 'width'>,
  data: uPlot.AlignedData,
  told: number,
): () => void {
  const tell = (chart: uPlot) => {
    if (chart.legend.idx == null) chart.setLegend({ idx: told }, false)
  }
  const hooks: uPlot.Options['hooks'] = { ready: [tell], setLegend: [tell] }
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
