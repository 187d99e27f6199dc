/** A large amount is entered, and counts when a second person has confirmed it. */
export function sayIfItWaits(answer: unknown) {
  return (answer as { waitsForSecondPerson?: boolean } | null)?.waitsForSecondPerson
    ? { title: 'Entered', text: 'It counts when a second person has confirmed it.' }
    : undefined
}
