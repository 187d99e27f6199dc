/** What the checkout says of an area that its state does not have. */
export const areaWords = {
  describeUnknown: (area: string, state: string, nearest: string | null) =>
    `We do not know ${area} in ${state}. ${nearest ? `Did you mean ${nearest}?` : 'Choose your area from the list for its price, or we tell you the price first.'}`,
  take: (area: string) => `Yes, ${area}`,
}
