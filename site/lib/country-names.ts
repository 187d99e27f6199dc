/** Country names, with every usual name of a country: "UK" finds the United Kingdom. */

export async function loadCountryNames(): Promise<readonly string[]> {
  const { default: english } = await import('i18n-iso-countries/langs/en.json')
  return Object.values(english.countries)
    .flat()
    .toSorted((a, b) => a.localeCompare(b))
}
