/** One of few or any of many, all in view: big boxes to press, the device's own radio buttons and tick boxes in them. */
import type { Options } from '#domain/questions.ts'
import { cx } from '#site/ui/cx.ts'

interface ChoicesProps {
  /** The id of the first box. */
  id: string
  name: string
  /** `radio`: one of them; `checkbox`: any of them. */
  type: 'radio' | 'checkbox'
  options: Options
  chosen: readonly string[]
  /** Small ones that share lines, for long lists of short words. */
  chips?: boolean
  invalid?: boolean
}

export function Choices({ id, name, type, options, chosen, chips = false, invalid = false }: ChoicesProps) {
  return (
    <div className={cx('choices', chips && 'chips')}>
      {options.map((option, index) => {
        const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
        const boxId = index === 0 ? id : `${id}-${index}`
        return (
          <label key={value} htmlFor={boxId} className="choice">
            <input
              type={type}
              id={boxId}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={invalid || undefined}
            />
            <span>{label}</span>
          </label>
        )
      })}
    </div>
  )
}
