/** A line with the keyboard that fits it. */
export const boxOf = <const Type extends 'email' | 'tel' | 'url'>(type: Type) =>
  ({ control: 'line', type, inputMode: type }) as const
