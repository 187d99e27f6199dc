/** The photo of a product that is not published yet, by an address that is good for a minute. */
import { useQuery } from '@tanstack/react-query'
import { productPhotoBucket } from '#domain/market/product-photos.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const goodForSeconds = 60

export function ProposedPhoto({ path, name }: { path: string; name: string }) {
  const query = useQuery({
    queryKey: ['products', 'photo', path],
    staleTime: goodForSeconds * 1000,
    retry: false,
    queryFn: async () => {
      const { storage } = await getSupabase()
      const { data, error } = await storage.from(productPhotoBucket).createSignedUrl(path, goodForSeconds)
      if (error) throw error
      return data.signedUrl
    },
  })
  if (query.isError) return <p className="text-stone">The photo could not be loaded.</p>
  return query.data ? <img src={query.data} alt={name} className="secret-photo" /> : null
}
