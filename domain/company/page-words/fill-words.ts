/** Words of a page with what staff have put in their place. On its own, since a page that has its words in its script carries it. */

type Filled<Words> = Words extends string
  ? string
  : Words extends readonly string[]
    ? readonly string[]
    : { [Name in keyof Words]: Name extends 'icon' ? Words[Name] : Filled<Words[Name]> }

/** `texts` by key: the names on the way to a text, with dots between them; lines of a list each on a line of their own. */
export function fillWords<Words extends object>(
  words: Words,
  texts: Readonly<Record<string, string>> = {},
  way = '',
): Filled<Words> {
  const filled = Object.entries(words).map(([name, word]: [string, string | object]) => {
    const key = way + name
    if (typeof word === 'string') return [name, texts[key] ?? word]
    return [name, Array.isArray(word) ? (texts[key]?.split('\n') ?? word) : fillWords(word, texts, `${key}.`)]
  })
  return Object.fromEntries(filled)
}
