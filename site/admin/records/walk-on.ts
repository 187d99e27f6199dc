/** Goes on to the record after this one, from within its sheet: where that is, the list or the page around it knows. */
import { createContext, useContext } from 'react'

export const WalkOn = createContext<(id: string) => void>(() => {})

export const useWalkOn = () => useContext(WalkOn)
