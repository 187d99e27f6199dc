/** The heart beside a product. */
import { wishWords as words } from '#domain/market/wish-words.ts'
import { networkHint } from '#site/lib/network.ts'
import { Icon } from '#site/ui/icons.tsx'
import { toast } from '#site/ui/toast.tsx'
import { setWish, useWishes } from './wishes.ts'

export function WishButton({ product: { id, name } }: { product: { id: string; name: string } }) {
  const isWished = useWishes().includes(id)

  async function toggle() {
    toast.dismiss()
    try {
      const isSaved = await setWish(id, !isWished)
      if (!isSaved) toast.error(words.full.title, words.full.text)
      else if (!isWished) toast.success(words.added.title, words.added.text)
    } catch {
      toast.error(words.failed, networkHint)
    }
  }

  return (
    <button
      type="button"
      className="wish"
      aria-pressed={isWished}
      aria-label={words.describeAdd(name)}
      onClick={() => void toggle()}
    >
      <Icon name="heart" />
    </button>
  )
}
