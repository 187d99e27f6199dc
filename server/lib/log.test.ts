import { expect, it } from 'vitest'
import { maskAddresses } from './log.ts'

it.each([
  ['550 no such user ngozi.o+test@example.com here', '550 no such user [address] here'],
  ['/track/ngozi%40example.com/now', '/track/[address]/now'],
  ['Key (email)=(a@b.test) already exists', 'Key (email)=([address]) already exists'],
  ['nothing to hide', 'nothing to hide'],
])('masks e-mail addresses in "%s"', (text, masked) => {
  expect(maskAddresses(text)).toBe(masked)
})
