/** The wishes of an account: the device's are brought into them at sign-in, and each press of a heart is written there. */
import { authStore, connectAuth, startAuth } from '#site/lib/auth-state.ts'
import { noWishes, saveWishesLocally, wishStore } from './stored-wishes.ts'

let isStarted = false
/** The account whose wishes this page has read. */
let readFor: string | undefined

export function followAccount(): void {
  if (isStarted) return
  isStarted = true
  authStore.subscribe(onAuth)
  startAuth()
  onAuth()
}

function onAuth(): void {
  const { status, userId, isSecondStepDue, ended } = authStore.get()
  if (status === 'signedOut') {
    readFor = undefined
    if (ended === 'byChoice') saveWishesLocally(noWishes)
  } else if (status === 'signedIn' && !isSecondStepDue && userId && userId !== readFor) {
    readFor = userId
    void bringTogether(userId)
  }
}

async function bringTogether(userId: string): Promise<void> {
  const { ownerId, productIds } = wishStore.get()
  try {
    const { data, error } = await (await connectAuth()).rpc('merge_wishes', {
      product_ids: ownerId === null ? [...productIds] : [],
    })
    if (error) throw error
    if (authStore.get().userId === userId) saveWishesLocally({ ownerId: userId, productIds: data })
  } catch (error) {
    // The device's stay as they are; the next page tries again.
    readFor = undefined
    console.error("The account's wishes could not be reached", error)
  }
}

/** The same press twice is one wish. */
export async function sendWish(productId: string, isWished: boolean): Promise<void> {
  const client = await connectAuth()
  const { userId } = authStore.get()
  if (!userId) return
  const wishes = client.from('product_wishes')
  const { error } = isWished
    ? await wishes.upsert(
        { user_id: userId, product_id: productId },
        { onConflict: 'user_id,product_id', ignoreDuplicates: true },
      )
    : await wishes.delete().eq('user_id', userId).eq('product_id', productId)
  if (error) throw error
}
