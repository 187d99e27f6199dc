/** How the list of open positions is narrowed: chosen by styles alone (people.css), so that it works without scripts. */
import type { CareerLevel } from './content.ts'

const allLevels = 'All levels'
const options: readonly (typeof allLevels | CareerLevel)[] = [allLevels, 'Entry-level', 'Mid-level', 'Senior']

export const levelFilter = { label: 'Level', all: allLevels, options } as const
