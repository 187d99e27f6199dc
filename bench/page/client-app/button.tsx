// A button as the usual component collections write it.
import { cva, type VariantProps } from 'class-variance-authority'
import { type ClassValue, clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { twMerge } from 'tailwind-merge'

const look = cva('btn', {
  variants: {
    variant: { primary: 'btn-primary', outline: 'btn-outline' },
    size: { normal: '', small: 'btn-sm' },
  },
  defaultVariants: { variant: 'primary', size: 'normal' },
})

const cn = (...classes: ClassValue[]) => twMerge(clsx(classes))

export function Button({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<'button'> & VariantProps<typeof look>) {
  return <button {...rest} className={cn(look({ variant, size }), className)} />
}
