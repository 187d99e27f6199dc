/** Country names for the order form, loaded when the field is first used. */
import { useState } from 'react'

export function useCountryNames(): { names: readonly string[]; load: () => void } {
  const [names, setNames] = useState<readonly string[]>([])

  async function load() {
    if (names.length > 0) return
    try {
      const { default: english } = await import('i18n-iso-countries/langs/en.json')
      // With every usual name of a country: "UK" finds the United Kingdom.
      setNames(
        Object.values(english.countries)
          .flat()
          .toSorted((a, b) => a.localeCompare(b)),
      )
    } catch {
      // Free text is accepted: without the list the field is only less comfortable.
    }
  }

  return { names, load: () => void load() }
}
