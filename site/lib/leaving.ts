/** A request to sign out on this device, from wherever there is a button for it; `sign-out.tsx` answers it. */
import { createStore } from '#site/lib/external-store.ts'

export interface Leaving {
  /**
   * `here`: the page stays, and goes on without the session. `unfinished`: so, and nothing is deleted, since a person who did not
   * finish to sign in has left nothing here. Else home is next.
   */
  how?: 'here' | 'unfinished' | undefined
  /** Of a form that was typed into: there is always a question before, and this comes after. */
  onLeft?: (() => void) | undefined
}

export const leavingWanted = createStore<Leaving | null>(null)

export const askToLeave = (how?: Leaving['how'], onLeft?: () => void) => leavingWanted.set({ how, onLeft })
