/** How a person is reached: the questions and rules that several forms share. */
import { rule } from './fields.ts'
import { limits } from './limits.ts'
import { phoneMessages } from './phones.ts'

export function emailRule(message = 'Invalid email address') {
  return rule('Email address', { kind: 'email', min: 1, max: limits.emailMax, message })
}

export const phoneRule = rule('Phone number', {
  kind: 'phone',
  min: 1,
  max: 40,
  message: phoneMessages.tooShort,
})

export const emailQuestion = {
  label: 'Email address',
  shortLabel: 'Email',
  control: 'line',
  type: 'email',
  autoComplete: 'email',
  rule: emailRule(),
} as const

export const phoneQuestion = {
  label: 'Phone number',
  shortLabel: 'Phone',
  control: 'line',
  type: 'tel',
  autoComplete: 'tel',
  rule: phoneRule,
} as const
