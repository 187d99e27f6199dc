/** A place in words. */

/** 'Abakaliki, Ebonyi': place, area and state from the nearest on, none of them twice, however much of it the first says already. */
export const joinPlace = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .join()
    .split(/ *, */)
    // What is said twice stands where the state does.
    .filter((words, at, all) => words && all.lastIndexOf(words) === at)
    .join(', ')
