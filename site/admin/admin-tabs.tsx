/** Tabs of a page of the admin area: on a phone, where their list scrolls sideways, the chosen one is in sight however it was chosen. */
import { type ComponentProps, useEffect, useRef } from 'react'
import { Tabs } from '#site/ui/tabs.tsx'

export function AdminTabs(props: ComponentProps<typeof Tabs>) {
  const { value } = props
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = frame.current?.querySelector('[role="tablist"]')
    const chosen = list?.querySelector(`[data-tab="${CSS.escape(value)}"]`)
    if (!list || !chosen) return
    const [around, tab] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()]
    list.scrollLeft += tab.left - around.left - (around.width - tab.width) / 2
  }, [value])
  return (
    <div ref={frame}>
      <Tabs {...props} />
    </div>
  )
}
