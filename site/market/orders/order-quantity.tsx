/** How much was ordered in bulk, with its weight where that is known; of a container, staff set it for each product. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ContainerWeights, describeWeight, formatAmount } from '#domain/quantities.ts'
import { connectAuth } from '#site/lib/auth-state.ts'

const containerWeightsQuery = queryOptions({
  queryKey: ['order-products', 'containers'],
  staleTime: 60_000,
  async queryFn(): Promise<ReadonlyMap<string, ContainerWeights>> {
    const { data, error } = await (await connectAuth())
      .from('order_products')
      .select('label,container_20ft_kg,container_40ft_kg')
    if (error) throw error
    return new Map(
      data.map(({ label, container_20ft_kg, container_40ft_kg }) => [
        label,
        { 'Containers (20ft)': container_20ft_kg, 'Containers (40ft)': container_40ft_kg },
      ]),
    )
  },
})

interface OrderQuantityProps {
  /** As it is written: "1,500". */
  quantity: string
  unit: string
  product: string
}

export function OrderQuantity({ quantity, unit, product }: OrderQuantityProps) {
  const containers = useQuery({ ...containerWeightsQuery, enabled: unit.startsWith('Containers') })
  return (
    <span className="num">
      {formatAmount(quantity, unit)}
      {describeWeight(quantity, unit, containers.data?.get(product))}
    </span>
  )
}
