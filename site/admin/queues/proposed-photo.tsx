/** The photo of a product that is not published yet, by an address that is good for a minute. */
import { useQuery } from '@tanstack/react-query'
import { signProductPhoto } from '#site/market/products/sign-product-photo.ts'

const goodForSeconds = 60

export function ProposedPhoto({ path, name }: { path: string; name: string }) {
  const query = useQuery({
    queryKey: ['products', 'photo', path],
    staleTime: goodForSeconds * 1000,
    retry: false,
    queryFn: () => signProductPhoto(path, goodForSeconds),
  })
  if (query.isError) return <p className="text-stone">The photo could not be loaded.</p>
  return query.data ? <img src={query.data} alt={name} className="secret-photo" /> : null
}
