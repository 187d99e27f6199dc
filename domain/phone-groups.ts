/** Numbers as staff read them out. */

// Codes of countries by the ITU: of one digit, and of two; every other one has three.
const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[0-9]{3})/

/** As it is read out: 0803 123 4567 for +2348031234567; other numbers in threes, after the code of their country. */
export function groupPhone(stored: string): string {
  const home = /^\+234([0-9]{3})([0-9]{3})([0-9]{4})$/.exec(stored)
  if (home) return `0${home[1]} ${home[2]} ${home[3]}`
  const code = countryCode.exec(stored)?.[0] ?? ''
  return `${code} ${stored.slice(code.length).replace(/[0-9]{3}(?=[0-9]{2})/g, '$& ')}`.trim()
}
