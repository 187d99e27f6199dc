/** A request to sign out on this device, from wherever there is a button for it; `sign-out.tsx` answers it. */
import { createStore } from '#site/lib/external-store.ts'

export interface Leaving {
  /**
   * `here`: the page stays, and goes on without the session. `unfinished`: so, and nothing is deleted, since a person who did not
   * finish to sign in has left nothing here. `form`: the page begins once more, since its boxes hold what was typed. Else home is next.
   */
  how?: 'here' | 'unfinished' | 'form' | undefined
}

export const leavingWanted = createStore<Leaving | null>(null)

export const askToLeave = (how?: Leaving['how']) => leavingWanted.set({ how })
