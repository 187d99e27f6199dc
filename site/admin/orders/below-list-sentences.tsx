/** How far a quote is below our list prices, as the database says it: its author and the second person read the same. */
export function BelowListSentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="num" aria-label="Below the list price">
      {sentences.map((sentence, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said of two lines, and nothing is kept in an item
        <li key={place}>{sentence}</li>
      ))}
    </ul>
  )
}
