/** The 36 states of Nigeria and the Federal Capital Territory, as section 3 of the constitution lists them. */
const states = [
  'Abia',
  'Adamawa',
  'Akwa Ibom',
  'Anambra',
  'Bauchi',
  'Bayelsa',
  'Benue',
  'Borno',
  'Cross River',
  'Delta',
  'Ebonyi',
  'Edo',
  'Ekiti',
  'Enugu',
  'Gombe',
  'Imo',
  'Jigawa',
  'Kaduna',
  'Kano',
  'Katsina',
  'Kebbi',
  'Kogi',
  'Kwara',
  'Lagos',
  'Nasarawa',
  'Niger',
  'Ogun',
  'Ondo',
  'Osun',
  'Oyo',
  'Plateau',
  'Rivers',
  'Sokoto',
  'Taraba',
  'Yobe',
  'Zamfara',
] as const

export const nigerianStates: readonly { value: string; label: string }[] = [
  ...states.map((name) => ({ value: name, label: name })),
  { value: 'FCT', label: 'FCT (Abuja)' },
]

/** 'Abakaliki, Ebonyi': place, area and state from the nearest on, none of them twice, however much of it the first says already. */
export const joinPlace = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .join()
    .split(/ *, */)
    // What is said twice stands where the state does.
    .filter((words, at, all) => words && all.lastIndexOf(words) === at)
    .join(', ')
